"""Two nights at a table whose people sleep at different hours: when the clock pings whom."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from bot.acts.proposals import propose
from bot.acts.table_settings import habits_proposal
from bot.discord.clockwork import AT_A_TIME, keep_time
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.events import Reminded
from bot.table.habits import Habits, Person, Pings
from bot.table.records import Press, Standing
from bot.table.timekeeping import HOUR, awake_at, players, waited_at
from rules.games import load
from tests.bot.a_table import ALA, CHANNEL, EWA, NAMES, OLEK, Clock, an_interaction, same_seeds
from tests.bot.store.a_server import store_for

QUARTER = HOUR / 4
BEGAN = datetime(2026, 3, 2, 17, tzinfo=UTC).timestamp()
SEATS = {"s1": ALA, "s2": OLEK, "s3": EWA}
PRESSES = {21: ALA, 22: EWA, 0: OLEK, 2: EWA, 3: OLEK, 6: EWA, 13: ALA, 14: OLEK}
"""Who presses at these hours (UTC) if the game waits for them: some in the nights of others."""


class Nights:
    """Ala sleeps in Warsaw, Olek in New York, Ewa never; everything that happens is noted."""

    def __init__(self, sessions: Sessions, clock: Clock, people: dict[int, Person]) -> None:
        self.sessions, self.clock, self.people = sessions, clock, people
        self.game_id = ""
        self.pinged: list[tuple[float, int, Reminded]] = []
        self.held_back: dict[tuple[float, int], float] = {}
        """When the ping of a question is to come that a person slept through, by the time of the question."""

    async def standing(self) -> Standing:
        """The table as it is."""
        found = await self.sessions.standing_of(self.game_id)
        assert found is not None
        return found

    async def begin(self, game: str, habits: Habits) -> None:
        """A quick start in the early evening, when all are awake."""
        opened = await self.sessions.new(
            game=game,
            channel_id=CHANNEL,
            guild_id=1,
            locale="pl",
            leader_id=ALA,
            leader_name=NAMES[ALA],
            options={},
            interaction_id=an_interaction(),
        )
        self.game_id = opened.record.id
        for user in (OLEK, EWA):
            await self.sessions.join(CHANNEL, user, NAMES[user], an_interaction())
        await self.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)

        async def agree(turn: Transaction) -> None:
            turn.rewrite(habits=msgspec.structs.replace(habits, quick=turn.record.habits.quick))

        await self.sessions.change(self.game_id, None, agree)

    async def live(self, quarters: int) -> None:
        """Let this time pass; the clock looks whenever the table is due."""
        for _ in range(quarters):
            self.clock.now += QUARTER
            await self._look()
            if self.clock.now % HOUR == 0:
                await self._press(PRESSES.get(int(self.clock.now % (24 * HOUR) // HOUR), 0))

    async def _look(self) -> None:
        before = await self.standing()
        waited = {players(before.record)[seat] for seat in waited_at(before)}
        called = set()
        if self.game_id in await self.sessions.store.due(self.clock.now, AT_A_TIME):
            told = [fact.event for fact in (await keep_time(self.sessions, self.game_id)).told]
            for event in told:
                if isinstance(event, Reminded):
                    called |= {SEATS[seat] for seat in event.seats if not event.vote}
                    self.pinged += [(self.clock.now, SEATS[seat], event) for seat in event.seats]
        due = {user for (asked, user), at in self.held_back.items() if (asked, at) == (before.asked_at, self.clock.now)}
        assert due & waited <= called

    async def _press(self, user: int) -> None:
        before = await self.standing()
        if user not in {players(before.record)[seat] for seat in waited_at(before)}:
            return
        press = Press(self.game_id, user, an_interaction(), None, before.address, usual=True)
        after = (await self.sessions.answer(press)).standing
        if after.asked_at != before.asked_at:
            for person in self.people.values():
                wakes = awake_at(person, after.asked_at)
                if person.user_id != user and wakes > after.asked_at and person.pings in ("needed", "every"):
                    self.held_back[after.asked_at, person.user_id] = wakes


@pytest.mark.parametrize("pings", ["needed", "every", "daily", "never"])
@pytest.mark.parametrize("game", ["labirynt-smierci", "labirynt-czarnoksieznika"])
async def test_the_clock_pings_nobody_at_night_and_every_sleeper_once_in_the_morning(
    tmp_path: Path, game: str, pings: Pings
) -> None:
    """Whoever slept when the game came to need them is called at the end of their quiet hours, if it still does."""
    store, clock = store_for(tmp_path / "db"), Clock()
    clock.now = BEGAN
    people = {
        ALA: Person(ALA, "Europe/Warsaw"),
        OLEK: Person(OLEK, "America/New_York", 23 * 60, 7 * 60, pings),
        EWA: Person(EWA, "UTC", 0, 0),
    }
    rules = load(game)
    nights = Nights(Sessions(store, {rules.name: rules}, clock, same_seeds()), clock, people)
    try:
        await store.open()
        for person in people.values():
            await store.put_person(person)
        proposal = habits_proposal({"deadline_after": 90.0}) if rules.rivals else f"gm/{EWA}"
        await nights.begin(rules.name, Habits(remind_after=0, call_after=0))
        await nights.live(4 * 9)  # until two in the morning in Warsaw, nine in the evening in New York
        await propose(nights.sessions, nights.game_id, EWA, an_interaction(), proposal)
        await nights.live(4 * 39)
    finally:
        await store.close()

    assert nights.held_back
    assert nights.pinged
    for at, user, event in nights.pinged:
        assert awake_at(people[user], at) == at
        assert at == awake_at(people[user], at - QUARTER)  # in the very quarter in which the night ends
        assert people[user].pings in ("needed", "every")
        assert event.called
    calls = [(user, event.since, event.vote) for _, user, event in nights.pinged]
    assert len(set(calls)) == len(calls)
    assert [user for user, _, vote in calls if vote] == [ALA]  # the others were awake when it was proposed
    assert OLEK in {user for user, _, _ in calls} or rules.rivals or pings in ("daily", "never")
