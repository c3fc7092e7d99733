"""Events of Encounters, fights, magic, wounds and rewards."""

from __future__ import annotations

from rules.kernel.events import Event, NamedEvent, PlayerEvent
from rules.kernel.requests import Seat
from rules.kernel.words import Word


class MonsterMet(NamedEvent):
    """A monster is met: 2K6 + digit on the Encounter Table came to ``total``; ``strength`` is the monster's."""

    foe: Word
    total: int
    strength: int


class ChanceMet(NamedEvent):
    """The Encounter Table gives no monster but a find or a spring."""

    foe: Word
    total: int


class Attacked(NamedEvent):
    """A character attacks another player's character."""

    whom: Word
    by: Seat
    of: Seat


class JointDefence(Event):
    """Two characters of a player defend together."""

    first: Word
    second: Word


class ScrollCast(NamedEvent):
    """A scroll is cast and returns to the bag."""

    scroll: Word


class WeaponRusted(NamedEvent):
    """Rust destroys a Weapon, which does not count."""

    weapon: Word


class FightLeft(NamedEvent):
    """The Teleport scroll ends a fight."""


class ClashWon(NamedEvent):
    """The attacker or explorer wins the fight, ``own`` to ``theirs``.

    Also by a natural six, by the other side's natural one, or by an ability that wins ties.
    """

    other: Word
    own: int
    theirs: int
    natural_six: bool
    natural_one: bool
    tie: bool


class ClashLost(NamedEvent):
    """The attacker or explorer loses: by score, an own natural one, the other's natural six, or an ability that wins
    ties.
    """

    other: Word
    own: int
    theirs: int
    natural_one: bool
    natural_six: bool
    tie: bool


class ClashTied(NamedEvent):
    """The fight ends in a tie; ``both_ones``: both rolled 1."""

    other: Word
    own: int
    theirs: int
    both_ones: bool


class SecondClash(NamedEvent):
    """The monster must be beaten once more."""

    foe: Word


class DieRethrown(PlayerEvent):
    """A player pays two Gems to rethrow a die: ``before`` and ``after`` are natural faces; ``gems`` are left."""

    before: int
    after: int
    gems: int


class FateChanged(NamedEvent):
    """Change of Fate: a roll counts ``more`` or ``less`` (one of them is 2)."""

    more: int
    less: int


class Wounded(NamedEvent):
    """A character loses a Life Point; ``life`` are left."""

    life: int


class ArmourBroke(NamedEvent):
    """Armour absorbs a wound and is gone."""

    armour: Word


class WoundIgnored(NamedEvent):
    """A bony body ignores a wound."""


class WoundShielded(NamedEvent):
    """A Force shield takes the wound."""


class Stunned(NamedEvent):
    """A character cannot be moved in its player's next turn."""


class TokenStolen(NamedEvent):
    """A token is stolen from the Backpack; told to its owner, who learns which."""

    loot: Word


class SomethingStolen(NamedEvent):
    """A theft as all others see it; ``nothing``: the Backpack was empty."""

    nothing: bool


class GemStolen(PlayerEvent):
    """A player loses a Gem; ``gems`` are left."""

    gems: int


class WeaponDissolved(NamedEvent):
    """Acid destroys the Weapon that was used."""

    weapon: Word


class Looted(NamedEvent):
    """The winner takes a token from the loser's Backpack; told to both, who learn which."""

    whom: Word
    loot: Word


class SomethingLooted(NamedEvent):
    """The winner takes a token from the loser's Backpack; told to all others."""

    whom: Word


class GemsWon(PlayerEvent):
    """A player wins Gems; ``total`` is the new number."""

    gems: int
    total: int
