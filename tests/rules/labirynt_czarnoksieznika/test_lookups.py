"""A game master asks for one entry, a whole table, or a roll on it, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.kernel.chance import thrower
from rules.kernel.dice import Rolled
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Lookup
from rules.labirynt_czarnoksieznika.lookups import BOOK, LOOKUPS
from rules.labirynt_czarnoksieznika.tables import Tables, load

TABLES = load()

ROWS = {"encounter": 17, "find": 14, "character": 12, "ability": 12, "token": 5, "board": 8, "rune": 4, "gem": 8}

ENTRIES: list[tuple[str, dict[str, int | str], Facts]] = [
    ("encounter", {"total": 5}, {"encounter": "imp", "strength": 2, "wounds": 0, "special": ("steal_token",)}),
    ("encounter", {"name": "acid monster"}, {"total": 9, "finds": 2, "special": ("dissolve_weapon",)}),
    ("encounter", {"total": "3"}, {"encounter": "bundle", "kind": "event", "finds": 1, "section": "12"}),
    ("encounter", {"name": "spring"}, {"kind": "event", "heal": 1, "origin": "house"}),
    ("find", {"name": "Axe"}, {"kind": "weapon", "bonus": 3, "count": 5}),
    ("find", {"name": "weakness"}, {"magic": "incantation", "bonus": -2}),
    ("character", {"name": "ryjek"}, {"team": "ratmen", "backpack": 5, "magic": ("incantation",)}),
    ("ability", {"name": "tree_of_life"}, {"characters": ["liriel"], "brings": "tree", "works_on": (3, 4, 5, 6)}),
    ("token", {"name": "cloud"}, {"dissolves_on": (3, 4), "wounds_on": (5, 6), "count": 2}),
    ("token", {"name": "zombie"}, {"strength": 3, "life": 1, "backpack": 1}),
    ("token", {"name": "glove"}, {"bonus": 3, "wounds": 2, "gems": 3}),
    ("board", {"id": "3B"}, {"camp": "A3", "teleport": "D3", "runes": "B4", "side": "grim"}),
    ("rune", {"element": "water"}, {"count": 3, "section": "9.2"}),
    ("gem", {"use": "win"}, {"gems": 18, "origin": "rulebook"}),
    ("gem", {"use": "crystals"}, {"number": 21}),
]


@pytest.mark.parametrize(("name", "given", "expected"), ENTRIES)
def test_an_entry(name: str, given: dict[str, int | str], expected: Facts) -> None:
    """By its name as people type it, or by its number."""
    found = BOOK.lookup(name).answer(TABLES, given)

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_a_whole_table(one: Lookup[Tables]) -> None:
    """Without arguments all rows, each with section and origin."""
    rows = one.answer(TABLES, {})

    assert len(rows) == ROWS[one.name]
    assert all(row["section"] and row["origin"] in ("rulebook", "house") for row in rows if isinstance(row, dict))


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_every_choice_is_found(one: Lookup[Tables]) -> None:
    """Whatever is offered can be asked for."""
    asked = [parameter for parameter in one.parameters if not parameter.rolling and parameter.values]

    for parameter in asked:
        for value in parameter.values(TABLES):  # type: ignore[misc]  # only those with values are asked
            assert one.answer(TABLES, {parameter.name: value})


def from_hand(*dice: int) -> Callable[[str], Rolled]:
    """Dice that somebody threw, in this order."""
    left = list(dice)
    return lambda code: Rolled(code, tuple(left.pop(0) for _ in range(int(code[0]))))


ROLLS: list[tuple[str, dict[str, int | str], tuple[int, ...], Facts]] = [
    ("encounter", {"digit": 5}, (2, 3), {"encounter": "wraiths", "total": 10, "digit": 5}),
    ("encounter", {"digit": 0}, (1, 1), {"encounter": "cache", "total": 2}),
    ("encounter", {"total": 18}, (), {"encounter": "dragon"}),
    ("token", {"name": "trap"}, (3,), {"result": "wounds"}),
    ("token", {"name": "trap"}, (4,), {"result": "nothing"}),
    ("token", {"name": "cloud"}, (3,), {"result": "dissolves"}),
    ("token", {"name": "cloud"}, (6,), {"result": "wounds"}),
    ("token", {"name": "cloud"}, (2,), {"result": "nothing"}),
    ("ability", {"name": "trap"}, (2,), {"works": False}),
    ("ability", {"name": "raise_zombie"}, (3,), {"works": True, "brings": "zombie"}),
]


@pytest.mark.parametrize(("name", "given", "dice", "expected"), ROLLS)
def test_a_roll(name: str, given: dict[str, int | str], dice: tuple[int, ...], expected: Facts) -> None:
    """The dice are thrown for what is left open, and shown."""
    found = BOOK.lookup(name).answer(TABLES, given, from_hand(*dice))

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected
    assert [die for throw in found["rolled"] for die in throw["dice"]] == list(dice)


REFUSED: list[tuple[str, dict[str, int | str], bool, dict[str, Any]]] = [
    ("encounter", {"total": 19}, False, {"parameter": "total", "got": "19"}),
    ("encounter", {"digit": 3}, False, {"parameters": ("total",)}),
    ("encounter", {}, True, {"parameters": ("digit",)}),
    ("find", {"name": "wand"}, False, {"parameter": "name", "got": "wand"}),
    ("token", {"name": "tree"}, True, {"table": "token"}),
    ("ability", {"name": "six_wins"}, True, {"table": "ability"}),
    ("gem", {"use": "win"}, True, {"table": "gem"}),
]


@pytest.mark.parametrize(("name", "given", "roll", "facts"), REFUSED)
def test_what_cannot_be_answered(name: str, given: dict[str, int | str], roll: bool, facts: dict[str, Any]) -> None:
    """What is wrong, missing, or has no dice is refused."""
    with pytest.raises(Refused) as refused:
        BOOK.lookup(name).answer(TABLES, given, thrower(b"") if roll else None)

    assert refused.value.facts | facts == refused.value.facts


def test_the_list_of_tables() -> None:
    """What there is to ask for."""
    assert [row["table"] for row in BOOK.listed(TABLES)] == list(ROWS)
