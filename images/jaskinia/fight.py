"""A fight: both sides face to face, their values, the dice and what Spells add."""

from __future__ import annotations

from typing import Final

from images import marks, opposed, pictograms, sums
from images.canvas import Canvas, Sprite
from images.jaskinia import emblems, pieces
from images.lettering import Say, display_name, fit_line, wrap_words
from images.opposed import PANEL, PORTRAIT
from images.sums import Part
from rules.jaskinia.view import FightView, SideView

SEVERAL: Final = 23
"""Type of several names."""
LINES: Final = 2
SHOWN: Final = 4
"""Opponents whose emblems are shown."""


def draw_fight(fight: FightView, say: Say) -> bytes:
    """A fight as a PNG, 800 pixels wide: whose turn it is on the left."""
    title = say(f"cavefight.{fight.kind}")
    canvas = opposed.open_page(title[:1].upper() + title[1:])
    for side, left in zip((fight.own, fight.other), opposed.SIDES, strict=True):
        _side(canvas, fight, side, left, say)
    opposed.place_between(canvas, pictograms.swords(84) if fight.kind == "fight" else pieces.power(72))
    return canvas.png()


def _side(canvas: Canvas, fight: FightView, side: SideView, left: int, say: Say) -> None:
    """Portraits, names, and the sum."""
    opposed.panel(canvas, left, sum_of(fight, side))
    shown = _figures(side)
    pitch = PANEL // max(1, len(shown))
    size = min(PORTRAIT, pitch - 10)
    for number, sprite_of in enumerate(shown):
        canvas.stamp(_portrait(side, sprite_of, size), left + pitch * number + pitch // 2, opposed.PORTRAITS)
    if side.mark:
        canvas.stamp(pieces.pawn(side.mark, 48), left + PANEL // 2 - size // 2 + 10, opposed.MARKS - 8)
    _names(canvas, [display_name(name, say) for name in side.names], left + PANEL // 2, opposed.NAMED)


def _names(canvas: Canvas, names: list[str], middle: int, base: int) -> None:
    """One name large, several on two smaller lines."""
    if len(names) == 1:
        sums.write_name(canvas, names[0], middle, base, PANEL - 16)
        return
    lines = wrap_words(", ".join(names), "bold", SEVERAL, PANEL - 16)
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], fit_line(" ".join(lines[LINES - 1 :]), "bold", SEVERAL, PANEL - 16)]
    for number, line in enumerate(lines):
        canvas.text(middle, base - 10 + number * (SEVERAL + 5), line, "bold", SEVERAL, True)


def _figures(side: SideView) -> list[str]:
    """Whose emblems stand on a side, by id; '' for a guardian."""
    return [card.id for card in side.cards[:SHOWN]] or [side.seeker]


def _portrait(side: SideView, id: str, size: int) -> Sprite:
    if side.seeker:
        return emblems.seeker(id, size)
    if not side.cards:
        name = side.names[0] if side.names else ""
        return emblems.guardian(name if isinstance(name, str) else name.key, size)
    return emblems.card(id, size, next(card.type for card in side.cards if card.id == id))


def sum_of(fight: FightView, side: SideView) -> list[Part]:
    """Value + die, with what Spells added to it, = total; without a die yet an empty one."""
    sign = marks.blades(40) if fight.kind == "fight" else pieces.power(42)
    return opposed.sum_of(sign, side.value - side.bonus, side.die, side.bonus)
