"""How a store is: what it refuses is told once, and not at every press."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from bot.store.errors import Reason, StoreUnavailable

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
