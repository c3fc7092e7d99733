"""A game master asks for one entry, a whole table, or a roll on it, by name; the same in every game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts, Lookup, Parameter
from tests.of_each_game import of_each_game
from tests.rules.contract.looking_up import Cases, Given, from_hand

GAMES: tuple[Cases, ...] = tuple(one.CASES for one in of_each_game("tests.rules.{}.lookup_cases").values())
TABLES = {game.book.game: game.book.load(None) for game in GAMES}
ORIGINS = ("rulebook", "published", "house")
LOOKUPS = [pytest.param(game, one, id=f"{game.book.game}-{one.name}") for game in GAMES for one in game.book.lookups]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.book.game))
each_table = pytest.mark.parametrize(("game", "one"), LOOKUPS)


def each(cases: str) -> list[Any]:
    """These cases of all games."""
    return [
        pytest.param(game.book, *case, id=f"{game.book.game}-{number}-{case[0]}")
        for game in GAMES
        for number, case in enumerate(getattr(game, cases))
    ]


@pytest.mark.parametrize(("book", "name", "given", "expected"), each("entries"))
def test_an_entry(book: Book[Any], name: str, given: Given, expected: Facts) -> None:
    """By its name as people type it, or by its number; with its section and origin."""
    found = book.lookup(name).answer(TABLES[book.game], given)

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected
    assert found["section"]
    assert found["origin"] in ORIGINS


@each_table
def test_a_whole_table(game: Cases, one: Lookup[Any]) -> None:
    """Without arguments all rows, each with section and origin."""
    rows = one.answer(TABLES[game.book.game], {})

    assert len(rows) == game.rows[one.name]
    assert all(row["section"] and row["origin"] in ORIGINS for row in rows if isinstance(row, dict))


@each_table
def test_every_choice_is_found(game: Cases, one: Lookup[Any]) -> None:
    """Whatever is offered can be asked for, if need be with something before it; and any number that is asked for."""
    tables = TABLES[game.book.game]

    for parameter in one.parameters:
        others = [other for other in one.parameters if other is not parameter and other.required and not other.rolling]
        rest = {other.name: next(iter(_values(other, tables)), 6) for other in others}
        numbers = range(30) if parameter is one.parameters[0] and not parameter.values else ()
        for value in (*_values(parameter, tables), *numbers):
            try:
                assert isinstance(one.answer(tables, {parameter.name: value, **rest}), dict)
            except Refused as refused:
                missing = refused.facts.get("parameters", (parameter.name,))
                if parameter is one.parameters[0] or missing == (parameter.name,):
                    raise


def _values(parameter: Parameter[Any], tables: Any) -> tuple[int | str, ...]:
    return tuple(parameter.values(tables)) if parameter.values and not parameter.rolling else ()


@pytest.mark.parametrize(("book", "name", "given", "dice", "expected"), each("rolls"))
def test_a_roll(book: Book[Any], name: str, given: Given, dice: tuple[int, ...], expected: Facts) -> None:
    """The dice are thrown for what is left open, exactly as many as are needed, and shown."""
    left = list(dice)
    found = book.lookup(name).answer(TABLES[book.game], given, from_hand(left))

    assert isinstance(found, dict)
    shown = found | {"items": [bare(item) for item in found.get("items", ())]}
    assert {key: shown[key] for key in expected} == expected
    faces = [(die, "K3" in throw["code"]) for throw in found["rolled"] for die in throw["dice"]]
    assert [die for die, _ in faces] == [
        (pips + 1) // 2 if halved else pips for pips, (_, halved) in zip(dice, faces, strict=True)
    ]
    assert left == []
    assert found["section"]


def bare(item: Facts) -> Facts:
    """A thing that was rolled, without where it stands."""
    return {name: value for name, value in item.items() if name not in ("section", "origin")}


@each_table
def test_every_roll_comes_to_an_end_and_can_be_thrown_again(game: Cases, one: Lookup[Any]) -> None:
    """Whatever the dice show, a table has an answer; the same seed throws the same dice."""
    for seed in range(200) if one.roll else ():
        given, dice = game.needed.get(one.name, {}), str(seed).encode()
        found, again = (one.answer(TABLES[game.book.game], given, thrower(dice)) for _ in range(2))
        assert isinstance(found, dict)
        assert found["origin"] in ORIGINS
        assert found == again


@pytest.mark.parametrize(("book", "name", "given", "roll", "reason", "facts"), each("refused"))
def test_what_cannot_be_answered(
    book: Book[Any], name: str, given: Given, roll: bool, reason: str, facts: dict[str, Any]
) -> None:
    """What is wrong, missing, or has no dice is refused."""
    with pytest.raises(Refused) as refused:
        book.lookup(name).answer(TABLES[book.game], given, thrower(b"") if roll else None)

    assert refused.value.reason == reason
    assert refused.value.facts | facts == refused.value.facts


@each_game
def test_the_list_of_tables(game: Cases) -> None:
    """What there is to ask for; a wrong name is answered with it."""
    with pytest.raises(Refused) as refused:
        game.book.lookup("brible")

    assert [one.name for one in game.book.lookups] == list(game.rows)
    assert (refused.value.reason, refused.value.facts["values"]) == ("lookup_table", tuple(game.rows))
