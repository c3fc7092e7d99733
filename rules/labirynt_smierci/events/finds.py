"""Events of features, treasure, magic items and experience [12–14]."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event
from rules.kernel.words import Term, Word


class FeatureExamined(CharacterEvent):
    """A member examined a feature and rolled this number."""

    feature: Word
    rolled: int


class ArtFound(CharacterEvent):
    """A work of art was found, with its worth in gold pieces."""

    item: Word
    worth: int


class ManuscriptFound(CharacterEvent):
    """The manuscript was found; its bearer can cast Wrath of God."""


class MonsterWoke(CharacterEvent):
    """The examined thing belonged to a monster, which comes."""

    monster: Word


class PeacefulGone(Event):
    """The monsters at peace with the party left the room to the newcomers."""

    monster: Word
    number: int


# Fountain --------------------------------------------------------------------------------------------------------


class PoisonDrunk(CharacterEvent):
    """The water was poison."""

    wounds: int


class FountainOfPotion(CharacterEvent):
    """The fountain holds a potion, which is drunk."""


class DizzyFromAlcohol(CharacterEvent):
    """Strong drink lowers dexterity for this adventure."""

    dexterity: int


class DizzyFromBlood(CharacterEvent):
    """Blood lowers dexterity for this adventure."""

    dexterity: int


class WaterDrunk(CharacterEvent):
    """It was water."""


# Statue ----------------------------------------------------------------------------------------------------------


class NamelessCalled(CharacterEvent):
    """The Nameless speaks out of the statue and wants to possess its examiner."""


# Trap door -------------------------------------------------------------------------------------------------------


class TrapUnderTheLid(CharacterEvent):
    """The trap door itself is trapped."""


class HiddenRoom(Event):
    """Below lies a room without any other way out."""


class FellIntoPit(CharacterEvent):
    """A pit lies below the trap door, and its opener fell."""

    wounds: int


class PitIsBottomless(CharacterEvent):
    """The pit has no bottom."""


class LostForEver(CharacterEvent):
    """A character fell into the bottomless pit with all his things."""


# Furniture -------------------------------------------------------------------------------------------------------


class BookRead(CharacterEvent):
    """A spell was learnt from a book."""

    spell: Word


class BooksUseless(CharacterEvent):
    """The books teach this character nothing."""


class DeskOpened(CharacterEvent):
    """The drawers of a desk are open."""


class SleptInBed(CharacterEvent):
    """A good bed cures wounds."""

    cured: int


class ClavichordPlayed(CharacterEvent):
    """Music sounds through the labyrinth."""


class MirrorOnTheWall(CharacterEvent):
    """Among the furniture is a mirror."""


# Altar -----------------------------------------------------------------------------------------------------------


class AltarGift(CharacterEvent):
    """The examiner of the altar withstood its demon, which must give something."""

    altar: Word


class AltarWrath(CharacterEvent):
    """The altar's demon prevailed."""

    altar: Word


class SkillGiven(CharacterEvent):
    """A weapon skill grew for good."""

    weapon: Word
    skill: int


class DexterityTaken(CharacterEvent):
    """An altar's demon took dexterity for this adventure."""

    dexterity: int


class AltarBurnt(CharacterEvent):
    """The altar's fire wounded somebody."""

    wounds: int


class AltarShot(CharacterEvent):
    """An arrow flew from the altar: the attack number, the wounds, and those of them by poison."""

    number: int
    wounds: int
    poison: int


# Mirrors ---------------------------------------------------------------------------------------------------------


class MirrorShowsLevel(Event):
    """The first mirror shows on which level the Gate lies."""

    level: int


class MirrorShowsWay(Event):
    """A mirror on the Gate's level shows the number of new segments, of which the last is the Gate."""

    level: int
    segments: int


class MirrorEmpty(Event):
    """A mirror shows nothing new."""


# What is found and shared ----------------------------------------------------------------------------------------


class TributePaid(Event):
    """Monsters hand over a part of their treasure: gold and a number of things [8.6]."""

    monster: Word
    number: int
    gold: int
    things: int


class NothingToPay(Event):
    """The monsters are afraid but have nothing to hand over."""

    monster: Word
    number: int


class ChestFound(Event):
    """The treasure lies in a chest, which may be trapped [7.0]."""


class JewelFound(Event):
    """A jewel was found, with its worth in gold pieces."""

    worth: int


class ThingFound(Event):
    """A magic item was found, with its bonus as a weapon or an armour."""

    item: Word
    plus: int


class GoldShared(Event):
    """Gold was shared in equal parts among this many members; ``left``: the rest, for the poorest."""

    gold: int
    people: int
    each: int
    left: int


class ThingTaken(CharacterEvent):
    """A character took a thing, with its bonus."""

    item: Word
    plus: int


class ValuableTaken(CharacterEvent):
    """A character took a jewel or a work of art, with its worth in gold pieces."""

    item: Word
    worth: int


# What is done with it --------------------------------------------------------------------------------------------


class PotionDrunk(CharacterEvent):
    """A character drank a potion, which shows its kind; ``might``: the bonus of strength to blows."""

    item: Word
    might: int


class PotionPoisoned(CharacterEvent):
    """The potion was poison."""

    wounds: int


class PotionHealed(CharacterEvent):
    """The potion cured wounds."""

    wounds: int


class PotionAppraised(CharacterEvent):
    """The medallion of appraisal named a potion that somebody carries."""

    item: Word
    owner: Term


class ThingPutOn(CharacterEvent):
    """A character put something on, which shows its kind; ``effect``: the words for its effect."""

    item: Word
    plus: int
    effect: Word


class ThingTakenOff(CharacterEvent):
    """A character took something off."""

    item: Word


class Strangled(CharacterEvent):
    """The medallion strangles its new wearer and falls to dust."""

    wounds: int


class TalismanShone(CharacterEvent):
    """A talisman of the dominant sun gave its wearer more usable spells."""

    item: Word
    spells: tuple[Word, ...]


class ThingGiven(CharacterEvent):
    """A thing changed hands."""

    item: Word
    to: Term


class GoldGiven(CharacterEvent):
    """Gold changed hands."""

    gold: int
    to: Term


# Chapter 12 ------------------------------------------------------------------------------------------------------


class ExperienceGained(Event):
    """Each of these members gained this many points [12]; ``everybody``: they are the whole party."""

    who: tuple[Term, ...]
    points: int
    everybody: bool = False


class NothingNewLearnt(Event):
    """The beaten wanderers taught nothing, until this many more segments are explored [12]."""

    segments: int


class CharacterImproved(CharacterEvent):
    """A character improved strength, a weapon or a skill, to this value."""

    what: Word
    now: int
