"""A fight: both sides face to face, their values, the dice and what Spells add."""

from __future__ import annotations

from typing import Final

from images import cards, marks, page, pictograms, sums
from images.canvas import Canvas, Sprite
from images.dice import die
from images.jaskinia import emblems, pieces
from images.lettering import Say, fitted, named, wrapped
from images.sums import FIGURE, Part
from rules.jaskinia.view import FightView, SideView

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
MARGIN: Final = 28
BETWEEN: Final = 92
PANEL: Final = (WIDTH - 2 * MARGIN - BETWEEN) // 2
PORTRAIT: Final = 150
NAMES: Final = 66
"""Room for two names under the portraits, in pixels."""
SUM: Final = 88
"""Height of the line with value, die and total."""
TALL: Final = PORTRAIT + NAMES + SUM + 30
DIE: Final = 64
SEVERAL: Final = 23
"""Type of several names."""
LINES: Final = 2
SHOWN: Final = 4
"""Opponents whose emblems are shown."""


def draw_fight(fight: FightView, say: Say) -> bytes:
    """A fight as a PNG, 800 pixels wide: whose turn it is on the left."""
    canvas = Canvas(WIDTH, page.HEADING + TALL + MARGIN)
    title = say(f"cavefight.{fight.kind}")
    page.framed(canvas, title[:1].upper() + title[1:])
    _side(canvas, fight, fight.own, MARGIN, say)
    _side(canvas, fight, fight.other, MARGIN + PANEL + BETWEEN, say)
    sign = pictograms.swords(84) if fight.kind == "fight" else pieces.power(72)
    canvas.stamp(sign, WIDTH // 2, page.HEADING + PORTRAIT // 2 + 14)
    return canvas.png()


def _side(canvas: Canvas, fight: FightView, side: SideView, left: int, say: Say) -> None:
    """Portraits, names, and the sum."""
    top = page.HEADING
    cards.ground(canvas, (left, top, left + PANEL, top + TALL))
    shown = _figures(side)
    pitch = PANEL // max(1, len(shown))
    size = min(PORTRAIT, pitch - 10)
    for number, sprite_of in enumerate(shown):
        canvas.stamp(_portrait(side, sprite_of, size), left + pitch * number + pitch // 2, top + 14 + PORTRAIT // 2)
    if side.mark:
        canvas.stamp(pieces.pawn(side.mark, 48), left + PANEL // 2 - size // 2 + 10, top + PORTRAIT - 8)
    _names(canvas, [named(name, say) for name in side.names], left + PANEL // 2, top + PORTRAIT + 46)
    canvas.rule(left + 16, top + PORTRAIT + NAMES + 20, PANEL - 32, 1, 4)
    sums.written(canvas, sum_of(fight, side), left, PANEL, top + PORTRAIT + NAMES + 22 + SUM // 2)


def _names(canvas: Canvas, names: list[str], middle: int, base: int) -> None:
    """One name large, several on two smaller lines."""
    if len(names) == 1:
        sums.named(canvas, names[0], middle, base, PANEL - 16)
        return
    lines = wrapped(", ".join(names), "bold", SEVERAL, PANEL - 16)
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], fitted(" ".join(lines[LINES - 1 :]), "bold", SEVERAL, PANEL - 16)]
    for number, line in enumerate(lines):
        canvas.text(middle, base - 10 + number * (SEVERAL + 5), line, "bold", SEVERAL, True)


def _figures(side: SideView) -> list[str]:
    """Whose emblems stand on a side, by id; '' for a guardian."""
    return [card.id for card in side.cards[:SHOWN]] or [side.seeker]


def _portrait(side: SideView, id: str, size: int) -> Sprite:
    if side.seeker:
        return emblems.seeker(id, size)
    if not side.cards:
        return emblems.guardian(side.names[0].key if side.names else "", size)
    return emblems.card(id, size, next(card.type for card in side.cards if card.id == id))


def sum_of(fight: FightView, side: SideView) -> list[Part]:
    """Value + die, with what Spells added to it, = total; without a die yet an empty one."""
    sign = marks.blades(40) if fight.kind == "fight" else pieces.power(42)
    parts: list[Part] = [sign, (str(side.value - side.bonus), FIGURE), ("+", FIGURE - 8)]
    parts.append(die(side.die, DIE) if side.die else marks.blank_die(DIE))
    if side.bonus:
        parts.append((f"{side.bonus:+d}".replace("-", "−"), FIGURE - 12))
    if side.die:
        parts += [("=", FIGURE - 8), (str(side.value + side.die), FIGURE + 8)]
    return parts
