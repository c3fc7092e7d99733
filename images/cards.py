"""Draws cards of fighters and characters, and their pawns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.layout import TYPE, WIDTH, Block, Chip, section, stack, thin_rule
from images.lettering import Say, clean_line, fit_line, shrink_to_fit, width
from images.palette import FLOOR, FULL, RED, Box, Point, scale_path
from images.signs import heart, letter

HALO = 5
"""Width of the light rim around a pawn, in percent of its size."""
EMPHASIS = 1.3
"""How many times larger a pawn is with the ring of the acting figure."""


class Fit(NamedTuple):
    """A shape on a square of 100 units, its colour, the height of its middle and the maximum size of letters."""

    path: str | Sequence[Point]
    colour: int
    middle: float
    letters: float


def shape(sketch: Sketch, fit: Fit, size: float, x: float = 50, y: float = 50) -> None:
    """Draw a shape in its colour with a light rim."""
    sketch.line([*(rim := scale_path(fit.path, size - HALO, x, y)), rim[0], rim[1]], 9 + HALO, 0)
    sketch.shape(scale_path(fit.path, size - HALO, x, y), fit.colour, line=max(5.0, size * 0.07))


def pawn(fit: Fit, mark: str, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """Return a pawn, size × size pixels, with a mark of at least ``least`` pixels.

    ``moving`` makes it larger and adds the red ring of the acting figure.
    """
    whole = round(size * EMPHASIS) if moving else size
    sketch = Sketch(whole, whole, 100)
    part = 100 / EMPHASIS if moving else 96
    if moving:
        sketch.circle(50, 50, 50, FLOOR)
        sketch.circle(50, 50, 48, RED, line=2.5)
        sketch.circle(50, 50, 39.5, FLOOR, line=2)
    shape(sketch, fit, part)
    if mark:
        letters = max(fit.letters * part / 100, (least + 0.5) * 100 / whole)
        sketch.text(50, 50 + (fit.middle - 50) * part / 100, mark[:2], letters)
    return sketch.sprite()


EMBLEM = 84
PADDING = 8
NAME = TYPE
LEADING = 30
LEFT = 3
"""Minimum number of letters of a hyphenated word on the next line."""
BAR = 24
"""Height of the strength bar, in pixels."""
FIGURES = 84
"""Width reserved for the numbers beside the bar, in pixels."""
MOST_NOTCHES = 14
MARK_CAPITAL = 18.5
LONGER = 1.4
"""Scale of capitals in a mark of two letters, which is written smaller."""
MARK_DISC = 17.0


def ground(canvas: Canvas, box: Box, *, dim: bool = False) -> None:
    """Draw a card's light ground with a frame and a heavier line at the bottom; ``dim``: a grey one."""
    canvas.block(box, palette.FLOOR)
    canvas.frame(box)
    canvas.rule(box[0] + 2, box[3], box[2] - box[0], 2, 3)
    if dim:
        canvas.block((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), palette.SHADE)


def edge(canvas: Canvas, box: Box, wide: int, *colour: int, frame: int = 1) -> None:
    """Draw a coloured edge around a card."""
    around = (box[0] - wide, box[1] - wide, box[2] + wide, box[3] + wide)
    canvas.block(around, *colour)
    canvas.frame(around, frame)


def figure(canvas: Canvas, head: Sprite, mark: str, left: int, top: int, side: int = EMBLEM) -> None:
    """Draw a head with its mark on a disc at the lower left."""
    canvas.stamp(head, left + side // 2, top + side // 2)
    badge(canvas, mark, left + 10, top + side - 8)


def badge(canvas: Canvas, mark: str, x: int, y: int) -> None:
    """Draw a mark on a disc; an empty mark draws nothing."""
    if mark:
        larger = 1 if len(mark) < 2 else LONGER
        canvas.stamp(letter(mark, MARK_CAPITAL * larger, MARK_DISC + 2 * (len(mark) > 1)), x, y)


def name(canvas: Canvas, lines: list[str], left: int, base: int) -> None:
    """Write the lines of a name in bold; ``base`` is the base line of the first."""
    for number, line in enumerate(lines):
        canvas.text(left, base + number * LEADING, line, "bold", NAME)


def name_lines(words: str, room: int, most: int = 1) -> list[str]:
    """Return a name on at most ``most`` lines of ``room`` pixels, shortened if necessary."""
    line = clean_line(words, "bold")
    if most > 1 and width(line, "bold", NAME) > room:
        first, rest = _split_line(line, room) if " " in line else _split_word(line, room)
        return [fit_line(first, "bold", NAME, room), *name_lines(rest, room, most - 1)]
    return [fit_line(line, "bold", NAME, room)]


def _split_word(word: str, room: int) -> tuple[str, str]:
    """Hyphenate a long word; at least LEFT letters go on the second line."""
    cuts = range(len(word) - LEFT, 1, -1)
    cut = next((cut for cut in cuts if width(f"{word[:cut]}-", "bold", NAME) <= room), 1)
    return f"{word[:cut]}-", word[cut:]


def _split_line(line: str, room: int) -> tuple[str, str]:
    """Split a line at the last space at which its first part still fits."""
    first, _, rest = line.partition(" ")
    while " " in rest and width(f"{first} {rest.partition(' ')[0]}", "bold", NAME) <= room:
        word, _, rest = rest.partition(" ")
        first = f"{first} {word}"
    return first, rest


def strength(canvas: Canvas, now: int, full: int, box: tuple[int, int, int]) -> None:
    """Draw a notched bar and "7/10" beside it; lost strength stays light. ``box`` is left, top and width."""
    left, top, room = box
    long = max(20, room - FIGURES)
    part = min(max(now, 0) / full, 1.0) if full > 0 else 0.0
    bar(canvas, (left, top, left + long, top + BAR), [(part, palette.RED)], full)
    canvas.text(left + long + 8, top + BAR - 4, f"{now}/{full}", "bold", NAME)


def bar(canvas: Canvas, box: Box, parts: list[tuple[float, int]], notches: int = 0) -> None:
    """Draw a framed bar: parts (fractions of 1 and their grounds) from the left, the rest light.

    ``notches`` are drawn if they fit.
    """
    left, top, right, bottom = box
    canvas.block(box, palette.SHADE)
    start = left
    for part, ground in parts:
        if part > 0:
            end = min(right, max(start + 4, start + round((right - left) * part)))
            canvas.block((start, top, end, bottom), ground)
            start = end
    for notch in range(1, notches if notches <= MOST_NOTCHES else 0):
        x = left + round((right - left) * notch / notches)
        canvas.block((x, top, x + 1, bottom), ink=FULL - 1)
    canvas.frame(box)


def signed(
    canvas: Canvas, sign: Sprite, words: str, left: int, middle: int, down: int, gap: int = 6, size: int = TYPE
) -> int:
    """Draw a sign and beside it bold words, whose base line is ``down`` below the middle; return the right edge."""
    canvas.stamp(sign, left + sign.ink.width // 2, middle)
    start = left + sign.ink.width + gap
    canvas.text(start, middle + down, words, "bold", size)
    return start + round(width(words, "bold", size))


def hearts(canvas: Canvas, now: int, most: int, left: int, middle: int, size: int) -> int:
    """Draw a heart per point, light if lost; return the right edge in pixels."""
    for number in range(most):
        canvas.stamp(heart(size, number < now), left + size // 2 + number * (size + 3), middle)
    return left + most * (size + 3)


MARGIN = 14
MOUNT_PADDING = 18
CARD_ROOM = WIDTH - 2 * MARGIN - 2 * MOUNT_PADDING
"""Width available on a sheet, in pixels."""


def sheet(head: Block, blocks: Sequence[Block], sections: Mapping[str, Sequence[Chip]], say: Say) -> bytes:
    """Return a framed sheet as a PNG of page width: its head, blocks, and signs under their catalogue keys, ruled off.

    Sections without signs are left out.
    """
    shown = [*blocks, *(section(say(key), found, CARD_ROOM) for key, found in sections.items() if found)]
    block = stack([head, *(row for part in shown for row in (thin_rule(CARD_ROOM), part))])
    canvas = Canvas(WIDTH, block.height + 2 * MOUNT_PADDING + 2 * MARGIN)
    box = (MARGIN, MARGIN, WIDTH - MARGIN, canvas.size[1] - MARGIN)
    ground(canvas, box)
    canvas.frame((box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5), 1)
    block.paint(canvas, MARGIN + MOUNT_PADDING, MARGIN + MOUNT_PADDING)
    return canvas.png()


BADGE = 33
"""Radius of the disc with the sign of a misfortune, in pixels."""


def mount(
    canvas: Canvas, corner: tuple[int, int], side: int, portrait: Sprite, badge: Sprite | None = None, *, dim: bool
) -> None:
    """Draw a portrait in its frame of this side, on a grey ground if ``dim``, with a badge at the lower right."""
    left, top = corner
    box = (left, top, left + side, top + side)
    canvas.block(box, palette.SHADE if dim else palette.PAPER)
    canvas.frame(box)
    canvas.stamp(portrait, left + side // 2, top + side // 2)
    for sign in (letter("", 10, BADGE), badge) if badge else ():
        canvas.stamp(sign, left + side - BADGE, top + side - BADGE)


def title(canvas: Canvas, words: str, left: int, base: int, size: int, room: int) -> None:
    """Write a name in bold, at most ``size`` pixels large."""
    line, size = shrink_to_fit(words, "bold", size, TYPE, room)
    canvas.text(left, base, line, "bold", size)
