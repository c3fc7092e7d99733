"""The game that is measured: the flagship, or the little mine while there is no other."""

from __future__ import annotations

from typing import Any

from rules import games
from rules.kernel.errors import RuleBroken
from rules.kernel.game import Rules
from tests.bot.toy_game import ToyRules


def the_game() -> Rules[Any]:
    """Labirynt Śmierci, if it can be loaded."""
    try:
        return games.load("labirynt-smierci")
    except (ImportError, RuleBroken):
        return ToyRules()
