"""Reminders and deadlines: once, late rather than never, and not at night."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.habits import LONGEST_HOURS, Habits, Person, Pings, keepable, of_a_real_table
from bot.table.timekeeping import GRACE, HOUR, Due, Waited, awake_at, due, earliest, mornings, remind_at, strikes_at
from rules.kernel.errors import Refused

UTC = Person(1, zone="UTC")
SLEEPLESS = Person(2, zone="UTC", quiet_from=0, quiet_to=0)
STRICT = Habits(remind_after=24, deadline_after=48, deadline_then="autopilot")


def at(when: str, zone: str = "UTC", fold: Literal[0, 1] = 0) -> float:
    """A moment by the clock on a wall, "2026-11-20 15:00"."""
    return datetime.fromisoformat(when).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


# Quiet hours -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "end"),
    [
        ("2026-11-20 21:59:59", "2026-11-20 21:59:59"),
        ("2026-11-20 22:00", "2026-11-21 08:00"),
        ("2026-11-21 03:17:05", "2026-11-21 08:00"),
        ("2026-11-21 07:59:59", "2026-11-21 08:00"),
        ("2026-11-21 08:00", "2026-11-21 08:00"),
    ],
)
@pytest.mark.parametrize("zone", ["Europe/Warsaw", "Asia/Kathmandu", "America/St_Johns"])
def test_nobody_is_disturbed_at_night(zone: str, when: str, end: str) -> None:
    """From ten to eight by the person's own clock, whatever its distance from Greenwich."""
    assert awake_at(Person(1, zone=zone), at(when, zone)) == at(end, zone)


def test_a_siesta_is_a_night_too() -> None:
    """Quiet hours may lie within one day."""
    sleeper = Person(1, zone="Europe/Madrid", quiet_from=13 * 60, quiet_to=15 * 60 + 30)

    assert awake_at(sleeper, at("2026-07-01 14:00", "Europe/Madrid")) == at("2026-07-01 15:30", "Europe/Madrid")
    assert awake_at(sleeper, at("2026-07-01 03:00", "Europe/Madrid")) == at("2026-07-01 03:00", "Europe/Madrid")


def test_the_long_and_the_short_night_end_at_eight() -> None:
    """When the clocks are changed, the night lasts eleven hours or nine."""
    ala = Person(1)
    autumn, spring = at("2026-10-24 22:00", "Europe/Warsaw"), at("2026-03-28 22:00", "Europe/Warsaw")

    assert awake_at(ala, autumn) - autumn == 11 * HOUR
    assert awake_at(ala, spring) - spring == 9 * HOUR


def test_a_night_whose_end_the_clocks_skip_ends_as_much_later() -> None:
    """On that Sunday there is no half past two; half past three stands for it."""
    owl = Person(1, quiet_from=23 * 60, quiet_to=2 * 60 + 30)

    assert awake_at(owl, at("2026-03-29 01:00", "Europe/Warsaw")) == at("2026-03-29 03:30", "Europe/Warsaw")


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    """Half past two wakes the owl, the second two o'clock is night again, and the second half past two ends it."""
    owl = Person(1, quiet_from=23 * 60, quiet_to=2 * 60 + 30)
    first, second = (at("2026-10-25 02:30", "Europe/Warsaw", fold) for fold in (0, 1))

    assert awake_at(owl, at("2026-10-25 01:00", "Europe/Warsaw")) == first
    assert awake_at(owl, at("2026-10-25 02:10", "Europe/Warsaw", fold=1)) == second == first + HOUR


def test_a_zone_that_nobody_knows_is_greenwich() -> None:
    """A name from another machine, a folder's or a broken one does no harm."""
    for zone in ("Nowhere/Land", "Europe", "../etc/passwd", "", "\0", "x" * 5000):
        assert awake_at(Person(1, zone=zone), at("2026-11-20 23:00")) == at("2026-11-21 08:00")


# One question, one person ----------------------------------------------------------------------------------------


def test_a_reminder_that_falls_into_the_night_comes_in_the_morning() -> None:
    """Asked at eleven in the evening: a day later is night again."""
    assert remind_at(STRICT, UTC, at("2026-11-20 23:00")) == at("2026-11-22 08:00")
    assert remind_at(Habits(remind_after=0), UTC, at("2026-11-20 23:00")) is None


def test_a_deadline_waits_for_its_reminder_and_an_hour() -> None:
    """Two days are over, but the reminder came only now: there is another hour, and the night is nobody's fault."""
    asked = at("2026-11-20 12:00")

    assert strikes_at(STRICT, UTC, asked, 0.0) is None
    assert strikes_at(STRICT, UTC, asked, at("2026-11-21 12:00")) == at("2026-11-22 12:00")
    assert strikes_at(STRICT, UTC, asked, at("2026-11-23 09:00")) == at("2026-11-23 10:00")
    assert strikes_at(STRICT, UTC, asked, at("2026-11-23 21:30")) == at("2026-11-24 08:00")


def test_where_nobody_is_reminded_the_deadline_stands_alone() -> None:
    """A reminder of an older question is none of this one's, even if this one was asked in the same moment."""
    habits = Habits(remind_after=0, deadline_after=0.5)
    asked = at("2026-11-20 12:00")

    assert strikes_at(habits, UTC, asked, asked - 60) == asked + HOUR / 2
    assert strikes_at(habits, UTC, asked, asked) == asked + HOUR / 2
    assert strikes_at(Habits(remind_after=0), UTC, asked, 0.0) is None


# A table ---------------------------------------------------------------------------------------------------------


def test_after_two_days_of_silence_the_bot_reminds_once_and_gives_an_hour() -> None:
    """Both moments are long past; nobody is struck by a deadline that the bot itself slept through."""
    asked = at("2026-11-20 12:00")
    back = at("2026-11-23 15:00")

    first = due(STRICT, asked, [Waited("s1", SLEEPLESS)], back)
    second = due(STRICT, asked, [Waited("s1", SLEEPLESS, back)], back + 60)
    third = due(STRICT, asked, [Waited("s1", SLEEPLESS, back)], back + GRACE)

    assert first == Due(("s1",), (), back + GRACE)
    assert second == Due((), (), back + GRACE)
    assert third == Due((), ("s1",), None)


def test_each_sleeps_by_their_own_clock() -> None:
    """At nine in Warsaw it is still night in New York: one is reminded now, the other when the sun has come there."""
    ala, bob = Person(1), Person(2, zone="America/New_York")
    asked = at("2026-11-20 09:00", "Europe/Warsaw")
    now = at("2026-11-21 09:00", "Europe/Warsaw")

    found = due(Habits(), asked, [Waited("s1", ala), Waited("s2", bob)], now)

    assert found == Due(("s1",), (), at("2026-11-21 08:00", "America/New_York"))


def test_a_bot_that_wakes_up_at_night_lets_people_sleep() -> None:
    """The reminder was due at noon; at midnight it is too late for today."""
    asked = at("2026-11-20 12:00")

    assert due(STRICT, asked, [Waited("s1", UTC)], at("2026-11-22 00:00")) == Due((), (), at("2026-11-22 08:00"))


def test_a_deadline_that_was_noted_is_not_told_again() -> None:
    """Whatever follows from it: also when nothing does, nobody is called back for it, today or on any morning."""
    habits = Habits(remind_after=0, deadline_after=1, deadline_then="nothing")
    asked = at("2026-11-20 12:00")
    noon, night = at("2026-11-21 12:00"), at("2026-11-21 23:00")

    assert due(habits, asked, [Waited("s1", UTC)], noon) == Due((), ("s1",), None)
    assert due(habits, asked, [Waited("s1", UTC, overdue_at=noon)], noon + 60) == Due((), (), None)
    assert due(habits, asked, [Waited("s1", UTC, overdue_at=noon)], night) == Due((), (), None)
    assert due(habits, noon + 60, [Waited("s1", UTC, overdue_at=noon)], night).next_at == at("2026-11-22 08:00")


def test_a_question_that_follows_at_once_begins_anew() -> None:
    """The autopilot answers at the very moment of the deadline, and the next question is asked in that same moment."""
    asked = at("2026-11-20 12:00")

    found = due(STRICT, asked, [Waited("s1", UTC, reminded_at=asked, overdue_at=asked)], at("2026-11-21 12:00"))

    assert found == Due(("s1",), (), at("2026-11-22 12:00"))


def test_the_first_guess_needs_no_people() -> None:
    """The hours of the table, and whoever comes back before them; without either there is nothing to look for."""
    assert earliest(STRICT, 1000.0, [0.0]) == 1000.0 + 24 * HOUR
    assert earliest(STRICT, 1000.0, [0.0, 5000.0]) == 5000.0
    assert earliest(Habits(remind_after=0), 1000.0, [0.0]) is None


@pytest.mark.parametrize(
    "habits",
    [
        Habits(remind_after=-1),
        Habits(remind_after=LONGEST_HOURS + 1),
        Habits(remind_after=float("nan")),
        Habits(call_after=-1),
        Habits(call_after=LONGEST_HOURS + 1),
        Habits(deadline_after=float("inf")),
        Habits(remind_after=24, deadline_after=24),
        Habits(remind_after=24, deadline_after=12),
    ],
)
def test_hours_that_cannot_be_kept_are_refused(habits: Habits) -> None:
    """Negative, endless, or a deadline that would come before its own reminder."""
    with pytest.raises(Refused, match="hours"):
        keepable(habits)


@pytest.mark.parametrize("habits", [Habits(), STRICT, Habits(remind_after=0, deadline_after=2), Habits(remind_after=0)])
def test_habits_that_can_be_kept_stay_as_they_are(habits: Habits) -> None:
    """Also through the store, as JSON."""
    assert keepable(msgspec.json.decode(msgspec.json.encode(habits), type=Habits)) == habits


def test_a_table_of_before_calls_after_three_hours() -> None:
    """Its habits were stored when there was nothing to choose."""
    old = msgspec.json.decode(b'{"deciding":"anyone","remind_after":24.0,"deadline_after":0.0}', type=Habits)

    assert old.call_after == 3.0


@pytest.mark.parametrize(
    ("habits", "first"),
    [
        (Habits(), Due((), (), at("2026-11-21 12:00"), ("s1",))),
        (Habits(call_after=0), Due((), (), at("2026-11-21 12:00"))),
        (Habits(call_after=6), Due((), (), at("2026-11-20 18:00"))),
        (Habits(call_after=3, remind_after=2), Due(("s1",), (), None)),
        (Habits(call_after=3, remind_after=0, deadline_after=2), Due((), ("s1",), None)),
    ],
)
def test_the_others_are_called_when_the_table_says(habits: Habits, first: Due) -> None:
    """Three hours after the question: a call, none, not yet; or a reminder or a deadline, which have come first."""
    waited = [Waited("s1", SLEEPLESS, spared=True)]

    assert due(habits, at("2026-11-20 12:00"), waited, at("2026-11-20 15:00")) == first


# Whatever people wish --------------------------------------------------------------------------------------------

ZONES = (
    "Europe/Warsaw", "UTC", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo",
    "America/Santiago", "Pacific/Apia", "Pacific/Kiritimati", "Nowhere/Land",
)  # fmt: skip
MINUTES = st.integers(0, 24 * 60 - 1)
PEOPLE = st.builds(Person, st.just(1), st.sampled_from(ZONES), MINUTES, MINUTES)
MOMENTS = st.floats(at("2010-01-01"), at("2037-01-01"))
HOURS = st.sampled_from((0.0, 0.25, 1.0, 7.5, 24.0, 48.0, 100.0))
HABITS = st.builds(Habits, remind_after=HOURS, deadline_after=HOURS, call_after=HOURS)
PARTIES = st.lists(PEOPLE, min_size=1, max_size=3)
steady = settings(deadline=None, derandomize=True)


def is_quiet(person: Person, moment: float) -> bool:
    """Whether the clock at the person's wall shows a minute of their quiet hours, counted one by one."""
    zone = "UTC" if person.zone == "Nowhere/Land" else person.zone
    wall = datetime.fromtimestamp(moment, ZoneInfo(zone))
    length = (person.quiet_to - person.quiet_from) % (24 * 60)
    return (wall.hour * 60 + wall.minute - person.quiet_from) % (24 * 60) < length


@steady
@given(PEOPLE, MOMENTS)
def test_one_wakes_up_outside_quiet_hours_and_not_before(person: Person, moment: float) -> None:
    """The moment itself if it is not quiet, else a later one, two days later at most."""
    awake = awake_at(person, moment)

    assert not is_quiet(person, awake)
    assert (awake == moment) == (not is_quiet(person, moment))
    assert moment <= awake <= moment + 73 * HOUR


@steady
@given(PEOPLE, st.integers(int(at("2010-01-01")) // 900, int(at("2037-01-01")) // 900))
def test_one_wakes_up_at_the_first_end_of_the_night(person: Person, quarter: int) -> None:
    """Where no clock is changed meanwhile, no minute between is awake."""
    steady_clock = msgspec.structs.replace(person, zone="Asia/Kathmandu")
    moment = quarter * 900.0
    awake = awake_at(steady_clock, moment)

    assert all(is_quiet(steady_clock, between) for between in range(int(moment), int(awake), 60))


class Diary(msgspec.Struct):
    """What happened at a table that is looked at whenever it asks for it, and sometimes later."""

    called: list[tuple[int, float]]
    reminded: list[tuple[int, float]]
    struck: list[tuple[int, float]]


def lived(
    habits: Habits, people: list[Person], asked: float, first: float, late: list[float], *, spared: bool = True
) -> Diary:
    """Look at the table at ``first`` and then whenever it says, late by these seconds; nobody ever answers.

    Somebody else had sat there, so nobody of these was pinged when it was asked; or, not ``spared``, whoever was awake.
    """
    waited = [Waited(f"s{n}", person, spared=spared) for n, person in enumerate(people)]
    diary, now = Diary([], [], []), first
    for delay in late:
        found = due(habits, asked, waited, now)
        assert found.next_at is None or found.next_at > now
        diary.called += [(int(seat[1:]), now) for seat in found.call]
        diary.reminded += [(int(seat[1:]), now) for seat in found.remind]
        diary.struck += [(int(seat[1:]), now) for seat in found.struck]
        waited = [noted(one, found, now) for one in waited]
        if found.next_at is None:
            return diary
        now = found.next_at + delay
    raise AssertionError("the table never comes to rest")


def noted(one: Waited, found: Due, now: float) -> Waited:
    """What the table's book says of a seat after this look."""
    reminded_at = now if one.seat in found.remind else one.reminded_at
    overdue_at = now if one.seat in found.struck else one.overdue_at
    called_at = now if one.seat in found.call else one.called_at
    return msgspec.structs.replace(one, reminded_at=reminded_at, overdue_at=overdue_at, called_at=called_at)


DELAYS = st.lists(st.sampled_from((0.0, 0.5, 900.0, 7 * HOUR, 50 * HOUR)), min_size=60, max_size=60)
DOWNTIME = st.floats(-HOUR, 300 * HOUR)


@steady
@given(HABITS, PARTIES, MOMENTS, DOWNTIME, DELAYS)
def test_everybody_is_reminded_exactly_once_however_late(
    habits: Habits, people: list[Person], asked: float, down: float, late: list[float]
) -> None:
    """If the table wants it: not before the time, not at night, and the table comes to rest after it."""
    diary = lived(habits, people, asked, asked + down, late)

    seats = list(range(len(people))) if habits.remind_after else []
    assert sorted(seat for seat, _ in diary.reminded) == seats
    assert all(now >= asked + habits.remind_after * HOUR for _, now in diary.reminded)
    assert not any(is_quiet(people[seat], now) for seat, now in diary.reminded)


@steady
@given(HABITS, PARTIES, MOMENTS, DOWNTIME, DELAYS)
def test_the_others_are_called_once_at_most_and_before_anything_else(
    habits: Habits, people: list[Person], asked: float, down: float, late: list[float]
) -> None:
    """Not before the table's hours of silence, not at night, and not when a reminder or a deadline is due as well."""
    diary = lived(habits, people, asked, asked + down, late)
    others = dict(diary.struck) | dict(diary.reminded)

    assert len(dict(diary.called)) == len(diary.called)
    for seat, now in diary.called:
        assert habits.call_after or is_quiet(people[seat], asked)
        assert now >= asked + habits.call_after * HOUR
        assert not is_quiet(people[seat], now)
        assert now < others.get(seat, now + 1)


@steady
@given(HABITS, PARTIES, MOMENTS, DELAYS)
def test_whoever_slept_when_it_was_asked_is_pinged_once_in_the_morning(
    habits: Habits, people: list[Person], asked: float, late: list[float]
) -> None:
    """By a call, or by the reminder if that comes at once; whoever was awake was pinged then. No deadline is first."""
    diary = lived(habits, people, asked, asked, late, spared=False)
    reminded, struck = dict(diary.reminded), dict(diary.struck)

    for seat, person in enumerate(people):
        calls = [now for called, now in diary.called if called == seat]
        pinged = [*calls, *(now for user, now in diary.reminded if user == seat)]
        assert len(calls) <= is_quiet(person, asked)
        if is_quiet(person, asked):
            assert min(pinged) >= awake_at(person, asked)
        if calls and seat in struck:
            assert struck[seat] >= max(calls[0], reminded.get(seat, 0)) + GRACE


@pytest.mark.parametrize(("pings", "calls"), [("needed", 1), ("every", 1), ("daily", 0), ("never", 0)])
def test_who_wants_pings_is_called_when_quiet_hours_end(pings: Pings, calls: int) -> None:
    """Asked at 23:00 at a table without hours: a call at 8:00 sharp, then nothing any more."""
    asked, morning_comes = at("2026-03-02 23:00"), at("2026-03-03 08:00")
    sleeper = Waited("s1", Person(1, "UTC", 22 * 60, 8 * 60, pings))
    silent = Habits(remind_after=0, call_after=0)

    assert due(silent, asked, [sleeper], asked).next_at == (morning_comes if calls else None)
    assert due(silent, asked, [sleeper], morning_comes).call == ("s1",) * calls
    assert due(silent, asked, [sleeper], morning_comes).next_at is None
    for quiet in (of_a_real_table(silent), silent):
        pressed_last = msgspec.structs.replace(sleeper, present=not quiet.in_person)
        assert due(quiet, asked, [pressed_last], morning_comes).call == ()


def test_a_deadline_does_not_come_before_the_call_that_the_night_held_back() -> None:
    """No reminders and six hours to answer: a call at 8:00, and an hour more."""
    asked, morning_comes = at("2026-03-02 23:00"), at("2026-03-03 08:00")
    sleeper = Waited("s1", Person(1, "UTC"))
    strict = Habits(remind_after=0, deadline_after=6)

    found = due(strict, asked, [sleeper], morning_comes)

    assert (found.call, found.struck, found.next_at) == (("s1",), (), morning_comes + GRACE)


@steady
@given(HABITS, PARTIES, MOMENTS, DOWNTIME, DELAYS)
def test_every_deadline_strikes_in_the_end_and_fairly(
    habits: Habits, people: list[Person], asked: float, down: float, late: list[float]
) -> None:
    """Once, not before its time, not at night, and where there are reminders an hour after them at least."""
    diary = lived(habits, people, asked, asked + down, late)
    reminded = dict(diary.reminded)

    assert sorted(seat for seat, _ in diary.struck) == (list(range(len(people))) if habits.deadline_after else [])
    for seat, now in diary.struck:
        assert now >= asked + habits.deadline_after * HOUR
        assert not is_quiet(people[seat], now)
        assert not habits.remind_after or now >= reminded[seat] + GRACE


@steady
@given(HABITS, PARTIES, MOMENTS, DOWNTIME, DELAYS)
def test_nothing_happens_before_the_first_guess(
    habits: Habits, people: list[Person], asked: float, down: float, late: list[float]
) -> None:
    """A table may be left alone until then."""
    guess = earliest(habits, asked, mornings(people, [asked]), calls=True)
    diary = lived(habits, people, asked, asked + down, late)
    happened = [*diary.called, *diary.reminded, *diary.struck]

    assert (guess is None) == (not happened)
    assert all(guess is not None and now >= guess for _, now in happened)
