"""What is found in the tables by dice, sums and offers, and what holds for all their rows.

The values themselves are compared with the sheets in ``tests/rules/table_digests.py``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rules.kernel.dice import parse
from rules.labirynt_smierci.tables import load
from rules.labirynt_smierci.tables.sheets import WEAPONS

TABLES = load()
TILES_IN_CUP = 163


def test_the_cup_is_whole() -> None:
    """There are 163 chits in the cup, and the entrance and the Black Gate beside it [2.2, 4.1 E]."""
    tiles = TABLES.tiles

    assert sum(tile.count for tile in tiles.tile) == TILES_IN_CUP
    assert [tile.id for tile in tiles.tile if not tile.count] == ["entrance", "gate"]
    assert (tiles.of("entrance").sides, tiles.of("gate").sides) == ("CWWW", "WWWW")


def test_statues_and_altars_are_ours() -> None:
    """All other chits are on the sheet [2.2]."""
    assert {tile.kind for tile in TABLES.tiles.tile if tile.origin == "house"} == {"statue", "altar"}


@pytest.mark.parametrize(("number", "strength", "shift"), [(1, 0, 0), (2, 2, 1), (3, 4, 2)])
def test_a_level_adds_what_its_own_row_says(number: int, strength: int, shift: int) -> None:
    """Level 2 adds 2 strength, level 3 adds 4; treasures are one and two types better [6.7]."""
    row = TABLES.levels.of(number)

    assert (row.level, row.strength, row.treasure_shift) == (number, strength, shift)


def test_there_are_twenty_three_heroes_and_twenty_monsters() -> None:
    """Each is found by its id [4.3, 8.2]."""
    heroes, monsters = TABLES.heroes.hero, TABLES.monsters.monster

    assert (len(heroes), len(monsters)) == (23, 20)
    assert [TABLES.heroes.of(hero.id) for hero in heroes] == list(heroes)
    assert [TABLES.monsters.of(monster.id) for monster in monsters] == list(monsters)


def test_an_apprentice_has_the_skill_of_the_race() -> None:
    """Elves talk, dwarves disarm traps, humans know of the Black Gate [4.1 B3]."""
    elf, dwarf, human = (TABLES.apprentices.of(race) for race in ("elf", "dwarf", "human"))

    skills = [(one.negotiation, one.traps, one.gate) for one in (elf, dwarf, human)]

    assert skills == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_one_die_decides_the_potential_of_an_apprentice() -> None:
    """None on 1 and 2, two under each sun on a 6 [4.4]."""
    potential = [TABLES.apprentices.potential_on(roll) for roll in range(1, 7)]

    assert (potential[0], potential[1], potential[5]) == ((0, 0, 0), (0, 0, 0), (2, 2, 2))


def test_each_sun_rises_on_two_of_six() -> None:
    """The lowest results are the red one's, the highest the blue one's [4.1 D]."""
    suns = [TABLES.suns.on(roll) for roll in range(1, 7)]

    assert set(Counter(suns).values()) == {2}
    assert (suns[0], suns[5]) == ("red", "blue")


def test_two_dice_say_who_is_met() -> None:
    """The first is the row; wanderers share two results of the second [8.3]."""
    residents, wandering = TABLES.residents, TABLES.wandering

    assert [residents.on(first, 1).monster for first in (1, 2)] == ["evil_mage", "orc"]
    assert [residents.on(1, second).monster for second in (2, 3)] == ["evil_hero", "cronk"]
    assert all(
        wandering.on(first, second) == wandering.on(first, second + 1) for first in range(1, 7) for second in (1, 3, 5)
    )


@pytest.mark.parametrize(
    ("total", "expected"),
    [(-9, "failure"), (6, "failure"), (7, "agreement"), (9, "agreement"), (10, "intimidation"), (19, "intimidation")],
)
def test_how_a_talk_ends(total: int, expected: str) -> None:
    """Up to 6 the talk fails, 7 to 9 is an agreement, from 10 the monsters are intimidated [8.5]."""
    assert TABLES.negotiation.result(total) == expected


@pytest.mark.parametrize(("total", "column"), [(1, 0), (5, 0), (6, 1), (9, 1), (20, 4), (21, 5), (60, 5)])
@pytest.mark.parametrize(("gold", "row"), [(20, 0), (39, 0), (40, 1), (399, 7), (400, 8), (9000, 8)])
def test_a_cell_of_the_bribes_holds_until_the_next_row_and_column(total: int, column: int, gold: int, row: int) -> None:
    """For all sums of its column, and for all offers up to the next row [8.9]."""
    assert TABLES.bribe.limit(total, gold) == TABLES.bribe.row[row].limits[column]


def test_a_bribe_below_the_table() -> None:
    """Less than 20 gold is no chance at all [8.9]."""
    assert TABLES.bribe.limit(1, 19) == 0


def test_the_price_of_a_bribe() -> None:
    """For a sum of 9 the number 4 costs 60 gold; no gold buys a 6 from a sum of 13 [8.9]."""
    assert TABLES.bribe.price(9, 4) == 60
    assert TABLES.bribe.price(13, 6) is None


@pytest.mark.parametrize("weapon", [*WEAPONS, "monsters"])
def test_a_row_of_wounds_holds_until_the_next(weapon: str) -> None:
    """Below the table nobody is wounded; 6 to 9 is one row; from 17 on nothing is added [9.9]."""
    wounds = TABLES.combat.wounds

    assert {wounds(weapon, roll) for roll in range(-9, 4)} == {0}
    assert len({wounds(weapon, roll) for roll in range(6, 10)}) == 1
    assert len({wounds(weapon, roll) for roll in range(17, 41)}) == 1


def test_each_weapon_has_its_own_column_of_wounds() -> None:
    """A sword wounds on 4, a bow on 5, a thrown knife on 6; with 16 they deal 4, 4 and 3 [9.9]."""
    combat = TABLES.combat

    shown = [(combat.needed(weapon), combat.wounds(weapon, 16)) for weapon in ("sword", "bow", "knife")]

    assert shown == [(4, 4), (5, 4), (6, 3)]


def test_the_traps() -> None:
    """A door is trapped on a 1; six traps, the last of which is two [7, 7.1]."""
    traps = TABLES.traps

    kinds = [traps.on(roll) for roll in range(1, 7)]

    assert kinds == ["arrows", "poisoned_arrows", "gas", "explosion", "oil", "twice"]
    assert traps.trapped == (1,)


@pytest.mark.parametrize(("kind", "shift", "deeper"), [("I", 2, "K"), ("A", 1, "B"), ("K", 2, "L"), ("L", 2, "L")])
def test_treasure_on_deeper_levels(kind: str, shift: int, deeper: str) -> None:
    """Deeper levels move the type down, as far as L [6.7]."""
    assert TABLES.treasures.of(kind, shift).type == deeper


def test_twenty_four_spells_can_be_chosen() -> None:
    """Wrath of God and Resurrection need a find [10]."""
    spells = TABLES.spells

    assert len(spells.ordinary) == 24
    assert [spell.id for spell in spells.spell if spell not in spells.ordinary] == ["wrath_of_god", "resurrection"]


def test_every_sheet_says_where_it_comes_from() -> None:
    """Traps and suns are the rulebook's, powers, Gate and experience ours; the rest was published [2.2 to 16]."""
    origins = {name: getattr(TABLES, name).origin for name in TABLES.__struct_fields__ if name != "digest"}

    assert {name for name, origin in origins.items() if origin == "rulebook"} == {"traps", "suns"}
    assert {name for name, origin in origins.items() if origin == "house"} == {"powers", "gate", "experience"}
    assert set(origins.values()) == {"rulebook", "published", "house"}


def test_every_monster_can_be_rolled() -> None:
    """Whoever is met has a strength of at least one, and dice that can be thrown [8.2]."""
    assert all(parse(monster.strength).least >= 1 for monster in TABLES.monsters.monster)
