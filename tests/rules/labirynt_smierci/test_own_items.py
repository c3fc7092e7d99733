"""A group's own magic items: dice or a game master bring them, and they work like an item of the rules [14]."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.answers import judge
from rules.kernel.chance import Scripted
from rules.kernel.corrections import CORRECTION
from rules.kernel.errors import BadTable
from rules.kernel.requests import GM, NextAction
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.finds import ThingPutOn
from rules.labirynt_smierci.lookups.printed import item, item_names
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.belongings import receive
from rules.labirynt_smierci.party.traits import has_spell
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables import load as load_tables
from rules.labirynt_smierci.treasure.items import don, make_item, make_thing, swallow, worst_of_unknown

EXAMPLE = Path(__file__).parents[3] / "docs" / "own-tables" / "labirynt_smierci"
RULES = LabiryntSmierci.with_tables(EXAMPLE)


def a_game() -> Game:
    """Lord Dil and Zareth with the tables of the example."""
    game, _ = RULES.scene("way", {"party": [{"hero": "lord_dil"}, {"hero": "zareth"}]})
    return game


def a_table(**dice: list[list[int]]) -> Table:
    """A table where chance throws these, by their why with two strokes for a dot."""
    return Table((), Scripted({why.replace("__", "."): throws for why, throws in dice.items()}))


def test_a_die_brings_the_own_ring_in_place_of_the_one_it_works_like() -> None:
    """Once worn it allows the spell of that ring, and its own sentence is told."""
    game = a_game()
    table, zareth = a_table(items__kind=[[6]], items__name=[[3]]), game.characters["zareth"]

    ring = make_item(table, game)
    receive(zareth, ring)
    don(table, game, zareth, ring)

    assert (ring.name, ring.called, ring.title) == ("sleep", "feather_ring", Word("item.ring.feather_ring"))
    assert has_spell(game, zareth, "sleep")
    told = next(one.event for one in table.story.told if isinstance(one.event, ThingPutOn))
    assert (told.item, told.effect) == (Word("item.ring.feather_ring"), Word("note.item.ring.feather_ring"))


def test_other_dice_bring_what_they_always_brought() -> None:
    """A 6 for the ring is still Resurrection."""
    game = a_game()

    assert make_item(a_table(items__kind=[[6]], items__name=[[6]]), game).title == Word("item.ring.resurrection")


def test_a_game_master_gives_an_own_item() -> None:
    """A ring, and a halberd with the bonus of its row; the halberd is wielded like an axe."""
    game = a_game()
    for answer in (["give:zareth", "ring.feather_ring"], ["give:zareth", "weapon.halberd"]):
        offers = NextAction(who=GM, why=CORRECTION, actions=tuple(RULES.corrections(game)))
        RULES.correct(a_table(), game, judge(offers, answer, GM))

    ring, halberd = game.characters["zareth"].items
    assert (ring.title, halberd.title, halberd.plus) == (
        Word("item.ring.feather_ring"),
        Word("item.weapon.halberd"),
        3,
    )
    assert "axe" in game.characters["zareth"].lent


def test_a_hidden_own_potion_is_known_once_it_is_drunk(tmp_path: Path) -> None:
    """And counts among the faces of what it works like."""
    _write(tmp_path, 'id = "fog"\nkind = "potion"\nworks_like = "poison"\nrolls = [4]')
    rules = LabiryntSmierci.with_tables(tmp_path)
    game, _ = rules.scene("way", {"party": [{"hero": "lord_dil"}]})
    dil = game.characters["lord_dil"]
    potion = make_thing(game, "potion")

    assert rules.tables.items.faces_of("potion", "poison") == 2
    assert worst_of_unknown(game, dil, potion) == 3
    swallow(a_table(items__name=[[4]], potion__poison=[[5]]), game, dil, potion)

    assert (potion.title, dil.wounds) == (Word("item.potion.fog"), 3)


def test_a_fixed_bonus_is_not_rolled(tmp_path: Path) -> None:
    """The dice of kind and item are all."""
    _write(tmp_path, 'id = "halberd"\nkind = "weapon"\nworks_like = "axe"\nplus = 3\nrolls = [6]')
    game, _ = LabiryntSmierci.with_tables(tmp_path).scene("way", {"party": [{"hero": "lord_dil"}]})

    found = make_item(a_table(items__kind=[[1]], items__name=[[6]]), game)

    assert (found.title, found.name, found.plus) == (Word("item.weapon.halberd"), "axe", 3)
    assert item(game.tables, first=1, second=6, third=1)["plus"] == 3


def test_own_items_are_looked_up() -> None:
    """By name and by dice: what they work like, with its numbers."""
    tables = RULES.tables

    assert {"ring.feather_ring", "weapon.halberd"} <= set(item_names(tables))
    assert item(tables, first=6, second=3) == {
        "item": "ring.feather_ring",
        "kind": "ring",
        "works_like": "ring.sleep",
        "worn": 2,
        "section": "14",
        "origin": "own",
    }
    assert item(tables, "weapon.halberd")["plus"] == 3


@pytest.mark.parametrize(
    ("row", "key", "expected"),
    [
        ('id = "x"\nkind = "ring"\nworks_like = "axe"', "own[0].works_like", "one of resistance_1"),
        ('id = "sleep"\nkind = "ring"\nworks_like = "sleep"', "own[0].id", "no item of the rulebook"),
        ('id = "x"\nkind = "ring"\nworks_like = "sleep"\nplus = 1', "own[0].plus", "only for weapon, armour"),
        (
            'id = "x"\nkind = "armour"\nworks_like = "armour"\nrolls = [1]',
            "own[0].rolls",
            "for 'armour', only for weapon,",
        ),
        ('id = "x"\nkind = "ring"\nworks_like = "sleep"\nrolls = [1, 1]', "own[0].rolls", "got 1 twice"),
        ('id = "X"\nkind = "ring"\nworks_like = "sleep"', "own[0].id", "small letters"),
    ],
)
def test_a_wrong_own_item_is_refused(tmp_path: Path, row: str, key: str, expected: str) -> None:
    """With the key, and what can stand there."""
    _write(tmp_path, row)

    with pytest.raises(BadTable) as bad:
        load_tables(tmp_path)

    assert (bad.value.key, expected in bad.value.expected) == (key, True), bad.value


def _write(folder: Path, row: str) -> None:
    (folder / "items.toml").write_text(f"extends = true\n\n[[own]]\n{row}\n", "utf-8")
