"""A fight: both sides face to face, their values, the dice and what Spells add."""

from __future__ import annotations

from typing import Final

from images import marks, opposed, outcome, pictograms, sums
from images.canvas import Canvas, Sprite
from images.clashes import Outcome
from images.jaskinia import emblems, pieces
from images.lettering import Say, display_name, fit_line, wrap_words
from images.opposed import PANEL, PORTRAIT
from images.page import TYPE
from images.sums import Part
from rules.jaskinia.view import FightView, SideView
from rules.kernel.words import Term

LINES: Final = 2
SHOWN: Final = 4
"""Opponents whose emblems are shown."""


def draw_fight(fight: FightView, say: Say, ended: Outcome | None = None) -> bytes:
    """A fight as a PNG as wide as a page: whose turn it is on the left; who won and is wounded, once it has ended."""
    title = say(f"cavefight.{fight.kind}")
    canvas = opposed.open_page(title[:1].upper() + title[1:])
    for side, left in zip((fight.own, fight.other), opposed.SIDES, strict=True):
        _side(canvas, fight, side, left, say)
    opposed.mark_sides(canvas, _as_they_stand(fight, ended))
    opposed.place_between(canvas, pictograms.swords(60) if fight.kind == "fight" else pieces.power(56))
    return canvas.png()


def _as_they_stand(fight: FightView, ended: Outcome | None) -> Outcome | None:
    """Whose turn it is first, whoever won."""
    return Outcome(ended.other, ended.own) if ended and ended.other.names == fight.own.names else ended


def portraits(ended: Outcome) -> list[list[Sprite]]:
    """Those of both sides, for a strip."""
    return [[_by_name(name) for name in side.names] for side in ended]


def _by_name(name: Term) -> Sprite:
    """A Seeker, an Enemy or a guardian, by the key of the name; a typed name is a guest's."""
    key = f"seeker.{name}" if isinstance(name, str) else name.key
    kind, _, id = key.partition(".")
    if kind == "seeker":
        return emblems.seeker(id, outcome.PORTRAIT)
    return emblems.guardian(key, outcome.PORTRAIT) if kind == "caveguardian" else emblems.card(id, outcome.PORTRAIT)


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
    """One name, or several on two lines."""
    if len(names) == 1:
        sums.write_name(canvas, names[0], middle, base, PANEL - 16)
        return
    lines = wrap_words(", ".join(names), "bold", TYPE, PANEL - 16)
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], fit_line(" ".join(lines[LINES - 1 :]), "bold", TYPE, PANEL - 16)]
    for number, line in enumerate(lines):
        canvas.text(middle, base - 12 + number * (sums.SECOND), line, "bold", TYPE, True)


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
    sign = marks.blades(36) if fight.kind == "fight" else pieces.power(38)
    return opposed.sum_of(sign, side.value - side.bonus, side.die, side.bonus)
