"""Spells in a fight [10]: those that the second rank can cast, and the monsters' Lightning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.kernel.offers import Way
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.combat.lineup import enlist, may_come
from rules.labirynt_smierci.events import magic
from rules.labirynt_smierci.exploration import mark_in_words
from rules.labirynt_smierci.magic.casting import Cast, can_cast, pay_for, resists, roll_amount, spell_facts
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.formation import places_in, rank_of
from rules.labirynt_smierci.party.losses import hurt, note_kill, release, release_charmed, wound
from rules.labirynt_smierci.party.traits import in_force, is_susceptible, resistance
from rules.labirynt_smierci.tables import mean_amount

AT_ONE = ("blast", "lightning", "mental_attack")
"""Spells that wound one monster of the first rank."""
AT_MIND = ("charm", "sleep", "mental_attack")
"""Spells that do nothing to a wearer of the talisman of the mind [14]."""
PERSONS = ("evil_hero", "evil_mage")
"""Kinds on which the potion of charm person works; charm monster works on all others [14]."""
SECOND_RANK = 1


# What can be ordered ---------------------------------------------------------------------------------------------


def spell_orders(game: Game, group: Group, character: Character) -> Iterator[Way[Cast[str]]]:
    """Yield the orders ``cast:SPELL`` or ``cast:SPELL:TARGET`` for a caster of the second rank [9.2, 10].

    A potion of charm also works from the first rank and costs no strength [14].
    """
    if rank_of(game, character.id) > SECOND_RANK or not (
        rank_of(game, character.id) == SECOND_RANK or character.charming
    ):
        return
    for spell in EFFECTS:
        for target in legal_targets(game, group, character, spell):
            yield Way(_cast_option(game, group, character, spell, target), Cast(character, spell, target))


def legal_targets(game: Game, group: Group, character: Character, spell: str) -> list[str]:
    """Return the legal targets of a spell now, the nearest first; [''] if it takes no target."""
    rank = rank_of(game, character.id)
    able = rank == SECOND_RANK and can_cast(game, character, spell)
    if spell == "charm" and character.charming and rank <= SECOND_RANK and in_force(game, spell):
        return [
            target
            for target in targets_of(game, group, character, spell)
            if able or potion_works_on(group, character, target)
        ]
    return targets_of(game, group, character, spell) if able else []


def targets_of(game: Game, group: Group, character: Character, spell: str) -> list[str]:
    """Return everyone whom the spell can affect."""
    assert game.fight
    match spell:
        case "charm":
            minds = _susceptible_targets(game, group, character, spell, 2) if may_come(game) else []
            return [target for target in minds if not monster_of_id(group, target).person]
        case "sleep":
            return [
                target
                for target in _susceptible_targets(game, group, character, spell, None)
                if target not in game.fight.asleep
            ]
        case "redemption":
            return [monster.id for monster in group.living if monster.person]
        case "magic_shield":
            return [member.id for member in game.living if member.id not in game.fight.shielded]
        case "cease_fire":
            return [""] if may_rest(game, group) else []
        case _ if spell in AT_ONE:
            near = _targets_by_distance(game, group, character, 1)
            return [target for target in near if not _is_immune(game, group, spell, target)]
        case _:
            return [""]


def may_rest(game: Game, group: Group) -> bool:
    """Whether Cease Fire works: not with Nameless, Demon or Gate in the group, nor on turned members alone."""
    people = all(monster.person for monster in group.living)
    return not people and all(is_susceptible(game, monster) for monster in group.living)


def _susceptible_targets(game: Game, group: Group, character: Character, spell: str, ranks: int | None) -> list[str]:
    near = _targets_by_distance(game, group, character, ranks)
    return [
        target
        for target in near
        if is_susceptible(game, monster_of_id(group, target))
        and not _has_talisman(game, monster_of_id(group, target), spell)
    ]


def _is_immune(game: Game, group: Group, spell: str, target: str) -> bool:
    monster = monster_of_id(group, target)
    return is_shielded(game, monster) or _has_talisman(game, monster, spell)


def is_shielded(game: Game, target: Monster | Character) -> bool:
    """Whether the target is under Magic Shield, on either side."""
    lies_on = game.fight.shielded if game.fight else []
    return target.id in lies_on or (isinstance(target, Monster) and target.person in lies_on)


def _has_talisman(game: Game, monster: Monster, spell: str) -> bool:
    member = game.characters[monster.person] if monster.person else None
    return member is not None and spell in AT_MIND and member.wears("talisman", "mind")


def _targets_by_distance(game: Game, group: Group, character: Character, ranks: int | None) -> list[str]:
    """Return the living monsters of the first ``ranks`` ranks, rank by rank, the nearest first, the left of equals."""
    assert game.fight
    own = places_in(game.formation[rank_of(game, character.id)])[character.id]
    alive = [monster.id for monster in group.living]
    far: dict[str, tuple[int, int, int]] = {}
    for n, rank in enumerate(game.fight.monsters[:ranks]):
        for monster, place in {**places_in(rank), **game.fight.monster_places}.items():
            if monster in rank and monster in alive:
                far[monster] = (n, abs(place - own), place)
    return sorted(far, key=lambda monster: far[monster])


def monster_of_id(group: Group, monster_id: str) -> Monster:
    """Return the monster with this id."""
    return next(monster for monster in group.monsters if monster.id == monster_id)


def potion_works_on(group: Group, character: Character, target: str) -> bool:
    """Whether the character's potion of charm works on this target [14]."""
    person = monster_of_id(group, target).kind in PERSONS
    return character.charming == ("person" if person else "monster")


def _cast_option(game: Game, group: Group, character: Character, spell: str, target: str) -> Option:
    facts = spell_facts(game, spell)
    if not target:
        return Option(f"cast:{spell}", "combat.cast", f"spell.{spell}", facts)
    order = f"cast:{spell}:{target}"
    if target in game.characters:
        member = game.characters[target]
        facts |= {"target": member.name, "strength": member.strength_now}
        return Option(order, "combat.cast.on", f"spell.{spell}", facts)
    monster = monster_of_id(group, target)
    facts |= {"monster": monster.name, "mark": mark_in_words(game, target), "strength": monster.strength}
    label = "combat.cast.at.lone" if len(group.monsters) == 1 else "combat.cast.at"
    if spell == "redemption":
        return Option(order, label, f"spell.{spell}", facts)
    if spell == "charm" and potion_works_on(group, character, target):
        facts |= {"cost": 0}
    return Option(order, label, *_cast_odds_note(game, spell, monster, facts))


def _cast_odds_note(game: Game, spell: str, monster: Monster, facts: Facts) -> tuple[str, Facts]:
    sheet = game.tables.spells.of(spell)
    resisted = resistance(game, monster) if sheet.resisted and game.options.resistance else 0
    facts |= {"resist": resisted, "tenths": round(10 * mean_amount(sheet.amount)) if sheet.amount else 0}
    kind = spell if spell in ("charm", "sleep") else "wounds"
    return f"combat.cast.{kind}" + ("" if resisted else ".sure"), facts


# What comes of it ------------------------------------------------------------------------------------------------


def cast_order(table: Table, game: Game, group: Group, order: Cast[str]) -> bool:
    """Cast at the target, or at the nearest legal one if it is gone; return False if there is no legal target."""
    legal = legal_targets(game, group, order.caster, order.spell)
    if not legal:
        return False
    target = order.target if order.target in legal else legal[0]
    EFFECTS[order.spell](table, game, group, Cast(order.caster, order.spell, target))
    return True


def strike_one(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """Cast Blast, Lightning or Mental Attack: one monster resists or is wounded."""
    monster = monster_of_id(group, cast.target)
    pay_for(table, game, cast, monster.name)
    if not withstands(table, game, cast.spell, monster):
        strike(table, game, group, cast, monster, roll_amount(table, game, cast.spell, monster.name))


def strike_all(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """Cast Explosion or Wrath of God: each monster resists by itself, the wounds are diced once for all [11, house]."""
    pay_for(table, game, cast)
    struck = [monster for monster in group.living if not withstands(table, game, cast.spell, monster)]
    names = dict.fromkeys(monster.name for monster in struck)
    wounds = roll_amount(table, game, cast.spell, *names) if struck else 0
    for monster in struck:
        if monster.alive and monster in group.monsters:
            strike(table, game, group, cast, monster, wounds)


def withstands(table: Table, game: Game, spell: str, target: Monster | Character) -> bool:
    """Whether Magic Shield or resistance stops a wounding spell."""
    if is_shielded(game, target):
        table.tell(magic.ShieldHeld(target.name, mark_in_words(game, target.id) if isinstance(target, Monster) else ""))
        return True
    return game.tables.spells.of(spell).resisted and resists(table, game, target)


def strike(table: Table, game: Game, group: Group, cast: Cast[str], monster: Monster, wounds: int) -> None:
    """Deal a spell's wounds to a monster."""
    killed = monster.strength <= wounds
    note_kill(cast.caster, monster, wounds)
    table.tell(
        magic.SpellStruck(Word(f"spell.{cast.spell}"), monster.name, killed, mark_in_words(game, monster.id), wounds)
    )
    hurt(table, game, group, monster, wounds)


def charm(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """Charm a monster unless it resists; members whom it had charmed come back. A potion is used up by the attempt."""
    character, monster = cast.caster, monster_of_id(group, cast.target)
    if potion_works_on(group, character, monster.id):
        character.charming = ""
        table.tell(magic.CharmDrunk(character.name, monster.name, mark_in_words(game, monster.id)))
    else:
        pay_for(table, game, cast, monster.name)
    if game.tables.spells.of("charm").resisted and resists(table, game, monster):
        return
    table.tell(magic.MonsterCharmed(character.name, monster.name, mark_in_words(game, monster.id), monster.strength))
    enlist(table, game, group, monster, character.seat)
    release_charmed(table, game, group, monster)


def lull(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """Put a monster to sleep until the fight ends, unless it resists."""
    assert game.fight
    monster = monster_of_id(group, cast.target)
    pay_for(table, game, cast, monster.name)
    if not (game.tables.spells.of("sleep").resisted and resists(table, game, monster)):
        game.fight.asleep.append(monster.id)
        table.tell(magic.FellAsleep(monster.name, mark_in_words(game, monster.id)))


def redeem(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """Bring a member who turned on the party back to it."""
    monster = monster_of_id(group, cast.target)
    pay_for(table, game, cast, monster.name)
    release(table, game, group, monster)


def shield(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """Protect a member from wounding spells for the rest of the fight."""
    del group  # whoever they are
    assert game.fight
    pay_for(table, game, cast, game.characters[cast.target].name)
    game.fight.shielded.append(cast.target)


def cease_fire(table: Table, game: Game, group: Group, cast: Cast[str]) -> None:
    """End the fight at once in a truce."""
    pay_for(table, game, cast, group.name)
    group.stance = "truce"


Effect = Callable[[Table, Game, Group, Cast[str]], None]

EFFECTS: Mapping[str, Effect] = {
    "charm": charm,
    "blast": strike_one,
    "lightning": strike_one,
    "mental_attack": strike_one,
    "explosion": strike_all,
    "wrath_of_god": strike_all,
    "sleep": lull,
    "redemption": redeem,
    "magic_shield": shield,
    "cease_fire": cease_fire,
}
"""The spells of a fight, in the order in which they are offered."""


# The monsters' own -----------------------------------------------------------------------------------------------


def monster_casts(table: Table, game: Game, monster: Monster, victim: Character) -> None:
    """Cast a monster's Lightning at one of the party's first rank, at no cost [10, 15]."""
    spell = Word("spell.lightning")
    if game.fight:
        game.fight.show("lightning")
    table.tell(magic.SpellCast(monster.name, spell, victim.name))
    if withstands(table, game, "lightning", victim):
        return
    wounds = roll_amount(table, game, "lightning", victim.name)
    killed = victim.strength_now + victim.absorbs <= wounds
    table.tell(magic.SpellStruck(spell, victim.name, killed, "", wounds))
    wound(table, game, victim, wounds, monster.name, Word("death.lightning"))
