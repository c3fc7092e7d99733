"""The party on one card: who is who, how strong, armed with what, in marching order."""

from __future__ import annotations

from typing import Final

from images import cards, pictograms
from images.canvas import Canvas
from images.cards import EMBLEM, PADDING
from images.lettering import Say, fitted, named, shrunk, width
from rules.labirynt_smierci.view import CharacterView, PartyView

WIDTH: Final = 800
MARGIN: Final = 24
HEADING: Final = 58
TITLE: Final = 32
TITLE_LEAST: Final = 22
PURSE: Final = 40
SIGN: Final = 42
"""Room for a sign before its words, in pixels."""
RANK: Final = 34
CARD: Final = 136
GAP: Final = 12
COLUMNS: Final = 2
SMALL: Final = 21

Group = tuple[str, list[CharacterView]]


def draw_party(party: PartyView, say: Say) -> bytes:
    """The party as a PNG, 800 pixels wide: a card for each character, rank by rank, the fallen last."""
    groups = _groups(party, say)
    rows = [-(-len(members) // COLUMNS) for _, members in groups]
    canvas = Canvas(WIDTH, HEADING + PURSE + 2 * MARGIN + sum(RANK + count * (CARD + GAP) for count in rows))
    _heading(canvas, party, say)
    top = HEADING + PURSE + MARGIN
    for (title, members), count in zip(groups, rows, strict=True):
        canvas.text(MARGIN, top + RANK - 12, title, "italic", 24)
        _rank(canvas, members, _marks(party), top + RANK, say)
        top += RANK + count * (CARD + GAP)
    return canvas.png()


def _groups(party: PartyView, say: Say) -> list[Group]:
    """Ranks from the front, then who stands in none, then the dead."""
    by_id = {one.id: one for one in party.characters}
    ranks = [[by_id[name] for name in rank if name in by_id and by_id[name].alive] for rank in party.formation]
    placed = {one.id for rank in ranks for one in rank}
    groups = [(say("party.rank", rank=number), rank) for number, rank in enumerate(ranks, 1)]
    groups.append((say("party.unplaced"), [one for one in party.characters if one.alive and one.id not in placed]))
    groups.append((say("party.dead"), [one for one in party.characters if not one.alive]))
    return [(title, members) for title, members in groups if members]


def _marks(party: PartyView) -> dict[str, str]:
    """The number of each character, the same as in battle."""
    return {one.id: str(number) for number, one in enumerate(party.characters, 1)}


def _heading(canvas: Canvas, party: PartyView, say: Say) -> None:
    words, size = shrunk(
        say("party.title", adventure=party.adventure, adventures=party.adventures),
        "bold-italic",
        TITLE,
        TITLE_LEAST,
        WIDTH - 4 * MARGIN,
    )
    canvas.text(WIDTH // 2, HEADING - 8, words, "bold-italic", size, True)
    _purse(canvas, party, say)
    full_width, height = canvas.size
    canvas.frame((7, 7, full_width - 7, height - 7), 3)
    canvas.frame((13, 13, full_width - 13, height - 13), 1)


def _purse(canvas: Canvas, party: PartyView, say: Say) -> None:
    """The gold behind a coin and the dominant sun behind a sun, centred under the title."""
    entries = [(pictograms.coin(28), say("party.gold", gold=party.gold))]
    if party.sun:
        entries.append((pictograms.sun(party.sun, 34), say(f"sun.{party.sun}")))
    fits = [(sign, fitted(words, "text", SMALL + 2, WIDTH // 2 - 4 * MARGIN)) for sign, words in entries]
    spans = [SIGN + round(width(words, "text", SMALL + 2)) for _, words in fits]
    left = (WIDTH - sum(spans) - MARGIN * (len(spans) - 1)) // 2
    for (sign, words), span in zip(fits, spans, strict=True):
        canvas.stamp(sign, left + SIGN // 2, HEADING + 20)
        canvas.text(left + SIGN, HEADING + 28, words, "text", SMALL + 2)
        left += span + MARGIN


def _rank(canvas: Canvas, members: list[CharacterView], marks: dict[str, str], top: int, say: Say) -> None:
    wide = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) // COLUMNS
    for number, one in enumerate(members):
        row, column = divmod(number, COLUMNS)
        _card(canvas, one, marks[one.id], (MARGIN + column * (wide + GAP), top + row * (CARD + GAP), wide), say)


def _card(canvas: Canvas, one: CharacterView, mark: str, place: tuple[int, int, int], say: Say) -> None:
    left, top, wide = place
    cards.ground(canvas, (left, top, left + wide, top + CARD))
    cards.figure(canvas, one.race, mark, left + PADDING, top + PADDING)
    start = left + EMBLEM + 2 * PADDING + 4
    room = left + wide - start - PADDING
    cards.name(canvas, named(one.name, say), start, top + 28, room)
    weapons = ", ".join(say(f"weapon.{weapon}") for weapon in _armed(one))
    cards.small(canvas, weapons, start, top + 53, room)
    cards.strength(canvas, one.strength, one.full, (start, top + 66, room))
    figures = say("party.figures", dexterity=one.dexterity, resistance=one.resistance, potential=_potential(one))
    wide_room = wide - 2 * PADDING - 6
    words, size = shrunk(figures, "text", SMALL, SMALL - 3, wide_room)
    canvas.text(left + PADDING + 4, top + CARD - 13, words, "text", size)


def _armed(one: CharacterView) -> list[str]:
    """What is in the hand first, then the other weapons."""
    return sorted({*one.weapons, one.in_hand} - {""}, key=lambda weapon: (weapon != one.in_hand, weapon))


def _potential(one: CharacterView) -> str:
    return "/".join(map(str, one.potential))
