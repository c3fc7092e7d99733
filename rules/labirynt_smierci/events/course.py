"""The course of play, as facts: set-up, exploration, traps, monsters, leaving [4–8]."""

from __future__ import annotations

from typing import Final

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Term, Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first step of an adventure."""
HURT: Final = Word("mood.hurt")
"""Half of the party is at half its strength or less."""
DEEP: Final = Word("mood.deep")
"""The lowest level."""
HOME: Final = Word("mood.home")
"""The way out of the labyrinth."""
BITTER: Final = Word("mood.bitter")
"""Somebody of the party fell."""


# Chapter 4: set-up -----------------------------------------------------------------------------------------------


class DraftOrder(Event, frozen=True):
    """Who draws first, second, …"""

    order: tuple[Seat, ...]


class PartyTooSmall(Event, frozen=True):
    """Fewer characters than are advised will go in [4.1]."""

    characters: int
    advised: int


class HeroDealt(Event, frozen=True):
    """A hero came to a player: race, strength, weapons, potential under red, yellow and blue sun."""

    player: Seat
    hero: Word
    race: Word
    strength: int
    weapons: tuple[Word, ...]
    red: int
    yellow: int
    blue: int


class ApprenticeJoined(Event, frozen=True):
    """An apprentice is ready: potential under red, yellow and blue sun."""

    player: Seat
    name: Term
    race: Word
    red: int
    yellow: int
    blue: int


class SunRisen(Event, frozen=True):
    """The dominant sun of this adventure."""

    sun: Word
    adventure: int


class PartySetOut(Event, frozen=True):
    """The party stands at the entrance."""

    adventure: int
    living: int


class FormationSet(Event, frozen=True):
    """The marching order was changed: the ranks from the front; a fourth stands with the third."""

    front: tuple[Term, ...]
    second: tuple[Term, ...]
    third: tuple[Term, ...]


class WeaponReadied(Event, frozen=True):
    """A character takes another weapon in hand outside combat."""

    who: Term
    weapon: Word


# Chapter 6: exploration ------------------------------------------------------------------------------------------


class ChitsPutBack(Event, frozen=True):
    """Drawn segments that could not be laid and went back into the bag [6.1]."""

    fold = "detail"

    kinds: tuple[Word, ...]


class SegmentLaid(Event, frozen=True):
    """A new segment was laid."""

    kind: Word
    level: int


class StairsJoinLevels(Event, frozen=True):
    """Stairs were laid; they stand on all three levels [6.5]."""

    level: int


class ExitSealed(Event, frozen=True):
    """Nothing in the game fits this exit; it is walled up [6.1]."""

    side: Word


class WallOpened(Event, frozen=True):
    """The level had no way on; a wall gave way to a door [6.4]."""

    side: Word


class PartyMoved(Event, frozen=True):
    """The party entered a segment."""

    kind: Word
    side: Word
    known: bool
    mood: Word = USUAL


class StairsTaken(Event, frozen=True):
    """The party changed the level."""

    up: bool
    level: int


class Travelled(Event, frozen=True):
    """How far a journey over known ground came, in place of its quiet steps: where to, segments entered, and left."""

    gone: int
    left: int
    to: Word
    mood: Word = USUAL


class Explored(Event, frozen=True):
    """How far who explores on came without anything happening, in place of those steps.

    ``gone``: segments entered, ``new`` of them for the first time; ``side``: where to at last; ``course``: what way it
    was.
    """

    gone: int
    new: int
    side: Word
    course: Word
    mood: Word = USUAL


# Chapter 7: traps ------------------------------------------------------------------------------------------------


class DoorSafe(Event, frozen=True):
    """The door, or the chest, was searched: no trap."""

    what: Word


class TrapFound(Event, frozen=True):
    """The door, or the chest, is trapped."""

    what: Word


class TrapDisarmed(Event, frozen=True):
    """The delegate made the trap harmless."""

    who: Term
    rolled: int
    skill: int


class DisarmFailed(Event, frozen=True):
    """The delegate rolled above the skill."""

    who: Term
    rolled: int
    skill: int


class TrapSprung(Event, frozen=True):
    """A trap went off: which, on whom, how many wounds (poison among them)."""

    trap: Word
    victim: Term
    wounds: int
    poison: int


class ExplosionSprung(Event, frozen=True):
    """A trap exploded: everybody took this many wounds."""

    wounds: int


# Chapter 8: monsters ---------------------------------------------------------------------------------------------


class AllQuiet(Event, frozen=True):
    """Nobody came."""

    mood: Word = USUAL


class MonstersMet(Event, frozen=True):
    """A group stands before the party: kind, number, each one's strength."""

    monster: Word
    number: int
    strengths: tuple[int, ...]
    resident: bool


class MonstersStillThere(Event, frozen=True):
    """The group that was left here is met again [6.9]."""

    monster: Word
    number: int


class TalksFailed(Event, frozen=True):
    """They do not want to talk."""

    speaker: Term
    monster: Word
    number: int
    total: int


class TalksAgreed(Event, frozen=True):
    """They let the party be."""

    speaker: Term
    monster: Word
    number: int
    total: int


class TalksIntimidated(Event, frozen=True):
    """They are afraid, let the party be, and pay [8.6]."""

    speaker: Term
    monster: Word
    number: int
    total: int


class BribeTaken(Event, frozen=True):
    """The offer was taken."""

    monster: Word
    number: int
    gold: int
    rolled: int
    limit: int


class BribeSpurned(Event, frozen=True):
    """The offer was spurned: the gold is gone, and they attack first."""

    monster: Word
    number: int
    gold: int
    rolled: int
    limit: int


class MonstersLinedUp(Event, frozen=True):
    """The party chose who stands opposite whom: the marks of the monsters' first rank, from the left [9.1]."""

    monster: Word
    front: tuple[str, ...]


class TruceBroken(Event, frozen=True):
    """The party attacks monsters that had let it be."""

    monster: Word
    number: int


# What the dead leave ---------------------------------------------------------------------------------------------


class GoldFound(Event, frozen=True):
    """Gold was found; ``bribe`` of it had been paid before, ``purse`` is what all have together after sharing."""

    gold: int
    bribe: int
    purse: int


class NothingFound(Event, frozen=True):
    """The dead had nothing."""


# Leaving, coming back, the end -----------------------------------------------------------------------------------


class PartyLeft(Event, frozen=True):
    """The party came out; the adventure is over, wounds are healed."""

    adventure: int
    living: int
    gold: int


class WeaponsTaken(Event, frozen=True):
    """A character took other weapons outside."""

    who: Term
    weapons: tuple[Word, ...]


class PartyDefeated(Event, frozen=True):
    """Everybody is dead."""

    stage: int


class AdventuresUsedUp(Event, frozen=True):
    """The party would need one adventure more than the table agreed on."""

    adventures: int


class PartyWentHome(Event, frozen=True):
    """The party called it a day for good."""

    living: int
    gold: int
