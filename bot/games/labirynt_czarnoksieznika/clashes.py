"""How the clash ended that belongs to what is asked now."""

from __future__ import annotations

from collections.abc import Iterable

from images.clashes import Outcome, Side
from rules.kernel.table import Event
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Died, DiedForEver, Moved, TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import (
    Attacked,
    ClashLost,
    ClashTied,
    ClashWon,
    MonsterMet,
    SecondClash,
    Wounded,
)

Ended = ClashWon | ClashLost | ClashTied
BEGINS = (TurnBegan, Moved, MonsterMet, Attacked, SecondClash)
"""With these something new begins, and no picture of it tells of the clash before."""


def ended_clash(events: Iterable[Event]) -> Outcome | None:
    """With both sums, who won, and who was wounded since; None where none was told of this turn, Move and fight."""
    return _clash(events, BEGINS)


def latest_clash(events: Iterable[Event]) -> Outcome | None:
    """The same of the last clash of all, whatever came of it and after it."""
    return _clash(events, ())


def _clash(events: Iterable[Event], begins: tuple[type[Event], ...]) -> Outcome | None:
    clash: Ended | None = None
    hurt: set[Word] = set()
    for event in events:
        if isinstance(event, Ended):
            clash, hurt = event, set()
        elif isinstance(event, begins):
            clash = None
        elif isinstance(event, Wounded | Died | DiedForEver):
            hurt.add(event.who)
    if clash is None:
        return None
    return Outcome(
        Side((clash.who,), clash.own, isinstance(clash, ClashWon), clash.who in hurt),
        Side((clash.other,), clash.theirs, isinstance(clash, ClashLost), clash.other in hurt),
    )
