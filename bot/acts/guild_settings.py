"""What a guild has set for its new tables, and which role of its own masters games."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from bot.store import Store
from bot.table.habits import Habits, keepable


class GuildSettings(msgspec.Struct, frozen=True):
    """``language`` '': that of who opens a table; ``gm_role`` 0: nobody is game master by a role."""

    language: str = ""
    gm_role: int = 0
    remind_after: float = Habits().remind_after
    deadline_after: float = Habits().deadline_after

    @property
    def habits(self) -> Habits:
        """How a new table plays."""
        return Habits(remind_after=self.remind_after, deadline_after=self.deadline_after)

    def masters(self, roles: Collection[int]) -> bool:
        """Whether somebody with these roles may be game master by right."""
        return self.gm_role != 0 and self.gm_role in roles


async def settings_of(store: Store, guild_id: int) -> GuildSettings:
    """What a guild has set; what it has not is as usual."""
    return msgspec.convert(await store.guild(guild_id), GuildSettings, strict=False)


async def change(store: Store, guild_id: int, **changes: str | float) -> GuildSettings:
    """Change a guild's customs; raises ``Refused("hours")`` for hours that no table can keep."""
    changed = msgspec.structs.replace(await settings_of(store, guild_id), **changes)
    keepable(changed.habits)
    await store.put_guild(guild_id, {name: str(value) for name, value in msgspec.structs.asdict(changed).items()})
    return changed
