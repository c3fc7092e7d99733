"""How a test writes a group's own table file: as ours, with one thing different; and what is wrong with a slip."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules.kernel.errors import BadTable

Slip = tuple[str, str, str, str, str]
"""The file, what stands there, what a group writes instead; the key that is named, and what was expected there."""


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
