"""A fight: two formations face to face, the party below as its players see it."""

from __future__ import annotations

from typing import Final, NamedTuple

from images import cards, legend, palette, pictograms
from images.canvas import Canvas
from images.labirynt_smierci.faces import face, of_fighter
from images.labirynt_smierci.states import STATES, states_of
from images.legend import Entry
from images.lettering import Say, display_name, shrink_to_fit
from images.palette import FULL
from images.plights import plight, shield_ring
from rules.labirynt_smierci.view import BattleView, FighterView

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
MARGIN: Final = 24
HEADING: Final = 58
TITLE: Final = 32
TITLE_LEAST: Final = 22
GAP: Final = 12
SIDE_TITLE: Final = 34
FRONT: Final = 54
"""Height of the strip between the two front ranks."""
LINE_OF_CARDS: Final = 3
CARD: Final = (WIDTH - 2 * MARGIN - (LINE_OF_CARDS - 1) * GAP) // LINE_OF_CARDS
"""Width of a card, in pixels."""
MOST_TALL: Final = 5
"""Lines of cards, of both sides, up to which the cards are tall."""
EDGE: Final = 6
"""Width of the edge around special cards, in pixels."""
PLIGHT: Final = 34

Rank = tuple[FighterView, ...]


class Form(NamedTuple):
    """How tall a card is and how large its emblem, in pixels, and whether there is room for the weapon."""

    height: int
    emblem: int
    armed: bool


TALL: Final = Form(120, cards.EMBLEM, True)
LOW: Final = Form(88, 66, False)


def draw_battle(battle: BattleView, say: Say) -> bytes:
    """A fight as a PNG, 800 pixels wide; those who fell are not in the view and leave their place."""
    above, below = list(reversed(_lines(battle.monsters))), _lines(battle.party)
    form = TALL if len(above) + len(below) <= MOST_TALL else LOW
    middle = HEADING + MARGIN + SIDE_TITLE + len(above) * (form.height + GAP)
    bottom = middle + FRONT + len(below) * (form.height + GAP) + SIDE_TITLE
    signs = legend.draw_legend(_legend(above, below, say), WIDTH - 4 * MARGIN)
    canvas = Canvas(WIDTH, bottom + MARGIN + (signs.size[1] + GAP if signs else 0))
    _heading(canvas, say("battle.title", round=battle.round))
    _front(canvas, middle + (FRONT - GAP) // 2)
    canvas.text(WIDTH // 2, HEADING + MARGIN + 20, say("battle.monsters"), "italic", 24, True)
    _formation(canvas, above, (HEADING + MARGIN + SIDE_TITLE, False), form, say)
    _formation(canvas, below, (middle + FRONT, True), form, say)
    canvas.text(WIDTH // 2, bottom - 8, say("battle.party"), "italic", 24, True)
    if signs:
        canvas.rule(MARGIN + 10, bottom + 4, WIDTH - 2 * MARGIN - 20, 1, 4)
        canvas.plate(signs, 2 * MARGIN, bottom + GAP)
    return canvas.png()


def _lines(ranks: tuple[Rank, ...]) -> list[Rank]:
    """Ranks from the front, a rank too long for a line of cards broken into several."""
    standing = [tuple(fighter for fighter in rank if fighter.strength > 0) for rank in ranks]
    return [rank[start : start + LINE_OF_CARDS] for rank in standing for start in range(0, len(rank), LINE_OF_CARDS)]


def _legend(above: list[Rank], below: list[Rank], say: Say) -> list[Entry]:
    """The signs on the cards, as far as there are any."""
    sides = ((above, False), (below, True))
    shown = {state for lines, ours in sides for line in lines for one in line for state in states_of(one, ours)}
    return [Entry(plight(state, legend.SIGN), say(f"battle.{state}")) for state in STATES if state in shown]


def _heading(canvas: Canvas, title: str) -> None:
    words, size = shrink_to_fit(title, "bold-italic", TITLE, TITLE_LEAST, WIDTH - 4 * MARGIN)
    canvas.text(WIDTH // 2, HEADING - 8, words, "bold-italic", size, True)
    width, height = canvas.size
    canvas.frame((7, 7, width - 7, height - 7), 3)
    canvas.frame((13, 13, width - 13, height - 13), 1)


def _front(canvas: Canvas, y: int) -> None:
    """Crossed swords on the line where the formations meet."""
    canvas.rule(MARGIN + 10, y, WIDTH - 2 * MARGIN - 20, 2, 4)
    canvas.stamp(pictograms.swords(56), WIDTH // 2, y)


def _formation(canvas: Canvas, lines: list[Rank], place: tuple[int, bool], form: Form, say: Say) -> None:
    """Lines of cards from ``place``: the upper edge, and whether it is the party's formation."""
    top, ours = place
    room = WIDTH - 2 * MARGIN
    for row, line in enumerate(lines):
        left = MARGIN + (room - len(line) * CARD - (len(line) - 1) * GAP) // 2
        for column, fighter in enumerate(line):
            corner = (left + column * (CARD + GAP), top + row * (form.height + GAP))
            _card(canvas, fighter, corner, (form, states_of(fighter, ours)), say)


def _card(
    canvas: Canvas, fighter: FighterView, corner: tuple[int, int], drawn: tuple[Form, list[str]], say: Say
) -> None:
    (left, top), (form, states), pad = corner, drawn, cards.PADDING
    _ground(canvas, (left, top, left + CARD, top + form.height), fighter.kind, states)
    _figure(canvas, fighter, (left + pad, top + (form.height - form.emblem) // 2), form.emblem, states)
    start = left + form.emblem + 2 * pad + 2
    room = left + CARD - start - pad
    base = cards.name(canvas, display_name(fighter.name, say), start, top + 27, room, 2)
    if form.armed and fighter.weapon:
        cards.small(canvas, say(f"weapon.{fighter.weapon}"), start, base + 25, room)
    bottom = top + form.height - pad - cards.BAR - 2
    cards.strength(canvas, fighter.strength, fighter.full, (start, bottom, room))


def _ground(canvas: Canvas, box: tuple[int, int, int, int], kind: str, states: list[str]) -> None:
    """The card; dim for sleepers, with an edge in colour for who changed sides and in black for the Gate."""
    left, top, right, bottom = box
    edges = {"charmed": (palette.WATER, 0), "turned": (palette.RED, 0), "gate": (palette.PAPER, FULL)}
    edge = next((edges[what] for what in (*states, kind) if what in edges), None)
    if edge:
        around = (left - EDGE, top - EDGE, right + EDGE, bottom + EDGE)
        canvas.block(around, *edge)
        canvas.frame(around, 2)
    cards.ground(canvas, box)
    if "asleep" in states:
        canvas.block((left + 2, top + 2, right - 2, bottom - 2), palette.SHADE)


def _figure(canvas: Canvas, fighter: FighterView, corner: tuple[int, int], side: int, states: list[str]) -> None:
    """The emblem with its mark, in a ring if shielded; signs of sleep and of changed sides at its right."""
    left, top = corner
    x, y = left + side // 2, top + side // 2
    if "shielded" in states:
        canvas.stamp(shield_ring(side + 10), x, y)
        canvas.stamp(face(of_fighter(fighter), fighter.weapon, side - 22), x, y)
    else:
        canvas.stamp(face(of_fighter(fighter), fighter.weapon, side), x, y)
    cards.badge(canvas, fighter.mark, left + 10, top + side - 8)
    for state, down in (("asleep", 6), ("charmed", side - 10), ("turned", side - 10)):
        if state in states:
            canvas.stamp(plight(state, PLIGHT), left + side - 12, top + down)
