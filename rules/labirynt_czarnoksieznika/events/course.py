"""Events of the course of the game: set-up, turns, moves, deaths, the end."""

from __future__ import annotations

from rules.kernel.events import Event, NamedEvent, PlayerEvent
from rules.kernel.requests import Seat
from rules.kernel.words import Word

USUAL = Word("mood.usual")
FIRST = Word("mood.first")
"""The mood of a team's first Move."""
HURT = Word("mood.hurt")
"""The mood of a character with one Life Point left."""
TASK = Word("mood.task")
"""The mood of a character that carries a Rune over another player's board."""
SOMEWHERE = Word("board.some")
"""The placeholder for the board in events of older games, which lack it."""


class TeamTaken(PlayerEvent):
    """A player takes a team; ``dealt``: by chance."""

    team: Word
    dealt: bool


class BoardDrawn(Event):
    """A player drew this board; its side is still to be chosen."""

    fold = "detail"
    by: Seat
    board: Word


class BoardLaid(Event):
    """A player's board lies with this side up."""

    fold = "begins"
    by: Seat
    board: Word


class NeutralBoardLaid(Event):
    """A board that belongs to nobody lies between two players."""

    board: Word


class TeamSetOut(Event):
    """Two characters stand in the Camp, the third sleeps."""

    fold = "routine"
    by: Seat
    first: Word
    second: Word
    asleep: Word


class TeamReady(Event):
    """The results of a player's set-up, for the short story."""

    fold = "sum"
    by: Seat
    team: Word
    board: Word
    first: Word
    second: Word
    asleep: Word


class TurnOrder(Event):
    """The order of play: the first player, and the others in seat order."""

    order: tuple[Seat, ...]


class TurnBegan(Event):
    """A player's turn begins; a detail, as the question that follows names the player."""

    fold = "detail"
    by: Seat


class TurnLost(PlayerEvent):
    """A player loses the turn, as no character can be moved."""


class Moved(NamedEvent):
    """A character steps into a chamber; ``walls``: through a wall; ``chamber``: its kind; ``mood``: the character's."""

    where: str
    chamber: Word
    walls: bool
    mood: Word = USUAL


class Appeared(NamedEvent):
    """A character comes by magic into another chamber of the board; ``chamber``: its kind; ``people`` and ``things``
    are there.
    """

    where: str
    chamber: Word
    board: Word = SOMEWHERE
    people: tuple[Word, ...] = ()
    things: tuple[Word, ...] = ()


class HasteEnded(NamedEvent):
    """A Teleport chamber ends the Move under Haste; ``left``: the lost steps."""

    left: int


class Transferred(NamedEvent):
    """The Teleport takes a character to another board's Teleport chamber, ``where``; ``people`` and ``things`` are
    there.
    """

    board: Word
    where: str = ""
    people: tuple[Word, ...] = ()
    things: tuple[Word, ...] = ()


class BoardPaid(PlayerEvent):
    """A player pays Gems for the destination of the Teleport chamber; ``gems`` are left."""

    board: Word
    gems: int


class TransferCrowded(Event):
    """The rolled board's Teleport chamber is full, so the die is rolled again."""

    board: Word


class ExtraMovePaid(PlayerEvent):
    """A player pays a Gem for another Move; ``gems`` are left."""

    gems: int


class Awakened(NamedEvent):
    """A character awakens in its Camp with full Life Points."""

    by: Seat
    where: str = ""
    board: Word = SOMEWHERE


class Died(NamedEvent):
    """A character dies; ``things``: the number of its tokens left in the chamber."""

    by: Seat
    things: int


class DiedForEver(NamedEvent):
    """The Glove of Doom kills a character, who leaves the game; ``things``: the number of tokens left
    in the chamber.
    """

    by: Seat
    things: int


class ZombieFell(PlayerEvent):
    """The Zombie dies and can be raised again."""


class TeamOut(PlayerEvent):
    """All characters of a player are finally dead."""


class GameWon(PlayerEvent):
    """The game ends: a player has enough Gems or the last team alive; ``how`` is the outcome."""

    team: Word
    how: Word
    gems: int


class OrdersChanged(PlayerEvent):
    """A player changed their standing orders; told to that player alone."""


class SortingNamed(PlayerEvent):
    """A player asks to be consulted on packing after the coming Move; told to that player alone."""


class MoveNamed(PlayerEvent):
    """A player plans the first step of the next turn, or drops the plan; told to that player alone."""

    dropped: bool


class MovedAsNamed(PlayerEvent):
    """The turn begins with the planned step."""
