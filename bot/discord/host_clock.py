"""How far the host's clock is from Discord's, measured by the ``Date`` of each of Discord's replies."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from statistics import median

import structlog

WRONG_SECONDS = 60.0
"""A smaller difference is the line's delay, or nothing that anybody notices."""
SAMPLES = 5
"""Replies whose median counts: a few slow ones do not matter, and a clock that is set is noticed soon."""

_log = structlog.get_logger(__name__)


class HostClock:
    """Compares the host's clock with Discord's. ``clock``: seconds since 1970, as the host has it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._differences: deque[float] = deque(maxlen=SAMPLES)
        self._reported = 0.0

    @property
    def ahead_seconds(self) -> float:
        """By how much the host's clock is ahead, negative where it is behind; 0 as long as nothing is known."""
        return median(self._differences) if self._differences else 0.0

    @property
    def wrong_seconds(self) -> int:
        """The same where it matters; 0: the clock is right, to a minute."""
        return round(self.ahead_seconds) if abs(self.ahead_seconds) > WRONG_SECONDS else 0

    def discord_time(self) -> float:
        """The time by Discord's clock, as which the snowflakes of messages are to be read (seconds since 1970)."""
        return self._clock() - self.ahead_seconds

    def note_date(self, header: str | None) -> None:
        """Note the ``Date`` of a reply that has just come; what is no date is left out."""
        if not header:
            return
        with suppress(ValueError):
            self._differences.append(self._clock() - parsedate_to_datetime(header).timestamp())
            self._report()

    def _report(self) -> None:
        wrong = self.wrong_seconds
        if wrong and abs(wrong - self._reported) > WRONG_SECONDS:
            _log.warning("clock.wrong", seconds_ahead=wrong)
            self._reported = wrong
        elif not wrong and self._reported:
            _log.info("clock.right")
            self._reported = 0.0
