"""Faults that tests inject: refused calls, lost and late replies, events that come twice or late.

Every fault names the calls it is for and how many of them; ``math.inf`` is for ever, until `Faults.clear`::

    faults = playground.faults
    faults.add(method="POST", route="*/messages", status=503, times=3)            a server that stumbles
    faults.add(route="/channels/*", status=501, times=math.inf)                   an outage
    faults.add(route="*/messages", status=400, code=50035, message="Invalid Form Body")     any refusal of Discord's
    faults.add(route="*/messages", status=429, retry_after=2.0)                   a rate limit of one route
    faults.add(route="*/messages", status=429, everywhere=True)                   the global one
    faults.add(route="*/messages", status=429, via=False)                         one of Cloudflare: discord.py gives up
    faults.add(method="PATCH", route="*/messages/*", status=429, code=TOO_MANY_OLD_EDITS, retry_after=20.0)
    faults.add(route="*/callback", lost_reply=True)                               the work is done, the line breaks
    faults.add(route="*/callback", delay=3.4)                                     the work is done, the reply is late
    faults.latency = 0.2                                                          every request arrives late
    faults.event("INTERACTION_CREATE", copies=2)                                  an event comes twice
    faults.event("INTERACTION_CREATE", delay=0.5)                                 later than the next one
    faults.event("INTERACTION_CREATE", copies=0)                                  not at all

``route`` is a pattern for the route as Discord's OpenAPI document names it, or for the path itself
(``f"/channels/{channel['id']}/*"``: one channel only).  `add` and `event` answer the fault: ``fault.times`` is what is
left of it.  Of several faults for the same call the oldest comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import TypeVar

from bot.playground.wire import JSON, ApiError

TOO_MANY_OLD_EDITS = 30046
"""Discord's code for edits of messages older than an hour (docs: topics/opcodes-and-status-codes#json)."""


@dataclass(kw_only=True)
class Fault:
    """Refuses the next calls that match; with status 0 does their work, and the reply is lost or late."""

    method: str
    route: str
    times: float
    status: int
    code: int
    message: str
    retry_after: float
    everywhere: bool
    via: bool
    lost_reply: bool
    delay: float
    files: bool

    def matches(self, method: str, route: str, path: str, has_files: bool) -> bool:
        """Whether this call is to go wrong: the method fits, the pattern fits route or path, and uses are left."""
        wanted = fnmatch(route, self.route) or fnmatch(path, self.route)
        return self.times > 0 and self.method in ("*", method) and wanted and has_files >= self.files

    def body(self) -> JSON:
        """The JSON that the bot gets in place of an answer (docs: topics/opcodes-and-status-codes#json)."""
        message = self.message or f"{self.status}: injected by the playground"
        if self.status != 429:
            return {"message": message, "code": self.code}
        limited = {"message": self.message or "You are being rate limited.", "retry_after": self.retry_after}
        return {**limited, "global": self.everywhere, **({"code": self.code} if self.code else {})}

    def headers(self) -> dict[str, str]:
        """discord.py takes a 429 without Via for a ban by Cloudflare and gives up (http.py)."""
        found = {"Via": "1.1 google"} if self.via else {}
        if self.status == 429:
            scope = "global" if self.everywhere else "user"
            found |= {"Retry-After": str(self.retry_after), "X-RateLimit-Scope": scope}
            found |= {"X-RateLimit-Global": "true"} if self.everywhere else {}
        return found


@dataclass(kw_only=True)
class EventFault:
    """The next events of this name come ``copies`` times, ``delay`` seconds late."""

    event: str
    copies: int
    delay: float
    times: float

    def matches(self, event: str) -> bool:
        """Whether an event of this name is to go wrong, and uses are left."""
        return self.times > 0 and self.event == event


F = TypeVar("F", Fault, EventFault)


class Faults:
    """All that is to go wrong; see the module's docstring."""

    def __init__(self) -> None:
        self.latency = 0.0
        self._calls: list[Fault] = []
        self._events: list[EventFault] = []

    def add(
        self,
        *,
        method: str = "*",
        route: str = "*",
        status: int | None = None,
        code: int = 0,
        message: str = "",
        times: float = 1,
        retry_after: float = 0.05,
        everywhere: bool = False,
        via: bool = True,
        lost_reply: bool = False,
        delay: float = 0.0,
        files: bool = False,
    ) -> Fault:
        """Refuse with ``status`` (500 when nothing else is said); lost and late replies are of work that was done.

        ``files``: only calls that upload any.
        """
        if status is None:
            status = 0 if lost_reply or delay else 500
        fault = Fault(
            method=method, route=route, times=times, status=status, code=code, message=message,
            retry_after=retry_after, everywhere=everywhere, via=via, lost_reply=lost_reply, delay=delay,
            files=files,
        )  # fmt: skip
        self._calls.append(fault)
        return fault

    def event(self, event: str, *, copies: int = 1, delay: float = 0.0, times: float = 1) -> EventFault:
        """Let the next events of this name come more than once, late, or never."""
        fault = EventFault(event=event, copies=copies, delay=delay, times=times)
        self._events.append(fault)
        return fault

    def clear(self) -> None:
        """From now on everything goes well; what is under way already stays late."""
        self.latency = 0.0
        self._calls.clear()
        self._events.clear()

    def next_for(self, method: str, route: str, path: str, *, has_files: bool = False) -> Fault | None:
        """The oldest fault for this call, with one use taken off; None if the call shall go well."""
        return _used(fault for fault in self._calls if fault.matches(method, route, path, has_files))

    def next_event(self, event: str) -> EventFault | None:
        """The oldest fault for this event, with one use taken off; None if it shall go well."""
        return _used(fault for fault in self._events if fault.matches(event))


def _used(matching: Iterator[F]) -> F | None:
    """The oldest of those that match, one time used up."""
    fault: F | None = next(matching, None)
    if fault is not None:
        fault.times -= 1
    return fault


class InjectedRefusal(ApiError):
    """The refusal that a fault asks for."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.status, fault.code, fault.message)
        self.fault = fault

    def body(self) -> JSON:
        return self.fault.body()

    def headers(self) -> dict[str, str]:
        return self.fault.headers()
