"""Whatever players and game master do, taking back and bringing back are exact, and the dice stay proven."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.acts import rulings
from bot.acts import undo as undoing
from bot.session.history import prove_game
from bot.session.transaction import Transaction
from bot.table.habits import Habits
from bot.table.records import Press, Standing
from rules.games import all_games, load
from rules.kernel.autopilot import anything
from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.proof import check
from rules.kernel.requests import GM, Everyone, NextAction, Roll
from tests.bot.a_proof import must_be_recorded
from tests.bot.a_table import CHANNEL, House, a_house, an_interaction
from tests.bot.offered_rulings import corrections
from tests.bot.toy_game import ToyRules
from tests.sampled import first_of

ALA, OLEK, MASTER = 10, 11, 77
USERS = {"s1": ALA, "s2": OLEK}
RESTARTS = 0.1
"""How likely the bot is started anew after a deed."""


class Players:
    """A table with two players and a game master, who do anything that is legal."""

    def __init__(self, house: House, game_id: str, luck: Random) -> None:
        self.house = house
        self.game_id = game_id
        self.luck = luck
        self.sessions = house.sessions

    async def standing(self) -> Standing:
        """Where the table stands."""
        found = await self.sessions.standing_of(self.game_id)
        assert found is not None
        return found

    async def do(self, deed: str) -> None:
        """One deed; what may not be done now changes nothing."""
        before = await self.standing()
        self.house.clock.now += 1
        try:
            await DEEDS[deed](self, before)
        except Refused:
            assert await self.standing() == before

    async def answer(self, now: Standing) -> None:
        """Somebody answers what is asked; dice are thrown by hand."""
        assert now.waiting is not None
        if isinstance(now.waiting, Roll):
            count = parse(now.waiting.code).count
            dice = [self.luck.randint(1, 6) for _ in range(count)]
            await rulings.type_dice(self.sessions, self.game_id, ALA, an_interaction(), dice)
            return
        seat = self.luck.choice([seat for seat in USERS if seat not in now.done])
        request = now.waiting.asks.get(seat) if isinstance(now.waiting, Everyone) else now.waiting
        if request is None or (isinstance(request, NextAction) and not request.of(seat)):
            raise Refused("not_asked")
        asked = seat if isinstance(now.waiting, Everyone | NextAction) or request.who == "party" else request.who
        value = anything(request, asked, self.luck.randrange)
        press = Press(self.game_id, USERS[asked], an_interaction(), value, now.address)
        await self.sessions.answer(press)

    async def correct(self, now: Standing) -> None:
        """The game master sets something right."""
        offers = await corrections(self.sessions, self.game_id, MASTER)
        if not offers.actions:
            raise Refused("gm_not_now")
        what, *answer = anything(offers, GM, self.luck.randrange)
        whispered = self.luck.random() < 0.2
        value = answer[0] if answer else None
        await rulings.set_right(self.sessions, self.game_id, MASTER, an_interaction(), what, value, whispered)

    async def reroll(self, now: Standing) -> None:
        """The last dice are thrown anew."""
        await rulings.roll(self.sessions, self.game_id, MASTER, an_interaction())

    async def force(self, now: Standing) -> None:
        """The last dice show what the game master says, if it were one or two."""
        dice = [self.luck.randint(1, 6) for _ in range(self.luck.randint(1, 2))]
        await rulings.roll(self.sessions, self.game_id, MASTER, an_interaction(), dice)

    async def skip(self, now: Standing) -> None:
        """Nobody is waited for."""
        await rulings.skip(self.sessions, self.game_id, MASTER, an_interaction())

    async def house_rule(self, now: Standing) -> None:
        """A house rule changes."""
        switches = self.sessions.games[now.record.game].switches
        switch = self.luck.choice(list(switches))
        value = self.luck.choice(switches[switch])
        await rulings.change_house_rule(self.sessions, self.game_id, MASTER, an_interaction(), switch, value)

    async def change_hands(self, now: Standing) -> None:
        """From now on dice are thrown by hand, or by the bot again."""

        async def swap(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(dice="bot" if turn.record.habits.dice == "hand" else "hand"))

        if not isinstance(now.waiting, Roll):  # an open throw stays with whom it was left to
            await self.sessions.change(self.game_id, None, swap)

    async def undo(self, now: Standing) -> None:
        """Some answers are taken back, and brought back in one go: everything is as it was, and the log too."""
        log, steps = await self.log(), self.luck.randint(1, 6)
        await undoing.undo(self.sessions, self.game_id, MASTER, an_interaction(), steps)
        shorter = await self.log()
        assert len(self.of_people(shorter)) == len(self.of_people(log)) - steps
        if self.luck.random() < 0.3:
            return
        further = self.luck.randint(0, 2) if len(self.of_people(shorter)) > 2 else 0
        for _ in range(further):
            await undoing.undo(self.sessions, self.game_id, MASTER, an_interaction())
        for _ in range(1 + further):
            await undoing.redo(self.sessions, self.game_id, MASTER, an_interaction())
        back = await self.standing()
        assert (back.state, back.waiting, back.done) == (now.state, now.waiting, now.done)
        assert (back.address.stage, back.address.step) == (now.address.stage, now.address.step)
        assert back.record.options == now.record.options
        assert await self.log() == log

    async def redo(self, now: Standing) -> None:
        """Bring back, if there is anything."""
        await undoing.redo(self.sessions, self.game_id, MASTER, an_interaction())

    async def log(self) -> list[Any]:
        """Every row that led to the present."""
        at = (await self.standing()).address
        pages = [await self.house.store.page(self.game_id, at.epoch, stage) for stage in range(at.stage + 1)]
        return [row for page in pages if page is not None for row in page.answers]

    @staticmethod
    def of_people(log: list[Any]) -> list[Any]:
        """The rows that persons gave."""
        return [row for row in log if row.user_id]

    async def check_proof(self) -> None:
        """Every die of the present line follows from seal and log."""
        now, seeds = await self.standing(), await self.house.store.seeds(self.game_id)
        assert seeds
        rules = self.sessions.games[now.record.game]
        verdict = check(await prove_game(self.house.store, rules, self.game_id, now.address, seeds))
        assert verdict.faults == ()
        await must_be_recorded(self.sessions, self.game_id)


DEEDS: Mapping[str, Callable[[Players, Standing], Awaitable[None]]] = {
    "answer": Players.answer,
    "correct": Players.correct,
    "reroll": Players.reroll,
    "force": Players.force,
    "skip": Players.skip,
    "house_rule": Players.house_rule,
    "change_hands": Players.change_hands,
    "undo": Players.undo,
    "redo": Players.redo,
}
MIXED = st.lists(
    st.one_of(st.just("answer"), st.just("answer"), st.just("answer"), st.sampled_from(list(DEEDS))),
    min_size=4,
    max_size=30,
)


async def a_mastered_table(house: House, options: Mapping[str, str], luck: Random, *, quick: bool) -> Players:
    """A game of two players that has begun, with a game master beside it; ``quick``: it is all set up."""
    sessions = house.sessions
    standing = await sessions.new(
        game="toy",
        channel_id=CHANNEL,
        guild_id=1,
        locale="pl",
        leader_id=ALA,
        leader_name="Ala",
        options=dict(options),
        interaction_id=an_interaction(),
    )
    await sessions.join(CHANNEL, OLEK, "Olek", an_interaction())

    async def appoint(turn: Transaction) -> None:
        turn.rewrite(gm_id=MASTER)

    await sessions.change(standing.record.id, None, appoint)
    await sessions.start(CHANNEL, ALA, an_interaction(), quick=quick)
    return Players(house, standing.record.id, luck)


async def play(rules: Rules[Any], options: Mapping[str, str], deeds: list[str], seed: int) -> None:
    """All these deeds, with a restart now and then; at the end the proof."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "db"
        async with a_house(file, rules) as house:
            players = await a_mastered_table(house, options, Random(seed), quick=rules.name != "toy")
            for deed in deeds:
                if (await players.standing()).waiting is None:
                    break
                await players.do(deed)
                if players.luck.random() < RESTARTS:
                    await restarted(file, rules, players)
            await restarted(file, rules, players)
            await players.check_proof()


async def restarted(file: Path, rules: Rules[Any], players: Players) -> None:
    """A bot that has just started on the same file sees the same table."""
    live = await players.standing()
    async with a_house(file, rules) as other:
        assert await other.sessions.standing_of(players.game_id) == live


@settings(max_examples=40, deadline=None)
@given(MIXED, st.integers(0, 2**32))
def test_undo_and_redo_are_exact_in_the_mine(deeds: list[str], seed: int) -> None:
    """Undo then redo is nothing at all, a restart sees the same table, and no die is out of order."""
    asyncio.run(play(ToyRules(), {"depth": "3", "loops": "1"}, deeds, seed))


@pytest.mark.parametrize("seed", first_of(range(5), 2))
@pytest.mark.parametrize("game", all_games())
async def test_undo_and_redo_are_exact_in_the_labyrinth(game: str, seed: int) -> None:
    """The same in the real games, over fights, traps, Backpacks and the laying of segments."""
    luck = Random(seed)
    kinds = [*["answer"] * 12, *DEEDS, "undo", "correct"]
    deeds = [luck.choice(kinds) for _ in range(120)]

    await play(load(game), {}, deeds, seed)
