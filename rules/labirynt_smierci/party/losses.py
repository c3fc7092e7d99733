"""Wounds and deaths on both sides, and their consequences; strength at 0 or less is death [9, house]."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events.combat import BelongingsLeft, CharacterDied, GateDestroyed, RankClosed, RanksChanged
from rules.labirynt_smierci.events.magic import ArmorAbsorbed, CameToSenses
from rules.labirynt_smierci.model import Character, Game, Grave, Group, Monster
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.formation import close_ranks, fill_front, places_in, with_newcomer
from rules.labirynt_smierci.party.traits import DEMON, GATE

COMRADES = Word("death.comrades")
"""The cause of death of a member who turned on the party."""


def wound(table: Table, game: Game, victim: Character, wounds: int, by: Term, cause: Term = "") -> None:
    """Wound a character, less what Mage Armor absorbs; the dead leave the ranks.

    ``by``: a monster, a name, or a trap, thing or place as a word; ``cause``: what it wounds with (fire, lightning), if
    it was no blow.
    """
    absorbed = min(victim.absorbs, wounds)
    if absorbed:
        victim.absorbs -= absorbed
        table.tell(ArmorAbsorbed(victim.name, absorbed, victim.absorbs))
    victim.wounds += wounds - absorbed
    game.tally.wounds_taken += wounds - absorbed
    if not victim.alive:
        bury(table, game, victim, by, cause)


def wound_everybody(table: Table, game: Game, wounds: int, by: Term) -> None:
    """Wound each living member."""
    for character in game.living:
        wound(table, game, character, wounds, by)


def cure(character: Character, wounds: int) -> int:
    """Cure wounds, never strength spent on spells [10]; return the number of wounds cured."""
    cured = min(wounds, character.wounds)
    character.wounds -= cured
    return cured


def bury(table: Table, game: Game, victim: Character, by: Term = "", cause: Term = "") -> None:
    """Record a death: comrades may call the dead back or take his things [10, house]."""
    met = game.met if game.fight else None
    if victim.ally:
        table.tell(CharacterDied(victim.name))
    else:
        table.tell(_death_of(game, victim, by, cause))
        game.fallen.append(victim.id)
        dig_grave(game, victim)
        killer = met.kind if met else "perils"
        game.tally.killers[killer] = game.tally.killers.get(killer, 0) + 1
    left = BelongingsLeft(victim.name, victim.gold, len(victim.items))
    drop(game, victim)
    if game.people and (left.gold or left.things):
        table.tell(left)
    leave_ranks(table, game)


def dig_grave(game: Game, victim: Character) -> None:
    """Mark the place where a character last fell; there are no graves outside."""
    game.graves = [grave for grave in game.graves if grave.who != victim.id]
    if not game.outside:
        game.graves.append(Grave(game.level, game.square, victim.id))


def _death_of(game: Game, victim: Character, by: Term, cause: Term) -> CharacterDied:
    return CharacterDied(
        victim.name,
        game.adventure,
        game.level,
        victim.experience,
        by,
        cause,
        place="" if game.outside else Word("death.room" if game.here.kind == "room" else f"segment.{game.here.kind}"),
        kills=victim.kills,
        adventures=game.adventure - victim.joined + 1,
    )


def drop(game: Game, victim: Character) -> None:
    """Put all things and gold of a character on the heap."""
    for item in victim.items:
        item.worn = False
    game.heap.items += victim.items
    game.heap.gold += victim.gold
    victim.items, victim.gold = [], 0
    arm(victim)


def leave_ranks(table: Table, game: Game) -> None:
    """Remove those who cannot fight from the ranks; in a fight the gap stays until the ranks are changed."""
    if close_ranks(game):
        table.tell(RankClosed())
        if game.fight:
            game.fight.party_places = places_in(game.formation[0])
    if not game.fight:
        close_up(table, game)


def close_up(table: Table, game: Game) -> None:
    """Fill the first rank by the rules, and tell who steps up; no owner is asked for that [9.2 phase 4]."""
    for character in fill_front(game):
        table.tell(RanksChanged(character.name, 1))


# Those who fight against the party -------------------------------------------------------------------------------


def note_kill(character: Character, target: Monster, wounds: int) -> None:
    """Count the kill for the character if these wounds fell the monster."""
    if target.strength <= wounds and not target.person:
        character.kills += 1


def hurt(table: Table, game: Game, group: Group, monster: Monster, wounds: int) -> None:
    """Wound a monster; its death frees those it charmed, and the Gate's death removes the Demons."""
    game.tally.wounds_dealt += wounds
    monster.wounds += wounds
    if not monster.alive:
        slay(table, game, group, monster)


def slay(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Record the death of a monster or of a member among the monsters."""
    monster.wounds = max(monster.wounds, monster.full)
    if monster.person:
        _bury_turned_member(table, game, group, monster)
        return
    game.tally.kills += 1
    release_charmed(table, game, group, monster)
    if monster.kind == GATE:
        gate_falls(table, game, group)


def gate_falls(table: Table, game: Game, group: Group) -> None:
    """Destroy the Gate: all Demons vanish, the Nameless fights on [16]."""
    demons = [monster for monster in group.living if monster.kind == DEMON and not monster.person]
    group.monsters = [monster for monster in group.monsters if monster not in demons]
    if game.gate:
        game.gate.destroyed = True
    table.tell(GateDestroyed(len(demons)))


def _bury_turned_member(table: Table, game: Game, group: Group, monster: Monster) -> None:
    character = game.characters[monster.person]
    character.fate = ""
    character.wounds = character.strength - character.spent
    group.monsters.remove(monster)
    bury(table, game, character, COMRADES)


def release_charmed(table: Table, game: Game, group: Group, master: Monster) -> None:
    """Return the members whom this monster had charmed to the party's ranks."""
    for charmed in [monster for monster in group.monsters if monster.master == master.id]:
        release(table, game, group, charmed)


def release(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Return a member who turned on the party to its ranks [15.5]."""
    character = game.characters[monster.person]
    character.fate = ""
    character.wounds += monster.wounds
    leave_group(game, group, monster)
    game.formation = with_newcomer(game.formation, character.id)
    if game.fight:
        game.fight.party_places = places_in(game.formation[0])
    table.tell(CameToSenses(character.name))


def leave_group(game: Game, group: Group, monster: Monster) -> None:
    """Take a monster out of its group and of the fight."""
    group.monsters.remove(monster)
    if fight := game.fight:
        fight.monsters = tuple(tuple(other for other in rank if other != monster.id) for rank in fight.monsters)
        fight.asleep = [other for other in fight.asleep if other != monster.id]


# Its end ---------------------------------------------------------------------------------------------------------
