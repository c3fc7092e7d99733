"""The party on one card: who is who, how strong, armed with what, in marching order."""

from __future__ import annotations

from typing import Final, NamedTuple

from images import cards, palette, pictograms
from images.belongings import icon
from images.canvas import Canvas, Sprite
from images.cards import EMBLEM, PADDING
from images.labirynt_smierci.characters import plights_of
from images.labirynt_smierci.faces import face, of_character
from images.lettering import Say, display_name, fit_line, shrink_to_fit, width
from images.plights import plight
from rules.labirynt_smierci.view import CharacterView, PartyView

WIDTH: Final = 800
MARGIN: Final = 24
HEADING: Final = 58
TITLE: Final = 32
TITLE_LEAST: Final = 22
PURSE: Final = 40
"""Height of a line of signs and words under the title, in pixels."""
SIGN: Final = 46
"""Room for a sign before its words, in pixels."""
RANK: Final = 34
GAP: Final = 12
SMALL: Final = 21
CHIP: Final = 26
"""Size of the signs on a card, in pixels."""
COUNTS: Final = 30
CROWN: Final = 4
"""From the upper corner of a card to the middle of a winner's crown, in pixels."""

Entry = tuple[Sprite, str]


class Form(NamedTuple):
    """How many cards stand side by side, and how tall they are, in pixels."""

    across: int
    tall: int

    @property
    def wide(self) -> int:
        """The width of one card, in pixels."""
        return (WIDTH - 2 * MARGIN - (self.across - 1) * GAP) // self.across


ACTIVE: Final = Form(2, 164)
OUT: Final = Form(3, 88)
"""Who is out of play."""


class Group(NamedTuple):
    """Characters under a title."""

    title: str
    members: list[CharacterView]
    form: Form

    @property
    def height(self) -> int:
        """The height of the title with all rows of cards below it, in pixels."""
        return RANK + -(-len(self.members) // self.form.across) * (self.form.tall + GAP)


def draw_party(party: PartyView, say: Say) -> bytes:
    """The party as a PNG, 800 pixels wide: a card for each character, rank by rank, small ones for who is out."""
    groups = _groups(party, say)
    lines = [_purse(party, say), *([known] if (known := _gate(party, say)) else [])]
    top = HEADING + len(lines) * PURSE + MARGIN
    canvas = Canvas(WIDTH, top + MARGIN + sum(group.height for group in groups))
    _heading(canvas, party, say)
    for number, line in enumerate(lines):
        _line(canvas, line, HEADING + number * PURSE)
    for group in groups:
        canvas.text(MARGIN, top + RANK - 12, group.title, "italic", 24)
        _rank(canvas, group, party, top + RANK, say)
        top += group.height
    return canvas.png()


def _groups(party: PartyView, say: Say) -> list[Group]:
    """Ranks from the front, then who stands in none, then who is out of play: dead, of stone, turned or lost."""
    by_id = {one.id: one for one in party.characters}
    ranks = [[by_id[name] for name in rank if name in by_id and by_id[name].alive] for rank in party.formation]
    placed = {one.id for rank in ranks for one in rank}
    out = [one for one in party.characters if not one.alive]
    groups = [Group(say("party.rank", rank=number), rank, ACTIVE) for number, rank in enumerate(ranks, 1)]
    waiting = [one for one in party.characters if one.alive and one.id not in placed]
    groups.append(Group(say("party.unplaced"), waiting, ACTIVE))
    groups.append(Group(say("party.out" if any(one.fate for one in out) else "party.dead"), out, OUT))
    return [group for group in groups if group.members]


def _marks(party: PartyView) -> dict[str, str]:
    """The number of each character, the same as in battle."""
    return {one.id: str(number) for number, one in enumerate(party.characters, 1)}


def _heading(canvas: Canvas, party: PartyView, say: Say) -> None:
    key = "party.title" if party.adventures else "party.title.unlimited"
    title = say(key, adventure=party.adventure, adventures=party.adventures)
    words, size = shrink_to_fit(title, "bold-italic", TITLE, TITLE_LEAST, WIDTH - 4 * MARGIN)
    canvas.text(WIDTH // 2, HEADING - 8, words, "bold-italic", size, True)
    full_width, height = canvas.size
    canvas.frame((7, 7, full_width - 7, height - 7), 3)
    canvas.frame((13, 13, full_width - 13, height - 13), 1)


def _purse(party: PartyView, say: Say) -> list[Entry]:
    """The gold behind a coin and the dominant sun behind a sun."""
    entries = [(pictograms.coin(28), say("party.gold", gold=party.gold))]
    if party.sun:
        entries.append((pictograms.sun(party.sun, 34), say(f"sun.{party.sun}")))
    return entries


def _gate(party: PartyView, say: Say) -> list[Entry]:
    """What is known of the Black Gate."""
    gate = party.gate
    if gate is None:
        return []
    sign = pictograms.destroyed(34) if gate.destroyed else pictograms.black_gate(34)
    if gate.destroyed:
        return [(sign, say("party.gate.destroyed", level=gate.level))]
    if gate.found:
        return [(sign, say("party.gate.found", level=gate.level))]
    if gate.segments_left is None:
        return [(sign, say("party.gate", level=gate.level))]
    return [(sign, say("party.gate.left", level=gate.level, left=gate.segments_left))]


def _line(canvas: Canvas, entries: list[Entry], top: int) -> None:
    """Signs and words centred under the title."""
    room = (WIDTH - 4 * MARGIN) // len(entries) - SIGN
    fits = [(sign, fit_line(words, "text", SMALL + 2, room)) for sign, words in entries]
    spans = [SIGN + round(width(words, "text", SMALL + 2)) for _, words in fits]
    left = (WIDTH - sum(spans) - MARGIN * (len(spans) - 1)) // 2
    for (sign, words), span in zip(fits, spans, strict=True):
        canvas.stamp(sign, left + SIGN // 2 - 2, top + 20)
        canvas.text(left + SIGN, top + 28, words, "text", SMALL + 2)
        left += span + MARGIN


def _rank(canvas: Canvas, group: Group, party: PartyView, top: int, say: Say) -> None:
    marks = _marks(party)
    for number, one in enumerate(group.members):
        row, column = divmod(number, group.form.across)
        place = (MARGIN + column * (group.form.wide + GAP), top + row * (group.form.tall + GAP))
        draw = _small_card if group.form is OUT else _card
        draw(canvas, one, marks[one.id], place, say)
        if one.id in party.winners:
            canvas.stamp(plight("winner", CHIP), place[0] + group.form.wide - CROWN, place[1] + CROWN)


def _card(canvas: Canvas, one: CharacterView, mark: str, place: tuple[int, int], say: Say) -> None:
    (left, top), wide = place, ACTIVE.wide
    cards.ground(canvas, (left, top, left + wide, top + ACTIVE.tall))
    cards.figure(canvas, _head(one, EMBLEM), mark, left + PADDING, top + PADDING)
    start = left + EMBLEM + 2 * PADDING + 4
    room = left + wide - start - PADDING
    cards.name(canvas, display_name(one.name, say), start, top + 28, room)
    weapons = ", ".join(say(f"weapon.{weapon}") for weapon in _armed(one))
    cards.small(canvas, weapons, start, top + 53, room)
    cards.strength(canvas, one.strength, one.full, (start, top + 66, room))
    figures = say("party.figures", dexterity=one.dexterity, resistance=one.resistance, potential=_potential(one))
    words, size = shrink_to_fit(figures, "text", SMALL, SMALL - 3, wide - 2 * PADDING - 6)
    canvas.text(left + PADDING + 4, top + 123, words, "text", size)
    _counts(canvas, one, left + PADDING + 4, top + ACTIVE.tall - COUNTS // 2 - 4, say)


def _counts(canvas: Canvas, one: CharacterView, left: int, middle: int, say: Say) -> None:
    """Experience behind a star, gold behind a coin, armour; of a charmed monster a heart."""
    found = [(icon("experience", CHIP), f"{one.experience}"), (pictograms.coin(CHIP - 2), f"{one.gold}")]
    if one.ally:
        found = [(plight("charmed", CHIP), say("card.ally"))]
    found += [(icon("armour", CHIP), f"{one.armour}")] if one.armour else []
    for sign, words in found:
        canvas.stamp(sign, left + CHIP // 2, middle)
        canvas.text(left + CHIP + 6, middle + 8, words, "bold", SMALL + 1)
        left += CHIP + round(width(words, "bold", SMALL + 1)) + 24


def _small_card(canvas: Canvas, one: CharacterView, mark: str, place: tuple[int, int], say: Say) -> None:
    """Name and what has befallen; dim."""
    (left, top), side = place, OUT.tall - 2 * PADDING
    box = (left, top, left + OUT.wide, top + OUT.tall)
    cards.ground(canvas, box)
    canvas.block((left + 2, top + 2, box[2] - 2, box[3] - 2), palette.SHADE)
    cards.figure(canvas, _head(one, side), mark, left + PADDING, top + PADDING, side)
    start = left + side + 2 * PADDING + 2
    room = box[2] - start - PADDING
    cards.name(canvas, display_name(one.name, say), start, top + 32, room)
    for what in plights_of(one):
        canvas.stamp(plight(what, CHIP + 6), start + 16, top + 60)
        words, size = shrink_to_fit(say(f"plight.{what}"), "italic", SMALL, SMALL - 3, room - 38)
        canvas.text(start + 38, top + 68, words, "italic", size)


def _head(one: CharacterView, size: int) -> Sprite:
    return face(of_character(one), one.in_hand, size)


def _armed(one: CharacterView) -> list[str]:
    """What is in the hand first, then the other weapons."""
    return sorted({*one.weapons, one.in_hand} - {""}, key=lambda weapon: (weapon != one.in_hand, weapon))


def _potential(one: CharacterView) -> str:
    return "/".join(map(str, one.potential))
