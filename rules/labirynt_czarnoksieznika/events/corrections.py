"""What a game master set right or placed, as facts."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Word

# Characters ------------------------------------------------------------------------------------------------------


class LifeSet(Event, frozen=True):
    """Somebody has another number of Life Points now."""

    who: Word
    before: int
    now: int


class CharacterPlaced(Event, frozen=True):
    """Somebody stands in another chamber at once; ``chamber``: its kind."""

    who: Word
    where: str
    chamber: Word
    board: Word


class StunSet(Event, frozen=True):
    """Somebody is stunned, or is so no more."""

    who: Word
    stunned: bool


class StruckDown(Event, frozen=True):
    """Somebody dies by a game master's hand; what comes of it is told beside it. ``ever``: finally."""

    who: Word
    ever: bool


class SentToSleep(Event, frozen=True):
    """A character sleeps in another one's place; ``things``: how many tokens stay where it stood."""

    who: Word
    by: Seat
    things: int


class Recalled(Event, frozen=True):
    """A character that was finally dead is in the game again; ``asleep``: it sleeps, as two of its team are up."""

    who: Word
    by: Seat
    asleep: bool


# Tokens ----------------------------------------------------------------------------------------------------------


class TokenGranted(Event, frozen=True):
    """Somebody holds or wears a token that was not found by anybody."""

    who: Word
    token: Word


class TokenVanished(Event, frozen=True):
    """Somebody holds or wears a token no more."""

    who: Word
    token: Word


class PackChanged(Event, frozen=True):
    """A token more or less is in a Backpack: what all others see."""

    who: Word


class TokenPacked(Event, frozen=True):
    """Which one is there now; told to the player alone."""

    who: Word
    token: Word


class TokenUnpacked(Event, frozen=True):
    """Which one is there no more; told to the player alone."""

    who: Word
    token: Word


class RuneChanged(Event, frozen=True):
    """Somebody has another Rune, one more or none: what all others see."""

    who: Word


class RuneGranted(Event, frozen=True):
    """Which Rune it is now; told to the player alone."""

    who: Word
    rune: Word


class RuneVanished(Event, frozen=True):
    """Which Rune went back to the pool; told to the player alone."""

    who: Word
    rune: Word


# Teams -----------------------------------------------------------------------------------------------------------


class GemsSet(Event, frozen=True):
    """A player has another number of Gems now."""

    by: Seat
    before: int
    now: int


class StoreChanged(Event, frozen=True):
    """A token more or less lies in a Camp: what all others see; ``number``: how many lie there."""

    by: Seat
    number: int


class TokenStored(Event, frozen=True):
    """Which one lies there now; told to the player alone."""

    by: Seat
    token: Word


class TokenUnstored(Event, frozen=True):
    """Which one lies there no more; told to the player alone."""

    by: Seat
    token: Word


# Boards ----------------------------------------------------------------------------------------------------------


class SpecialPlaced(Event, frozen=True):
    """A Trap, an Acid Cloud or the Tree of Life is in a chamber, without a die."""

    by: Seat
    token: Word
    where: str
    board: Word


class SpecialRemoved(Event, frozen=True):
    """A special token is back on its card."""

    by: Seat
    token: Word
    where: str
    board: Word


class TokenLaidDown(Event, frozen=True):
    """A Find or a Crystal lies in a chamber that nobody left there."""

    token: Word
    where: str
    board: Word


class TokenLifted(Event, frozen=True):
    """A Find or a Crystal lies in a chamber no more."""

    token: Word
    where: str
    board: Word
