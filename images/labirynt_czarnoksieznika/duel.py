"""A clash: who attacks and the other side face to face, their Strength, the dice and what was cast."""

from __future__ import annotations

from typing import Final

from images import marks, opposed, outcome, pictograms, sums
from images.blocks import Chip, chips
from images.canvas import Canvas, Sprite
from images.clashes import Outcome
from images.labirynt_czarnoksieznika import finds, pieces
from images.labirynt_czarnoksieznika.portraits import portrait
from images.lettering import Say, display_name
from images.opposed import MARGIN, PANEL, PORTRAIT
from images.page import WIDTH
from rules.labirynt_czarnoksieznika.view import FighterView, FightView

SIGN: Final = 32
FOOT: Final = 18


def draw_duel(fight: FightView, say: Say, ended: Outcome | None = None) -> bytes:
    """A clash as a PNG as wide as a page: the attacker on the left; who won and is wounded, once it has ended."""
    spells = chips(
        [Chip(finds.floor_token(scroll, SIGN), display_name(scroll, say)) for scroll in fight.cast], WIDTH - 4 * MARGIN
    )
    title = say("plan.clash.later", clash=fight.clash) if fight.clash > 1 else say("plan.clash")
    canvas = opposed.open_page(title, spells.height + FOOT if fight.cast else 0)
    for fighter, left in zip((fight.attacker, fight.other), opposed.SIDES, strict=True):
        _side(canvas, fighter, left, say)
    opposed.mark_sides(canvas, ended)
    opposed.place_between(canvas, pictograms.swords(60))
    spells.paint(canvas, 2 * MARGIN, opposed.BOTTOM + FOOT // 2)
    return canvas.png()


def draw_ended(ended: Outcome) -> bytes:
    """How a clash ended as a PNG as wide as a page: portraits, sums, who won and who is wounded."""
    return outcome.strip(ended, portraits(ended)).png()


def portraits(ended: Outcome) -> list[list[Sprite]]:
    """Those of both sides, for a strip."""
    ids = [[name.key.rpartition(".")[2] for name in side.names if not isinstance(name, str)] for side in ended]
    return [[portrait(id, outcome.PORTRAIT) for id in side] for side in ids]


def _side(canvas: Canvas, fighter: FighterView, left: int, say: Say) -> None:
    """Portraits, names, and what they have in this clash."""
    sum_of_it = opposed.sum_of(marks.blades(36), fighter.strength, fighter.die, fighter.shift)
    opposed.panel(canvas, left, sum_of_it)
    pitch = PANEL // max(1, len(fighter.ids))
    size = min(PORTRAIT, pitch - 14)
    for number, (id, name) in enumerate(zip(fighter.ids, fighter.names, strict=False)):
        middle = left + pitch * number + pitch // 2
        canvas.stamp(portrait(id, size), middle, opposed.PORTRAITS)
        if fighter.team:
            canvas.stamp(pieces.badge(fighter.team, 40), middle - size // 2 + 12, opposed.MARKS - 2)
        sums.write_name(canvas, display_name(name, say), middle, opposed.NAMED, pitch - 16)
