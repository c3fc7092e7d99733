"""The course of the game: set-up, turns, moves, deaths, the end."""

from __future__ import annotations

from typing import Final

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first Move of a team."""
HURT: Final = Word("mood.hurt")
"""One Life Point is left."""
TASK: Final = Word("mood.task")
"""A Rune is carried over somebody else's board."""
SOMEWHERE: Final = Word("board.some")
"""The board of events that older games told without it."""


class TeamTaken(Event, frozen=True):
    """A player has this team; ``dealt``: by chance."""

    by: Seat
    team: Word
    dealt: bool


class BoardDrawn(Event, frozen=True):
    """A player drew this board; its side is still to be chosen."""

    fold = "detail"
    by: Seat
    board: Word


class BoardLaid(Event, frozen=True):
    """A player's board lies with this face upwards."""

    fold = "begins"
    by: Seat
    board: Word


class NeutralBoardLaid(Event, frozen=True):
    """Between two players lies a board that is nobody's."""

    board: Word


class TeamSetOut(Event, frozen=True):
    """Two characters stand in the Camp, the third sleeps."""

    fold = "routine"
    by: Seat
    first: Word
    second: Word
    asleep: Word


class TeamReady(Event, frozen=True):
    """All that the set-up brought a player, where it is told in short."""

    fold = "sum"
    by: Seat
    team: Word
    board: Word
    first: Word
    second: Word
    asleep: Word


class TurnOrder(Event, frozen=True):
    """Who plays first, and the others in seat order."""

    order: tuple[Seat, ...]


class TurnBegan(Event, frozen=True):
    """A player's turn begins: a detail, as the question below names who is asked."""

    fold = "detail"
    by: Seat


class TurnLost(Event, frozen=True):
    """No character can be moved."""

    by: Seat


class Moved(Event, frozen=True):
    """A step into a chamber; ``walls``: through a wall; ``chamber``: its kind; ``mood``: of who goes."""

    who: Word
    where: str
    chamber: Word
    walls: bool
    mood: Word = USUAL


class Appeared(Event, frozen=True):
    """By magic in another chamber of the same board; ``chamber``: its kind; ``people`` and ``things`` are there."""

    who: Word
    where: str
    chamber: Word
    board: Word = SOMEWHERE
    people: tuple[Word, ...] = ()
    things: tuple[Word, ...] = ()


class HasteEnded(Event, frozen=True):
    """A Teleport chamber ends the Move under Haste; ``left``: so many steps are lost."""

    who: Word
    left: int


class Transferred(Event, frozen=True):
    """The Teleport takes a character to that of another board, ``where``; ``people`` and ``things`` are there."""

    who: Word
    board: Word
    where: str = ""
    people: tuple[Word, ...] = ()
    things: tuple[Word, ...] = ()


class BoardPaid(Event, frozen=True):
    """Gems choose where the Teleport chamber leads; ``gems`` are left."""

    by: Seat
    board: Word
    gems: int


class TransferCrowded(Event, frozen=True):
    """The Teleport chamber of that board is full: the die is thrown again."""

    board: Word


class ExtraMovePaid(Event, frozen=True):
    """A Gem for one more Move; ``gems`` are left."""

    by: Seat
    gems: int


class Awakened(Event, frozen=True):
    """A character awakens in its Camp with full Life Points."""

    who: Word
    by: Seat
    where: str = ""
    board: Word = SOMEWHERE


class Died(Event, frozen=True):
    """A character dies; its things lie in the chamber; ``things``: how many."""

    who: Word
    by: Seat
    things: int


class DiedForEver(Event, frozen=True):
    """The Glove of Doom killed: the character leaves the game; ``things`` lie in the chamber."""

    who: Word
    by: Seat
    things: int


class ZombieFell(Event, frozen=True):
    """The Zombie is gone and can be raised again."""

    by: Seat


class TeamOut(Event, frozen=True):
    """All characters of a player are finally dead."""

    by: Seat


class GameWon(Event, frozen=True):
    """The end: enough Gems, or the last team alive; ``how`` is the outcome."""

    by: Seat
    team: Word
    how: Word
    gems: int


class OrdersChanged(Event, frozen=True):
    """A player changed their standing orders; told to that player alone."""

    by: Seat


class SortingNamed(Event, frozen=True):
    """A player wants to be asked what to carry after the coming Move; told to that player alone."""

    by: Seat


class MoveNamed(Event, frozen=True):
    """A player named the step that the next turn begins with, or took it back; told to that player alone."""

    by: Seat
    dropped: bool


class MovedAsNamed(Event, frozen=True):
    """The turn begins with a step that was named ahead."""

    by: Seat
