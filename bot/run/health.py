"""The HTTP pages for monitoring: liveness, readiness, health and metrics, served under the bot's own names only."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from typing import get_args

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler
from aiohttp.web import Request, Response, StreamResponse
from msgspec import Struct
from yarl import URL

from bot.discord.client import Labirynt
from bot.discord.retry_queue import CAUSES
from bot.metrics import CONTENT_TYPE, Metrics
from bot.settings import Settings
from bot.store import Store, StoreUnavailable
from bot.store.backups import own_backups
from bot.store.errors import Reason

MISDIRECTED = 421
Clients = Callable[[], Collection[Labirynt]]
"""The clients that act for guilds now."""
REASONS: tuple[Reason, ...] = get_args(Reason)
LAG_EVERY = 1.0
"""Seconds between two measurements of the event loop."""
NO_TABLE = ""
"""No table has this id: asking for it shows whether the store can be read, and costs nothing."""


class PortTaken(Exception):
    """The port of the health pages cannot be used; the text says so."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"Port {port} of LABIRYNT_HEALTH_PORT cannot be used on {host}; perhaps another program listens there. "
            f"Choose another port, or 0 for none."
        )


class State(Struct, frozen=True, omit_defaults=True):
    """How the bot is; ``ready``: it hears Discord, and its store takes what is done.

    ``reason``: what is wrong, ``discord`` or why the store takes nothing; '' when all is well. ``clock_ahead_seconds``:
    by how much the host's clock is ahead of Discord's, left out where it is right to a minute. ``newer_database``: the
    database's version if a newer program has added to it, left out otherwise; this program goes on working.
    """

    status: str
    ready: bool
    tables: int
    reason: str
    clock_ahead_seconds: int = 0
    newer_database: int = 0


@asynccontextmanager
async def serve_health(
    clients: Clients, store: Store, metrics: Metrics, settings: Settings, is_away: Callable[[], bool] = bool
) -> AsyncIterator[None]:
    """Answer on the port that is set while the bot lives; 0: do not. Raises ``PortTaken``.

    ``is_away``: whether Discord was out of reach, and nobody tries at this moment.
    """
    if not settings.health_port:
        yield
        return
    store.watch_commits(metrics.commit.observe)
    runner = web.AppRunner(Lookout(clients, store, metrics, settings, is_away).app(), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.health_host, settings.health_port).start()
        except OSError as taken:
            raise PortTaken(settings.health_host, settings.health_port) from taken
        lag = asyncio.create_task(_measure_lag(metrics))
        yield
        lag.cancel()
    finally:
        await runner.cleanup()


async def _measure_lag(metrics: Metrics) -> None:
    loop = asyncio.get_running_loop()
    while True:
        woken = loop.time() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        metrics.loop_lag.observe(max(0.0, loop.time() - woken))


def is_own_name(host: str, names: frozenset[str]) -> bool:
    """Return whether a ``Host`` header names this bot: an IP address, localhost, or one of these names.

    A page whose name was pointed here (DNS rebinding) still asks under its own name.
    """
    try:
        name = (URL(f"//{host}").host or "").lower()
        return name == "localhost" or name in names - {""} or ip_address(name) is not None
    except ValueError:
        return False


def hears(client: Labirynt) -> bool:
    """Return whether the gateway connection is open; discord.py stays "ready" while it resumes a lost connection."""
    return client.is_ready() and not client.is_closed() and client.ws.open


class Lookout:
    """Observes a running bot without changing it."""

    def __init__(
        self, clients: Clients, store: Store, metrics: Metrics, settings: Settings, is_away: Callable[[], bool] = bool
    ) -> None:
        self._clients = clients
        self._is_away = is_away
        self._store = store
        self._metrics = metrics
        self._settings = settings
        self._names = frozenset(name.strip().lower() for name in settings.health_names.split(","))
        metrics.shards.set(settings.shards)
        if settings.database:  # the games are not on this disk
            metrics.registry.unregister(metrics.disk_free_bytes)
        if not settings.backups:
            metrics.registry.unregister(metrics.backup)
        for reason in REASONS:  # a series that begins with its first error has not risen, and rings no alarm
            metrics.store_errors.labels(reason)

    def app(self) -> web.Application:
        """Return the web application; ``/health`` and ``/readyz`` share a handler."""
        app = web.Application(middlewares=[self._only_under_its_names])
        pages = {"/livez": self.livez, "/readyz": self.health, "/health": self.health, "/metrics": self.metrics}
        app.add_routes([web.get(path, page) for path, page in pages.items()])
        return app

    @web.middleware
    async def _only_under_its_names(self, request: Request, handler: Handler) -> StreamResponse:
        if not is_own_name(request.headers.get("Host", ""), self._names):
            return Response(status=MISDIRECTED, text="LABIRYNT_HEALTH_NAMES does not have this name.\n")
        return await handler(request)

    async def livez(self, request: Request) -> Response:
        """Answer 200 as long as the event loop runs; a restart would not help an unreachable Discord."""
        return Response(text="ok\n")

    async def health(self, request: Request) -> Response:
        """Answer 200 if Discord and the store are reachable, else 503; a standby without shards is healthy."""
        hears_all = all(map(hears, self._clients())) and not self._is_away()
        reason = await self._store_trouble() if hears_all else "discord"
        ready = not reason
        status, newer = "ok" if ready else "unavailable", self._store.newer_version
        state = State(status, ready, self._tables(), reason, self._clock_ahead(), newer)
        return Response(body=msgspec.json.encode(state), content_type="application/json", status=200 if ready else 503)

    async def metrics(self, request: Request) -> Response:
        """Return the metrics; what the store holds is counted now."""
        metrics = self._metrics
        metrics.tables_live.set(self._tables())
        metrics.shards_owned.set(sum(map(hears, self._clients())))
        causes = [client.posting.retry_queue.causes for client in self._clients()]
        for why in CAUSES:
            metrics.debts.labels(why).set(sum(cause.get(why, 0) for cause in causes))
        metrics.clock_ahead.set(self._clock_ahead())
        metrics.outbox_waiting.set(await self._waiting())
        owed = [since for client in self._clients() for since in client.posting.retry_queue.since]
        metrics.tables_owed.set(len(owed))
        for owed_since in metrics.owed_since:
            owed_since.set(min(owed, default=0))
        trouble = await self._store_trouble()
        for reason in REASONS:
            metrics.store_refuses.labels(reason).set(reason == trouble)
        await self._measure_room()
        return Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def _measure_room(self) -> None:
        with suppress(OSError, StoreUnavailable):  # gone in between: the page says the rest all the same
            self._metrics.database_bytes.set(await self._store.size())
            if not self._settings.database:
                self._metrics.disk_free_bytes.set(shutil.disk_usage(self._settings.sqlite_file.parent).free)
        with suppress(OSError):
            if folder := self._settings.backups:
                self._metrics.backup.set(max((copy.stat().st_mtime for copy in own_backups(folder)), default=0))

    def _tables(self) -> int:
        return sum(len(client.service.sessions.live()) for client in self._clients())

    def _clock_ahead(self) -> int:
        """Return the seconds by which the host's clock is ahead, the largest value known to a client."""
        return max((client.host_clock.wrong_seconds for client in self._clients()), key=abs, default=0)

    async def _store_trouble(self) -> str:
        """Return why the store cannot be read or written, or ''."""
        try:
            await self._store.outbox(NO_TABLE)
            await self._store.try_to_write()
        except StoreUnavailable as trouble:
            return trouble.reason
        return ""

    async def _waiting(self) -> float:
        """Return the number of undelivered stories of the served guilds, so that the sum over all
        processes is right.
        """
        try:
            stores = [client.service.sessions.store for client in self._clients()]
            return sum([await store.count_unposted() for store in stores])
        except StoreUnavailable:
            return float("nan")
