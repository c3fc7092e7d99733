"""What a game master may set right or place, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.jaskinia.model import Game
from rules.jaskinia.options import changed
from rules.kernel.requests import Action, Taken
from rules.kernel.table import Table


def corrections(game: Game) -> Sequence[Action[Any]]:
    """Everything that may be set right now."""
    return ()


def correct(table: Table, game: Game, taken: Taken) -> None:
    """Set it right."""


def agree(game: Game, given: Mapping[str, str]) -> None:
    """Other house rules from now on."""
    game.options = changed(game.options, given)
