"""What is found by dice in the tables of chapters 10 and 12 to 16, and what holds for all their rows.

The values themselves are compared with the sheets in ``tests/rules/table_digests.py``.
"""

from __future__ import annotations

import pytest

from rules.kernel.dice import parse
from rules.labirynt_smierci.tables import load
from rules.labirynt_smierci.tables.sheets_finds import FEATURES, MAGIC

TABLES = load()


def test_each_feature_has_another_find_for_each_result_of_the_die() -> None:
    """The feature is the column, the die the row; only a trap and a room are found in two ways [13.9]."""
    finds = TABLES.finds
    cells = [finds.on(feature, roll).id for feature in FEATURES for roll in range(1, 7)]

    assert [finds.on(feature, 1).id for feature in FEATURES][:2] == ["poison", "medusa"]
    assert [finds.on(FEATURES[0], roll).id for roll in range(1, 4)] == ["poison", "potion", "alcohol"]
    assert len(cells) == 36
    assert [cell for cell in cells if cells.count(cell) > 1] == ["trap", "trap", "room", "room"]


@pytest.mark.parametrize(("roll", "level"), list(enumerate((1, 2, 2, 3, 3, 3), start=1)))
def test_the_first_mirror(roll: int, level: int) -> None:
    """The Gate lies on level 1 on a 1, on level 2 on 2 and 3, else on level 3 [13]."""
    assert TABLES.finds.level_on(roll) == level


def test_one_die_decides_the_kind_of_a_magic_item() -> None:
    """Each kind on one of six [14]."""
    assert [TABLES.items.kind_on(roll) for roll in range(1, 7)] == list(MAGIC)


def test_a_second_die_decides_the_item() -> None:
    """Six weapons and six medallions; of armour there is one [14]."""
    items = TABLES.items
    names = {kind: [items.name_on(kind, roll) for roll in range(1, 7)] for kind in MAGIC}

    assert names["weapon"] == ["sword", "hammer", "axe", "bow", "dagger", "knife"]
    assert set(names["armour"]) == {"armour"}
    assert names["potion"][1] == names["potion"][2] == "strength"


@pytest.mark.parametrize("kind", ["weapon", "armour"])
def test_on_a_six_two_more_bonuses_are_rolled(kind: str) -> None:
    """They add up, so that the six itself has none; the others are 1 to 3 [14]."""
    rows = [TABLES.items.plus_on(kind, roll) for roll in range(1, 7)]

    assert [row.twice for row in rows] == [False] * 5 + [True]
    assert rows[5].plus == 0
    assert all(1 <= row.plus <= 3 for row in rows[:5])


def test_what_can_be_worn() -> None:
    """One armour, one talisman, one medallion, two rings; weapons are held and potions drunk [14]."""
    assert [TABLES.items.most_worn(kind) for kind in MAGIC] == [0, 1, 0, 1, 1, 2]


def test_the_worth_of_a_jewel_rises_with_the_dice() -> None:
    """From 1 gold piece on a 2 to 150 on a 12 [14]."""
    worth = [TABLES.jewels.worth(roll) for roll in range(2, 13)]

    assert worth == sorted(worth)
    assert (worth[0], worth[-1]) == (1, 150)


def test_every_amount_can_be_thrown() -> None:
    """Whatever is not a plain number is dice [3]."""
    codes = [row.amount for row in TABLES.finds.find] + [spell.amount for spell in TABLES.spells.spell]

    assert all(parse(code) for code in codes if code and not code.isdecimal())
