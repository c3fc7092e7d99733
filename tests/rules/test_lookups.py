"""A game master asks for one entry, a whole table, or a roll on it, by name; the same in every game of rivals."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts, Lookup
from tests.of_each_game import of_each_game
from tests.rules.looking_up import Cases, Given, from_hand

GAMES: tuple[Cases, ...] = tuple(one.CASES for one in of_each_game("tests.rules.{}.lookup_cases").values())
TABLES = {game.book.game: game.book.load(None) for game in GAMES}

each_table = pytest.mark.parametrize(
    ("game", "one"),
    [pytest.param(game, one, id=f"{game.book.game}-{one.name}") for game in GAMES for one in game.book.lookups],
)


def each(cases: str) -> list[Any]:
    """These cases of all games."""
    return [
        pytest.param(game.book, *case, id=f"{game.book.game}-{number}-{case[0]}")
        for game in GAMES
        for number, case in enumerate(getattr(game, cases))
    ]


@pytest.mark.parametrize(("book", "name", "given", "expected"), each("entries"))
def test_an_entry(book: Book[Any], name: str, given: Given, expected: Facts) -> None:
    """By its name as people type it, or by its number."""
    found = book.lookup(name).answer(TABLES[book.game], given)

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected


@each_table
def test_a_whole_table(game: Cases, one: Lookup[Any]) -> None:
    """Without arguments all rows, each with section and origin."""
    rows = one.answer(TABLES[game.book.game], {})

    assert len(rows) == game.rows[one.name]
    assert all(row["section"] and row["origin"] in ("rulebook", "house") for row in rows if isinstance(row, dict))


@each_table
def test_every_choice_is_found(game: Cases, one: Lookup[Any]) -> None:
    """Whatever is offered can be asked for."""
    tables = TABLES[game.book.game]

    for parameter in one.parameters:
        for value in parameter.values(tables) if parameter.values and not parameter.rolling else ():
            assert one.answer(tables, {parameter.name: value})


@pytest.mark.parametrize(("book", "name", "given", "dice", "expected"), each("rolls"))
def test_a_roll(book: Book[Any], name: str, given: Given, dice: tuple[int, ...], expected: Facts) -> None:
    """The dice are thrown for what is left open, and shown."""
    found = book.lookup(name).answer(TABLES[book.game], given, from_hand(*dice))

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected
    assert [die for throw in found["rolled"] for die in throw["dice"]] == list(dice)


@pytest.mark.parametrize(("book", "name", "given", "roll", "facts"), each("refused"))
def test_what_cannot_be_answered(book: Book[Any], name: str, given: Given, roll: bool, facts: dict[str, Any]) -> None:
    """What is wrong, missing, or has no dice is refused."""
    with pytest.raises(Refused) as refused:
        book.lookup(name).answer(TABLES[book.game], given, thrower(b"") if roll else None)

    assert refused.value.facts | facts == refused.value.facts


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.book.game))
def test_the_list_of_tables(game: Cases) -> None:
    """What there is to ask for."""
    assert [one.name for one in game.book.lookups] == list(game.rows)
