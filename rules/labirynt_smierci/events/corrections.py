"""Events of a game master's corrections."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

# Members ---------------------------------------------------------------------------------------------------------


class StrengthSet(Event, frozen=True):
    """Somebody's strength is set to another value; 0: dead."""

    who: Term
    before: int
    now: int


class MemberReturned(Event, frozen=True):
    """A member who was dead, lost or petrified lives again, with this strength."""

    who: Term
    strength: int


class TraitSet(Event, frozen=True):
    """Another number of a character is set to a new value."""

    who: Term
    what: Word
    before: int
    now: int


class OwnerSet(Event, frozen=True):
    """A character passes from one player to another."""

    who: Term
    before: Seat
    now: Seat


class RanksSet(Event, frozen=True):
    """The order of march is changed; another event tells the new one."""


# Things and spells -----------------------------------------------------------------------------------------------


class ThingGranted(Event, frozen=True):
    """A character gets a magic item that nobody found."""

    who: Term
    item: Word
    plus: int


class ValuableGranted(Event, frozen=True):
    """A character gets a jewel or a work of art that nobody found; ``worth`` in gold pieces."""

    who: Term
    item: Word
    worth: int


class ThingVanished(Event, frozen=True):
    """A character loses a thing."""

    who: Term
    item: Word


class SpellTaught(Event, frozen=True):
    """A character knows a new spell."""

    who: Term
    spell: Word


class SpellForgotten(Event, frozen=True):
    """A character no longer knows a spell."""

    who: Term
    spell: Word


class SpellsReadied(Event, frozen=True):
    """A character's spells usable in this adventure are set."""

    who: Term
    spells: tuple[Word, ...]


# The labyrinth ---------------------------------------------------------------------------------------------------


class PartyPlaced(Event, frozen=True):
    """The party is moved to another segment."""

    segment: Word
    level: int


class SegmentPlaced(Event, frozen=True):
    """A segment is laid at an exit without being drawn."""

    segment: Word
    level: int


class SunSet(Event, frozen=True):
    """Another sun dominates the rest of the adventure."""

    sun: Word


class AdventureSet(Event, frozen=True):
    """The number of the present adventure is changed."""

    before: int
    now: int


# Monsters --------------------------------------------------------------------------------------------------------


class MonstersPlaced(Event, frozen=True):
    """Monsters are placed on another segment."""

    monster: Word
    number: int
    strengths: tuple[int, ...]
    segment: Word


class MonstersCalled(Event, frozen=True):
    """Monsters come without a roll: the number of each kind, and the level."""

    monsters: tuple[Word, ...]
    numbers: tuple[int, ...]
    level: int


class MonstersParted(Event, frozen=True):
    """A called meeting is over; the survivors leave."""

    monster: Word
    number: int


class TrapCalled(Event, frozen=True):
    """A trap is called without a roll; '': it has no victim yet."""

    who: Term


class TreasureCalled(Event, frozen=True):
    """A treasure of this type is called, in a chest or not."""

    letter: str
    chest: bool


class FeatureCalled(Event, frozen=True):
    """A feature is called and its examiner; '': the whole party looks into a mirror."""

    feature: Word
    who: Term


class MonstersRemoved(Event, frozen=True):
    """The group that was met is gone."""

    monster: Word
    number: int


class MonsterStrengthSet(Event, frozen=True):
    """A monster's strength is set to another value."""

    monster: Term
    mark: str
    before: int
    now: int
