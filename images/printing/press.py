"""Draws on the page: paper sizes, margins, type, lines. Lengths are in millimetres, type in points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Literal

from fpdf import FPDF
from PIL import Image

from images import palette
from images.artwork import art
from images.lettering import ELLIPSIS, FILES, Face, clean_line
from images.palette import FULL

Paper = Literal["a4", "letter"]
Align = Literal["left", "middle", "right"]
MARGIN = 12.0
"""Page margin in millimetres, slightly more than most printers need."""
FOOT = 6.0
POINT = 25.4 / 72
DOTS = 300 / 25.4
"""Dots of a drawing per millimetre: 300 to the inch."""
LONGEST = 600
"""Maximum number of printed characters of a passage."""
SHORT = 160
"""Maximum number of characters of a line to process; no line holds more."""
MEASURED = 10
"""Type size in which words are measured, in points."""
TINTS = {palette.RED: 190, palette.GOLD: 225, palette.SHADE: 225, palette.WATER: 225}
"""Grounds of a drawing that are printed as grey, 0–255."""
BLACK = 0
GREY = 150
PALE = 235


class Press:
    """Pages of one paper, portrait or landscape, filled from the top; ``foot`` is printed at the bottom of each."""

    def __init__(self, paper: Paper, foot: str, locale: str, *, lying: bool = False) -> None:
        self._pdf = FPDF("landscape" if lying else "portrait", "mm", paper)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(foot)
        self._pdf.set_lang(locale)
        for face, file in FILES.items():
            self._pdf.add_font(face, "", str(resources.files("images").joinpath("fonts", file)))
        self._clean: dict[tuple[str, Face, int], str] = {}
        self._widths: dict[tuple[str, Face], float] = {}
        self.foot = foot
        self.left, self.top = MARGIN, MARGIN
        self.width = self._pdf.w - 2 * MARGIN
        self.height = self._pdf.h - 2 * MARGIN - FOOT

    @property
    def bottom(self) -> float:
        """The top of the foot, in millimetres."""
        return self.top + self.height

    @property
    def right(self) -> float:
        """The left edge of the right margin, in millimetres."""
        return self.left + self.width

    @property
    def whole(self) -> float:
        """The height of the paper, in millimetres."""
        return float(self._pdf.h)

    def turn(self, *, footed: bool = True) -> float:
        """Begin a page and return the top of its first line; ``footed`` adds the foot."""
        self._pdf.add_page()
        if not footed:
            return self.top
        base, number = self.bottom + FOOT, str(self._pdf.page_no())
        self.text(self.left, base, self.foot, "italic", 8, self.width - 12)
        self.text(self.right, base, number, "italic", 8, 10, "right")
        return self.top

    def data(self) -> bytes:
        """Return the finished PDF file."""
        return bytes(self._pdf.output())

    # Type --------------------------------------------------------------------------------------------------

    def wide(self, words: str, face: Face, size: float) -> float:
        """Return the width of the words in millimetres."""
        at_one = self._widths.get((words, face))
        if at_one is None:
            self._pdf.set_font(face, size=MEASURED)
            at_one = self._widths[words, face] = float(self._pdf.get_string_width(words)) / MEASURED
        return at_one * size

    def _cleaned(self, words: str, face: Face, longest: int) -> str:
        key = words, face, longest
        if key not in self._clean:
            cut = words if len(words) <= longest else words[:longest] + ELLIPSIS
            self._clean[key] = clean_line(cut, face, longest + 1)
        return self._clean[key]

    def fit(self, words: str, face: Face, size: float, room: float) -> str:
        """Return the words on one line of at most ``room`` millimetres, shortened with an ellipsis if necessary."""
        line = self._cleaned(words, face, SHORT)
        while line and self.wide(line, face, size) > room:
            line = line.removesuffix(ELLIPSIS)[:-1].rstrip()
            line = f"{line}{ELLIPSIS}" if line else ""
        return line

    def shrunk(self, words: str, face: Face, size: float, least: float, room: float) -> float:
        """Return the largest type size from ``size`` down to ``least`` at which the words fit."""
        return max(
            least, min(size, size * room / max(0.1, self.wide(self._cleaned(words, face, SHORT), face, size)) * 0.995)
        )

    def lines(self, words: str, face: Face, size: float, room: float, longest: int = LONGEST) -> list[str]:
        """Wrap the words to lines; a word longer than a line is broken."""
        lines = [""]
        for word in self._cleaned(words, face, longest).split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if self.wide(longer, face, size) <= room:
                lines[-1] = longer
                continue
            first, *rest = self._broken(word, face, size, room)
            lines += [first, *rest] if lines[-1] else rest
            if lines[0] == "":
                lines[0] = first
        return lines

    def _broken(self, word: str, face: Face, size: float, room: float) -> list[str]:
        pieces = [""]
        for sign in word:
            if pieces[-1] and self.wide(pieces[-1] + sign, face, size) > room:
                pieces.append("")
            pieces[-1] += sign
        return pieces

    def text(
        self,
        x: float,
        base: float,
        words: str,
        face: Face = "text",
        size: float = 9,
        room: float | None = None,
        align: Align = "left",
        shade: int = BLACK,
    ) -> None:
        """Write one line; (x, base) is the left end, the middle or the right end of its base line."""
        line = self.fit(words, face, size, room if room is not None else self.right - x)
        if not line:
            return
        wide = self.wide(line, face, size)
        start = {"left": x, "middle": x - wide / 2, "right": x - wide}[align]
        self._pdf.set_font(face, size=size)
        self._pdf.set_text_color(shade)
        self._pdf.text(start, base, line)

    # Lines and drawings ------------------------------------------------------------------------------------

    def box(self, x: float, y: float, wide: float, high: float, line: float = 0.3, fill: int | None = None) -> None:
        """Draw a frame, filled with a grey if ``fill`` is given; ``line`` 0 draws no frame."""
        self._pdf.set_draw_color(BLACK)
        self._pdf.set_line_width(line or 0.1)
        if fill is not None:
            self._pdf.set_fill_color(fill)
        style = ("D" if line else "") + ("F" if fill is not None else "")
        self._pdf.rect(x, y, wide, high, style=style)

    def rule(self, x: float, y: float, to_x: float, to_y: float, line: float = 0.2, shade: int = GREY) -> None:
        """Draw a straight line."""
        self._pdf.set_draw_color(shade)
        self._pdf.set_line_width(line)
        self._pdf.line(x, y, to_x, to_y)

    def disc(self, x: float, y: float, radius: float, line: float, fill: int) -> None:
        """Draw a filled circle around a point."""
        self._pdf.set_draw_color(BLACK)
        self._pdf.set_line_width(line)
        self._pdf.set_fill_color(fill)
        self._pdf.circle(x, y, radius, style="DF")

    def art(self, name: str, x: float, y: float, side: float) -> None:
        """Place a drawing in greys with its upper left corner at (x, y)."""
        self._pdf.image(_grey_drawing(name, round(side * DOTS)), x, y, side, side)


@lru_cache(maxsize=128)
def _grey_drawing(name: str, dots: int) -> Image.Image:
    """Return a drawing as ink on white, with red and gold as grey."""
    sprite = art(name, dots)
    picture = Image.new("L", (dots, dots), 255)
    tints = [TINTS.get(index, 255) for index in range(256)]
    picture.paste(sprite.ground.point(tints), mask=sprite.solid)
    shades = [255 - min(255, round(255 * level / FULL)) for level in range(256)]
    inked = sprite.ink.point([255 if level else 0 for level in range(256)])
    picture.paste(sprite.ink.point(shades), mask=inked)
    return picture


def columns(count: int, room: float, gap: float) -> Sequence[tuple[float, float]]:
    """Return the start and width of each of ``count`` columns."""
    wide = (room - gap * (count - 1)) / count
    return [(n * (wide + gap), wide) for n in range(count)]
