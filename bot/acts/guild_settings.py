"""What a guild has set for its new tables, and which role of its own masters games."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from bot.acts.one_by_one import lock_of
from bot.store import Store
from bot.table.habits import Habits, keepable


class GuildSettings(msgspec.Struct, frozen=True):
    """A guild's settings for its new tables; the hours are those of ``Habits``.

    ``language`` '': that of who opens a table; ``gm_role`` 0: nobody is game master by a role.
    """

    language: str = ""
    gm_role: int = 0
    remind_after: float = Habits().remind_after
    deadline_after: float = Habits().deadline_after

    @property
    def habits(self) -> Habits:
        """The habits of a new table."""
        return Habits(remind_after=self.remind_after, deadline_after=self.deadline_after)

    def has_master_role(self, roles: Collection[int]) -> bool:
        """Whether one of these roles lets its holder be game master."""
        return self.gm_role != 0 and self.gm_role in roles


async def settings_of(store: Store, guild_id: int) -> GuildSettings:
    """A guild's settings; the usual ones where nothing was set."""
    return msgspec.convert(await store.guild(guild_id), GuildSettings, strict=False)


async def change(store: Store, guild_id: int, **changes: str | float) -> GuildSettings:
    """Change a guild's settings; raises ``Refused("hours")`` for hours that no table can keep."""
    async with lock_of("guild", guild_id):
        changed = msgspec.structs.replace(await settings_of(store, guild_id), **changes)
        keepable(changed.habits)
        await store.put_guild(guild_id, {name: str(value) for name, value in msgspec.structs.asdict(changed).items()})
    return changed
