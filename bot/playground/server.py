"""The playground with its two servers: the API for the bot and the page for people."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import tempfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import aiohttp
from aiohttp import web
from aiohttp.web import Request, Response

from bot.playground import wire
from bot.playground.core import TOKEN, Core, Patience, Recorded, fresh_token
from bot.playground.discord_rules import DiscordRules
from bot.playground.hands import Guest, Hands
from bot.playground.page_api import PageApi, PageGuard
from bot.playground.rest import API, Accounts, Doorkeeper, unknown_route
from bot.playground.rest_channels import Channels, Threads
from bot.playground.rest_interactions import Answers, Commands
from bot.playground.seen import Message
from bot.playground.wire import JSON, Clock
from bot.playground.world import World

SOCKET_PATH_BYTES = 100  # sun_path holds 104 to 108 bytes, by system


class CannotStart(OSError):
    """The playground cannot start its servers; the text tells the user why."""


class PortTaken(CannotStart):
    """The page's port is in use."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"Port {port} is already in use; perhaps a playground is running there already. "
            f"Close it, or choose another port with --port."
        )
        self.port = port


class FolderTaken(CannotStart):
    """Another playground is running in the folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"A playground is running in {folder} already. Close it, or choose another folder.")


class Playground:
    """A small Discord in a folder; see the package's docstring."""

    def __init__(self, folder: Path, port: int = 0, *, tcp: bool = False, rules: DiscordRules | None = None) -> None:
        self.folder, self.port, self._wanted_port = folder, port, port
        self.tcp = tcp or not hasattr(socket, "AF_UNIX")
        self.socket: Path | None = None
        self.api_address = ""
        self.token = fresh_token() if self.tcp else TOKEN
        folder.mkdir(parents=True, exist_ok=True)
        self.core = Core(folder, rules or DiscordRules(), self.token)
        self.hands = Hands(self.core)
        self._runners: list[web.AppRunner] = []
        self._short_folder: tempfile.TemporaryDirectory[str] | None = None

    # -- state for tests ----------------------------------------------------

    @property
    def world(self) -> World:
        """The guilds, channels, people, messages and commands."""
        return self.core.world

    @property
    def requests(self) -> deque[Recorded]:
        """The bot's REST calls, oldest first; only the last 5000 are kept."""
        return self.core.requests

    @property
    def clock(self) -> Clock:
        """Discord's clock, which a test may set ahead."""
        return self.core.world.clock

    @property
    def patience(self) -> Patience:
        """Discord's deadlines for the bot in seconds, which a test may shorten."""
        return self.core.patience

    @property
    def address(self) -> str:
        """The page's address; known once `start` has been called."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def connected(self) -> bool:
        """Whether a bot is connected to the gateway."""
        return self.core.gateway.connected

    async def ready(self, timeout: float = 30.0) -> None:  # noqa: ASYNC109
        """Wait until a bot is connected; raises ``TimeoutError`` after ``timeout`` seconds."""
        await asyncio.wait_for(self.core.gateway.wait_connected(), timeout)

    # -- faults of the gateway --------------------------------------------------

    async def cut_gateway(self, code: int = 4000) -> None:
        """Close every gateway connection with this code (docs: topics/opcodes-and-status-codes#gateway)."""
        await self.core.gateway.cut(code)

    async def ask_to_reconnect(self) -> None:
        """Send opcode 7, as Discord does before it restarts a machine: the bot has to RESUME."""
        await self.core.gateway.ask_to_reconnect()

    async def invalidate_session(self, *, resumable: bool = False) -> None:
        """Send opcode 9; without ``resumable`` the bot has to IDENTIFY, and the missed events are lost."""
        await self.core.gateway.invalidate(resumable=resumable)

    def refuse_identify(self, *codes: int) -> None:
        """Refuse the next logins at the gateway with these codes: 4004, 4011, …"""
        self.core.gateway.refuse(*codes)

    # -- start and stop -------------------------------------------------------

    async def start(self) -> None:
        """Start both servers, the page's first because its port may be taken; raises `CannotStart`."""
        try:
            await self._open_page()
            await self._open_api()
        except BaseException:
            await self._close_doors()
            raise

    async def stop(self) -> None:
        """Disconnect the bot and the open pages and stop both servers; the folder keeps all data."""
        await self.core.gateway.cut(1001)
        for viewer in list(self.core.feed.viewers):
            viewer.news.put_nowait({"event": "closing", "data": {}})
        await self._close_doors()
        self.world.store.close()

    async def _close_doors(self) -> None:
        for runner in self._runners:
            await runner.cleanup()
        self._runners.clear()
        if self._short_folder is not None:
            self._short_folder.cleanup()

    async def _open_page(self) -> None:
        app = web.Application(middlewares=[PageGuard(self).middleware], client_max_size=30 * 1024 * 1024)
        app.add_routes(PageApi(self).routes())
        site = web.TCPSite(await self._runner(app), "127.0.0.1", self._wanted_port)
        try:
            await site.start()
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise PortTaken(self._wanted_port) from error
            raise
        self.port = _port_of(site)

    async def _open_api(self) -> None:
        runner = await self._runner(self._api())
        if not self.tcp:
            self.socket = self._socket_path()
            await web.UnixSite(runner, str(self.socket)).start()
            self.socket.chmod(0o600)
            return
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.api_address = f"http://127.0.0.1:{_port_of(site)}"
        self.core.gateway.address = self.api_address.replace("http", "ws")
        self.world.cdn = self.api_address

    async def _runner(self, app: web.Application) -> web.AppRunner:
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        self._runners.append(runner)
        return runner

    def _socket_path(self) -> Path:
        path = self.folder.absolute() / "discord.sock"
        if len(bytes(path)) > SOCKET_PATH_BYTES:
            self._short_folder = tempfile.TemporaryDirectory(prefix="labirynt-")
            path = Path(self._short_folder.name) / "discord.sock"
        if _is_alive(path):
            raise FolderTaken(self.folder)
        path.unlink(missing_ok=True)
        return path

    def _api(self) -> web.Application:
        app = web.Application(middlewares=[Doorkeeper(self.core).middleware], client_max_size=64 * 1024 * 1024)
        for chapter in (Accounts, Commands, Channels, Threads, Answers):
            app.add_routes(chapter(self.core).routes())
        app.add_routes(
            [web.get("/", self.core.gateway.handle), web.get("/attachments/{c}/{id}/{name}", self._attachment)]
        )
        app.add_routes([web.route("*", API + "/{rest:.*}", unknown_route)])
        return app

    async def _attachment(self, request: Request) -> Response:
        about = self.world.files.get(request.match_info["id"])
        if about is None or about["filename"] != request.match_info["name"]:
            raise web.HTTPNotFound
        return Response(body=self.world.store.file(about["id"]), content_type=about["content_type"].split(";")[0])

    # -- the bot's side ---------------------------------------------------------

    @contextlib.contextmanager
    def guest(self, bot: Guest) -> Iterator[None]:
        """Register a bot in this process, so that `Hands.settled` asks it instead of waiting for a pause."""
        self.hands.stillness.guests.append(bot)
        try:
            yield
        finally:
            self.hands.stillness.guests.remove(bot)

    def connector(self) -> aiohttp.BaseConnector:
        """Return a connector for `discord.Client(connector=…)` in this process."""
        if not self.socket:
            return aiohttp.TCPConnector(limit=0)
        return aiohttp.UnixConnector(path=str(self.socket), limit=0)

    async def permit(self, channel: str, **rights: bool) -> None:
        """Switch any of the bot's rights in one channel on or off, as a guild's admin would."""
        place, own = self.world.channel(channel), self.world.bot["id"]
        before = next((o for o in place["permission_overwrites"] if o["id"] == own), {"allow": "0", "deny": "0"})
        granted, denied = int(before["allow"]), int(before["deny"])
        for name, allowed in rights.items():
            bit = wire.bits(name)
            granted = granted | bit if allowed else granted & ~bit
            denied = denied & ~bit if allowed else denied | bit
        granted &= ~(wire.BOT | wire.PEOPLE)
        others = [o for o in place["permission_overwrites"] if o["id"] != own]
        overwrite: JSON = {"id": own, "type": 1, "allow": str(granted), "deny": str(denied)}
        place["permission_overwrites"] = [*others, overwrite] if granted or denied else others
        self.world.keep_channel(place)
        await self.core.announce_channel("CHANNEL_UPDATE", place)

    async def permit_everywhere(self, guild: str, **rights: bool) -> None:
        """Switch rights on or off in a whole guild, in @everyone and the bot's role; the owner keeps all rights."""
        place = self.world.guild(guild)
        taken = place.get("_taken", 0)
        for name, allowed in rights.items():
            taken = taken & ~wire.bits(name) if allowed else taken | wire.bits(name)
        place["_taken"] = taken
        self.world.store.save("guild", place["id"], place)
        for role in wire.roles(place, self.world.bot)[:2]:
            await self.core.gateway.dispatch("GUILD_ROLE_UPDATE", {"guild_id": place["id"], "role": role})

    async def remove_message(self, message: Message | str) -> None:
        """Delete a message of any author, as a moderator would."""
        posted = self.world.message(message if isinstance(message, str) else message.id)
        self.world.drop_message(posted)
        await self.core.announce("MESSAGE_DELETE", posted)

    async def add_channel(self, name: str, *, guild: str | None = None) -> JSON:
        """Add a channel to a guild (by default the first one) and tell the bot about it."""
        channel = self.world.add_channel(name, guild=guild)
        await self.core.announce_channel("CHANNEL_CREATE", channel)
        return channel

    async def remove_channel(self, name: str) -> None:
        """Delete a channel with its threads, or one thread, as a guild's admin would."""
        place = self.world.channel(name)
        threads = [known for known in self.world.channels.values() if known.get("parent_id") == place["id"]]
        for gone in (place, *threads):
            self.world.drop_channel(gone["id"])
        kind = "THREAD_DELETE" if place["type"] in wire.THREADS else "CHANNEL_DELETE"
        await self.core.announce_channel(kind, place)

    async def throw_out(self, guild: str, *, back: bool = False) -> None:
        """Remove the bot from a guild; ``back``: invite it again."""
        place = self.world.guild(guild)
        place["_without_bot"] = not back
        self.world.store.save("guild", place["id"], place)
        await self.core.gateway.tell_of_guild(place)

    def add_person(self, name: str, *, locale: str = "pl", guild: str | None = None) -> JSON:
        """Add a person to a guild (by default the first one) and return the user object."""
        who = self.world.add_person(name, locale=locale, guild=guild)
        self.core.feed.publish("people", {})
        return who


def _is_alive(path: Path) -> bool:
    """Whether a process listens at this socket; a killed process leaves the file behind."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(str(path))
        except OSError:
            return False
    return True


def _port_of(site: web.TCPSite) -> int:
    server = site._server
    assert isinstance(server, asyncio.Server)
    return int(server.sockets[0].getsockname()[1])


def point_discord_at(api_address: str) -> None:
    """Set discord.py's three class attributes to this address; call it before making a client, without Unix sockets."""
    import yarl
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    Route.BASE = f"{api_address}{API}"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(api_address.replace("http", "ws", 1))
    Asset.BASE = api_address
