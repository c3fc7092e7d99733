"""The bot's database as somebody sees it who may only read it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from bot.store.rows import UNFINISHED
from bot.table.records import Address
from rules.kernel.corrections import CORRECTION
from tests.bot.store.a_server import run_sql


class File:
    """Questions to the database."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        """A file, or the address of a server."""

    def rows(self, query: str, *values: Any, **named: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""
        return run_sql(self.path, query, *values, **named)

    def newest_in(self, channel_id: str) -> tuple[str, str]:
        """Id and phase of the newest game of a channel that is not put away; both empty where there is none."""
        found = self.rows(
            "SELECT id, phase FROM games WHERE channel_id = ? AND archived = 0 ORDER BY created_at DESC, id",
            int(channel_id),
        )
        return found[0] if found else ("", "")

    def unfinished(self) -> list[str]:
        """The tables that are owed something."""
        return [row[0] for row in self.rows(UNFINISHED, shard=0, count=1)]

    def address(self, game: str) -> Address:
        """Where a game stands."""
        return Address(*self.rows("SELECT epoch, stage, step FROM games WHERE id = ?", game)[0])

    def answers(self, users: set[int]) -> Counter[tuple[str, int, Address]]:
        """How many answers these people gave to each question; what went on under another epoch counts where given."""
        found: dict[tuple[Any, ...], tuple[str, int, Address]] = {}
        query = "SELECT game, user_id, epoch, stage, step, part, at FROM answers WHERE asked <> ? ORDER BY epoch"
        for game, user, epoch, stage, step, part, at in self.rows(query, CORRECTION):
            if user in users:
                found.setdefault((game, user, stage, step, part, at), (game, user, Address(epoch, stage, step)))
        return Counter(found.values())

    def interactions(self) -> set[int]:
        """All that were accepted of late."""
        return {row[0] for row in self.rows("SELECT id FROM interactions")}

    def is_sound(self) -> bool:
        """Whether the file is whole."""
        return self.rows("PRAGMA quick_check") == [("ok",)]
