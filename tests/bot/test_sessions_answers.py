"""The life of a press: who may, what is stale, what happens twice and what never does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.session.sessions import OurFault
from bot.table.records import Press
from rules.kernel.errors import Refused
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, a_house, an_interaction
from tests.bot.toy_game import equipped


async def test_a_press_moves_the_game_and_tells_what_happened(tmp_path: Path) -> None:
    """A miner digs: the dice fall, gold is found, the next question has a new address."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)

        dug = await house.press(standing, OLEK, "dig-s2")

        assert dug.seat == "s2"
        assert [type(told.event).__name__ for told in dug.told][:2] == ["DiceRolled", "Dug"]
        assert dug.standing.address > standing.address
        assert dug.standing.state.gold > 0


async def test_a_double_click_digs_once(tmp_path: Path) -> None:
    """The second click of the same button comes too late, though the action would still be open."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)

        clicks = await asyncio.gather(
            house.press(standing, ALA, "dig-s1"), house.press(standing, ALA, "dig-s1"), return_exceptions=True
        )

        refused = [click for click in clicks if isinstance(click, Refused)]
        assert [refusal.reason for refusal in refused] == ["stale"]
        assert len(await house.sessions.outbox(standing.record.id)) == 2  # the set-up, and one spadeful


async def test_two_players_at_once_both_act(tmp_path: Path) -> None:
    """Actions are anybody's: two different presses of one prompt both count, one after the other."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)

        first, second = await asyncio.gather(
            house.press(standing, ALA, "dig-s1"), house.press(standing, OLEK, "dig-s2")
        )

        assert {first.seat, second.seat} == {"s1", "s2"}
        assert second.standing.address.step != first.standing.address.step


async def test_an_old_button_of_free_actions_stays_good_for_a_new_action(tmp_path: Path) -> None:
    """Ala has dug; the old prompt's 'rest' is still a fair thing to press, its 'dig' is not."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        await house.press(standing, ALA, "dig-s1")

        rested = await house.press(standing, ALA, "rest")

        assert [type(told.event).__name__ for told in rested.told] == ["Rested"]
        with pytest.raises(Refused, match="stale"):
            await house.press(standing, ALA, "dig-s1")
        assert (await house.press(rested.standing, ALA, "dig-s1")).seat == "s1"


async def test_a_button_of_another_stage_is_stale(tmp_path: Path) -> None:
    """The vote of the first gallery cannot be cast in the second."""
    async with a_house(tmp_path / "db") as house:
        first = await house.mine(ALA)
        voting = (await house.press(first, ALA, "descend")).standing
        await house.press(voting, ALA, "share")

        for old in (first, voting):
            with pytest.raises(Refused, match="stale"):
                await house.press(old, ALA, "descend")


async def test_a_redelivered_interaction_changes_nothing(tmp_path: Path) -> None:
    """Discord sends an interaction again; the answer says so and the mine looks the same, also after a restart."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        first = await house.press(standing, ALA, "dig-s1", interaction=77)

        again = await house.press(standing, ALA, "dig-s1", interaction=77)

        assert (again.repeated, again.told, again.standing) == (True, (), first.standing)

    async with a_house(tmp_path / "db") as house:
        later = await house.press(standing, ALA, "dig-s1", interaction=77)

        assert (later.repeated, later.standing) == (True, first.standing)


async def test_an_interaction_redelivered_with_a_good_address_changes_nothing_either(tmp_path: Path) -> None:
    """A typed command has no address to be stale by: the interaction's number alone decides."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        typed = Press(standing.record.id, ALA, 78, "dig-s1")

        first, again = await asyncio.gather(house.sessions.answer(typed), house.sessions.answer(typed))

        assert (first.repeated, again.repeated) == (False, True)
        assert again.standing == first.standing


async def test_a_stranger_is_told_so(tmp_path: Path) -> None:
    """Who does not sit at the table does not play."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)

        with pytest.raises(Refused, match="not_seated"):
            await house.press(standing, STRANGER, "rest")
        with pytest.raises(Refused, match="no_such_option"):
            await house.press(standing, ALA, "dig-s2")

        assert await house.sessions.standing(CHANNEL) == standing


async def test_everyone_answers_a_part_once(tmp_path: Path) -> None:
    """A vote waits for all; who has voted is shown, and cannot vote again."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        voting = (await house.press(standing, ALA, "descend")).standing

        one = await house.press(voting, EWA, "keep")

        assert (one.told, one.standing.done, one.standing.address) == ((), ("s3",), voting.address)
        with pytest.raises(Refused, match="already_answered"):
            await house.press(voting, EWA, "share")
        await house.press(voting, ALA, "share")
        last = await house.press(voting, OLEK, "share")
        assert [told.event.keepers for told in last.told] == [("s3",)]  # type: ignore[attr-defined]


async def test_the_usual_answer_is_the_autopilots(tmp_path: Path) -> None:
    """A player who does not care presses 'the usual'."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)

        done = await house.sessions.answer(Press(standing.record.id, ALA, an_interaction(), None, usual=True))

        assert done.value == ["descend"]


async def test_the_game_ends_by_itself(tmp_path: Path) -> None:
    """After the last gallery the table is over, and its channel free."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, depth="1")
        voting = (await house.press(standing, ALA, "descend")).standing

        last = await house.press(voting, ALA, "share")

        assert (last.standing.record.phase, last.standing.waiting) == ("ended", None)
        assert (await house.lobby(OLEK)).record.phase == "lobby"


async def test_a_fault_of_the_rules_is_ours_and_changes_nothing(tmp_path: Path) -> None:
    """The roof falls in: the player gets a reference, the table stands as before, and other actions work."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, fault="cave-in")

        with pytest.raises(OurFault) as fault:
            await house.press(standing, ALA, "dig-s1")

        assert len(fault.value.reference) == 6
        assert await house.sessions.standing(CHANNEL) == standing
        assert (await house.press(standing, ALA, "rest")).seat == "s1"


async def test_a_table_that_has_not_begun_asks_nothing(tmp_path: Path) -> None:
    """A press before the start is told to wait."""
    async with a_house(tmp_path / "db") as house:
        lobby = await house.lobby(ALA)

        with pytest.raises(Refused, match="not_started"):
            await house.press(lobby, ALA, equipped("Ala"))
