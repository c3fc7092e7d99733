"""A game master asks for one entry, or a whole table, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.kernel.errors import Refused
from rules.labirynt_smierci.lookups import LOOKUPS, Facts, Lookup, lookup
from rules.labirynt_smierci.tables import FOLDER, load

TABLES = load()

ROWS = {
    "tile": 20,
    "level": 3,
    "hero": 23,
    "apprentice": 3,
    "potential": 5,
    "sun": 3,
    "trap": 6,
    "monster": 20,
    "resident": 36,
    "wandering": 18,
    "negotiation": 3,
    "bribe": 9,
    "combat": 11,
    "treasure": 12,
    "spell": 26,
}

ENTRIES: list[tuple[str, dict[str, int | str], Facts]] = [
    ("tile", {"id": "j"}, {"kind": "corridor", "sides": "WCWC", "count": 14, "section": "2.2"}),
    ("tile", {"id": "x"}, {"kind": "altar", "origin": "house"}),
    ("level", {"level": 3}, {"strength": 4, "number": 2, "experience": 2, "section": "6.7"}),
    ("hero", {"name": "Lord Dil"}, {"id": "lord_dil", "gate": 2, "weapon_skill": {"sword": 2}, "section": "4.3"}),
    ("apprentice", {"race": "elf"}, {"strength": 5, "negotiation": 1, "section": "4.1 B3"}),
    ("potential", {"roll": 3}, {"potential": (2, 1, 0), "section": "4.4"}),
    ("sun", {"roll": 6}, {"colour": "blue", "section": "4.1 D", "origin": "rulebook"}),
    ("trap", {"roll": 2}, {"trap": "poisoned_arrows", "column": "bow", "poison": "1K3", "origin": "rulebook"}),
    ("trap", {"roll": 4}, {"trap": "explosion", "wounds": 1, "everyone": True}),
    ("monster", {"name": "troll", "level": 2}, {"strength": "2K6+5", "dexterity": 7, "reluctance": 5, "resident": "K"}),
    ("monster", {"name": "troll"}, {"strength": "2K6+3", "dexterity": 6, "reluctance": 4, "level": 1}),
    ("monster", {"name": "orc", "level": 3}, {"strength": "1K6+4", "reluctance": 2, "resident": "J"}),
    ("monster", {"name": "demon", "level": 3}, {"strength": "1K6+6", "reluctance": None}),
    ("monster", {"name": "hydra", "level": 1}, {"dexterity": "strength/2", "power": "heads"}),
    ("monster", {"name": "hydra", "level": 3}, {"dexterity": "strength/2+3"}),
    ("wandering", {"first": 6, "second": 4}, {"monster": "skeleton", "number": "1K3", "treasure": "A"}),
    ("negotiation", {"total": 10}, {"result": "intimidation", "section": "8.5"}),
    ("bribe", {"sum": 9, "gold": 60}, {"limit": 4, "section": "8.9"}),
    ("combat", {"weapon": "hammer", "roll": 12}, {"wounds": 3, "section": "9.9"}),
    ("treasure", {"type": "l"}, {"gold": {"chance": 6, "amount": "3K6x20"}, "section": "14.9"}),
    ("treasure", {"type": "I", "level": 3}, {"type": "K", "level": 3}),
    ("spell", {"name": "wrath-of-god"}, {"kind": "special", "cost": 3, "section": "10"}),
]


@pytest.mark.parametrize(("name", "given", "expected"), ENTRIES)
def test_an_entry(name: str, given: dict[str, int | str], expected: Facts) -> None:
    """Each table answers with its facts, their section and their origin."""
    found = answer(name, **given)

    assert expected.items() <= found.items()
    assert found["section"]
    assert found["origin"] in ("rulebook", "published", "house")


def test_chimeras_on_the_third_level() -> None:
    """Resident dice 4, 2 on level 3: twice two Chimeras of 2K6+6, dexterity 10, reluctance 9, treasure K [6.8]."""
    found = answer("resident", first=4, second=2, level=3)

    assert found == {
        "monster": "chimera",
        "number": "2",
        "times": 2,
        "strength": "2K6+6",
        "dexterity": 10,
        "resistance": 2,
        "reluctance": 9,
        "treasure": "K",
        "level": 3,
        "section": "8.3",
        "origin": "published",
    }


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_a_whole_table(one: Lookup) -> None:
    """Without arguments all rows come, each with section and origin."""
    rows = one.answer(TABLES, {})

    assert isinstance(rows, list)
    assert len(rows) == ROWS[one.name]
    assert all(row["section"] and row["origin"] for row in rows)


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_every_choice_is_found(one: Lookup) -> None:
    """Whatever value a lookup offers, it answers."""
    first, *others = one.parameters
    rest: dict[str, int | str] = {other.name: 6 for other in others if other.required}

    for value in first.values(TABLES) if first.values else range(30):
        assert isinstance(one.answer(TABLES, {first.name: value, **rest}), dict)


REFUSALS: list[tuple[str, dict[str, int | str], str, dict[str, Any]]] = [
    ("monster", {"name": "trol"}, "lookup_value", {"parameter": "name", "got": "trol"}),
    ("trap", {"roll": 7}, "lookup_value", {"got": "7", "values": ("1", "2", "3", "4", "5", "6")}),
    ("level", {"level": 4}, "lookup_value", {"values": ("1", "2", "3")}),
    ("bribe", {"sum": "much", "gold": 3}, "lookup_number", {"parameter": "sum", "got": "much"}),
    ("bribe", {"gold": 3}, "lookup_missing", {"parameters": ("sum",)}),
    ("monster", {"level": 2}, "lookup_missing", {"parameters": ("name",)}),
]


@pytest.mark.parametrize(("name", "given", "reason", "facts"), REFUSALS)
def test_a_wrong_question(name: str, given: dict[str, int | str], reason: str, facts: dict[str, Any]) -> None:
    """What cannot be answered is refused, and the refusal says what could be asked."""
    with pytest.raises(Refused) as refused:
        answer(name, **given)

    assert refused.value.reason == reason
    assert facts.items() <= refused.value.facts.items()


def test_no_such_table() -> None:
    """A wrong name is answered with the names that exist."""
    with pytest.raises(Refused) as refused:
        lookup("brible")

    assert refused.value.reason == "lookup_table"
    assert refused.value.facts["values"] == tuple(ROWS)


def test_a_rows_own_origin(tmp_path: Path) -> None:
    """A row that a group made its own says so; the other rows keep the sheet's origin."""
    printed = (FOLDER / "spells.toml").read_text("utf-8")
    ours = printed.replace('kind = "combat",      cost = 3 }', 'kind = "combat", cost = 2, origin = "house" }', 1)
    (tmp_path / "spells.toml").write_text(ours, "utf-8")

    charm = lookup("spell").answer(load(tmp_path), {"name": "charm"})
    blast = lookup("spell").answer(load(tmp_path), {"name": "blast"})

    assert charm == {"id": "charm", "kind": "combat", "cost": 2, "section": "10", "origin": "house"}
    assert blast == {"id": "blast", "kind": "combat", "cost": 1, "section": "10", "origin": "published"}


def answer(table: str, **given: int | str) -> Facts:
    found = lookup(table).answer(TABLES, given)
    assert isinstance(found, dict)
    return found
