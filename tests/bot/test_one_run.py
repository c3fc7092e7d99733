"""The stage is run once for each press; where its log is long, not on the thread that serves everybody."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.acts.copies.exporting import export_own
from bot.acts.undo_points import points
from bot.discord import sitting
from bot.discord.chronicle import chronicle_within
from bot.discord.prompts import public, story
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import prompt
from bot.session import transaction
from bot.session.asking import first_asked, part
from bot.session.table_state import TablesVersions
from bot.session.transaction import Transaction
from bot.table.records import Press, Standing
from rules.games import all_games, load
from rules.kernel.answers import is_waited_for
from rules.kernel.table import Table
from tests.bot.a_copy import a_place, masters_copy
from tests.bot.a_table import ALA, CHANNEL, OLEK, House, a_house, an_interaction
from tests.bot.toy_game import Mine, ToyRules

LONG = 40
"""Answers in one stage."""
QUESTIONS = 40


class Watched(ToyRules):
    """Notes on which thread each run of a stage happened."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[int] = []

    def stage(self, table: Table, state: Mine) -> None:
        """As ever."""
        self.threads.append(threading.get_ident())
        super().stage(table, state)

    def taken(self) -> list[int]:
        """The runs since this was last asked."""
        runs, self.threads = self.threads, []
        return runs


async def _rested(house: House, times: int = LONG) -> Standing:
    """A table at which somebody sat down very often."""
    standing = await house.mine(ALA, OLEK)
    for _ in range(times):
        standing = (await house.press(standing, ALA, ["rest"])).standing
    return standing


async def test_a_press_runs_the_stage_once_and_a_look_never(tmp_path: Path) -> None:
    rules = Watched()
    async with a_house(tmp_path / "db", rules) as house:
        standing = await house.mine(ALA, OLEK)
        rules.taken()

        await house.press(standing, ALA, ["rest"])
        pressed = rules.taken()
        for _ in range(3):
            await house.sessions.standing_of(standing.record.id)

        assert len(pressed) == 1
        assert rules.taken() == []


async def test_what_the_autopilot_answers_costs_one_run_too(tmp_path: Path) -> None:
    rules = Watched()
    async with a_house(tmp_path / "db", rules) as house:
        standing = await house.mine(ALA, OLEK)
        rules.taken()

        async def usual(turn: Transaction) -> None:
            await turn.give_usual("s1", ALA)

        await house.sessions.change(standing.record.id, None, usual)

        assert len(rules.taken()) == 1


async def test_a_table_that_is_over_is_run_once_however_often_it_is_looked_at(tmp_path: Path) -> None:
    rules = Watched()
    async with a_house(tmp_path / "db", rules) as house:
        standing = await house.mine(ALA, OLEK)
        await house.sessions.end(standing.record.channel_id, ALA, 1)
        house.sessions._actors.forget(standing.record.id)
        rules.taken()

        seen = [await house.sessions.standing_of(standing.record.id) for _ in range(3)]

        assert len(rules.taken()) <= 1
        assert all(one is not None and one.state is not None for one in seen)


async def test_a_long_stage_is_never_run_on_the_loops_thread(tmp_path: Path) -> None:
    rules = Watched()
    async with a_house(tmp_path / "db", rules) as house:
        standing = await _rested(house)
        game_id, sessions = standing.record.id, house.sessions
        rules.taken()

        sessions._actors.forget(game_id)
        await sessions.standing_of(game_id)
        standing = (await house.press(standing, ALA, ["rest"])).standing
        await points(house.store, game_id, standing.address)
        await export_own(sessions, game_id, "s1")
        await masters_copy(house, game_id)
        await chronicle_within(sessions, {"toy": rules}, game_id)
        await house.undo(game_id)

        assert len(runs := rules.taken()) > 4
        assert threading.get_ident() not in runs


async def test_many_long_runs_leave_the_loop_free(tmp_path: Path) -> None:
    """While a stage is read again somewhere else, the loop goes round."""
    gate, rules = threading.Event(), Watched()
    async with a_house(tmp_path / "db", rules) as house:
        standing = await _rested(house)
        entered = threading.Event()

        class Slow(Watched):
            def stage(self, table: Table, state: Mine) -> None:
                entered.set()
                assert gate.wait(30), "the loop did not go on"
                super().stage(table, state)

        house.sessions.games = TablesVersions({"toy": Slow()})
        house.sessions._actors.forget(standing.record.id)
        looking = asyncio.create_task(house.sessions.standing_of(standing.record.id))
        await asyncio.to_thread(entered.wait, 30)
        gate.set()  # the loop does this: it would never come here if it ran the stage itself

        assert await looking is not None


@pytest.mark.parametrize("user", [ALA, OLEK])
async def test_what_is_kept_is_as_the_rules_left_it(tmp_path: Path, user: int) -> None:
    """Whoever gets the state only looks at it: asked for the usual, refused, viewed, it stays the same."""
    rules = ToyRules()
    async with a_house(tmp_path / "db", rules) as house:
        standing = await house.mine(ALA, OLEK)
        before = rules.encode(standing.state)

        for seat in ("s1", "s2"):
            rules.autopilot(standing.state, standing.waiting, seat)  # type: ignore[arg-type]  # something is asked
            rules.view(standing.state, seat)
        again = await house.sessions.standing_of(standing.record.id)

        assert again is not None
        assert again.state is standing.state
        assert rules.encode(again.state) == before


@pytest.mark.parametrize("game", all_games())
async def test_nobody_who_looks_changes_what_is_kept(tmp_path: Path, game: str) -> None:
    """Prompts, views, pictures and the autopilot of each game get the same state, and leave it as it is."""
    rules = load(game)
    async with a_place(tmp_path / "db", rules) as house:
        begun = await house.lobby(ALA, OLEK)
        await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)
        for _ in range(QUESTIONS):
            standing = await house.sessions.standing_of(begun.record.id)
            assert standing is not None
            if standing.waiting is None:
                break
            before, scene = rules.encode(standing.state), Scene(standing, rules)

            prompt(scene)
            list(rules.corrections(standing.state))
            await scene.face.question_picture(scene.narrator, rules.view(standing.state, None))
            await scene.face.overview(scene.narrator, rules.view(standing.state, "s1"))
            for seat in ("s1", "s2"):
                scene.face.mine(scene.narrator, rules.view(standing.state, seat))
                if is_waited_for(standing.waiting, seat):
                    scene.usual(part(standing.waiting, seat)[1], seat)

            assert rules.encode(standing.state) == before
            await house.sessions.change(begun.record.id, None, _usual)


async def _usual(turn: Transaction) -> None:
    seat = first_asked(turn.waiting, ("s1", "s2"))
    assert seat is not None
    await turn.give_usual(seat, ALA)


SMIERCI = load("labirynt-smierci")


async def _quickly_begun(house: House) -> Scene:
    begun = await house.lobby(ALA, OLEK)
    await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)
    standing = await house.sessions.standing_of(begun.record.id)
    assert standing is not None
    return Scene(standing, SMIERCI)


@pytest.mark.parametrize("user", [ALA, OLEK])
async def test_a_press_gives_the_usual_answer_that_the_question_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int
) -> None:
    """Whoever presses; the autopilot is not asked again."""
    async with a_place(tmp_path / "db", SMIERCI) as house:
        scene = await _quickly_begun(house)
        shown = scene.usual(scene.waiting, "s1", openly=True)
        monkeypatch.setattr(transaction, "usual_with_consent", None)

        press = Press(scene.game_id, user, an_interaction(), None, scene.address, usual=True, openly=True)
        accepted = await house.sessions.answer(press)

        assert shown is not None
        assert (accepted.value, accepted.repeated) == (shown, False)


async def test_the_lines_of_a_story_are_worded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_place(tmp_path / "db", SMIERCI) as house:
        scene = await _quickly_begun(house)
        rows = await house.sessions.outbox(scene.game_id)
        first = sitting.told(scene, rows)
        monkeypatch.setattr(story, "told_lines", None)

        assert first
        assert sitting.told(scene, rows) == first


async def test_plain_controls_are_built_only_where_they_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_place(tmp_path / "db", SMIERCI) as house:
        scene = await _quickly_begun(house)
        built: list[object] = []
        plain_view = public.plain_view
        monkeypatch.setattr(public, "plain_view", lambda choices: built.append(choices) or plain_view(choices))

        shown = prompt(scene)
        before = [*built]

        assert shown.view.children
        assert (before, built) == ([], [shown.choices])
