"""A game master lets the dice be thrown for whatever a table needs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.chance import thrower
from rules.kernel.dice import Rolled, parse
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Lookup
from rules.labirynt_smierci.lookups import BOOK, LOOKUPS
from rules.labirynt_smierci.tables import Tables, load

TABLES = load()
Given = dict[str, int | str]

NEEDED: dict[str, Given] = {
    "bribe": {"sum": 9, "gold": 60},
    "combat": {"weapon": "sword"},
    "treasure": {"type": "J"},
    "spell": {"name": "heal"},
    "find": {"feature": "altar", "resistance": 3},
    "power": {"name": "charm"},
}
"""What cannot be rolled."""

# fmt: off
ROLLS: list[tuple[str, Given, list[int], Facts]] = [
    ("trap", {}, [2, 5, 1],
     {"trap": "poisoned_arrows", "sprung": [{"trap": "poisoned_arrows", "wounds": 1, "poison": 1}]}),
    ("trap", {}, [1, 2], {"sprung": [{"trap": "arrows", "wounds": 0}]}),
    ("trap", {"roll": 3}, [6], {"sprung": [{"trap": "gas", "poison": 3}]}),
    ("monster", {"name": "orc", "level": 2, "number": 2}, [3, 4], {"number": 2, "strengths": [5, 6], "dexterity": 4}),
    ("monster", {"level": 3, "met": "resident"}, [4, 2, 1, 1, 1, 2, 2, 2, 3, 3],
     {"monster": "chimera", "number": 4, "strengths": [8, 9, 10, 12], "treasure": "I"}),
    ("monster", {"name": "evil_hero"}, [2, 6], {"strengths": [6], "weapon_skills": [6]}),
    ("resident", {"first": 2, "second": 1}, [3, 1, 6], {"monster": "orc", "number": 2, "strengths": [1, 6]}),
    ("wandering", {}, [6, 5, 1, 2], {"monster": "cronk", "number": 1, "strengths": [3]}),
    ("negotiation", {"reluctance": 4, "skill": 2}, [5, 6], {"total": 9, "result": "agreement"}),
    ("negotiation", {"reluctance": 4, "skill": 2}, [6, 6], {"total": 10, "result": "intimidation"}),
    ("negotiation", {"total": 3}, [], {"total": 3, "result": "failure"}),
    ("bribe", {"sum": 9, "gold": 60}, [4], {"limit": 4, "taken": True}),
    ("bribe", {"sum": 9, "gold": 60}, [5], {"limit": 4, "taken": False}),
    ("combat", {"weapon": "sword", "bonus": 5}, [6], {"roll": 11, "wounds": 2}),
    ("combat", {"weapon": "sword", "roll": 9}, [], {"roll": 9, "wounds": 1}),
    ("treasure", {"type": "J"}, [3, 2, 2, 3, 4, 5, 6, 3, 1, 1, 4, 2],
     {"gold": 60, "jewels": [25, 100], "items": [{"item": "weapon.bow", "kind": "weapon", "plus": 2}]}),
    ("treasure", {"type": "J"}, [3, 3, 4], {"gold": 60, "jewels": [], "items": []}),
    ("treasure", {"type": "A"}, [], {"gold": 0, "jewels": [], "items": []}),
    ("spell", {"name": "rejuvenate"}, [3, 4, 6], {"amount": 8, "uses": 3}),
    ("spell", {"name": "blast"}, [], {"amount": 2, "uses": ""}),
    ("item", {}, [3, 1], {"item": "potion.poison", "wounds": "1K3"}),
    ("item", {"name": "potion.poison"}, [5], {"item": "potion.poison", "wounds": 3}),
    ("item", {"name": "armour"}, [6, 1, 4], {"item": "armour.armour", "plus": 3}),
    ("item", {}, [2, 6, 1, 4], {"item": "armour.armour", "plus": 3}),
    ("item", {}, [1, 1, 6, 6, 1, 2, 4], {"item": "weapon.sword", "plus": 6}),
    ("item", {"name": "weapon.axe"}, [5], {"item": "weapon.axe", "plus": 3}),
    ("item", {"first": 5, "second": 2}, [], {"item": "medallion.appraisal"}),
    ("jewel", {"number": 2}, [3, 4, 5, 6], {"jewels": [25, 100]}),
    ("jewel", {"total": 12}, [], {"worth": 150}),
    ("mirror", {}, [3, 3], {"level": 2, "segments": 5}),
    ("potential", {}, [6], {"potential": (2, 2, 2)}),
    ("sun", {}, [1], {"colour": "red"}),
    ("power", {"name": "fire_breath"}, [2, 3], {"used": True, "wounds": 2}),
    ("power", {"name": "fire_breath"}, [3], {"used": False, "wounds": "1K3"}),
    ("power", {"name": "regeneration"}, [], {"cures": 1}),
    ("gate", {}, [3, 1, 2, 3, 4, 5], {"demons": 4, "guards": {"demon": [3, 4, 5, 6], "nameless": [11]}}),
    ("find", {"feature": "fountain"}, [1, 4], {"find": "poison", "wounds": 2}),
    ("find", {"feature": "fountain", "roll": 2}, [6, 3],
     {"find": "potion", "items": [{"item": "potion.healing", "kind": "potion", "cures": 3}]}),
    ("find", {"feature": "fountain", "roll": 4}, [3, 4], {"jewels": [25]}),
    ("find", {"feature": "statue", "roll": 2}, [3, 4, 5, 6], {"jewels": [25, 100]}),
    ("find", {"feature": "statue", "roll": 1, "level": 2}, [3, 4],
     {"met": {"monster": "medusa", "level": 2, "strengths": [9]}}),
    ("find", {"feature": "trapdoor", "roll": 1}, [4],
     {"sprung": [{"trap": "explosion", "wounds": 1, "everyone": True}]}),
    ("find", {"feature": "trapdoor", "roll": 3}, [4], {"find": "room", "met": None}),
    ("find", {"feature": "trapdoor", "roll": 5}, [6], {"wounds": 6, "bottomless": True}),
    ("find", {"feature": "furniture", "roll": 3}, [4, 4, 2], {"gold": 0, "jewels": []}),
    ("find", {"feature": "furniture", "roll": 4}, [5, 2], {"cures": 5, "met": None}),
    ("find", {"feature": "furniture", "roll": 6}, [1, 3], {"shows": {"level": 1, "segments": 5}}),
    ("find", {"feature": "art", "roll": 1}, [4], {"find": "tapestry", "worth": 20}),
    ("find", {"feature": "altar", "roll": 1, "resistance": 2}, [2], {"resisted": True, "weapon_skill": "1"}),
    ("find", {"feature": "altar", "roll": 2, "resistance": 2}, [1, 6, 2], {"resisted": True, "shows": {"level": 3}}),
    ("find", {"feature": "altar", "roll": 3, "resistance": 2}, [3, 5], {"resisted": False, "wounds": 3}),
    ("find", {"feature": "altar", "roll": 3, "resistance": 2}, [2, 2, 3, 4], {"resisted": True, "jewels": [25]}),
    ("find", {"feature": "altar", "roll": 4, "resistance": 2}, [6, 1], {"resisted": False}),
    ("find", {"feature": "altar", "roll": 5, "resistance": 9}, [6, 6, 4],
     {"resisted": False, "wounds": 1, "poison": 2}),
    ("find", {"feature": "altar", "roll": 5, "resistance": 2}, [1, 3], {"resisted": True}),
    ("find", {"feature": "altar", "roll": 6}, [], {"find": "asmoday"}),
]
# fmt: on


def from_hand(pips: list[int]) -> Any:
    """Dice that somebody threw on a table, one after the other."""

    def throw(code: str) -> Rolled:
        count = parse(code).count
        thrown = [pips.pop(0) for _ in range(count)]
        return Rolled(code, thrown)

    return throw


@pytest.mark.parametrize(("name", "given", "pips", "expected"), ROLLS)
def test_a_roll(name: str, given: Given, pips: list[int], expected: Facts) -> None:
    """The dice decide what was left open, exactly as many as are needed."""
    left = list(pips)

    found = BOOK.lookup(name).answer(TABLES, given, from_hand(left))

    assert isinstance(found, dict)
    shown = found | {"items": [bare(one) for one in found.get("items", ())]}
    assert expected.items() <= shown.items()
    assert left == []
    assert found["section"]


def bare(item: Facts) -> Facts:
    return {name: value for name, value in item.items() if name not in ("section", "origin")}


def test_twice_and_twice_again() -> None:
    """Roll twice; one of the two opens two more: explosion, gas and oil, in that order [7.1]."""
    found = BOOK.lookup("trap").answer(TABLES, {}, from_hand([6, 4, 6, 3, 5, 1, 6]))

    assert isinstance(found, dict)
    assert [one["trap"] for one in found["sprung"]] == ["explosion", "gas", "oil"]
    assert [one["for"] for one in found["rolled"]] == ["roll", "trap", "trap", "trap", "trap", "poison", "wounds"]


def test_every_die_is_in_the_facts() -> None:
    """What it was for, its code, each die, the total."""
    found = BOOK.lookup("item").answer(TABLES, {}, from_hand([6, 5]))

    assert isinstance(found, dict)
    assert found["rolled"] == [
        {"for": "kind", "code": "1K6", "dice": [6], "total": 6},
        {"for": "ring", "code": "1K6", "dice": [5], "total": 5},
    ]


@pytest.mark.parametrize("one", [one for one in LOOKUPS if one.roll], ids=lambda one: str(one.name))
def test_the_same_seed_throws_the_same_dice(one: Lookup[Tables]) -> None:
    """A roll can be shown again."""
    given = NEEDED.get(one.name, {})
    first, again = (one.answer(TABLES, given, thrower(b"seed")) for _ in range(2))

    assert first == again


@pytest.mark.parametrize("one", [one for one in LOOKUPS if one.roll], ids=lambda one: str(one.name))
def test_every_roll_comes_to_an_end(one: Lookup[Tables]) -> None:
    """Whatever the dice show, a table has an answer."""
    for seed in range(200):
        found = one.answer(TABLES, NEEDED.get(one.name, {}), thrower(str(seed).encode()))
        assert isinstance(found, dict)
        assert found["origin"] in ("rulebook", "published", "house")


def test_one_throw_after_the_other() -> None:
    """A seed is not one die, but many."""
    throw = thrower(b"seed")

    assert {int(throw("1K6")) for _ in range(60)} == {1, 2, 3, 4, 5, 6}


def test_nothing_to_roll() -> None:
    """A hero's sheet has no dice."""
    with pytest.raises(Refused) as refused:
        BOOK.lookup("hero").answer(TABLES, {"name": "zurik"}, thrower(b""))

    assert refused.value.reason == "lookup_dice"


def test_too_many_at_once() -> None:
    """Twenty-four are enough for one roll."""
    with pytest.raises(Refused) as refused:
        BOOK.lookup("jewel").answer(TABLES, {"number": 25}, thrower(b""))

    assert refused.value.reason == "lookup_value"
