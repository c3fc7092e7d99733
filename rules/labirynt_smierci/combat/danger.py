"""Who of the first rank may fall in the coming monsters' phase, and how likely: told before orders are given [9.2–9.5].

Every monster that is awake is taken to strike, as nobody knows yet who falls before it does; what a seat cannot know,
its weapon skill, is taken at its mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rules.labirynt_smierci.combat.lineup import awake
from rules.labirynt_smierci.combat.odds import foe, member, powers_of
from rules.labirynt_smierci.combat.paper import FACES, HIGHEST, LIGHTNING, LOWEST, Foe, Ours, Powers
from rules.labirynt_smierci.events.combat import LifeAtRisk
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.party.formation import nearest_opponents
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.party.weapons import FRONT_RANK, SECOND_RANK

LEAST = 0.03
"""A chance to fall that is worth a word."""
HURT = 0.5
"""Who has no more than this part of the full strength is warned of."""
STONE = 99
"""Wounds of whoever turns to stone."""

Chances = Mapping[int, float]
"""How likely are so many wounds."""


def lives_at_risk(game: Game, group: Group) -> Iterator[LifeAtRisk]:
    """The badly hurt of the first rank who may well fall in this round, before any of the monsters does."""
    assert game.fight is not None
    for one in [game.characters[id] for id in game.formation[FRONT_RANK]]:
        wounds = wounds_ahead(game, group, one)
        risk = death_by(wounds, one)
        if risk >= LEAST and one.strength_now <= HURT * one.strength:
            most = max(many for many, chance in wounds.items() if chance and many < STONE)
            yield LifeAtRisk(one.name, one.strength_now, one.strength, max(most - one.absorbs, 0), round(100 * risk))


def death_by(wounds: Chances, one: Character) -> float:
    """How likely wounds like these kill somebody."""
    return sum(chance for many, chance in wounds.items() if many >= one.strength_now + one.absorbs)


def wounds_ahead(game: Game, group: Group, one: Character) -> Chances:
    """The wounds that all monsters together may deal to one of the first rank in a round, armour counted."""
    assert game.fight is not None
    own, powers, standing = member(game, one), powers_of(game), [monster.id for monster in awake(game, group)]
    total: Chances = {0: 1.0}
    for rank, ids in enumerate(game.fight.monsters[: SECOND_RANK + 1]):
        for monster in [monster for monster in group.living if monster.id in ids and monster.id in standing]:
            if monster.kind != GATE:
                dealt = _dealt(foe(game, group.level, monster, threatened=False), own, powers, rank)
                total = _together(total, _shared(dealt, _share(game, monster.id, one, rank)))
    return total


def _share(game: Game, monster: str, one: Character, rank: int) -> float:
    """How likely it is this one whom a monster attacks [9.3]."""
    assert game.fight is not None
    near = list(game.formation[FRONT_RANK])
    if rank == FRONT_RANK:
        near = nearest_opponents(monster, game.fight.monster_places, game.fight.party_places, near)
    return (one.id in near) / len(near)


def _dealt(monster: Foe, own: Ours, powers: Powers, rank: int) -> Chances:
    """What its attack does to whom it hits: a spell, its power, or a blow."""
    fails = 1 - own.resists / FACES
    bolt = _shared(_faces(LIGHTNING), 0.0 if own.shielded else fails)
    if rank != FRONT_RANK:
        return bolt if monster.lightning else {0: 1.0}
    blow = _faces(_blow(monster, own, face) for face in range(1, FACES + 1))
    if monster.lightning:
        return _mixed(bolt, blow, powers.casts / FACES)
    match monster.power:
        case "petrification":
            return _mixed(_shared({STONE: 1.0}, fails), blow, powers.shows / FACES)
        case "fire_breath":
            return _mixed(_shared(_faces(powers.fire), fails), blow, powers.shows / FACES)
    return blow


def _blow(monster: Foe, own: Ours, face: int) -> int:
    heads = (monster.strength + 1) // 2 if monster.heads else 0
    number = face + monster.bonus + heads - own.armour
    return monster.numbers[min(max(number, LOWEST), HIGHEST - 1) - LOWEST]


def _faces(wounds: Iterable[int]) -> Chances:
    """Of a die, face by face."""
    chances: defaultdict[int, float] = defaultdict(float)
    for many in wounds:
        chances[max(many, 0)] += 1 / FACES
    return chances


def _shared(wounds: Chances, chance: float) -> Chances:
    """With this chance, else none."""
    return _mixed(wounds, {0: 1.0}, chance)


def _mixed(wounds: Chances, others: Chances, chance: float) -> Chances:
    """The first with this chance, else the others."""
    many = {*wounds, *others}
    return {one: chance * wounds.get(one, 0.0) + (1 - chance) * others.get(one, 0.0) for one in sorted(many)}


def _together(wounds: Chances, others: Chances) -> Chances:
    """Both, one after the other."""
    chances: defaultdict[int, float] = defaultdict(float)
    for many, chance in wounds.items():
        for more, other in others.items():
            chances[min(many + more, STONE)] += chance * other
    return chances
