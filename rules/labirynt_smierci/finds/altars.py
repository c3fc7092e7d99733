"""Chapter 13, altars: who withstands the demon of an altar has a gift of it [13.9, house]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.odds import FACES
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.finds import AltarBurnt, AltarGift, AltarShot, AltarWrath, DexterityTaken, SkillGiven
from rules.labirynt_smierci.finds.outcomes import give_item, give_jewels, look_into, wake
from rules.labirynt_smierci.magic.casting import resists
from rules.labirynt_smierci.magic.rescue import poison_wounds
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.losses import wound
from rules.labirynt_smierci.party.traits import resisted_faces
from rules.labirynt_smierci.tables import amount, most_amount
from rules.labirynt_smierci.tables.sheets_finds import FindRow
from rules.labirynt_smierci.treasure.items import make_item, make_weapon

Answer = Callable[[Table, Game, Character, FindRow], None]


def face_altar(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """The tester resists and is given something, or suffers [13.9]."""
    altar = Word(f"altar.{row.id}")
    if resists(table, game, tester):
        table.tell(AltarGift(tester.name, altar))
        GIFTS[row.id](table, game, tester, row)
    else:
        table.tell(AltarWrath(tester.name, altar))
        WRATHS[row.id](table, game, tester, row)


# What is at stake ------------------------------------------------------------------------------------------------


def stakes(game: Game) -> dict[str, Fact]:
    """Of six faces, on how many a Demon comes or wounds are dealt to who fails; how well the best one resists."""
    wraths = [WRATHS[game.tables.finds.on("altar", face).id] for face in FACES]
    best = max(resisted_faces(game, one) for one in game.people)
    return {"demons": wraths.count(_demon), "wounding": wraths.count(_fire) + wraths.count(_arrow), "best": best}


def worst_wrath(game: Game, one: Character) -> int:
    """The most wounds that an altar itself can deal to somebody, after what Mage Armor takes [13.9]."""
    finds = game.tables.finds
    rows = [finds.on("altar", face) for face in FACES]
    fires = [most_amount(row.amount) for row in rows if WRATHS[row.id] is _fire]
    arrow = game.tables.combat.wounds("bow", FACES[-1] + finds.leraje_arrows - one.armour)
    poison = 0 if one.wears("medallion", "neutralize_poison") else most_amount(finds.leraje_poison)
    return max(0, max([*fires, arrow and arrow + poison]) - one.absorbs)


# Gifts -----------------------------------------------------------------------------------------------------------


def _skill(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Alloces: weapon skill for good, with the weapon that the owner names."""
    options = [_weapon(tester, weapon) for weapon in tester.weapons]
    weapon = table.choose(tester.seat, "finds.skill", options, name=tester.name)
    tester.weapon_skill[weapon] = tester.weapon_skill.get(weapon, 0) + amount(table, row.amount, "finds.amount")
    table.tell(SkillGiven(tester.name, Word(f"weapon.{weapon}"), tester.weapon_skill[weapon]))


def _weapon(tester: Character, weapon: str) -> Option:
    return Option(weapon, f"weapon.{weapon}", "finds.skill.now", {"skill": tester.weapon_skill.get(weapon, 0)})


def _vision(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Vassago sees hidden things: the Gate's level, as a first mirror; nothing when it is known."""
    if game.gate is None:
        look_into(table, game)


def _jewels(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_jewels(table, game, row)


def _armour(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_item(table, game, make_item(table, game, "armour"))


def _bow(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_item(table, game, make_weapon(table, game, "bow"))


def _ring(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_item(table, game, make_item(table, game, "ring"))


GIFTS: Mapping[str, Answer] = {
    "alloces": _skill,
    "vassago": _vision,
    "avnas": _jewels,
    "melthus": _armour,
    "leraje": _bow,
    "asmoday": _ring,
}


# Wraths ----------------------------------------------------------------------------------------------------------


def _dizziness(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    taken = game.tables.finds.altar_dizziness
    tester.dizzy += taken
    table.tell(DexterityTaken(tester.name, taken))


def _nothing(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Vassago keeps silent."""


def _fire(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    wounds = amount(table, row.amount, "finds.fire")
    table.tell(AltarBurnt(tester.name, wounds))
    wound(table, game, tester, wounds)


def _demon(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    wake(table, game, tester, "demon")


def _arrow(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Leraje shoots: the bow's column with an addition, less the armour; poison if it hits."""
    finds = game.tables.finds
    rolled = int(table.roll("1K6", "finds.arrow", who=tester.name))
    number = rolled + finds.leraje_arrows - tester.armour
    wounds = game.tables.combat.wounds("bow", number)
    poison = poison_wounds(table, game, tester, finds.leraje_poison, "finds.poison") if wounds else 0
    table.tell(AltarShot(tester.name, number, wounds + poison, poison))
    wound(table, game, tester, wounds + poison)


WRATHS: Mapping[str, Answer] = {
    "alloces": _dizziness,
    "vassago": _nothing,
    "avnas": _fire,
    "melthus": _demon,
    "leraje": _arrow,
    "asmoday": _demon,
}
