"""The gateway: HELLO, IDENTIFY, HEARTBEAT, RESUME, and events filtered by intent and shard (docs: events/gateway)."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from aiohttp import WSMsgType
from aiohttp.web import Request, Response, StreamResponse, WebSocketResponse

from bot.playground import wire
from bot.playground.discord_rules import DiscordRules
from bot.playground.wire import JSON, ApiError, copy, parse_object
from bot.playground.world import World


@dataclass(eq=False)
class Viewer:
    """One open page and the person whose view it shows."""

    user_id: str
    news: asyncio.Queue[JSON] = field(default_factory=asyncio.Queue)


class Feed:
    """The open pages."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()

    def publish(self, event: str, data: JSON, visible_to: Callable[[str], bool] = lambda _: True) -> None:
        """Queue the event for every open page whose person may see it; `visible_to` takes the person's user id."""
        for viewer in self.viewers:
            if visible_to(viewer.user_id):
                viewer.news.put_nowait({"event": event, "data": data})


DAY = 86_400.0


@dataclass
class Logins:
    """The login limits: one identify per slot within some seconds, and a daily maximum; a RESUME does not count.

    A shard's slot is its number modulo ``max_concurrency``. ``shards``: the number of shards that Discord recommends.
    """

    enforced: bool = False
    shards: int = 1
    max_concurrency: int = 1
    between: float = 5.0
    a_day: int = 1000
    used: list[float] = field(default_factory=list)
    refused: int = 0
    _last: dict[int, float] = field(default_factory=dict)

    def admit(self, shard: int) -> bool:
        """Whether this shard may identify now; an allowed login is counted."""
        now, slot = monotonic(), shard % self.max_concurrency
        if self.enforced and (now - self._last.get(slot, -DAY) < self.between or not self.remaining):
            self.refused += 1
            return False
        self._last[slot] = now
        self.used.append(now)
        return True

    @property
    def remaining(self) -> int:
        """The number of logins left for today."""
        return max(0, self.a_day - sum(at > monotonic() - DAY for at in self.used))

    def limit(self) -> JSON:
        """Return the limits in the form of `GET /gateway/bot`."""
        began = min((at for at in self.used if at > monotonic() - DAY), default=monotonic())
        reset = round((began + DAY - monotonic()) * 1000)
        return {
            "total": self.a_day,
            "remaining": self.remaining,
            "reset_after": reset,
            "max_concurrency": self.max_concurrency,
        }


ACROSS = 0.05
"""The delay of an answer in seconds; in one process it would arrive before discord.py has noted its request."""
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
MISSED = 1.5
DECODE_ERROR, AUTHENTICATION_FAILED, TIMED_OUT, INVALID_SHARD, DISALLOWED_INTENTS = 4002, 4004, 4009, 4010, 4014
GUILD_MEMBERS, PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
# Which intent an event needs, in a guild and in a DM; what is not here comes to everyone.
INTENTS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"), (GUILD_MESSAGES, DIRECT_MESSAGES)),
    **dict.fromkeys(("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"), (GUILDS, 0)),
    **dict.fromkeys(("THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"), (GUILDS, 0)),
    "GUILD_ROLE_UPDATE": (GUILDS, 0),
    "CHANNEL_PINS_UPDATE": (GUILDS, DIRECT_MESSAGES),
}
REMEMBERED_EVENTS = 500
REMEMBERED_SESSIONS = 8


@dataclass
class Session:
    """One client's session; it survives a lost connection, so that the client can RESUME."""

    id: str
    intents: int
    shard: tuple[int, int]
    line: WebSocketResponse | None
    sequence: int = 0
    sent: deque[JSON] = field(default_factory=lambda: deque(maxlen=REMEMBERED_EVENTS))

    @property
    def connected(self) -> bool:
        """Whether the client is connected now."""
        return self.line is not None and not self.line.closed

    def wants(self, event: str, guild_id: str | None) -> bool:
        """Whether this session gets the event, by its intents and its shard (docs: events/gateway#sharding)."""
        in_guild, in_dm = INTENTS.get(event, (0, 0))
        needed = in_guild if guild_id else in_dm
        mine = (int(guild_id or 0) >> 22) % self.shard[1] == self.shard[0]
        return mine and self.intents & needed == needed


class Gateway:
    """The sessions of the bot; several processes may be connected at once."""

    def __init__(self, world: World, token: str, on_change: Callable[[], None], rules: DiscordRules) -> None:
        self.world, self.token = world, token
        self.address = "wss://gateway.discord.gg"
        self.sessions: dict[str, Session] = {}
        self.identified: list[JSON] = []
        self._lines: set[WebSocketResponse] = set()
        self._on_change, self._rules = on_change, rules
        self._refusals: list[int] = []
        self._came = asyncio.Event()
        self.logins = Logins()
        self.heartbeat = 41.25
        """The seconds between two heartbeats of a client; after one and a half of them its connection is closed."""

    @property
    def connected(self) -> bool:
        """Whether any client of the bot is connected."""
        return any(session.connected for session in self.sessions.values())

    def is_behind(self, session_id: str, heard: int) -> bool:
        """Whether this connected session has events still to come; ``heard``: the number of the last event received."""
        session = self.sessions.get(session_id)
        return session is not None and session.connected and session.sequence != heard

    async def wait_connected(self) -> None:
        """Wait until a client has identified or resumed its session."""
        while not self.connected:
            self._came.clear()
            await self._came.wait()

    async def handle(self, request: Request) -> StreamResponse:
        """Serve one client over its websocket until the connection closes (docs: events/gateway#connections)."""
        line = WebSocketResponse(max_msg_size=0)
        every = round(self.heartbeat * 1000)
        try:
            await line.prepare(request)
        except ConnectionError:  # a client may be gone before it is greeted
            return Response()
        self._lines.add(line)
        with suppress(ConnectionError):
            await line.send_json({"op": HELLO, "d": {"heartbeat_interval": every}, "s": None, "t": None})
            await self._converse(line)
        self._lines.discard(line)
        return line

    async def _converse(self, line: WebSocketResponse) -> None:
        session: Session | None = None
        try:
            async with asyncio.timeout(MISSED * self.heartbeat) as patience:
                async for frame in line:
                    if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                        break
                    try:
                        packet = parse_object(frame.data)
                    except ApiError:
                        await line.close(code=DECODE_ERROR)
                        break
                    if packet.get("op") == HEARTBEAT:
                        patience.reschedule(asyncio.get_running_loop().time() + MISSED * self.heartbeat)
                    session = await self._receive(line, packet, session)
        except TimeoutError:
            await self._hang_up(line, session)
        finally:
            self._leave(line, session)

    async def _hang_up(self, line: WebSocketResponse, session: Session | None) -> None:
        if session and session.line is line:
            session.line = None
        await line.close(code=TIMED_OUT)

    def _leave(self, line: WebSocketResponse, session: Session | None) -> None:
        if session and session.line is line:
            session.line = None
            if line.close_code in (1000, 1001):  # said good-bye: nothing to resume
                self.sessions.pop(session.id, None)
        self._on_change()

    async def _receive(self, line: WebSocketResponse, packet: JSON, session: Session | None) -> Session | None:
        operation, data = packet.get("op"), packet.get("d")
        if operation == HEARTBEAT:
            await asyncio.sleep(ACROSS)
            await line.send_json({"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None})
        elif operation == IDENTIFY and isinstance(data, dict):
            return await self._identify(line, data)
        elif operation == RESUME and isinstance(data, dict):
            return await self._resume(line, data)
        return session

    async def _identify(self, line: WebSocketResponse, data: JSON) -> Session | None:
        number, count = data.get("shard") or (0, 1)
        code = self._refusal(data, number, count)
        if code:
            await line.close(code=code)
            return None
        if not self.logins.admit(number):
            await line.send_json({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        self.identified.append({key: value for key, value in data.items() if key != "token"})
        session = Session(secrets.token_hex(16), data["intents"], (number, count), line)
        self._remember(session)
        await self._welcome(session)
        self._came.set()
        self._on_change()
        return session

    def refuse(self, *codes: int) -> None:
        """Close the next connections that identify, one with each of these codes."""
        self._refusals += codes

    def _refusal(self, data: JSON, number: int, count: int) -> int:
        if self._refusals:
            return self._refusals.pop(0)
        if data.get("token", "").removeprefix("Bot ") != self.token:
            return AUTHENTICATION_FAILED
        if not 0 <= number < count:
            return INVALID_SHARD
        # Privileged intents have to be granted in the portal first; the bot is meant to live without.
        return DISALLOWED_INTENTS if data.get("intents", 0) & PRIVILEGED else 0

    def _remember(self, session: Session) -> None:
        self.sessions[session.id] = session
        gone = [known for known in self.sessions.values() if not known.connected]
        for old in gone[: max(0, len(gone) - REMEMBERED_SESSIONS)]:
            del self.sessions[old.id]

    async def _welcome(self, session: Session) -> None:
        known = [guild for guild in self.world.guilds.values() if self.world.bot_is_in(guild["id"])]
        guilds = [guild for guild in known if session.wants("GUILD_CREATE", guild["id"])]
        await self._send(session, "READY", self._ready(session, guilds))
        for guild in guilds:
            await self._send(session, "GUILD_CREATE", self._guild_create(guild))

    def _ready(self, session: Session, guilds: list[JSON]) -> JSON:
        bot = {**self.world.bot, "verified": True, "mfa_enabled": False, "email": None}
        return {
            "v": 10, "user": bot, "session_id": session.id, "shard": list(session.shard),
            "resume_gateway_url": self.address, "application": {"id": self.world.bot["id"], "flags": 0},
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "private_channels": [], "relationships": [],
        }  # fmt: skip

    def _guild_create(self, guild: JSON) -> JSON:
        channels = channels_of(self.world, guild["id"])
        people = list(self.world.people_in(guild["id"]))
        members = [self.world.member(guild["id"], who["id"]) for who in [self.world.bot, *people]]
        return {
            **wire.guild(guild, self.world.bot), "members": members, "member_count": len(members),
            "channels": [c for c in channels if c["type"] not in wire.THREADS],
            "threads": [c for c in channels if c["type"] in wire.THREADS and not c["thread_metadata"]["archived"]],
            "joined_at": members[0]["joined_at"], "large": False, "unavailable": False, "presences": [],
            "voice_states": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
        }  # fmt: skip

    async def _resume(self, line: WebSocketResponse, data: JSON) -> Session | None:
        session = self.sessions.get(data.get("session_id", ""))
        if not session or data.get("token", "").removeprefix("Bot ") != self.token:
            await line.send_json({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        session.line = line
        for missed in [packet for packet in session.sent if packet["s"] > data["seq"]]:
            await line.send_json(missed)
        await self._send(session, "RESUMED", {})
        self._came.set()
        self._on_change()
        return session

    async def _send(self, session: Session, event: str, data: JSON) -> None:
        session.sequence += 1
        packet = {"op": DISPATCH, "t": event, "s": session.sequence, "d": copy(data)}
        session.sent.append(packet)
        if session.line is not None and not session.line.closed:
            try:
                await session.line.send_json(packet)
            except ConnectionError:  # the client has just gone; RESUME brings the event after it
                session.line = None

    async def dispatch(self, event: str, data: JSON) -> None:
        """Send an event to every session that wants it."""
        if "guild_id" not in data or self.world.bot_is_in(data["guild_id"]):
            await self._rules.deliver(event, data, self._tell_all)

    async def _tell_all(self, event: str, data: JSON) -> None:
        for session in list(self.sessions.values()):
            if session.wants(event, data.get("guild_id")):
                await self._send(session, event, data)

    async def tell_of_guild(self, guild: JSON) -> None:
        """Tell the bot that it was removed from a guild or is in it again."""
        there = self.world.bot_is_in(guild["id"])
        for session in list(self.sessions.values()):
            if session.wants("GUILD_CREATE", guild["id"]):
                data = self._guild_create(guild) if there else {"id": guild["id"]}
                await self._send(session, "GUILD_CREATE" if there else "GUILD_DELETE", data)

    async def ask_to_reconnect(self) -> None:
        """Send opcode 7: the client must reconnect and RESUME."""
        await self._say({"op": RECONNECT, "d": None, "s": None, "t": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Send opcode 9: the session is invalid, for ever or (``resumable``) until a RESUME."""
        if not resumable:
            self.sessions.clear()
        await self._say({"op": INVALID_SESSION, "d": resumable, "s": None, "t": None})

    async def _say(self, packet: JSON) -> None:
        for line in [line for line in self._lines if line.prepared and not line.closed]:
            await line.send_json(packet)

    async def cut(self, code: int = 4000) -> None:
        """Close every connection, as Discord does from time to time."""
        for session in self.sessions.values():
            session.line = None  # the client will echo our closing: that is not its good-bye
        for line in list(self._lines):
            if line.prepared:
                await line.close(code=code)


def shown(channel: JSON) -> JSON:
    """Return a channel as Discord sends it, without the playground's private fields."""
    return {key: value for key, value in channel.items() if not key.startswith("_")}


def channels_of(world: World, guild_id: str) -> list[JSON]:
    """Return all channels and threads of a guild as Discord sends them."""
    return [shown(channel) for channel in world.channels.values() if channel.get("guild_id") == guild_id]
