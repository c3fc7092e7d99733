"""Draws a clash with both sides face to face, and its outcome."""

from __future__ import annotations

from images import moment_card, signs, versus
from images.canvas import Canvas, Sprite
from images.clashes import Outcome
from images.labirynt_czarnoksieznika import pieces
from images.labirynt_czarnoksieznika.pieces import portrait
from images.layout import WIDTH, Chip, chips
from images.lettering import Say, display_name
from images.moments import Moment
from images.versus import OPPOSED_MARGIN, OPPOSED_PANEL, OPPOSED_PORTRAIT
from rules.labirynt_czarnoksieznika.view import FighterView, FightView

SIGN = 32
FOOT = 18


def draw_duel(fight: FightView, say: Say, ended: Outcome | None = None) -> bytes:
    """Return a clash as a PNG of page width, the attacker on the left; ``ended`` adds the winner and the wounds."""
    spells = chips(
        [Chip(pieces.floor_token(scroll, SIGN), display_name(scroll, say)) for scroll in fight.cast],
        WIDTH - 4 * OPPOSED_MARGIN,
    )
    title = say("plan.clash.later", clash=fight.clash) if fight.clash > 1 else say("plan.clash")
    canvas = versus.open_page(title, min(spells.height + FOOT, versus.BELOW) if fight.cast else 0)
    for fighter, left in zip((fight.attacker, fight.other), versus.SIDES, strict=True):
        _draw_side(canvas, fighter, left, say)
    versus.mark_sides(canvas, ended)
    versus.place_between(canvas, signs.swords(60))
    spells.paint(canvas, 2 * OPPOSED_MARGIN, versus.BOTTOM + FOOT // 2)
    return canvas.png()


def draw_ended(ended: Outcome, say: Say) -> bytes:
    """Return the outcome of a clash as a PNG of page width: portraits, sums, the winner and the wounds."""
    return versus.strip(ended, portraits(ended), say).png()


def portraits(ended: Outcome) -> list[list[Sprite]]:
    """Return the portraits of both sides, for a strip."""
    ids = [[name.key.rpartition(".")[2] for name in side.names if not isinstance(name, str)] for side in ended]
    return [[portrait(id, versus.PORTRAIT) for id in side] for side in ids]


def draw_moment(moment: Moment, below: Canvas | None = None) -> Canvas:
    """Draw the card of a great moment, above the picture ``below`` if given."""
    face = portrait(moment.portrait, moment_card.PORTRAIT)
    return moment_card.draw_card(moment, face, _sign_of(moment.sign, moment_card.SIGN), pieces.badge, below)


def _sign_of(sign: str, size: int) -> Sprite:
    """Return the sign of a moment's subject: a Crystal, a Gem, the Glove of Doom; swords for a death."""
    match sign:
        case "crystal":
            return pieces.crystal(size)
        case "gem" | "glove":
            return pieces.pictogram(sign, size)
        case _:
            return signs.swords(size)


def _draw_side(canvas: Canvas, fighter: FighterView, left: int, say: Say) -> None:
    sum_of_it = versus.sum_of(signs.blades(36), fighter.strength, fighter.die, fighter.shift)
    versus.panel(canvas, left, sum_of_it)
    pitch = OPPOSED_PANEL // max(1, len(fighter.ids))
    size = min(OPPOSED_PORTRAIT, pitch - 14)
    for number, (id, name) in enumerate(zip(fighter.ids, fighter.names, strict=False)):
        middle = left + pitch * number + pitch // 2
        canvas.stamp(portrait(id, size), middle, versus.PORTRAITS)
        if fighter.team:
            canvas.stamp(pieces.badge(fighter.team, 40), middle - size // 2 + 12, versus.MARKS - 2)
        versus.write_name(canvas, display_name(name, say), middle, versus.NAMED, pitch - 16)
