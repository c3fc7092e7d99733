"""What the examination of features brings to light, as facts [13]."""

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
