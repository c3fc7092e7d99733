"""Traps of doors and chests [7]; doors are searched when a room is first entered or left by another way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

from rules.kernel.odds import faces_said
from rules.kernel.offers import Offer, does, does_with, one_way, take
from rules.kernel.requests import PARTY, Consent, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word, phrase
from rules.labirynt_smierci.events import course
from rules.labirynt_smierci.events.magic import ThiefDisarmed
from rules.labirynt_smierci.magic.casting import Cast, casters, pay_for, spell_facts
from rules.labirynt_smierci.magic.wayside import most_poison, poison_wounds
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.consent import consents
from rules.labirynt_smierci.party.experience import gain_experience
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.losses import wound, wound_everybody
from rules.labirynt_smierci.party.traits import skill as skill_of
from rules.labirynt_smierci.tables import amount, most_amount
from rules.labirynt_smierci.tables.sheets import TrapEffect, TrapKind

NOBODY = "nobody"
AnyTrap = TrapKind | Literal[""]
"""The kind of a trap, or '' if it is unknown."""
SIX = 6
"""The highest face of a die."""
THIEF = "thief"
ANY: Literal[""] = ""

What = Literal["door", "chest"]


def search(table: Table, game: Game, what: What) -> None:
    """Roll 1K6; on a 1 there is a trap, and the party sends somebody to disarm it or casts Thief [5B, 7]."""
    name = Word(f"trapped.{what}")
    trapped = game.tables.traps.trapped
    if table.roll("1K6", "traps.search", what=name, on=faces_said(trapped)) not in trapped:
        table.tell(course.DoorSafe(name))
        return
    table.tell(course.TrapFound(name))
    meet_trap(table, game, name, [*delegates(game), *thieves(game, name)])


def meet_trap(table: Table, game: Game, name: Word, offers: Sequence[Offer[Any]]) -> None:
    """Ask who is sent to the trap; without a delegate it meets the first through the door [7].

    The question names everyone whom an explosion would kill, in any rank.
    """
    blast = game.tables.traps.explosion
    fallen = tuple(each.name for each in game.living if max(blast - each.absorbs, 0) >= each.strength_now)
    take(table, "traps.delegate", offers, what=name, blast=blast, fallen=fallen)


def delegates(game: Game, kind: AnyTrap = ANY) -> list[Offer[None]]:
    """Return the offers of all delegates, and of sending nobody: then the trap meets the first through the door."""
    first = first_through_the_door(game)
    note, facts = _worst_case_note(game, first, "traps.nobody.cost", kind)
    nobody = Option(NOBODY, "traps.nobody", note, {"first": first.name, **facts})
    sent = [delegate(game, person, kind) for person in game.people]
    return [*sent, Offer(PARTY, nobody, do=does(spring, game, first, kind))]


def delegate(game: Game, character: Character, kind: AnyTrap = ANY) -> Offer[None]:
    """Return the offer to send this character to the trap."""
    skill = skill_of(game, character, "traps")
    label, key = ("traps.disarm", "traps.disarm.odds") if skill else ("traps.take", "traps.take.cost")
    note, facts = _worst_case_note(game, character, key, kind)
    option = Option(character.id, label, note, {"who": character.name, "skill": skill, **facts})
    owners = partial(_owners_of_sent, game, character, kind)
    return Offer(PARTY, option, owners=owners, do=does(go_there, game, character, kind))


def _owners_of_sent(game: Game, character: Character, kind: AnyTrap, _: None) -> dict[Seat, Consent]:
    deadly = worst_trap(game, character, kind) >= character.strength_now
    return consents(game, [(character, "death" if deadly else "safe")])


def _worst_case_note(game: Game, victim: Character, note: str, kind: AnyTrap) -> tuple[str, dict[str, Fact]]:
    worst = worst_trap(game, victim, kind)
    facts: dict[str, Fact] = {"strength": victim.strength_now, "worst": worst}
    return (f"{note}.deadly" if worst >= victim.strength_now else note), facts


def worst_trap(game: Game, victim: Character, kind: AnyTrap = ANY) -> int:
    """The highest number of wounds from a single door trap, less what Mage Armor absorbs [7.2]."""
    effects = [game.tables.traps.effect(each_kind) for each_kind in possible_kinds(game, kind)]
    return max(0, max(_most_trap_wounds(game, effect, victim) for effect in effects) - victim.absorbs)


def possible_kinds(game: Game, kind: AnyTrap = ANY) -> list[TrapKind]:
    """Return the kinds that a single trap may have; a known kind that replaces itself by other traps may be any."""
    traps = game.tables.traps
    if kind != ANY and not traps.effect(kind).rolls:
        return [kind]
    return [row.id for row in traps.trap if not traps.effect(row.id).rolls]


def _most_trap_wounds(game: Game, effect: TrapEffect, victim: Character) -> int:
    most = most_amount(effect.wounds) if effect.wounds else 0
    if effect.column:
        most = max(game.tables.combat.wounds(effect.column, die) for die in range(1, SIX + 1))
    return most + (most_poison(victim, effect.poison) if effect.poison else 0)


def go_there(table: Table, game: Game, character: Character, kind: AnyTrap = ANY) -> None:
    """Let the delegate disarm the trap, or spring it on him."""
    if not disarm(table, game, character):
        spring(table, game, character, kind)


def thieves(game: Game, name: Word) -> list[Offer[Any]]:
    """Return the offers of the spell Thief for all who can cast it [10]; ``name``: the trapped thing."""
    return [_thief_offer(game, caster, name) for caster in casters(game, THIEF)]


def _thief_offer(game: Game, character: Character, name: Word) -> Offer[Any]:
    facts = {**spell_facts(game, THIEF), "who": character.name, "strength": character.strength_now}
    option = Option(f"{THIEF}:{character.id}", "traps.thief", "spell.thief", facts)
    return one_way(character.seat, THIEF, option, Cast(character, THIEF, None), does_with(disarm_by_magic, game, name))


def disarm_by_magic(table: Table, game: Game, name: Word, cast: Cast[None]) -> None:
    """Pay for the spell Thief and tell that the trap is disarmed."""
    pay_for(table, game, cast)
    table.tell(ThiefDisarmed(name))


def disarm(table: Table, game: Game, character: Character) -> bool:
    """Roll 1K6; up to the skill disarms all the traps [7.3] and gives experience [12]; without skill it fails."""
    skill = skill_of(game, character, "traps")
    if skill == 0:
        return False
    rolled = int(table.roll("1K6", "traps.disarm", who=character.name, limit=skill))
    if rolled > skill:
        table.tell(course.DisarmFailed(character.name, rolled, skill))
        return False
    table.tell(course.TrapDisarmed(character.name, rolled, skill))
    if points := game.tables.experience.disarming:
        gain_experience(table, [character], points)
    return True


def spring(table: Table, game: Game, victim: Character, known: AnyTrap = ANY) -> None:
    """Spring all traps of the door, one after the other; the dead take no more wounds."""
    for kind in roll_kinds(table, game, known):
        if game.tables.traps.effect(kind).everyone:
            game.tally.traps += 1
            explode(table, game)
        elif victim.alive:
            game.tally.traps += 1
            hit(table, game, kind, victim)


def roll_kinds(table: Table, game: Game, known: AnyTrap = ANY) -> list[TrapKind]:
    """Return the traps of a door: «roll twice» adds two more rolls, resolved breadth first, in pairs [7.1].

    ``known``: the kind of the first trap, which is not rolled then.
    """
    kinds: list[TrapKind] = []
    rolls_left = 1
    faces = tuple(phrase("dice.face", on=str(row.roll), what=Word(f"trap.{row.id}")) for row in game.tables.traps.trap)
    while rolls_left:
        rolls_left -= 1
        kind, known = known or game.tables.traps.on(table.roll("1K6", "traps.kind", kinds=faces)), ANY
        if rolls := game.tables.traps.effect(kind).rolls:
            rolls_left += rolls
        else:
            kinds.append(kind)
    return kinds


def explode(table: Table, game: Game) -> None:
    """Wound every member by an explosion, charmed monsters too [7.2]."""
    wounds = game.tables.traps.explosion
    table.tell(course.ExplosionSprung(wounds))
    wound_everybody(table, game, wounds, Word("trap.explosion"))


def hit(table: Table, game: Game, kind: TrapKind, victim: Character) -> None:
    """Spring a trap on one character: arrows by the bow column, gas and oil by their dice [7.2]."""
    wounds, poison = _roll_trap_damage(table, game, kind, victim)
    table.tell(course.TrapSprung(Word(f"trap.{kind}"), victim.name, wounds + poison, poison))
    wound(table, game, victim, wounds + poison, Word(f"trap.{kind}"))


def _roll_trap_damage(table: Table, game: Game, kind: TrapKind, victim: Character) -> tuple[int, int]:
    """Poison may be neutralized before its die [10]."""
    effect, wounds = game.tables.traps.effect(kind), 0
    if effect.column:
        least = game.tables.combat.needed(effect.column)
        die = table.roll("1K6", "traps.arrows", who=victim.name, least=least)
        wounds = game.tables.combat.wounds(effect.column, die)
    elif effect.wounds:
        wounds = amount(table, effect.wounds, f"traps.{kind}", who=victim.name)
    if not effect.poison or (effect.column and not wounds):
        return wounds, 0
    why = "traps.poison" if effect.column else f"traps.{kind}"
    return wounds, poison_wounds(table, game, victim, effect.poison, why)
