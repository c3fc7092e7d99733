"""Treasure, experience and magic items where no scenario can set the table: mixed groups, every die of every kind."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.requests import Filled
from rules.kernel.table import Table
from rules.labirynt_smierci.model import Game, Group, Item, Monster
from rules.labirynt_smierci.party.belongings import Belonging, arm, lose, receive
from rules.labirynt_smierci.party.experience import points_for
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables.sheets_finds import MAGIC
from rules.labirynt_smierci.treasure.items import (
    HIDDEN,
    make_item,
    make_jewel,
    make_thing,
    reveal,
    roll_hoard,
    swallow,
    treasure_rows,
)
from rules.labirynt_smierci.treasure.loot import hand_over_item, take_up

RULES = LabiryntSmierci.with_tables()


def a_game(**setup: object) -> Game:
    """Lord Dil and Zareth in a room, unless something else is said."""
    game, _ = RULES.scene("way", {"party": [{"hero": "lord_dil"}, {"hero": "zareth"}], **setup})
    return game


def a_table(**dice: list[list[int]]) -> Table:
    """A table where chance throws these, by their why with two strokes for a dot."""
    return Table((), Scripted({why.replace("__", "."): throws for why, throws in dice.items()}))


def the_guards(game: Game, level: int = 1) -> Group:
    """Two Demons, the Gate, the Nameless, and Zareth who turned on his comrades."""
    kinds = ["demon", "demon", "gate", "nameless"]
    monsters = [Monster(id=f"{kind}-{n}", kind=kind, full=10, wounds=10) for n, kind in enumerate(kinds, 1)]
    monsters.append(Monster(id="zareth-5", kind="demon", full=9, wounds=9, person="zareth"))
    return Group(kind="demon", level=level, resident=True, monsters=monsters)


def test_a_group_of_several_kinds_has_a_treasure_of_each_kind_that_was_killed() -> None:
    """Demons have D and the Nameless L; the Gate and who turned on the party have none [16]."""
    game = a_game()

    assert [row.type for row in treasure_rows(game, the_guards(game))] == ["D", "L"]
    assert [row.type for row in treasure_rows(game, the_guards(game, level=3))] == ["F", "L"]


def test_by_option_each_of_several_kinds_has_a_treasure_of_its_own() -> None:
    """Two Demons: twice D [14.9]."""
    game = a_game(options={"treasure": "monster"})

    assert [row.type for row in treasure_rows(game, the_guards(game))] == ["D", "D", "L"]


def test_the_treasures_of_several_kinds_are_one_hoard() -> None:
    """No gold with the Demons, 120 with the Nameless, one jewel with each."""
    game = a_game()
    table = a_table(
        treasure__gold=[[2]],
        treasure__amount=[[1, 2, 3]],
        treasure__jewels=[[1], [4]],
        treasure__jewels_amount=[[1], [1]],
        treasure__items=[[5]],
    )

    hoard = roll_hoard(table, game, the_guards(game))

    assert (hoard.gold, hoard.jewels, hoard.items) == (120, 2, 0)


def test_nobody_is_left_to_have_a_treasure() -> None:
    """All of them were charmed, or it was a comrade who had turned: no die is thrown."""
    game = a_game()
    group = the_guards(game)
    group.monsters = [group.monsters[-1]]

    hoard = roll_hoard(a_table(), game, group)

    assert (hoard.gold, hoard.jewels, hoard.items) == (0, 0, 0)


def test_the_gate_and_comrades_bring_no_experience() -> None:
    """Three dead guards of 10, on level 2 of 8 each as rolled: 6 x 24 [12, 16]."""
    game = a_game()

    assert points_for(game, the_guards(game)) == 6 * 30
    assert points_for(game, the_guards(game, level=2)) == 6 * 24


def test_who_still_lives_brings_no_experience() -> None:
    """Only the killed count [12]."""
    game = a_game()
    group = the_guards(game)
    group.monsters[0].wounds = 3

    assert points_for(game, group) == 6 * 20


@pytest.mark.parametrize("kind", MAGIC)
@pytest.mark.parametrize("die", range(1, 7))
def test_every_magic_item_of_the_table_is_made(kind: str, die: int) -> None:
    """Each kind by its die, each one of the kind by its own; what is hidden is named when it shows."""
    game = a_game()
    table = a_table(items__kind=[[MAGIC.index(kind) + 1]], items__name=[[die]], items__plus=[[4]])

    item = make_item(table, game)
    hidden = not item.name
    reveal(table, game, item)

    assert item.kind == kind
    assert hidden == (kind in HIDDEN)
    assert item.name == game.tables.items.name_on(kind, die)
    assert bool(item.plus) == (kind in ("weapon", "armour"))


def test_things_are_numbered_as_they_come() -> None:
    """No two have the same id, whoever makes them."""
    game = a_game(party=[{"hero": "lord_dil", "items": [{"kind": "jewel", "worth": 5}]}])

    made = [make_thing(game, "manuscript"), make_jewel(a_table(jewels__worth=[[6, 6]]), game)]

    assert [one.id for one in made] == ["i2", "i3"]
    assert [one.worth for one in made] == [0, 150]


def test_two_axes_leave_one_after_the_other() -> None:
    """The kind stays among his weapons until the last magic one is gone [14]."""
    one = a_game().characters["lord_dil"]
    axes = [Item(id=f"i{n}", kind="weapon", name="axe", plus=n) for n in (1, 2)]

    for axe in axes:
        receive(one, axe)
    lose(one, axes[0])
    assert one.weapons == ["sword", "dagger", "axe"]

    lose(one, axes[1])
    arm(one)
    assert (one.weapons, one.lent) == (["sword", "dagger"], [])


def test_a_potion_from_a_fountain_is_drunk_without_ever_being_carried() -> None:
    """What a find pours out works at once [13.9]."""
    game = a_game()
    one = game.characters["lord_dil"]

    swallow(a_table(items__name=[[2]]), game, one, make_thing(game, "potion"))

    assert (one.might, one.items) == (2, [])


def taken_up(game: Game, *items: Item, who: str = "lord_dil") -> list[str]:
    """Somebody takes these from the heap: what is told, by name."""
    table = a_table()
    for item in items:
        game.heap.items.append(item)
        take_up(table, game, item, game.characters[who])
    return [type(one.event).__name__ for one in table.story.told]


def test_better_armour_is_put_on_as_it_is_taken() -> None:
    """The first by who wears none, a better one instead of it; a worse one stays in the bag [14]."""
    game = a_game()
    told = taken_up(game, *(make_thing(game, "armour", "armour", plus=plus) for plus in (1, 2, 1)))

    assert told == ["ThingTaken", "ThingPutOn", "ThingTaken", "ThingTakenOff", "ThingPutOn", "ThingTaken"]
    assert [(item.plus, item.worn) for item in game.characters["lord_dil"].items] == [(1, False), (2, True), (1, False)]


def test_what_nobody_knows_is_not_put_on_unasked() -> None:
    """A talisman may be evil, a medallion may strangle [14]; a ring shows what it is."""
    game = a_game()
    table_of = [make_thing(game, "talisman"), make_thing(game, "medallion"), make_thing(game, "ring", "resistance_1")]

    taken_up(game, *table_of)

    assert [item.worn for item in table_of] == [False, False, True]


@pytest.mark.parametrize(("weapon", "in_hand"), [("sword", "sword"), ("dagger", "dagger"), ("bow", "sword")])
def test_the_better_weapon_is_taken_in_hand(weapon: str, in_hand: str) -> None:
    """From where its owner marches; a bow is of no use in front [9.2, 14]."""
    game = a_game(party=[{"hero": "lord_dil", "weapon_skill": {}}, {"hero": "zareth"}])

    taken_up(game, make_thing(game, "weapon", weapon, plus=3))

    assert game.characters["lord_dil"].in_hand == in_hand


def test_armour_that_is_handed_over_is_put_on() -> None:
    """It was given for that [5, 14]."""
    game = a_game()
    giver, taker = game.characters["lord_dil"], game.characters["zareth"]
    armour = make_thing(game, "armour", "armour", plus=1)
    receive(giver, armour)

    hand_over_item(a_table(), game, Filled({"what": Belonging(giver, armour), "to": taker}))

    assert (taker.armour, giver.armour) == (1, 0)
