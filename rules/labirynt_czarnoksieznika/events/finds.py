"""Events of Finds, tokens on the floor, runes, crystals, abilities, special tokens and the Glove."""

from __future__ import annotations

from rules.kernel.events import Event, NamedEvent, PlayerEvent
from rules.kernel.requests import Seat
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import SOMEWHERE


class FindsDrawn(NamedEvent):
    """A character draws this many Finds; told to all other players."""

    number: int


class FindsSeen(NamedEvent):
    """The Finds drawn, and which of them are scrolls that ``who`` cannot cast; told to the player alone.

    ``readers``, ``sleepers``: team-mates who can cast any of these, awake and asleep; ``nobody``: neither.
    """

    finds: tuple[Word, ...]
    useless: tuple[Word, ...] = ()
    nobody: bool = False
    readers: tuple[Word, ...] = ()
    sleepers: tuple[Word, ...] = ()


class BagEmpty(NamedEvent):
    """The bag of Finds is empty."""


class TokensTaken(NamedEvent):
    """A character takes tokens that lay in the chamber."""

    tokens: tuple[Word, ...]


class TokensLeft(NamedEvent):
    """A character leaves tokens in the chamber, face up."""

    tokens: tuple[Word, ...]


class Armed(NamedEvent):
    """A character's Weapon in hand and worn Armour after packing; ``things`` may be empty."""

    things: tuple[Word, ...]


class MatesShared(NamedEvent):
    """Team-mates exchange something; nobody else sees what."""

    mate: Word


class HandedOver(Event):
    """Tokens that a team-mate received without asking; told to their player alone."""

    giver: Word
    taker: Word
    things: tuple[Word, ...]


class TokensStored(PlayerEvent):
    """A player's Camp holds this many tokens now."""

    number: int


class RuneDrawn(NamedEvent):
    """A character draws a Rune; told to all other players."""


class RuneSeen(NamedEvent):
    """The Rune drawn; told to the player alone. It goes to one of these ``chambers``, each on its board."""

    rune: Word
    boards: tuple[Word, ...] = ()
    chambers: tuple[str, ...] = ()


class NoRuneLeft(NamedEvent):
    """The pool of Runes is empty."""


class TaskDone(NamedEvent):
    """A character brings a Rune to its chamber and gains a Crystal."""

    rune: Word


class CrystalsTurned(NamedEvent):
    """Crystals brought home become Gems; ``total`` is the player's new number."""

    crystals: int
    gems: int
    total: int


class LifeRegained(NamedEvent):
    """A character regains Life Points by ``means``: ``life`` now, ``before`` earlier."""

    life: int
    means: Word
    before: int = 0


class AbilityPaid(NamedEvent):
    """A character gives up a Find for an ability; only its player learns which."""

    ability: Word


class AbilityFailed(NamedEvent):
    """An ability fails by the die."""


class ZombieRaised(NamedEvent):
    """The Zombie stands beside its master."""

    where: str
    board: Word = SOMEWHERE


class TokenLaid(NamedEvent):
    """A Trap, an Acid Cloud or the Tree of Life is laid in the chamber."""

    token: Word
    where: str
    board: Word = SOMEWHERE


class TrapWounded(NamedEvent):
    """A Trap wounds and returns to its card."""

    where: str = ""
    board: Word = SOMEWHERE


class TrapAvoided(NamedEvent):
    """A Trap does nothing and stays."""

    where: str = ""
    board: Word = SOMEWHERE


class CloudPassed(NamedEvent):
    """The Acid Cloud does nothing."""

    where: str = ""
    board: Word = SOMEWHERE


class CloudDissolved(NamedEvent):
    """The Acid Cloud destroys the Weapon in hand."""

    weapon: Word
    where: str = ""
    board: Word = SOMEWHERE


class CloudBurned(NamedEvent):
    """The Acid Cloud wounds."""

    where: str = ""
    board: Word = SOMEWHERE


class CloudDrifted(PlayerEvent):
    """An Acid Cloud drifts to another chamber."""

    before: str
    after: str
    board: Word = SOMEWHERE


class CloudStayed(PlayerEvent):
    """An Acid Cloud does not drift in this turn."""

    where: str
    board: Word = SOMEWHERE


class CloudGone(PlayerEvent):
    """An Acid Cloud drifts into a forbidden chamber and returns to its card."""

    before: str
    board: Word = SOMEWHERE


class GloveMade(NamedEvent):
    """Somebody makes and wears the Glove of Doom; ``gems`` are left."""

    by: Seat
    gems: int
