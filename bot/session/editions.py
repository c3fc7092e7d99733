"""The games with the tables in force now, and those that were in force when an open stage began."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.advance import Snapshot
from rules.kernel.game import Rules

MOST_OLDER = 16
"""Earlier tables that are kept; a stage that began with still older ones goes on with the newest."""


class Editions(Mapping[str, Rules[Any]]):
    """The games by name, each with its newest tables; whoever has begun a stage with others goes on with those."""

    def __init__(self, games: Mapping[str, Rules[Any]]) -> None:
        self._newest = dict(games)
        self._older: OrderedDict[tuple[str, str], Rules[Any]] = OrderedDict()

    def __getitem__(self, name: str) -> Rules[Any]:
        return self._newest[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._newest)

    def __len__(self) -> int:
        return len(self._newest)

    def put_in_force(self, rules: Rules[Any]) -> bool:
        """From each table's next stage on the game is played with these tables; whether they are others than before."""
        before = self._newest[rules.name]
        if before.digest == rules.digest:
            return False
        self._older[rules.name, before.digest] = before
        self._older.move_to_end((rules.name, before.digest))
        if len(self._older) > MOST_OLDER:
            self._older.popitem(last=False)
        self._newest[rules.name] = rules
        return True

    def begun_with(self, name: str, stage: Snapshot | None) -> Rules[Any]:
        """The game with the tables that this stage began with; with the newest where those are not known any more."""
        return self._older.get((name, stage.tables if stage is not None else ""), self._newest[name])
