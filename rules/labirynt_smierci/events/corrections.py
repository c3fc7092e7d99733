"""What a game master set right or placed, as facts."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term, Word

# Members ---------------------------------------------------------------------------------------------------------


class StrengthSet(Event, frozen=True):
    """Somebody's strength is another one now; 0: he is dead."""

    who: Term
    before: int
    now: int


class MemberReturned(Event, frozen=True):
    """Somebody who was dead, lost or stone is among the living again, with so much strength."""

    who: Term
    strength: int


class TraitSet(Event, frozen=True):
    """Another number of somebody's sheet is a different one now."""

    who: Term
    what: Word
    before: int
    now: int


class RanksSet(Event, frozen=True):
    """The order of march was changed; how it is now, is told beside it."""


# Things and spells -----------------------------------------------------------------------------------------------


class ThingGranted(Event, frozen=True):
    """Somebody has a magic thing that was not found by anybody."""

    who: Term
    item: Word
    plus: int


class ValuableGranted(Event, frozen=True):
    """Somebody has a jewel or a work of art that was not found by anybody; ``worth`` in gold pieces."""

    who: Term
    item: Word
    worth: int


class ThingVanished(Event, frozen=True):
    """Somebody has a thing no more."""

    who: Term
    item: Word


class SpellTaught(Event, frozen=True):
    """Somebody knows one more spell."""

    who: Term
    spell: Word


class SpellForgotten(Event, frozen=True):
    """Somebody knows a spell no more."""

    who: Term
    spell: Word


class SpellsReadied(Event, frozen=True):
    """The spells that somebody can use in this adventure are these."""

    who: Term
    spells: tuple[Word, ...]


# The labyrinth ---------------------------------------------------------------------------------------------------


class PartyPlaced(Event, frozen=True):
    """The party stands somewhere else at once."""

    segment: Word
    level: int


class SegmentPlaced(Event, frozen=True):
    """A segment lies at an exit, without being drawn."""

    segment: Word
    level: int


class SunSet(Event, frozen=True):
    """Another sun dominates the rest of the adventure."""

    sun: Word


class AdventureSet(Event, frozen=True):
    """The adventure under way counts as another one."""

    before: int
    now: int


# Monsters --------------------------------------------------------------------------------------------------------


class MonstersPlaced(Event, frozen=True):
    """Monsters wait on another segment."""

    monster: Word
    number: int
    strengths: tuple[int, ...]
    segment: Word


class MonstersCalled(Event, frozen=True):
    """Monsters come now, without being rolled for: how many of which kinds, of which level."""

    monsters: tuple[Word, ...]
    numbers: tuple[int, ...]
    level: int


class MonstersParted(Event, frozen=True):
    """The meeting that was called for is over; who is left goes."""

    monster: Word
    number: int


class TrapCalled(Event, frozen=True):
    """There is a trap now, without being rolled for; '': on nobody yet."""

    who: Term


class MonstersRemoved(Event, frozen=True):
    """The group that was met is gone."""

    monster: Word
    number: int


class MonsterStrengthSet(Event, frozen=True):
    """A monster's strength is another one now."""

    monster: Term
    mark: str
    before: int
    now: int
