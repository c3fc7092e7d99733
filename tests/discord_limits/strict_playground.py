"""The stand-in as strict as Discord, for tests: complete checks, rate limits, nonces and injected faults.

Rate limits are off unless they are given; Discord publishes no numbers but the global one (docs: topics/rate-limits),
the defaults of `Limits` are what bots meet in practice::

    StrictPlayground(folder, limits=Limits())                             as strict as Discord
    StrictPlayground(folder, limits=Limits(messages=Rate(2, 0.2)))        the same, sooner
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from aiohttp import web

from bot.playground import DiscordRules, Playground
from bot.playground import discord_rules as kinds
from bot.playground.discord_rules import Files, Interaction
from bot.playground.rest import API, BY_TOKEN, route_of
from bot.playground.wire import JSON, ApiError, copy
from bot.playground.world import Posted, World
from tests.discord_limits import commands, forms, messages
from tests.discord_limits.faults import EventFault, Fault, Faults, InjectedRefusal

# Rate limits: buckets by route and channel, one for the whole bot, and the two that no header tells of.

FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
SWEEP_AT = 1000


class Rate(NamedTuple):
    """So many calls in so many seconds, counted from the first of them."""

    most: int
    seconds: float


class Limits(NamedTuple):
    """What a bot may do how often."""

    everything: Rate = Rate(50, 1.0)
    messages: Rate = Rate(5, 5.0)
    """New messages, and edits by themselves, in one channel."""
    webhook: Rate = Rate(5, 2.0)
    """Each verb on the messages of one interaction."""
    follow_ups: Rate = Rate(30, 60.0)
    """Follow-ups in one channel, of all interactions; no header tells of it."""
    old_edits: Rate = Rate(3, 6.0)
    """Edits in one channel of messages older than an hour; no header tells of it (30046)."""
    others: Rate = Rate(50, 1.0)


class RateLimited(ApiError):
    """429: `retry_after` seconds are to be waited (docs: topics/rate-limits#exceeding-a-rate-limit)."""

    def __init__(
        self, scope: str, retry_after: float, code: int = 0, message: str = "", bucket: dict[str, str] | None = None
    ) -> None:
        super().__init__(429, code, message or "You are being rate limited.")
        self.scope, self.retry_after, self.bucket = scope, max(0.001, round(retry_after, 3)), bucket or {}

    def body(self) -> JSON:
        """The JSON of the refusal (docs: topics/rate-limits#exceeding-a-rate-limit)."""
        shape: JSON = {"message": self.message, "retry_after": self.retry_after, "global": self.scope == "global"}
        return {**shape, **({"code": self.code} if self.code else {})}

    def headers(self) -> dict[str, str]:
        """The headers of the refusal: how long to wait, and whether that goes for one bucket or all calls."""
        told = {
            **self.bucket,
            "Via": "1.1 google",
            "Retry-After": f"{self.retry_after:.3f}",
            "X-RateLimit-Scope": self.scope,
        }
        return {**told, **({"X-RateLimit-Global": "true"} if self.scope == "global" else {})}


@dataclass
class Bucket:
    """One window of one limit; the next begins with the first call after it."""

    rate: Rate
    used: int = 0
    ends: float = 0.0

    def take(self, now: float) -> bool:
        """Counts one call; False: it was one too many."""
        if now >= self.ends:
            self.used, self.ends = 0, now + self.rate.seconds
        if self.used >= self.rate.most:
            return False
        self.used += 1
        return True


class Call(NamedTuple):
    """A request as the limits see it; `place` are the ids that have buckets of their own."""

    method: str
    route: str
    place: tuple[str, ...]
    channel: str

    @property
    def by_token(self) -> bool:
        """Whether the call carries an interaction's or a webhook's token in its path: no global limit then."""
        return self.route.startswith(BY_TOKEN)


class RateLimiter:
    """Counts calls in real time, as the bot waits in real time; without limits nothing is ever used up."""

    def __init__(self, limits: Limits | None) -> None:
        self._limits = limits
        self._buckets: dict[tuple[str, ...], Bucket] = {}

    def admit(self, call: Call) -> dict[str, str]:
        """The headers for its reply; raises `RateLimited`."""
        if call.route.startswith("/interactions/"):
            return {}
        if self._limits is None:
            return _headers(call, Bucket(Rate(50, 1.0), 1, time.monotonic() + 1.0))
        for scope, key, rate in self._hidden(call, self._limits):
            self._take(scope, key, rate)
        rate = _rate_of(call, self._limits)
        bucket = self._bucket((call.method, call.route, *call.place), rate)
        if not bucket.take(time.monotonic()):
            raise RateLimited("user", bucket.ends - time.monotonic(), bucket=_headers(call, bucket))
        return _headers(call, bucket)

    def admit_old_edit(self, channel_id: str) -> None:
        """An edit of a message that is older than an hour; raises `RateLimited` with code 30046."""
        if self._limits is None:
            return
        bucket = self._bucket(("old edits", channel_id), self._limits.old_edits)
        if not bucket.take(time.monotonic()):
            message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise RateLimited("shared", bucket.ends - time.monotonic(), 30046, message)

    def _hidden(self, call: Call, limits: Limits) -> Iterator[tuple[str, tuple[str, ...], Rate]]:
        if not call.by_token:
            yield "global", ("everything",), limits.everything
        if call.method == "POST" and call.route == FOLLOW_UP:
            yield "shared", ("follow-ups", call.channel), limits.follow_ups

    def _take(self, scope: str, key: tuple[str, ...], rate: Rate) -> None:
        bucket = self._bucket(key, rate)
        if not bucket.take(time.monotonic()):
            raise RateLimited(scope, bucket.ends - time.monotonic())

    def _bucket(self, key: tuple[str, ...], rate: Rate) -> Bucket:
        if len(self._buckets) > SWEEP_AT:
            now = time.monotonic()
            self._buckets = {known: bucket for known, bucket in self._buckets.items() if bucket.ends > now}
        return self._buckets.setdefault(key, Bucket(rate))


def _rate_of(call: Call, limits: Limits) -> Rate:
    if call.by_token:
        return limits.webhook
    in_channel = call.route.startswith("/channels/{channel_id}/messages")
    if in_channel and (call.method, call.route.count("/")) in (("POST", 3), ("PATCH", 4)):
        return limits.messages
    return limits.others


def _headers(call: Call, bucket: Bucket) -> dict[str, str]:
    """docs: topics/rate-limits#header-format"""
    left = max(0.0, bucket.ends - time.monotonic())
    return {
        "X-RateLimit-Limit": str(bucket.rate.most),
        "X-RateLimit-Remaining": str(bucket.rate.most - bucket.used),
        "X-RateLimit-Reset": f"{time.time() + left:.3f}",
        "X-RateLimit-Reset-After": f"{left:.3f}",
        "X-RateLimit-Bucket": hashlib.sha256(f"{call.method} {call.route}".encode()).hexdigest()[:32],
    }


# Nonces: a repeated request posts nothing twice, for some minutes (docs: resources/message#create-message).

REMEMBERED = 300.0
"""Seconds. The documentation says "the past few minutes"."""


class Nonces:
    """Messages by the nonce that they were posted with; a restarted stand-in remembers none."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[float, str]] = {}

    def remember(self, world: World, posted: Posted) -> None:
        """Note a new message under its nonce, if it has one, and drop those that are too old."""
        if (nonce := posted.data.get("nonce")) is None:
            return
        now = world.clock()
        self._known = {key: seen for key, seen in self._known.items() if seen[0] + REMEMBERED > now}
        self._known[posted.data["channel_id"], str(nonce)] = (now, posted.id)

    def find(self, world: World, channel_id: str, nonce: str) -> Posted | None:
        """Return the message that this nonce made, unless that is too long ago or the message is gone."""
        posted_at, message_id = self._known.get((channel_id, nonce), (0.0, ""))
        if posted_at + REMEMBERED <= world.clock():
            return None
        return world.messages.get(channel_id, {}).get(message_id)

    def forget(self) -> None:
        self._known.clear()


# The stand-in with all of these.

HOUR = 3600.0
FAULT: web.RequestKey[Fault] = web.RequestKey("fault", Fault)
RATE_HEADERS: web.RequestKey[dict[str, str]] = web.RequestKey("rate_headers", dict)


class StrictRules(DiscordRules):
    """Everything that Discord refuses, and what a test wants to go wrong."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.faults = Faults()
        self.nonces = Nonces()
        self.rate_limiter = RateLimiter(limits)
        self._held_events: set[asyncio.Task[None]] = set()

    def check_message(self, body: JSON, files: Files, *, flags: int) -> None:
        messages.check_message(body, flags=flags)
        messages.check_files(files)

    def check_edit(self, world: World, posted: Posted) -> None:
        posted_at = datetime.fromisoformat(posted.data["timestamp"]).timestamp()
        if world.clock() - posted_at > HOUR:
            self.rate_limiter.admit_old_edit(posted.data["channel_id"])

    def check_thread(self, body: JSON) -> None:
        messages.check_thread(body)

    def check_callback(self, interaction: Interaction, body: JSON) -> None:
        forms.check_shape(forms.CALLBACK, body)
        kind, data = body["type"], body.get("data") or {}
        allowed = allowed_callbacks(interaction)
        if kind not in allowed:
            form = forms.Form()
            form.bad_choice(("type",), ", ".join(map(str, allowed)))
            form.finish()
        if kind == kinds.CHOICES:
            commands.check_choices(data.get("choices"))
        elif kind == kinds.MODAL:
            messages.check_modal(data)

    def check_commands(self, wanted: list[JSON]) -> None:
        commands.check_commands(wanted)

    async def before_request(self, request: web.Request, interaction: Interaction | None) -> None:
        if self.faults.latency:
            await asyncio.sleep(self.faults.latency)
        has_files = request.content_type == "multipart/form-data"
        path = request.path.removeprefix(API)
        fault = self.faults.next_for(request.method, route_of(request), path, has_files=has_files)
        if fault is not None:
            request[FAULT] = fault
            if fault.status:
                raise InjectedRefusal(fault)
        request[RATE_HEADERS] = self.rate_limiter.admit(_call(request, interaction))

    async def after_response(self, request: web.Request, response: web.Response) -> None:
        response.headers.update(request.get(RATE_HEADERS, {}))
        fault = request.get(FAULT)
        if fault is not None:
            await asyncio.sleep(fault.delay)
            if fault.lost_reply and request.transport is not None:
                request.transport.close()

    def find_repeated(self, world: World, channel_id: str, body: JSON) -> Posted | None:
        nonce = body.get("nonce")
        if not body.get("enforce_nonce") or nonce is None:
            return None
        return self.nonces.find(world, channel_id, str(nonce))

    def note_posted(self, world: World, posted: Posted) -> None:
        self.nonces.remember(world, posted)

    @property
    def holds_events(self) -> bool:
        return bool(self._held_events)

    async def deliver(self, event: str, data: JSON, send: Callable[[str, JSON], Awaitable[Any]]) -> None:
        fault = self.faults.next_event(event)
        if fault is None:
            await send(event, data)
        elif fault.delay:
            held = asyncio.create_task(_send_copies(event, copy(data), fault, send))
            self._held_events.add(held)
            held.add_done_callback(self._held_events.discard)
        else:
            await _send_copies(event, data, fault, send)

    def drop_held_events(self) -> None:
        """What is still on its way is lost, as the line is."""
        for held in self._held_events:
            held.cancel()


async def _send_copies(event: str, data: JSON, fault: EventFault, send: Callable[[str, JSON], Awaitable[Any]]) -> None:
    if fault.delay:
        await asyncio.sleep(fault.delay)
    for _ in range(fault.copies):
        await send(event, data)


def _call(request: web.Request, interaction: Interaction | None) -> Call:
    place = tuple(request.match_info[key] for key in MAJOR if key in request.match_info)
    channel = str(interaction.payload["channel_id"]) if interaction else ""
    return Call(request.method, route_of(request), place, channel)


def allowed_callbacks(interaction: Interaction) -> tuple[int, ...]:
    """Which callback types answer this interaction (docs: interactions/receiving-and-responding)."""
    updates = (kinds.DEFERRED_UPDATE, kinds.UPDATE) if interaction.source is not None else ()
    return {
        kinds.COMMAND: (kinds.MESSAGE, kinds.DEFERRED_MESSAGE, kinds.MODAL),
        kinds.COMPONENT: (kinds.MESSAGE, kinds.DEFERRED_MESSAGE, kinds.MODAL, *updates),
        kinds.COMPLETION: (kinds.CHOICES,),
        kinds.MODAL_SUBMIT: (kinds.MESSAGE, kinds.DEFERRED_MESSAGE, *updates),
    }[interaction.kind]


class StrictPlayground(Playground):
    """The stand-in with `StrictRules`; with limits the bot's logins are rationed, too."""

    def __init__(self, folder: Path, port: int = 0, *, tcp: bool = False, limits: Limits | None = None) -> None:
        self.strict = StrictRules(limits)
        super().__init__(folder, port, tcp=tcp, rules=self.strict)
        self.core.gateway.logins.enforced = limits is not None

    @property
    def faults(self) -> Faults:
        """What is to go wrong on purpose."""
        return self.strict.faults

    def forget_nonces(self) -> None:
        """As after some minutes; ``playground.clock.ahead += 301`` does it with everything else that grows old."""
        self.strict.nonces.forget()

    async def cut_gateway(self, code: int = 4000) -> None:
        self.strict.drop_held_events()
        await super().cut_gateway(code)

    async def stop(self) -> None:
        self.strict.drop_held_events()
        await super().stop()
