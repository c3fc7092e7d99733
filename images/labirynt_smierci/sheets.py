"""The party on one card: who is who, how strong, armed with what, in marching order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from images import cards, page, palette, pictograms
from images.belongings import icon, icon_of
from images.blocks import Block, Chip, chips, stack
from images.canvas import Canvas, Sprite
from images.cards import EMBLEM, PADDING
from images.labirynt_smierci.characters import plights_of
from images.labirynt_smierci.faces import face, of_character
from images.lettering import Say, display_name, fit_line
from images.page import HEADING, TYPE, WIDTH
from images.plights import plight
from rules.labirynt_smierci.view import CharacterView, PartyView

MARGIN: Final = 20
RANK: Final = 34
GAP: Final = 8
CHIP: Final = 30
"""Size of the signs on a card, in pixels."""
LINE: Final = 32
"""Height of a line of signs, in pixels."""
PURSE: Final = 34
"""Size of the signs under the title, in pixels."""
APART: Final = 13
CROWN: Final = 4
"""From the upper corner of a card to the middle of a winner's crown, in pixels."""
ROOM: Final = WIDTH - 2 * MARGIN
ACROSS: Final = 2
HALF: Final = (ROOM - GAP) // ACROSS
"""Width of one of two cards side by side, in pixels; who has nobody beside has the whole width."""
OUT: Final = 84
"""Height of the card of who is out of play, in pixels."""
START: Final = EMBLEM + 2 * PADDING + 6
"""Where on a card what is beside the portrait begins, in pixels."""

Box = tuple[int, int, int, int]
Row = list[CharacterView]


class Group(NamedTuple):
    """Characters under a title, in rows of so many pixels."""

    title: str
    rows: list[tuple[Row, int]]
    out: bool = False

    @property
    def height(self) -> int:
        """The height of the title with all rows of cards below it, in pixels."""
        return RANK + sum(tall + GAP for _, tall in self.rows)


def draw_party(party: PartyView, say: Say) -> bytes:
    """The party as a PNG as wide as a page: a card for each character, rank by rank, small ones for who is out."""
    groups = _groups(party, say)
    known, legend = (chips(found, ROOM, LINE + 4) for found in (_known(party, say), _legend(party, say)))
    top = HEADING + known.height + 4
    canvas = Canvas(WIDTH, top + sum(group.height for group in groups) + legend.height + MARGIN)
    page.draw_frame(canvas, _title(party, say))
    known.paint(canvas, MARGIN + 4, HEADING)
    for group in groups:
        canvas.text(MARGIN + 2, top + RANK - 11, group.title, "italic", TYPE)
        _group(canvas, group, party, top + RANK, say)
        top += group.height
    legend.paint(canvas, MARGIN + 4, top)
    return canvas.png()


def _groups(party: PartyView, say: Say) -> list[Group]:
    """Ranks from the front, then who stands in none, then who is out of play: dead, of stone, turned or lost."""
    by_id = {one.id: one for one in party.characters}
    ranks = [[by_id[name] for name in rank if name in by_id and by_id[name].alive] for rank in party.formation]
    placed = {one.id for rank in ranks for one in rank}
    out = [one for one in party.characters if not one.alive]
    groups = [_standing(say("party.rank", rank=number), rank, say) for number, rank in enumerate(ranks, 1)]
    waiting = [one for one in party.characters if one.alive and one.id not in placed]
    groups.append(_standing(say("party.unplaced"), waiting, say))
    title = say("party.out" if any(one.fate for one in out) else "party.dead")
    groups.append(Group(title, [(row, OUT) for row in _rows(out)], True))
    return [group for group in groups if group.rows]


def _standing(title: str, members: Row, say: Say) -> Group:
    return Group(title, [(row, max(_height(one, _wide(row), say) for one in row)) for row in _rows(members)])


def _rows(members: Row) -> Iterator[Row]:
    return (members[start : start + ACROSS] for start in range(0, len(members), ACROSS))


def _wide(row: Row) -> int:
    """The width of each card in a row, in pixels."""
    return HALF if len(row) > 1 else ROOM


def _marks(party: PartyView) -> dict[str, str]:
    """The number of each character, the same as in battle."""
    return {one.id: str(number) for number, one in enumerate(party.characters, 1)}


def _title(party: PartyView, say: Say) -> str:
    key = "party.title" if party.adventures else "party.title.unlimited"
    return say(key, adventure=party.adventure, adventures=party.adventures)


def _known(party: PartyView, say: Say) -> list[Chip]:
    """The gold behind a coin, the dominant sun behind a sun, and what is known of the Black Gate."""
    found = [Chip(pictograms.coin(PURSE - 4), say("party.gold", gold=party.gold))]
    if party.sun:
        found.append(Chip(pictograms.sun(party.sun, PURSE), say(f"sun.{party.sun}")))
    return found + _gate(party, say)


def _gate(party: PartyView, say: Say) -> list[Chip]:
    gate = party.gate
    if gate is None:
        return []
    sign = pictograms.destroyed(PURSE) if gate.destroyed else pictograms.black_gate(PURSE)
    if gate.destroyed:
        return [Chip(sign, say("party.gate.destroyed", level=gate.level))]
    if gate.found:
        return [Chip(sign, say("party.gate.found", level=gate.level))]
    if gate.segments_left is None:
        return [Chip(sign, say("party.gate", level=gate.level))]
    return [Chip(sign, say("party.gate.left", level=gate.level, left=gate.segments_left))]


def _legend(party: PartyView, say: Say) -> list[Chip]:
    """The signs on the cards that need words, as far as there are any."""
    there = [one for one in party.characters if one.alive]
    shown = (
        (any(any(one.potential) for one in there), pictograms.sun("red", CHIP), "party.legend.magic"),
        (any(map(_ready, there)), icon("manuscript", CHIP), "party.legend.spells"),
        (any(one.armour for one in there), icon("armour", CHIP), "card.armour"),
        (any(not one.ally for one in there), icon("experience", CHIP), "party.legend.experience"),
    )
    return [Chip(sign, say(key)) for is_there, sign, key in shown if is_there]


def _group(canvas: Canvas, group: Group, party: PartyView, top: int, say: Say) -> None:
    marks = _marks(party)
    draw = _small_card if group.out else _card
    for row, tall in group.rows:
        wide = HALF if group.out else _wide(row)
        for column, one in enumerate(row):
            left = MARGIN + column * (wide + GAP)
            draw(canvas, one, marks[one.id], (left, top, left + wide, top + tall), say)
            if one.id in party.winners:
                canvas.stamp(plight("winner", CHIP), left + wide - CROWN, top + CROWN)
        top += tall + GAP


def _card(canvas: Canvas, one: CharacterView, mark: str, box: Box, say: Say) -> None:
    """The name; the portrait with strength and figures on its right; below, what there is besides, in signs."""
    left, top, right, _ = box
    cards.ground(canvas, box)
    name = _named(one, right - left, say)
    cards.name(canvas, name, left + PADDING + 2, top + 31)
    top += _head(name)
    cards.figure(canvas, _face(one, EMBLEM), mark, left + PADDING, top)
    room = right - left - START - PADDING
    cards.strength(canvas, one.strength, one.full, (left + START, top, room))
    beside, below = _parts(one, right - left, say)
    beside.paint(canvas, left + START, top + cards.BAR + 2)
    below.paint(canvas, left + PADDING + 2, top + max(EMBLEM + 8, cards.BAR + 2 + beside.height))


def _height(one: CharacterView, wide: int, say: Say) -> int:
    """Height of a card, in pixels."""
    beside, below = _parts(one, wide, say)
    return _head(_named(one, wide, say)) + max(EMBLEM + 8, cards.BAR + 2 + beside.height) + below.height + 6


def _parts(one: CharacterView, wide: int, say: Say) -> tuple[Block, Block]:
    """What stands beside the portrait, and what below: on a card across the page all is beside."""
    room = wide - START - PADDING
    figures = _figures(one, room, say)
    if wide == ROOM:
        return stack([figures, _belongings(one, room, say)]), stack([])
    return figures, _belongings(one, wide - 2 * PADDING - 4, say)


def _named(one: CharacterView, wide: int, say: Say) -> list[str]:
    return cards.name_lines(display_name(one.name, say), wide - 2 * PADDING - 4, 2)


def _head(name: list[str]) -> int:
    """Height of a name, in pixels."""
    return 12 + cards.LEADING * len(name)


def _figures(one: CharacterView, room: int, say: Say) -> Block:
    """Dexterity and resistance in words."""
    told = (("dexterity", one.dexterity), ("resistance", one.resistance))
    return chips([Chip(None, f"{say(f'card.{what}')} {value}") for what, value in told], room, LINE - 4)


def _belongings(one: CharacterView, room: int, say: Say) -> Block:
    """Weapons, potential by suns, armour, spells, finds, experience and gold; of a monster that it is charmed."""
    found = [Chip(icon(weapon, CHIP), "") for weapon in _armed(one)]
    if any(one.potential):
        found.append(Chip(pictograms.sun("red", CHIP), "/".join(map(str, one.potential))))
    found += [Chip(icon("armour", CHIP), str(one.armour))] if one.armour else []
    found += [Chip(icon("manuscript", CHIP), str(len(_ready(one))))] if _ready(one) else []
    found += _things(one)
    if one.ally:
        found.append(Chip(plight("charmed", CHIP), say("card.ally")))
    else:
        found.append(Chip(icon("experience", CHIP), str(one.experience)))
        found += [Chip(pictograms.coin(CHIP - 2), str(one.gold))] if one.gold else []
    return chips(found, room, LINE, APART)


def _things(one: CharacterView) -> list[Chip]:
    """Finds by their icons, alike ones counted; armour is told by what it is worth."""
    alike = Counter((item.kind, item.name if item.kind == "weapon" else "") for item in one.items)
    return [
        Chip(icon_of(kind, name, CHIP), f"×{number}" if number > 1 else "")
        for (kind, name), number in alike.items()
        if kind != "armour"
    ]


def _ready(one: CharacterView) -> tuple[str, ...]:
    """The spells of this adventure."""
    return one.spells or one.usable


def _small_card(canvas: Canvas, one: CharacterView, mark: str, box: Box, say: Say) -> None:
    """Name and what has befallen; dim."""
    left, top, right, bottom = box
    cards.ground(canvas, box)
    canvas.block((left + 2, top + 2, right - 2, bottom - 2), palette.SHADE)
    side = bottom - top - 2 * PADDING
    cards.figure(canvas, _face(one, side), mark, left + PADDING, top + PADDING, side)
    start = left + side + 2 * PADDING + 4
    room = right - start - PADDING
    cards.name(canvas, cards.name_lines(display_name(one.name, say), room), start, top + 33)
    for what in plights_of(one):
        canvas.stamp(plight(what, CHIP), start + CHIP // 2, top + 60)
        words = fit_line(say(f"plight.{what}"), "italic", TYPE, room - CHIP - 8)
        canvas.text(start + CHIP + 8, top + 69, words, "italic", TYPE)


def _face(one: CharacterView, size: int) -> Sprite:
    return face(of_character(one), one.in_hand, size)


def _armed(one: CharacterView) -> list[str]:
    """What is in the hand first, then the other weapons."""
    return sorted({*one.weapons, one.in_hand} - {""}, key=lambda weapon: (weapon != one.in_hand, weapon))
