"""Events of a game master's corrections."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

# Members ---------------------------------------------------------------------------------------------------------


class StrengthSet(CharacterEvent):
    """Somebody's strength is set to another value; 0: dead."""

    before: int
    now: int


class MemberReturned(CharacterEvent):
    """A member who was dead, lost or petrified lives again, with this strength."""

    strength: int


class TraitSet(CharacterEvent):
    """Another number of a character is set to a new value."""

    what: Word
    before: int
    now: int


class OwnerSet(CharacterEvent):
    """A character passes from one player to another."""

    before: Seat
    now: Seat


class RanksSet(Event):
    """The order of march is changed; another event tells the new one."""


# Things and spells -----------------------------------------------------------------------------------------------


class ThingGranted(CharacterEvent):
    """A character gets a magic item that nobody found."""

    item: Word
    plus: int


class ValuableGranted(CharacterEvent):
    """A character gets a jewel or a work of art that nobody found; ``worth`` in gold pieces."""

    item: Word
    worth: int


class ThingVanished(CharacterEvent):
    """A character loses a thing."""

    item: Word


class SpellTaught(CharacterEvent):
    """A character knows a new spell."""

    spell: Word


class SpellForgotten(CharacterEvent):
    """A character no longer knows a spell."""

    spell: Word


class SpellsReadied(CharacterEvent):
    """A character's spells usable in this adventure are set."""

    spells: tuple[Word, ...]


# The labyrinth ---------------------------------------------------------------------------------------------------


class PartyPlaced(Event):
    """The party is moved to another segment."""

    segment: Word
    level: int


class SegmentPlaced(Event):
    """A segment is laid at an exit without being drawn."""

    segment: Word
    level: int


class SunSet(Event):
    """Another sun dominates the rest of the adventure."""

    sun: Word


class AdventureSet(Event):
    """The number of the present adventure is changed."""

    before: int
    now: int


# Monsters --------------------------------------------------------------------------------------------------------


class MonstersPlaced(Event):
    """Monsters are placed on another segment."""

    monster: Word
    number: int
    strengths: tuple[int, ...]
    segment: Word


class MonstersCalled(Event):
    """Monsters come without a roll: the number of each kind, and the level."""

    monsters: tuple[Word, ...]
    numbers: tuple[int, ...]
    level: int


class MonstersParted(Event):
    """A called meeting is over; the survivors leave."""

    monster: Word
    number: int


class TrapCalled(CharacterEvent):
    """A trap is called without a roll; '': it has no victim yet."""


class TreasureCalled(Event):
    """A treasure of this type is called, in a chest or not."""

    letter: str
    chest: bool


class FeatureCalled(Event):
    """A feature is called and its examiner; '': the whole party looks into a mirror."""

    feature: Word
    who: Term


class MonstersRemoved(Event):
    """The group that was met is gone, or only the monster with this letter."""

    monster: Term
    number: int
    mark: str = ""


class MonsterStrengthSet(Event):
    """A monster's strength is set to another value."""

    monster: Term
    mark: str
    before: int
    now: int
