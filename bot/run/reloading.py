"""A group edits its own tables while it plays: what it saved is in force from each table's next stage on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

from bot.executors import WHOLE
from bot.games.own_tables import take_in
from bot.session.sessions import Sessions
from rules.games import load
from rules.kernel.errors import BadTable
from rules.kernel.rulebook import Rulebook

BETWEEN = 1.0
"""Seconds between two looks at the folder."""


class Reloading:
    """Looks at the folder of a group's own tables; ``say`` tells whoever edits it what came of that."""

    def __init__(self, folder: Path, sessions: Sessions, say: Callable[[str], None]) -> None:
        self._folder = folder
        self._sessions = sessions
        self._say = say
        self._seen = list(_files(folder))

    async def keep_looking(self) -> None:
        """Look again and again, until this is cancelled."""
        while True:
            await asyncio.sleep(BETWEEN)
            await self.look()

    async def look(self) -> None:
        """Put in force what was saved since the last look; tables that cannot be read change nothing."""
        seen = list(_files(self._folder))
        if seen == self._seen:
            return
        self._seen = seen
        try:
            found = [await WHOLE.do(load, name, self._folder) for name in self._sessions.games]
        except BadTable as bad:
            self._say(f"The tables stay as they were. {bad}")
            return
        for rules in found:
            if isinstance(rules, Rulebook):
                take_in(rules.name, rules.tables, self._folder)
            if self._sessions.games.put_in_force(rules):
                self._say(f"Other tables of {rules.name}: in force from each table's next stage on.")


def _files(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Every file with when it was last changed (nanoseconds) and its size in bytes."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            about = file.stat()
            yield file, about.st_mtime_ns, about.st_size
