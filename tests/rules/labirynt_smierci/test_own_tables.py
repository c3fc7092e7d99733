"""A group's own tables: a file goes before ours, and one that cannot be used is refused with file and key."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rules.kernel.errors import BadTable
from rules.labirynt_smierci.lookups import BOOK
from rules.labirynt_smierci.tables import FOLDER, load
from tests.rules.own_tables import Slip, edited, refused

TABLES = load()


def test_a_groups_own_file_goes_first(tmp_path: Path) -> None:
    """A group that owns the box enters its own sheet; the other files stay, and the digest tells."""
    edit(tmp_path, "negotiation", "least =  7", "least =  5")

    own = load(tmp_path)

    assert own.negotiation.result(5) == "agreement"
    assert own.bribe == TABLES.bribe
    assert own.digest != TABLES.digest
    assert load().digest == TABLES.digest


edit = partial(edited, FOLDER)


BROKEN = [
    ("bribe", "[4,   2,    1,     1,     0,    0]", "[4, 2]", "row[0].limits", "6 numbers, one for each of sums"),
    ("bribe", "gold =  40", "gold =  20", "row[1].gold", "more than 20"),
    ("bribe", "[1,   6,   10", "[1,   6,    6", "sums[2]", "more than 6"),
    ("bribe", "[6,   5,    4,     2,", "[7, 5, 4, 2,", "row[3].limits[0]", "<= 6"),
    ("combat", "wounds = [   1,", "wounds = [ 1, 1,", "row[0].wounds", "7 numbers, one for each of weapons"),
    ("combat", "least = 17", "least = 16", "row[10].least", "more than 16"),
    ("combat", '"hammer", "axe"', '"sword", "axe"', "weapons[1]", "got 'sword' twice"),
    ("heroes", '"alric"', '"almuric"', "hero[1].id", "got 'almuric' twice"),
    ("heroes", '"human"', '"orc"', "hero[0].race", "Invalid enum value 'orc'"),
    ("heroes", 'origin  = "published"', "", "", "missing required field `origin`"),
    ("levels", "level = 3", "level = 2", "level[2].level", "got 2 twice"),
    ("levels", "strength = 2", 'strength = "2"', "level[1].strength", "Expected `int`, got `str`"),
    ("apprentices", "rolls = [1, 2]", "rolls = [1]", "potential", "2 is missing"),
    ("apprentices", '"dwarf"', '"elf"', "apprentice[1].race", "got 'elf' twice"),
    ("suns", "[5, 6]", "[4, 6]", "sun[2].rolls", "got 4 twice"),
    ("monsters", '"1K6+6"', '"1D6+6"', "monster[0].strength", "got '1D6+6'"),
    ("monsters", '"1K3", ', '"1K3-1", ', "monster[6].strength", "never below 1"),
    ("monsters", '"1K6" }', '"much" }', "monster[3].weapon_skill", "got 'much'"),
    ("monsters", '["lightning"]', '["thunder"]', "monster[0].spells", "got 'thunder'"),
    ("monsters", '"demon"', '"daemon"', "monster", "a monster of id 'demon'"),
    ("residents", '"evil_mage"', '"evil_image"', "meeting[0].monster", "got 'evil_image'"),
    ("residents", '"1K3+2"', '"some"', "meeting[9].number", "got 'some'"),
    ("residents", "second = [2]", "second = [1]", "meeting[1].second", "got 1, 1 twice"),
    ("wandering", "[5, 6]", "[5]", "meeting", "1, 6 is missing"),
    ("negotiation", "least = 10", "least =  7", "row[1].least", "more than 7"),
    ("traps", 'gas          = "1K3"', 'gas          = "1"', "gas", "got '1'"),
    ("traps", "roll = 6", "roll = 5", "trap[5].roll", "got 5 twice"),
    ("treasures", '"3K6x20"', '"3000"', "treasure[11].gold.amount", "got '3000'"),
    ("treasures", 'type = "B"', 'type = "A"', "treasure[1].type", "got 'A' twice"),
    ("spells", 'id = "blast"', 'id = "charm"', "spell[1].id", "got 'charm' twice"),
    ("spells", 'id = "blast"', 'id = "fireball"', "spell[1].id", "Invalid enum value 'fireball'"),
    ("spells", 'amount = "2K3"', 'amount = "2D3"', "spell[3].amount", "a number from 1 upwards, or dice"),
    ("spells", 'uses = "1K3"', 'uses = "often"', "spell[15].uses", "got 'often'"),
    ("finds", 'rolls = [2],    id = "potion"', 'rolls = [1], id = "potion"', "find[1].rolls", "fountain, got 1 twice"),
    ("finds", "rolls = [3, 4],", "rolls = [3],", "find", "each of 1 to 6 once for trapdoor, 4 is missing"),
    ("finds", 'feature = "altar"', 'feature = "alter"', "find[22].feature", "Invalid enum value 'alter'"),
    ("finds", 'id = "water"', 'id = "wine"', "find[4].id", "Invalid enum value 'wine'"),
    ("finds", 'id = "poison", amount = "1K3"', 'id = "poison"', "find[0].amount", "or dice such as 1K3+2, got ''"),
    (
        "finds",
        'id = "pit", amount = "1K6"',
        'id = "pit", amount = "3"',
        "find[14].amount",
        "dice such as 1K6+2, got '3'",
    ),
    ("finds", 'amount = "1K6x5"', 'amount = "much"', "find[28].amount", "got 'much'"),
    ("finds", "rolls = [2, 3],    level = 2", "rolls = [2], level = 2", "mirror", "3 is missing"),
    ("finds", 'segments             = "1K6+2"', 'segments = "1K6-2"', "segments", "never below 1"),
    ("finds", 'leraje_poison        = "1K3"', 'leraje_poison = "3"', "leraje_poison", "dice such as 1K6+2, got '3'"),
    ("items", 'rolls = [6], kind = "ring"', 'rolls = [5], kind = "ring"', "kind[5].rolls", "got 5 twice"),
    ("items", 'rolls = [4],    name = "bow"', 'rolls = [], name = "bow"', "item", "once for weapon, 4 is missing"),
    (
        "items",
        'rolls = [5],    name = "charm_m',
        'rolls = [4], name = "charm_m',
        "item[9].rolls",
        "for potion, got 4 twice",
    ),
    ("items", 'name = "mind"', 'name = "heal"', "item[11].name", "got 'heal'"),
    ("items", "rolls = [2, 3],    plus = 2", "rolls = [2], plus = 2", "plus", "once for weapon, 3 is missing"),
    ("items", "rolls = [1, 2, 3], plus = 1", "rolls = [1, 2, 3], twice = true", "plus", "would never end"),
    ("items", 'kind = "medallion", most = 1', 'kind = "ring", most = 1', "worn[3].kind", "got 'ring' twice"),
    ("items", 'poison     = "1K3"', 'poison     = "3"', "poison", "dice such as 1K6+2, got '3'"),
    ("jewels", "least =  4", "least =  3", "jewel[2].least", "more than 3"),
    ("jewels", "    { least =  2, worth =   1 },\n", "", "jewel", "the lowest result of 2K6"),
    ("jewels", "worth =   5", "worth = -5", "jewel[1].worth", ">= 0"),
    ("powers", 'fire         = "1K3"', 'fire = "hot"', "fire", "got 'hot'"),
    ("gate", 'demons     = "1K3+2"', 'demons = "1K3-2"', "demons", "never below 1"),
    ("experience", "price          = 50", "price = 0", "price", ">= 1"),
    ("tiles", '"DWWW"', '"CWWW"', "tile[7].sides", "a room has no corridor end"),
    ("tiles", '"WWCC"', '"WWDD"', "tile[0].sides", "at least one corridor end"),
    ("tiles", '"CWWW"', '"CWWD"', "tile[18].sides", "three walls (CWWW)"),
    ("tiles", '{ id = "gate",', '{ id = "door",', "tile", "a tile of id and kind 'gate'"),
    ("tiles", '"mirror",    sides = "DDDD", count = 10', '"mirror", sides = "DDDD", count = 0', "tile", "'mirror'"),
    ("tiles", "count = 18", "cuont = 18", "tile[0]", "unknown field `cuont`"),
    ("tiles", "[", "", "", "is not valid TOML"),
]


def test_traps_without_end(tmp_path: Path) -> None:
    """«Roll twice» on half of the die would never come to an end [7.1]."""
    printed = (FOLDER / "traps.toml").read_text("utf-8")
    (tmp_path / "traps.toml").write_text(printed.replace('"gas"', '"twice"').replace('"oil"', '"twice"'), "utf-8")

    with pytest.raises(BadTable, match=r"traps\.toml: trap: Expected twice on at most 2 results"):
        load(tmp_path)


def test_a_spell_may_be_left_out(tmp_path: Path) -> None:
    """A group that does not like Teleport takes its row away [10]."""
    row = '    { id = "teleport",          kind = "noncombat",   cost = 3, origin = "house" },\n'
    edit(tmp_path, "spells", row, "")

    own = load(tmp_path)

    assert "teleport" not in [spell.id for spell in own.spells.spell]


@pytest.mark.parametrize("slip", BROKEN, ids="-".join)
def test_a_broken_file(tmp_path: Path, slip: Slip) -> None:
    """A slip in a group's own file is refused with the file, the key and what was expected there."""
    refused(load, FOLDER, tmp_path, slip)


def test_a_rows_own_origin(tmp_path: Path) -> None:
    """A row that a group made its own says so; the other rows keep the sheet's origin."""
    edit(tmp_path, "spells", "cost = 3, resisted = true", 'cost = 2, resisted = true, origin = "house"')

    charm = BOOK.lookup("spell").answer(load(tmp_path), {"name": "charm"})
    blast = BOOK.lookup("spell").answer(load(tmp_path), {"name": "blast"})

    assert isinstance(charm, dict)
    assert isinstance(blast, dict)
    assert (charm["id"], charm["cost"], charm["section"], charm["origin"]) == ("charm", 2, "10", "house")
    assert (blast["id"], blast["cost"], blast["section"], blast["origin"]) == ("blast", 1, "10", "published")
