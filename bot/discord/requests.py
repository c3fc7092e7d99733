"""HTTP requests to Discord: counts them, chooses messages or follow-ups, and checks the host's clock."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from statistics import median
from time import monotonic
from types import SimpleNamespace

import aiohttp
from structlog import get_logger
from yarl import URL

from bot.metrics import Metrics

WRONG_SECONDS = 60.0
"""Seconds of clock difference that are still ignored."""
SAMPLES = 5
"""Number of replies in the median; it smooths out slow ones, and still notices a changed clock soon."""

_log = get_logger(__name__)


class HostClock:
    """Compares the host's clock with Discord's. ``clock``: the host's time in seconds since 1970."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._differences: deque[float] = deque(maxlen=SAMPLES)
        self._reported = 0.0

    @property
    def ahead_seconds(self) -> float:
        """The seconds by which the host's clock is ahead, negative if behind; 0 while unknown."""
        return median(self._differences) if self._differences else 0.0

    @property
    def wrong_seconds(self) -> int:
        """The clock difference in seconds if it is over ``WRONG_SECONDS``, else 0."""
        return round(self.ahead_seconds) if abs(self.ahead_seconds) > WRONG_SECONDS else 0

    def discord_time(self) -> float:
        """Return the time by Discord's clock, as used in message snowflakes (seconds since 1970)."""
        return self._clock() - self.ahead_seconds

    def note_date(self, header: str | None) -> None:
        """Note the ``Date`` header of a reply that has just arrived; an invalid date is ignored."""
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


ALLOWED = 50.0
"""Requests a second that Discord allows the bot, over all its processes."""
LAST = 2.0
"""Seconds over which requests are counted."""
HIGH = 0.6
"""Part of a process's share above which follow-ups are used."""
MINUTE = 60.0
MOST = 20
"""Maximum follow-ups a minute in a channel; the rest of Discord's thirty is for ephemeral messages."""
KNOWN_CHANNELS = 1_000
"""Number of channels above which those without follow-ups for a minute are forgotten."""

Clock = Callable[[], float]
"""A clock in seconds, with any starting point."""


def whole() -> float:
    """Return the share of a single process: 1."""
    return 1.0


class SendRoute:
    """Counts this process's requests against its share; ``share``: its present part of the bot's shards."""

    def __init__(self, share: Callable[[], float] = whole, clock: Clock = monotonic) -> None:
        self.clock = clock
        self._share = share
        self._counted: deque[float] = deque()

    def count(self) -> None:
        """Count a request that Discord limits."""
        self._counted.append(self.clock())
        self._forget()

    def of_share(self) -> float:
        """Return the recently used part of the share; 1: all of it."""
        self._forget()
        return len(self._counted) / (ALLOWED * LAST * self._share())

    @property
    def is_high(self) -> bool:
        """Whether the process should save requests."""
        return self.of_share() >= HIGH

    def _forget(self) -> None:
        since = self.clock() - LAST
        while self._counted and self._counted[0] <= since:
            self._counted.popleft()


class FollowUps:
    """Decides when a message is sent as a follow-up: at high load, and within a channel's limit."""

    def __init__(self, load: SendRoute) -> None:
        self.load = load
        self._sent: dict[int, deque[float]] = {}

    def take(self, channel_id: int) -> bool:
        """Whether to send the next message of a channel as a follow-up; if so, it is counted."""
        if not self.load.is_high:
            return False
        now, sent = self.load.clock(), self._sent_in(channel_id)
        if len(sent) >= MOST:
            return False
        sent.append(now)
        return True

    def fill(self, channel_id: int) -> None:
        """Note that Discord accepts no more follow-ups in this channel for now."""
        self._sent[channel_id] = deque([self.load.clock()] * MOST)

    def _sent_in(self, channel_id: int) -> deque[float]:
        since = self.load.clock() - MINUTE
        if len(self._sent) > KNOWN_CHANNELS:
            self._sent = {known: sent for known, sent in self._sent.items() if sent[-1] > since}
        sent = self._sent.setdefault(channel_id, deque())
        while sent and sent[0] <= since:
            sent.popleft()
        return sent


VERSION = re.compile(r"^/api(?:/v\d+)?")
WORD = re.compile(r"@?[a-z][a-z_-]*")
SECRET_AFTER = ("interactions", "webhooks")
"""Routes with an id and a token; they do not count towards the bot's fifty requests a second."""
UPGRADED, TOO_MANY, BROKEN = 101, 429, 500

_once: ContextVar[tuple[int, ...]] = ContextVar("once", default=())
"""The statuses of replies after which a request is not repeated; ``BROKEN`` stands for all from 500 on."""


class TooMany(aiohttp.ClientError):
    """Raised when Discord rate-limits a request that must not be repeated."""


class Unsure(aiohttp.ClientError):
    """Raised when a request that must not be repeated fails with unknown outcome."""


@contextlib.contextmanager
def once(*, limited: bool = True) -> Iterator[None]:
    """Prevent discord.py from repeating requests in this context; raises ``TooMany`` or ``Unsure`` instead.

    ``limited``: also at a rate limit, at which discord.py waits otherwise.
    """
    token = _once.set((TOO_MANY, BROKEN) if limited else (BROKEN,))
    try:
        yield
    finally:
        _once.reset(token)


def route_of(method: str, url: URL) -> str:
    """Return the route of a request without ids and tokens: ``POST /channels/{id}/messages``."""
    parts = VERSION.sub("", url.path).strip("/").split("/")
    named = [part if WORD.fullmatch(part) else "{id}" for part in parts]
    if parts[0] in SECRET_AFTER and len(parts) > 2:
        named[2] = "{token}"
    return f"{method} /{'/'.join(named)}"


def is_counted(url: URL) -> bool:
    """Whether a request counts towards the bot's fifty requests a second."""
    return VERSION.sub("", url.path).strip("/").partition("/")[0] not in SECRET_AFTER


def count_requests(metrics: Metrics, load: SendRoute, host_clock: HostClock | None = None) -> aiohttp.TraceConfig:
    """Return the trace config for discord.py's HTTP session."""

    async def begun(_: aiohttp.ClientSession, context: SimpleNamespace, sent: aiohttp.TraceRequestStartParams) -> None:
        context.begun = asyncio.get_running_loop().time()
        if is_counted(sent.url):
            load.count()

    async def ended(_: aiohttp.ClientSession, context: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        if done.response.status == UPGRADED:  # the line of the gateway is no request
            return
        if host_clock:
            host_clock.note_date(done.response.headers.get("Date"))
        counted, status = "yes" if is_counted(done.url) else "no", str(done.response.status)
        metrics.requests.labels(route_of(done.method, done.url), status, counted).inc()
        metrics.request.observe(asyncio.get_running_loop().time() - context.begun)
        if done.response.status == TOO_MANY:
            metrics.requests_limited.labels(scope_of(done.response.headers)).inc()
        if done.response.status == TOO_MANY and TOO_MANY in _once.get():
            raise TooMany
        if done.response.status >= BROKEN and _once.get():
            raise Unsure(str(done.response.status))

    async def broke(_: aiohttp.ClientSession, __: SimpleNamespace, failed: aiohttp.TraceRequestExceptionParams) -> None:
        if isinstance(failed.exception, (TooMany, Unsure)):  # it has ended, and is counted
            return
        counted = "yes" if is_counted(failed.url) else "no"
        metrics.requests.labels(route_of(failed.method, failed.url), "broke", counted).inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begun)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(broke)
    return trace


def scope_of(headers: Mapping[str, str]) -> str:
    """Return whose rate limit was hit: the bot's on this route (user) or overall (global), or a channel's (shared)."""
    scope = headers.get("X-RateLimit-Scope", "")
    return scope if scope in ("user", "global", "shared") else "unknown"
