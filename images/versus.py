"""Draws two sides of a fight face to face: panels, sums, dice and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from images import cards, layout, palette, signs
from images.canvas import Canvas, Sketch, Sprite
from images.clashes import Outcome, Side
from images.layout import LANDSCAPE, TYPE, WIDTH
from images.lettering import Say, display_name, shrink_to_fit, width
from images.palette import Point
from images.signs import blank_die, plight

DIE = 64
GAP = 14
MARGIN = 16
ACROSS = 10

_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}
_EDGE = "M18 4 L82 4 Q96 4 96 18 L96 82 Q96 96 82 96 L18 96 Q4 96 4 82 L4 18 Q4 4 18 4"


@lru_cache(maxsize=512)
def die(face: int, size: int) -> Sprite:
    """Return a die showing a face, size × size pixels; faces beyond six are written as numbers."""
    sketch = Sketch(size, size, 100)
    sketch.shape(_EDGE, palette.FLOOR, line=6)
    for x, y in _PIPS.get(face, ()):
        sketch.circle(x, y, 10, ink=1)
    if face not in _PIPS:
        sketch.text(50, 50, str(face)[:3], 52)
    return sketch.sprite()


def draw_dice(faces: Sequence[int]) -> bytes:
    """Return unmodified dice in the order of their rolls as a PNG strip, at most ten to a row; 0 leaves a gap."""
    across = max(1, min(len(faces), ACROSS))
    rows = max(1, -(-len(faces) // ACROSS))
    canvas = Canvas(2 * MARGIN + across * (DIE + GAP) - GAP, 2 * MARGIN + rows * (DIE + GAP) - GAP)
    for number, face in enumerate(faces):
        row, column = divmod(number, ACROSS)
        middle = MARGIN + DIE // 2
        if face:
            canvas.stamp(die(face, DIE), middle + column * (DIE + GAP), middle + row * (DIE + GAP))
    return canvas.png()


FIGURE = 36
APART = 6
"""Gap between the parts of a sum, in pixels."""
BREAK = 27
"""Distance from the middle of a sum to each of its two lines, in pixels."""
SECOND = 30
"""Distance from the first line of a name to the second, in pixels."""

Part = Sprite | tuple[str, int]
"""A part of a sum: a sign, or text with its type size."""


def write_sum(canvas: Canvas, parts: list[Part], left: int, room: int, middle: int) -> None:
    """Draw the parts side by side, centred; a sum that is too long has its total on a second line."""
    cut = next((nth for nth, part in enumerate(parts) if not isinstance(part, Sprite) and part[0] == "="), 0)
    if cut and _total_width(parts) > room:
        _write_parts(canvas, parts[:cut], left, room, middle - BREAK)
        _write_parts(canvas, parts[cut:], left, room, middle + BREAK)
    else:
        _write_parts(canvas, parts, left, room, middle)


def _write_parts(canvas: Canvas, parts: list[Part], left: int, room: int, middle: int) -> None:
    at = left + (room - _total_width(parts)) // 2
    for part in parts:
        if isinstance(part, Sprite):
            canvas.stamp(part, at + _part_width(part) // 2, middle)
        else:
            canvas.text(at, middle + part[1] // 3, part[0], "bold", part[1])
        at += _part_width(part) + APART


def _total_width(parts: list[Part]) -> int:
    return sum(map(_part_width, parts)) + APART * (len(parts) - 1)


def _part_width(part: Part) -> int:
    return part.ink.width if isinstance(part, Sprite) else round(width(part[0], "bold", part[1]))


def write_name(canvas: Canvas, words: str, middle: int, base: int, room: int) -> None:
    """Write a name centred on one or two lines."""
    lines = cards.name_lines(words, room, 2)
    for number, line in enumerate(lines):
        canvas.text(middle, base + (number * SECOND - 12 if len(lines) > 1 else 0), line, "bold", cards.NAME, True)


OUTCOME_MARGIN = 8
BETWEEN = 60
PANEL = (WIDTH - 2 * OUTCOME_MARGIN - BETWEEN) // 2
PORTRAIT = 70
TALL = PORTRAIT + 4
STRIP = TALL + 2 * OUTCOME_MARGIN
"""Height of the strip with the outcome of a clash, in pixels."""
SHOWN = 2
"""Maximum number of portraits per side."""
ROLLED = 40
"""Size of a die in the strip with an outcome, in pixels."""
MARK = 40
"""Size of a crown and of a broken heart, in pixels."""
SWORDS = 46


def mark(canvas: Canvas, side: Side, x: int, y: int) -> None:
    """Draw a winner's crown or the broken heart of a wounded side around a point."""
    signs = _outcome_signs(side)
    for number, sign in enumerate(signs):
        canvas.stamp(sign, x + (2 * number - len(signs) + 1) * (MARK // 2 + 3), y)


def _outcome_signs(side: Side) -> list[Sprite]:
    hurt = "dead" if side.fallen else "turned" if side.hurt else ""
    return [plight(sign, MARK) for sign in ("winner" if side.won else "", hurt) if sign]


def under(
    ended: Outcome, portraits: Sequence[Sequence[Sprite]], picture: Canvas, say: Say, between: Sprite | None = None
) -> Canvas:
    """Return a picture below the strip with the outcome of a clash."""
    canvas = strip(ended, portraits, say, picture.size[1], between)
    canvas.plate(picture, 0, STRIP)
    return canvas


def strip(
    ended: Outcome, portraits: Sequence[Sequence[Sprite]], say: Say, below: int = 0, between: Sprite | None = None
) -> Canvas:
    """Return the outcome of a clash as the cards of both sides with their dice, and ``below`` free pixels under it.

    ``between`` replaces the swords between the sides.
    """
    canvas = Canvas(WIDTH, STRIP + below)
    for number, (side, sprites) in enumerate(zip(ended, portraits, strict=True)):
        _draw_half(canvas, side, sprites[:SHOWN], bool(number), say)
    canvas.stamp(between or signs.swords(SWORDS), WIDTH // 2, OUTCOME_MARGIN + TALL // 2)
    return canvas


def _draw_half(canvas: Canvas, side: Side, sprites: Sequence[Sprite], mirrored: bool, say: Say) -> None:
    left = OUTCOME_MARGIN + (PANEL + BETWEEN if mirrored else 0)
    middle = OUTCOME_MARGIN + TALL // 2
    cards.ground(canvas, (left, OUTCOME_MARGIN, left + PANEL, OUTCOME_MARGIN + TALL))

    def across(from_outside: int) -> int:
        return left + PANEL - from_outside if mirrored else left + from_outside

    taken = 8
    for sprite in reversed(sprites):
        canvas.stamp(sprite, across(taken + PORTRAIT // 2), middle)
        taken += PORTRAIT // 4
    taken += PORTRAIT - PORTRAIT // 4 + 4
    for number, sign in enumerate(_outcome_signs(side)):
        canvas.stamp(sign, across(taken - MARK // 2), middle + (2 * number - 1) * (TALL - MARK) // 2)
    room = PANEL - taken - 6
    start = across(taken + (room if mirrored else 0))
    names = ", ".join(display_name(name, say) for name in side.names)
    canvas.fitted_text(start + room // 2, OUTCOME_MARGIN + TYPE, names, room, "bold", TYPE, True)
    rolled = [(str(side.total - side.die), 30), ("+", TYPE), die(side.die, ROLLED), ("=", TYPE)]
    write_sum(canvas, [*(rolled if side.die else ()), (str(side.total), FIGURE)], start, room, middle + 14)


OPPOSED_MARGIN = 22
OPPOSED_BETWEEN = 66
OPPOSED_PANEL = (WIDTH - 2 * OPPOSED_MARGIN - OPPOSED_BETWEEN) // 2
SIDES = (OPPOSED_MARGIN, OPPOSED_MARGIN + OPPOSED_PANEL + OPPOSED_BETWEEN)
"""Left edges of the two panels, in pixels."""
OPPOSED_PORTRAIT = 112
NAMES = 70
"""Height of two lines of names under the portraits, in pixels."""
SUM = 112
"""Height of the line with value, die and total, in pixels."""
OPPOSED_TALL = OPPOSED_PORTRAIT + NAMES + SUM + 30
OPPOSED_DIE = 54
TOP = OPPOSED_MARGIN
BOTTOM = TOP + OPPOSED_TALL
PORTRAITS = TOP + 14 + OPPOSED_PORTRAIT // 2
"""Vertical middle of the portraits and of the sign between the sides, in pixels."""
MARKS = TOP + OPPOSED_PORTRAIT
"""Vertical position just below the marks on portraits, in pixels."""
NAMED = MARKS + 46
"""Base line of a name, in pixels."""
FOOT = 50
"""Height of a line of words below both sides, in pixels."""
BELOW = int(WIDTH / LANDSCAPE) - BOTTOM - OPPOSED_MARGIN
"""Height available below both sides, in pixels."""


def open_page(title: str, below: int = 0) -> Canvas:
    """Return a page for both sides with ``below`` free pixels under them, or a title there if 0."""
    canvas = Canvas(WIDTH, BOTTOM + (below or FOOT) + OPPOSED_MARGIN)
    canvas.neat_line(0, canvas.size[1])
    if not below:
        words, size = shrink_to_fit(title, "bold-italic", layout.TITLE, TYPE, WIDTH - 4 * OPPOSED_MARGIN)
        canvas.text(WIDTH // 2, BOTTOM + FOOT // 2 + size // 3 + 4, words, "bold-italic", size, True)
    return canvas


def panel(canvas: Canvas, left: int, parts: list[Part]) -> None:
    """Draw the ground of a side with its sum on the lowest line."""
    cards.ground(canvas, (left, TOP, left + OPPOSED_PANEL, BOTTOM))
    canvas.rule(left + 16, MARKS + NAMES + 20, OPPOSED_PANEL - 32, 1, 4)
    write_sum(canvas, parts, left, OPPOSED_PANEL, MARKS + NAMES + 22 + SUM // 2)


def mark_sides(canvas: Canvas, ended: Outcome | None) -> None:
    """Mark the winner and the wounded side, once the fight is decided."""
    for side, left in zip(ended or (), SIDES, strict=False):
        mark(canvas, side, left + OPPOSED_PANEL // 2, MARKS + NAMES + 22)


def place_between(canvas: Canvas, sign: Sprite) -> None:
    """Draw the sign of what the fight is about between the sides."""
    canvas.stamp(sign, WIDTH // 2, PORTRAITS)


def sum_of(sign: Sprite, value: int, thrown: int, bonus: int) -> list[Part]:
    """Return the parts of the sum: value + die, with the bonus, = total.

    ``thrown`` 0 gives an empty die without a total.
    """
    parts: list[Part] = [sign, (str(value), FIGURE), ("+", TYPE)]
    parts.append(die(thrown, OPPOSED_DIE) if thrown else blank_die(OPPOSED_DIE))
    if bonus:
        parts.append((f"{bonus:+d}".replace("-", "−"), TYPE))
    if thrown:
        parts += [("=", TYPE), (str(value + thrown + bonus), FIGURE + 8)]
    return parts
