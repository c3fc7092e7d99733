"""What happens to a visitor and is told by its exit card; of who is none nothing is noted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rules.jaskinia.model import Game, Note, Seeker
from rules.kernel.words import Term


def note(game: Game, one: Seeker, note: Note) -> None:
    """Something of this visit."""
    if (guest := game.visitor(one)) is not None:
        guest.notes.append(note)


def note_each(game: Game, one: Seeker, notes: Iterable[Note]) -> None:
    """Several things of this visit."""
    for each in notes:
        note(game, one, each)


def gone(
    game: Game, one: Seeker, cards: Sequence[str], what: Literal["used", "lies", "taken"], where: Term = ""
) -> None:
    """Cards that a visitor has no more: used up, lying on an area, or taken by somebody."""
    note_each(game, one, (Note(what, card, where=where) for card in cards))
