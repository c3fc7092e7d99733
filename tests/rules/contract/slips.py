"""A group's own table file, as ours with one thing different, and a scenario's position: what is wrong with a slip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.kernel.errors import BadTable

Slip = tuple[str, str, str, str, str]
"""The file, what stands there, what a group writes instead; the key that is named, and what was expected there."""
Misplaced = tuple[dict[str, Any], str, str]
"""A position, the rule that is played there, and what was expected, with its key."""


class Slips(msgspec.Struct, frozen=True, kw_only=True):
    """One game: how its tables lie and are loaded, and slips in them and in positions.

    ``changed``: a file, what stands there, what a group writes instead, after which ``read`` finds ``value``; ``kept``:
    another table. ``fields``: the kinds whose fields a scenario file may name.
    """

    folder: Path
    load: Callable[..., Any]
    changed: tuple[str, str, str]
    read: Callable[[Any], object]
    value: object
    kept: str
    broken: Sequence[Slip]
    misplaced: Sequence[Misplaced]
    fields: Sequence[type[msgspec.Struct]]


def edited(shipped: Path, own: Path, name: str, old: str, new: str) -> None:
    """A file of the group's own, with this in place of that."""
    printed = (shipped / f"{name}.toml").read_text("utf-8")
    assert old in printed
    (own / f"{name}.toml").write_text(printed.replace(old, new, 1), "utf-8")


def refused(load: Callable[[Path], object], shipped: Path, own: Path, slip: Slip) -> None:
    """Such a file is refused with its name, the key, and what was expected there."""
    name, old, new, key, expected = slip
    edited(shipped, own, name, old, new)

    with pytest.raises(BadTable) as bad:
        load(own)

    assert (bad.value.file, bad.value.key) == (f"{name}.toml", key)
    assert expected in bad.value.expected
