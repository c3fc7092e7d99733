"""Jaskinia: Seekers in a forking cave, by the sections of the spec.

- ``stage``, ``turn``, ``turn_beside``: the set-up and the course of a turn [2, 4], beside the main board, too
- ``asides``, ``any_time``: what may be done beside it, in the own turn and in any
- ``movement``, ``gates``, ``places``: through the cave [4]
- ``exploration``: where a move ends: Encounters, cards, Chambers, trials [5, 9, 10]
- ``fight``: with Enemies, guardians and other Seekers [6]
- ``effects``: what cards, areas and Spells do [7, 12]
- ``seeker``: values, belongings, wounds, trophies, death [3, 8]; ``cards``, ``decks``: the decks [2.4, 5.5]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.kernel.game import Manifest, Rules
from rules.kernel.lookups import Book


def _load_rules(own: Path | None) -> Rules[Any]:
    from rules.jaskinia.rulebook import Jaskinia

    return Jaskinia.with_tables(own)


def _load_lookup_book() -> Book[Any]:
    from rules.jaskinia.lookups import BOOK

    return BOOK


GAME = Manifest("jaskinia", _load_rules, _load_lookup_book, place=3)
