"""The smallest game that is complete: rules, a table, a face, words in both languages, each in a folder of its own.

The folders lie here as they would lie in the project: ``rules/the_well``, ``bot/games/the_well`` and a catalogue for
each language. ``docs/adding-a-game.md`` walks through them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bot.games
import rules
from bot.words import catalogues

HERE = Path(__file__).parent
NAME = "the-well"


@contextmanager
def among_the_others() -> Iterator[None]:
    """For a while the game is found as if its folders lay beside those of the others; nothing else is done."""
    searched = [
        (rules.__path__, str(HERE / "rules")),
        (bot.games.__path__, str(HERE / "bot" / "games")),
        (catalogues.FOLDERS, HERE / "bot" / "locale"),
    ]
    for path, folder in searched:
        path.append(folder)  # type: ignore[attr-defined]  # of a regular package it is a list
    catalogues.catalogue.cache_clear()
    try:
        yield
    finally:
        for path, folder in searched:
            path.remove(folder)  # type: ignore[attr-defined]
        catalogues.catalogue.cache_clear()
        for module in [name for name in sys.modules if "the_well" in name]:
            del sys.modules[module]
        for kept in (bot.games._load_face, bot.games._load_table_words):
            kept.cache_clear()
