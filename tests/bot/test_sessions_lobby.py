"""Opening a table, sitting down, starting and closing it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.table.records import new_id
from rules.kernel.chance import commitment
from rules.kernel.errors import Refused
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, a_house, an_interaction
from tests.bot.toy_game import ToyRules


async def test_a_channel_has_one_table_at_a_time(tmp_path: Path) -> None:
    """While a table is open in a channel, another is refused; after its end the channel is free again."""
    async with a_house(tmp_path / "db") as house:
        first = await house.lobby(ALA)

        with pytest.raises(Refused, match="channel_taken"):
            await house.lobby(OLEK)
        await house.sessions.end(CHANNEL, ALA, an_interaction())
        second = await house.lobby(OLEK)

        assert first.record.id != second.record.id
        assert await house.sessions.standing(CHANNEL) == second


async def test_people_sit_down_in_order_and_may_get_up_again(tmp_path: Path) -> None:
    """Seats are numbered as people sit; when the leader leaves, the next one leads."""
    async with a_house(tmp_path / "db") as house:
        full = await house.lobby(ALA, OLEK, EWA)

        left = await house.sessions.leave(CHANNEL, ALA, an_interaction())

        assert [seat.seat for seat in full.record.seats] == ["s1", "s2", "s3"]
        assert [(seat.seat, seat.user_id) for seat in left.record.seats] == [("s1", OLEK), ("s2", EWA)]
        assert left.record.leader_id == OLEK


async def test_the_last_to_leave_closes_the_table(tmp_path: Path) -> None:
    """An empty lobby holds no channel."""
    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA)

        left = await house.sessions.leave(CHANNEL, ALA, an_interaction())

        assert left.record.phase == "ended"
        assert (await house.lobby(OLEK)).record.phase == "lobby"


async def test_the_lobby_says_why_not(tmp_path: Path) -> None:
    """Each refusal of the lobby has its own reason."""
    async with a_house(tmp_path / "db") as house:
        sessions = house.sessions
        with pytest.raises(Refused, match="no_game"):
            await sessions.join(CHANNEL, ALA, "Ala", an_interaction())
        await house.lobby(ALA, OLEK)

        with pytest.raises(Refused, match="already_seated"):
            await sessions.join(CHANNEL, ALA, "Ala", an_interaction())
        with pytest.raises(Refused, match="not_seated"):
            await sessions.leave(CHANNEL, STRANGER, an_interaction())
        with pytest.raises(Refused, match="not_seated"):
            await sessions.start(CHANNEL, STRANGER, an_interaction())
        for user in (20, 21):
            await sessions.join(CHANNEL, user, "more", an_interaction())
        with pytest.raises(Refused, match="full"):
            await sessions.join(CHANNEL, EWA, "Ewa", an_interaction())
        await sessions.start(CHANNEL, ALA, an_interaction())
        with pytest.raises(Refused, match="already_started"):
            await sessions.join(CHANNEL, EWA, "Ewa", an_interaction())


async def test_two_who_sit_down_at_once_get_two_seats(tmp_path: Path) -> None:
    """Nobody sits on anybody's lap."""
    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA)

        await asyncio.gather(
            house.sessions.join(CHANNEL, OLEK, "Olek", an_interaction()),
            house.sessions.join(CHANNEL, EWA, "Ewa", an_interaction()),
        )

        standing = await house.sessions.standing(CHANNEL)
        assert standing is not None
        assert sorted(seat.seat for seat in standing.record.seats) == ["s1", "s2", "s3"]


async def test_the_seed_is_sealed_at_the_start_and_opened_at_the_end(tmp_path: Path) -> None:
    """What was shown at the start is the hash of what is shown at the end."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        with pytest.raises(Refused, match="not_over"):
            await house.sessions.revealed_seeds(standing.record.id)

        ended = await house.sessions.end(CHANNEL, ALA, an_interaction())

        (seed,) = await house.sessions.revealed_seeds(standing.record.id)
        assert commitment(seed) == standing.record.commitment == ended.record.commitment


async def test_a_game_is_closed_by_its_leader_or_the_keeper_of_the_channel(tmp_path: Path) -> None:
    """Olek plays along, and may not close Ala's table, neither in the lobby nor in the game; he may still get up."""
    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA, OLEK, EWA)
        with pytest.raises(Refused, match="not_yours_to_end") as refused:
            await house.sessions.end(CHANNEL, OLEK, an_interaction())
        await house.sessions.leave(CHANNEL, EWA, an_interaction())
        await house.sessions.start(CHANNEL, ALA, an_interaction())
        with pytest.raises(Refused, match="not_yours_to_end"):
            await house.sessions.end(CHANNEL, OLEK, an_interaction())
        ended = await house.sessions.end(CHANNEL, OLEK, an_interaction(), may=True)

        assert refused.value.facts == {"name": "Ala"}
        assert ended.record.phase == "ended"


async def test_an_ended_table_stays_readable(tmp_path: Path) -> None:
    """The end can be looked at until a new table is opened, also after a restart."""
    async with a_house(tmp_path / "db") as house:
        playing = await house.mine(ALA)
        await house.sessions.end(CHANNEL, ALA, an_interaction())

    async with a_house(tmp_path / "db") as house:
        standing = await house.sessions.standing(CHANNEL)

        assert standing is not None
        assert (standing.record.phase, standing.waiting) == ("ended", None)
        assert standing.state == playing.state
        with pytest.raises(Refused, match="game_over"):
            await house.press(playing, ALA, "rest")


async def test_a_quick_start_skips_the_set_up(tmp_path: Path) -> None:
    """The autopilot fills in every form, and the first question is that of the first gallery."""
    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA, OLEK)

        started = await house.sessions.start(CHANNEL, OLEK, an_interaction(), quick=True)

        assert started.standing.address.stage == 1
        assert started.standing.waiting is not None
        assert [type(told.event).__name__ for told in started.told] == ["Equipped", "Equipped"]
        assert len(await house.sessions.outbox()) == 2


async def test_nobody_sits_at_an_unknown_channel(tmp_path: Path) -> None:
    """No table is no standing, not an error."""
    async with a_house(tmp_path / "db") as house:
        assert await house.sessions.standing(CHANNEL) is None
        assert await house.sessions.standing_of("nonesuch") is None


async def test_a_seat_on_autopilot_answers_at_once(tmp_path: Path) -> None:
    """Whoever is away holds nobody up: the vote needs only those who are there."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        await house.on_autopilot(standing.record.id, "s2")

        voting = (await house.press(standing, ALA, "descend")).standing
        voted = await house.press(voting, ALA, "keep")

        assert voting.done == ("s2",)
        assert voted.standing.address.stage == 2


async def test_the_start_can_be_pressed_twice(tmp_path: Path) -> None:
    """The same interaction starts nothing twice, and is told so."""
    async with a_house(tmp_path / "db", ToyRules()) as house:
        await house.lobby(ALA)
        number = an_interaction()
        first = await house.sessions.start(CHANNEL, ALA, number)

        again = await house.sessions.start(CHANNEL, ALA, number)

        assert (first.repeated, again.repeated) == (False, True)
        assert again.standing == first.standing


def test_an_id_can_be_typed_anywhere() -> None:
    """Letters alone: “-Ab” would be an option at a terminal, “_Ab_” italics in a channel."""
    assert all(re.fullmatch("[A-Za-z]{8}", new_id()) for _ in range(1000))
