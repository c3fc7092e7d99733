"""Draws character sheets as cards, and the whole party in one picture."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from images import cards, layout, palette, signs
from images.artwork import art
from images.canvas import Canvas, Sprite
from images.cards import CARD_ROOM, EMBLEM, MOUNT_PADDING, PADDING
from images.labirynt_smierci import description
from images.labirynt_smierci.faces import face, of_character
from images.layout import HEADING, SIGN, TYPE, WIDTH, Block, Chip, bar, chips, stack
from images.lettering import Face, Say, display_name
from images.lineup import SIGN as LINEUP_SIGN
from images.lineup import Person, draw_lineup
from images.palette import Box
from images.signs import icon, icon_path, plight
from rules.labirynt_smierci.view import CharacterView, PartyView

PORTRAIT = 140
HEAD = PORTRAIT + 12
NAME = 36
BAR = 30
BESIDE_BAR = 84
SUN = 38
STEP_BAR = 150


def draw_card(character: CharacterView, say: Say) -> bytes:
    """Return one character's sheet as a PNG of page width."""
    head = Block(HEAD, lambda canvas, left, top: _draw_head(canvas, character, (left, top), say))
    found = {
        f"card.{label}": [*map(_entry_chip, entries)] for label, entries in description.sections(character, say).items()
    }
    found["card.purse"] = _purse_chips(character, say)
    found["card.experience"] = [] if character.ally else _experience_chips(character, say)
    return cards.sheet(head, [chips(_figure_chips(character, say), CARD_ROOM)], found, say)


def draw_company(party: PartyView, say: Say) -> bytes:
    """Return the party at the start for half a phone screen as a PNG: strength, weapons, number of spells."""
    return draw_lineup([_person(character, say) for character in party.characters])


def _person(character: CharacterView, say: Say) -> Person:
    figures = [Chip(signs.heart(LINEUP_SIGN), f"{character.strength}/{character.full}", strong=True)]
    figures += [Chip(icon(kind, LINEUP_SIGN), "") for kind in character.weapons]
    if character.spells:
        figures.append(Chip(icon("manuscript", LINEUP_SIGN), f"×{len(character.spells)}"))
    return Person(lambda size: _face_of(character, size), display_name(character.name, say), figures)


def _entry_chip(entry: description.Entry) -> Chip:
    sign = art(icon_path(entry.key), SIGN) if entry.key.startswith(("weapon", "item")) else None
    words = (" – " if entry.strong else " · ").join(filter(None, (entry.words, entry.note)))
    words = words if sign else words.replace(" +", " ")  # a skill has a level, not a bonus
    return Chip(sign, words, entry.strong)


def marks_of(character: CharacterView) -> list[str]:
    """Return the signs on a portrait: misfortunes, or that the character is a charmed monster."""
    return description.plights_of(character) or (["charmed"] if character.ally else [])


def _draw_head(canvas: Canvas, character: CharacterView, corner: tuple[int, int], say: Say) -> None:
    left, top = corner
    marks = [plight(what, 40) for what in marks_of(character)]
    dim = bool(description.plights_of(character))
    cards.mount(canvas, corner, PORTRAIT, _face_of(character, PORTRAIT - 16), *marks, dim=dim)
    start = left + PORTRAIT + MOUNT_PADDING
    room = left + CARD_ROOM - start
    cards.title(canvas, display_name(character.name, say), start, top + 34, NAME, room)
    canvas.fitted_text(start, top + 67, " · ".join(description.kind_in_words(character, say)), room, "italic", TYPE)
    _draw_strength(canvas, character, (start, top + 78, room), say)


def _draw_strength(canvas: Canvas, character: CharacterView, place: tuple[int, int, int], say: Say) -> None:
    """Draw the strength left in red, strength spent on spells in blue, wounds light; below, the losses in words."""
    left, top, room = place
    lost, full = description.spent_on_spells(character), max(character.full, 1)
    parts = [(min(max(character.strength, 0) / full, 1.0), palette.RED), (min(lost / full, 1.0), palette.WATER)]
    cards.bar(
        canvas,
        (left, top, left + room - BESIDE_BAR, top + BAR),
        parts if character.strength > 0 else [],
        character.full,
    )
    canvas.text(left + room - BESIDE_BAR + 10, top + BAR - 4, f"{character.strength}/{character.full}", "bold", 30)
    face: Face = "bold" if description.plights_of(character) else "text"
    told = " · ".join(description.losses(character, say)) or say("card.unhurt")
    canvas.fitted_text(left, top + BAR + 27, told, room, face, TYPE)


def _figure_chips(character: CharacterView, say: Say) -> list[Chip]:
    """Show the values with their names, and the potential under each of the three suns."""
    extra = [what for what in ("armour", *description.EFFECTS) if getattr(character, what)]
    found = _value_chips(character, say, "dexterity", "resistance", *extra)
    if not any(character.potential):
        return found
    return [
        *found,
        Chip(None, say("card.magic"), label=True),
        *(
            Chip(signs.sun(colour, SUN), f"{value}")
            for colour, value in zip(description.SUNS, character.potential, strict=True)
        ),
    ]


def _value_chips(character: CharacterView, say: Say, *names: str) -> list[Chip]:
    plus = {"might": "+"}
    return [Chip(None, f"{say(f'card.{name}')} {plus.get(name, '')}{getattr(character, name)}") for name in names]


def _purse_chips(character: CharacterView, say: Say) -> list[Chip]:
    """Show the gold, and the worth of all treasure if higher; charmed monsters without wealth have no purse."""
    if character.ally and not character.wealth:
        return []
    found = [Chip(signs.coin(SIGN - 2), say("party.gold", gold=character.gold), True)]
    if character.wealth > character.gold:
        found.append(Chip(icon("wealth", SIGN), say("card.wealth", wealth=character.wealth)))
    return found


def _experience_chips(character: CharacterView, say: Say) -> list[Chip]:
    """Show the points, a bar to the next improvement and the number of affordable improvements."""
    lesson, ready_now = character.lesson, character.improvements
    learnt = character.experience % lesson
    ready = say("card.improvements", number=ready_now) if ready_now else f"{learnt}/{lesson}"
    return [
        Chip(icon("experience", SIGN), f"{character.experience}", True),
        Chip(bar(learnt / lesson, palette.GOLD, 10, STEP_BAR), ready, bool(ready_now)),
    ]


MARGIN = 20
RANK = 34
GAP = 8
CHIP = 30
"""Size of signs on a card, in pixels."""
LINE = 32
"""Height of a line of signs, in pixels."""
PURSE = 34
"""Size of signs under the title, in pixels."""
APART = 13
CROWN = 4
"""Distance from the upper corner of a card to the middle of a winner's crown, in pixels."""
ROOM = WIDTH - 2 * MARGIN
ACROSS = 2
HALF = (ROOM - GAP) // ACROSS
"""Width of one of two cards side by side, in pixels; a single card takes the whole width."""
OUT = 84
"""Height of the card of a character out of play, in pixels."""
START = EMBLEM + 2 * PADDING + 6
"""Left edge of what is beside the portrait on a card, in pixels."""

Row = list[CharacterView]


class Group(NamedTuple):
    """Characters under a title, in rows of a given height in pixels."""

    title: str
    rows: list[tuple[Row, int]]
    out: bool = False

    @property
    def height(self) -> int:
        """The height of the title and all rows of cards, in pixels."""
        return RANK + sum(tall + GAP for _, tall in self.rows)


def draw_party(party: PartyView, say: Say) -> bytes:
    """Return the party as a PNG of page width: a card per character by ranks, small ones for those out of play."""
    groups = _member_groups(party, say)
    known, legend = (chips(found, ROOM, LINE + 4) for found in (_party_chips(party, say), _legend_chips(party, say)))
    top = HEADING + known.height + 4
    canvas = Canvas(WIDTH, top + sum(group.height for group in groups) + legend.height + MARGIN)
    key = "party.title" if party.adventures else "party.title.unlimited"
    layout.draw_frame(canvas, say(key, adventure=party.adventure, adventures=party.adventures))
    known.paint(canvas, MARGIN + 4, HEADING)
    for group in groups:
        canvas.text(MARGIN + 2, top + RANK - 11, group.title, "italic", TYPE)
        _draw_group(canvas, group, party, top + RANK, say)
        top += group.height
    legend.paint(canvas, MARGIN + 4, top)
    return canvas.png()


def _member_groups(party: PartyView, say: Say) -> list[Group]:
    groups = []
    for key, facts, members in description.groups_of(party):
        out = not members[0].alive
        rows = [
            (row, OUT if out else max(_card_height(character, _card_width(row), say) for character in row))
            for row in (members[start : start + ACROSS] for start in range(0, len(members), ACROSS))
        ]
        groups.append(Group(say(f"party.{key}", **facts), rows, out))
    return groups


def _card_width(row: Row) -> int:
    return HALF if len(row) > 1 else ROOM


def _party_chips(party: PartyView, say: Say) -> list[Chip]:
    found = [Chip(signs.coin(PURSE - 4), say("party.gold", gold=party.gold))]
    if party.sun:
        found.append(Chip(signs.sun(party.sun, PURSE), say(f"sun.{party.sun}")))
    if gate := party.gate:
        sign = signs.destroyed(PURSE) if gate.destroyed else signs.black_gate(PURSE)
        found.append(Chip(sign, description.gate_in_words(gate, say)))
    return found


def _legend_chips(party: PartyView, say: Say) -> list[Chip]:
    there = [character for character in party.characters if character.alive]
    shown = (
        (any(any(character.potential) for character in there), signs.sun("red", CHIP), "party.legend.magic"),
        (any(map(_ready_spells, there)), icon("manuscript", CHIP), "party.legend.spells"),
        (any(character.armour for character in there), icon("armour", CHIP), "card.armour"),
        (any(not character.ally for character in there), icon("experience", CHIP), "party.legend.experience"),
    )
    return [Chip(sign, say(key)) for is_there, sign, key in shown if is_there]


def _draw_group(canvas: Canvas, group: Group, party: PartyView, top: int, say: Say) -> None:
    marks = {character.id: str(number) for number, character in enumerate(party.characters, 1)}  # as in battle
    draw = _draw_small_card if group.out else _draw_card
    for row, tall in group.rows:
        wide = HALF if group.out else _card_width(row)
        for column, character in enumerate(row):
            left = MARGIN + column * (wide + GAP)
            draw(canvas, character, marks[character.id], (left, top, left + wide, top + tall), say)
            if character.id in party.winners:
                canvas.stamp(plight("winner", CHIP), left + wide - CROWN, top + CROWN)
        top += tall + GAP


def _draw_card(canvas: Canvas, character: CharacterView, mark: str, box: Box, say: Say) -> None:
    left, top, right, _ = box
    cards.ground(canvas, box)
    name = _name_lines(character, right - left, say)
    cards.name(canvas, name, left + PADDING + 2, top + 31)
    top += _name_height(name)
    cards.figure(canvas, _face_of(character, EMBLEM), mark, left + PADDING, top)
    room = right - left - START - PADDING
    cards.strength(canvas, character.strength, character.full, (left + START, top, room))
    beside, below = _card_blocks(character, right - left, say)
    beside.paint(canvas, left + START, top + cards.BAR + 2)
    below.paint(canvas, left + PADDING + 2, top + max(EMBLEM + 8, cards.BAR + 2 + beside.height))


def _card_height(character: CharacterView, wide: int, say: Say) -> int:
    beside, below = _card_blocks(character, wide, say)
    return (
        _name_height(_name_lines(character, wide, say))
        + max(EMBLEM + 8, cards.BAR + 2 + beside.height)
        + below.height
        + 6
    )


def _card_blocks(character: CharacterView, wide: int, say: Say) -> tuple[Block, Block]:
    """Return the blocks beside and below the portrait; a card of full width has everything beside it."""
    room = wide - START - PADDING
    figures = chips(_value_chips(character, say, "dexterity", "resistance"), room, LINE - 4)
    if wide == ROOM:
        return stack([figures, _belongings_block(character, room, say)]), stack([])
    return figures, _belongings_block(character, wide - 2 * PADDING - 4, say)


def _name_lines(character: CharacterView, wide: int, say: Say) -> list[str]:
    return cards.name_lines(display_name(character.name, say), wide - 2 * PADDING - 4, 2)


def _name_height(name: list[str]) -> int:
    return 12 + cards.LEADING * len(name)


def _belongings_block(character: CharacterView, room: int, say: Say) -> Block:
    """Show weapons, potential by suns, armour, spells, finds, experience and gold; of a monster, that it is charmed."""
    found = [Chip(icon(weapon, CHIP), "") for weapon in description.weapons_in_order(character)]
    if any(character.potential):
        found.append(Chip(signs.sun("red", CHIP), "/".join(map(str, character.potential))))
    found += [Chip(icon("armour", CHIP), str(character.armour))] if character.armour else []
    spells = _ready_spells(character)
    found += [Chip(icon("manuscript", CHIP), str(len(spells)))] if spells else []
    found += _item_chips(character)
    if character.ally:
        found.append(Chip(plight("charmed", CHIP), say("card.ally")))
    else:
        found.append(Chip(icon("experience", CHIP), str(character.experience)))
        found += [Chip(signs.coin(CHIP - 2), str(character.gold))] if character.gold else []
    return chips(found, room, LINE, APART)


def _item_chips(character: CharacterView) -> list[Chip]:
    """Show finds as icons, equal ones counted; armour is shown by its value elsewhere."""
    alike = Counter(icon_path(item.title.key) for item in character.items if item.kind != "armour")
    return [Chip(art(path, CHIP), f"×{number}" if number > 1 else "") for path, number in alike.items()]


def _ready_spells(character: CharacterView) -> tuple[str, ...]:
    return character.spells or character.known


def _draw_small_card(canvas: Canvas, character: CharacterView, mark: str, box: Box, say: Say) -> None:
    left, top, right, bottom = box
    cards.ground(canvas, box, dim=True)
    side = bottom - top - 2 * PADDING
    cards.figure(canvas, _face_of(character, side), mark, left + PADDING, top + PADDING, side)
    start = left + side + 2 * PADDING + 4
    room = right - start - PADDING
    cards.name(canvas, cards.name_lines(display_name(character.name, say), room), start, top + 33)
    for what in description.plights_of(character):
        canvas.stamp(plight(what, CHIP), start + CHIP // 2, top + 60)
        canvas.fitted_text(start + CHIP + 8, top + 69, say(f"plight.{what}"), room - CHIP - 8, "italic", TYPE)


def _face_of(character: CharacterView, size: int) -> Sprite:
    return face(of_character(character), character.in_hand, size)
