"""What a chronicle tells before the log: the best fights and the graves, out of what everybody was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from bot.words.narrator import Said
from rules.kernel.table import Event


class Happened(msgspec.Struct, frozen=True):
    """Something that everybody was told, in which stage, and by which turn it had its words."""

    stage: int
    event: Event
    turn: int = 0


class Bout(msgspec.Struct, frozen=True):
    """A fight: in which stage it ended, and as what that was told; how many rounds and wounds it had.

    ``lead``: by how much one side was ahead, None where that did not decide; ``might``: of whom the players beat, 0 if
    nobody. ``said``: what else is worth a line.
    """

    stage: int
    told: Event
    said: Said = Said()
    rounds: int = 1
    wounds: int = 0
    lead: int | None = None
    might: int = 0


class Grave(msgspec.Struct, frozen=True):
    """Who died: name, since which stage in the game and in which stage dead, as it was told.

    ``by``: whom that does not name; '' for nobody."""

    who: Said
    since: int
    stage: int
    told: Event
    by: Said = Said()


AWARDS: Final[tuple[tuple[str, Callable[[Bout], tuple[int, ...]]], ...]] = (
    ("longest", lambda bout: (bout.rounds, bout.wounds) if bout.rounds > 1 else ()),
    ("bloodiest", lambda bout: (bout.wounds, bout.rounds) if bout.wounds > 1 else ()),
    ("closest", lambda bout: () if bout.lead is None else (-bout.lead, bout.might)),
    ("mightiest", lambda bout: (bout.might,) if bout.might else ()),
)
"""What a fight is remembered for, and by what; the greatest wins, and nothing is no candidate."""


def best(bouts: Iterable[Bout]) -> list[tuple[list[str], Bout]]:
    """The fights that are remembered, each with all that it is remembered for; of equal ones the first."""
    known, won = list(bouts), dict[int, list[str]]()
    for award, worth in AWARDS:
        nth = max(range(len(known)), key=lambda one: worth(known[one]), default=None)
        if nth is not None and worth(known[nth]):
            won.setdefault(nth, []).append(award)
    return [(awards, known[nth]) for nth, awards in won.items()]
