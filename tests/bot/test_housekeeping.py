"""What the clock's round puts in order: old interactions, and times from a clock that was wrong."""

from __future__ import annotations

from pathlib import Path

from bot.acts.archive import archive
from bot.acts.housekeeping import LOBBIES, Housekeeping
from bot.discord.clockwork import keep_time
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.events import Reminded
from bot.table.habits import Habits, Person
from bot.table.timekeeping import DAY, HOUR
from tests.bot.a_table import ALA, CHANNEL, OLEK, House, a_house, an_interaction
from tests.bot.toy_game import ToyRules


async def test_old_interactions_are_forgotten_without_a_restart(tmp_path: Path) -> None:
    """A month later, of a bot that was never started again."""
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        await house.lobby(ALA)
        number = (await house.store._all("SELECT id FROM interactions"))[0][0]
        house.clock.now += 31 * DAY
        await keeping.tidy()

        assert not await house.store.has_interaction(number)


async def test_interactions_of_today_stay(tmp_path: Path) -> None:
    """A day later they are looked at, and kept."""
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        await house.lobby(ALA)
        number = (await house.store._all("SELECT id FROM interactions"))[0][0]
        house.clock.now += 2 * DAY
        await keeping.tidy()

        assert await house.store.has_interaction(number)


# A clock that was wrong ----------------------------------------------------------------------------------------

WEEK = 7 * DAY
PLAIN = {"remind_after": 6.0, "deadline_after": 24.0, "deadline_then": "autopilot"}


async def a_waiting_table(house: House) -> str:
    """Somebody was asked, by the clock as it stood then; the night is nobody's."""
    await house.store.put_person(Person(ALA, "UTC", 0, 0))
    game_id = (await house.mine(ALA)).record.id

    async def agree(turn: Transaction) -> None:
        turn.rewrite(habits=Habits(**PLAIN))

    await house.sessions.change(game_id, None, agree)
    return game_id


async def reminded_at(house: House, hours: int) -> list[int]:
    """In which of the coming hours the table was reminded, a round of the clock each."""
    keeping, told = Housekeeping(house.sessions), []
    for hour in range(hours):
        await keeping.tidy()
        for game_id in await house.store.due(house.clock.now, 10):
            accepted = await keep_time(house.sessions, game_id)
            told += [hour for one in accepted.told if isinstance(one.event, Reminded)]
        house.clock.now += HOUR
    return told


async def test_a_question_of_next_week_is_reminded_of_today(tmp_path: Path) -> None:
    """The clock was a week ahead when it was asked, and is set right: it counts as asked now."""
    async with a_house(tmp_path / "db") as house:
        house.clock.now += WEEK
        await a_waiting_table(house)
        house.clock.now -= WEEK

        assert await reminded_at(house, 24) == [6]


async def test_a_reminder_of_next_week_does_not_put_off_the_deadline(tmp_path: Path) -> None:
    """Reminded while the clock was ahead: not reminded again, and the deadline comes when it is over, or in an hour."""
    async with a_house(tmp_path / "db") as house:
        game_id = await a_waiting_table(house)
        asked, house.clock.now = house.clock.now, house.clock.now + WEEK
        told = (await keep_time(house.sessions, game_id)).told
        house.clock.now = asked + 2 * HOUR
        step = (await house.sessions.standing_of(game_id)).address  # type: ignore[union-attr]  # it is there

        assert [type(one.event) for one in told] == [Reminded]
        assert await reminded_at(house, 23) == []
        assert (await house.sessions.standing_of(game_id)).address != step  # type: ignore[union-attr]


async def test_a_clock_that_is_right_changes_nothing(tmp_path: Path) -> None:
    """The round writes nothing at all, and a table that is awake stays awake."""
    async with a_house(tmp_path / "db") as house:
        game_id = await a_waiting_table(house)
        before = await house.store.revision(game_id)
        await Housekeeping(house.sessions).tidy()

        assert await house.store.revision(game_id) == before


# Lobbies ---------------------------------------------------------------------------------------------------------


async def test_a_lobby_is_closed_a_week_after_its_last_change(tmp_path: Path) -> None:
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        game_id = (await house.lobby(ALA)).record.id
        house.clock.now += 5 * DAY
        await house.sessions.join(CHANNEL, OLEK, "Olek", an_interaction())
        house.clock.now += 5 * DAY
        assert await keeping.close_old_lobbies() == []
        house.clock.now += 3 * DAY

        assert await keeping.close_old_lobbies() == [game_id]
        standing = await house.sessions.standing_of(game_id)
        assert standing is not None
        assert standing.record.phase == "ended"
        assert (await house.lobby(ALA)).record.phase == "lobby"


async def test_an_archived_lobby_is_closed_and_a_game_is_not(tmp_path: Path) -> None:
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        lobby = (await house.lobby(ALA)).record.id
        await archive(house.sessions, lobby)
        game = (await house.mine(ALA, channel=CHANNEL + 1)).record.id
        house.clock.now += 30 * DAY

        assert await keeping.close_old_lobbies() == [lobby]
        standing = await house.sessions.standing_of(game)
        assert standing is not None
        assert standing.record.phase == "playing"


async def test_many_lobbies_are_closed_a_few_in_a_round(tmp_path: Path) -> None:
    async with a_house(tmp_path / "db") as house:
        keeping = Housekeeping(house.sessions)
        for channel in range(LOBBIES + 3):
            await house.lobby(ALA, channel=channel + 1)
        house.clock.now += 8 * DAY

        assert [len(await keeping.close_old_lobbies()) for _ in range(3)] == [LOBBIES, 3, 0]


async def test_a_lobby_that_cannot_be_closed_keeps_nothing_else_waiting(tmp_path: Path) -> None:
    """Its game is not known any more; the clock's round goes on to whoever is to be reminded."""
    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA)
        house.clock.now += 8 * DAY
        others = Sessions(house.store, {"another": ToyRules()}, house.clock)
        await others.open()

        assert await Housekeeping(others).close_old_lobbies() == []
