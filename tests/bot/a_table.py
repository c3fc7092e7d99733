"""Builders for the tests of sessions: a house with a database, a table in a channel, people who press."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.acts import undo as undoing
from bot.acts.proposals import propose
from bot.acts.table_settings import habits_proposal
from bot.acts.undo_points import points
from bot.session.sessions import Seeds, Sessions
from bot.session.transaction import Transaction
from bot.store import Store
from bot.table.records import Accepted, Address, Press, Standing
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from tests.bot.store.a_server import store_for
from tests.bot.toy_game import ToyRules, equipped

ALA, OLEK, EWA, STRANGER = 10, 11, 12, 99
NAMES = {ALA: "Ala", OLEK: "Olek", EWA: "Ewa"}
CHANNEL = 500

_interactions = itertools.count(os.getpid() << 20)
"""Another process has other numbers."""


def an_interaction() -> int:
    """A fresh interaction id."""
    return next(_interactions)


class Clock:
    """A clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class House:
    """Sessions on a file, with short ways to do what people do."""

    def __init__(self, sessions: Sessions, store: Store, clock: Clock) -> None:
        self.sessions = sessions
        self.store = store
        self.clock = clock

    async def lobby(self, *users: int, channel: int = CHANNEL, **options: str) -> Standing:
        """An open table with these people."""
        standing = await self.sessions.new(
            game="toy",
            channel_id=channel,
            guild_id=1,
            locale="pl",
            leader_id=users[0],
            leader_name=NAMES[users[0]],
            options=options,
            interaction_id=an_interaction(),
        )
        for user in users[1:]:
            standing = await self.sessions.join(channel, user, NAMES[user], an_interaction())
        return standing

    async def mine(self, *users: int, channel: int = CHANNEL, **options: str) -> Standing:
        """A table whose miners are equipped and stand in the first gallery."""
        await self.lobby(*users, channel=channel, **options)
        started = await self.sessions.start(channel, users[0], an_interaction())
        standing = started.standing
        for user in users:
            standing = (await self.press(standing, user, equipped(NAMES[user]))).standing
        return standing

    async def press(
        self, seen: Standing, user: int, value: Value, *, interaction: int = 0, address: Address | None = None
    ) -> Accepted:
        """Press a button of the prompt that belongs to ``seen``."""
        number = interaction or an_interaction()
        return await self.sessions.answer(Press(seen.record.id, user, number, value, address or seen.address))

    async def on_autopilot(self, game_id: str, seat: Seat, on: bool = True) -> Standing:
        """Have a seat answer by itself."""

        async def switch(turn: Transaction) -> None:
            seats = turn.record.seats
            turn.rewrite(seats=tuple(replace(one, autopilot=on) if one.seat == seat else one for one in seats))

        return await self.sessions.change(game_id, None, switch)

    async def undo(self, game_id: str, steps: int = 1, by: int = ALA) -> Standing:
        """Go back so many answers; the whole table wants it."""

        async def go_back(turn: Transaction) -> None:
            found = await points(self.store, game_id, turn.address, steps)
            if len(found) < steps:
                raise Refused("nothing_to_undo")
            await undoing.go_back(turn, found[-1], by)

        return await self.sessions.change(game_id, None, go_back)


async def agree_on(house: House, game_id: str, *users: int, **changes: Any) -> None:
    """Rivals agree on how their table plays."""
    for user in users:
        await propose(house.sessions, game_id, user, an_interaction(), habits_proposal(changes))


def same_seeds() -> Seeds:
    """The seeds of a bot in a test: as many as it asks for, the same in every run."""
    numbers = itertools.count(1)
    return lambda: hashlib.sha256(str(next(numbers)).encode()).digest()


@asynccontextmanager
async def a_house(
    file: Path, rules: Rules[Any] | None = None, seeds: Seeds | None = None, **kind: Any
) -> AsyncIterator[House]:
    """A bot that has just started on this file."""
    store = store_for(file, **kind)
    await store.open()
    clock = Clock()
    sessions = Sessions(store, {"toy": rules or ToyRules()}, clock, seeds or same_seeds())
    try:
        await sessions.open()
        yield House(sessions, store, clock)
    finally:
        await store.close()
