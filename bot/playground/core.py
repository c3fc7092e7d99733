"""The state that all parts of the playground share: world, gateway, pages, open interactions and announcements."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from bot.playground.discord_rules import DiscordRules, Interaction
from bot.playground.gateway import Feed, Gateway, shown
from bot.playground.wire import JSON
from bot.playground.world import Posted, World


@dataclass
class Recorded:
    """One recorded REST call; `route` is the path as in Discord's OpenAPI document."""

    method: str
    route: str
    path: str
    body: Any = None
    files: list[str] = field(default_factory=list)
    status: int = 0
    reply: Any = None


# Well shaped, and worth nothing anywhere: discord.py and log filters see a bot token.
_WHOSE = "MTAwMDAwMDAwMDAwMDAwMDAw.GplayG."
TOKEN = f"{_WHOSE}local-stand-in-not-a-secret-at-all-000"
REMEMBERED_REQUESTS = 5000


def fresh_token() -> str:
    """Return a random token for the TCP port, which other users of the machine can reach, unlike the socket file."""
    return _WHOSE + secrets.token_urlsafe(28)


@dataclass
class Patience:
    """Discord's deadlines in seconds (docs: interactions/receiving-and-responding)."""

    acknowledge: float = 3.0
    token: float = 15 * 60.0


@dataclass
class Activity:
    """Tracks the bot's REST calls to find out when the bot is idle."""

    in_flight: int = 0
    wrote: float = 0.0  # when it last did something by itself, not as the first answer to an interaction
    last: float = field(default_factory=monotonic)

    def quiet_for(self) -> float:
        """Return the seconds since the bot's last call ended; 0 while a call is running."""
        return 0.0 if self.in_flight else monotonic() - self.last


class Core:
    """The shared state of one playground."""

    def __init__(self, folder: Path, rules: DiscordRules, token: str = TOKEN) -> None:
        self.token = token
        self.world = World(folder)
        self.feed = Feed()
        self.rules = rules
        self.gateway = Gateway(self.world, token, self.tell_presence, rules)
        self.patience = Patience()
        self.activity = Activity()
        self.requests: deque[Recorded] = deque(maxlen=REMEMBERED_REQUESTS)
        self.interactions: dict[str, Interaction] = {}

    def tell_presence(self) -> None:
        """Tell the open pages whether a bot is connected."""
        self.feed.publish("bot", {"connected": self.gateway.connected})

    async def announce(self, event: str, posted: Posted) -> None:
        """Send MESSAGE_CREATE, _UPDATE or _DELETE to the pages and the gateway; ephemeral messages go to pages only."""
        channel = self.world.channels.get(posted.data["channel_id"], {})
        guild_id = channel.get("guild_id")
        place = {"guild_id": guild_id} if guild_id else {}
        self._show(event, posted, channel)
        if posted.only_for is None:
            told = posted.data if event != "MESSAGE_DELETE" else {key: posted.data[key] for key in ("id", "channel_id")}
            await self.gateway.dispatch(event, {**told, **place, **self._author(posted, guild_id)})

    def _author(self, posted: Posted, guild_id: str | None) -> JSON:
        if not guild_id:
            return {}
        member = self.world.member(guild_id, posted.data["author"]["id"])
        return {"member": {key: value for key, value in member.items() if key != "user"}}

    def _show(self, event: str, posted: Posted, channel: JSON) -> None:
        def visible(user_id: str) -> bool:
            return posted.visible_to(user_id) and bool(channel) and self.world.can_see(user_id, channel)

        if event == "MESSAGE_DELETE":
            gone = {"id": posted.id, "channel_id": posted.data["channel_id"]}
            self.feed.publish("message-deleted", gone, visible)
        else:
            self.feed.publish("message", {"new": event == "MESSAGE_CREATE", "message": posted.data}, visible)

    async def announce_channel(self, event: str, channel: JSON) -> None:
        """Send a CHANNEL_* or THREAD_* event to the bot and the pages."""

        def visible(user_id: str) -> bool:
            return self.world.can_see(user_id, channel)

        page_event = "channel-deleted" if event.endswith("_DELETE") else "channel"
        self.feed.publish(page_event, shown(channel), visible)
        if channel.get("guild_id"):
            await self.gateway.dispatch(event, shown(channel))
