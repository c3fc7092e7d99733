"""Makes the example that the page of an empty channel offers: ``python -m tests.playground.third_week``.

A game of Labirynt Śmierci in its third week, once for each language: three friends who answer as usual, some stages an
evening, on pretended days and from a seed that is given here. It is kept as the copy that ``/game export`` makes, so
that whoever opens it has every die of it checked. Two of the friends leave their seats to the computer at the end; who
opens the game takes the third.
"""

from __future__ import annotations

import asyncio
import gzip
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from bot.acts.copies.exporting import export_all
from bot.acts.copies.formats import FullCopy
from bot.acts.copies.importing import read_copy
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store.sqlite import SqliteStore
from bot.table.records import Press, Standing
from bot.table.timekeeping import waited_at
from rules.games import load

PAGE = Path("bot/playground/page")
FRIENDS = {"pl": ("Ala", "Bartek", "Celina"), "en": ("Erin", "Finn", "Gwen")}
"""As in the two guilds of the playground; the first of them leaves the seat to whoever looks on."""
GAME, CHANNEL, GUILD = "labirynt-smierci", 1, 2
SEEDS = range(80, 256)
"""Each byte is a seed, and what is told last with the first is worth telling; the first is taken with which the friends
live to see the third week."""
FIRST_EVENING = datetime(2026, 11, 5, 18, tzinfo=UTC)
EVENINGS, STAGES, PACE = 17, 3, timedelta(minutes=4)
"""How many evenings, how many stages at most in each, and how long anybody takes to answer."""
LAST = "encounter"
"""What is asked when the example begins: monsters are met, and nothing is decided."""


class OverTooSoon(Exception):
    """The game ended before its third week."""


class Evenings:
    """A pretended time (seconds)."""

    def __init__(self) -> None:
        self.now = FIRST_EVENING

    def __call__(self) -> float:
        return self.now.timestamp()


class Friends:
    """Three who play for weeks."""

    def __init__(self, sessions: Sessions, locale: str, clock: Evenings) -> None:
        self._sessions, self._locale, self._clock = sessions, locale, clock
        self._interactions = count(1)

    async def begin(self) -> Standing:
        """A table of three, as ``/game new`` and **Quick start** make it."""
        names = FRIENDS[self._locale]
        place = {"channel_id": CHANNEL, "guild_id": GUILD, "locale": self._locale}
        await self._sessions.new(
            game=GAME, leader_id=1, leader_name=names[0], options={}, interaction_id=next(self._interactions), **place
        )
        for user, name in enumerate(names[1:], 2):
            await self._sessions.join(CHANNEL, user, name, next(self._interactions))
        return (await self._sessions.start(CHANNEL, 1, next(self._interactions), quick=True)).standing

    async def answer(self, now: Standing) -> Standing:
        """Whoever is waited for first answers as usual, after a while; raises ``OverTooSoon``."""
        if now.waiting is None:
            raise OverTooSoon
        self._clock.now += PACE
        user = next(one.user_id for one in now.record.seats if one.seat == waited_at(now)[0])
        press = Press(now.record.id, user, next(self._interactions), None, usual=True)
        return (await self._sessions.answer(press)).standing

    async def play(self, now: Standing) -> Standing:
        """All evenings, and on the last one up to the moment at which the example begins."""
        for evening in range(EVENINGS):
            self._clock.now = FIRST_EVENING + timedelta(days=evening)
            until = now.address.stage + STAGES
            while now.address.stage < until:
                now = await self.answer(now)
        while now.waiting is None or now.waiting.why != LAST:
            now = await self.answer(now)
        return now

    async def leave(self, now: Standing) -> bytes:
        """A copy of everything, with all seats but the first left to the computer."""

        async def hand_over(turn: Transaction) -> None:
            mine, *others = turn.record.seats
            turn.rewrite(seats=(mine, *(replace(one, user_id=0, autopilot=True, computer="careful") for one in others)))

        await self._sessions.change(now.record.id, None, hand_over)
        return await export_all(self._sessions, now.record.id, 1, next(self._interactions))


async def example(locale: str, folder: Path) -> bytes:
    """The game in one language, as a packed copy."""
    for seed in SEEDS:
        with suppress(OverTooSoon):
            return await _example(locale, folder / f"{locale}-{seed}.sqlite3", bytes([seed]) * 32)
    raise OverTooSoon


async def _example(locale: str, file: Path, seed: bytes) -> bytes:
    store, clock = SqliteStore(file), Evenings()
    await store.open()
    try:
        sessions = Sessions(store, {GAME: load(GAME)}, clock, lambda: seed)
        friends = Friends(sessions, locale, clock)
        return gzip.compress(await friends.leave(await friends.play(await friends.begin())), mtime=0)
    finally:
        await store.close()


def says_the_same(kept: FullCopy, made: FullCopy) -> bool:
    """Whether a kept copy tells the game that was made now; states are compared by what they name, not by bytes."""
    rules = load(kept.game)
    return _without_states(kept) == _without_states(made) and all(
        rules.matches(rules.decode(now.state, now.schema), then.state, then.schema)
        for then, now in zip(kept.stages, made.stages, strict=True)
    )


def _without_states(copy: FullCopy) -> FullCopy:
    return replace(copy, seal="", stages=[replace(stage, state=b"") for stage in copy.stages])


def write(locale: str) -> Path:
    """Write the example in one language, unless the kept one says the same; return its file."""
    file = PAGE / f"example-{locale}.json.gz"
    with TemporaryDirectory() as folder:
        made = asyncio.run(example(locale, Path(folder)))
    if not (file.exists() and says_the_same(read_copy(file.read_bytes()), read_copy(made))):
        file.write_bytes(made)
    return file


if __name__ == "__main__":
    for locale in FRIENDS:
        print(write(locale))
