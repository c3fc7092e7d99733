"""Labirynt Czarnoksiężnika: rival teams on several boards, runes, crystals, gems and the Glove of Doom.

- ``stage``, ``turn``: the set-up and the course of a turn [2, 3]; ``free_actions``: free actions during it
- ``ways``, ``arriving``: exits of chambers, and the effects of entering one [4]
- ``exploration``: Encounter, Penetration, Tasks [5, 9]
- ``fight``: with monsters and between characters [6]; ``forecast``: scores, odds, results of Encounters [5, 6]
- ``equipment``: Finds, Backpacks, scrolls, the Glove [5, 7, 10]; ``gems``, ``throws``: Gems and dice [8]
- ``characters``: abilities, wounds, death and awakening [7, 8, 10]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.kernel.game import Manifest, Rules
from rules.kernel.lookups import Book


def _load_rules(own: Path | None) -> Rules[Any]:
    from rules.labirynt_czarnoksieznika.rulebook import LabiryntCzarnoksieznika

    return LabiryntCzarnoksieznika.with_tables(own)


def _load_lookup_book() -> Book[Any]:
    from rules.labirynt_czarnoksieznika.lookups import BOOK

    return BOOK


GAME = Manifest("labirynt-czarnoksieznika", _load_rules, _load_lookup_book, place=2)
