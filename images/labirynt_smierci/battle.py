"""Draws a fight between two formations, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from images import cards, ending, layout, palette, signs
from images.artwork import art
from images.canvas import Canvas
from images.labirynt_smierci.description import plights_of
from images.labirynt_smierci.faces import STATES, face, of_character, of_fighter, states_of
from images.labirynt_smierci.tidings import QUIET, Tidings
from images.layout import LANDSCAPE, TYPE, WIDTH, Entry
from images.lettering import Say, display_name, fit_line, width
from images.palette import FULL, Box
from images.signs import plight, shield_ring
from rules.labirynt_smierci.view import BattleView, CharacterView, FighterView, PartyView

MARGIN = 20
GAP = 9
FRONT = 40
"""Height of the strip between the front ranks with the round, crossed swords and the legend, in pixels."""
HEIGHT = int(WIDTH / LANDSCAPE)
ABREAST = 6
"""Maximum number of cards behind the front that share one line."""
CROWD = 8
"""Maximum number of cards per line if they take several lines."""
TALLEST = 116
WIDEST = 290
"""Maximum width of a card, in pixels."""
WIDE = 150
"""Minimum width of a card with the name beside the emblem, in pixels."""
NAMED = 90
"""Minimum width of a card with a name, in pixels."""
PAD = 6
EMBLEM = 76
SMALL = 60
"""Maximum size of the emblem on narrow cards, in pixels; ``EMBLEM`` on wide ones."""
LEAST = 34
"""Minimum size of an emblem that carries its mark, in pixels; on a smaller emblem the mark stands beside it."""
DISC = 32
"""Width of a mark beside its emblem, in pixels."""
LOWEST = 20
"""Minimum height of an emblem above a line of text, in pixels; on a lower card it stands beside the text."""
LINE = TYPE + 1
DROP = TYPE // 4
"""Distance from the base line to the bottom of a line, in pixels."""
SHORTEST = 30
"""Minimum width of a bar, in pixels."""
EDGE = 4
"""Width of the edge around special cards, in pixels."""
PLIGHT = 32
BAR = 20
SWORDS = 44
LEGEND = layout.form_for(WIDTH)

Rank = tuple[FighterView, ...]


class Line(NamedTuple):
    """Fighters side by side, and whether they belong to the party."""

    fighters: Rank
    ours: bool


def draw_battle(battle: BattleView, say: Say, tidings: Tidings = QUIET) -> bytes:
    """Return a fight for half a phone screen as a PNG, with the front ranks in the middle.

    Cards are taller if there are fewer lines. The view omits the fallen; those who have just fallen are named between
    the formations.
    """
    theirs = [Line(fighters, ours=False) for fighters in reversed(_lines(battle.monsters))]
    ours = [Line(fighters, ours=True) for fighters in _lines(battle.party)]
    number = len(theirs) + len(ours)
    tall = min(TALLEST, (HEIGHT - 2 * MARGIN - FRONT) // max(number, 1) - GAP)
    canvas = Canvas(WIDTH, 2 * MARGIN + FRONT + number * (tall + GAP) - GAP)
    canvas.neat_line(0, canvas.size[1])
    top = MARGIN
    for line in theirs:
        _draw_line(canvas, line, top, tall, say)
        top += tall + GAP
    entries = [*_tidings_entries(tidings, say), *_legend([*theirs, *ours], say)]
    _draw_front(canvas, top + (FRONT - GAP) // 2, say("battle.title", round=battle.round), entries)
    top += FRONT
    for line in ours:
        _draw_line(canvas, line, top, tall, say)
        top += tall + GAP
    return canvas.png()


def _tidings_entries(tidings: Tidings, say: Say) -> list[Entry]:
    """Return a candle with the names of those who have just fallen, then the Black Gate, found or destroyed."""
    names = ", ".join(display_name(fallen.who.name, say) for fallen in tidings.fallen)
    entries = [Entry(art("signs/candle", LEGEND.sign), names)] if names else []
    if gate := tidings.gate:
        sign = signs.destroyed(LEGEND.sign) if gate.destroyed else signs.black_gate(LEGEND.sign)
        entries.append(Entry(sign, say("tidings.gate.destroyed" if gate.destroyed else "legend.gate")))
    return entries


def _lines(ranks: tuple[Rank, ...]) -> list[Rank]:
    """Return the front rank and one line of all others; split either if it is too long."""
    standing = [rank for rank in (tuple(each for each in rank if each.strength > 0) for rank in ranks) if rank]
    behind = [fighter for rank in standing[1:] for fighter in rank]
    lines = []
    for fighters in ([*standing[0]] if standing else [], behind):
        number = -(-len(fighters) // (ABREAST if len(fighters) <= ABREAST else CROWD))
        lines += [tuple(fighters[nth::number]) for nth in range(number)]
    return lines


def _legend(lines: Sequence[Line], say: Say) -> list[Entry]:
    shown = {state for line in lines for fighter in line.fighters for state in states_of(fighter, line.ours)}
    return [Entry(plight(state, LEGEND.sign), say(f"battle.{state}")) for state in STATES if state in shown]


def _draw_front(canvas: Canvas, y: int, title: str, entries: list[Entry]) -> None:
    """Draw crossed swords between the formations, the round before them and the legend entries that fit after them."""
    room = (WIDTH - SWORDS) // 2 - 2 * MARGIN
    words = fit_line(title, "bold-italic", TYPE, room)
    start = 2 * MARGIN + round(width(words, "bold-italic", TYPE)) + GAP
    left = WIDTH // 2 + SWORDS // 2 + GAP
    signs_shown = layout.draw_legend(entries, room, LEGEND)
    while signs_shown and signs_shown.size[1] > LEGEND.line:
        entries = entries[:-1]
        signs_shown = layout.draw_legend(entries, room, LEGEND)
    canvas.text(2 * MARGIN - GAP, y + TYPE // 3, words, "bold-italic", TYPE)
    canvas.rule(start, y, WIDTH // 2 - start, 2, 4)
    canvas.rule(WIDTH // 2, y, SWORDS // 2 if signs_shown else WIDTH // 2 - 2 * MARGIN, 2, 4)
    canvas.stamp(signs.swords(SWORDS), WIDTH // 2, y)
    if signs_shown:
        canvas.plate(signs_shown, left, y - LEGEND.line // 2)


def _draw_line(canvas: Canvas, line: Line, top: int, tall: int, say: Say) -> None:
    number = len(line.fighters)
    wide = min(WIDEST, (WIDTH - 2 * MARGIN - (number - 1) * GAP) // number)
    left = (WIDTH - number * (wide + GAP) + GAP) // 2
    for fighter in line.fighters:
        _draw_card(canvas, fighter, (left, top, left + wide, top + tall), states_of(fighter, line.ours), say)
        left += wide + GAP


def _draw_card(canvas: Canvas, fighter: FighterView, box: Box, states: list[str], say: Say) -> None:
    """Draw the emblem with name and strength: beside it on a wide card, below it on a narrow one."""
    left, top, right, bottom = box
    _draw_card_ground(canvas, box, fighter.kind, states)
    name, room = display_name(fighter.name, say), bottom - top - 2 * PAD
    if right - left >= WIDE:
        side = min(EMBLEM, room, (right - left) // 3)
        start = left + _figure_width(side) + 2 * PAD + 4
        lines = cards.name_lines(name, right - PAD - start, max(1, min(2, room // LINE - 1)))
        base = top + PAD + (room - (len(lines) + 1) * LINE) // 2 + LINE - DROP
        if room >= 2 * LINE - DROP:
            for line in lines:
                canvas.text(start, base, line, "bold", TYPE)
                base += LINE
        else:
            base = top + PAD + (room + LINE) // 2 - DROP
        _draw_strength(canvas, fighter, (start, base, right - PAD))
        _draw_figure(canvas, fighter, (left + PAD, top + (bottom - top - side) // 2), side, states)
        return
    figures = f"{fighter.strength}/{fighter.full}"
    named = right - left >= NAMED and room >= LEAST + LINE
    low = room < LINE + LOWEST
    side = room if low else min(SMALL, room - LINE)
    if low and right - left < NAMED:
        cards.badge(canvas, fighter.mark, left + DISC // 2 + 1, (top + bottom) // 2)
        canvas.text(left + DISC + 3, (top + bottom) // 2 + TYPE // 3, str(fighter.strength), "bold", TYPE)
        return
    if low or (named and width(figures, "bold", TYPE) <= right - left - side - 2 * PAD - 2):
        beside = figures if named else str(fighter.strength)
        _draw_figure(canvas, fighter, (left + PAD, top + PAD), side, states)
        canvas.text(left + _figure_width(side) + 2 * PAD, top + PAD + side // 2 + TYPE // 3, beside, "bold", TYPE)
        below = "" if low else fit_line(name, "bold", TYPE, right - left - PAD)
    else:
        _draw_figure(canvas, fighter, ((left + right - side) // 2, top + PAD), side, states)
        below = figures if width(figures, "bold", TYPE) <= right - left - 4 else str(fighter.strength)
    canvas.text((left + right) // 2, bottom - PAD - 3, below, "bold", TYPE, True)


def _figure_width(side: int) -> int:
    return side if side >= LEAST else side + DISC - PAD


def _draw_strength(canvas: Canvas, fighter: FighterView, place: tuple[int, int, int]) -> None:
    """Write the strength left and draw a bar if it fits; ``place`` is left end, base line and right end."""
    left, base, right = place
    figures = f"{fighter.strength}/{fighter.full}"
    canvas.text(left, base, figures, "bold", TYPE)
    start = left + round(width(figures, "bold", TYPE)) + PAD
    part = min(max(fighter.strength, 0) / fighter.full, 1.0) if fighter.full > 0 else 0.0
    if right - start >= SHORTEST:
        cards.bar(canvas, (start, base - BAR, right, base), [(part, palette.RED)], fighter.full)


def _draw_card_ground(canvas: Canvas, box: Box, kind: str, states: list[str]) -> None:
    """Draw the card: dim for sleepers, a coloured edge for fighters who changed sides, a black edge for the Gate."""
    edges = {"charmed": (palette.WATER, 0), "turned": (palette.RED, 0), "gate": (palette.PAPER, FULL)}
    colour = next((edges[what] for what in (*states, kind) if what in edges), None)
    if colour:
        cards.edge(canvas, box, EDGE, *colour, frame=2)
    cards.ground(canvas, box, dim="asleep" in states)


def _draw_figure(canvas: Canvas, fighter: FighterView, corner: tuple[int, int], side: int, states: list[str]) -> None:
    """Draw the emblem with its mark, a ring if shielded, and signs of sleep and of changed sides on its right."""
    left, top = corner
    x, y = left + _figure_width(side) - side // 2, top + side // 2
    if "shielded" in states:
        canvas.stamp(shield_ring(side), x, y)
        canvas.stamp(face(of_fighter(fighter), fighter.weapon, side * 3 // 4), x, y)
    else:
        canvas.stamp(face(of_fighter(fighter), fighter.weapon, side), x, y)
    cards.badge(canvas, fighter.mark, left + 10, top + side - 10 if side >= LEAST else y)
    size = min(PLIGHT, side // 2)
    for state, down in (("asleep", size // 2), ("charmed", side - size // 2), ("turned", side - size // 2)):
        if state in states:
            canvas.stamp(plight(state, size), x + side // 2 - size // 3, top + down)


OUTCOME_SIGNS = {
    "victory": "signs/destroyed",
    "defeat": "signs/candle",
    "adventures": "signs/sun-red",
    "home": "signs/entrance",
}


def draw_ending(party: PartyView, say: Say, outcome: str) -> bytes:
    """Return the end of the game as a PNG of page width: victory, defeat, adventures or home; dark if all is lost."""
    people = [character for character in party.characters if not character.ally]
    living = [_ending_person(person, party.winners, say) for person in people if person.alive]
    dead = [_ending_person(person, party.winners, say) for person in people if not person.alive]
    return ending.draw(
        say(f"ending.{outcome}"),
        art(OUTCOME_SIGNS.get(outcome, "signs/entrance"), ending.SIGN),
        living=ending.Group(say("ending.living"), living),
        dead=ending.Group(say("ending.lost"), dead),
        beside={"victory": "winner", "defeat": "dead"}.get(outcome, ""),
    )


def _ending_person(character: CharacterView, winners: Sequence[str], say: Say) -> ending.Person:
    befallen = [] if character.alive else plights_of(character)
    marks = (*(["winner"] if character.id in winners else []), *befallen)
    return ending.Person(face(of_character(character), "", ending.PORTRAIT), display_name(character.name, say), marks)
