"""The page's HTTP API: the actions of `Hands` as JSON, live events by websocket, and the page's files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from aiohttp import BodyPartReader, ClientConnectionResetError, web
from aiohttp.web import Request, Response, StreamResponse, WebSocketResponse

from bot.playground import wire
from bot.playground.core import Core
from bot.playground.gateway import Viewer
from bot.playground.gateway import shown as told
from bot.playground.hands import Hands
from bot.playground.rest import Handler
from bot.playground.seen import Refused, Unknown
from bot.playground.typed_commands import keep_upload
from bot.playground.wire import JSON, MAX_DEPTH, ApiError, parse_object, reply
from bot.playground.world import World


class HasPort(Protocol):
    """The part of the playground that the guard needs: the page's port, which is known only once it is open."""

    port: int


class PageGuard:
    """Checks Host against DNS rebinding and Origin against other sites, and sets strict security headers."""

    def __init__(self, playground: HasPort) -> None:
        self.playground = playground

    def hosts(self) -> list[str]:
        """Return the Host headers that are allowed: those of a browser on this machine."""
        return [f"{name}:{self.playground.port}" for name in ("127.0.0.1", "localhost")]

    @property
    def middleware(self) -> Any:
        """Return the aiohttp middleware, which refuses strangers with 403 and adds strict headers to every answer."""

        @web.middleware
        async def guard(request: Request, handler: Handler) -> StreamResponse:
            if not self.is_ours(request):
                return self._dressed(Response(status=403, text="This page talks only to itself."))
            try:
                return self._dressed(await handler(request))
            except web.HTTPException as error:
                return self._dressed(Response(status=error.status, text=error.reason))

        return guard

    def is_ours(self, request: Request) -> bool:
        """Whether the request comes from the page or a local script.

        Browsers send Origin with every harmful request, so a request without it is not from another site.
        """
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in self.hosts():
            return False
        if origin is not None and origin not in [f"http://{host}" for host in self.hosts()]:
            return False
        return request.headers.get("Sec-Fetch-Site") in (None, "same-origin", "none")

    def _dressed(self, response: StreamResponse) -> StreamResponse:
        if not response.prepared:
            response.headers.setdefault("Content-Security-Policy", self._policy())
            response.headers.update(HEADERS)
        return response

    def _policy(self) -> str:
        lines = " ".join(f"ws://{host}" for host in self.hosts())
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
            f"connect-src 'self' {lines}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


PAGE = Path(__file__).with_name("page")
CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".gz": "application/gzip",
}
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
FIRST_LINE = 5.0
"""A command waits this number of seconds for a bot that has never connected."""
LONGEST_NUMBER = 9
Verb = Callable[[JSON], Awaitable[Any]]


class Served(Protocol):
    """The part of the playground that the page needs: its core, people's actions, and a guild admin's actions."""

    core: Core
    hands: Hands

    def add_person(self, name: str, *, locale: str = "pl", guild: str | None = None) -> JSON:
        """Add a person to a guild (by default the first one) and return the user object."""

    async def add_channel(self, name: str, *, guild: str | None = None) -> JSON:
        """Add a channel to a guild (by default the first one) and tell the bot about it."""

    async def permit(self, channel: str, **rights: bool) -> None:
        """Switch the bot's rights in one channel on or off."""


class PageApi:
    """The endpoints of the page; the package's docstring lists them."""

    def __init__(self, playground: Served) -> None:
        self.playground = playground
        self.hands, self.core, self._world = playground.hands, playground.core, playground.core.world

    def routes(self) -> list[web.RouteDef]:
        """Return every endpoint with its method and path."""
        verbs = {
            "slash": self.slash, "complete": self.complete, "press": self.press, "select": self.select,
            "submit": self.submit, "menu": self.menu, "say": self.say, "dismiss": self.dismiss,
            "follow": self.follow, "settled": self.settled, "people": self.people, "channels": self.channels,
            "permissions": self.permissions,
        }  # fmt: skip
        return [
            web.get("/", self.page),
            web.get("/page/{name}", self.page),
            web.get("/attachments/{channel}/{id}/{name}", self.attachment),
            web.get("/api/live", self.live),
            web.get("/api/world", self.world),
            web.get("/api/messages", self.messages),
            web.get("/api/commands", self.commands),
            web.get("/api/requests", self.requests),
            web.post("/api/upload", self.upload),
            *[web.post(f"/api/{name}", _endpoint_for_verb(verb)) for name, verb in verbs.items()],
        ]

    # -- verbs ---------------------------------------------------------------

    async def _line(self) -> None:
        """Wait a short time for a bot that has never connected, because the page may be open earlier."""
        if not self.core.gateway.sessions:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.core.gateway.wait_connected(), FIRST_LINE)

    async def slash(self, body: JSON) -> JSON:
        """Send a slash command; see `Hands.slash`."""
        await self._line()
        return (await self.hands.slash(*_typed(body))).to_json()

    async def complete(self, body: JSON) -> JSON:
        """Return the bot's suggestions for an option; see `Hands.complete`."""
        choices = await self.hands.complete(*_typed(body), focused=body["focused"])
        return {"choices": [asdict(choice) for choice in choices]}

    async def press(self, body: JSON) -> JSON:
        """Press a button; see `Hands.press`."""
        return (await self.hands.press(body["user"], body["message"], body["custom_id"])).to_json()

    async def select(self, body: JSON) -> JSON:
        """Choose values of a select menu; see `Hands.select`."""
        said = (body["user"], body["message"], body["custom_id"], body["values"])
        return (await self.hands.select(*said)).to_json()

    async def submit(self, body: JSON) -> JSON:
        """Submit a modal; see `Hands.submit`."""
        return (await self.hands.submit(body["user"], body["modal"], body["values"])).to_json()

    async def menu(self, body: JSON) -> JSON:
        """Use a context-menu command; see `Hands.menu`."""
        said = (body["user"], body["channel"], body["command"], body["target"])
        return (await self.hands.menu(*said)).to_json()

    async def say(self, body: JSON) -> JSON:
        """Post an ordinary message; see `Hands.say`."""
        return (await self.hands.say(body["user"], body["channel"], body["text"])).data

    async def dismiss(self, body: JSON) -> JSON:
        """Hide an ephemeral message; see `Hands.dismiss`."""
        await self.hands.dismiss(body["user"], body["message"])
        return {}

    async def follow(self, body: JSON) -> JSON:
        """Return the final state of an earlier outcome; see `Hands.follow`."""
        return (await self.hands.follow(body["interaction"])).to_json()

    async def settled(self, body: JSON) -> JSON:
        """Wait until the bot is idle; see `Hands.settled`."""
        await self.hands.settled(float(body.get("quiet", 0.05)), float(body.get("timeout", 10.0)))
        return {}

    async def people(self, body: JSON) -> JSON:
        """Add a person with a name of 2 to 32 characters; by default Polish-speaking and in the first guild."""
        name = " ".join(str(body["name"]).split())
        if not 2 <= len(name) <= 32:
            raise Refused("A name has 2 to 32 characters.")
        return self.playground.add_person(name, locale=body.get("locale", "pl"), guild=body.get("guild"))

    async def channels(self, body: JSON) -> JSON:
        """Add a channel; as on Discord, its name becomes lower case, with dashes for spaces."""
        name = "-".join(str(body["name"]).lower().split()).lstrip("#")
        if not 1 <= len(name) <= 100:
            raise Refused("A channel's name has 1 to 100 characters.")
        return await self.playground.add_channel(name, guild=body.get("guild"))

    async def permissions(self, body: JSON) -> JSON:
        """Switch rights of the bot in one channel on or off; the names are those of `wire.BITS`."""
        rights = {key: bool(value) for key, value in body.items() if key != "channel"}
        if unknown := set(rights) - set(wire.BITS):
            raise Refused(f"There is no right {', '.join(sorted(unknown))}.")
        await self.playground.permit(body["channel"], **rights)
        return {}

    # -- looking ----------------------------------------------------------------

    async def world(self, request: Request) -> Response:
        """Return all that a person can see of the world; by default the first person of this ``language``."""
        world = self._world
        me, language = request.query.get("user"), request.query.get("language", "")
        person = _look_up_or_404(lambda: world.person(me)) if me else _first_speaker(world, language)
        who = person["user"]["id"]
        world.direct_channel(who)
        channels = [channel for channel in world.channels.values() if world.can_see(who, channel)]
        return reply({
            "me": who,
            "people": [_person(known) for known in world.people.values()],
            "bot": {"id": world.bot["id"], "name": world.bot["username"], "connected": self.core.gateway.connected},
            "guilds": [_guild(guild, world.bot) for key, guild in world.guilds.items() if key in person["guilds"]],
            "all_guilds": [{"id": guild["id"], "name": guild["name"]} for guild in world.guilds.values()],
            "channels": [self._channel(channel) for channel in channels],
        })  # fmt: skip

    def _channel(self, channel: JSON) -> JSON:
        rights = self._world.rights(self._world.bot["id"], channel)
        may = {name: wire.may(rights, name) for name in ("view_channel", "send_messages", "attach_files")}
        return {**told(channel), "bot_may": may}

    async def messages(self, request: Request) -> Response:
        """Return what a person sees in a channel, oldest first; with a limit the newest, and whether there are more."""
        query = request.query
        seen = _look_up_or_404(lambda: self.hands.messages(query["channel"], query["user"]))
        wanted = query.get("limit", "")
        limit = int(wanted) if wanted.isdecimal() and len(wanted) <= LONGEST_NUMBER else len(seen)
        shown = seen[-limit:] if limit else []
        return reply({"messages": [message.data for message in shown], "more": len(seen) > limit})

    async def commands(self, request: Request) -> Response:
        """Return the commands that a person may use in a channel."""
        query = request.query
        return reply({"commands": _look_up_or_404(lambda: self.hands.commands(query["user"], query["channel"]))})

    async def requests(self, request: Request) -> Response:
        """Return the bot's recorded REST calls, oldest first."""
        return reply({"requests": [asdict(record) for record in self.core.requests]})

    # -- files -------------------------------------------------------------------

    async def page(self, request: Request) -> StreamResponse:
        """Return the page or one of its files; 404 for any other name."""
        name = request.match_info.get("name", "index.html")
        known = {path.name: path for path in PAGE.iterdir() if path.suffix in CONTENT_TYPES}
        if name not in known:
            raise web.HTTPNotFound
        kind = CONTENT_TYPES[known[name].suffix]
        return Response(body=known[name].read_bytes(), headers={"Content-Type": kind})

    async def attachment(self, request: Request) -> Response:
        """Return an uploaded file; only pictures are displayed, other files are sent as downloads."""
        about = self._world.files.get(request.match_info["id"])
        if about is None:
            raise web.HTTPNotFound
        kind = about["content_type"].split(";")[0]
        headers = {"Content-Type": kind, "Content-Security-Policy": "default-src 'none'; sandbox"}
        if kind not in PICTURES:  # whatever it is, no browser shall run it here
            headers |= {"Content-Type": "application/octet-stream", "Content-Disposition": "attachment"}
        return Response(body=self._world.store.file(about["id"]), headers=headers)

    async def upload(self, request: Request) -> Response:
        """Store the file of a multipart form; a file that is too large gets an error sentence."""
        if not request.content_type.startswith("multipart/"):
            raise web.HTTPBadRequest
        try:
            part = await (await request.multipart()).next()
        except ValueError as fault:  # no boundary
            raise web.HTTPBadRequest from fault
        if not isinstance(part, BodyPartReader) or part.name != "file":
            raise web.HTTPBadRequest
        try:
            return reply(keep_upload(self._world, part.filename or "file", bytes(await part.read())))
        except Refused as refusal:
            return reply(refusal.to_json(), 400)

    # -- news ----------------------------------------------------------------------

    async def live(self, request: Request) -> WebSocketResponse:
        """Serve a websocket with a person's live events; see `tell`."""
        person = _look_up_or_404(lambda: self._world.person(request.query.get("user", "")))
        line = WebSocketResponse(heartbeat=20)
        viewer = Viewer(person["user"]["id"])
        self.core.feed.viewers.add(viewer)  # before the page hears that the line is open
        try:
            await line.prepare(request)
            telling = asyncio.create_task(tell(viewer, line))
            try:
                async for _ in line:
                    pass
            finally:
                telling.cancel()
        finally:
            self.core.feed.viewers.discard(viewer)
        return line


async def tell(viewer: Viewer, line: WebSocketResponse) -> None:
    """Send the viewer's events until the connection closes, which a browser tab may do at any moment."""
    with suppress(ClientConnectionResetError):
        while not line.closed:
            news = await viewer.news.get()
            await line.send_json(news)
            if news["event"] == "closing":
                await line.close(code=1001)


def _endpoint_for_verb(verb: Verb) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        if request.content_type != "application/json":
            return reply({"error": "Send JSON, as application/json."}, 415)
        try:
            body = parse_object(await request.read())
        except ApiError:
            return reply({"error": f"Send one JSON object, nested {MAX_DEPTH} deep at most."}, 400)
        try:
            return reply(await verb(body))
        except Unknown as refusal:
            return reply(refusal.to_json(), 404)
        except ApiError as refusal:
            return reply({"error": refusal.message}, 404)
        except Refused as refusal:
            return reply(refusal.to_json(), 400)
        except TimeoutError:
            return reply({"error": "The bot is still busy."}, 504)
        except (KeyError, TypeError, ValueError) as fault:
            return reply({"error": f"This request is not understood: {fault!r}"}, 400)

    return endpoint


def _look_up_or_404(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except (ApiError, Refused, KeyError) as error:
        raise web.HTTPNotFound(reason="There is nothing of that name here.") from error


def _first_speaker(world: World, language: str) -> JSON:
    people = [*world.people.values()]
    return next((person for person in people if language and person["locale"].startswith(language)), people[0])


def _person(person: JSON) -> JSON:
    user = person["user"]
    return {"id": user["id"], "name": user["global_name"], "locale": person["locale"], "guilds": person["guilds"]}


def _guild(guild: JSON, bot: JSON) -> JSON:
    roles = [{"id": role["id"], "name": role["name"]} for role in wire.roles(guild, bot)]
    return {"id": guild["id"], "name": guild["name"], "locale": guild["locale"], "roles": roles}


def _typed(body: JSON) -> tuple[str, str, str, JSON]:
    return body["user"], body["channel"], body["command"], body.get("options") or {}
