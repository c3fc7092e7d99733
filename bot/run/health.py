"""For whoever looks after the bot: whether it is alive, and its counters; on this machine only, when asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from aiohttp import web

from bot.discord.client import Labirynt
from bot.metrics import CONTENT_TYPE
from bot.session.sessions import Sessions
from bot.store import StoreUnavailable

HOST = "127.0.0.1"
NO_TABLE = ""
"""No table has this id: asking for it shows whether the store can be read, and costs nothing."""


class PortTaken(Exception):
    """The port for the health check cannot be used; the text says so to a person."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"Port {port} of LABIRYNT_HEALTH_PORT cannot be used; perhaps another program listens there. "
            f"Choose another port, or 0 for none."
        )


class State(msgspec.Struct, frozen=True):
    """How the bot is; ``ready``: it hears Discord, and its store takes what is done.

    ``reason``: what is wrong, ``discord`` or why the store takes nothing; '' when all is well.
    """

    status: str
    ready: bool
    tables: int
    reason: str


@asynccontextmanager
async def serve_health(client: Labirynt, sessions: Sessions, port: int) -> AsyncIterator[None]:
    """Answer on this port while the bot lives; 0: do not. Raises ``PortTaken``."""
    if not port:
        yield
        return
    runner = web.AppRunner(Lookout(client, sessions).app(), access_log=None)
    await runner.setup()
    try:
        await _listen(runner, port)
        yield
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as taken:
        raise PortTaken(port) from taken


class Lookout:
    """Looks at a bot from beside it, and changes nothing."""

    def __init__(self, client: Labirynt, sessions: Sessions) -> None:
        self._client = client
        self._sessions = sessions

    def app(self) -> web.Application:
        """The two pages that there are."""
        app = web.Application()
        app.add_routes([web.get("/health", self.health), web.get("/metrics", self.metrics)])
        return app

    async def health(self, request: web.Request) -> web.Response:
        """200 when all is well, 503 when Discord is out of reach or nothing can be stored."""
        reason = await self._store_trouble() if self._listens() else "discord"
        ready = not reason
        state = State("ok" if ready else "unavailable", ready, len(self._sessions.live()), reason)
        return web.Response(
            body=msgspec.json.encode(state), content_type="application/json", status=200 if ready else 503
        )

    async def metrics(self, request: web.Request) -> web.Response:
        """The counters; what stands in the store is asked now."""
        metrics = self._client.metrics
        metrics.tables_live.set(len(self._sessions.live()))
        metrics.outbox_waiting.set(await self._waiting())
        owed = list(self._client.posting.debts.since)
        metrics.tables_owed.set(len(owed))
        metrics.owed_since.set(min(owed, default=0))
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    def _listens(self) -> bool:
        """discord.py stays "ready" while a lost line is being taken up again; the line itself knows better."""
        return self._client.is_ready() and not self._client.is_closed() and self._client.ws.open

    async def _store_trouble(self) -> str:
        """Why nothing can be read or written now; '' when both can be done."""
        try:
            await self._sessions.outbox(NO_TABLE)
            await self._sessions.store.try_to_write()
        except StoreUnavailable as trouble:
            return trouble.reason
        return ""

    async def _waiting(self) -> float:
        try:
            return len(await self._sessions.outbox())
        except StoreUnavailable:
            return float("nan")
