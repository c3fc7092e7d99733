"""House rules as named switches, chosen when the game is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.kernel.game import Length, chosen, rewritten
from rules.kernel.turns import BOOK, BRISK, PACE


class Options(Struct, kw_only=True, frozen=True):
    """The house rules in force.

    ``teams``: dealt by chance, or chosen in turn [2.4]. ``gems``: the number that wins [E1]. ``neutral``: with two
    players a third board lies between theirs [2.6].
    """

    teams: Literal["dealt", "chosen"] = "dealt"
    gems: int = 18
    neutral: bool = True


CHOICES: Mapping[str, tuple[str, ...]] = {
    "teams": ("dealt", "chosen"),
    "gems": ("18", "8", "10", "12", "15"),
    "neutral": ("yes", "no"),
    PACE: (BRISK, BOOK),
}
"""The possible values of each house rule, the usual one first."""
LENGTH = Length(
    "gems",
    days={
        "brisk": {"18": {2: 12.1, 4: 24.5}, "8": {2: 5.3, 4: 11.7}},
        "book": {"18": {2: 19.7, 4: 33.6}, "8": {2: 8.7, 4: 17.1}},
    },
)
"""Measured in 8 games each, seed 1."""
FIXED = ("teams", "neutral")
"""House rules of the set-up, which cannot change later."""


def read(given: Mapping[str, str]) -> Options:
    """Return the options parsed from their written form; raises ``Refused`` for unknown names and values."""
    return chosen(Options, CHOICES, given)


def changed(now: Options, given: Mapping[str, str]) -> Options:
    """Return the options with changes made during a game; raises ``Refused`` for those of the set-up."""
    return read(rewritten(now, given, FIXED))
