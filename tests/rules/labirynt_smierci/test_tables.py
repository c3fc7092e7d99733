"""The tables hold what the sheets say.

What the sheets say is written down here once more, as printed: a slip of the pen would have to be made twice.
"""

from __future__ import annotations

from itertools import product

import pytest

from rules.kernel.dice import parse
from rules.labirynt_smierci.tables import load
from rules.labirynt_smierci.tables.sheets import WEAPONS, Find

TABLES = load()

TILES = """
h  corridor   WWCC  18
j  corridor   WCWC  14
d  corridor   WCDC  16
e  corridor   DCDC  14
i  corridor   DDCC  11
c  corridor   CWDC  12
g  corridor   WCCD  6
a  room       DWWW  11
b  room       DDWW  4
f  room       DWDW  7
s  stairs     DDDD  10
m  mirror     DDDD  10
w  fountain   DDDD  5
p  statue     DDDD  5
k  trapdoor   DDDD  5
t  furniture  DDDD  5
x  altar      DDDD  5
z  art        DDDD  5
"""

LEVELS = """
1  0  0  0  1  0  1
2  2  1  1  1  1  1
3  4  3  2  2  2  2
"""

HEROES = """
almuric          human      8   1/1/2  2  3  sword+dagger  +2sword   1HG
alric            human      6   2/3/4  2  0  sword+knife   -         1HG
curvenol         human      5   5/5/5  1  0  sword+knife   -         2HG
dalmilandril     elf        5   3/4/5  3  2  bow+dagger    +2bow     2NG
dierdra          human      7   0/0/0  1  4  hammer+sword  +1hammer  1HG
eodred           human      6   3/4/5  2  0  bow+knife     -         2HG
gerudirr         dwarf      6   0/0/0  2  6  axe+dagger    +3axe     1DT
gilith           elf        8   0/0/0  3  4  bow+dagger    +2bow     2NG
gislan           dwarf      10  4/4/4  3  4  axe+hammer    +2axe     3DT
gwaigilion       elf        7   4/3/2  3  4  bow+dagger    +2bow     1NG
larraka          human      5   6/5/4  3  0  bow+dagger    -         1HG
linfalas         elf        9   0/0/0  2  5  bow+sword     +2bow     3NG
lord_dil         human      10  0/0/0  3  5  sword+dagger  +2sword   2HG
maytwist         elf        7   3/3/3  2  0  knife+bow     +2bow     3NG
paladin_glade    human      10  0/0/0  2  4  sword+knife   +2sword   2HG
paladin_stephen  human      10  0/0/0  2  5  sword+dagger  +2sword   2HG
raman            halfcronk  9   0/0/0  3  4  sword+dagger  +1sword   1DT
sliggoth         dwarf      8   1/2/3  2  4  axe+bow       +1axe     1DT
theregond        human      8   4/3/2  2  1  sword+knife   +3sword   3HG
weldron          human      9   0/0/0  2  5  sword+bow     +2sword   3HG
wendolyn         human      7   4/3/2  2  1  sword+dagger  +2dagger  4HG
zareth           human      9   0/0/0  4  4  sword+knife   +1sword   3HG
zurik            dwarf      8   3/4/5  2  3  axe+dagger    +2axe     3DT
"""

MONSTERS = """
nameless   1K6+6  5      4  -  sword     -    lightning               L/L  -
chimera    2K6+2  7      2  7  monsters  -    -                       I/I  fire_breath
evil_mage  1K6+3  4      3  3  dagger    -    lightning+magic_shield  J/C  -
evil_hero  1K6+4  5      2  5  sword     1K6  -                       J/C  -
demon      1K6+2  5      4  -  monsters  -    -                       D/D  -
gargoyle   3K6+1  9      3  4  monsters  -    -                       G/G  -
harpy      1K3    0      1  5  monsters  -    -                       A/A  -
hydra      2K6+3  heads  3  7  monsters  -    -                       J/J  heads
skeleton   1K6+1  2      1  9  monsters  -    -                       F/A  -
cronk      1K6+1  4      1  9  monsters  -    -                       E/B  stench
medusa     2K6    2      2  5  monsters  -    -                       G/G  petrification
minotaur   2K6+4  10     3  7  monsters  -    -                       J/C  -
ogre       1K6+2  5      2  2  hammer    -    -                       J/E  -
orc        1K6    3      1  0  sword     -    -                       H/B  -
troll      2K6+3  6      3  4  monsters  -    -                       J/J  regeneration
wight      2K6    6      2  4  monsters  -    -                       H/H  -
vampire    3K6    11     4  6  monsters  -    -                       J/J  charm
warg       1K3+2  3      1  6  monsters  -    -                       A/A  -
dire_wolf  1K3+1  1      1  9  monsters  -    -                       A/A  -
wraith     1K6+3  3      1  2  monsters  -    -                       I/D  -
"""

RESIDENTS = """
evil_mage:1    evil_hero:1  cronk:1K6     gargoyle:1     chimera:1    medusa:1
orc:1K3        troll:1      vampire:1     harpy:1K3+2    ogre:1       minotaur:1
dire_wolf:1K6  wight:1      warg:1K3      evil_mage:1    evil_hero:1  cronk:1K6+1
gargoyle:2     chimera:2    medusa:1      orc:1K6+1      hydra:1      vampire:1
harpy:1K6+2    ogre:2       minotaur:1    dire_wolf:1K6  wight:2      warg:1K6
skeleton:1K3   wraith:1K3   skeleton:1K6  wraith:1K3+2   troll:1      hydra:1
"""

WANDERING = """
evil_hero:1  evil_mage:1   chimera:1
gargoyle:1   medusa:1      orc:1K3
troll:1      vampire:1     harpy:1K3+2
ogre:1       minotaur:1    dire_wolf:1K6
wight:1      warg:1K3      wraith:1K3
hydra:1      skeleton:1K3  cronk:1K6
"""

BRIBE = """
20   4  2  1  1  0  0
40   4  3  2  1  1  0
60   5  4  2  2  1  1
80   6  5  4  2  2  1
100  6  6  4  3  2  1
150  6  6  5  4  3  2
200  6  6  6  4  4  2
300  6  6  6  5  4  3
400  6  6  6  5  5  4
"""

COMBAT = """
..3   0  0  0  0  0  0  0
4     1  1  1  0  0  0  0
5     1  1  1  1  1  0  0
6..9  1  1  1  1  1  1  1
10    2  2  2  1  1  1  1
11    2  2  2  2  2  1  1
12    2  3  2  2  2  2  2
13    3  3  3  2  2  2  2
14    3  4  4  3  3  2  2
15    4  4  4  3  3  3  3
16    4  5  5  4  4  3  4
17..  5  5  5  4  4  4  5
"""

TREASURES = """
A  -         -      -
B  6:1K6     -      -
C  6:3K6     -      1:1
D  1:3K6     1:1K3  -
E  2:1K6x10  2:1K6  2:1
F  3:1K6x5   3:1K6  1:1
G  6:3K6x5   3:1K6  2:1
H  6:2K6     1:1K3  1:1
I  6:1K6x5   2:1K6  2:1
J  6:1K6x20  2:1K6  3:1K3
K  6:2K6x20  3:1K6  3:1K3
L  6:3K6x20  4:1K6  4:1K3
"""

SPELLS = """
charm              combat       3
blast              combat       1
explosion          combat       1
lightning          combat       2
sleep              combat       2
redemption         combat       3
magic_shield       combat       2
hesitate           combat       2
cease_fire         combat       3
mental_attack      combat       4
lock               noncombat    1
mage_armor         noncombat    1
neutralize_poison  noncombat    1
stone_flesh        noncombat    3
strength           noncombat    1
heal               noncombat    1
rejuvenate         noncombat    2
teleport           noncombat    3
thief              noncombat    1
oratory            negotiation  1
cow                negotiation  2
daunt              negotiation  3
sway               bribery      1
cajole             bribery      2
wrath_of_god       special      3
resurrection       special      5
"""

SUMS = ((1, 5), (6, 9), (10, 12), (13, 16), (17, 20), (21, 60))
COLUMNS = (*WEAPONS, "monsters")
SKILLS = {"HG": "gate", "DT": "traps", "NG": "negotiation"}
TILES_IN_CUP = 163


def lines(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.strip().splitlines()]


@pytest.mark.parametrize(("tile_id", "kind", "sides", "count"), lines(TILES))
def test_a_chit_of_the_cup(tile_id: str, kind: str, sides: str, count: str) -> None:
    """Each chit has its sides and lies in the cup as often as printed; statues and altars are ours [2.2]."""
    tile = TABLES.tiles.of(tile_id)

    assert (tile.kind, tile.sides, tile.count) == (kind, sides, int(count))
    assert tile.origin == ("house" if tile_id in "px" else None)


def test_the_cup_is_whole() -> None:
    """There are 163 chits in the cup, and the entrance and the Black Gate beside it [2.2, 4.1 E]."""
    tiles = TABLES.tiles

    assert sum(tile.count for tile in tiles.tile) == TILES_IN_CUP
    assert [tile.id for tile in tiles.tile if not tile.count] == ["entrance", "gate"]
    assert (tiles.of("entrance").sides, tiles.of("gate").sides) == ("CWWW", "WWWW")


@pytest.mark.parametrize("printed", lines(LEVELS))
def test_a_level_adds(printed: list[str]) -> None:
    """Level 2 adds 2 strength, level 3 doubles the numbers, and so on [6.7]."""
    number, *added = map(int, printed)

    row = TABLES.levels.of(number)

    found = [row.strength, row.dexterity, row.reluctance, row.number, row.treasure_shift, row.experience]
    assert found == added


@pytest.mark.parametrize("printed", lines(HEROES))
def test_a_heros_sheet(printed: list[str]) -> None:
    """Each of the 23 heroes has the values of the counter [4.3]."""
    hero_id, race, strength, potential, resistance, dexterity, weapons, weapon_skill, skill = printed

    hero = TABLES.heroes.of(hero_id)

    assert (hero.race, hero.strength, hero.resistance, hero.dexterity) == (
        race,
        int(strength),
        int(resistance),
        int(dexterity),
    )
    assert "/".join(map(str, hero.potential)) == potential
    assert "+".join(hero.weapons) == weapons
    assert "".join(f"+{plus}{weapon}" for weapon, plus in hero.weapon_skill.items()) == weapon_skill.strip("-")
    skills = {name: getattr(hero, name) for name in SKILLS.values()}
    assert {name: plus for name, plus in skills.items() if plus} == {SKILLS[skill[1:]]: int(skill[0])}


def test_the_apprentices() -> None:
    """Elves talk and shoot, dwarves disarm traps, humans are strong and know of the Black Gate [4.1 B3]."""
    elf, dwarf, human = (TABLES.apprentices.of(race) for race in ("elf", "dwarf", "human"))

    assert (elf.strength, elf.resistance, elf.weapon, elf.negotiation) == (5, 2, "bow", 1)
    assert (dwarf.strength, dwarf.resistance, dwarf.weapon, dwarf.traps) == (6, 2, "axe", 1)
    assert (human.strength, human.resistance, human.weapon, human.gate) == (7, 1, "sword", 1)
    assert {(one.weapon_skill, one.dexterity) for one in (elf, dwarf, human)} == {(1, 0)}
    assert [one.gate + one.traps + one.negotiation for one in (elf, dwarf, human)] == [1, 1, 1]


@pytest.mark.parametrize(("roll", "potential"), list(enumerate(("000", "000", "210", "012", "111", "222"), start=1)))
def test_an_apprentices_magic_potential(roll: int, potential: str) -> None:
    """One die decides the apprentice's potential under the three suns [4.4]."""
    assert TABLES.apprentices.potential_on(roll) == tuple(map(int, potential))


@pytest.mark.parametrize(
    ("roll", "colour"), list(enumerate(("red", "red", "yellow", "yellow", "blue", "blue"), start=1))
)
def test_the_sun(roll: int, colour: str) -> None:
    """Each sun rises on two of six [4.1 D]."""
    assert TABLES.suns.on(roll) == colour


@pytest.mark.parametrize("printed", lines(MONSTERS))
def test_a_monster(printed: list[str]) -> None:
    """Each of the 20 monsters has its characteristics, spells, treasure and power [8.2]."""
    monster_id, strength, dexterity, resistance, reluctance, weapon, skill, spells, treasure, power = printed

    monster = TABLES.monsters.of(monster_id)

    assert monster.strength == strength
    assert ("heads" if monster.heads else str(monster.dexterity)) == dexterity
    assert monster.resistance == int(resistance)
    assert monster.reluctance == (None if reluctance == "-" else int(reluctance))
    assert (monster.weapon, monster.weapon_skill or "-") == (weapon, skill)
    assert ("+".join(monster.spells) or "-", monster.power or "-") == (spells, power)
    assert f"{monster.resident}/{monster.wandering}" == treasure


@pytest.mark.parametrize(("first", "second"), list(product(range(1, 7), repeat=2)))
def test_who_is_met(first: int, second: int) -> None:
    """Two dice say who lives in a room, and who wanders; wanderers share two results of the second die [8.3]."""
    resident = TABLES.residents.on(first, second)
    wandering = TABLES.wandering.on(first, second)

    assert f"{resident.monster}:{resident.number}" == lines(RESIDENTS)[first - 1][second - 1]
    assert f"{wandering.monster}:{wandering.number}" == lines(WANDERING)[first - 1][(second - 1) // 2]


@pytest.mark.parametrize("total", range(-9, 20))
def test_how_a_talk_ends(total: int) -> None:
    """Up to 6 the talk fails, 7 to 9 is an agreement, from 10 the monsters are intimidated [8.5]."""
    expected = "failure" if total <= 6 else "agreement" if total <= 9 else "intimidation"

    assert TABLES.negotiation.result(total) == expected


@pytest.mark.parametrize(("row", "column"), list(product(range(9), range(6))))
def test_a_bribe(row: int, column: int) -> None:
    """Each cell holds for all sums of its column, and for all offers up to the next row [8.9]."""
    gold, *limits = map(int, lines(BRIBE)[row])
    next_gold = int(lines(BRIBE)[row + 1][0]) if row < 8 else 2 * gold

    found = {TABLES.bribe.limit(total, offer) for total in SUMS[column] for offer in (gold, next_gold - 1)}

    assert found == {limits[column]}


def test_a_bribe_below_the_table() -> None:
    """Less than 20 gold is no chance at all [8.9]."""
    assert TABLES.bribe.limit(1, 19) == 0


def test_the_price_of_a_bribe() -> None:
    """For a sum of 9 the number 4 costs 60 gold; no gold buys a 6 from a sum of 13 [8.9]."""
    assert TABLES.bribe.price(9, 4) == 60
    assert TABLES.bribe.price(13, 6) is None


@pytest.mark.parametrize(("printed", "column"), list(product(lines(COMBAT), range(7))))
def test_wounds(printed: list[str], column: int) -> None:
    """Each weapon deals its wounds on every number of the row [9.9]."""
    least, _, most = printed[0].partition("..")
    rolls = range(int(least or -9), int(most or (least if ".." not in printed[0] else 40)) + 1)

    found = {TABLES.combat.wounds(COLUMNS[column], roll) for roll in rolls}

    assert found == {int(printed[1 + column])}


def test_the_traps() -> None:
    """A door is trapped on a 1; six traps, the last of which is two [7, 7.1]."""
    traps = TABLES.traps

    kinds = [traps.on(roll) for roll in range(1, 7)]

    assert kinds == ["arrows", "poisoned_arrows", "gas", "explosion", "oil", "twice"]
    assert traps.trapped == (1,)
    assert (traps.arrow_column, traps.poison, traps.gas, traps.oil, traps.explosion) == ("bow", "1K3", "1K3", "1K3", 1)


@pytest.mark.parametrize("printed", lines(TREASURES))
def test_a_type_of_treasure(printed: list[str]) -> None:
    """Gold, jewels and items are there up to a number, then in an amount [14.9]."""
    row = TABLES.treasures.of(printed[0])

    assert [found(one) for one in (row.gold, row.jewels, row.items)] == printed[1:]


def found(one: Find | None) -> str:
    return f"{one.chance}:{one.amount}" if one else "-"


@pytest.mark.parametrize(("kind", "shift", "deeper"), [("I", 2, "K"), ("A", 1, "B"), ("K", 2, "L"), ("L", 2, "L")])
def test_treasure_on_deeper_levels(kind: str, shift: int, deeper: str) -> None:
    """Deeper levels move the type down, as far as L [6.7]."""
    assert TABLES.treasures.of(kind, shift).type == deeper


def test_the_spells() -> None:
    """Twenty-four spells can be chosen; Wrath of God and Resurrection need a find [10]."""
    spells = [[spell.id, spell.kind, str(spell.cost)] for spell in TABLES.spells.spell]

    assert spells == lines(SPELLS)
    assert [spell.id for spell in TABLES.spells.spell if spell not in TABLES.spells.ordinary] == [
        "wrath_of_god",
        "resurrection",
    ]


def test_every_sheet_says_where_it_comes_from() -> None:
    """Traps and suns are the rulebook's, powers, Gate and experience ours; the rest was published [2.2 to 16]."""
    origins = {name: getattr(TABLES, name).origin for name in TABLES.__struct_fields__ if name != "digest"}

    assert {name for name, origin in origins.items() if origin == "rulebook"} == {"traps", "suns"}
    assert {name for name, origin in origins.items() if origin == "house"} == {"powers", "gate", "experience"}
    assert set(origins.values()) == {"rulebook", "published", "house"}


def test_every_monster_can_be_rolled() -> None:
    """Whoever is met has a strength of at least one, and dice that can be thrown [8.2]."""
    assert all(parse(monster.strength).least >= 1 for monster in TABLES.monsters.monster)
