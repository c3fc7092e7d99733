"""Labirynt Śmierci: a co-operative crawl through a labyrinth that is laid as the party explores it.

Where the chapters of the rulebook are:

- 4 set-up, 5 the course of a stage, 17 leaving and victory: ``stage`` and ``course/``
- 4.1 characters and their ranks, 9 wounds and deaths, 12 experience: ``party/``
- 6 laying the labyrinth: ``exploration``
- 7 traps: ``traps``
- 8 monsters, talks, bribes: ``encounter/``
- 9 combat, 15 monsters' powers, 16 the Black Gate: ``combat/``
- 10 spells, 11 resisting them: ``magic/``; those of fights in ``combat/spells``, of encounters in ``encounter/spells``
- 13 features: ``finds/``
- 14 treasure and magic items: ``treasure/``

The tables are data (``data/``, read by ``tables/``); what happens is told as ``events/``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.kernel.game import Manifest, Rules
from rules.kernel.lookups import Book


def _load_rules(own: Path | None) -> Rules[Any]:
    from rules.labirynt_smierci.rulebook import LabiryntSmierci

    return LabiryntSmierci.with_tables(own)


def _load_lookup_book() -> Book[Any]:
    from rules.labirynt_smierci.lookups import BOOK

    return BOOK


GAME = Manifest("labirynt-smierci", _load_rules, _load_lookup_book, place=1)
