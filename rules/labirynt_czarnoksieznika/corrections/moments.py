"""When what may be set right: never so that a rule that is running would stand on nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.requests import Option
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.finds import token_word
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game
from rules.labirynt_czarnoksieznika.tables.places import CHAMBERS, Place, board_of, chamber_of, place


def open_to_corrections(game: Game) -> bool:
    """Whether the set-up is over and the game goes on."""
    return bool(game.order) and not game.outcome


def calm(game: Game) -> bool:
    """No fight goes on, so that everybody may go, fall and awaken."""
    return game.fight is None


# For questions ---------------------------------------------------------------------------------------------------


def place_facts(game: Game, where: Place) -> dict[str, Fact]:
    """A place as facts: the chamber, of what kind it is, and its board."""
    kind = Word(f"chamber.{game.kind_at(where)}")
    return {"where": chamber_of(where), "chamber": kind, "board": board_name(game, where)}


def board_name(game: Game, where: Place) -> Word:
    """What the board of a place is called."""
    return game.board_name(board_of(where))


def spots(game: Game, places: Iterable[Place]) -> tuple[Option, ...]:
    """Places to choose from."""
    return tuple(Option(where, "gm.spot", facts=place_facts(game, where)) for where in places)


def chambers(game: Game) -> Iterator[Place]:
    """Every place there is, board by board."""
    return (place(chamber, board) for board in range(len(game.boards)) for chamber in CHAMBERS)


def tokens_of(tokens: Iterable[str]) -> tuple[Option, ...]:
    """Tokens to choose from, of those that nobody can tell apart one."""
    return tuple(Option(token, "gm.loot", facts={"token": token_word(token)}) for token in dict.fromkeys(tokens))


def supply(game: Game, *, crystals: bool) -> list[str]:
    """Tokens that are out of play: what the bag holds, and a Crystal of the stack."""
    kinds = [find.id for find in game.tables.finds.find if find.id in game.bag]
    return [*kinds, *([CRYSTAL] if crystals and game.crystals else [])]
