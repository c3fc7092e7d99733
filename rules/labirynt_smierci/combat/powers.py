"""The monsters' special powers [15], and the Black Gate, its Blasts and shutting it [16]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from rules.kernel.odds import faces_said
from rules.kernel.offers import Way
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.combat.lineup import choose_victim
from rules.labirynt_smierci.events import magic
from rules.labirynt_smierci.events.combat import GateFires, GateHolds, GateShattered
from rules.labirynt_smierci.exploration import mark_in_words, mark_of
from rules.labirynt_smierci.magic.casting import can_cast, resists
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.belongings import FRONT_RANK, best_weapon
from rules.labirynt_smierci.party.formation import WIDEST
from rules.labirynt_smierci.party.losses import gate_falls, leave_ranks, wound
from rules.labirynt_smierci.party.traits import DEMON, GATE, skill
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets import Monster as MonsterSheet

WOUNDING = ("blast", "explosion", "lightning", "mental_attack", "wrath_of_god")
"""Spells that a Magic Shield stops [10]."""
POSSESSED = "possessed"
"""The title of a group of one member through whom the Nameless speaks [13]."""


def sheet_of(game: Game, monster: Monster) -> MonsterSheet | None:
    """Return the sheet of a monster; None for the Gate and for members who turned on the party."""
    return None if monster.person or monster.kind == GATE else game.tables.monsters.of(monster.kind)


def with_power(game: Game, group: Group, power: str) -> list[Monster]:
    """Return the living monsters of a group with this power."""
    return [monster for monster in group.living if (sheet := sheet_of(game, monster)) and sheet.power == power]


def knows(game: Game, monster: Monster, spell: str) -> bool:
    """Whether the monster can cast this spell and the game has it."""
    sheet = sheet_of(game, monster)
    exists = any(each_spell.id == spell for each_spell in game.tables.spells.spell)
    return sheet is not None and spell in sheet.spells and exists


# Before the first round ------------------------------------------------------------------------------------------


def shield_mages(table: Table, game: Game, group: Group) -> None:
    """Put Evil Mages under Magic Shield if the party has a wounding spell [15]."""
    mages = [monster for monster in group.living if knows(game, monster, "magic_shield")]
    threatened = any(can_cast(game, person, spell) for person in game.people for spell in WOUNDING)
    if not game.fight or not mages or not threatened:
        return
    game.fight.shielded += [mage.id for mage in mages]
    table.tell(magic.MagesShielded(Word(f"monster.{mages[0].kind}"), len(mages)))


def spread_stench(table: Table, game: Game, group: Group) -> None:
    """Before the first round, each character resists the Cronks' stench or reels [15.2].

    Charmed monsters are immune [house].
    """
    cronks = with_power(game, group, "stench")
    if not game.fight or not cronks:
        return
    table.tell(magic.StenchSpread(Word(f"monster.{cronks[0].kind}"), len(cronks)))
    reeling = [person for person in game.people if not resists(table, game, person)]
    game.fight.reeling += [character.id for character in reeling]
    if reeling:
        everybody = len(reeling) == len(game.people) > 1
        table.tell(magic.Reeling(tuple(character.name for character in reeling), game.tables.powers.stench, everybody))


# In the monsters' phase ------------------------------------------------------------------------------------------


def casts_now(table: Table, game: Game, monster: Monster, rank: int) -> bool:
    """Whether a caster casts instead of striking: always in the second rank, by die in the first [15]."""
    if not knows(game, monster, "lightning"):
        return False
    if rank != FRONT_RANK:
        return True
    mark = mark_in_words(game, monster.id)
    faces = game.tables.powers.casts
    return table.roll("1K6", "powers.casts", monster=monster.name, mark=mark, on=faces_said(faces)) in faces


def uses_power(table: Table, game: Game, group: Group, monster: Monster) -> bool:
    """Roll the power die of Chimera, Medusa or Vampire; return True if the power replaced the blow [15]."""
    sheet = sheet_of(game, monster)
    power = POWERS.get(sheet.power) if sheet else None
    if not power:
        return False
    mark, faces = mark_in_words(game, monster.id), game.tables.powers.die
    if table.roll("1K6", "powers.die", monster=monster.name, mark=mark, on=faces_said(faces)) not in faces:
        return False
    if sheet and game.fight:
        game.fight.show(sheet.power)
    power(table, game, group, monster)
    return True


def breathe_fire(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Burn everyone in the first rank who fails to resist, charmed monsters too; one die each [15.1]."""
    table.tell(magic.FireBreathed(monster.name, mark_in_words(game, monster.id)))
    for character in [game.characters[member] for member in game.formation[0]]:
        if not resists(table, game, character):
            wounds = int(table.roll(game.tables.powers.fire, "powers.fire", who=character.name))
            table.tell(magic.Burnt(character.name, wounds))
            wound(table, game, character, wounds, monster.name, Word("death.fire"))


def petrify(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Turn the target to stone unless it resists; it stays here with its things until Stone Flesh [15.3]."""
    victim = choose_victim(table, game, monster)
    table.tell(magic.GazeMet(monster.name, mark_in_words(game, monster.id), victim.name))
    if not resists(table, game, victim):
        victim.fate, victim.stone_at = "stone", (game.level, game.square)
        table.tell(magic.TurnedToStone(victim.name))
        leave_ranks(table, game)


def charm(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Make the target join the monsters unless it resists [15.5]; charmed monsters and clear minds are immune [14]."""
    victim = choose_victim(table, game, monster)
    table.tell(magic.Whispered(monster.name, mark_in_words(game, monster.id), victim.name))
    if victim.ally or victim.wears("talisman", "mind"):
        table.tell(magic.CharmProof(victim.name))
    elif not resists(table, game, victim):
        turn_on_party(table, game, group, victim, monster.id)


POWERS: Mapping[str, Callable[[Table, Game, Group, Monster], None]] = {
    "fire_breath": breathe_fire,
    "petrification": petrify,
    "charm": charm,
}
"""Powers that replace a blow; the others work without a roll."""


# Those who turn, and come back -----------------------------------------------------------------------------------


def turn_on_party(table: Table, game: Game, group: Group, character: Character, master: str) -> None:
    """Make a character turn on the party: he joins the monsters' last rank with his present strength [13, 15.5].

    He draws a hand weapon if he carries one, because he will stand in front [house].
    """
    character.in_hand = best_weapon(game, character, FRONT_RANK) or character.in_hand
    number = 1 + max((int(other.id.rpartition("-")[2]) for other in group.monsters), default=0)
    proxy = Monster(
        id=f"{character.id}-{number}",
        kind=group.kind,
        full=character.strength_now,
        person=character.id,
        title=character.name,
        master=master,
    )
    character.fate = "turned"
    group.monsters.append(proxy)
    if game.fight:
        *ranks, last = game.fight.monsters
        behind = ((*last, proxy.id),) if len(last) < WIDEST else (last, (proxy.id,))
        game.fight.monsters = (*ranks, *behind)
    table.tell(magic.TurnedOnParty(character.name))
    leave_ranks(table, game)


# At the end of a round -------------------------------------------------------------------------------------------


def regenerate(table: Table, game: Game, group: Group) -> None:
    """At the end of a round each living Troll cures a wound, up to its full strength [15.4]; charmed Trolls do not."""
    for troll in with_power(game, group, "regeneration"):
        cured = min(game.tables.powers.regeneration, troll.wounds)
        if cured:
            troll.wounds -= cured
            table.tell(magic.Regenerated(troll.name, mark_in_words(game, troll.id), cured))


BLAST = "blast"
BLAST_WOUNDS = 2
"""The wounds of a Blast in a game without that spell [16]."""


def gate_of(group: Group) -> Monster | None:
    """Return the Black Gate if it stands in this group."""
    return next((monster for monster in group.living if monster.kind == GATE), None)


# By skill --------------------------------------------------------------------------------------------------------


class TryGate(Struct, frozen=True):
    """The order to shut the Gate."""


def gate_orders(game: Game, group: Group, character: Character) -> Iterator[Way[TryGate]]:
    """Yield the order ``gate`` for a character of the first rank with the skill [16].

    The guards are checked at his turn, because comrades before him may clear the way in the same round.
    """
    own = 0 if character.ally else skill(game, character, "gate")
    if own and character.id in game.formation[0] and gate_of(group):
        note = "gate.try.odds" if way_is_clear(game, group) else "gate.try.blocked"
        yield Way(Option("gate", "gate.try", note, {"skill": own}), TryGate())


def way_is_clear(game: Game, group: Group) -> bool:
    """Whether no awake guard stands in the monsters' first rank, or the option ignores guards [16]."""
    assert game.fight
    front, asleep = game.fight.monsters[0], game.fight.asleep
    guards = (monster.id for monster in group.living if monster.kind != GATE)
    return game.options.gate_front == "any" or not any(guard in front and guard not in asleep for guard in guards)


def try_skill(table: Table, game: Game, group: Group, character: Character) -> bool:
    """Roll 1K6; up to the skill destroys the Gate [16]. Return False if it cannot be tried any more."""
    gate, own = gate_of(group), skill(game, character, "gate")
    if not gate:
        return False
    rolled = int(table.roll("1K6", "gate.skill", who=character.name, limit=own))
    if rolled > own:
        table.tell(GateHolds(character.name, rolled, own))
        return True
    gate.wounds = gate.full
    table.tell(GateShattered(character.name, rolled, own))
    gate_falls(table, game, group)
    return True


# Its Blasts ------------------------------------------------------------------------------------------------------


def gate_blasts(table: Table, game: Game, group: Group) -> None:
    """Phase 3: three Blasts at random living members [9.2, 16]."""
    if not gate_of(group):
        return
    for _ in range(game.tables.gate.blasts):
        if game.people:
            blast(table, game, random_target(table, game))


def random_target(table: Table, game: Game) -> Character:
    """Draw any living member, charmed monsters too; draws by hand get the ids with their names."""
    living = game.living
    ids: Any = tuple(character.id for character in living)
    names: Any = tuple(character.name for character in living)
    return game.characters[table.draw(dict.fromkeys(ids, 1), "gate.target", ids=ids, names=names)]


def blast(table: Table, game: Game, target: Character) -> None:
    """Deal the wounds of a Blast unless a Magic Shield stops it or the target resists [16]."""
    assert game.fight
    table.tell(GateFires(target.name))
    if target.id in game.fight.shielded:
        table.tell(magic.ShieldHeld(target.name, ""))
    elif not resists(table, game, target):
        wounds = blast_wounds(table, game, target)
        killed = target.strength_now + target.absorbs <= wounds
        table.tell(magic.SpellStruck(Word(f"spell.{BLAST}"), target.name, killed, "", wounds))
        wound(table, game, target, wounds, Word(f"monster.{GATE}"))


def blast_wounds(table: Table, game: Game, target: Character) -> int:
    """Roll the wounds of a Blast of the Gate."""
    return amount(table, blast_code(game), f"spell.{BLAST}", who=(target.name,), spell=Word(f"spell.{BLAST}"))


def blast_code(game: Game) -> str:
    """The wounds of a Blast of the Gate: dice or a number."""
    spells = game.tables.spells
    return (spells.of(BLAST).amount if spells.has(BLAST) else "") or str(BLAST_WOUNDS)


# Its guards ------------------------------------------------------------------------------------------------------


NAMELESS = "nameless"
GUARDS = "gate_guards"


def guards(table: Table, game: Game) -> Group:
    """Return the Gate and its guards; the level adds to the guards' strength only, and does not multiply it [16]."""
    sheet = game.tables.gate
    demons = int(table.roll(sheet.demons, "gate.demons"))
    group = Group(kind=DEMON, title=GUARDS, level=game.level, resident=True, monsters=[], mute=True)
    for number, kind in enumerate([*[DEMON] * demons, NAMELESS], start=1):
        guard = Monster(id=f"{kind}-{number}", kind=kind, full=0)
        added, code = game.tables.levels.of(game.level).strength, game.tables.monsters.of(kind).strength
        facts: Facts = {"mark": mark_of(guard.id) if kind == DEMON and demons > 1 else "", "monster": guard.name}
        guard.full = int(table.roll(code, "monsters.strength", plus=added, **facts)) + added
        group.monsters.append(guard)
    group.monsters.append(Monster(id=f"{GATE}-{demons + 2}", kind=GATE, full=sheet.strength))
    return group
