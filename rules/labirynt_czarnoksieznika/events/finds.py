"""Events of Finds, tokens on the floor, runes, crystals, abilities, special tokens and the Glove."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import SOMEWHERE


class FindsDrawn(Event, frozen=True):
    """A character draws this many Finds; told to all other players."""

    who: Word
    number: int


class FindsSeen(Event, frozen=True):
    """The Finds drawn, and which of them are scrolls that ``who`` cannot cast; told to the player alone.

    ``readers``, ``sleepers``: team-mates who can cast any of these, awake and asleep; ``nobody``: neither.
    """

    who: Word
    finds: tuple[Word, ...]
    useless: tuple[Word, ...] = ()
    nobody: bool = False
    readers: tuple[Word, ...] = ()
    sleepers: tuple[Word, ...] = ()


class BagEmpty(Event, frozen=True):
    """The bag of Finds is empty."""

    who: Word


class TokensTaken(Event, frozen=True):
    """A character takes tokens that lay in the chamber."""

    who: Word
    tokens: tuple[Word, ...]


class TokensLeft(Event, frozen=True):
    """A character leaves tokens in the chamber, face up."""

    who: Word
    tokens: tuple[Word, ...]


class Armed(Event, frozen=True):
    """A character's Weapon in hand and worn Armour after packing; ``things`` may be empty."""

    who: Word
    things: tuple[Word, ...]


class MatesShared(Event, frozen=True):
    """Team-mates exchange something; nobody else sees what."""

    who: Word
    mate: Word


class HandedOver(Event, frozen=True):
    """Tokens that a team-mate received without asking; told to their player alone."""

    giver: Word
    taker: Word
    things: tuple[Word, ...]


class TokensStored(Event, frozen=True):
    """A player's Camp holds this many tokens now."""

    by: Seat
    number: int


class RuneDrawn(Event, frozen=True):
    """A character draws a Rune; told to all other players."""

    who: Word


class RuneSeen(Event, frozen=True):
    """The Rune drawn; told to the player alone. It goes to one of these ``chambers``, each on its board."""

    who: Word
    rune: Word
    boards: tuple[Word, ...] = ()
    chambers: tuple[str, ...] = ()


class NoRuneLeft(Event, frozen=True):
    """The pool of Runes is empty."""

    who: Word


class TaskDone(Event, frozen=True):
    """A character brings a Rune to its chamber and gains a Crystal."""

    who: Word
    rune: Word


class CrystalsTurned(Event, frozen=True):
    """Crystals brought home become Gems; ``total`` is the player's new number."""

    who: Word
    crystals: int
    gems: int
    total: int


class LifeRegained(Event, frozen=True):
    """A character regains Life Points by ``means``: ``life`` now, ``before`` earlier."""

    who: Word
    life: int
    means: Word
    before: int = 0


class AbilityPaid(Event, frozen=True):
    """A character gives up a Find for an ability; only its player learns which."""

    who: Word
    ability: Word


class AbilityFailed(Event, frozen=True):
    """An ability fails by the die."""

    who: Word


class ZombieRaised(Event, frozen=True):
    """The Zombie stands beside its master."""

    who: Word
    where: str
    board: Word = SOMEWHERE


class TokenLaid(Event, frozen=True):
    """A Trap, an Acid Cloud or the Tree of Life is laid in the chamber."""

    who: Word
    token: Word
    where: str
    board: Word = SOMEWHERE


class TrapWounded(Event, frozen=True):
    """A Trap wounds and returns to its card."""

    who: Word
    where: str = ""
    board: Word = SOMEWHERE


class TrapAvoided(Event, frozen=True):
    """A Trap does nothing and stays."""

    who: Word
    where: str = ""
    board: Word = SOMEWHERE


class CloudPassed(Event, frozen=True):
    """The Acid Cloud does nothing."""

    who: Word
    where: str = ""
    board: Word = SOMEWHERE


class CloudDissolved(Event, frozen=True):
    """The Acid Cloud destroys the Weapon in hand."""

    who: Word
    weapon: Word
    where: str = ""
    board: Word = SOMEWHERE


class CloudBurned(Event, frozen=True):
    """The Acid Cloud wounds."""

    who: Word
    where: str = ""
    board: Word = SOMEWHERE


class CloudDrifted(Event, frozen=True):
    """An Acid Cloud drifts to another chamber."""

    by: Seat
    before: str
    after: str
    board: Word = SOMEWHERE


class CloudStayed(Event, frozen=True):
    """An Acid Cloud does not drift in this turn."""

    by: Seat
    where: str
    board: Word = SOMEWHERE


class CloudGone(Event, frozen=True):
    """An Acid Cloud drifts into a forbidden chamber and returns to its card."""

    by: Seat
    before: str
    board: Word = SOMEWHERE


class GloveMade(Event, frozen=True):
    """Somebody makes and wears the Glove of Doom; ``gems`` are left."""

    who: Word
    by: Seat
    gems: int
