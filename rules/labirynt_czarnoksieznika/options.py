"""House rules as named switches; chosen when the game is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.kernel.switches import must_exist, must_stay


class Options(msgspec.Struct, kw_only=True, frozen=True):
    """The switches in force.

    ``teams``: dealt by chance, or each player chooses in turn [2.4].
    ``gems``: how many win the game [E1].
    ``neutral``: with two players a third board lies between theirs [2.6].
    """

    teams: Literal["dealt", "chosen"] = "dealt"
    gems: int = 18
    neutral: bool = True


CHOICES: Mapping[str, tuple[str, ...]] = {
    "teams": ("dealt", "chosen"),
    "gems": ("18", "8", "10", "12", "15"),
    "neutral": ("yes", "no"),
}
"""Each switch with its possible values, the usual one first."""
FIXED = ("teams", "neutral")
"""Switches of the set-up, once for all."""


def read(given: Mapping[str, str]) -> Options:
    """The options from their written form; refuses unknown names and values."""
    must_exist(given, CHOICES)
    plain = {name: value == "yes" if name == "neutral" else value for name, value in given.items()}
    return msgspec.convert(plain, Options, strict=False)


def written(options: Options) -> dict[str, str]:
    """Options in their written form."""
    return {"teams": options.teams, "gems": str(options.gems), "neutral": "yes" if options.neutral else "no"}


def changed(now: Options, given: Mapping[str, str]) -> Options:
    """The options with some of them changed in the middle of a game; refuses those of the set-up."""
    before = written(now)
    must_stay(before, given, FIXED)
    return read({**before, **given})
