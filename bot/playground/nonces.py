"""Nonces: a repeated request posts nothing twice, for some minutes (docs: resources/message#create-message)."""

from __future__ import annotations

from bot.playground.world import Posted, World

REMEMBERED = 300.0
"""Seconds. The documentation says "the past few minutes"."""


class Nonces:
    """Which messages were posted with which nonce of late; a restarted stand-in remembers none."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[tuple[str, str], tuple[float, str]] = {}

    def remember(self, posted: Posted) -> None:
        """Notes a new message under its nonce, if it has one, and drops those that are too old."""
        if (nonce := posted.data.get("nonce")) is None:
            return
        now = self._world.clock()
        self._known = {key: seen for key, seen in self._known.items() if seen[0] + REMEMBERED > now}
        self._known[posted.data["channel_id"], str(nonce)] = (now, posted.id)

    def find(self, channel_id: str, nonce: str) -> Posted | None:
        """The message that this nonce made, unless that is too long ago or the message is gone."""
        at, message_id = self._known.get((channel_id, nonce), (0.0, ""))
        if at + REMEMBERED <= self._world.clock():
            return None
        return self._world.messages.get(channel_id, {}).get(message_id)

    def forget(self) -> None:
        """Drops all of them, as if some minutes had passed."""
        self._known.clear()
