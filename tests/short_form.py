"""The short form of benches and soaks: all of each, but as little as can be, to see that it still comes to its end."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeVar

SHORT = "TESTS_SHORT"
"""Set in the environment for the short form; figures mean nothing then."""
DOOMED = {"heroes": "0", "apprentices": "3"}
"""Options of Labirynt Śmierci: three apprentices alone do not live long, and a smoke run sees the end of their game."""
ALONE = {"heroes": "0", "apprentices": "1"}
"""The same for a single player: the game is over after a few answers."""
NONE: dict[str, str] = {}

T = TypeVar("T")


def sized(full: T, short: T) -> T:
    """Return how much to do: in full, or in the short form."""
    return short if os.environ.get(SHORT) else full


def typed(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a game as ``/game new`` takes them."""
    return {"options": " ".join(f"{name}={value}" for name, value in options.items())} if options else {}
