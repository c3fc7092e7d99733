"""Events of the course of the game: set-up, turns, moves, Gates, death, the trials, the end."""

from __future__ import annotations

from typing import Final

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first Move of a Seeker with whom the game began."""
HURT: Final = Word("mood.hurt")
"""One point of Endurance is left."""
DEEP: Final = Word("mood.deep")
"""The Seeker is behind the Gates."""
RACE: Final = Word("mood.race")
"""The Crystal Chamber is found, and this Seeker is on the way there."""
LADEN: Final = Word("mood.laden")
"""A guest carries the Crystal on the way out."""
NEAR: Final = Word("mood.near")
"""A guest with the Crystal is near the Entrance."""


class WentTo(Event, frozen=True):
    """A Seeker's move ends; ``along``: the areas entered, the last one included; ``mood``: the Seeker's mood."""

    who: Term
    along: tuple[str, ...]
    where: Word
    at: str
    mood: Word = USUAL


class ChamberPassed(Event, frozen=True):
    """A Chamber on the way does not hold the Seeker."""

    who: Term
    where: Word
    at: str


class ChamberHolds(Event, frozen=True):
    """A Chamber on the way ends the move."""

    who: Term
    where: Word
    at: str


class GateStops(Event, frozen=True):
    """The move ends before closed Gates."""

    who: Term
    gate: str


class GateOpened(Event, frozen=True):
    """Gates are open for everybody to the end of the game; ``means``: the way of opening them."""

    who: Term
    gate: str
    means: Word


class GateHeld(Event, frozen=True):
    """Gates stay closed; ``total`` against ``target``."""

    who: Term
    gate: str
    total: int
    target: int


class Transported(Event, frozen=True):
    """An effect moves a Seeker to another area."""

    who: Term
    where: Word
    at: str


class ChamberRolled(Event, frozen=True):
    """The die decides the kind of this Chamber for this visit."""

    who: Term
    kind: Word
    where: Word
    at: str


class MapFits(Event, frozen=True):
    """A Seeker in a Chamber holds enough of the map to make it the Crystal Chamber.

    ``guests``: beside the main board, where the table decides about death.
    """

    who: Term
    where: Word
    at: str
    guests: bool = False


class SeekerTaken(Event, frozen=True):
    """A player gets a Seeker at the Entrance; ``dealt``: by chance."""

    by: Seat
    seeker: Term
    dealt: bool


class SeekersOrder(Event, frozen=True):
    """The order of play, told after the set-up."""

    order: tuple[Seat, ...]


class SeekerTurn(Event, frozen=True):
    """A Seeker's turn begins; told as a detail, as the question below names the player."""

    fold = "detail"
    by: Seat
    who: Term


class TurnMissed(Event, frozen=True):
    """A Seeker misses this turn; ``left``: the turns still to be missed."""

    by: Seat
    who: Term
    left: int


class StayedToHeal(Event, frozen=True):
    """A Seeker stays at the Entrance and pays for healing."""

    who: Term
    price: int
    endurance: int
    gold: int


class OrdersKept(Event, frozen=True):
    """Standing orders are changed; told to their player alone."""

    by: Seat


class SeekerDied(Event, frozen=True):
    """A Seeker dies; its belongings lie on the area."""

    by: Seat
    who: Term
    where: Word
    at: str


class PlayerOut(Event, frozen=True):
    """A player gets no new Seeker, because the Crystal Chamber is found."""

    by: Seat


class CrystalTaken(Event, frozen=True):
    """A Seeker has passed all three trials: the game is won."""

    by: Seat
    who: Term


class LastAlive(Event, frozen=True):
    """All other players are out: the game is won."""

    by: Seat
    who: Term


class CaveWon(Event, frozen=True):
    """Nobody is left: the game is lost."""

    by: Seat


# The Crystal Chamber and the three trials ----------------------------------------------------------------------


class CrystalFound(Event, frozen=True):
    """The Crystal Chamber is found for the rest of the game; ``guests``: beside the main board."""

    who: Term
    where: Word
    at: str
    means: Word
    guests: bool = False


class TrialTooDear(Event, frozen=True):
    """A Seeker in the Crystal Chamber has fewer points than the Trial of Wealth needs."""

    who: Term
    needed: int
    points: int


class TrialBegan(Event, frozen=True):
    """A Seeker takes a trial."""

    who: Term
    trial: Word


class TrialPassed(Event, frozen=True):
    """A trial is passed; ``left``: the number of trials still needed."""

    who: Term
    trial: Word
    left: int


class TrialFailed(Event, frozen=True):
    """A trial is lost."""

    who: Term
    trial: Word


class WealthGiven(Event, frozen=True):
    """A Seeker hands over gold and Items for the Trial of Wealth."""

    who: Term
    gold: int
    items: tuple[Term, ...]


class WayNamed(Event, frozen=True):
    """A player names the beginning of the next turn, or takes it back; told to that player alone."""

    by: Seat
    dropped: bool


class WentAsNamed(Event, frozen=True):
    """The turn begins with a move that was named in advance."""

    by: Seat
    who: Term
