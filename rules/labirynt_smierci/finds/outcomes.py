"""The results of examinations [13]: mirrors, treasure, monsters, and the gifts and wraths of altars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from rules.kernel.odds import FACES, faces_said
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.combat.powers import POSSESSED, turn_on_party
from rules.labirynt_smierci.encounter.monsters import assemble, meet_newcomers, one_monster
from rules.labirynt_smierci.events import finds as find_events
from rules.labirynt_smierci.events.course import AllQuiet
from rules.labirynt_smierci.magic.casting import resists
from rules.labirynt_smierci.magic.wayside import most_poison, poison_wounds
from rules.labirynt_smierci.model import Character, Game, Gate, Group, Hoard, Item
from rules.labirynt_smierci.party.losses import wound
from rules.labirynt_smierci.party.risk import Chances, arrow_chances, death_by, has_antidote
from rules.labirynt_smierci.party.traits import mood, resisted_faces
from rules.labirynt_smierci.tables import amount, chances_of, most_amount
from rules.labirynt_smierci.tables.sheets_finds import FindRow
from rules.labirynt_smierci.treasure.items import bring_to_light, make_item, make_weapon

# Mirrors: the level of the Black Gate, and how many new segments lie before it -----------------------------------


def tells_of_the_gate(game: Game, level: int) -> Literal["", "level", "segments"]:
    """What a mirror still shows: the Gate's ``level``, the ``segments`` to it, or '' for nothing [13]."""
    gate = game.gate
    if not gate:
        return "level"
    return "segments" if gate.level == level and gate.segments_left is None and not gate.found else ""


def look_into(table: Table, game: Game) -> None:
    """Look into a mirror: the first shows the Gate's level, the first on that level its distance, others nothing."""
    if not game.gate:
        name_the_level(table, game)
    elif not show_the_way(table, game):
        table.tell(find_events.MirrorEmpty())


def name_the_level(table: Table, game: Game) -> None:
    """Roll 1K6 for the Gate's level; if the party is on it, roll its distance too [13]."""
    level = game.tables.finds.level_on(int(table.roll("1K6", "mirrors.level")))
    game.gate = Gate(level=level)
    table.tell(find_events.MirrorShowsLevel(level))
    show_the_way(table, game)


def show_the_way(table: Table, game: Game) -> bool:
    """On the Gate's level, roll once its distance of 1K6+2 new segments [13]; return whether it was rolled."""
    gate = game.gate
    if not gate or tells_of_the_gate(game, game.level) != "segments":
        return False
    gate.segments_left = int(table.roll(game.tables.finds.segments, "mirrors.segments"))
    table.tell(find_events.MirrorShowsWay(gate.level, gate.segments_left))
    return True


# Gifts, onto the heap, to be divided -----------------------------------------------------------------------------


def give_jewels(table: Table, game: Game, row: FindRow) -> None:
    """Find the row's number of jewels, each with a worth by 2K6 [14]."""
    bring_to_light(table, game, Hoard(jewels=amount(table, row.amount, "finds.jewels")))


def give_item(table: Table, game: Game, item: Item) -> None:
    """Find one magic item."""
    game.heap.items.append(item)
    table.tell(find_events.ThingFound(item.title, item.plus))


# Monsters, while others may be there at peace with the party -----------------------------------------------------


Meeting = Callable[[Table, Game, Group], None]


def bring_monsters(table: Table, game: Game, group: Group, meet: Meeting = meet_newcomers) -> None:
    """Meet a group here; monsters in a truce stay out of it, and surviving newcomers drive them off [13.9, house]."""
    room, peaceful = game.here, game.here.group
    meet(table, game, group)
    if not peaceful:
        return
    if not room.group:
        room.group = peaceful
    else:
        table.tell(find_events.PeacefulGone(peaceful.name, len(peaceful.living)))


def wake(table: Table, game: Game, tester: Character, kind: str, *, mute: bool = False) -> None:
    """Meet one monster of this kind, which comes out of the examined thing; ``mute``: it does not talk."""
    table.tell(find_events.MonsterWoke(tester.name, Word(f"monster.{kind}")))
    group = one_monster(table, game, kind)
    group.mute = mute
    bring_monsters(table, game, group)


def perhaps_bring_monsters(table: Table, game: Game, on: tuple[int, ...], *, resident: bool) -> None:
    """Roll 1K6; on these results residents or wanderers come."""
    if table.roll("1K6", "finds.monsters", on=faces_said(on)) in on:
        bring_monsters(table, game, assemble(table, game, resident))
    else:
        table.tell(AllQuiet(mood(game)))


def fight_possessed(table: Table, game: Game, tester: Character) -> None:
    """Fight a member possessed by the Nameless until dead, asleep or redeemed; he has no treasure [13.9].

    If nobody else is left, the game is lost.
    """
    group = Group(
        kind="nameless", title=POSSESSED, level=game.level, resident=True, monsters=[], mute=True, hoard=Hoard()
    )
    turn_on_party(table, game, group, tester, master="")
    if game.people:
        bring_monsters(table, game, group, _ambush_party)


def _ambush_party(table: Table, game: Game, group: Group) -> None:
    game.here.group = group
    fight(table, game, group)


Answer = Callable[[Table, Game, Character, FindRow], None]


def face_altar(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Give the tester a gift if he resists, else apply the demon's wrath [13.9]."""
    altar = Word(f"altar.{row.id}")
    if resists(table, game, tester):
        table.tell(find_events.AltarGift(tester.name, altar))
        GIFTS[row.id](table, game, tester, row)
    else:
        table.tell(find_events.AltarWrath(tester.name, altar))
        WRATHS[row.id](table, game, tester, row)


# What is at stake ------------------------------------------------------------------------------------------------


def stakes(game: Game) -> Facts:
    """Return the faces of six with a Demon, the faces with wounds, and the faces on which the best member resists."""
    wraths = [WRATHS[game.tables.finds.on("altar", face).id] for face in FACES]
    best = max(resisted_faces(game, person) for person in game.people)
    return {
        "demons": wraths.count(_wake_demon),
        "wounding": wraths.count(_burn_tester) + wraths.count(_shoot_tester),
        "best": best,
    }


def worst_wrath(game: Game, character: Character) -> int:
    """The highest number of wounds from an altar, less what Mage Armor absorbs [13.9]."""
    finds = game.tables.finds
    rows = [finds.on("altar", face) for face in FACES]
    fires = [most_amount(row.amount) for row in rows if WRATHS[row.id] is _burn_tester]
    arrow = game.tables.combat.wounds("bow", FACES[-1] + finds.leraje_arrows - character.armour)
    poison = most_poison(character, finds.leraje_poison)
    return max(0, max([*fires, arrow and arrow + poison]) - character.absorbs)


def death_by_wrath(game: Game, character: Character, row: FindRow) -> float:
    """The chance to die of an altar, the Demons' fights excluded [13.9]."""
    finds, wrath = game.tables.finds, WRATHS[row.id]
    wounds: Chances = {0: 1.0}
    if wrath is _burn_tester:
        wounds = chances_of(row.amount)
    elif wrath is _shoot_tester:
        plus = finds.leraje_arrows - character.armour
        hits = game.tables.combat.dealt("bow", range(FACES[0] + plus, FACES[-1] + plus + 1))
        wounds = arrow_chances(hits, "" if has_antidote(character) else finds.leraje_poison)
    return (1 - resisted_faces(game, character) / len(FACES)) * death_by(wounds, character)


# Gifts -----------------------------------------------------------------------------------------------------------


def _give_weapon_skill(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Alloces raises a weapon skill for good; the owner chooses the weapon."""
    options = [
        Option(weapon, f"weapon.{weapon}", "finds.skill.now", {"skill": tester.weapon_skill.get(weapon, 0)})
        for weapon in tester.weapons
    ]
    weapon = table.choose(tester.seat, "finds.skill", options, name=tester.name)
    gain = amount(table, row.amount, "finds.amount", who=tester.name, skill=True)
    tester.weapon_skill[weapon] = tester.weapon_skill.get(weapon, 0) + gain
    table.tell(find_events.SkillGiven(tester.name, Word(f"weapon.{weapon}"), tester.weapon_skill[weapon]))


def _show_gate_level(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Vassago shows the Gate's level, as a first mirror does."""
    if not game.gate:
        look_into(table, game)


def _give_found_jewels(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_jewels(table, game, row)


def _give_armour(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_item(table, game, make_item(table, game, "armour"))


def _give_bow(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_item(table, game, make_weapon(table, game, "bow"))


def _give_ring(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    give_item(table, game, make_item(table, game, "ring"))


GIFTS: Mapping[str, Answer] = {
    "alloces": _give_weapon_skill,
    "vassago": _show_gate_level,
    "avnas": _give_found_jewels,
    "melthus": _give_armour,
    "leraje": _give_bow,
    "asmoday": _give_ring,
}


# Wraths ----------------------------------------------------------------------------------------------------------


def _take_dexterity(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    taken = game.tables.finds.altar_dizziness
    tester.dizzy += taken
    table.tell(find_events.DexterityTaken(tester.name, taken))


def _do_nothing(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Vassago keeps silent."""


def _burn_tester(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    wounds = amount(table, row.amount, "finds.fire", who=tester.name)
    table.tell(find_events.AltarBurnt(tester.name, wounds))
    wound(table, game, tester, wounds, Word("death.altar_fire"))


def _wake_demon(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    wake(table, game, tester, "demon")


def _shoot_tester(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Leraje shoots on the bow's column with a bonus, less the armour; a hit is poisoned."""
    finds = game.tables.finds
    plus = finds.leraje_arrows - tester.armour
    least = max(game.tables.combat.needed("bow") - plus, 1)
    number = int(table.roll("1K6", "finds.arrow", who=tester.name, least=least)) + plus
    wounds = game.tables.combat.wounds("bow", number)
    poison = poison_wounds(table, game, tester, finds.leraje_poison, "finds.poison") if wounds else 0
    table.tell(find_events.AltarShot(tester.name, number, wounds + poison, poison))
    wound(table, game, tester, wounds + poison, Word("death.altar_arrow"))


WRATHS: Mapping[str, Answer] = {
    "alloces": _take_dexterity,
    "vassago": _do_nothing,
    "avnas": _burn_tester,
    "melthus": _wake_demon,
    "leraje": _shoot_tester,
    "asmoday": _wake_demon,
}
