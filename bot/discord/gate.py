"""Whether this process acts for its guilds: not yet, as another still does; now; or no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp


class Outlived(aiohttp.ClientError):
    """The guilds may be another's by now, who knows better what is to be said there."""


def always() -> bool:
    """Of whoever shares with nobody."""
    return True


class Gate:
    """Every event waits here until the process may act; once it may no more, what comes is another's to answer.

    ``holds``: whether what it was given is surely still its own; a process that hung does not know how long it did.
    """

    def __init__(self, *, is_open: bool = True, holds: Callable[[], bool] = always) -> None:
        self._decided = asyncio.Event()
        self._shut = self._cut = False
        self._holds = holds
        if is_open:
            self._decided.set()

    def open(self) -> None:
        """Let in who waits, and whoever comes."""
        self._decided.set()

    def shut(self) -> None:
        """Let nobody in any more, for good."""
        self._shut = True
        self._decided.set()

    def cut(self) -> None:
        """Let nobody in, and nothing out any more."""
        self.shut()
        self._cut = True

    def fence(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have every request of this session stop here where it may say what is outdated; raises ``Outlived``."""

        async def begun(*_: Any) -> None:
            if self._cut or not self._holds():
                raise Outlived

        trace.on_request_start.append(begun)
        return trace

    async def admits(self) -> bool:
        """Whether an event is this process's to deal with; waits until that is known."""
        await self._decided.wait()
        return not self._shut and self._holds()
