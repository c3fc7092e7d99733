"""How the last of the told clashes ended."""

from __future__ import annotations

from collections.abc import Iterable

from images.clashes import Outcome, Side
from rules.kernel.table import Event
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Died, DiedForEver
from rules.labirynt_czarnoksieznika.events.fights import ClashLost, ClashTied, ClashWon, Wounded

Ended = ClashWon | ClashLost | ClashTied


def ended_clash(events: Iterable[Event]) -> Outcome | None:
    """With both sums, who won, and who was wounded since; None where no clash was told."""
    clash: Ended | None = None
    hurt: set[Word] = set()
    for event in events:
        if isinstance(event, Ended):
            clash, hurt = event, set()
        elif isinstance(event, Wounded | Died | DiedForEver):
            hurt.add(event.who)
    if clash is None:
        return None
    return Outcome(
        Side((clash.who,), clash.own, isinstance(clash, ClashWon), clash.who in hurt),
        Side((clash.other,), clash.theirs, isinstance(clash, ClashLost), clash.other in hurt),
    )
