"""A fight between two formations, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from images import cards, layout, packing, palette, signs
from images.artwork import art
from images.canvas import Canvas, Sprite
from images.cards import LEADING, name_lines
from images.labirynt_smierci import headpiece
from images.labirynt_smierci.faces import STATES, face, of_character, of_fighter, states_of
from images.labirynt_smierci.sheets import plights_of
from images.labirynt_smierci.tidings import QUIET, Tidings
from images.layout import HEADING, TYPE, WIDTH, Entry
from images.lettering import Say, display_name
from images.palette import FULL
from images.signs import icon, plight, shield_ring
from rules.labirynt_smierci.view import BattleView, CharacterView, FighterView, PartyView

MARGIN: Final = 20
GAP: Final = 11
SIDE_TITLE: Final = 38
FRONT: Final = 50
"""Height of the strip between the two front ranks."""
LINE_OF_CARDS: Final = 3
CARD: Final = (WIDTH - 2 * MARGIN - (LINE_OF_CARDS - 1) * GAP) // LINE_OF_CARDS
"""Width of a card, in pixels."""
PAD: Final = cards.PADDING
ROOM: Final = CARD - 2 * PAD
MOST_TALL: Final = 5
"""Lines of cards, of both sides, up to which the cards are tall."""
MOST_LOW: Final = 6
"""The same up to which the cards have names: more of them would push what there is to press off a phone's screen."""
EDGE: Final = 5
"""Width of the edge around special cards, in pixels."""
PLIGHT: Final = 34
WEAPON: Final = 30
BAR: Final = 22
LEGEND: Final = layout.form_for(WIDTH)

Rank = tuple[FighterView, ...]


class Form(NamedTuple):
    """The emblem on a card in pixels, whether there is room for the weapon, lines for the name."""

    emblem: int
    armed: bool
    names: int

    def height(self, line: Rank, say: Say) -> int:
        """The height of the cards on a line, in pixels, by the lines that the longest name on it takes."""
        if not self.names:
            return 2 * PAD + self.emblem
        names = max((len(_name(fighter, self, say)) for fighter in line), default=1)
        return 2 * PAD + self.emblem + 10 + names * cards.LEADING


TALL: Final = Form(cards.EMBLEM, True, 2)
LOW: Final = Form(58, False, 1)
SMALL: Final = Form(52, False, 0)


def draw_battle(battle: BattleView, say: Say, tidings: Tidings = QUIET) -> bytes:
    """A fight as a PNG as wide as a page; those who fell are not in the view and leave their place.

    What has just happened stands above.
    """
    return packing.png(WIDTH, [*headpiece.strips(tidings, WIDTH, say), *_draw_battle(battle, say).strips()])


def _draw_battle(battle: BattleView, say: Say) -> Canvas:
    above, below = list(reversed(_card_lines(battle.monsters))), _card_lines(battle.party)
    lines = len(above) + len(below)
    form = TALL if lines <= MOST_TALL else LOW if lines <= MOST_LOW else SMALL
    middle = HEADING + SIDE_TITLE + sum(form.height(line, say) + GAP for line in above)
    bottom = middle + FRONT + sum(form.height(line, say) + GAP for line in below) + SIDE_TITLE
    signs = layout.draw_legend(_legend_entries(above, below, say), WIDTH - 4 * MARGIN, LEGEND)
    canvas = Canvas(WIDTH, bottom + MARGIN + (signs.size[1] + GAP if signs else 0))
    layout.draw_frame(canvas, say("battle.title", round=battle.round))
    _draw_front(canvas, middle + (FRONT - GAP) // 2)
    canvas.text(WIDTH // 2, HEADING + 24, say("battle.monsters"), "italic", TYPE, True)
    _draw_formation(canvas, above, (HEADING + SIDE_TITLE, False), form, say)
    _draw_formation(canvas, below, (middle + FRONT, True), form, say)
    canvas.text(WIDTH // 2, bottom - 12, say("battle.party"), "italic", TYPE, True)
    if signs:
        canvas.rule(MARGIN + 10, bottom + 4, WIDTH - 2 * MARGIN - 20, 1, 4)
        canvas.plate(signs, 2 * MARGIN, bottom + GAP)
    return canvas


def _card_lines(ranks: tuple[Rank, ...]) -> list[Rank]:
    """Ranks from the front, a rank too long for a line of cards broken into several."""
    standing = [tuple(fighter for fighter in rank if fighter.strength > 0) for rank in ranks]
    return [rank[start : start + LINE_OF_CARDS] for rank in standing for start in range(0, len(rank), LINE_OF_CARDS)]


def _name(fighter: FighterView, form: Form, say: Say) -> list[str]:
    return cards.name_lines(display_name(fighter.name, say), ROOM, form.names)


def _legend_entries(above: list[Rank], below: list[Rank], say: Say) -> list[Entry]:
    """The signs on the cards, as far as there are any."""
    sides = ((above, False), (below, True))
    shown = {state for lines, ours in sides for line in lines for fighter in line for state in states_of(fighter, ours)}
    return [Entry(plight(state, LEGEND.sign), say(f"battle.{state}")) for state in STATES if state in shown]


def _draw_front(canvas: Canvas, y: int) -> None:
    """Crossed swords on the line where the formations meet."""
    canvas.rule(MARGIN + 10, y, WIDTH - 2 * MARGIN - 20, 2, 4)
    canvas.stamp(signs.swords(52), WIDTH // 2, y)


def _draw_formation(canvas: Canvas, lines: list[Rank], place: tuple[int, bool], form: Form, say: Say) -> None:
    """Lines of cards from ``place``: the upper edge, and whether it is the party's formation."""
    top, ours = place
    room = WIDTH - 2 * MARGIN
    for line in lines:
        tall = form.height(line, say)
        left = MARGIN + (room - len(line) * CARD - (len(line) - 1) * GAP) // 2
        for column, fighter in enumerate(line):
            box = (left + column * (CARD + GAP), top, left + column * (CARD + GAP) + CARD, top + tall)
            _draw_card(canvas, fighter, box, (form, states_of(fighter, ours)), say)
        top += tall + GAP


def _draw_card(
    canvas: Canvas,
    fighter: FighterView,
    box: tuple[int, int, int, int],
    drawn: tuple[Form, list[str]],
    say: Say,
) -> None:
    """The emblem, strength and weapon on its right, the name below."""
    (left, top), (form, states) = box[:2], drawn
    _draw_card_ground(canvas, box, fighter.kind, states)
    _draw_figure(canvas, fighter, (left + PAD, top + PAD), form.emblem, states)
    start = left + form.emblem + 2 * PAD + 6
    _draw_strength(canvas, fighter, (start, top + PAD, left + CARD - PAD))
    if form.armed and fighter.weapon:
        canvas.stamp(icon(fighter.weapon, WEAPON), start + WEAPON // 2, top + PAD + form.emblem - WEAPON // 2 + 2)
    if form.names:
        cards.name(canvas, _name(fighter, form, say), left + PAD, top + PAD + form.emblem + cards.LEADING + 1)


def _draw_strength(canvas: Canvas, fighter: FighterView, place: tuple[int, int, int]) -> None:
    """What is left in figures, and a bar below."""
    left, top, right = place
    canvas.text(left, top + 21, f"{fighter.strength}/{fighter.full}", "bold", TYPE)
    part = min(max(fighter.strength, 0) / fighter.full, 1.0) if fighter.full > 0 else 0.0
    cards.bar(canvas, (left, top + 28, right, top + 28 + BAR), [(part, palette.RED)], fighter.full)


def _draw_card_ground(canvas: Canvas, box: tuple[int, int, int, int], kind: str, states: list[str]) -> None:
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


def _draw_figure(canvas: Canvas, fighter: FighterView, corner: tuple[int, int], side: int, states: list[str]) -> None:
    """The emblem with its mark, in a ring if shielded; signs of sleep and of changed sides at its right."""
    left, top = corner
    x, y = left + side // 2, top + side // 2
    if "shielded" in states:
        canvas.stamp(shield_ring(side + 10), x, y)
        canvas.stamp(face(of_fighter(fighter), fighter.weapon, side - 22), x, y)
    else:
        canvas.stamp(face(of_fighter(fighter), fighter.weapon, side), x, y)
    cards.badge(canvas, fighter.mark, left + 10, top + side - 10)
    for state, down in (("asleep", 6), ("charmed", side - 10), ("turned", side - 10)):
        if state in states:
            canvas.stamp(plight(state, PLIGHT), left + side - 12, top + down)


SIGN: Final = 150
"""Size of what stands for the end, in pixels."""
SIGNS: Final = {
    "victory": "signs/destroyed",
    "defeat": "signs/candle",
    "adventures": "signs/sun-red",
    "home": "signs/entrance",
}
ACROSS: Final = 3
PITCH: Final = (WIDTH - 2 * MARGIN) // ACROSS
PORTRAIT: Final = 104
LABEL: Final = 44
"""Height of the line above the dead, in pixels."""
ENDING_TALL: Final = PORTRAIT + 2 * LEADING + 14
"""Height of a row of faces with their names, in pixels."""
MARK: Final = 40


class Group(NamedTuple):
    """Those of whom the same holds, below its words."""

    title: str
    members: Sequence[CharacterView]

    @property
    def height(self) -> int:
        """With a line for the title, in pixels; nothing where there is nobody."""
        return LABEL + -(-len(self.members) // ACROSS) * ENDING_TALL if self.members else 0


def draw_ending(party: PartyView, outcome: str, say: Say) -> bytes:
    """The end of the game as a PNG as wide as a page: victory, defeat, adventures, home; dark where all is lost."""
    people = [character for character in party.characters if not character.ally]
    living = Group(say("ending.living"), [person for person in people if person.alive])
    dead = Group(say("ending.lost"), [person for person in people if not person.alive])
    top = HEADING + SIGN + MARGIN
    canvas = Canvas(WIDTH, top + living.height + dead.height + MARGIN)
    graves = 14 if not living.members else top + living.height
    if dead.members:
        canvas.block((14, graves, WIDTH - 14, canvas.size[1] - 14), palette.DARK)
    layout.draw_frame(canvas, say(f"ending.{outcome}"))
    _draw_outcome_sign(canvas, outcome, HEADING + SIGN // 2)
    _draw_members(canvas, living, top, party.winners, say)
    _draw_members(canvas, dead, top + living.height, party.winners, say)
    return canvas.png()


def _draw_outcome_sign(canvas: Canvas, outcome: str, middle: int) -> None:
    """What stands for the end; a victory between crowns, a defeat between graves."""
    canvas.stamp(art(SIGNS.get(outcome, "signs/entrance"), SIGN), WIDTH // 2, middle)
    beside = {"victory": "winner", "defeat": "dead"}.get(outcome)
    for x in (WIDTH // 5, WIDTH * 4 // 5) if beside else ():
        canvas.stamp(plight(beside or "", SIGN // 2), x, middle)


def _draw_members(canvas: Canvas, group: Group, top: int, winners: Sequence[str], say: Say) -> None:
    """Faces in rows, each with its name, the sign of what befell, or a winner's crown."""
    if not group.members:
        return
    canvas.text(WIDTH // 2, top + TYPE + 4, group.title, "italic", TYPE, True)
    for nth, character in enumerate(group.members):
        row, column = divmod(nth, ACROSS)
        there = min(ACROSS, len(group.members) - row * ACROSS)
        x = WIDTH // 2 + round((column - (there - 1) / 2) * PITCH)
        _draw_member(canvas, character, x, top + LABEL + row * ENDING_TALL, _fate_marks(character, winners))
        for line, words in enumerate(name_lines(display_name(character.name, say), PITCH - 10, 2), 1):
            canvas.text(x, top + LABEL + row * ENDING_TALL + PORTRAIT + line * LEADING - 4, words, "bold", TYPE, True)


def _draw_member(canvas: Canvas, character: CharacterView, x: int, top: int, marks: Sequence[Sprite]) -> None:
    canvas.stamp(face(of_character(character), "", PORTRAIT), x, top + PORTRAIT // 2)
    for number, mark in enumerate(marks):
        canvas.stamp(mark, x + PORTRAIT // 2 + 8, top + MARK // 2 + number * MARK)


def _fate_marks(character: CharacterView, winners: Sequence[str]) -> list[Sprite]:
    befallen = [] if character.alive else plights_of(character)
    return [plight(what, MARK) for what in (*(["winner"] if character.id in winners else []), *befallen)]
