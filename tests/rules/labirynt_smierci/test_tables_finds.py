"""The tables of chapters 10 and 12 to 16 hold what the sheets say, written down here once more."""

from __future__ import annotations

from itertools import product

import pytest

from rules.kernel.dice import parse
from rules.labirynt_smierci.tables import load
from rules.labirynt_smierci.tables.sheets_finds import FEATURES, MAGIC

TABLES = load()

FINDS = """
poison   medusa     trap  coffin      alloces  tapestry
potion   jewels     trap  bookcase    vassago  painting
alcohol  medallion  room  desk        avnas    statuette
jewel    demon      room  bed         melthus  glass
water    talisman   pit   clavichord  leraje   icon
blood    nameless   gate  mirror      asmoday  manuscript
"""

AMOUNTS = """
poison     1K3
potion     -
alcohol    2
jewel      1
water      -
blood      1
medusa     -
jewels     2
medallion  -
demon      -
talisman   -
nameless   -
trap       -
room       -
pit        1K6
gate       -
coffin     -
bookcase   -
desk       -
bed        1K6
clavichord -
mirror     -
alloces    1
vassago    -
avnas      1K3
melthus    -
leraje     -
asmoday    -
tapestry   1K6x5
painting   1K6x10
statuette  1K6x5
glass      1K6x5
icon       1K6x10
manuscript -
"""

ITEMS = """
sword   armour  poison         mind        neutralize_poison  resistance_1
hammer  armour  strength       yellow_sun  appraisal          resistance_2
axe     armour  strength       blue_sun    oratory            sleep
bow     armour  charm_person   red_sun     dexterity          neutralize_poison
dagger  armour  charm_monster  all_suns    neutralize_poison  heal
knife   armour  healing        evil        strangling         resurrection
"""

JEWELS = "1 5 10 15 20 25 35 50 75 100 150"

SPELLS = """
charm              -      -    resisted
blast              2      -    resisted
explosion          1      -    resisted
lightning          2K3    -    resisted
sleep              -      -    resisted
redemption         -      -    -
magic_shield       -      -    -
hesitate           -      -    -
cease_fire         -      -    -
mental_attack      2K6+2  -    resisted
lock               -      -    -
mage_armor         1K3+1  -    -
neutralize_poison  -      -    -
stone_flesh        -      -    -
strength           2      -    -
heal               1K6    1K3  -
rejuvenate         2K6+1  1K3  -
teleport           -      -    -
thief              -      -    -
oratory            4      -    -
cow                -      -    -
daunt              -      -    -
sway               1      -    -
cajole             2      -    -
wrath_of_god       2K6+2  1    resisted
resurrection       -      -    -
"""


def lines(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.strip().splitlines()]


@pytest.mark.parametrize(("roll", "column"), list(product(range(1, 7), range(6))))
def test_a_find(roll: int, column: int) -> None:
    """Each feature has a find for each result of the die [13.9]."""
    assert TABLES.finds.on(FEATURES[column], roll).id == lines(FINDS)[roll - 1][column]


@pytest.mark.parametrize(("find_id", "amount"), lines(AMOUNTS))
def test_how_much_is_found(find_id: str, amount: str) -> None:
    """Wounds, jewels, lost dexterity, or what a work of art is worth [13.9]."""
    found = [row.amount for row in TABLES.finds.find if row.id == find_id]

    assert found == [amount.strip("-")]


def test_what_finds_say_beside_the_table() -> None:
    """Residents on 1 to 3 in a hidden room, a wanderer on 1 at the bed, and so on [13.9]."""
    finds = TABLES.finds

    assert (finds.room_residents, finds.bed_wanderers, finds.clavichord_wanderers) == ((1, 2, 3), (1,), (1, 2, 3))
    assert finds.bottomless == (6,)
    assert (finds.leraje_arrows, finds.leraje_poison, finds.altar_dizziness, finds.desk) == (2, "1K3", 2, "F")


@pytest.mark.parametrize(("roll", "level"), list(enumerate((1, 2, 2, 3, 3, 3), start=1)))
def test_the_first_mirror(roll: int, level: int) -> None:
    """The Gate lies on level 1 on a 1, on level 2 on 2 and 3, else on level 3; then 1K6+2 segments [13]."""
    assert TABLES.finds.level_on(roll) == level
    assert TABLES.finds.segments == "1K6+2"


@pytest.mark.parametrize(("second", "first"), list(product(range(1, 7), range(1, 7))))
def test_a_magic_item(second: int, first: int) -> None:
    """One die for the kind, one for the item; of armour there is one [14]."""
    kind = TABLES.items.kind_on(first)

    assert kind == MAGIC[first - 1]
    assert TABLES.items.name_on(kind, second) == lines(ITEMS)[second - 1][first - 1]


@pytest.mark.parametrize(
    ("kind", "printed"), [("weapon", (1, 2, 2, 3, 3, "twice")), ("armour", (1, 1, 1, 2, 2, "twice"))]
)
def test_a_bonus(kind: str, printed: tuple[int | str, ...]) -> None:
    """On a 6 roll twice and add [14]."""
    rows = [TABLES.items.plus_on(kind, roll) for roll in range(1, 7)]

    assert tuple("twice" if row.twice else row.plus for row in rows) == printed
    assert all(row.plus == 0 for row in rows if row.twice)


def test_what_items_do() -> None:
    """Poison 1K3, healing 1K6, might 2, suns 1K3, evil 2, oratory 2, dexterity 1, strangling 5 [14]."""
    items = TABLES.items

    assert (items.poison, items.healing, items.might, items.sun) == ("1K3", "1K6", 2, "1K3")
    assert (items.evil, items.oratory, items.dexterity, items.strangling) == (2, 2, 1, 5)


def test_what_can_be_worn() -> None:
    """One armour, one talisman, one medallion, two rings; weapons are held and potions drunk [14]."""
    assert [TABLES.items.most_worn(kind) for kind in MAGIC] == [0, 1, 0, 1, 1, 2]


@pytest.mark.parametrize(("roll", "worth"), list(enumerate(map(int, JEWELS.split()), start=2)))
def test_a_jewel(roll: int, worth: int) -> None:
    """From 1 gold piece on a 2 to 150 on a 12 [14]."""
    assert TABLES.jewels.worth(roll) == worth


@pytest.mark.parametrize("printed", lines(SPELLS))
def test_a_spells_amounts(printed: list[str]) -> None:
    """How much, how often, and whether it can be resisted [10, 11]."""
    spell = TABLES.spells.of(printed[0])

    assert [spell.amount or "-", spell.uses or "-", "resisted" if spell.resisted else "-"] == printed[1:]


def test_what_spells_say_beside_the_table() -> None:
    """The dead are lost on a 1; who is as reluctant as 4 is daunted on 1 to 3 only [10]."""
    spells = TABLES.spells

    assert (spells.lost, spells.daunted, spells.reluctant) == ((1,), (1, 2, 3), 4)


def test_the_powers() -> None:
    """A power on 1 and 2, fire 1K3, stench 2, regeneration 1, casters cast on 1 to 3 [15]."""
    powers = TABLES.powers

    assert (powers.die, powers.fire, powers.stench, powers.regeneration, powers.casts) == (
        (1, 2),
        "1K3",
        2,
        1,
        (1, 2, 3),
    )


def test_the_black_gate() -> None:
    """Strength 40, resistance 5, three Blasts a round, 1K3+2 Demons [16]."""
    gate = TABLES.gate

    assert (gate.strength, gate.resistance, gate.blasts, gate.demons) == (40, 5, 3, "1K3+2")


def test_experience() -> None:
    """Six times the strengths, 10 for a trap, wanderers once in 3 segments, 50 an improvement; victory [12, 17]."""
    worth = TABLES.experience

    assert (worth.factor, worth.disarming, worth.price) == (6, 10, 50)
    assert worth.ground == 3
    assert (worth.victory_points, worth.victory_gold) == (100, 100)


def test_every_amount_can_be_thrown() -> None:
    """Whatever is not a plain number is dice [3]."""
    codes = [row.amount for row in TABLES.finds.find] + [spell.amount for spell in TABLES.spells.spell]

    assert all(parse(code) for code in codes if code and not code.isdecimal())
