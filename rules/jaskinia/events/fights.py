"""Fights, psychic combat, evading, encounters between Seekers."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Word


class EnemiesFaced(Event, frozen=True):
    """A fight begins; ``kind`` fight or psychic (as a word), ``value``: Strength or Power of all of them together."""

    who: Word
    kind: Word
    enemies: tuple[Word, ...]
    value: int


class EnemiesBeaten(Event, frozen=True):
    """``own`` higher than ``theirs``."""

    who: Word
    enemies: tuple[Word, ...]
    own: int
    theirs: int


class EnemiesWon(Event, frozen=True):
    """``own`` lower than ``theirs``."""

    who: Word
    enemies: tuple[Word, ...]
    own: int
    theirs: int


class FightEven(Event, frozen=True):
    """Equal: nothing happens, the turn ends."""

    who: Word
    enemies: tuple[Word, ...]
    total: int


class Evaded(Event, frozen=True):
    """Somebody evaded somebody."""

    who: Word
    whom: tuple[Word, ...]


class EvadingFailed(Event, frozen=True):
    """The die says no."""

    who: Word


class ItemSaved(Event, frozen=True):
    """An Item saved the Endurance."""

    who: Word
    item: Word


class ItemDidNotSave(Event, frozen=True):
    """The die for the Item says no."""

    who: Word
    item: Word


class RansomPaid(Event, frozen=True):
    """The Enemy took gold instead of Endurance."""

    who: Word
    enemy: Word
    gold: int


class SeekerAttacked(Event, frozen=True):
    """One Seeker attacks another; ``kind`` fight or psychic (as a word)."""

    who: Word
    whom: Word
    kind: Word


class RivalBeaten(Event, frozen=True):
    """``who`` won against ``whom``."""

    who: Word
    whom: Word
    own: int
    theirs: int


class RivalsEven(Event, frozen=True):
    """Equal: nothing happens."""

    who: Word
    whom: Word
    total: int


class SpoilsTaken(Event, frozen=True):
    """The winner takes an Item."""

    who: Word
    whom: Word
    item: Word


class PurseRobbed(Event, frozen=True):
    """The winner, or a thief, takes gold."""

    who: Word
    whom: Word
    gold: int


class SeekerDevoured(Event, frozen=True):
    """The winner eats the beaten one."""

    who: Word
    whom: Word


class DuelDieRethrown(Event, frozen=True):
    """The own die of a duel was thrown again."""

    who: Word
    before: int
    after: int


class StealingTried(Event, frozen=True):
    """A Seeker tries to steal from another."""

    who: Word
    whom: Word


class StealingFailed(Event, frozen=True):
    """The die says no, or there is nothing to take."""

    who: Word
    whom: Word


class ItemStolen(Event, frozen=True):
    """A random Item changed hands."""

    who: Word
    whom: Word
    item: Word
