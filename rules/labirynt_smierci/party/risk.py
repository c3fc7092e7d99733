"""The chance that a character dies, and the one limit from which players are told of it and owners are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.kernel.dice import odds
from rules.labirynt_smierci.model import Character
from rules.labirynt_smierci.party.consent import Stake

Chances = Mapping[int, float]
"""The chance of each number of wounds."""
DEADLY = 0.005
"""The least chance to die that is told, and that the owner is asked for."""


def is_deadly(chance: float) -> bool:
    """Whether players are told of this chance to die."""
    return chance >= DEADLY


def stake_of(chance: float) -> Stake:
    """Return the owner's stake for this chance to die."""
    return "death" if is_deadly(chance) else "safe"


def percent(chance: float) -> int:
    """The chance to die in whole per cent, as it is told; 0 if it is not told."""
    return max(round(100 * chance), 1) if is_deadly(chance) else 0


def death_by(wounds: Chances, character: Character) -> float:
    """The chance that these wounds kill the character, less what Mage Armor absorbs."""
    return sum(chance for many, chance in wounds.items() if many >= character.strength_now + character.absorbs)


def has_antidote(victim: Character) -> bool:
    """Whether the medallion prevents all wounds by poison [14]."""
    return victim.wears("medallion", "neutralize_poison")


def poison_chances(victim: Character, code: str) -> Chances:
    """The wounds by poison if nobody casts Neutralize Poison; the medallion prevents all [10, 14]."""
    return {0: 1.0} if has_antidote(victim) else odds(code)


@lru_cache(maxsize=256)
def arrow_chances(hits: tuple[int, ...], poison: str) -> Chances:
    """The wounds by an arrow with these wounds on each face; the poison ('': none) needs a hit [7.2, 13.9]."""
    after_hit = odds(poison) if poison else {0: 1.0}
    return _mixed([summed({hit: 1.0}, after_hit) if hit else {0: 1.0} for hit in hits])


def summed(wounds: Chances, others: Chances) -> dict[int, float]:
    """The chances of the sum of two independent numbers of wounds."""
    chances: dict[int, float] = {}
    for many, chance in wounds.items():
        for more, other in others.items():
            chances[many + more] = chances.get(many + more, 0.0) + chance * other
    return chances


def _mixed(faces: Sequence[Chances]) -> dict[int, float]:
    """The chances of the wounds if each of these is equally likely, such as the faces of a die."""
    chances: dict[int, float] = {}
    for wounds in faces:
        for many, chance in wounds.items():
            chances[many] = chances.get(many, 0.0) + chance / len(faces)
    return chances
