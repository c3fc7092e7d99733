"""What a guild has settled for its new tables, and which role of its own masters games."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from bot.store import Store
from bot.table.table_settings import Habits, settled


class Custom(msgspec.Struct, frozen=True):
    """A guild's customs. ``language`` '': that of who opens a table; ``gm_role`` 0: nobody is game master by a role."""

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


async def custom(store: Store, guild_id: int) -> Custom:
    """What a guild has settled; what it has not is as usual."""
    return msgspec.convert(await store.guild(guild_id), Custom, strict=False)


async def settle(store: Store, guild_id: int, **changes: str | float) -> Custom:
    """Change a guild's customs; raises ``Refused("hours")`` for hours that no table can keep."""
    changed = msgspec.structs.replace(await custom(store, guild_id), **changes)
    settled(changed.habits)
    await store.put_guild(guild_id, {name: str(value) for name, value in msgspec.structs.asdict(changed).items()})
    return changed
