"""Events of the course of play: set-up, exploration, traps, monsters, leaving [4–8]."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

USUAL = Word("mood.usual")
FIRST = Word("mood.first")
"""The mood of the first step of an adventure."""
HURT = Word("mood.hurt")
"""The mood when half of the party is at half its strength or less."""
DEEP = Word("mood.deep")
"""The mood on the lowest level."""
HOME = Word("mood.home")
"""The mood on the way out of the labyrinth."""
BITTER = Word("mood.bitter")
"""The mood after a member of the party fell."""


# Chapter 4: set-up -----------------------------------------------------------------------------------------------


class DraftOrder(Event):
    """The order in which the players draw."""

    order: tuple[Seat, ...]


class PartyTooSmall(Event):
    """Fewer characters than are advised will go in [4.1]."""

    characters: int
    advised: int


class HeroDealt(Event):
    """A player gets a hero: race, strength, weapons, potential under red, yellow and blue sun."""

    player: Seat
    hero: Word
    race: Word
    strength: int
    weapons: tuple[Word, ...]
    red: int
    yellow: int
    blue: int


class ApprenticeJoined(Event):
    """An apprentice is ready: potential under red, yellow and blue sun."""

    player: Seat
    name: Term
    race: Word
    red: int
    yellow: int
    blue: int


class SunRisen(Event):
    """The dominant sun of this adventure."""

    sun: Word
    adventure: int


class PartySetOut(Event):
    """The party stands at the entrance."""

    adventure: int
    living: int


class FormationSet(Event):
    """The order of march is changed: the ranks from the front; a fourth stands with the third."""

    front: tuple[Term, ...]
    second: tuple[Term, ...]
    third: tuple[Term, ...]


class WeaponReadied(CharacterEvent):
    """A character takes another weapon in hand outside combat."""

    weapon: Word


# Chapter 6: exploration ------------------------------------------------------------------------------------------


class ChitsPutBack(Event):
    """Drawn segments could not be laid and went back into the bag [6.1]."""

    fold = "detail"

    kinds: tuple[Word, ...]


class SegmentLaid(Event):
    """A new segment was laid."""

    kind: Word
    level: int


class StairsJoinLevels(Event):
    """Stairs were laid; they stand on all three levels [6.5]."""

    level: int


class ExitSealed(Event):
    """Nothing in the game fits this exit; it is walled up [6.1]."""

    side: Word


class WallOpened(Event):
    """The level had no way on; a wall gave way to a door [6.4]."""

    side: Word


class PartyMoved(Event):
    """The party entered a segment."""

    kind: Word
    side: Word
    known: bool
    mood: Word = USUAL


class StairsTaken(Event):
    """The party changed the level."""

    up: bool
    level: int


class Travelled(Event):
    """A journey over known segments ends: its goal, segments entered and left; it replaces the quiet steps."""

    gone: int
    left: int
    to: Word
    mood: Word = USUAL


class Explored(Event):
    """Exploring on ends: the segments entered; it replaces the quiet steps.

    ``gone``: segments entered, ``new`` of them for the first time; ``side``: the last direction; ``course``: the kind
    of way.
    """

    gone: int
    new: int
    side: Word
    course: Word
    mood: Word = USUAL


# Chapter 7: traps ------------------------------------------------------------------------------------------------


class DoorSafe(Event):
    """The door or the chest was searched and has no trap."""

    what: Word


class TrapFound(Event):
    """The door, or the chest, is trapped."""

    what: Word


class TrapDisarmed(CharacterEvent):
    """The delegate made the trap harmless."""

    rolled: int
    skill: int


class DisarmFailed(CharacterEvent):
    """The delegate failed to disarm the trap, with a roll above the skill."""

    rolled: int
    skill: int


class TrapSprung(Event):
    """A trap went off: the kind, the victim, the wounds (poison included)."""

    trap: Word
    victim: Term
    wounds: int
    poison: int


class ExplosionSprung(Event):
    """A trap exploded: everybody took this many wounds."""

    wounds: int


# Chapter 8: monsters ---------------------------------------------------------------------------------------------


class AllQuiet(Event):
    """No monsters came."""

    mood: Word = USUAL


class MonstersMet(Event):
    """The party meets a group: kind, number, each strength."""

    monster: Word
    number: int
    strengths: tuple[int, ...]
    resident: bool


class MonstersStillThere(Event):
    """The group that was left here is met again [6.9]."""

    monster: Word
    number: int


class TalksFailed(Event):
    """The monsters refuse to talk."""

    speaker: Term
    monster: Word
    number: int
    total: int


class TalksAgreed(Event):
    """The monsters let the party be."""

    speaker: Term
    monster: Word
    number: int
    total: int


class TalksIntimidated(Event):
    """The monsters are afraid, let the party be, and pay [8.6]."""

    speaker: Term
    monster: Word
    number: int
    total: int


class BribeTaken(Event):
    """The monsters take the bribe."""

    monster: Word
    number: int
    gold: int
    rolled: int
    limit: int


class BribeSpurned(Event):
    """The monsters refuse the bribe, keep the gold, and attack first."""

    monster: Word
    number: int
    gold: int
    rolled: int
    limit: int


class MonstersLinedUp(Event):
    """The party chose the order of the monsters' first rank: their marks from the left [9.1]."""

    monster: Word
    front: tuple[str, ...]


class TruceBroken(Event):
    """The party attacks monsters that had let it be."""

    monster: Word
    number: int


# What the dead leave ---------------------------------------------------------------------------------------------


class GoldFound(Event):
    """Gold was found; ``bribe`` of it was a bribe paid before, ``purse`` is the party's gold after sharing."""

    gold: int
    bribe: int
    purse: int


class NothingFound(Event):
    """The dead monsters had nothing."""


# Leaving, coming back, the end -----------------------------------------------------------------------------------


class PartyLeft(Event):
    """The party left the labyrinth; the adventure is over, wounds are healed."""

    adventure: int
    living: int
    gold: int


class WeaponsTaken(CharacterEvent):
    """A character took other weapons outside."""

    weapons: tuple[Word, ...]


class PartyDefeated(Event):
    """Everybody is dead."""

    stage: int


class AdventuresUsedUp(Event):
    """The agreed number of adventures is used up."""

    adventures: int


class PartyWentHome(Event):
    """The party ended the game by going home."""

    living: int
    gold: int
