"""A game in numbers, for the report of a simulation."""

from __future__ import annotations

from rules.jaskinia.model import Game


def figures(game: Game) -> dict[str, int]:
    """What was counted."""
    return {"spread.rounds": game.tally.rounds}
