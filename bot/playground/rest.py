"""REST v10: who may ask, what is recorded, what goes wrong on purpose, and how refusals look."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

from aiohttp import BodyPartReader, web

from bot.playground.core import Core
from bot.playground.faults import Fault
from bot.playground.limits.numbers import REQUEST_BYTES
from bot.playground.messages import Files, content_type_of
from bot.playground.rate_limits import BY_TOKEN, MAJOR, Call, RateLimited
from bot.playground.requests import Recorded
from bot.playground.wire import JSON, ApiError, invalid_json, not_found, parse_json, reply, too_large, unauthorized

API = "/api/v10"
BODY: web.RequestKey[Any] = web.RequestKey("body", object)
FILES: web.RequestKey[Files] = web.RequestKey("files", dict)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def route_of(request: web.Request) -> str:
    """The route as Discord's OpenAPI document names it, such as /channels/{channel_id}/messages."""
    resource = request.match_info.route.resource
    return resource.canonical.removeprefix(API) if resource else request.path.removeprefix(API)


async def read_body(request: web.Request) -> tuple[Any, Files]:
    """The JSON body and the uploaded files; remembered for the record of requests."""
    if BODY not in request:
        request[BODY], request[FILES] = await _read(request)
    body, files = request[BODY], request[FILES]
    return json.loads(json.dumps(body)), files


async def read_object(request: web.Request) -> tuple[JSON, Files]:
    """The JSON body and the uploaded files, as `read_body`; raises `ApiError` 50109 unless the body is an object."""
    body, files = await read_body(request)
    if not isinstance(body, dict):
        raise invalid_json()
    return body, files


async def _read(request: web.Request) -> tuple[Any, Files]:
    if request.content_type.startswith("multipart/"):
        try:
            return await _read_parts(request)
        except ValueError as error:  # no boundary
            raise invalid_json() from error
    return parse_json(await request.read() or b"{}"), {}


async def _read_parts(request: web.Request) -> tuple[JSON, Files]:
    body: JSON = {}
    files: Files = {}
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_json()
        content = bytes(await part.read())
        total += len(content)
        if total > REQUEST_BYTES + 1024 * 1024:
            raise too_large()
        if part.name == "payload_json":
            body = parse_json(content)
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
        """The doorkeeper as aiohttp takes it."""

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._guard(request, handler)

        return guard

    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        self.core.activity.in_flight += 1
        try:
            return await self._answer(request, handler)
        except ConnectionResetError:  # the bot was killed in the middle of its call: nobody waits for an answer
            return web.Response(status=400)
        finally:
            self.core.activity.in_flight -= 1
            self.core.activity.last = time.monotonic()
            if request.method != "GET" and not route_of(request).startswith("/interactions/"):
                self.core.activity.wrote = self.core.activity.last

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if self.core.faults.latency:
            await asyncio.sleep(self.core.faults.latency)
        fault = self.core.faults.next_for(request.method, route_of(request), request.path.removeprefix(API))
        if fault is not None and fault.status:
            with contextlib.suppress(ApiError):
                await read_body(request)
            response = reply(fault.body(), fault.status, fault.headers())
        else:
            response = await self._obey(request, handler)
        self._record(request, response)
        if fault is not None:
            await _spoil(request, fault)
        return response

    async def _obey(self, request: web.Request, handler: Handler) -> web.Response:
        try:
            limits = self.core.rate_limiter.admit(self._call(request))
        except RateLimited as refusal:
            with contextlib.suppress(ApiError):
                await read_body(request)
            return reply(refusal.body(), refusal.status, refusal.headers())
        response = await self._work(request, handler)
        response.headers.update(limits)
        return response

    def _call(self, request: web.Request) -> Call:
        place = tuple(request.match_info[key] for key in MAJOR if key in request.match_info)
        interaction = self.core.interactions.get(request.match_info.get("webhook_token", ""))
        channel = str(interaction.payload["channel_id"]) if interaction else ""
        return Call(request.method, route_of(request), place, channel)

    async def _work(self, request: web.Request, handler: Handler) -> web.Response:
        try:
            self._check_token(request)
            return cast("web.Response", await handler(request))
        except RateLimited as refusal:
            return reply(refusal.body(), refusal.status, refusal.headers())
        except ApiError as refusal:
            return reply(refusal.body(), refusal.status)
        except web.HTTPException as refusal:
            return reply({"message": f"{refusal.status}: {refusal.reason}", "code": 0}, refusal.status)

    def _check_token(self, request: web.Request) -> None:
        open_to_all = route_of(request).startswith(BY_TOKEN)
        if not open_to_all and request.headers.get("Authorization") != f"Bot {self.core.token}":
            raise unauthorized()

    def _record(self, request: web.Request, response: web.Response) -> None:
        files = [name for name, _, _ in request.get(FILES, {}).values()]
        body = response.body if isinstance(response.body, bytes) else b""
        record = Recorded(request.method, route_of(request), request.path.removeprefix(API))
        record.body, record.files, record.status = request.get(BODY), files, response.status
        record.reply = json.loads(body) if body else None
        self.core.requests.append(record)


async def _spoil(request: web.Request, fault: Fault) -> None:
    """The reply to work that is done comes late, or never."""
    await asyncio.sleep(fault.delay)
    if fault.lost_reply and request.transport is not None:
        request.transport.close()


async def unknown_route(request: web.Request) -> web.StreamResponse:
    """Refuses whatever no endpoint is there for, with 404."""
    raise not_found()
