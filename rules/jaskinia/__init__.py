"""Jaskinia: Seekers explore a forking cave.

- ``turn``: the set-up and the course of a turn [2, 4]
- ``free_actions``, ``any_time``: free actions, in the own turn and in any turn
- ``movement``, ``places``: movement and Gates through the cave [4]
- ``exploration``: the end of a move: Encounters, cards, Chambers, trials [5, 9, 10]
- ``fight``: fights with Enemies, guardians and other Seekers [6]
- ``effects``: the effects of cards, areas and Spells [7, 12]
- ``seeker``: values, belongings, wounds, trophies, death [3, 8]; ``cards``, ``decks``: the decks [2.4, 5.5]
- ``beside``: the Cave next to the main board
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
