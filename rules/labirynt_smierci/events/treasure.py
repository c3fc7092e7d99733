"""What is found, worn, drunk, handed over and learnt, as facts [12, 14]."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term, Word

# What is found and shared ----------------------------------------------------------------------------------------


class TributePaid(Event, frozen=True):
    """Monsters hand over a part of what they have: gold, and so many things besides [8.6]."""

    monster: Word
    number: int
    gold: int
    things: int


class NothingToPay(Event, frozen=True):
    """They are afraid, and have nothing to hand over."""

    monster: Word
    number: int


class ChestFound(Event, frozen=True):
    """The treasure lies in a chest, which may be trapped [7.0]."""


class JewelFound(Event, frozen=True):
    """A jewel came to light, worth so many gold pieces."""

    worth: int


class ThingFound(Event, frozen=True):
    """A magic item came to light, with its bonus as a weapon or an armour."""

    item: Word
    plus: int


class GoldShared(Event, frozen=True):
    """Gold that lay there went to so many people in equal parts; ``left``: what went to those who had least."""

    gold: int
    people: int
    each: int
    left: int


class ThingTaken(Event, frozen=True):
    """Somebody took a thing, with its bonus."""

    who: Term
    item: Word
    plus: int


class ValuableTaken(Event, frozen=True):
    """Somebody took a jewel or a piece of art, worth so many gold pieces."""

    who: Term
    item: Word
    worth: int


# What is done with it --------------------------------------------------------------------------------------------


class PotionDrunk(Event, frozen=True):
    """Somebody drank a potion, and it shows what it was; ``might``: what strength adds to blows."""

    who: Term
    item: Word
    might: int


class PotionPoisoned(Event, frozen=True):
    """The potion was poison."""

    who: Term
    wounds: int


class PotionHealed(Event, frozen=True):
    """The potion cured wounds."""

    who: Term
    wounds: int


class PotionAppraised(Event, frozen=True):
    """The medallion of appraisal named a potion that somebody carries."""

    who: Term
    item: Word
    owner: Term


class ThingPutOn(Event, frozen=True):
    """Somebody put something on, and it shows what it is; ``effect``: the words that say what it does."""

    who: Term
    item: Word
    plus: int
    effect: Word


class ThingTakenOff(Event, frozen=True):
    """Somebody took something off."""

    who: Term
    item: Word


class Strangled(Event, frozen=True):
    """The medallion strangles whoever put it on, and falls to dust."""

    who: Term
    wounds: int


class TalismanShone(Event, frozen=True):
    """A talisman of the dominant sun gave its wearer more usable spells."""

    who: Term
    item: Word
    spells: tuple[Word, ...]


class ThingGiven(Event, frozen=True):
    """A thing changed hands."""

    who: Term
    item: Word
    to: Term


class GoldGiven(Event, frozen=True):
    """Gold changed hands."""

    who: Term
    gold: int
    to: Term


# Chapter 12 ------------------------------------------------------------------------------------------------------


class ExperienceGained(Event, frozen=True):
    """Each of these gained so many points [12]; ``everybody``: they are the whole party."""

    who: tuple[Term, ...]
    points: int
    everybody: bool = False


class NothingNewLearnt(Event, frozen=True):
    """Wanderers were beaten, and taught nothing; nor will others until so many more segments are explored [12]."""

    segments: int


class CharacterImproved(Event, frozen=True):
    """Somebody became better at something: strength, a weapon or a skill, and how good it is now."""

    who: Term
    what: Word
    now: int
