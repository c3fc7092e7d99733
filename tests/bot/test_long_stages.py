"""What can be done first without moving the game on has an end in each stage; what moves it on never has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.acts import rulings
from bot.acts.copies.formats import FullCopy, seal_copy
from bot.acts.copies.importing import read_and_check, read_copy
from bot.acts.copies.replaying import BadImport
from bot.session.transaction import Transaction
from bot.table import stage_limits
from bot.table.records import Standing
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.answers import Answer, Value
from rules.kernel.chance import Sealed
from rules.kernel.errors import Refused
from rules.kernel.game import seat_ids
from rules.kernel.requests import PARTY, Action, NextAction, Option, Request, Seat
from rules.kernel.table import Table
from tests.bot.a_copy import a_place, masters_copy
from tests.bot.a_table import ALA, OLEK, House, an_interaction
from tests.bot.toy_game import Mine, Rested, ToyRules

STAGES = 120
SHARE = stage_limits.MOST_FREE_ACTIONS // 2
"""What each of two seats may do aside in a stage."""


class Fidgety(ToyRules):
    """Miners who may rest before they descend, and whose autopilot never wants anything else."""

    def _dig(self, table: Table, state: Mine) -> None:
        rest = Action(PARTY, Option("rest", "rest"), aside=True)
        while True:
            table.set_right()
            taken = table.next_action("mine.next", [rest, Action(PARTY, Option("descend", "descend"))])
            if taken.id == "descend":
                return
            table.tell(Rested(taken.seat))

    def autopilot(self, state: Mine, request: Request[object], seat: Seat) -> Value:
        """Rest, if that can be done."""
        return (
            ["rest"]
            if request.why == "mine.next" and _offers_rest(request)
            else super().autopilot(state, request, seat)
        )


def _offers_rest(request: Request[object]) -> bool:
    return any(action.option.id == "rest" for action in getattr(request, "actions", ()))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A bot with that mine."""
    async with a_place(tmp_path / "db", Fidgety()) as house:
        yield house


async def _rested(house: House, times: int) -> Standing:
    """A stage in which somebody rested so often."""
    standing = await house.mine(ALA, OLEK)

    async def rest(turn: Transaction) -> None:
        for _ in range(times):
            await turn.give("s1", ["rest"], ALA)

    return await house.sessions.change(standing.record.id, None, rest)


async def test_what_moves_nothing_on_is_refused_once_the_stage_is_long(house: House) -> None:
    """Nothing of it is stored; the same people may still go on."""
    standing = await _rested(house, SHARE)

    with pytest.raises(Refused, match="stage_full"):
        await house.press(standing, ALA, ["rest"])
    after = await house.press(standing, OLEK, ["descend"])

    assert after.standing.address.step == standing.address.step + 1
    assert after.standing.waiting is not None
    assert after.standing.waiting.why == "mine.vote"


async def test_what_one_seat_does_takes_nothing_from_another(house: House) -> None:
    standing = await _rested(house, SHARE)

    rested = await house.press(standing, OLEK, ["rest"])

    assert rested.standing.address.step == standing.address.step + 1


def test_every_share_fits_into_a_stage_that_can_be_copied() -> None:
    """However many sit there, and each uses up what is theirs."""
    for seats in range(1, 7):
        rows: list[Answer] = []
        for seat in seat_ids(seats):
            while stage_limits.has_room_for_free_action(rows, seat, seats):
                rows.append(Answer(len(rows), "", "", seat, None))
        assert (
            max(stage_limits.LEAST_SHARE, stage_limits.MOST_FREE_ACTIONS // seats) * seats
            == len(rows)
            < stage_limits.LONGEST
        )


async def test_the_next_stage_has_room_again(house: House) -> None:
    standing = await _rested(house, SHARE)
    standing = (await house.press(standing, ALA, ["descend"])).standing
    for user in (ALA, OLEK):
        standing = (await house.press(standing, user, "share")).standing

    rested = await house.press(standing, ALA, ["rest"])

    assert rested.standing.address.stage == 2


async def test_the_autopilot_goes_on_where_there_is_no_room_left(house: House) -> None:
    """As usual would be to rest; a table is never stuck because of that."""
    standing = await _rested(house, SHARE)

    async def usual(turn: Transaction) -> None:
        await turn.give_usual("s1", ALA)

    after = await house.sessions.change(standing.record.id, None, usual)

    assert after.waiting is not None
    assert after.waiting.why == "mine.vote"


async def test_a_game_master_has_a_reserve(house: House) -> None:
    standing = await _mastered(house, SHARE)

    done = await rulings.set_right(house.sessions, standing.record.id, ALA, an_interaction(), "gold", 7)

    assert done.standing.state.gold == 7


async def test_the_reserve_has_an_end_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is stored then, and the table goes on."""
    monkeypatch.setattr("bot.table.stage_limits.MOST_RULED", SHARE)
    standing = await _mastered(house, SHARE)

    with pytest.raises(Refused, match="stage_full"):
        await rulings.set_right(house.sessions, standing.record.id, ALA, an_interaction(), "gold", 7)
    after = await house.press(standing, OLEK, ["descend"])

    assert after.standing.state.gold == 0


async def _mastered(house: House, times: int) -> Standing:
    standing = await _rested(house, times)

    async def take_over(turn: Transaction) -> None:
        turn.rewrite(gm_id=ALA)

    return await house.sessions.change(standing.record.id, None, take_over)


async def test_a_file_with_a_longer_stage_is_refused_by_its_number(house: House) -> None:
    """It is refused before anything of it is played."""
    standing = await _rested(house, 5)
    copy = read_copy(await masters_copy(house, standing.record.id))
    line = copy.stages[1].answers[0]
    lines = [msgspec.structs.replace(line, step=step) for step in range(stage_limits.LONGEST + 1)]
    longer = msgspec.structs.replace(copy.stages[1], answers=lines)
    bad = seal_copy(msgspec.structs.replace(copy, stages=[copy.stages[0], longer, *copy.stages[2:]]))

    with pytest.raises(BadImport) as refused:
        await read_and_check(house.sessions, msgspec.json.encode(bad))

    assert (refused.value.why, refused.value.stage) == ("stage_long", 1)


async def test_the_longest_stage_that_may_come_is_taken(house: House) -> None:
    """Whatever this bot lets a table play can be exported and goes on elsewhere."""
    standing = await _rested(house, SHARE)

    copy: FullCopy = read_copy(data := await masters_copy(house, standing.record.id))
    found = await read_and_check(house.sessions, data)

    assert len(copy.stages[-1].answers) == SHARE < stage_limits.LONGEST
    assert found.replayed.position.step == standing.address.step


@pytest.mark.parametrize("game", all_games())
def test_every_game_can_be_played_where_nothing_is_done_first_any_more(game: str) -> None:
    """As if each stage were full from its beginning: each question still has an answer that moves on."""
    rules, full = load(game), [Answer(0, "", "", "s1", None)] * stage_limits.MOST_RULED
    least, most = rules.seats
    for number in {least, most}:
        seats, chance = seat_ids(number), Sealed(bytes(32))
        state = rules.begin(seats, {})

        def onwards(ask: Request[Any], seat: Seat, state: Any = state) -> Value:
            value = stage_limits.usual(rules, state, ask, seat, full)
            assert not stage_limits.is_idle_free_action(ask, value, seat)
            return value

        for _ in range(STAGES):
            if not rules.over(state):
                run(rules, state, (), chance, onwards, seats[0])


def test_where_all_can_only_be_done_first_it_may_be_done() -> None:
    """Else nobody could answer at all."""
    rest = Action(PARTY, Option("rest", "rest"), aside=True)

    assert not stage_limits.is_idle_free_action(NextAction(who=PARTY, why="camp", actions=(rest,)), ["rest"], "s1")
