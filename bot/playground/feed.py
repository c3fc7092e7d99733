"""Live news for the pages: each viewer gets what that person may see, when it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.wire import JSON


@dataclass(eq=False)
class Viewer:
    """One open page, looking at the world as one person."""

    user_id: str
    news: asyncio.Queue[JSON] = field(default_factory=asyncio.Queue)


class Feed:
    """The open pages."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()

    def publish(self, event: str, data: JSON, visible_to: Callable[[str], bool] = lambda _: True) -> None:
        """Queues the news for every open page whose person may see it; `visible_to` gets the person's user id."""
        for viewer in self.viewers:
            if visible_to(viewer.user_id):
                viewer.news.put_nowait({"event": event, "data": data})
