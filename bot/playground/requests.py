"""The record of the bot's REST calls, and the faults that tests put in their way."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any

from bot.playground.wire import JSON


@dataclass
class Recorded:
    """One REST call; `route` is named as in Discord's OpenAPI document."""

    method: str
    route: str
    path: str
    body: Any = None
    files: list[str] = field(default_factory=list)
    status: int = 0
    reply: Any = None


@dataclass
class Fault:
    """Refuses the next `times` calls that match, or does their work and loses the reply."""

    method: str
    route: str
    status: int
    times: int
    retry_after: float
    lost_reply: bool

    def matches(self, method: str, route: str) -> bool:
        return self.times > 0 and self.method in ("*", method) and fnmatch(route, self.route)

    def body(self) -> JSON:
        if self.status == 429:
            return {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": False}
        return {"message": f"{self.status}: injected by the playground", "code": 0}


class Faults:
    """What goes wrong on purpose: slow answers, 429, 5xx, lost replies."""

    def __init__(self) -> None:
        self.latency = 0.0
        self._waiting: list[Fault] = []

    def add(
        self,
        *,
        method: str = "*",
        route: str = "*",
        status: int = 500,
        times: int = 1,
        retry_after: float = 0.05,
        lost_reply: bool = False,
    ) -> None:
        self._waiting.append(Fault(method, route, status, times, retry_after, lost_reply))

    def clear(self) -> None:
        self.latency = 0.0
        self._waiting.clear()

    def next_for(self, method: str, route: str) -> Fault | None:
        for fault in self._waiting:
            if fault.matches(method, route):
                fault.times -= 1
                return fault
        return None
