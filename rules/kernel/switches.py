"""House rules as named switches: which there are, and which stand once the game has begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.errors import Refused
from rules.kernel.words import Word


def must_exist(given: Mapping[str, str], choices: Mapping[str, tuple[str, ...]]) -> None:
    """Raises ``Refused("option")`` for a switch, or a value of one, that the game does not have."""
    for name, value in given.items():
        if name not in choices or value not in choices[name]:
            raise Refused("option", name=name[:40], values=choices.get(name, tuple(choices)))


def must_stay(before: Mapping[str, str], given: Mapping[str, str], fixed: Sequence[str]) -> None:
    """Raises ``Refused("option_fixed")`` when one of these switches would change."""
    for name in fixed:
        if given.get(name, before[name]) != before[name]:
            raise Refused("option_fixed", name=Word(f"house.{name}"))
