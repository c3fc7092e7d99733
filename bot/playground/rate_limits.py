"""Rate limits: buckets by route and channel, one for the whole bot, and the two that no header tells of.

Discord publishes no numbers but the global one (docs: topics/rate-limits); these are what bots meet in practice.
Tests choose their own, and None switches the limits off::

    Playground(folder, limits=Limits())                                            as strict as Discord
    Playground(folder, limits=Limits(messages=Rate(2, 0.2)))                       the same, sooner
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.playground.wire import JSON, ApiError

BY_TOKEN = ("/interactions/", "/webhooks/")
"""Routes that carry their own token: exempt from the global limit (docs: interactions/receiving-and-responding)."""
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
            self._buckets = {known: one for known, one in self._buckets.items() if one.ends > now}
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
