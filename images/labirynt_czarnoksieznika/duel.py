"""A clash: who attacks and the other side face to face, their Strength, the dice and what was cast."""

from __future__ import annotations

from typing import Final

from images import cards, marks, page, pictograms, sums
from images.blocks import Chip, chips
from images.canvas import Canvas
from images.dice import die
from images.labirynt_czarnoksieznika import finds, pieces
from images.labirynt_czarnoksieznika.portraits import portrait
from images.lettering import Say, named
from images.sums import FIGURE, Part
from rules.labirynt_czarnoksieznika.view import FighterView, FightView

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
MARGIN: Final = 28
BETWEEN: Final = 92
PANEL: Final = (WIDTH - 2 * MARGIN - BETWEEN) // 2
PORTRAIT: Final = 150
NAMES: Final = 66
"""Room for two names under the portraits, in pixels."""
SUM: Final = 88
"""Height of the line with Strength, die and total."""
TALL: Final = PORTRAIT + NAMES + SUM + 30
DIE: Final = 64
SIGN: Final = 32
FOOT: Final = 18


def draw_duel(fight: FightView, say: Say) -> bytes:
    """A clash as a PNG, 800 pixels wide: the attacker on the left."""
    spells = chips([Chip(finds.lying(scroll, SIGN), named(scroll, say)) for scroll in fight.cast], WIDTH - 4 * MARGIN)
    below = spells.height + FOOT if fight.cast else 0
    canvas = Canvas(WIDTH, page.HEADING + TALL + below + MARGIN)
    page.framed(canvas, say("plan.clash.later", clash=fight.clash) if fight.clash > 1 else say("plan.clash"))
    _side(canvas, fight.attacker, MARGIN, say)
    _side(canvas, fight.other, MARGIN + PANEL + BETWEEN, say)
    canvas.stamp(pictograms.swords(84), WIDTH // 2, page.HEADING + PORTRAIT // 2 + 14)
    spells.paint(canvas, 2 * MARGIN, page.HEADING + TALL + FOOT // 2)
    return canvas.png()


def _side(canvas: Canvas, fighter: FighterView, left: int, say: Say) -> None:
    """Portraits, names, and what they have in this clash."""
    top = page.HEADING
    cards.ground(canvas, (left, top, left + PANEL, top + TALL))
    pitch = PANEL // max(1, len(fighter.ids))
    size = min(PORTRAIT, pitch - 14)
    for number, (id, name) in enumerate(zip(fighter.ids, fighter.names, strict=False)):
        middle = left + pitch * number + pitch // 2
        canvas.stamp(portrait(id, size), middle, top + 14 + PORTRAIT // 2)
        if fighter.team:
            canvas.stamp(pieces.badge(fighter.team, 40), middle - size // 2 + 12, top + PORTRAIT - 2)
        sums.named(canvas, named(name, say), middle, top + PORTRAIT + 46, pitch - 16)
    canvas.rule(left + 16, top + PORTRAIT + NAMES + 20, PANEL - 32, 1, 4)
    _sum(canvas, fighter, left, top + PORTRAIT + NAMES + 22 + SUM // 2)


def _sum(canvas: Canvas, fighter: FighterView, left: int, middle: int) -> None:
    """Strength + die, with what Fate added to it, = total; without a die yet an empty one."""
    parts: list[Part] = [marks.blades(40), (str(fighter.strength), FIGURE), ("+", FIGURE - 8)]
    parts.append(die(fighter.die, DIE) if fighter.die else marks.blank_die(DIE))
    if fighter.shift:
        parts.append((f"{fighter.shift:+d}".replace("-", "−"), FIGURE - 12))
    if fighter.die:
        total = fighter.strength + fighter.die + fighter.shift
        parts += [("=", FIGURE - 8), (str(total), FIGURE + 8)]
    sums.written(canvas, parts, left, PANEL, middle)
