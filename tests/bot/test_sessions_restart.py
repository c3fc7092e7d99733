"""What outlives the process, and what two processes on one file do to each other."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bot.acts.housekeeping import Housekeeping
from bot.session.transaction import Transaction
from bot.store.units import Placed
from rules.kernel.errors import Refused
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction
from tests.bot.toy_game import ToyRules, equipped

KILLED = """
import asyncio, os, sys
from pathlib import Path
from bot.store.units import Placed
from tests.bot.a_table import ALA, a_house

async def main():
    async with a_house(Path(sys.argv[1])) as house:
        standing = await house.mine(ALA)
        told = [Placed(row.id, 1) for row in await house.sessions.outbox()]
        await house.sessions.store.note_posted(standing.record.id, None, told)
        await house.press(standing, ALA, "dig-s1")
        os._exit(9)  # the power fails between the commit and the post

asyncio.run(main())
"""


async def test_what_was_stored_but_not_posted_is_posted_after_a_crash(tmp_path: Path) -> None:
    """A process dies right after an answer: the next one finds the story in the outbox, once, and the game goes on."""
    dead = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, tmp_path / "db")
    assert await dead.wait() == 9

    async with a_house(tmp_path / "db") as house:
        (game_id,) = await house.sessions.store.unfinished()
        (row,) = await house.sessions.outbox()
        assert [type(told.event).__name__ for told in row.told][:2] == ["DiceRolled", "Dug"]
        assert (row.game_id, row.channel_id, row.by) == (game_id, CHANNEL, ("s1", "dig-s1"))

        standing = await house.sessions.standing(CHANNEL)
        assert standing is not None
        await house.sessions.store.note_posted(game_id, None, [Placed(row.id, 4711)])
        await house.sessions.note_prompt(game_id, standing.address, "table", 4711)

        assert await house.sessions.outbox() == []
        assert await house.sessions.store.unfinished() == {}
        assert (await house.press(standing, ALA, "dig-s1")).standing.state.gold > standing.state.gold


async def test_a_prompt_that_no_message_carries_is_missing(tmp_path: Path) -> None:
    """The story got through, the prompt did not: the table counts as unfinished until the prompt is shown."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        told = [Placed(row.id, 1) for row in await house.sessions.outbox()]
        await house.sessions.store.note_posted(standing.record.id, None, told)

        before = await house.sessions.store.unfinished()
        await house.sessions.note_prompt(standing.record.id, standing.address, "table", 4711)

        assert (list(before), await house.sessions.store.unfinished()) == ([standing.record.id], {})
        (prompt,) = await house.sessions.store.prompts(standing.record.id)
        assert (prompt.address, prompt.key, prompt.message_id) == (standing.address, "table", 4711)
        await house.sessions.store.forget_prompts(standing.record.id, [4711])
        assert await house.sessions.store.prompts(standing.record.id) == []


async def test_a_vote_half_cast_survives_a_restart(tmp_path: Path) -> None:
    """Ala has voted; the bot restarts; only Olek is missing, and his vote ends it."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        voting = (await house.press(standing, ALA, "descend")).standing
        half = (await house.press(voting, ALA, "keep")).standing

    async with a_house(tmp_path / "db") as house:
        assert await house.sessions.standing(CHANNEL) == half

        last = await house.press(half, OLEK, "share")

        assert [told.event.keepers for told in last.told] == [("s1",)]  # type: ignore[attr-defined]


async def test_a_draft_survives_a_restart_and_goes_with_the_answer(tmp_path: Path) -> None:
    """Picks of an open form are kept for their seat and address, until the form is sent."""
    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA, OLEK)
        started = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        game_id, address = started.record.id, started.address
        await house.sessions.put_draft(game_id, address, "s1", "tool", "pick")
        await house.sessions.put_draft(game_id, address, "s1", "tool", "spade")
        await house.sessions.put_draft(game_id, address, "s2", "lamps", 2)

    async with a_house(tmp_path / "db") as house:
        assert await house.sessions.store.draft(game_id, address, "s1") == {"tool": "spade"}

        await house.press(started, ALA, equipped("Ala", "spade"))

        assert await house.sessions.store.draft(game_id, address, "s1") == {}
        assert await house.sessions.store.draft(game_id, address, "s2") == {"lamps": 2}


async def test_a_draft_that_is_begun_while_something_goes_in_goes_with_the_next_answer(tmp_path: Path) -> None:
    """What is being done does not know of it, and does not forget it either."""
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def change_the_language(action: Transaction) -> None:
        begun.set()
        await goes_on.wait()
        action.rewrite(locale="en")

    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id, address = standing.record.id, standing.address
        changed = asyncio.create_task(house.sessions.change(game_id, None, change_the_language))
        await begun.wait()
        picked = asyncio.create_task(house.sessions.put_draft(game_id, address, "s1", "tool", "pick"))
        await asyncio.wait([picked], timeout=0.2)
        goes_on.set()
        await asyncio.gather(changed, picked)
        assert await house.store.draft(game_id, address, "s1") == {"tool": "pick"}

        await house.press(await changed, ALA, "rest")

        assert await house.store.draft(game_id, address, "s1") == {}


async def test_two_processes_apply_a_press_once(tmp_path: Path) -> None:
    """Discord delivers one interaction to two processes: one does it, the other learns that it is done."""
    async with a_house(tmp_path / "db") as one, a_house(tmp_path / "db") as other:
        standing = await one.mine(ALA)
        assert await other.sessions.standing(CHANNEL) == standing

        accepted = await asyncio.gather(
            one.press(standing, ALA, "dig-s1", interaction=5), other.press(standing, ALA, "dig-s1", interaction=5)
        )

        assert sorted(each.repeated for each in accepted) == [False, True]
        assert accepted[0].standing == accepted[1].standing


async def test_of_two_processes_the_second_is_stale(tmp_path: Path) -> None:
    """Two clicks reach two processes: the place in the log is taken for the second, and it learns what stands now."""
    async with a_house(tmp_path / "db") as one, a_house(tmp_path / "db") as other:
        standing = await one.mine(ALA)
        await other.sessions.standing(CHANNEL)
        dug = await one.press(standing, ALA, "dig-s1")

        with pytest.raises(Refused, match="stale"):
            await other.press(standing, ALA, "dig-s1")

        assert await other.sessions.standing(CHANNEL) == dug.standing


async def test_two_processes_can_take_the_votes_of_one_table(tmp_path: Path) -> None:
    """Each vote lands in another process at the same moment; none is lost and the last one ends the vote."""
    async with a_house(tmp_path / "db") as one, a_house(tmp_path / "db") as other:
        standing = await one.mine(ALA, OLEK)
        voting = (await one.press(standing, ALA, "descend")).standing
        await other.sessions.standing(CHANNEL)

        votes = await asyncio.gather(one.press(voting, ALA, "keep"), other.press(voting, OLEK, "share"))

        assert sorted(vote.standing.address.stage for vote in votes) == [1, 2]


async def test_a_process_hears_of_tables_that_another_opened(tmp_path: Path) -> None:
    """The index is only a short cut: what is not in it is looked up."""
    async with a_house(tmp_path / "db") as one, a_house(tmp_path / "db") as other:
        lobby = await one.lobby(ALA)

        assert await other.sessions.standing(CHANNEL) == lobby
        with pytest.raises(Refused, match="channel_taken"):
            await other.lobby(OLEK)
        await other.sessions.end(CHANNEL, ALA, an_interaction())
        second = await other.lobby(OLEK)
        assert await one.sessions.standing(CHANNEL) == second


async def test_a_sleeping_table_wakes_as_it_was(tmp_path: Path) -> None:
    """More tables than are kept awake: each one stands where it was left."""
    async with a_house(tmp_path / "db") as house:
        left = [await house.mine(ALA, channel=channel) for channel in range(1, 300)]

        woken = [await house.sessions.standing(channel) for channel in range(1, 300)]

        assert woken == left


async def test_interactions_are_forgotten_after_a_month(tmp_path: Path) -> None:
    """The first round of the clock clears what is too old to come again."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await house.press(standing, ALA, "rest", interaction=5)
        house.clock.now += 31 * 24 * 3600

        await Housekeeping(house.sessions).tidy()

        assert not await house.store.has_interaction(5)


async def test_two_processes_wake_a_table_under_new_rules(tmp_path: Path) -> None:
    """Both begin the open stage again at the same moment: one of them stores it, and both show the same table."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await house.press(standing, ALA, "rest")

    new = ToyRules(2, "mine.other")
    async with a_house(tmp_path / "db", new) as one, a_house(tmp_path / "db", new) as other:
        looks = [house.sessions.standing_of(standing.record.id) for house in (one, other)]
        here, there = await asyncio.gather(*looks)
        assert here is not None
        assert there is not None
        assert (here.address, here.waiting) == (there.address, there.waiting)
