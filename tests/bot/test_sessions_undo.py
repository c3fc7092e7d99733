"""Undo, the same dice on the same path, replay that equals play, and rules that change under an open stage."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.acts import rulings
from bot.acts import undo as undoing
from bot.acts.game_master import appoint
from bot.acts.proposals import propose
from bot.table.events import StageAgain, TakenBack
from bot.table.records import Press
from rules.kernel.errors import Refused
from rules.kernel.requests import GM
from tests.bot.a_table import ALA, CHANNEL, OLEK, House, a_house, an_interaction
from tests.bot.toy_game import GoldSet, ToyRules


async def test_the_same_path_has_the_same_dice(tmp_path: Path) -> None:
    """Digging again after an undo finds the very same gold; resting first finds other dice."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        dug = await house.press(standing, ALA, "dig-s1")

        back = await house.undo(standing.record.id)
        again = await house.press(back, ALA, "dig-s1")

        assert back.state == standing.state
        assert (back.address.epoch, back.address.step) == (standing.address.epoch + 1, standing.address.step)
        assert again.told == dug.told
        assert again.standing.state == dug.standing.state


async def test_buttons_from_before_an_undo_are_stale(tmp_path: Path) -> None:
    """The epoch in the address tells them."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await house.press(standing, ALA, "dig-s1")
        await house.undo(standing.record.id)

        with pytest.raises(Refused, match="stale"):
            await house.press(standing, ALA, "dig-s1")


async def test_an_undo_reaches_back_over_the_end_of_a_stage(tmp_path: Path) -> None:
    """Three answers back: out of the second gallery, past the vote, before the descent; and again from there."""
    async with a_house(tmp_path / "db") as house:
        first = await house.mine(ALA, OLEK)
        dug = (await house.press(first, ALA, "dig-s1")).standing
        voting = (await house.press(dug, ALA, "descend")).standing
        await house.press(voting, ALA, "keep")
        await house.press(voting, OLEK, "share")

        vote_open = await house.undo(first.record.id)
        back = await house.undo(first.record.id, steps=2)
        start = await house.undo(first.record.id)

        assert vote_open.done == ("s1",)
        assert back.state == dug.state
        assert (start.state, start.address.epoch) == (first.state, 4)
        with pytest.raises(Refused, match="nothing_to_undo"):
            await house.undo(first.record.id, steps=5)


async def test_an_undo_is_told_and_the_old_tail_kept(tmp_path: Path) -> None:
    """The channel hears of it, what was told before is not told again, and the log keeps the other path."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await house.press(standing, ALA, "dig-s1")
        before = len(await house.sessions.outbox())

        await house.undo(standing.record.id)

        new = (await house.sessions.outbox())[before:]
        assert [told.event for row in new for told in row.told] == [TakenBack(1)]
        old = await house.store.page(standing.record.id, epoch=1, stage=1)
        assert old is not None
        assert old.answers[0].answer.value == "dig-s1"


async def test_an_undone_table_survives_a_restart(tmp_path: Path) -> None:
    """The new epoch is what is loaded."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        dug = (await house.press(standing, ALA, "dig-s1")).standing
        await house.press(dug, ALA, "dig-s1")
        back = await house.undo(standing.record.id)

    async with a_house(tmp_path / "db") as house:
        assert await house.sessions.standing(CHANNEL) == back
        assert back.state == dug.state


async def test_new_rules_begin_an_open_stage_again(tmp_path: Path) -> None:
    """The question has another name in the new version: the stage begins anew, says so, and can be played."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await house.press(standing, ALA, "dig-s1")
        told = len(await house.sessions.outbox())

    async with a_house(tmp_path / "db", ToyRules(version=2, why_dig="mine.what")) as house:
        again = await house.sessions.standing(CHANNEL)

        assert again is not None
        assert again.address == type(again.address)(epoch=2, stage=1, step=0)
        assert again.state == standing.state
        new = (await house.sessions.outbox())[told:]
        assert [one.event for row in new for one in row.told] == [StageAgain(stage=1, answers=1)]
        assert (await house.press(again, ALA, "dig-s1")).seat == "s1"


DEEDS = st.lists(
    st.tuples(st.sampled_from([ALA, OLEK]), st.sampled_from(["dig", "rest", "descend", "keep", "share", "undo"])),
    max_size=25,
)


@settings(max_examples=25, deadline=None)
@given(DEEDS)
def test_a_replay_equals_the_play(deeds: list[tuple[int, str]]) -> None:
    """Whatever people press, a house that starts on the same file sees the table just as the first one left it."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_play_and_wake(Path(folder) / "db", deeds))


async def _play_and_wake(file: Path, deeds: list[tuple[int, str]]) -> None:
    async with a_house(file) as house:
        standing = await house.mine(ALA, OLEK, depth="3")
        for user, deed in deeds:
            await _do(house, standing.record.id, user, deed)
        live = await house.sessions.standing(CHANNEL)

        async with a_house(file) as other:
            assert await other.sessions.standing(CHANNEL) == live


async def _do(house: House, game_id: str, user: int, deed: str) -> None:
    try:
        if deed == "undo":
            await house.undo(game_id)
            return
        value = f"dig-s{1 + (user == OLEK)}" if deed == "dig" else deed
        await house.sessions.answer(Press(game_id, user, an_interaction(), value))
    except Refused:
        return


async def test_new_rules_put_a_house_rule_of_the_open_stage_aside(tmp_path: Path) -> None:
    """It was to hold from the next stage on, and the stage begins again without it: the record says so, too."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, depth="1")
        await house.press(standing, ALA, "rest")
        await propose(house.sessions, standing.record.id, ALA, an_interaction(), "house/depth/3")

    async with a_house(tmp_path / "db", ToyRules(2, "mine.other")) as house:
        again = await house.sessions.standing(CHANNEL)
        assert again is not None
        assert (again.record.options["depth"], again.state.depth) == ("1", 1)


async def test_a_ruling_that_was_taken_back_is_not_in_the_chronicle(tmp_path: Path) -> None:
    """The table stands at the same question before and after it; brought back, it is told again."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        game_id, sessions = standing.record.id, house.sessions
        await appoint(sessions, game_id, OLEK, OLEK, an_interaction(), may=True)
        await rulings.set_right(sessions, game_id, OLEK, an_interaction(), "gold", 7)
        house.clock.now += 60
        await undoing.undo(sessions, game_id, OLEK, an_interaction())
        back = [one.event for row in await sessions.chronicle(game_id) for one in row.told]
        house.clock.now += 60
        await undoing.redo(sessions, game_id, OLEK, an_interaction())
        again = [one.event for row in await sessions.chronicle(game_id) for one in row.told]

        assert GoldSet(0, 7) not in back
        assert TakenBack(1, GM, True) in back
        assert GoldSet(0, 7) in again
