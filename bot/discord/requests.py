"""Counts what is asked of Discord: by route, how it was answered, how long that took, and which limit it ran into.

And what must not be repeated is asked once.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp
from yarl import URL

from bot.discord.host_clock import HostClock
from bot.discord.load import Load
from bot.metrics import Metrics

VERSION = re.compile(r"^/api(?:/v\d+)?")
WORD = re.compile(r"@?[a-z][a-z_-]*")
SECRET_AFTER = ("interactions", "webhooks")
"""What is followed by an id and by a token; the bot's fifty requests a second are without these routes."""
UPGRADED, TOO_MANY, BROKEN = 101, 429, 500

_once: ContextVar[bool] = ContextVar("once", default=False)


class TooMany(aiohttp.ClientError):
    """Discord has turned away what was to be asked once."""


class Unsure(aiohttp.ClientError):
    """Discord broke over what was to be asked once; nobody knows whether it was done."""


@contextlib.contextmanager
def once() -> Iterator[None]:
    """Have no request repeated that begins within, as discord.py would; raises ``TooMany`` or ``Unsure`` instead."""
    token = _once.set(True)
    try:
        yield
    finally:
        _once.reset(token)


def route_of(method: str, url: URL) -> str:
    """A request without whom it concerns: ``POST /channels/{id}/messages``."""
    parts = VERSION.sub("", url.path).strip("/").split("/")
    named = [part if WORD.fullmatch(part) else "{id}" for part in parts]
    if parts[0] in SECRET_AFTER and len(parts) > 2:
        named[2] = "{token}"
    return f"{method} /{'/'.join(named)}"


def is_counted(url: URL) -> bool:
    """Whether Discord counts it towards the fifty requests a second that a bot has."""
    return VERSION.sub("", url.path).strip("/").partition("/")[0] not in SECRET_AFTER


def count_requests(metrics: Metrics, load: Load, host_clock: HostClock | None = None) -> aiohttp.TraceConfig:
    """What discord.py's session is to be traced with."""

    async def begun(_: aiohttp.ClientSession, context: SimpleNamespace, sent: aiohttp.TraceRequestStartParams) -> None:
        context.begun = asyncio.get_running_loop().time()
        if is_counted(sent.url):
            load.count()

    async def ended(_: aiohttp.ClientSession, context: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        if done.response.status == UPGRADED:  # the line of the gateway is no request
            return
        if host_clock is not None:
            host_clock.note_date(done.response.headers.get("Date"))
        counted, status = "yes" if is_counted(done.url) else "no", str(done.response.status)
        metrics.requests.labels(route_of(done.method, done.url), status, counted).inc()
        metrics.request.observe(asyncio.get_running_loop().time() - context.begun)
        if done.response.status == TOO_MANY:
            metrics.requests_limited.labels(scope_of(done.response.headers)).inc()
        if _once.get():
            _raise_what_would_be_repeated(done.response.status)

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


def _raise_what_would_be_repeated(status: int) -> None:
    if status == TOO_MANY:
        raise TooMany
    if status >= BROKEN:
        raise Unsure(str(status))


def scope_of(headers: Mapping[str, str]) -> str:
    """Whose limit it was: the bot's at this route (user) or for everything (global), or a channel's (shared)."""
    scope = headers.get("X-RateLimit-Scope", "")
    return scope if scope in ("user", "global", "shared") else "unknown"
