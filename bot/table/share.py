"""Which guilds a bot looks after: all, or those of one of Discord's shards."""

from __future__ import annotations

import msgspec


class Share(msgspec.Struct, frozen=True):
    """The guilds of the ``shard``-th of ``count`` shards.

    As Discord deals them out: https://discord.com/developers/docs/events/gateway#sharding.
    """

    shard: int = 0
    count: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether a guild is in this share; what belongs to no guild (0) is in the first."""
        return (guild_id >> 22) % self.count == self.shard


WHOLE = Share()
"""All guilds: one bot, one shard."""
