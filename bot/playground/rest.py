"""REST v10: authentication, the record of requests, and the form of refusals."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any, cast

from aiohttp import BodyPartReader, web
from aiohttp.web import Request, Response, StreamResponse

from bot.playground import wire
from bot.playground.core import Core, Recorded
from bot.playground.discord_rules import Files
from bot.playground.gateway import channels_of, shown
from bot.playground.messages import content_type_of

API = "/api/v10"
BY_TOKEN = ("/interactions/", "/webhooks/")
"""Paths that carry their own token (docs: interactions/receiving-and-responding)."""
BODY: web.RequestKey[Any] = web.RequestKey("body", object)
FILES: web.RequestKey[Files] = web.RequestKey("files", dict)
Handler = Callable[[Request], Awaitable[StreamResponse]]


def route_of(request: Request) -> str:
    """Return the route as in Discord's OpenAPI document, such as /channels/{channel_id}/messages."""
    resource = request.match_info.route.resource
    return resource.canonical.removeprefix(API) if resource else request.path.removeprefix(API)


async def read_body(request: Request) -> tuple[Any, Files]:
    """Return the JSON body and the uploaded files; the request keeps them for the record."""
    if BODY not in request:
        request[BODY], request[FILES] = await _read_body(request)
    body, files = request[BODY], request[FILES]
    return json.loads(json.dumps(body)), files


async def read_object(request: Request) -> tuple[wire.JSON, Files]:
    """Return the JSON body and the uploaded files; raises `ApiError` 50109 unless the body is an object."""
    body, files = await read_body(request)
    if not isinstance(body, dict):
        raise wire.invalid_json()
    return body, files


async def _read_body(request: Request) -> tuple[Any, Files]:
    if request.content_type.startswith("multipart/"):
        try:
            return await _read_parts(request)
        except ValueError as error:  # no boundary
            raise wire.invalid_json() from error
    return wire.parse_json(await request.read() or b"{}"), {}


async def _read_parts(request: Request) -> tuple[wire.JSON, Files]:
    body: wire.JSON = {}
    files: Files = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise wire.invalid_json()
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = wire.parse_json(content)
        else:
            name = part.filename or "file"
            number = (part.name or "files[0]").removeprefix("files[").removesuffix("]")
            files[number] = (name, content, content_type_of(name, part.headers.get("Content-Type")))
    return body, files


class Doorkeeper:
    """The middleware around every REST call of the bot."""

    def __init__(self, core: Core) -> None:
        self.core = core

    @property
    def middleware(self) -> Any:
        """Return the aiohttp middleware."""

        @web.middleware
        async def guard(request: Request, handler: Handler) -> StreamResponse:
            return await self._guard(request, handler)

        return guard

    async def _guard(self, request: Request, handler: Handler) -> StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        self.core.activity.in_flight += 1
        try:
            return await self._answer(request, handler)
        except ConnectionResetError:  # the bot was killed in the middle of its call: nobody waits for an answer
            return Response(status=400)
        finally:
            self.core.activity.in_flight -= 1
            self.core.activity.last = monotonic()
            if request.method != "GET" and not route_of(request).startswith("/interactions/"):
                self.core.activity.wrote = self.core.activity.last

    async def _answer(self, request: Request, handler: Handler) -> StreamResponse:
        try:
            token = request.match_info.get("webhook_token", "")
            await self.core.rules.before_request(request, self.core.interactions.get(token))
        except wire.ApiError as refusal:
            with suppress(wire.ApiError):
                await read_body(request)  # for the record
            response = wire.reply(refusal.body(), refusal.status, refusal.headers())
        else:
            response = await self._work(request, handler)
        self._record(request, response)
        await self.core.rules.after_response(request, response)
        return response

    async def _work(self, request: Request, handler: Handler) -> Response:
        try:
            self._check_token(request)
            return cast("web.Response", await handler(request))
        except wire.ApiError as refusal:
            return wire.reply(refusal.body(), refusal.status, refusal.headers())
        except web.HTTPException as refusal:
            return wire.reply({"message": f"{refusal.status}: {refusal.reason}", "code": 0}, refusal.status)

    def _check_token(self, request: Request) -> None:
        open_to_all = route_of(request).startswith(BY_TOKEN)
        if not open_to_all and request.headers.get("Authorization") != f"Bot {self.core.token}":
            raise wire.unauthorized()

    def _record(self, request: Request, response: Response) -> None:
        files = [name for name, _, _ in request.get(FILES, {}).values()]
        body = response.body if isinstance(response.body, bytes) else b""
        record = Recorded(request.method, route_of(request), request.path.removeprefix(API))
        record.body, record.files, record.status = request.get(BODY), files, response.status
        record.reply = json.loads(body) if body else None
        self.core.requests.append(record)


async def unknown_route(request: Request) -> StreamResponse:
    """Refuse a path without endpoint with 404."""
    raise wire.not_found()


class Accounts:
    """The endpoints for the bot's own account and its guilds."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Return every endpoint of this class with its method and path."""
        return [
            web.get(f"{API}/users/@me", self.me),
            web.get(f"{API}/users/{{user_id}}", self.user),
            web.post(f"{API}/users/@me/channels", self.open_dm),
            web.get(f"{API}/oauth2/applications/@me", self.application),
            web.get(f"{API}/applications/@me", self.application),
            web.get(f"{API}/gateway", self.gateway),
            web.get(f"{API}/gateway/bot", self.gateway),
            web.get(f"{API}/users/@me/guilds", self.guilds),
            web.get(f"{API}/guilds/{{guild_id}}", self.guild),
            web.get(f"{API}/guilds/{{guild_id}}/channels", self.guild_channels),
            web.get(f"{API}/guilds/{{guild_id}}/roles", self.roles),
            web.get(f"{API}/guilds/{{guild_id}}/threads/active", self.active_threads),
            web.get(f"{API}/guilds/{{guild_id}}/members/{{user_id}}", self.member),
        ]

    async def me(self, request: Request) -> Response:
        """Return the bot's own user (docs: resources/user#get-current-user)."""
        return wire.reply({**self.world.bot, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None})

    async def user(self, request: Request) -> Response:
        """Return a user by id (docs: resources/user#get-user)."""
        return wire.reply(self.world.user(request.match_info["user_id"]))

    async def open_dm(self, request: Request) -> Response:
        """Return the bot's DM with a person, and create it if necessary (docs: resources/user#create-dm)."""
        body, _ = await read_object(request)
        return wire.reply(shown(self.world.direct_channel(str(body.get("recipient_id")))))

    async def application(self, request: Request) -> Response:
        """Return the bot's application (docs: resources/application#get-current-application)."""
        owner = next(iter(self.world.people.values()))["user"]
        return wire.reply(wire.application(self.world.bot, owner))

    async def gateway(self, request: Request) -> Response:
        """Return the gateway's address and the login limits (docs: events/gateway#get-gateway-bot)."""
        gateway = self.core.gateway
        told = {"shards": gateway.logins.shards, "session_start_limit": gateway.logins.limit()}
        return wire.reply({"url": gateway.address, **told})

    async def guilds(self, request: Request) -> Response:
        """Return the guilds of the world in short form (docs: resources/user#get-current-user-guilds)."""
        known = [wire.guild(guild, self.world.bot) for guild in self.world.guilds.values()]
        return wire.reply([{**guild, "owner": False, "permissions": "0"} for guild in known])

    def _guild(self, request: Request) -> wire.JSON:
        guild_id = request.match_info["guild_id"]
        if guild_id not in self.world.guilds:
            raise wire.missing_access()  # of guilds it is not in the bot learns no more
        return self.world.guilds[guild_id]

    async def guild(self, request: Request) -> Response:
        """Return a guild with its roles (docs: resources/guild#get-guild)."""
        return wire.reply(wire.guild(self._guild(request), self.world.bot))

    async def guild_channels(self, request: Request) -> Response:
        """Return a guild's channels without its threads (docs: resources/guild#get-guild-channels)."""
        channels = channels_of(self.world, self._guild(request)["id"])
        return wire.reply([channel for channel in channels if channel["type"] not in wire.THREADS])

    async def roles(self, request: Request) -> Response:
        """Return a guild's roles (docs: resources/guild#get-guild-roles)."""
        return wire.reply(wire.roles(self._guild(request), self.world.bot))

    async def active_threads(self, request: Request) -> Response:
        """Return a guild's threads that are not archived (docs: resources/guild#list-active-guild-threads)."""
        channels = channels_of(self.world, self._guild(request)["id"])
        threads = [c for c in channels if c["type"] in wire.THREADS and not c["thread_metadata"]["archived"]]
        return wire.reply({"threads": threads, "members": [], "has_more": False})

    async def member(self, request: Request) -> Response:
        """Return one member of a guild (docs: resources/guild#get-guild-member)."""
        guild_id, user_id = self._guild(request)["id"], request.match_info["user_id"]
        try:
            user = self.world.user(user_id)
        except wire.ApiError:
            raise wire.unknown_member() from None
        if user is not self.world.bot and guild_id not in self.world.people[user_id]["guilds"]:
            raise wire.unknown_member()
        return wire.reply(self.world.member(guild_id, user_id))
