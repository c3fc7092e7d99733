"""Events of fights, psychic combat, evading, and encounters between Seekers."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent
from rules.kernel.words import Term, Word

BY_ARMS = Word("cavefight.fight")


class EnemiesFaced(CharacterEvent):
    """A fight begins; ``kind``: fight or psychic (as a word); ``value``: the sum of the Enemies' Strength or Power."""

    kind: Word
    enemies: tuple[Term, ...]
    value: int


class EnemiesBeaten(CharacterEvent):
    """The Seeker wins: ``own`` is higher than ``theirs``."""

    enemies: tuple[Term, ...]
    own: int
    theirs: int
    kind: Word = BY_ARMS


class EnemiesWon(CharacterEvent):
    """The Enemies win: ``own`` is lower than ``theirs``."""

    enemies: tuple[Term, ...]
    own: int
    theirs: int
    kind: Word = BY_ARMS


class FightEven(CharacterEvent):
    """A fight ends in a tie: nothing happens, and the turn ends."""

    enemies: tuple[Term, ...]
    total: int
    kind: Word = BY_ARMS


class Evaded(CharacterEvent):
    """A Seeker evades opponents."""

    whom: tuple[Term, ...]


class EvadingFailed(CharacterEvent):
    """A Seeker fails to evade, by the die."""


class ItemSaved(CharacterEvent):
    """An Item saves the Endurance."""

    item: Term


class ItemDidNotSave(CharacterEvent):
    """An Item fails to save the Endurance, by the die."""

    item: Term


class RansomPaid(CharacterEvent):
    """The Enemy takes gold instead of Endurance."""

    enemy: Term
    gold: int


class SeekerAttacked(CharacterEvent):
    """One Seeker attacks another; ``kind``: fight or psychic (as a word)."""

    whom: Term
    kind: Word


class RivalBeaten(CharacterEvent):
    """``who`` wins against ``whom``."""

    whom: Term
    own: int
    theirs: int


class RivalsEven(CharacterEvent):
    """A duel ends in a tie: nothing happens."""

    whom: Term
    total: int


class SpoilsTaken(CharacterEvent):
    """The winner takes an Item."""

    whom: Term
    item: Term


class PurseRobbed(CharacterEvent):
    """The winner, or a thief, takes gold."""

    whom: Term
    gold: int


class SeekerDevoured(CharacterEvent):
    """The winner eats the loser."""

    whom: Term


class DuelDieRethrown(CharacterEvent):
    """A Seeker throws its die of a duel again."""

    before: int
    after: int


class StealingTried(CharacterEvent):
    """A Seeker tries to steal from another."""

    whom: Term


class StealingFailed(CharacterEvent):
    """A Seeker fails to steal: by the die, or because there is nothing to take."""

    whom: Term


class ItemStolen(CharacterEvent):
    """A Seeker steals a random Item."""

    whom: Term
    item: Term
