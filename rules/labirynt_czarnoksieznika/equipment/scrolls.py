"""Scrolls: who can cast them, and what casting one costs [7.4]."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.events.fights import FateChanged, ScrollCast
from rules.labirynt_czarnoksieznika.model import Character, Game

FATE = "fate"
SHIELD = "shield"


def knows(game: Game, one: Character, scroll: str) -> bool:
    """Whether the card of a character on a board lists the kind of scroll, as everybody sees, whatever it has [7.4]."""
    return one.active and game.tables.finds.of(scroll).magic in game.card(one.id).magic


def can_cast(game: Game, one: Character, scroll: str) -> bool:
    """Whether such a character has the scroll in its Backpack, too."""
    return scroll in one.pack and knows(game, one, scroll)


def casters(game: Game, seat: Seat, scroll: str) -> list[Character]:
    """A player's characters who can cast it now, wherever they stand."""
    return [one for one in game.people_of(seat) if can_cast(game, one, scroll)]


def cast(table: Table, game: Game, one: Character, scroll: str) -> None:
    """The scroll is read, and returns to the bag [7.3]; what is cast in a fight is noted there."""
    one.pack.remove(scroll)
    discard(game, scroll)
    game.tally.scrolls += 1
    if game.fight is not None:
        game.fight.cast.append((one.id, scroll))
    table.tell(ScrollCast(one.name, token_word(scroll)))


def change_fate(table: Table, game: Game, one: Character, sign: int) -> int:
    """Change of Fate is cast: by how much a roll counts more, or with a minus less."""
    cast(table, game, one, FATE)
    shift = game.tables.finds.of(FATE).bonus
    table.tell(FateChanged(one.name, shift if sign > 0 else 0, shift if sign < 0 else 0))
    return sign * shift
