"""Fights, psychic combat, evading, encounters between Seekers."""

from __future__ import annotations

from typing import Final

from rules.kernel.table import Event
from rules.kernel.words import Term, Word

BY_ARMS: Final = Word("cavefight.fight")


class EnemiesFaced(Event, frozen=True):
    """A fight begins; ``kind`` fight or psychic (as a word), ``value``: Strength or Power of all of them together."""

    who: Term
    kind: Word
    enemies: tuple[Term, ...]
    value: int


class EnemiesBeaten(Event, frozen=True):
    """``own`` higher than ``theirs``."""

    who: Term
    enemies: tuple[Term, ...]
    own: int
    theirs: int
    kind: Word = BY_ARMS


class EnemiesWon(Event, frozen=True):
    """``own`` lower than ``theirs``."""

    who: Term
    enemies: tuple[Term, ...]
    own: int
    theirs: int
    kind: Word = BY_ARMS


class FightEven(Event, frozen=True):
    """Equal: nothing happens, the turn ends."""

    who: Term
    enemies: tuple[Term, ...]
    total: int
    kind: Word = BY_ARMS


class Evaded(Event, frozen=True):
    """Somebody evaded somebody."""

    who: Term
    whom: tuple[Term, ...]


class EvadingFailed(Event, frozen=True):
    """The die says no."""

    who: Term


class ItemSaved(Event, frozen=True):
    """An Item saved the Endurance."""

    who: Term
    item: Term


class ItemDidNotSave(Event, frozen=True):
    """The die for the Item says no."""

    who: Term
    item: Term


class RansomPaid(Event, frozen=True):
    """The Enemy took gold instead of Endurance."""

    who: Term
    enemy: Term
    gold: int


class SeekerAttacked(Event, frozen=True):
    """One Seeker attacks another; ``kind`` fight or psychic (as a word)."""

    who: Term
    whom: Term
    kind: Word


class RivalBeaten(Event, frozen=True):
    """``who`` won against ``whom``."""

    who: Term
    whom: Term
    own: int
    theirs: int


class RivalsEven(Event, frozen=True):
    """Equal: nothing happens."""

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
    """The winner eats the beaten one."""

    who: Term
    whom: Term


class DuelDieRethrown(Event, frozen=True):
    """The own die of a duel was thrown again."""

    who: Term
    before: int
    after: int


class StealingTried(Event, frozen=True):
    """A Seeker tries to steal from another."""

    who: Term
    whom: Term


class StealingFailed(Event, frozen=True):
    """The die says no, or there is nothing to take."""

    who: Term
    whom: Term


class ItemStolen(Event, frozen=True):
    """A random Item changed hands."""

    who: Term
    whom: Term
    item: Term
