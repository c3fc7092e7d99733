"""Against what the trials are fought, or how many points of wealth one takes [10.6, 10.7]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.model import FightKind, Game

WEALTH = "wealth"
FIGHTS: Mapping[str, FightKind] = {"strength": "fight", "power": "psychic"}
"""Trials that are fought."""


def trial_value(game: Game, trial: str) -> int:
    """A guardian's Strength or Power, or the points of wealth."""
    crystal = game.tables.crystal
    return {"strength": crystal.strength_guardian, "power": crystal.power_guardian, WEALTH: crystal.wealth_points}[
        trial
    ]
