"""Finds, tokens on the floor, runes, crystals, abilities, special tokens, the Glove."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import SOMEWHERE


class FindsDrawn(Event, frozen=True):
    """So many Finds were drawn: what all others see."""

    who: Word
    number: int


class FindsSeen(Event, frozen=True):
    """Which Finds they are, and which of them are scrolls that ``who`` cannot cast; told to the player alone.

    ``readers``, ``sleepers``: who else of the team can cast any of these, awake and asleep; ``nobody``: neither.
    """

    who: Word
    finds: tuple[Word, ...]
    useless: tuple[Word, ...] = ()
    nobody: bool = False
    readers: tuple[Word, ...] = ()
    sleepers: tuple[Word, ...] = ()


class BagEmpty(Event, frozen=True):
    """There is nothing to draw any more."""

    who: Word


class TokensTaken(Event, frozen=True):
    """Tokens that lay in the chamber are taken."""

    who: Word
    tokens: tuple[Word, ...]


class TokensLeft(Event, frozen=True):
    """Tokens are left in the chamber, face up."""

    who: Word
    tokens: tuple[Word, ...]


class Armed(Event, frozen=True):
    """What everybody sees of a character after packing: Weapon in hand and Armour worn; ``things`` may be none."""

    who: Word
    things: tuple[Word, ...]


class MatesShared(Event, frozen=True):
    """Team-mates changed something between them; nobody else sees what."""

    who: Word
    mate: Word


class HandedOver(Event, frozen=True):
    """What passed from one team-mate to another unasked; told to their player alone."""

    giver: Word
    taker: Word
    things: tuple[Word, ...]


class TokensStored(Event, frozen=True):
    """So many tokens now lie in the Camp."""

    by: Seat
    number: int


class RuneDrawn(Event, frozen=True):
    """A Rune was drawn: what all others see."""

    who: Word


class RuneSeen(Event, frozen=True):
    """Which Rune it is; told to the player alone; it goes to one of these ``chambers``, each on its board."""

    who: Word
    rune: Word
    boards: tuple[Word, ...] = ()
    chambers: tuple[str, ...] = ()


class NoRuneLeft(Event, frozen=True):
    """The pool of Runes is empty."""

    who: Word


class TaskDone(Event, frozen=True):
    """A Rune brought to its chamber: a Crystal."""

    who: Word
    rune: Word


class CrystalsTurned(Event, frozen=True):
    """Crystals brought home become Gems; ``total`` is what the player has now."""

    who: Word
    crystals: int
    gems: int
    total: int


class LifeRegained(Event, frozen=True):
    """Life Points are regained: ``life`` now; by what ``means``; how many there were ``before``."""

    who: Word
    life: int
    means: Word
    before: int = 0


class AbilityPaid(Event, frozen=True):
    """A Find is given up for an ability; which one only its player learns."""

    who: Word
    ability: Word


class AbilityFailed(Event, frozen=True):
    """The die says no."""

    who: Word


class ZombieRaised(Event, frozen=True):
    """The Zombie stands beside its master."""

    who: Word
    where: str
    board: Word = SOMEWHERE


class TokenLaid(Event, frozen=True):
    """A Trap, an Acid Cloud or the Tree of Life is in the chamber now."""

    who: Word
    token: Word
    where: str
    board: Word = SOMEWHERE


class TrapWounded(Event, frozen=True):
    """A Trap wounds and goes back to its card."""

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
    """The Acid Cloud eats the Weapon in hand."""

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
    """An Acid Cloud drifts where none can be, and goes back to its card."""

    by: Seat
    before: str
    board: Word = SOMEWHERE


class GloveMade(Event, frozen=True):
    """Somebody wears the Glove of Doom; ``gems`` are left."""

    who: Word
    by: Seat
    gems: int
