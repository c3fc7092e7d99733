"""What a store may answer instead of yes."""

from __future__ import annotations

from typing import Literal

Reason = Literal["full", "read_only", "locked", "damaged", "unreachable"]


class StoreUnavailable(Exception):
    """The database cannot be written or read now; nothing has changed. ``reason`` says why, in one word."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason


class NewerDatabase(Exception):
    """The database was made by a newer version of the program: its version, and the newest known here."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"the database has version {found}, this program knows versions up to {known}; update it")
        self.found = found
        self.known = known


class Clash(Exception):
    """A unit of work that came too late; nothing of it has been stored."""


class Overtaken(Clash):
    """The table has changed since it was read: its revision, or the place in the log, is taken."""


class Repeated(Clash):
    """This very interaction has been stored before."""


class ChannelTaken(Clash):
    """The channel has a live table already."""
