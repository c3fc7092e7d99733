"""A fight: two formations face to face, the party below as its players see it."""

from __future__ import annotations

from typing import Final

from images import cards, pictograms
from images.canvas import Canvas
from images.lettering import Say, named, shrunk
from rules.labirynt_smierci.view import BattleView, FighterView

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
MARGIN: Final = 24
HEADING: Final = 58
TITLE: Final = 32
TITLE_LEAST: Final = 22
CARD: Final = 120
GAP: Final = 12
SIDE_TITLE: Final = 34
FRONT: Final = 54
"""Height of the strip between the two front ranks."""
LINE_OF_CARDS: Final = 3

Rank = tuple[FighterView, ...]


def draw_battle(battle: BattleView, say: Say) -> bytes:
    """A fight as a PNG, 800 pixels wide; those who fell are not in the view and leave their place."""
    above, below = list(reversed(_lines(battle.monsters))), _lines(battle.party)
    middle = HEADING + MARGIN + SIDE_TITLE + len(above) * (CARD + GAP)
    canvas = Canvas(WIDTH, middle + FRONT + len(below) * (CARD + GAP) + SIDE_TITLE + MARGIN)
    _heading(canvas, say("battle.title", round=battle.round))
    canvas.text(WIDTH // 2, HEADING + MARGIN + 20, say("battle.monsters"), "italic", 24, True)
    _formation(canvas, above, HEADING + MARGIN + SIDE_TITLE, say)
    _front(canvas, middle + (FRONT - GAP) // 2)
    _formation(canvas, below, middle + FRONT, say)
    canvas.text(WIDTH // 2, canvas.size[1] - MARGIN - 8, say("battle.party"), "italic", 24, True)
    return canvas.png()


def _lines(ranks: tuple[Rank, ...]) -> list[Rank]:
    """Ranks from the front, a rank too long for a line of cards broken into several."""
    standing = [tuple(fighter for fighter in rank if fighter.strength > 0) for rank in ranks]
    return [rank[start : start + LINE_OF_CARDS] for rank in standing for start in range(0, len(rank), LINE_OF_CARDS)]


def _heading(canvas: Canvas, title: str) -> None:
    words, size = shrunk(title, "bold-italic", TITLE, TITLE_LEAST, WIDTH - 4 * MARGIN)
    canvas.text(WIDTH // 2, HEADING - 8, words, "bold-italic", size, True)
    width, height = canvas.size
    canvas.frame((7, 7, width - 7, height - 7), 3)
    canvas.frame((13, 13, width - 13, height - 13), 1)


def _front(canvas: Canvas, y: int) -> None:
    """Crossed swords on the line where the formations meet."""
    canvas.rule(MARGIN + 10, y, WIDTH - 2 * MARGIN - 20, 2, 4)
    canvas.stamp(pictograms.swords(56), WIDTH // 2, y)


def _formation(canvas: Canvas, lines: list[Rank], top: int, say: Say) -> None:
    room = WIDTH - 2 * MARGIN
    width = (room - (LINE_OF_CARDS - 1) * GAP) // LINE_OF_CARDS
    for row, line in enumerate(lines):
        left = MARGIN + (room - len(line) * width - (len(line) - 1) * GAP) // 2
        for column, fighter in enumerate(line):
            _card(canvas, fighter, left + column * (width + GAP), top + row * (CARD + GAP), width, say)


def _card(canvas: Canvas, fighter: FighterView, left: int, top: int, width: int, say: Say) -> None:
    pad = cards.PADDING
    cards.ground(canvas, (left, top, left + width, top + CARD))
    cards.figure(canvas, fighter.kind, fighter.mark, left + pad, top + (CARD - cards.EMBLEM) // 2)
    start = left + cards.EMBLEM + 2 * pad + 2
    room = left + width - start - pad
    base = cards.name(canvas, named(fighter.name, say), start, top + 27, room, 2)
    weapon = say(f"weapon.{fighter.weapon}") if fighter.weapon else ""
    cards.small(canvas, weapon, start, base + 25, room)
    cards.strength(canvas, fighter.strength, fighter.full, (start, top + CARD - pad - cards.BAR - 2, room))
