"""Events of a game master's corrections."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Word

# Characters ------------------------------------------------------------------------------------------------------


class LifeSet(Event, frozen=True):
    """Somebody's Life Points are set to another number."""

    who: Word
    before: int
    now: int


class FightBrokenOff(Event, frozen=True):
    """The game master ends a fight before its dice; nobody has won."""

    who: Word
    other: Word


class CharacterPlaced(Event, frozen=True):
    """Somebody is put into another chamber; ``chamber``: its kind."""

    who: Word
    where: str
    chamber: Word
    board: Word


class StunSet(Event, frozen=True):
    """Somebody is stunned, or no longer stunned."""

    who: Word
    stunned: bool


class StruckDown(Event, frozen=True):
    """The game master kills somebody; the consequences are told separately. ``ever``: finally."""

    who: Word
    ever: bool


class SentToSleep(Event, frozen=True):
    """A character sleeps in another one's place; ``things``: the number of tokens left in its chamber."""

    who: Word
    by: Seat
    things: int


class Recalled(Event, frozen=True):
    """A finally dead character is back in the game; ``asleep``: it sleeps, as two of its team are awake."""

    who: Word
    by: Seat
    asleep: bool


# Tokens ----------------------------------------------------------------------------------------------------------


class TokenGranted(Event, frozen=True):
    """The game master gives somebody a token to hold or wear."""

    who: Word
    token: Word


class TokenVanished(Event, frozen=True):
    """The game master takes away a held or worn token."""

    who: Word
    token: Word


class PackChanged(Event, frozen=True):
    """A Backpack has a token more or less; told to all other players."""

    who: Word


class TokenPacked(Event, frozen=True):
    """The token added to a Backpack; told to its player alone."""

    who: Word
    token: Word


class TokenUnpacked(Event, frozen=True):
    """The token removed from a Backpack; told to its player alone."""

    who: Word
    token: Word


class RuneChanged(Event, frozen=True):
    """Somebody gains, loses or changes a Rune; told to all other players."""

    who: Word


class RuneGranted(Event, frozen=True):
    """The Rune that was given; told to its player alone."""

    who: Word
    rune: Word


class RuneVanished(Event, frozen=True):
    """The Rune that returned to the pool; told to its player alone."""

    who: Word
    rune: Word


# Teams -----------------------------------------------------------------------------------------------------------


class GemsSet(Event, frozen=True):
    """A player's Gems are set to another number."""

    by: Seat
    before: int
    now: int


class StoreChanged(Event, frozen=True):
    """A Camp's store has a token more or less; told to all other players. ``number``: the tokens stored."""

    by: Seat
    number: int


class TokenStored(Event, frozen=True):
    """The token added to a Camp's store; told to its player alone."""

    by: Seat
    token: Word


class TokenUnstored(Event, frozen=True):
    """The token removed from a Camp's store; told to its player alone."""

    by: Seat
    token: Word


# Boards ----------------------------------------------------------------------------------------------------------


class SpecialPlaced(Event, frozen=True):
    """The game master lays a Trap, an Acid Cloud or the Tree of Life, without a die."""

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
    """The game master lays a Find or a Crystal in a chamber."""

    token: Word
    where: str
    board: Word


class TokenLifted(Event, frozen=True):
    """The game master removes a Find or a Crystal from a chamber."""

    token: Word
    where: str
    board: Word


class EncounterCalled(Event, frozen=True):
    """A character meets this row of the Encounter Table at once."""

    who: Word
    foe: Word
    chamber: str
    board: Word


class ClashCalled(Event, frozen=True):
    """A character attacks another at once."""

    who: Word
    whom: Word
