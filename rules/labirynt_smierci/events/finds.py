"""Events of features, treasure, magic items and experience [12–14]."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.words import Term, Word


class FeatureExamined(Event, frozen=True):
    """A member examined a feature and rolled this number."""

    who: Term
    feature: Word
    rolled: int


class ArtFound(Event, frozen=True):
    """A work of art was found, with its worth in gold pieces."""

    who: Term
    item: Word
    worth: int


class ManuscriptFound(Event, frozen=True):
    """The manuscript was found; its bearer can cast Wrath of God."""

    who: Term


class MonsterWoke(Event, frozen=True):
    """The examined thing belonged to a monster, which comes."""

    who: Term
    monster: Word


class PeacefulGone(Event, frozen=True):
    """The monsters at peace with the party left the room to the newcomers."""

    monster: Word
    number: int


# Fountain --------------------------------------------------------------------------------------------------------


class PoisonDrunk(Event, frozen=True):
    """The water was poison."""

    who: Term
    wounds: int


class FountainOfPotion(Event, frozen=True):
    """The fountain holds a potion, which is drunk."""

    who: Term


class DizzyFromAlcohol(Event, frozen=True):
    """Strong drink lowers dexterity for this adventure."""

    who: Term
    dexterity: int


class DizzyFromBlood(Event, frozen=True):
    """Blood lowers dexterity for this adventure."""

    who: Term
    dexterity: int


class WaterDrunk(Event, frozen=True):
    """It was water."""

    who: Term


# Statue ----------------------------------------------------------------------------------------------------------


class NamelessCalled(Event, frozen=True):
    """The Nameless speaks out of the statue and wants to possess its examiner."""

    who: Term


# Trap door -------------------------------------------------------------------------------------------------------


class TrapUnderTheLid(Event, frozen=True):
    """The trap door itself is trapped."""

    who: Term


class HiddenRoom(Event, frozen=True):
    """Below lies a room without any other way out."""


class FellIntoPit(Event, frozen=True):
    """A pit lies below the trap door, and its opener fell."""

    who: Term
    wounds: int


class PitIsBottomless(Event, frozen=True):
    """The pit has no bottom."""

    who: Term


class LostForEver(Event, frozen=True):
    """A character fell into the bottomless pit with all his things."""

    who: Term


# Furniture -------------------------------------------------------------------------------------------------------


class BookRead(Event, frozen=True):
    """A spell was learnt from a book."""

    who: Term
    spell: Word


class BooksUseless(Event, frozen=True):
    """The books teach this character nothing."""

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
    """The examiner of the altar withstood its demon, which must give something."""

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
    """An arrow flew from the altar: the attack number, the wounds, and those of them by poison."""

    who: Term
    number: int
    wounds: int
    poison: int


# Mirrors ---------------------------------------------------------------------------------------------------------


class MirrorShowsLevel(Event, frozen=True):
    """The first mirror shows on which level the Gate lies."""

    level: int


class MirrorShowsWay(Event, frozen=True):
    """A mirror on the Gate's level shows the number of new segments, of which the last is the Gate."""

    level: int
    segments: int


class MirrorEmpty(Event, frozen=True):
    """A mirror shows nothing new."""


# What is found and shared ----------------------------------------------------------------------------------------


class TributePaid(Event, frozen=True):
    """Monsters hand over a part of their treasure: gold and a number of things [8.6]."""

    monster: Word
    number: int
    gold: int
    things: int


class NothingToPay(Event, frozen=True):
    """The monsters are afraid but have nothing to hand over."""

    monster: Word
    number: int


class ChestFound(Event, frozen=True):
    """The treasure lies in a chest, which may be trapped [7.0]."""


class JewelFound(Event, frozen=True):
    """A jewel was found, with its worth in gold pieces."""

    worth: int


class ThingFound(Event, frozen=True):
    """A magic item was found, with its bonus as a weapon or an armour."""

    item: Word
    plus: int


class GoldShared(Event, frozen=True):
    """Gold was shared in equal parts among this many members; ``left``: the rest, for the poorest."""

    gold: int
    people: int
    each: int
    left: int


class ThingTaken(Event, frozen=True):
    """A character took a thing, with its bonus."""

    who: Term
    item: Word
    plus: int


class ValuableTaken(Event, frozen=True):
    """A character took a jewel or a work of art, with its worth in gold pieces."""

    who: Term
    item: Word
    worth: int


# What is done with it --------------------------------------------------------------------------------------------


class PotionDrunk(Event, frozen=True):
    """A character drank a potion, which shows its kind; ``might``: the bonus of strength to blows."""

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
    """A character put something on, which shows its kind; ``effect``: the words for its effect."""

    who: Term
    item: Word
    plus: int
    effect: Word


class ThingTakenOff(Event, frozen=True):
    """A character took something off."""

    who: Term
    item: Word


class Strangled(Event, frozen=True):
    """The medallion strangles its new wearer and falls to dust."""

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
    """Each of these members gained this many points [12]; ``everybody``: they are the whole party."""

    who: tuple[Term, ...]
    points: int
    everybody: bool = False


class NothingNewLearnt(Event, frozen=True):
    """The beaten wanderers taught nothing, until this many more segments are explored [12]."""

    segments: int


class CharacterImproved(Event, frozen=True):
    """A character improved strength, a weapon or a skill, to this value."""

    who: Term
    what: Word
    now: int
