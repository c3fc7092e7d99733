"""Events of a game master's corrections."""

from __future__ import annotations

from rules.kernel.events import Event, NamedEvent, PlayerEvent
from rules.kernel.requests import Seat
from rules.kernel.words import Word

# Characters ------------------------------------------------------------------------------------------------------


class LifeSet(NamedEvent):
    """Somebody's Life Points are set to another number."""

    before: int
    now: int


class FightBrokenOff(NamedEvent):
    """The game master ends a fight before its dice; nobody has won."""

    other: Word


class CharacterPlaced(NamedEvent):
    """Somebody is put into another chamber; ``chamber``: its kind."""

    where: str
    chamber: Word
    board: Word


class StunSet(NamedEvent):
    """Somebody is stunned, or no longer stunned."""

    stunned: bool


class StruckDown(NamedEvent):
    """The game master kills somebody; the consequences are told separately. ``ever``: finally."""

    ever: bool


class SentToSleep(NamedEvent):
    """A character sleeps in another one's place; ``things``: the number of tokens left in its chamber."""

    by: Seat
    things: int


class Recalled(NamedEvent):
    """A finally dead character is back in the game; ``asleep``: it sleeps, as two of its team are awake."""

    by: Seat
    asleep: bool


# Tokens ----------------------------------------------------------------------------------------------------------


class TokenGranted(NamedEvent):
    """The game master gives somebody a token to hold or wear."""

    token: Word


class TokenVanished(NamedEvent):
    """The game master takes away a held or worn token."""

    token: Word


class PackChanged(NamedEvent):
    """A Backpack has a token more or less; told to all other players."""


class TokenPacked(NamedEvent):
    """The token added to a Backpack; told to its player alone."""

    token: Word


class TokenUnpacked(NamedEvent):
    """The token removed from a Backpack; told to its player alone."""

    token: Word


class RuneChanged(NamedEvent):
    """Somebody gains, loses or changes a Rune; told to all other players."""


class RuneGranted(NamedEvent):
    """The Rune that was given; told to its player alone."""

    rune: Word


class RuneVanished(NamedEvent):
    """The Rune that returned to the pool; told to its player alone."""

    rune: Word


# Teams -----------------------------------------------------------------------------------------------------------


class GemsSet(PlayerEvent):
    """A player's Gems are set to another number."""

    before: int
    now: int


class StoreChanged(PlayerEvent):
    """A Camp's store has a token more or less; told to all other players. ``number``: the tokens stored."""

    number: int


class TokenStored(PlayerEvent):
    """The token added to a Camp's store; told to its player alone."""

    token: Word


class TokenUnstored(PlayerEvent):
    """The token removed from a Camp's store; told to its player alone."""

    token: Word


# Boards ----------------------------------------------------------------------------------------------------------


class SpecialPlaced(PlayerEvent):
    """The game master lays a Trap, an Acid Cloud or the Tree of Life, without a die."""

    token: Word
    where: str
    board: Word


class SpecialRemoved(PlayerEvent):
    """A special token is back on its card."""

    token: Word
    where: str
    board: Word


class TokenLaidDown(Event):
    """The game master lays a Find or a Crystal in a chamber."""

    token: Word
    where: str
    board: Word


class TokenLifted(Event):
    """The game master removes a Find or a Crystal from a chamber."""

    token: Word
    where: str
    board: Word


class EncounterCalled(NamedEvent):
    """A character meets this row of the Encounter Table at once."""

    foe: Word
    chamber: str
    board: Word


class ClashCalled(NamedEvent):
    """A character attacks another at once."""

    whom: Word
