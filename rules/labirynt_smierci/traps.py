"""Traps of doors and chests [7]; doors are searched when a room is first entered or left by another way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import accumulate
from math import sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.odds import faces_said
from rules.kernel.offers import Offer, does, does_with, one_way, take
from rules.kernel.requests import PARTY, Consent, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word, phrase
from rules.labirynt_smierci.events import course
from rules.labirynt_smierci.events.magic import ThiefDisarmed
from rules.labirynt_smierci.magic.casting import Cast, casters, pay_for, spell_facts
from rules.labirynt_smierci.magic.wayside import poison_wounds
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.consent import consents
from rules.labirynt_smierci.party.experience import gain_experience
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.losses import wound, wound_everybody
from rules.labirynt_smierci.party.risk import Chances, arrow_chances, has_antidote, percent, stake_of, summed
from rules.labirynt_smierci.party.traits import skill as skill_of
from rules.labirynt_smierci.tables import amount, chances_of
from rules.labirynt_smierci.tables.sheets import TrapKind, Traps

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


def meet_trap(table: Table, game: Game, name: Word, offers: Sequence[Offer]) -> None:
    """Ask who is sent to the trap; without a delegate it meets the first through the door [7].

    The question names everyone whom an explosion would kill, in any rank.
    """
    blast = game.tables.traps.explosion
    fallen = tuple(each.name for each in game.living if max(blast - each.absorbs, 0) >= each.strength_now)
    take(table, "traps.delegate", offers, what=name, blast=blast, fallen=fallen)


def delegates(game: Game, kind: AnyTrap = ANY) -> list[Offer[None]]:
    """Return the offers of all delegates, and of sending nobody: then the trap meets the first through the door.

    The least deadly offer is the last resort, so that the party is never stuck because owners are away.
    """
    first = first_through_the_door(game)
    chances = [*(death_of_sent(game, person, kind) for person in game.people), death_by_trap(game, first, kind)]
    facts = {"first": first.name, **_stakes(game, first, kind, chances[-1])}
    nobody = Offer(
        PARTY,
        Option(NOBODY, "traps.nobody", "traps.nobody.cost", facts),
        owners=partial(_owners_of_victim, game, first, chances[-1]),
        do=does(spring, game, first, kind),
    )
    offers = [*(delegate(game, person, kind) for person in game.people), nobody]
    least = chances.index(min(chances))
    offers[least] = replace(offers[least], last_resort=True)
    return offers


def delegate(game: Game, character: Character, kind: AnyTrap = ANY) -> Offer[None]:
    """Return the offer to send this character to the trap."""
    skill, chance = skill_of(game, character, "traps"), death_of_sent(game, character, kind)
    label, note = ("traps.disarm", "traps.disarm.odds") if skill else ("traps.take", "traps.take.cost")
    facts = {"who": character.name, "skill": skill, **_stakes(game, character, kind, chance)}
    owners = partial(_owners_of_victim, game, character, chance)
    return Offer(
        PARTY, Option(character.id, label, note, facts), owners=owners, do=does(go_there, game, character, kind)
    )


def _stakes(game: Game, victim: Character, kind: AnyTrap, chance: float) -> Facts:
    """Return the victim's usual loss, the worst of a single trap, and the chance to die."""
    return {
        "strength": victim.strength_now,
        "usual": usual_trap(game, victim, kind),
        "worst": worst_trap(game, victim, kind),
        "percent": percent(chance),
    }


def _owners_of_victim(game: Game, victim: Character, chance: float, _: None) -> dict[Seat, Consent]:
    return consents(game, [(victim, stake_of(chance))])


def worst_trap(game: Game, victim: Character, kind: AnyTrap = ANY) -> int:
    """The highest number of wounds from a single door trap, less what Mage Armor absorbs [7.2].

    «Roll twice» may bring any number of traps, so the loss of a door has no bound.
    """
    return max(_wounds_of_trap(game, victim, kind).worst - victim.absorbs, 0)


def usual_trap(game: Game, victim: Character, kind: AnyTrap = ANY) -> int:
    """The median number of wounds from a sprung door trap, less what Mage Armor absorbs [7.1]."""
    return max(_wounds_of_trap(game, victim, kind).usual - victim.absorbs, 0)


def death_by_trap(game: Game, victim: Character, kind: AnyTrap = ANY) -> float:
    """The exact chance that a sprung door trap kills the character, all rolls of «roll twice» included [7.1]."""
    fewer = _wounds_of_trap(game, victim, kind).fewer
    return 1 - fewer[min(victim.strength_now + victim.absorbs, len(fewer) - 1)]


def death_of_sent(game: Game, character: Character, kind: AnyTrap = ANY) -> float:
    """The exact chance that the character dies if sent to the trap, to disarm it if possible [7.3]."""
    fails = 1 - min(skill_of(game, character, "traps"), SIX) / SIX
    return fails * death_by_trap(game, character, kind)


class TrapWounds(Struct, frozen=True):
    """The wounds of a sprung door: the worst of a single trap, the median, the chance of ``fewer`` than each number."""

    worst: int
    usual: int
    fewer: tuple[float, ...]


def _wounds_of_trap(game: Game, victim: Character, kind: AnyTrap) -> TrapWounds:
    traps = game.tables.traps
    arrows = game.tables.combat.dealt(traps.arrow_column, range(1, SIX + 1))
    return wounds_of_trap(traps, arrows, kind, has_antidote(victim))


MOST_WOUNDS = 64
"""Wounds are counted up to here, far above any strength."""


@lru_cache(maxsize=64)
def wounds_of_trap(traps: Traps, arrows: tuple[int, ...], kind: AnyTrap, antidote: bool) -> TrapWounds:
    """Return the wounds of a sprung door; ``arrows``: the wounds of each face, ``antidote``: no poison.

    With g the chances of one roll, s those of the single traps and p that of «roll twice», g = s + p·g²: this is
    solved for one number of wounds after the other.
    """
    known = [kind] if kind != ANY and not traps.effect(kind).rolls else []
    kinds = known or [row.id for row in traps.trap]
    single, twice = [0.0] * MOST_WOUNDS, 0.0
    for row in kinds:
        if traps.effect(row).rolls:
            twice += 1 / len(kinds)
        else:
            for many, chance in _wounds_of(traps, arrows, row, antidote).items():
                single[min(many, MOST_WOUNDS - 1)] += chance / len(kinds)
    once = [(1 - sqrt(1 - 4 * twice * single[0])) / (2 * twice) if twice else single[0]]
    for many in range(1, MOST_WOUNDS):
        pairs = sum(once[part] * once[many - part] for part in range(1, many))
        once.append((single[many] + twice * pairs) / (1 - 2 * twice * once[0]))
    if kind != ANY and not known:
        once = [sum(once[part] * once[many - part] for part in range(many + 1)) for many in range(MOST_WOUNDS)]
    fewer = (0.0, *(min(so_far, 1.0) for so_far in accumulate(once)))
    usual = sum(so_far < 1 / 2 for so_far in fewer[1:])
    return TrapWounds(max(many for many, chance in enumerate(single) if chance), usual, fewer)


def _wounds_of(traps: Traps, arrows: tuple[int, ...], kind: TrapKind, antidote: bool) -> Chances:
    """The chances of the wounds of a single trap [7.2]."""
    effect = traps.effect(kind)
    poison = "" if antidote else effect.poison
    if effect.column:
        return arrow_chances(arrows, poison)
    return summed(chances_of(effect.wounds or "0"), chances_of(poison or "0"))


def go_there(table: Table, game: Game, character: Character, kind: AnyTrap = ANY) -> None:
    """Let the delegate disarm the trap, or spring it on him."""
    if not disarm(table, game, character):
        spring(table, game, character, kind)


def thieves(game: Game, name: Word) -> list[Offer]:
    """Return the offers of the spell Thief for all who can cast it [10]; ``name``: the trapped thing."""
    return [_thief_offer(game, caster, name) for caster in casters(game, THIEF)]


def _thief_offer(game: Game, character: Character, name: Word) -> Offer:
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
