"""Errors of the store, and a tracker that logs a lasting database fault once instead of at every press."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from structlog import get_logger

Reason = Literal["full", "read_only", "locked", "damaged", "unreachable", "half_migrated", "outdated", "pooler"]


class StoreUnavailable(Exception):
    """The database cannot be read or written now, and nothing has changed. ``reason`` is one word."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason


class HalfMigrated(StoreUnavailable):
    """The database has part of a migration that its version lacks; the text names the migration and the conflict."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__("half_migrated")
        self.args = (
            f"the database has part of update {number:04} already ({why}), so nothing was changed; "
            f"put back the copy of before that update (.before-{number:04}) or a backup",
        )


class BehindPooler(StoreUnavailable):
    """The server's address leads to a pooler that gives each transaction to another server process."""

    def __init__(self) -> None:
        super().__init__("pooler")
        self.args = (
            "the address leads through a pooler in transaction mode (PgBouncer: pool_mode = transaction), which loses "
            "the locks of a session; give the address of the server itself, or of a pool in session mode",
        )


class OlderProcesses(StoreUnavailable):
    """Running processes use tables that migration ``number`` changes; ``names`` tells people which processes."""

    def __init__(self, number: int, names: Sequence[str]) -> None:
        super().__init__("locked")
        self.args = (
            f"update {number:04} of the database breaks older programs that are still running; end them first: "
            f"{'; '.join(names)}",
        )


class NewerDatabase(Exception):
    """A newer program made the database; ``found`` and ``known`` are its version and the newest known here.

    ``copies``: the copies that migrations left beside it and that this program can open, newest first.
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
    """A unit of work came too late; none of it has been stored."""


class Overtaken(Clash):
    """The table has changed since it was read: its revision or the place in the log is taken."""


class Repeated(Clash):
    """This interaction has been stored before."""


class Unstorable(ValueError):
    """A value does not fit into the database, such as a number beyond 64 bits; nothing has been stored."""


class ChannelTaken(Clash):
    """The channel already has a live table."""


LASTING: frozenset[Reason] = frozenset({"damaged", "outdated"})
"""Faults that last until somebody replaces the database or the program."""
OF_READING: frozenset[Reason] = frozenset({"unreachable"})
"""Faults that end with the first successful read."""

_log = get_logger(__name__)


class Condition:
    """Tracks the present faults of a store, one per reason, until they are over."""

    def __init__(self) -> None:
        self._refused: dict[Reason, StoreUnavailable] = {}

    @contextmanager
    def noticing(self) -> Iterator[None]:
        """Log the first ``StoreUnavailable`` of each reason as an error and remember it."""
        try:
            yield
        except StoreUnavailable as trouble:
            if trouble.reason not in self._refused:
                _log.error("store.refuses", reason=trouble.reason, why=str(trouble))
            self._refused[trouble.reason] = trouble
            raise

    def has_read(self) -> None:
        """Note a successful read, which ends the faults in ``OF_READING``."""
        if self._refused:
            self._is_over(self._refused.keys() & OF_READING)

    def has_written(self) -> None:
        """Note a successful write, which ends all faults except those in ``LASTING``."""
        if self._refused:
            self._is_over(self._refused.keys() - LASTING)

    def must_be_sound(self) -> None:
        """Raise the ``StoreUnavailable`` of a lasting fault, even if the part needed now would be readable."""
        for reason, trouble in self._refused.items():
            if reason in LASTING:
                raise trouble

    def _is_over(self, reasons: set[Reason]) -> None:
        for reason in sorted(reasons):
            del self._refused[reason]
            _log.info("store.takes_again", reason=reason)
