"""The Crystal Chamber and the three trials."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Word


class CrystalFound(Event, frozen=True):
    """The Crystal Chamber is found; it stays where it is."""

    who: Word
    where: Word
    at: str
    means: Word


class TrialBegan(Event, frozen=True):
    """A Seeker takes a trial."""

    who: Word
    trial: Word


class TrialPassed(Event, frozen=True):
    """A trial is passed; ``left``: how many are still to be passed."""

    who: Word
    trial: Word
    left: int


class TrialFailed(Event, frozen=True):
    """A trial is lost."""

    who: Word
    trial: Word


class WealthGiven(Event, frozen=True):
    """What was handed over for the Trial of Wealth."""

    who: Word
    gold: int
    items: tuple[Word, ...]
