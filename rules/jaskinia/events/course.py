"""Events of the course of the game: set-up, turns, moves, Gates, death, the trials, the end."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event, PlayerEvent
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

USUAL = Word("mood.usual")
FIRST = Word("mood.first")
"""The first Move of a Seeker with whom the game began."""
HURT = Word("mood.hurt")
"""One point of Endurance is left."""
DEEP = Word("mood.deep")
"""The Seeker is behind the Gates."""
RACE = Word("mood.race")
"""The Crystal Chamber is found, and this Seeker is on the way there."""
LADEN = Word("mood.laden")
"""A guest carries the Crystal on the way out."""
NEAR = Word("mood.near")
"""A guest with the Crystal is near the Entrance."""


class WentTo(CharacterEvent):
    """A Seeker's move ends; ``along``: the areas entered, the last one included; ``mood``: the Seeker's mood."""

    along: tuple[str, ...]
    where: Word
    at: str
    mood: Word = USUAL


class ChamberPassed(CharacterEvent):
    """A Chamber on the way does not hold the Seeker."""

    where: Word
    at: str


class ChamberHolds(CharacterEvent):
    """A Chamber on the way ends the move."""

    where: Word
    at: str


class GateStops(CharacterEvent):
    """The move ends before closed Gates."""

    gate: str


class GateOpened(CharacterEvent):
    """Gates are open for everybody to the end of the game; ``means``: the way of opening them."""

    gate: str
    means: Word


class GateHeld(CharacterEvent):
    """Gates stay closed; ``total`` against ``target``."""

    gate: str
    total: int
    target: int


class Transported(CharacterEvent):
    """An effect moves a Seeker to another area."""

    where: Word
    at: str


class ChamberRolled(CharacterEvent):
    """The die decides the kind of this Chamber for this visit."""

    kind: Word
    where: Word
    at: str


class MapFits(CharacterEvent):
    """A Seeker in a Chamber holds enough of the map to make it the Crystal Chamber.

    ``guests``: beside the main board, where the table decides about death.
    """

    where: Word
    at: str
    guests: bool = False


class SeekerTaken(PlayerEvent):
    """A player gets a Seeker at the Entrance; ``dealt``: by chance."""

    seeker: Term
    dealt: bool


class SeekersOrder(Event):
    """The order of play, told after the set-up."""

    order: tuple[Seat, ...]


class SeekerTurn(Event):
    """A Seeker's turn begins; told as a detail, as the question below names the player."""

    fold = "detail"
    by: Seat
    who: Term


class TurnMissed(PlayerEvent):
    """A Seeker misses this turn; ``left``: the turns still to be missed."""

    who: Term
    left: int


class StayedToHeal(CharacterEvent):
    """A Seeker stays at the Entrance and pays for healing."""

    price: int
    endurance: int
    gold: int


class OrdersKept(PlayerEvent):
    """Standing orders are changed; told to their player alone."""


class SeekerDied(PlayerEvent):
    """A Seeker dies; its belongings lie on the area."""

    who: Term
    where: Word
    at: str


class PlayerOut(PlayerEvent):
    """A player gets no new Seeker, because the Crystal Chamber is found."""


class CrystalTaken(PlayerEvent):
    """A Seeker has passed all three trials: the game is won."""

    who: Term


class LastAlive(PlayerEvent):
    """All other players are out: the game is won."""

    who: Term


class CaveWon(PlayerEvent):
    """Nobody is left: the game is lost."""


# The Crystal Chamber and the three trials ----------------------------------------------------------------------


class CrystalFound(CharacterEvent):
    """The Crystal Chamber is found for the rest of the game; ``guests``: beside the main board."""

    where: Word
    at: str
    means: Word
    guests: bool = False


class TrialTooDear(CharacterEvent):
    """A Seeker in the Crystal Chamber has fewer points than the Trial of Wealth needs."""

    needed: int
    points: int


class TrialBegan(CharacterEvent):
    """A Seeker takes a trial."""

    trial: Word


class TrialPassed(CharacterEvent):
    """A trial is passed; ``left``: the number of trials still needed."""

    trial: Word
    left: int


class TrialFailed(CharacterEvent):
    """A trial is lost."""

    trial: Word


class WealthGiven(CharacterEvent):
    """A Seeker hands over gold and Items for the Trial of Wealth."""

    gold: int
    items: tuple[Term, ...]


class WayNamed(PlayerEvent):
    """A player names the beginning of the next turn, or takes it back; told to that player alone."""

    dropped: bool


class WentAsNamed(PlayerEvent):
    """The turn begins with a move that was named in advance."""

    who: Term
