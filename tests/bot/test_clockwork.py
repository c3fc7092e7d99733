"""The clock at a table: one reminder for each question and seat, then the deadline, and people who come back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.acts.absence import go_away
from bot.discord.clockwork import AT_A_TIME, PUT_OFF, Clockwork, keep_time
from bot.discord.in_flight import InFlight
from bot.metrics import Metrics
from bot.session.transaction import MOST_AT_ONCE, Transaction
from bot.table.events import CameBack, Overdue, Reminded, Voted
from bot.table.habits import Habits, Person
from bot.table.records import Accepted, Standing
from bot.table.timekeeping import GRACE, HOUR
from rules.kernel.events import DiceRolled, Event
from rules.kernel.requests import CHANCE, NextAction, Roll
from rules.kernel.words import Word
from tests.bot.a_table import ALA, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.toy_game import Dug, ToyRules, equipped

PATIENT = Habits(remind_after=24, deadline_after=48, deadline_then="autopilot")
DAY = 24 * HOUR
SILENCE = Habits().call_after * HOUR


async def sleepless(house: House, *users: int) -> None:
    """These people may be reminded at any hour."""
    for user in users:
        await house.store.put_person(Person(user, "UTC", 0, 0))


async def live_by(house: House, standing: Standing, habits: Habits) -> Standing:
    """The table takes up these habits."""

    async def agree(turn: Transaction) -> None:
        turn.rewrite(habits=habits)

    return await house.sessions.change(standing.record.id, None, agree)


async def a_mine(house: House, habits: Habits, *users: int) -> Standing:
    """Sleepless miners in the first gallery, at a table of these habits."""
    await sleepless(house, *users)
    return await live_by(house, await house.mine(*users), habits)


async def a_form_for_all(house: House, habits: Habits, *users: int) -> Standing:
    """Sleepless miners who are all asked to fill in their form."""
    await sleepless(house, *users)
    standing = await house.lobby(*users)
    started = await house.sessions.start(standing.record.channel_id, users[0], an_interaction())
    return await live_by(house, started.standing, habits)


async def look(house: House, standing: Standing, after: float = 0.0) -> Accepted:
    """Let so much time pass, and look at the table if it is due then."""
    house.clock.now += after
    assert standing.record.id in await house.store.due(house.clock.now, AT_A_TIME)
    return await keep_time(house.sessions, standing.record.id)


async def is_due(house: House, after: float) -> bool:
    """Whether the clock would look at a table so much later."""
    return bool(await house.store.due(house.clock.now + after, AT_A_TIME))


def events(accepted: Accepted) -> list[Event]:
    """What was told, the dice and what they brought aside."""
    kinds = (Reminded, Overdue, Voted, CameBack)
    return [one.event for one in accepted.told if isinstance(one.event, kinds)]


# Reminders ---------------------------------------------------------------------------------------------------


async def test_each_is_reminded_once_of_a_question(tmp_path: Path) -> None:
    """After a day both miners; then there is nothing to come before the deadline.

    Before that Olek is called, after three hours: it was Ala who had sat there.
    """
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA, OLEK)
        assert not await is_due(house, SILENCE - 1)

        called = await look(house, mine, SILENCE)
        assert events(called) == [Reminded(("s2",), int(mine.asked_at), called=True)]
        assert not await is_due(house, DAY - SILENCE - 1)

        reminded = await look(house, mine, DAY - SILENCE)

        assert events(reminded) == [Reminded(("s1", "s2"), int(mine.asked_at))]
        assert not await is_due(house, DAY - 1)
        assert await is_due(house, DAY)


async def test_the_next_question_has_a_reminder_of_its_own(tmp_path: Path) -> None:
    """An answer begins the day anew."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA)
        await look(house, mine, DAY)
        mine = (await house.press(mine, ALA, ["rest"])).standing

        assert not await is_due(house, DAY - 1)
        assert events(await look(house, mine, DAY)) == [Reminded(("s1",), int(mine.asked_at))]


async def test_whoever_has_answered_is_left_alone(tmp_path: Path) -> None:
    """Ala has filled in her form; a day later Olek and Ewa are reminded."""
    async with a_house(tmp_path / "db") as house:
        open_form = await a_form_for_all(house, PATIENT, ALA, OLEK, EWA)
        await house.press(open_form, ALA, equipped("Ala"))

        assert events(await look(house, open_form, DAY)) == [Reminded(("s2", "s3"), int(open_form.asked_at))]


async def test_after_days_of_silence_there_is_one_reminder_and_an_hour(tmp_path: Path) -> None:
    """The bot was away for ten days: it reminds, and strikes nobody by a deadline that it slept through itself."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA)

        back = await look(house, mine, 10 * DAY)

        assert [type(event) for event in events(back)] == [Reminded]
        assert not await is_due(house, GRACE - 1)
        assert [type(event) for event in events(await look(house, mine, GRACE))] == [Overdue]


async def test_after_a_restart_nobody_is_reminded_again(tmp_path: Path) -> None:
    """What was done stands in the store."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA)
        await look(house, mine, DAY)
        now = house.clock.now
    async with a_house(tmp_path / "db") as house:
        house.clock.now = now

        again = await keep_time(house.sessions, mine.record.id)

        assert again.told == ()
        assert not await is_due(house, DAY - 1)


async def test_without_hours_the_clock_never_looks(tmp_path: Path) -> None:
    """No reminder and no deadline: the table is never due; with a reminder alone never again after it."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, Habits(remind_after=0), ALA)
        assert not await is_due(house, 400 * DAY)

        await live_by(house, mine, Habits(remind_after=24))
        await look(house, mine, DAY)

        assert not await is_due(house, 400 * DAY)


async def test_a_quiet_hour_moves_the_reminder_not_the_others(tmp_path: Path) -> None:
    """Olek sleeps by his own clock; Ala is told at once."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA, OLEK)
        hour = int((house.clock.now + DAY) % DAY // 60)
        await house.store.put_person(Person(OLEK, "UTC", hour, (hour + 120) % 1440))

        first = await look(house, mine, DAY)
        second = await look(house, mine, 2 * HOUR)

        assert [event.seats for event in events(first) if isinstance(event, Reminded)] == [("s1",)]
        assert [event.seats for event in events(second) if isinstance(event, Reminded)] == [("s2",)]


async def test_where_the_leader_decides_the_leader_is_reminded(tmp_path: Path) -> None:
    """Olek may dig and rest, but the way on is Ala's to choose."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, Habits(deciding="leader"), ALA, OLEK)

        assert events(await look(house, mine, DAY)) == [Reminded(("s1",), int(mine.asked_at))]


# Deadlines ---------------------------------------------------------------------------------------------------


async def test_the_autopilot_fills_in_the_form_of_whoever_is_late(tmp_path: Path) -> None:
    """Two days are over: Olek's form is filled in, the game tells it and goes on."""
    async with a_house(tmp_path / "db") as house:
        open_form = await a_form_for_all(house, PATIENT, ALA, OLEK)
        await house.press(open_form, ALA, equipped("Ala"))
        await look(house, open_form, DAY)

        late = await look(house, open_form, DAY)

        assert events(late) == [Overdue(("s2",), Word("then.autopilot"))]
        assert isinstance(late.standing.waiting, NextAction)
        assert not await is_due(house, SILENCE - 1)
        assert events(await look(house, open_form, SILENCE)) == []  # nobody sat there, so all were pinged at once
        assert not await is_due(house, DAY - SILENCE - 1)


async def test_what_anybody_may_answer_waits_for_the_last_of_them(tmp_path: Path) -> None:
    """Olek's morning comes two hours later; until then it is not too late, and then one answer is enough."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA, OLEK)
        minute = int((house.clock.now + 2 * DAY) % DAY // 60)
        await house.store.put_person(Person(OLEK, "UTC", minute, (minute + 120) % 1440))
        await look(house, mine, DAY)
        await look(house, mine, 2 * HOUR)

        house.clock.now += 22 * HOUR
        early = await keep_time(house.sessions, mine.record.id)
        late = await look(house, mine, 2 * HOUR)

        assert events(early) == []
        assert early.standing.address == mine.address
        assert events(late) == [Overdue(("s1", "s2"), Word("then.rest"))]
        assert late.standing.address != mine.address


async def test_where_nothing_follows_the_deadline_is_told_once(tmp_path: Path) -> None:
    """The question stays open, and the clock has nothing more to do."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, Habits(remind_after=24, deadline_after=48), ALA)
        await look(house, mine, DAY)

        late = await look(house, mine, DAY)
        again = await keep_time(house.sessions, mine.record.id)

        assert events(late) == [Overdue(("s1",), Word("then.nothing"))]
        assert late.standing.address == mine.address
        assert again.told == ()
        assert not await is_due(house, 400 * DAY)


async def test_then_the_leader_answers_in_the_other_ones_place(tmp_path: Path) -> None:
    """Olek's time is up: from now on Ala may fill in his form."""
    habits = Habits(remind_after=24, deadline_after=48, deadline_then="leader")
    async with a_house(tmp_path / "db") as house:
        open_form = await a_form_for_all(house, habits, ALA, OLEK)
        await house.press(open_form, ALA, equipped("Ala"))
        await look(house, open_form, DAY)
        late = await look(house, open_form, DAY)

        filled = await house.press(open_form, ALA, equipped("Olek"))

        assert events(late) == [Overdue(("s2",), Word("then.leader"))]
        assert filled.seat == "s2"
        assert isinstance(filled.standing.waiting, NextAction)


async def test_dice_that_nobody_throws_fall_by_themselves(tmp_path: Path) -> None:
    """At a table of real dice the seed throws when the time is up, and the log says so."""
    habits = Habits(remind_after=0, deadline_after=1, deadline_then="autopilot", dice="hand")
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, habits, ALA)
        asked = (await house.press(mine, ALA, ["dig-s1"])).standing
        assert isinstance(asked.waiting, Roll)

        late = await look(house, mine, HOUR)

        assert events(late) == [Overdue(("s1",), Word("then.rest"))]
        assert [one.event.by for one in late.told if isinstance(one.event, DiceRolled)] == [CHANCE]


async def test_a_vote_is_decided_by_the_voices_there_are(tmp_path: Path) -> None:
    """Ala has voted for going down, the others keep silent: when their time is up, down it is."""
    habits = Habits(deciding="vote", remind_after=24, deadline_after=48, deadline_then="autopilot")
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, habits, ALA, OLEK, EWA)
        voted = await house.press(mine, ALA, ["descend"])
        assert voted.standing.address == mine.address

        reminded = await look(house, mine, DAY)
        late = await look(house, mine, DAY)

        assert events(reminded) == [Reminded(("s2", "s3"), int(mine.asked_at))]
        assert events(late) == [Overdue(("s2", "s3"), Word("then.nothing")), Voted(("s1",), ("s1",))]
        assert late.standing.address != mine.address
        assert await house.store.votes(mine.record.id) == {}


async def test_nobody_is_waited_for_at_a_free_seat(tmp_path: Path) -> None:
    """Whoever left is not reminded, nor is the autopilot that plays there."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, ALA, OLEK)
        await house.on_autopilot(mine.record.id, "s2")

        assert events(await look(house, mine, DAY)) == [Reminded(("s1",), int(mine.asked_at))]


# Rest --------------------------------------------------------------------------------------------------------


async def test_after_a_whole_round_of_silence_the_table_rests_until_somebody_answers(tmp_path: Path) -> None:
    """The autopilot plays once for all; then nothing comes for weeks, until Olek is back and all is as before."""
    async with a_house(tmp_path / "db") as house:
        open_form = await a_form_for_all(house, PATIENT, ALA, OLEK)
        await look(house, open_form, DAY)

        late = await look(house, open_form, DAY)
        assert events(late) == [Overdue(("s1", "s2"), Word("then.rest"))]
        assert isinstance(late.standing.waiting, NextAction)
        assert events(await look(house, open_form, DAY)) == []
        assert not await is_due(house, 400 * DAY)

        house.clock.now += 20 * DAY
        back = (await house.press(late.standing, OLEK, ["rest"])).standing
        await look(house, back, SILENCE)
        reminded = await look(house, back, DAY - SILENCE)
        again = await look(house, back, DAY)

        assert events(reminded) == [Reminded(("s1", "s2"), int(back.asked_at))]
        assert events(again) == [Overdue(("s1", "s2"), Word("then.rest"))]


async def test_a_table_where_others_play_never_rests(tmp_path: Path) -> None:
    """Ala fills in her form each time, Olek is silent: the autopilot plays for him for ever."""
    async with a_house(tmp_path / "db") as house:
        open_form = await a_form_for_all(house, PATIENT, ALA, OLEK)
        await house.press(open_form, ALA, equipped("Ala"))
        await look(house, open_form, DAY)

        assert events(await look(house, open_form, DAY)) == [Overdue(("s2",), Word("then.autopilot"))]


async def test_a_vote_wakes_a_resting_table(tmp_path: Path) -> None:
    """Nobody answered; then Ala votes, and the others are reminded of the question."""
    habits = Habits(deciding="vote", remind_after=24, deadline_after=48, deadline_then="autopilot")
    async with a_house(tmp_path / "db") as house:
        open_form = await a_form_for_all(house, habits, ALA, OLEK, EWA)
        await look(house, open_form, DAY)
        resting = (await look(house, open_form, DAY)).standing
        assert events(await look(house, open_form, DAY)) == []

        await house.press(resting, ALA, ["descend"])

        assert events(await look(house, resting)) == [Reminded(("s2", "s3"), int(resting.asked_at))]


# Absences ----------------------------------------------------------------------------------------------------


async def test_an_absence_ends_by_itself(tmp_path: Path) -> None:
    """Olek is away for three days, and back without anybody's doing."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, Habits(remind_after=0), ALA, OLEK)
        await go_away(house.sessions, mine.record.id, OLEK, an_interaction(), house.clock.now + 3 * DAY)
        assert not await is_due(house, 3 * DAY - 1)

        back = await look(house, mine, 3 * DAY)

        called = Reminded(("s2",), int(mine.asked_at), called=True)  # nobody sits there, and it is his turn, too
        assert events(back) == [CameBack("s2"), called]
        assert not back.standing.record.seats[1].autopilot
        assert not await is_due(house, 400 * DAY)


async def test_who_comes_back_is_reminded_of_what_is_asked_then(tmp_path: Path) -> None:
    """Both were away and nothing went on; Olek's return has Ala's autopilot answer, and the question after is new."""
    async with a_house(tmp_path / "db") as house:
        await sleepless(house, ALA, OLEK)
        mine = await live_by(house, await house.mine(ALA, OLEK, loops="1"), PATIENT)
        await go_away(house.sessions, mine.record.id, OLEK, an_interaction(), house.clock.now + DAY)
        await go_away(house.sessions, mine.record.id, ALA, an_interaction(), house.clock.now + 9 * DAY)

        back = await look(house, mine, DAY)
        reminded = await look(house, mine, DAY)

        assert back.standing.address != mine.address
        assert events(reminded) == [Reminded(("s2",), int(back.standing.asked_at))]


async def test_the_clock_goes_on_where_the_autopilot_paused(tmp_path: Path) -> None:
    """Ala's autopilot has more to answer than one action may; nobody else is asked, and no hours are kept."""
    async with a_house(tmp_path / "db") as house:
        mine = await live_by(house, await house.mine(ALA, OLEK, loops=str(MOST_AT_ONCE + 9)), Habits(remind_after=0))
        await go_away(house.sessions, mine.record.id, ALA, an_interaction(), house.clock.now + 9 * DAY)

        went_on = await look(house, mine)

        assert went_on.standing.address.step == MOST_AT_ONCE + 9
        assert isinstance(went_on.standing.waiting, NextAction)


async def test_the_stand_in_is_reminded_by_the_stand_ins_own_clock(tmp_path: Path) -> None:
    """It is night where Olek is, but a stranger sits there for him."""
    async with a_house(tmp_path / "db") as house:
        mine = await a_mine(house, PATIENT, OLEK)
        minute = int(house.clock.now % DAY // 60)
        await house.store.put_person(Person(OLEK, "UTC", minute, (minute + 60) % 1440))
        await sleepless(house, STRANGER)
        end = house.clock.now + 9 * DAY
        await go_away(house.sessions, mine.record.id, OLEK, an_interaction(), end, STRANGER)

        assert events(await look(house, mine, DAY)) == [Reminded(("s1",), int(mine.asked_at))]


# All tables --------------------------------------------------------------------------------------------------


class NoThreads:
    """A server in which all tables have channels of their own."""

    async def look(self) -> None:
        """Nothing is hidden here."""


class NoBulletins:
    """Nobody follows a table."""

    async def go_round(self) -> None:
        """Nobody is told."""


class Channels:
    """Notes where something is delivered."""

    def __init__(self) -> None:
        self.delivered: list[str] = []
        self.in_flight = InFlight()
        self.threads = NoThreads()
        self.bulletins = NoBulletins()

    async def deliver_beside(self, game_id: str) -> None:
        """Note the table."""
        self.delivered.append(game_id)

    async def overdue_tables(self) -> list[str]:
        """Nothing is owed here."""
        return []


def a_clockwork(house: House) -> tuple[Clockwork, Channels, Metrics]:
    """A clockwork that is wound by hand."""
    channels, metrics = Channels(), Metrics()
    posting: Any = channels
    return Clockwork(house.sessions, posting, metrics), channels, metrics


def counted(metrics: Metrics, name: str) -> Callable[[], float | None]:
    """A counter, to be read."""
    return lambda: metrics.registry.get_sample_value(f"labirynt_{name}_total")


async def test_many_tables_due_in_the_same_minute_are_each_looked_at_once(tmp_path: Path) -> None:
    """More than are read at a time; each channel is written to once, and the reminders are counted."""
    async with a_house(tmp_path / "db") as house:
        await sleepless(house, ALA)
        tables = [await house.mine(ALA, channel=1000 + n) for n in range(AT_A_TIME + 5)]
        clockwork, channels, metrics = a_clockwork(house)
        house.clock.now += DAY

        looked = await clockwork.go_round()
        looked_again = await clockwork.go_round()
        await clockwork.stop()

        assert (looked, looked_again) == (len(tables), 0)
        assert sorted(channels.delivered) == sorted(one.record.id for one in tables)
        assert counted(metrics, "reminders")() == len(tables)


async def test_a_table_that_faults_stops_no_other_and_is_left_alone_for_a_while(tmp_path: Path) -> None:
    """The roof of one mine falls on the autopilot; an hour later somebody looks there again."""
    async with a_house(tmp_path / "db", Diggers()) as house:
        bad = await house.mine(ALA, channel=1, fault="cave-in")
        good = await house.mine(ALA, channel=2)
        await sleepless(house, ALA)
        for one in (bad, good):
            await live_by(house, one, Habits(remind_after=0, deadline_after=1, deadline_then="autopilot"))
        clockwork, channels, metrics = a_clockwork(house)
        house.clock.now += HOUR

        rounds = [await clockwork.go_round(), await clockwork.go_round()]
        back = await house.sessions.standing_of(good.record.id)
        assert back is not None
        await house.press(back, ALA, ["rest"])  # else the table would rest
        house.clock.now += PUT_OFF
        rounds.append(await clockwork.go_round())
        await clockwork.stop()

        assert rounds == [2, 0, 2]
        assert channels.delivered == [good.record.id, good.record.id]
        assert counted(metrics, "faults")() == 2


class Diggers(ToyRules):
    """As usual one digs."""

    def autopilot(self, state: Any, request: Any, seat: str) -> Any:
        """Dig, wherever that is to be had."""
        if isinstance(request, NextAction):
            return [f"dig-{seat}"]
        return super().autopilot(state, request, seat)


async def test_what_the_deadline_brings_is_part_of_the_story(tmp_path: Path) -> None:
    """The autopilot digs, and everybody hears of the gold."""
    async with a_house(tmp_path / "db", Diggers()) as house:
        mine = await a_mine(house, Habits(remind_after=0, deadline_after=1, deadline_then="autopilot"), ALA)

        late = await look(house, mine, HOUR)

        assert [one.event.seat for one in late.told if isinstance(one.event, Dug)] == ["s1"]
