"""Events of Encounters, fights, magic, wounds and rewards."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Word


class MonsterMet(Event, frozen=True):
    """A monster is met: 2K6 + digit on the Encounter Table came to ``total``; ``strength`` is the monster's."""

    who: Word
    foe: Word
    total: int
    strength: int


class ChanceMet(Event, frozen=True):
    """The Encounter Table gives no monster but a find or a spring."""

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
    """A scroll is cast and returns to the bag."""

    who: Word
    scroll: Word


class WeaponRusted(Event, frozen=True):
    """Rust destroys a Weapon, which does not count."""

    who: Word
    weapon: Word


class FightLeft(Event, frozen=True):
    """The Teleport scroll ends a fight."""

    who: Word


class ClashWon(Event, frozen=True):
    """The attacker or explorer wins the fight, ``own`` to ``theirs``.

    Also by a natural six, by the other side's natural one, or by an ability that wins ties.
    """

    who: Word
    other: Word
    own: int
    theirs: int
    natural_six: bool
    natural_one: bool
    tie: bool


class ClashLost(Event, frozen=True):
    """The attacker or explorer loses: by score, an own natural one, the other's natural six, or an ability that wins
    ties.
    """

    who: Word
    other: Word
    own: int
    theirs: int
    natural_one: bool
    natural_six: bool
    tie: bool


class ClashTied(Event, frozen=True):
    """The fight ends in a tie; ``both_ones``: both rolled 1."""

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
    """A player pays two Gems to rethrow a die: ``before`` and ``after`` are natural faces; ``gems`` are left."""

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
    """A character loses a Life Point; ``life`` are left."""

    who: Word
    life: int


class ArmourBroke(Event, frozen=True):
    """Armour absorbs a wound and is gone."""

    who: Word
    armour: Word


class WoundIgnored(Event, frozen=True):
    """A bony body ignores a wound."""

    who: Word


class WoundShielded(Event, frozen=True):
    """A Force shield takes the wound."""

    who: Word


class Stunned(Event, frozen=True):
    """A character cannot be moved in its player's next turn."""

    who: Word


class TokenStolen(Event, frozen=True):
    """A token is stolen from the Backpack; told to its owner, who learns which."""

    who: Word
    loot: Word


class SomethingStolen(Event, frozen=True):
    """A theft as all others see it; ``nothing``: the Backpack was empty."""

    who: Word
    nothing: bool


class GemStolen(Event, frozen=True):
    """A player loses a Gem; ``gems`` are left."""

    by: Seat
    gems: int


class WeaponDissolved(Event, frozen=True):
    """Acid destroys the Weapon that was used."""

    who: Word
    weapon: Word


class Looted(Event, frozen=True):
    """The winner takes a token from the loser's Backpack; told to both, who learn which."""

    who: Word
    whom: Word
    loot: Word


class SomethingLooted(Event, frozen=True):
    """The winner takes a token from the loser's Backpack; told to all others."""

    who: Word
    whom: Word


class GemsWon(Event, frozen=True):
    """A player wins Gems; ``total`` is the new number."""

    by: Seat
    gems: int
    total: int
