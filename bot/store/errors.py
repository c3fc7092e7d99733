"""What a store may answer instead of yes."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

Reason = Literal["full", "read_only", "locked", "damaged", "unreachable", "half_migrated"]


class StoreUnavailable(Exception):
    """The database cannot be written or read now; nothing has changed. ``reason`` says why, in one word."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason


class HalfMigrated(StoreUnavailable):
    """The database has part of an update that it claims not to have: which one, and what stands in its way."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__("half_migrated")
        self.args = (
            f"the database has part of update {number:04} already ({why}), so nothing was changed; "
            f"put back the copy of before that update (.before-{number:04}) or a backup",
        )


class NewerDatabase(Exception):
    """The database was made by a newer version of the program: its version, and the newest known here.

    ``copies``: what updates have left beside it and this program can open, the newest first.
    """

    def __init__(self, found: int, known: int, copies: Sequence[Path] = ()) -> None:
        needed = f"the database has version {found}, this program knows versions up to {known}"
        update = f"update it to a program that knows version {found}"
        super().__init__(f"{needed}; {update}{_way_back(copies[0]) if copies else ''}")
        self.found = found
        self.known = known


def _way_back(copy: Path) -> str:
    line = shlex.join(["labirynt", "restore", str(copy), "--data", str(copy.parent)])
    return (
        f", or go back to the copy of before the update by\n  {line}\n"
        "(what was played since is kept in the file that it replaces)"
    )


class Clash(Exception):
    """A unit of work that came too late; nothing of it has been stored."""


class Overtaken(Clash):
    """The table has changed since it was read: its revision, or the place in the log, is taken."""


class Repeated(Clash):
    """This very interaction has been stored before."""


class Unstorable(ValueError):
    """A value that no row of the database can hold, such as a number beyond 64 bits; nothing has been stored."""


class ChannelTaken(Clash):
    """The channel has a live table already."""
