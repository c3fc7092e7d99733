"""The course of the game as facts: set-up, turns, ways, Gates, death, the trials, the end."""

from __future__ import annotations

from typing import Final

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Term, Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first Move of a Seeker with whom the game began."""
HURT: Final = Word("mood.hurt")
"""One point of Endurance is left."""
DEEP: Final = Word("mood.deep")
"""Behind the Gates."""
RACE: Final = Word("mood.race")
"""The Crystal Chamber is found, and this Seeker is on the way there."""
LADEN: Final = Word("mood.laden")
"""A guest has the Crystal in hand, and is on the way out."""
NEAR: Final = Word("mood.near")
"""The same, and the Entrance is near."""


class WentTo(Event, frozen=True):
    """A Seeker's move ended; ``along``: the areas that it entered, the last one included; ``mood``: of who goes."""

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
    """Gates are open for all to the end of the game; ``means``: by what."""

    who: Term
    gate: str
    means: Word


class GateHeld(Event, frozen=True):
    """Gates did not open; ``total`` against ``target``."""

    who: Term
    gate: str
    total: int
    target: int


class Transported(Event, frozen=True):
    """An effect put a Seeker somewhere else."""

    who: Term
    where: Word
    at: str


class ChamberRolled(Event, frozen=True):
    """What this Chamber is this time."""

    who: Term
    kind: Word
    where: Word
    at: str


class MapFits(Event, frozen=True):
    """Whoever stands in a Chamber holds enough of the map to make it the Crystal Chamber; ``guests``: beside the
    main board, where death is the table's business."""

    who: Term
    where: Word
    at: str
    guests: bool = False


class SeekerTaken(Event, frozen=True):
    """A player has a Seeker at the Entrance; ``dealt``: by chance."""

    by: Seat
    seeker: Term
    dealt: bool


class SeekersOrder(Event, frozen=True):
    """Who plays after whom; told when everything is set up."""

    order: tuple[Seat, ...]


class SeekerTurn(Event, frozen=True):
    """A Seeker's turn begins: a detail, as the question below names who is asked."""

    fold = "detail"
    by: Seat
    who: Term


class TurnMissed(Event, frozen=True):
    """This turn is skipped; ``left`` more after it."""

    by: Seat
    who: Term
    left: int


class StayedToHeal(Event, frozen=True):
    """A Seeker stayed at the Entrance and paid for its wounds."""

    who: Term
    price: int
    endurance: int
    gold: int


class OrdersKept(Event, frozen=True):
    """Standing orders were changed; told to their player alone."""

    by: Seat


class SeekerDied(Event, frozen=True):
    """A Seeker is dead; what it carried lies there."""

    by: Seat
    who: Term
    where: Word
    at: str


class PlayerOut(Event, frozen=True):
    """A player gets no new Seeker, as the Crystal Chamber is found."""

    by: Seat


class CrystalTaken(Event, frozen=True):
    """All three trials passed: the game is won."""

    by: Seat
    who: Term


class LastAlive(Event, frozen=True):
    """All other players are out: the game is won."""

    by: Seat
    who: Term


class CaveWon(Event, frozen=True):
    """The only player is out: the game is lost."""

    by: Seat


# The Crystal Chamber and the three trials ----------------------------------------------------------------------


class CrystalFound(Event, frozen=True):
    """The Crystal Chamber is found; it stays where it is; ``guests``: beside the main board."""

    who: Term
    where: Word
    at: str
    means: Word
    guests: bool = False


class TrialTooDear(Event, frozen=True):
    """In the Crystal Chamber with fewer points than the trial of Wealth needs."""

    who: Term
    needed: int
    points: int


class TrialBegan(Event, frozen=True):
    """A Seeker takes a trial."""

    who: Term
    trial: Word


class TrialPassed(Event, frozen=True):
    """A trial is passed; ``left``: how many are still to be passed."""

    who: Term
    trial: Word
    left: int


class TrialFailed(Event, frozen=True):
    """A trial is lost."""

    who: Term
    trial: Word


class WealthGiven(Event, frozen=True):
    """What was handed over for the Trial of Wealth."""

    who: Term
    gold: int
    items: tuple[Term, ...]


class WayNamed(Event, frozen=True):
    """A player named what the next turn begins with, or took it back; told to that player alone."""

    by: Seat
    dropped: bool


class WentAsNamed(Event, frozen=True):
    """The turn begins with a move that was named ahead."""

    by: Seat
    who: Term
