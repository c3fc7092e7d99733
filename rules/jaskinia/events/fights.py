"""Events of fights, psychic combat, evading, and encounters between Seekers."""

from __future__ import annotations

from typing import Final

from rules.kernel.events import Event
from rules.kernel.words import Term, Word

BY_ARMS: Final = Word("cavefight.fight")


class EnemiesFaced(Event, frozen=True):
    """A fight begins; ``kind``: fight or psychic (as a word); ``value``: the sum of the Enemies' Strength or Power."""

    who: Term
    kind: Word
    enemies: tuple[Term, ...]
    value: int


class EnemiesBeaten(Event, frozen=True):
    """The Seeker wins: ``own`` is higher than ``theirs``."""

    who: Term
    enemies: tuple[Term, ...]
    own: int
    theirs: int
    kind: Word = BY_ARMS


class EnemiesWon(Event, frozen=True):
    """The Enemies win: ``own`` is lower than ``theirs``."""

    who: Term
    enemies: tuple[Term, ...]
    own: int
    theirs: int
    kind: Word = BY_ARMS


class FightEven(Event, frozen=True):
    """A fight ends in a tie: nothing happens, and the turn ends."""

    who: Term
    enemies: tuple[Term, ...]
    total: int
    kind: Word = BY_ARMS


class Evaded(Event, frozen=True):
    """A Seeker evades opponents."""

    who: Term
    whom: tuple[Term, ...]


class EvadingFailed(Event, frozen=True):
    """A Seeker fails to evade, by the die."""

    who: Term


class ItemSaved(Event, frozen=True):
    """An Item saves the Endurance."""

    who: Term
    item: Term


class ItemDidNotSave(Event, frozen=True):
    """An Item fails to save the Endurance, by the die."""

    who: Term
    item: Term


class RansomPaid(Event, frozen=True):
    """The Enemy takes gold instead of Endurance."""

    who: Term
    enemy: Term
    gold: int


class SeekerAttacked(Event, frozen=True):
    """One Seeker attacks another; ``kind``: fight or psychic (as a word)."""

    who: Term
    whom: Term
    kind: Word


class RivalBeaten(Event, frozen=True):
    """``who`` wins against ``whom``."""

    who: Term
    whom: Term
    own: int
    theirs: int


class RivalsEven(Event, frozen=True):
    """A duel ends in a tie: nothing happens."""

    who: Term
    whom: Term
    total: int


class SpoilsTaken(Event, frozen=True):
    """The winner takes an Item."""

    who: Term
    whom: Term
    item: Term


class PurseRobbed(Event, frozen=True):
    """The winner, or a thief, takes gold."""

    who: Term
    whom: Term
    gold: int


class SeekerDevoured(Event, frozen=True):
    """The winner eats the loser."""

    who: Term
    whom: Term


class DuelDieRethrown(Event, frozen=True):
    """A Seeker throws its die of a duel again."""

    who: Term
    before: int
    after: int


class StealingTried(Event, frozen=True):
    """A Seeker tries to steal from another."""

    who: Term
    whom: Term


class StealingFailed(Event, frozen=True):
    """A Seeker fails to steal: by the die, or because there is nothing to take."""

    who: Term
    whom: Term


class ItemStolen(Event, frozen=True):
    """A Seeker steals a random Item."""

    who: Term
    whom: Term
    item: Term
