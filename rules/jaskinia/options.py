"""House rules as named switches, chosen when the game is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.kernel.game import Length, chosen, rewritten
from rules.kernel.turns import BOOK, BRISK, PACE


class Options(Struct, kw_only=True, frozen=True):
    """The house rules in force.

    ``seekers``: dealt by chance, or chosen by the players in turn [2.2]; players whose Seeker died draw another [8.5].
    ``gates``: the Mighty Gates are closed or open at the beginning. ``trials``: the number of trials that win the
    Crystal; fewer make a shorter game [10.8].
    """

    seekers: Literal["dealt", "chosen"] = "dealt"
    gates: Literal["closed", "open"] = "closed"
    trials: Literal[3, 2, 1] = 3


ALONE, TABLE, SPELLS_TOO = "alone", "table", "spells"
"""The Cave alone; beside the main board; or also with Spells dealt by the bot, if the table has none [B17]."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "seekers": ("dealt", "chosen"),
    "gates": ("closed", "open"),
    "trials": ("3", "2", "1"),
    "board": (ALONE, TABLE, SPELLS_TOO),
    PACE: (BRISK, BOOK),
}
"""Each switch with its possible values, the usual one first."""
LENGTH = Length(
    "trials",
    days={
        "brisk": {"3": {2: 9.8, 4: 24.6}, "2": {2: 6.9, 4: 13.0}},
        "book": {"3": {2: 10.2, 4: 24.5}, "2": {2: 9.7, 4: 14.7}},
    },
)
"""Days of a game, measured in 8 games each with seed 1."""
FIXED = ("seekers", "gates", "trials")
"""Switches that cannot be changed after the set-up."""


def read(given: Mapping[str, str]) -> Options:
    """Return the options from their written form; raises ``Refused`` for unknown names and values."""
    return chosen(Options, CHOICES, given)


def changed(now: Options, given: Mapping[str, str]) -> Options:
    """Return the options with changes during a game; raises ``Refused`` for those of the set-up."""
    return read(rewritten(now, given, FIXED))
