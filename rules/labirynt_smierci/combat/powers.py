"""Chapter 15: the monsters' special powers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.lineup import choose_victim
from rules.labirynt_smierci.events.magic import (
    Burnt,
    CharmProof,
    FireBreathed,
    GazeMet,
    MagesShielded,
    Reeling,
    Regenerated,
    StenchSpread,
    TurnedOnParty,
    TurnedToStone,
    Whispered,
)
from rules.labirynt_smierci.magic.casting import can_cast, resists
from rules.labirynt_smierci.marks import mark_in_words
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.formation import WIDEST
from rules.labirynt_smierci.party.losses import leave_ranks, wound
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.party.weapons import FRONT_RANK, best_weapon
from rules.labirynt_smierci.tables.sheets import Monster as MonsterSheet

WOUNDING = ("blast", "explosion", "lightning", "mental_attack", "wrath_of_god")
"""Spells that a Magic Shield stops [10]."""
POSSESSED = "possessed"
"""The title of a group that consists of one member, through whom the Nameless speaks [13]."""


def sheet_of(game: Game, monster: Monster) -> MonsterSheet | None:
    """The sheet of a real monster; the Gate, and whoever turned on the party, have no power of these."""
    return None if monster.person or monster.kind == GATE else game.tables.monsters.of(monster.kind)


def with_power(game: Game, group: Group, power: str) -> list[Monster]:
    """The living monsters of a group that have this power."""
    return [one for one in group.living if (sheet := sheet_of(game, one)) and sheet.power == power]


def knows(game: Game, monster: Monster, spell: str) -> bool:
    """Whether a monster can cast this spell, and the game has it."""
    sheet = sheet_of(game, monster)
    exists = any(one.id == spell for one in game.tables.spells.spell)
    return sheet is not None and spell in sheet.spells and exists


# Before the first round ------------------------------------------------------------------------------------------


def shield_mages(table: Table, game: Game, group: Group) -> None:
    """Evil Mages are under Magic Shield when somebody of the party could wound them by a spell [15]."""
    mages = [one for one in group.living if knows(game, one, "magic_shield")]
    threatened = any(can_cast(game, one, spell) for one in game.people for spell in WOUNDING)
    if game.fight is None or not mages or not threatened:
        return
    game.fight.shielded += [mage.id for mage in mages]
    table.tell(MagesShielded(Word(f"monster.{mages[0].kind}"), len(mages)))


def spread_stench(table: Table, game: Game, group: Group) -> None:
    """Once, before the first round: each character resists the Cronks' stench or reels [15.2].

    Charmed monsters do not mind it [house].
    """
    cronks = with_power(game, group, "stench")
    if game.fight is None or not cronks:
        return
    table.tell(StenchSpread(Word(f"monster.{cronks[0].kind}"), len(cronks)))
    reeling = [one for one in game.people if not resists(table, game, one)]
    game.fight.reeling += [one.id for one in reeling]
    if reeling:
        everybody = len(reeling) == len(game.people) > 1
        table.tell(Reeling(tuple(one.name for one in reeling), game.tables.powers.stench, everybody))


# In the monsters' phase ------------------------------------------------------------------------------------------


def casts_now(table: Table, game: Game, monster: Monster, rank: int) -> bool:
    """Whether a caster casts instead of striking: in the second rank always, in the first by die [15]."""
    if not knows(game, monster, "lightning"):
        return False
    return rank != FRONT_RANK or table.roll("1K6", "powers.casts", monster=monster.name) in game.tables.powers.casts


def uses_power(table: Table, game: Game, group: Group, monster: Monster) -> bool:
    """The power die of Chimera, Medusa and Vampire; True: the power was used instead of a blow [15]."""
    sheet = sheet_of(game, monster)
    power = POWERS.get(sheet.power) if sheet else None
    if power is None or table.roll("1K6", "powers.die", monster=monster.name) not in game.tables.powers.die:
        return False
    if sheet and game.fight is not None:
        game.fight.show(sheet.power)
    power(table, game, group, monster)
    return True


def breathe_fire(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Every one of the first rank, charmed monsters too, resists or burns; one die each [15.1]."""
    table.tell(FireBreathed(monster.name, mark_in_words(game, monster.id)))
    for one in [game.characters[member] for member in game.formation[0]]:
        if not resists(table, game, one):
            wounds = int(table.roll(game.tables.powers.fire, "powers.fire", who=one.name))
            table.tell(Burnt(one.name, wounds))
            wound(table, game, one, wounds)


def petrify(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Its target resists, or is stone on this segment until Stone Flesh; he keeps his things [15.3]."""
    victim = choose_victim(table, game, monster)
    table.tell(GazeMet(monster.name, mark_in_words(game, monster.id), victim.name))
    if not resists(table, game, victim):
        victim.fate, victim.stone_at = "stone", (game.level, game.square)
        table.tell(TurnedToStone(victim.name))
        leave_ranks(table, game)


def charm(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Its target resists or joins the monsters' formation [15.5]; not charmed monsters, nor with a clear mind [14]."""
    victim = choose_victim(table, game, monster)
    table.tell(Whispered(monster.name, mark_in_words(game, monster.id), victim.name))
    if victim.ally or victim.wears("talisman", "mind"):
        table.tell(CharmProof(victim.name))
    elif not resists(table, game, victim):
        turn_on_party(table, game, group, victim, monster.id)


POWERS: Mapping[str, Callable[[Table, Game, Group, Monster], None]] = {
    "fire_breath": breathe_fire,
    "petrification": petrify,
    "charm": charm,
}
"""Powers that take the place of a blow; the others work by themselves."""


# Those who turn, and come back -----------------------------------------------------------------------------------


def turn_on_party(table: Table, game: Game, group: Group, one: Character, master: str) -> None:
    """Somebody turns on the party: in the monsters' last rank stands what he has of strength [13, 15.5].

    He takes a hand weapon, if he carries one: he will stand in front [house].
    """
    one.in_hand = best_weapon(game, one, FRONT_RANK) or one.in_hand
    number = 1 + max((int(other.id.rpartition("-")[2]) for other in group.monsters), default=0)
    proxy = Monster(
        id=f"{one.id}-{number}",
        kind=group.kind,
        full=one.strength_now,
        person=one.id,
        title=one.name,
        master=master,
    )
    one.fate = "turned"
    group.monsters.append(proxy)
    if game.fight is not None:
        *ranks, last = game.fight.monsters
        behind = ((*last, proxy.id),) if len(last) < WIDEST else (last, (proxy.id,))
        game.fight.monsters = (*ranks, *behind)
    table.tell(TurnedOnParty(one.name))
    leave_ranks(table, game)


# At the end of a round -------------------------------------------------------------------------------------------


def regenerate(table: Table, game: Game, group: Group) -> None:
    """End of the round: a living Troll cures a wound, not above its start [15.4]; none that was charmed by us."""
    for troll in with_power(game, group, "regeneration"):
        cured = min(game.tables.powers.regeneration, troll.wounds)
        if cured:
            troll.wounds -= cured
            table.tell(Regenerated(troll.name, mark_in_words(game, troll.id), cured))
