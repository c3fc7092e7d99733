"""A game master asks for one entry, a whole table, or a roll on it, by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.jaskinia.lookups import BOOK, LOOKUPS
from rules.jaskinia.tables import FOLDER, Tables, load
from rules.kernel.chance import thrower
from rules.kernel.dice import Rolled
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Lookup

TABLES = load()

ROWS = {
    "number": 7,
    "limit": 4,
    "chamber": 6,
    "crystal": 5,
    "area": 41,
    "gate": 3,
    "special": 5,
    "card": 87,
    "spell": 10,
    "seeker": 8,
}

ENTRIES: list[tuple[str, dict[str, int | str], Facts]] = [
    ("number", {"use": "trophies"}, {"value": 7, "section": "3", "origin": "rulebook"}),
    ("number", {"use": "go on"}, {"on": (1, 2, 3, 4)}),
    ("limit", {"power": 2}, {"spells": 0, "origin": "rulebook"}),
    ("limit", {"power": 5}, {"spells": 2}),
    ("limit", {"power": "11"}, {"spells": 3}),
    ("limit", {"power": 0}, {"spells": 0}),
    ("chamber", {"face": 3}, {"id": "grotto", "section": "9", "origin": "house"}),
    ("chamber", {"name": "Dread"}, {"face": 1}),
    ("chamber", {"face": 6}, {"id": "abyss", "zone": "inner", "crystal_on": (3, 4, 5, 6)}),
    ("crystal", {"part": "strength"}, {"strength": 8}),
    ("crystal", {"part": "wealth"}, {"points": 5, "per_gold": 1, "per_magic_item": 2}),
    ("crystal", {"part": "map"}, {"map_card": "map_fragment", "number": 2}),
    ("crystal", {"part": "search"}, {"face": 6, "on": (3, 4, 5, 6)}),
    ("area", {"id": "e6"}, {"kind": "fork", "ways": ["N E5", "E F6", "S E7", "W D6"], "gates": []}),
    ("area", {"id": "A4"}, {"zone": "outer", "draw": 1, "gates": ["W1"]}),
    ("gate", {"id": "w2"}, {"areas": ("E4", "E3"), "gate_target": 8}),
    ("special", {"name": "bridge"}, {"areas": ["E5"]}),
    ("card", {"name": "Cave dragon"}, {"type": "monster", "strength": 8, "on_win": [{"op": "gold", "n": 4}]}),
    ("card", {"name": "pickaxe"}, {"weapon": True, "origin": "house", "section": "13"}),
    ("card", {"name": "map fragment"}, {"copies": 3}),
    ("card", {"name": "pict"}, {"set_aside": True, "origin": "rulebook", "section": "2.4"}),
    ("spell", {"name": "giant might"}, {"window": "before_fight", "target": "self"}),
    ("seeker", {"name": "cannibal"}, {"align": "evil", "strength": 5, "spells": 0}),
]


@pytest.mark.parametrize(("name", "given", "expected"), ENTRIES)
def test_an_entry(name: str, given: dict[str, int | str], expected: Facts) -> None:
    """By its name as people type it, or by its number."""
    found = BOOK.lookup(name).answer(TABLES, given)

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected


def test_a_row_says_only_what_it_has() -> None:
    """A goblin has no Power, gives nothing and protects from nothing."""
    found = BOOK.lookup("card").answer(TABLES, {"name": "goblin"})

    assert found == {
        "id": "goblin",
        "deck": "cave",
        "type": "monster",
        "copies": 1,
        "strength": 2,
        "section": "13",
        "origin": "house",
    }


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_a_whole_table(one: Lookup[Tables]) -> None:
    """Without arguments all rows, each with section and origin."""
    rows = one.answer(TABLES, {})

    assert len(rows) == ROWS[one.name]
    assert all(row["section"] and row["origin"] in ("rulebook", "house") for row in rows if isinstance(row, dict))


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_every_choice_is_found(one: Lookup[Tables]) -> None:
    """Whatever is offered can be asked for."""
    asked = [parameter for parameter in one.parameters if parameter.values]

    for parameter in asked:
        for value in parameter.values(TABLES):  # type: ignore[misc]  # only those with values are asked
            assert one.answer(TABLES, {parameter.name: value})


def from_hand(*dice: int) -> Callable[[str], Rolled]:
    """Dice that somebody threw, in this order."""
    left = list(dice)
    return lambda code: Rolled(code, (left.pop(0),))


ROLLS: list[tuple[str, dict[str, int | str], tuple[int, ...], Facts]] = [
    ("number", {"use": "go_on"}, (4,), {"hits": True}),
    ("number", {"use": "go_on"}, (5,), {"hits": False}),
    ("chamber", {}, (2, 6), {"id": "temple", "comes": [{"op": "gain_power", "n": 1}]}),
    ("chamber", {"face": 2}, (3,), {"id": "temple", "comes": [{"op": "nothing"}]}),
    ("chamber", {}, (1, 3), {"id": "dread", "stat": "power", "needed": 4}),
    ("chamber", {"name": "demons"}, (2,), {"theirs": 7}),
    ("chamber", {"name": "gladiators"}, (6,), {"theirs": 12}),
    ("chamber", {"name": "abyss"}, (3,), {"comes": [{"op": "move_to", "to": "entrance"}]}),
    ("crystal", {"part": "search"}, (3,), {"hits": True}),
    ("crystal", {"part": "search"}, (2,), {"hits": False}),
    ("crystal", {"part": "power"}, (5,), {"theirs": 12}),
    ("gate", {"id": "W3"}, (5,), {"needed": 3}),
    (
        "area",
        {"id": "E5"},
        (1,),
        {
            "comes": [
                {"op": "lose_item", "n": 1, "pick": "random"},
                {"op": "lose_endurance", "unless": "has:rope", "n": 1},
            ]
        },
    ),
    ("special", {"name": "forge"}, (4,), {"comes": [{"op": "gain_strength", "n": 1}]}),
    ("card", {"name": "spectre"}, (2,), {"theirs": 7}),
    ("card", {"name": "rock worm"}, (6,), {"theirs": 12}),
    ("card", {"name": "shield"}, (5,), {"saved": True}),
    ("card", {"name": "helmet"}, (5,), {"saved": False}),
    ("card", {"name": "blind hermit"}, (1,), {"comes": [{"op": "nothing"}]}),
    ("card", {"name": "dark altar"}, (2,), {"comes": [{"op": "lose_endurance", "n": 1}]}),
]


@pytest.mark.parametrize(("name", "given", "dice", "expected"), ROLLS)
def test_a_roll(name: str, given: dict[str, int | str], dice: tuple[int, ...], expected: Facts) -> None:
    """The dice are thrown for what is left open, and shown."""
    found = BOOK.lookup(name).answer(TABLES, given, from_hand(*dice))

    assert isinstance(found, dict)
    assert {key: found[key] for key in expected} == expected
    assert [die for throw in found["rolled"] for die in throw["dice"]] == list(dice)


REFUSED: list[tuple[str, dict[str, int | str], bool, dict[str, Any]]] = [
    ("card", {"name": "unicorn"}, False, {"parameter": "name", "got": "unicorn"}),
    ("chamber", {"face": 7}, False, {"parameter": "face", "got": "7"}),
    ("limit", {"power": "many"}, False, {"parameter": "power", "got": "many"}),
    ("area", {"id": "E9"}, False, {"parameter": "id", "got": "E9"}),
    ("card", {"name": "rope"}, True, {"table": "card"}),
    ("card", {"name": "gift"}, True, {"table": "card"}),
    ("area", {"id": "E6"}, True, {"table": "area"}),
    ("special", {"name": "spring"}, True, {"table": "special"}),
    ("crystal", {"part": "wealth"}, True, {"table": "crystal"}),
    ("number", {"use": "items"}, True, {"table": "number"}),
    ("spell", {"name": "dispel"}, True, {"table": "spell"}),
    ("card", {}, True, {"parameters": ("name",)}),
]


@pytest.mark.parametrize(("name", "given", "roll", "facts"), REFUSED)
def test_what_cannot_be_answered(name: str, given: dict[str, int | str], roll: bool, facts: dict[str, Any]) -> None:
    """What is wrong, missing, or has no dice is refused."""
    with pytest.raises(Refused) as refused:
        BOOK.lookup(name).answer(TABLES, given, thrower(b"") if roll else None)

    assert refused.value.facts | facts == refused.value.facts


def test_the_list_of_tables() -> None:
    """What there is to ask for, and from which section."""
    listed = BOOK.listed(TABLES)

    assert [row["table"] for row in listed] == list(ROWS)
    assert {row["table"]: row["section"] for row in listed}["card"] == "13"


def test_a_groups_own_tables_answer(tmp_path: Path) -> None:
    """They lie in a folder of the game's name within the tables folder."""
    (tmp_path / "jaskinia").mkdir()
    own = (FOLDER / "cards.toml").read_text("utf-8").replace("strength = 8", "strength = 9")
    (tmp_path / "jaskinia" / "cards.toml").write_text(own, "utf-8")

    found = BOOK.lookup("card").answer(BOOK.tables(tmp_path), {"name": "cave dragon"})

    assert isinstance(found, dict)
    assert found["strength"] == 9
