"""Cards of fighters and characters: emblem, mark, name, a line of small words, and a bar of strength."""

from __future__ import annotations

from typing import Final

from images import palette
from images.canvas import Canvas, Sprite
from images.lettering import clean_line, fit_line, shrink_to_fit, width
from images.palette import FULL
from images.pictograms import letter

EMBLEM: Final = 84
PADDING: Final = 8
NAME: Final = 25
NAME_LEAST: Final = 17
NAME_BROKEN: Final = 22
"""Size of a name on two lines, in pixels."""
SMALL: Final = 21
LEADING: Final = 24
BAR: Final = 24
"""Height of the bar, in pixels."""
FIGURES: Final = 66
"""Room for the numbers beside the bar."""
MOST_NOTCHES: Final = 14
MARK_CAPITAL: Final = 19.0
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
        canvas.stamp(letter(mark, MARK_CAPITAL, MARK_DISC), x, y)


def name(canvas: Canvas, words: str, left: int, base: int, room: int, lines: int = 1) -> int:
    """A name in bold on one line, or on two if it is long and may; gives the base line of the last, in pixels."""
    line = clean_line(words, "bold")
    if lines > 1 and width(line, "bold", NAME) > room and " " in line:
        first, rest = _broken(line, room)
        canvas.text(left, base, fit_line(first, "bold", NAME_BROKEN, room), "bold", NAME_BROKEN)
        canvas.text(left, base + LEADING, fit_line(rest, "bold", NAME_BROKEN, room), "bold", NAME_BROKEN)
        return base + LEADING
    line, size = shrink_to_fit(line, "bold", NAME, NAME_LEAST, room)
    canvas.text(left, base, line, "bold", size)
    return base


def _broken(line: str, room: int) -> tuple[str, str]:
    """A line in two parts at the last space where the first still fits."""
    first, _, rest = line.partition(" ")
    while " " in rest and width(f"{first} {rest.partition(' ')[0]}", "bold", NAME_BROKEN) <= room:
        word, _, rest = rest.partition(" ")
        first = f"{first} {word}"
    return first, rest


def small(canvas: Canvas, words: str, left: int, base: int, room: int) -> None:
    """A line of small italics."""
    canvas.text(left, base, fit_line(words, "italic", SMALL, room), "italic", SMALL)


def strength(canvas: Canvas, now: int, full: int, box: tuple[int, int, int]) -> None:
    """A notched bar and "7/10" beside it; ``box`` is left, top and width. What is lost stays light."""
    left, top, room = box
    long = max(20, room - FIGURES)
    part = min(max(now, 0) / full, 1.0) if full > 0 else 0.0
    bar(canvas, (left, top, left + long, top + BAR), [(part, palette.RED)], full)
    canvas.text(left + long + 8, top + BAR - 4, f"{now}/{full}", "bold", SMALL + 2)


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
