"""Encounters, clashes, magic, wounds and rewards."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Word


class MonsterMet(Event, frozen=True):
    """The Encounter Table: 2K6 + digit came to ``total``; ``strength`` of the monster."""

    who: Word
    foe: Word
    total: int
    strength: int


class ChanceMet(Event, frozen=True):
    """The Encounter Table: no monster, but a find or a spring."""

    who: Word
    foe: Word
    total: int


class Attacked(Event, frozen=True):
    """A character attacks another player's character."""

    who: Word
    whom: Word
    by: Seat
    of: Seat


class JointDefence(Event, frozen=True):
    """Two characters of a player defend together."""

    first: Word
    second: Word


class ScrollCast(Event, frozen=True):
    """A scroll is read; it returns to the bag."""

    who: Word
    scroll: Word


class WeaponRusted(Event, frozen=True):
    """Rust: a Weapon does not count and is gone."""

    who: Word
    weapon: Word


class FightLeft(Event, frozen=True):
    """The Teleport scroll ends a fight."""

    who: Word


class ClashWon(Event, frozen=True):
    """The attacking or exploring side wins, ``own`` to ``theirs``.

    By a natural six, because the other side rolled a natural one, or because it wins ties.
    """

    who: Word
    other: Word
    own: int
    theirs: int
    natural_six: bool
    natural_one: bool
    tie: bool


class ClashLost(Event, frozen=True):
    """It loses: by its own natural one, by the other's natural six, or because the other wins ties."""

    who: Word
    other: Word
    own: int
    theirs: int
    natural_one: bool
    natural_six: bool
    tie: bool


class ClashTied(Event, frozen=True):
    """Nobody wins; ``both_ones``: both rolled 1."""

    who: Word
    other: Word
    own: int
    theirs: int
    both_ones: bool


class SecondClash(Event, frozen=True):
    """The monster must be beaten once more."""

    who: Word
    foe: Word


class DieRethrown(Event, frozen=True):
    """Two Gems for another throw of one die: ``before`` and ``after`` are natural faces; ``gems`` are left."""

    by: Seat
    before: int
    after: int
    gems: int


class FateChanged(Event, frozen=True):
    """Change of Fate: a roll counts ``more`` or ``less`` (one of them is 2)."""

    who: Word
    more: int
    less: int


class Wounded(Event, frozen=True):
    """A Life Point is lost; ``life`` are left."""

    who: Word
    life: int


class ArmourBroke(Event, frozen=True):
    """Armour absorbs a wound and is gone."""

    who: Word
    armour: Word


class WoundIgnored(Event, frozen=True):
    """A bony body: the wound does nothing."""

    who: Word


class WoundShielded(Event, frozen=True):
    """A Force shield takes the wound."""

    who: Word


class Stunned(Event, frozen=True):
    """A character cannot be moved in its player's next turn."""

    who: Word


class TokenStolen(Event, frozen=True):
    """A token from the Backpack is lost; told to its owner, who learns which."""

    who: Word
    loot: Word


class SomethingStolen(Event, frozen=True):
    """What all others see of a theft; ``nothing``: the Backpack was empty."""

    who: Word
    nothing: bool


class GemStolen(Event, frozen=True):
    """The player loses a Gem; ``gems`` are left."""

    by: Seat
    gems: int


class WeaponDissolved(Event, frozen=True):
    """The Weapon that was used is eaten by acid."""

    who: Word
    weapon: Word


class Looted(Event, frozen=True):
    """The winner takes a token from the loser's Backpack; told to both, who learn which."""

    who: Word
    whom: Word
    loot: Word


class SomethingLooted(Event, frozen=True):
    """What all others see of it."""

    who: Word
    whom: Word


class GemsWon(Event, frozen=True):
    """A reward in Gems; ``total`` is what the player has now."""

    by: Seat
    gems: int
    total: int
