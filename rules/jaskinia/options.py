"""House rules as named switches; chosen when the game is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.kernel.game import Length, chosen, rewritten
from rules.kernel.turns import BOOK, BRISK, PACE


class Options(msgspec.Struct, kw_only=True, frozen=True):
    """The switches in force.

    ``seekers``: dealt by chance, or each player chooses in turn [2.2]; who died draws another [8.5].
    ``gates``: the Mighty Gates are closed when the game begins, or open.
    ``trials``: how many of the three win the Crystal; fewer are a shorter game [10.8].
    """

    seekers: Literal["dealt", "chosen"] = "dealt"
    gates: Literal["closed", "open"] = "closed"
    trials: Literal[3, 2, 1] = 3


ALONE, TABLE, SPELLS_TOO = "alone", "table", "spells"
"""The Cave alone; beside the main board; the same, and the bot deals its Spells as the table has none [B17]."""
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
"""Of 8 games each, seed 1."""
FIXED = ("seekers", "gates", "trials")
"""Switches of the set-up and of the goal, once for all."""


def read(given: Mapping[str, str]) -> Options:
    """The options from their written form; refuses unknown names and values."""
    return chosen(Options, CHOICES, given)


def changed(now: Options, given: Mapping[str, str]) -> Options:
    """The options with some of them changed in the middle of a game; refuses those of the set-up."""
    return read(rewritten(now, given, FIXED))
