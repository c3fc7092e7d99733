"""What the clock's round puts in order: old interactions, and times from a clock that was wrong."""

from __future__ import annotations

from pathlib import Path

from bot.weeks.housekeeping import DAY, Housekeeping
from tests.bot.a_table import ALA, a_house


async def test_old_interactions_are_forgotten_without_a_restart(tmp_path: Path) -> None:
    """A month later, of a bot that was never started again."""
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        await house.lobby(ALA)
        number = (await house.store._all("SELECT id FROM interactions"))[0][0]
        house.clock.now += 31 * DAY
        await keeping.tidy()

        assert not await house.store.seen(number)


async def test_interactions_of_today_stay(tmp_path: Path) -> None:
    """A day later they are looked at, and kept."""
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        await house.lobby(ALA)
        number = (await house.store._all("SELECT id FROM interactions"))[0][0]
        house.clock.now += 2 * DAY
        await keeping.tidy()

        assert await house.store.seen(number)
