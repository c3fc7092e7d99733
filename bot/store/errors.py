"""Errors of the store, and its condition: a fault of the database is logged once, not at every press."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import structlog

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
        super().__init__(f"{needed}; {update}{_restore_hint(copies[0]) if copies else ''}")
        self.found = found
        self.known = known


def _restore_hint(copy: Path) -> str:
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


LASTING: frozenset[Reason] = frozenset({"damaged"})
"""What stays so until somebody puts another database in the place of this one."""
OF_READING: frozenset[Reason] = frozenset({"unreachable"})
"""What is over as soon as something can be read."""

_log = structlog.get_logger(__name__)


class Condition:
    """What a store has refused since it last did what was asked of it."""

    def __init__(self) -> None:
        self._refused: dict[Reason, StoreUnavailable] = {}

    @contextmanager
    def noticing(self) -> Iterator[None]:
        """Tell of a refusal in the log, an error for each reason, until that is over."""
        try:
            yield
        except StoreUnavailable as trouble:
            if trouble.reason not in self._refused:
                _log.error("store.refuses", reason=trouble.reason, why=str(trouble))
            self._refused[trouble.reason] = trouble
            raise

    def has_read(self) -> None:
        """Something could be read."""
        if self._refused:
            self._is_over(self._refused.keys() & OF_READING)

    def has_written(self) -> None:
        """Something could be stored."""
        if self._refused:
            self._is_over(self._refused.keys() - LASTING)

    def must_be_sound(self) -> None:
        """Raises ``StoreUnavailable`` where something was met that does not pass: other pages may be whole."""
        for reason, trouble in self._refused.items():
            if reason in LASTING:
                raise trouble

    def _is_over(self, reasons: set[Reason]) -> None:
        for reason in sorted(reasons):
            del self._refused[reason]
            _log.info("store.takes_again", reason=reason)
