"""Builders for the tests of copies: tables that have been through a lot, and two that go on side by side."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot.acts import rulings, seating, undo, undo_points
from bot.acts.copies.exporting import export_all
from bot.acts.copies.importing import import_into, read_and_check
from bot.acts.proposals import propose
from bot.session.asking import part
from bot.session.party import read_wish
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import Store
from bot.table.records import Accepted, Press, Standing
from rules.kernel.answers import Value, may_answer
from rules.kernel.autopilot import anything
from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Everyone, NextAction, Roll, Seat
from tests.bot.a_table import ALA, CHANNEL, EWA, NAMES, OLEK, STRANGER, Clock, House, an_interaction
from tests.bot.offered_rulings import corrections
from tests.bot.store.a_server import store_for

SEED = bytes(range(32))


def after(seed: bytes) -> bytes:
    """The seed that takes over from this one in these tests."""
    return sha256(seed).digest()


def in_turn(seed: bytes) -> Iterator[bytes]:
    """A seed and those that take over from it."""
    while True:
        yield seed
        seed = after(seed)


PLAYERS: dict[Seat, int] = {"s1": ALA, "s2": OLEK}
MASTER = EWA
ELSEWHERE = 900


@asynccontextmanager
async def a_place(file: Path, rules: Rules[Any], seed: bytes = SEED, **kind: Any) -> AsyncIterator[House]:
    """A bot on this file whose first game has this seed; whatever is sealed after it, the seeds that take over."""
    async with a_place_in(store_for(file, **kind), rules, seed) as house:
        yield house


@asynccontextmanager
async def a_place_in(store: Store, rules: Rules[Any], seed: bytes = SEED) -> AsyncIterator[House]:
    """The same on any store, which is not open yet."""
    await store.open()
    clock = Clock()
    seeds = in_turn(seed)
    sessions = Sessions(store, {"toy": rules}, clock, lambda: next(seeds))
    try:
        await sessions.open()
        yield House(sessions, store, clock)
    finally:
        await store.close()


class Fate:
    """People and a game master who do what a seed says; the same seed does the same at the same table."""

    def __init__(self, house: House, rules: Rules[Any], game_id: str, luck: int) -> None:
        self.house = house
        self.rules = rules
        self.game_id = game_id
        self.luck = Random(f"fate {luck}")
        self.done: list[str] = []

    @property
    def sessions(self) -> Sessions:
        """Of the house."""
        return self.house.sessions

    async def standing(self) -> Standing:
        """Where the table stands."""
        standing = await self.sessions.standing_of(self.game_id)
        assert standing is not None
        return standing

    async def play(self, presses: int, meddling: float = 0.0) -> list[Accepted]:
        """So many answers, or to the end; now and then something else happens."""
        made = []
        for _ in range(presses):
            standing = await self.standing()
            self.house.clock.now += 60
            if standing.waiting is None:
                break
            if self.luck.random() < meddling:
                await self.meddle(standing)
            else:
                made.append(await self.press(standing))
        return made

    async def press(self, standing: Standing) -> Accepted:
        """Somebody who is asked answers, mostly sensibly."""
        waiting = standing.waiting
        assert waiting is not None
        seats = [one for one in PLAYERS if may_answer(waiting, one) and one not in standing.done]
        seat = self.luck.choice(seats)
        value = self._value(standing, seat)
        press = Press(self.game_id, PLAYERS[seat], an_interaction(), value, standing.address)
        try:
            return await self.sessions.answer(press)
        except Refused as refusal:
            return await self._with_owners(press, refusal)

    async def _with_owners(self, press: Press, refusal: Refused) -> Accepted:
        """Whose hero or gold it is agrees; where they are away something else is done."""
        if refusal.reason == "not_yours":
            return await self.sessions.answer(msgspec.structs.replace(press, value=None, usual=True))
        wish = read_wish(str(refusal.facts.get("matter")))
        if wish is None:
            raise refusal
        matter = str(refusal.facts["matter"])
        for seat in (wish.seat, *wish.owners):
            accepted = await propose(self.sessions, self.game_id, PLAYERS[seat], an_interaction(), matter)
        return accepted

    def _value(self, standing: Standing, seat: Seat) -> Value:
        _, ask = part(standing.waiting, seat)
        if isinstance(ask, Roll):
            return [self.luck.randint(1, 6) for _ in range(parse(ask.code).count)]
        if isinstance(standing.waiting, Everyone | NextAction) or self.luck.random() < 0.5:
            return anything(ask, seat, self.luck.randrange)
        return self.rules.autopilot(standing.state, ask, seat)

    async def meddle(self, standing: Standing) -> None:
        """Something that does not happen every day; what cannot be done now is left."""
        deeds = (
            self.set_right,
            self.set_right,
            self.force,
            self.throw_anew,
            self.take_back,
            self.house_rule,
            self.write,
        )
        deed = self.luck.choice(deeds)
        try:
            await deed(standing)
        except Refused:
            return
        self.done.append(deed.__name__)

    async def set_right(self, standing: Standing) -> None:
        """The game master sets something right, at times in secret."""
        offers = await corrections(self.sessions, self.game_id, MASTER)
        if not offers.actions:
            raise Refused("gm_not_now")
        action = self.luck.choice(offers.actions)
        answer = None if action.ask is None else anything(action.ask, GM, self.luck.randrange)
        whispered = self.luck.random() < 0.3
        await rulings.set_right(
            self.sessions, self.game_id, MASTER, an_interaction(), action.option.id, answer, whispered
        )

    async def force(self, standing: Standing) -> None:
        """The game master says what the last die shows."""
        page = await self.house.store.page(self.game_id, standing.address.epoch, standing.address.stage)
        rolls = [row for row in (page.answers if page else []) if undo_points.is_roll(row)]
        if not rolls:
            raise Refused("no_roll")
        pips = [self.luck.randint(1, 6) for _ in rolls[-1].answer.value]
        await rulings.roll(self.sessions, self.game_id, MASTER, an_interaction(), pips)

    async def throw_anew(self, standing: Standing) -> None:
        """The last die falls again."""
        await rulings.roll(self.sessions, self.game_id, MASTER, an_interaction())

    async def take_back(self, standing: Standing) -> None:
        """The game master takes something back."""
        await undo.undo(self.sessions, self.game_id, MASTER, an_interaction(), self.luck.randint(1, 3))

    async def house_rule(self, standing: Standing) -> None:
        """A house rule changes."""
        switch, values = self.luck.choice(list(self.rules.switches.items()))
        value = self.luck.choice(values)
        await rulings.change_house_rule(self.sessions, self.game_id, MASTER, an_interaction(), switch, value)

    async def write(self, standing: Standing) -> None:
        """A note."""
        await rulings.note(self.sessions, self.game_id, MASTER, an_interaction(), f"uwaga {self.luck.random()}")


async def a_life(
    house: House, rules: Rules[Any], luck: int, presses: int, meddling: float = 0.15, **options: Any
) -> Fate:
    """A table of two with a game master that has been through a lot; at some, dice are thrown by hand."""
    await house.lobby(*PLAYERS.values(), **options)
    started = await house.sessions.start(CHANNEL, ALA, an_interaction())
    game_id = started.standing.record.id
    fate = Fate(house, rules, game_id, luck)

    async def name_a_master(turn: Transaction) -> None:
        habits = msgspec.structs.replace(turn.record.habits, dice="hand", by_hand=rules.rolls[: luck % 3])
        turn.rewrite(gm_id=MASTER, habits=habits if luck % 3 else turn.record.habits)

    await house.sessions.change(game_id, None, name_a_master)
    await fate.play(presses, meddling)
    return fate


async def a_copy(fate: Fate) -> bytes:
    """Everything of that table."""
    return await everything(fate.house, fate.game_id)


async def everything(house: House, game_id: str, user_id: int = 0) -> bytes:
    """A full copy, as this person takes it, else whoever may."""
    standing = await house.sessions.standing_of(game_id)
    assert standing is not None
    taker = user_id or standing.record.gm_id or standing.record.leader_id
    return await export_all(house.sessions, game_id, taker, an_interaction())


async def masters_copy(house: House, game_id: str) -> bytes:
    """A full copy of a table whose leader may not have one, as a game master who has just been named takes it."""

    async def name_a_master(turn: Transaction) -> None:
        turn.rewrite(gm_id=STRANGER)

    await house.sessions.change(game_id, None, name_a_master)
    return await everything(house, game_id)


async def brought(house: House, data: bytes, channel: int = ELSEWHERE) -> Standing:
    """The game goes on here, led by the game master, and nobody sits at it."""
    found = await read_and_check(house.sessions, data)
    return await import_into(house.sessions, found, channel, 1, MASTER, "nobody's name", an_interaction())


async def sit_down(house: House, game_id: str) -> Standing:
    """The players take their seats again."""
    for seat, user in PLAYERS.items():
        accepted = await seating.join(house.sessions, game_id, user, NAMES[user], an_interaction(), seat)
    return accepted.standing
