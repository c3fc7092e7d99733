"""Chapters 12 to 14 as facts: features examined; what is found, worn, drunk, handed over and learnt."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term, Word


class FeatureExamined(Event, frozen=True):
    """A member examined a feature: what was rolled."""

    who: Term
    feature: Word
    rolled: int


class ArtFound(Event, frozen=True):
    """A work of art, worth so many gold pieces."""

    who: Term
    item: Word
    worth: int


class ManuscriptFound(Event, frozen=True):
    """The manuscript that lets its bearer cast Wrath of God."""

    who: Term


class MonsterWoke(Event, frozen=True):
    """What was examined was a monster's: it comes."""

    who: Term
    monster: Word


class PeacefulGone(Event, frozen=True):
    """Those at peace with the party left the room to the newcomers."""

    monster: Word
    number: int


# Fountain --------------------------------------------------------------------------------------------------------


class PoisonDrunk(Event, frozen=True):
    """The water was poison."""

    who: Term
    wounds: int


class FountainOfPotion(Event, frozen=True):
    """In the fountain is a potion, and it is drunk."""

    who: Term


class DizzyFromAlcohol(Event, frozen=True):
    """Strong drink takes dexterity for this adventure."""

    who: Term
    dexterity: int


class DizzyFromBlood(Event, frozen=True):
    """Blood takes dexterity for this adventure."""

    who: Term
    dexterity: int


class WaterDrunk(Event, frozen=True):
    """It was water."""

    who: Term


# Statue ----------------------------------------------------------------------------------------------------------


class NamelessCalled(Event, frozen=True):
    """The Nameless speaks out of the statue, and wants the one who examined it."""

    who: Term


# Trap door -------------------------------------------------------------------------------------------------------


class TrapUnderTheLid(Event, frozen=True):
    """The trap door itself is trapped."""

    who: Term


class HiddenRoom(Event, frozen=True):
    """Below lies a room without any other way out."""


class FellIntoPit(Event, frozen=True):
    """Below is a pit: whoever opened it fell."""

    who: Term
    wounds: int


class PitIsBottomless(Event, frozen=True):
    """The pit has no bottom."""

    who: Term


class LostForEver(Event, frozen=True):
    """Somebody fell without end, with all that he carried."""

    who: Term


# Furniture -------------------------------------------------------------------------------------------------------


class BookRead(Event, frozen=True):
    """A spell was learnt from a book."""

    who: Term
    spell: Word


class BooksUseless(Event, frozen=True):
    """The books teach this one nothing."""

    who: Term


class DeskOpened(Event, frozen=True):
    """The drawers of a desk are open."""

    who: Term


class SleptInBed(Event, frozen=True):
    """A good bed cures wounds."""

    who: Term
    cured: int


class ClavichordPlayed(Event, frozen=True):
    """Music sounds through the labyrinth."""

    who: Term


class MirrorOnTheWall(Event, frozen=True):
    """Among the furniture is a mirror."""

    who: Term


# Altar -----------------------------------------------------------------------------------------------------------


class AltarGift(Event, frozen=True):
    """Whoever examined the altar withstood its demon, which has to give."""

    who: Term
    altar: Word


class AltarWrath(Event, frozen=True):
    """The altar's demon prevailed."""

    who: Term
    altar: Word


class SkillGiven(Event, frozen=True):
    """A weapon skill grew for good."""

    who: Term
    weapon: Word
    skill: int


class DexterityTaken(Event, frozen=True):
    """An altar's demon took dexterity for this adventure."""

    who: Term
    dexterity: int


class AltarBurnt(Event, frozen=True):
    """The altar's fire wounded somebody."""

    who: Term
    wounds: int


class AltarShot(Event, frozen=True):
    """An arrow flew from the altar: the attack number, the wounds, how many of them by poison."""

    who: Term
    number: int
    wounds: int
    poison: int


# Mirrors ---------------------------------------------------------------------------------------------------------


class MirrorShowsLevel(Event, frozen=True):
    """The first mirror shows on which level the Gate lies."""

    level: int


class MirrorShowsWay(Event, frozen=True):
    """A mirror on the Gate's level shows that the last of so many new segments is the Gate."""

    level: int
    segments: int


class MirrorEmpty(Event, frozen=True):
    """A mirror shows nothing new."""


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
