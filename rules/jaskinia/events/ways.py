"""Where Seekers go, Gates, Chambers on the way."""

from __future__ import annotations

from rules.jaskinia.events.moods import USUAL
from rules.kernel.table import Event
from rules.kernel.words import Term, Word


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
