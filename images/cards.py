"""Cards of fighters and characters, and the pawns that stand for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.layout import TYPE, WIDTH, Block
from images.lettering import clean_line, fit_line, width
from images.palette import FLOOR, FULL, RED, Point, scale_path
from images.signs import letter

HALO: Final = 5
"""Width of the light rim around a pawn, in parts of 100."""
EMPHASIS: Final = 1.3
"""How much larger a pawn is with the ring of whoever acts."""


class Fit(NamedTuple):
    """A shape on a square of 100, its colour, how low its middle is, and how large letters on it may be."""

    path: str | Sequence[Point]
    colour: int
    middle: float
    letters: float


def shape(sketch: Sketch, fit: Fit, size: float, x: float = 50, y: float = 50) -> None:
    """A shape in its colour, with a light rim."""
    sketch.line([*(rim := scale_path(fit.path, size - HALO, x, y)), rim[0], rim[1]], 9 + HALO, 0)
    sketch.shape(scale_path(fit.path, size - HALO, x, y), fit.colour, line=max(5.0, size * 0.07))


def pawn(fit: Fit, mark: str, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """A pawn, size × size pixels, larger with the red ring of the one that acts; its mark at least so large."""
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


EMBLEM: Final = 84
PADDING: Final = 8
NAME: Final = TYPE
LEADING: Final = 30
LEFT: Final = 3
"""Letters of a parted word that go on the next line at least."""
BAR: Final = 24
"""Height of the bar, in pixels."""
FIGURES: Final = 84
"""Room for the numbers beside the bar."""
MOST_NOTCHES: Final = 14
MARK_CAPITAL: Final = 18.5
LONGER: Final = 1.4
"""A mark of two signs is written smaller, so it asks for larger capitals."""
MARK_DISC: Final = 17.0


def ground(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """A card's light ground with its frame, and a heavier line below for weight."""
    canvas.block(box, palette.FLOOR)
    canvas.frame(box, 2)
    canvas.rule(box[0] + 2, box[3], box[2] - box[0], 2, 3)


def figure(canvas: Canvas, head: Sprite, mark: str, left: int, top: int, side: int = EMBLEM) -> None:
    """A head with its mark on a disc at the lower left."""
    canvas.stamp(head, left + side // 2, top + side // 2)
    badge(canvas, mark, left + 10, top + side - 8)


def badge(canvas: Canvas, mark: str, x: int, y: int) -> None:
    """A mark on a disc, if there is one."""
    if mark:
        larger = 1 if len(mark) < 2 else LONGER
        canvas.stamp(letter(mark, MARK_CAPITAL * larger, MARK_DISC + 2 * (len(mark) > 1)), x, y)


def name(canvas: Canvas, lines: list[str], left: int, base: int) -> None:
    """A name in bold, from the base of its first line on."""
    for number, line in enumerate(lines):
        canvas.text(left, base + number * LEADING, line, "bold", NAME)


def name_lines(words: str, room: int, most: int = 1) -> list[str]:
    """A name on at most so many lines of ``room`` pixels, shortened if it must be."""
    line = clean_line(words, "bold")
    if most > 1 and width(line, "bold", NAME) > room:
        first, rest = _split_line(line, room) if " " in line else _split_word(line, room)
        return [fit_line(first, "bold", NAME, room), *name_lines(rest, room, most - 1)]
    return [fit_line(line, "bold", NAME, room)]


def _split_word(word: str, room: int) -> tuple[str, str]:
    """A long word in two, with a hyphen; some letters are left for the second line."""
    cuts = range(len(word) - LEFT, 1, -1)
    cut = next((cut for cut in cuts if width(f"{word[:cut]}-", "bold", NAME) <= room), 1)
    return f"{word[:cut]}-", word[cut:]


def _split_line(line: str, room: int) -> tuple[str, str]:
    """A line in two parts at the last space where the first still fits."""
    first, _, rest = line.partition(" ")
    while " " in rest and width(f"{first} {rest.partition(' ')[0]}", "bold", NAME) <= room:
        word, _, rest = rest.partition(" ")
        first = f"{first} {word}"
    return first, rest


def strength(canvas: Canvas, now: int, full: int, box: tuple[int, int, int]) -> None:
    """A notched bar and "7/10" beside it; ``box`` is left, top and width. What is lost stays light."""
    left, top, room = box
    long = max(20, room - FIGURES)
    part = min(max(now, 0) / full, 1.0) if full > 0 else 0.0
    bar(canvas, (left, top, left + long, top + BAR), [(part, palette.RED)], full)
    canvas.text(left + long + 8, top + BAR - 4, f"{now}/{full}", "bold", NAME)


def bar(canvas: Canvas, box: tuple[int, int, int, int], parts: list[tuple[float, int]], notches: int = 0) -> None:
    """A framed bar: parts (of 1) in their grounds from the left, the rest light, so many notches if they fit."""
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
    canvas.frame(box, 2)


MARGIN: Final = 14
MOUNT_PADDING: Final = 18
CARD_ROOM: Final = WIDTH - 2 * MARGIN - 2 * MOUNT_PADDING
"""Width of what is on a sheet, in pixels."""


def sheet(block: Block) -> bytes:
    """One sheet as a PNG as wide as a page."""
    canvas = Canvas(WIDTH, block.height + 2 * MOUNT_PADDING + 2 * MARGIN)
    box = (MARGIN, MARGIN, WIDTH - MARGIN, canvas.size[1] - MARGIN)
    ground(canvas, box)
    canvas.frame((box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5), 1)
    block.paint(canvas, MARGIN + MOUNT_PADDING, MARGIN + MOUNT_PADDING)
    return canvas.png()
