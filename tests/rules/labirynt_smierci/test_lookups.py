"""A game master asks for one entry, or a whole table, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Lookup
from rules.labirynt_smierci.lookups import BOOK, LOOKUPS
from rules.labirynt_smierci.tables import FOLDER, Tables, load

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
    "experience": 1,
    "find": 34,
    "mirror": 3,
    "item": 41,
    "jewel": 11,
    "power": 6,
    "gate": 3,
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
    ("monster", {"name": "troll", "level": 2}, {"strength": "2K6+5", "dexterity": 7, "reluctance": 5, "resident": "J"}),
    ("monster", {"name": "troll"}, {"strength": "2K6+3", "dexterity": 6, "reluctance": 4, "level": 1}),
    ("monster", {"name": "orc", "level": 3}, {"strength": "1K6+4", "reluctance": 2, "resident": "H"}),
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
    ("spell", {"name": "heal"}, {"amount": "1K6", "uses": "1K3", "resisted": False, "origin": "house"}),
    ("experience", {"sum": 10, "survivors": 3, "level": 3}, {"each": 40, "section": "12", "origin": "house"}),
    ("find", {"feature": "fountain", "roll": 1}, {"find": "poison", "wounds": "1K3", "section": "13.9"}),
    ("find", {"feature": "trapdoor", "roll": 5}, {"find": "pit", "wounds": "1K6", "bottomless_on": (6,)}),
    ("find", {"feature": "furniture", "roll": 3}, {"find": "desk", "treasure": "F", "origin": "house"}),
    ("find", {"feature": "art", "roll": 5}, {"find": "icon", "worth": "1K6x10"}),
    ("mirror", {"roll": 3}, {"level": 2, "segments": "1K6+2"}),
    ("item", {"name": "ring.heal"}, {"item": "ring.heal", "worn": 2, "origin": "house", "section": "14"}),
    ("item", {"name": "strangling"}, {"item": "medallion.strangling", "wounds": 5}),
    ("item", {"first": 4, "second": 6}, {"item": "talisman.evil", "talks": -2}),
    ("item", {"first": 1, "second": 4, "third": 2}, {"item": "weapon.bow", "plus": 2}),
    ("item", {"first": 1, "second": 4, "third": 6}, {"item": "weapon.bow", "rolls": 2}),
    ("item", {"first": 2, "second": 5}, {"item": "armour.armour", "plus": 2, "worn": 1}),
    ("jewel", {"total": 7}, {"worth": 25, "section": "14"}),
    (
        "power",
        {"name": "fire-breath"},
        {"monsters": ["chimera"], "used_on": (1, 2), "wounds": "1K3", "origin": "house"},
    ),
    ("power", {"name": "stench"}, {"monsters": ["cronk"], "attack_bonus": -2}),
    ("gate", {"level": 2}, {"strength": 40, "blasts": 3, "guards": {"demon": "1K6+4", "nameless": "1K6+8"}}),
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
        "treasure": "I",
        "level": 3,
        "section": "8.3",
        "origin": "published",
    }


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_a_whole_table(one: Lookup[Tables]) -> None:
    """Without arguments all rows come, each with section and origin."""
    rows = one.answer(TABLES, {})

    assert isinstance(rows, list)
    assert len(rows) == ROWS[one.name]
    assert all(row["section"] and row["origin"] for row in rows)


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.name))
def test_every_choice_is_found(one: Lookup[Tables]) -> None:
    """Whatever value a lookup offers, it answers."""
    first, *others = one.parameters
    rest: dict[str, int | str] = {other.name: 6 for other in others if other.required and not other.rolling}

    for value in first.values(TABLES) if first.values else range(30):
        assert isinstance(one.answer(TABLES, {first.name: value, **rest}), dict)


RING = "ring.neutralize_poison"
REFUSALS: list[tuple[str, dict[str, int | str], str, dict[str, Any]]] = [
    ("monster", {"name": "trol"}, "lookup_value", {"parameter": "name", "got": "trol"}),
    ("trap", {"roll": 7}, "lookup_value", {"got": "7", "values": ("1", "2", "3", "4", "5", "6")}),
    ("level", {"level": 4}, "lookup_value", {"values": ("1", "2", "3")}),
    ("bribe", {"sum": "much", "gold": 3}, "lookup_number", {"parameter": "sum", "got": "much"}),
    ("bribe", {"gold": 3}, "lookup_missing", {"parameters": ("sum",)}),
    ("monster", {"level": 2}, "lookup_missing", {"parameters": ("name",)}),
    ("item", {"first": 3}, "lookup_missing", {"parameters": ("second",)}),
    ("item", {"third": 3}, "lookup_missing", {"parameters": ("name",)}),
    ("item", {"name": "neutralize poison"}, "lookup_value", {"values": ("medallion.neutralize_poison", RING)}),
    ("negotiation", {"skill": 2}, "lookup_missing", {"parameters": ("total",)}),
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
        BOOK.lookup("brible")

    assert refused.value.reason == "lookup_table"
    assert refused.value.facts["values"] == tuple(ROWS)


def test_a_rows_own_origin(tmp_path: Path) -> None:
    """A row that a group made its own says so; the other rows keep the sheet's origin."""
    printed = (FOLDER / "spells.toml").read_text("utf-8")
    ours = printed.replace("cost = 3, resisted = true", 'cost = 2, resisted = true, origin = "house"', 1)
    (tmp_path / "spells.toml").write_text(ours, "utf-8")

    charm = BOOK.lookup("spell").answer(load(tmp_path), {"name": "charm"})
    blast = BOOK.lookup("spell").answer(load(tmp_path), {"name": "blast"})

    assert isinstance(charm, dict)
    assert isinstance(blast, dict)
    assert (charm["id"], charm["cost"], charm["section"], charm["origin"]) == ("charm", 2, "10", "house")
    assert (blast["id"], blast["cost"], blast["section"], blast["origin"]) == ("blast", 1, "10", "published")


def answer(table: str, **given: int | str) -> Facts:
    found = BOOK.lookup(table).answer(TABLES, given)
    assert isinstance(found, dict)
    return found
