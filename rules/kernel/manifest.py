"""What a game's package says of itself, so that it is found without being named anywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from rules.kernel.game import Rules
from rules.kernel.lookups import Book


class Manifest(msgspec.Struct, frozen=True):
    """A game: its id, its rules with the tables in force, and its tables to be looked up without playing.

    ``rules`` and ``book`` import what they need when they are called: whoever plays one game loads no other.
    ``place``: where it stands among the games, from the least; the first is played where none is named.
    """

    name: str
    rules: Callable[[Path | None], Rules[Any]]
    book: Callable[[], Book[Any]] | None = None
    place: int = 100
