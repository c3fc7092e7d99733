"""What people type for a day, a time zone and a night."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.acts.typed_times import LONGEST_ABSENCE, quiet, until, zone
from bot.table.habits import Person
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused

WARSAW = ZoneInfo("Europe/Warsaw")
NOW = datetime(2026, 11, 20, 15, 0, tzinfo=WARSAW).timestamp()
"""A Friday afternoon."""
ALA = Person(1)
steady = settings(deadline=None, derandomize=True)


def told(typed: str, now: float = NOW) -> str:
    """The end of an absence as Ala's clock shows it."""
    return datetime.fromtimestamp(until(typed, ALA, now), WARSAW).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("12h", "2026-11-21 03:00"),
        ("2 godziny", "2026-11-20 17:00"),
        ("3d", "2026-11-23 15:00"),
        ("na 3 dni", "2026-11-23 15:00"),
        ("for 3 days", "2026-11-23 15:00"),
        ("za tydzień", "2026-11-27 15:00"),
        ("a week", "2026-11-27 15:00"),
        ("2 tyg.", "2026-12-04 15:00"),
        ("miesiąc", "2026-12-20 15:00"),
        ("2d12h", "2026-11-23 03:00"),
        ("1 dzień 6 godzin", "2026-11-21 21:00"),
        ("dwa tygodnie", "2026-12-04 15:00"),
        ("three days", "2026-11-23 15:00"),
    ],
)
def test_a_span_counts_from_now(typed: str, end: str) -> None:
    """Hours, days, weeks and months of thirty days, with or without a number."""
    assert told(typed) == end


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("dziś", "2026-11-20"),
        ("tomorrow", "2026-11-21"),
        ("do jutra", "2026-11-21"),
        ("pojutrze", "2026-11-22"),
        ("Sobota", "2026-11-21"),
        ("do niedzieli", "2026-11-22"),
        ("until Monday", "2026-11-23"),
        ("we wtorek", "2026-11-24"),
        ("środę", "2026-11-25"),
        ("srody", "2026-11-25"),
        ("thu", "2026-11-26"),
        ("piątek", "2026-11-27"),
        ("2026-12-01", "2026-12-01"),
        ("1.12", "2026-12-01"),
        ("1. 12. 2026", "2026-12-01"),
        ("1 grudnia", "2026-12-01"),
        ("December 1st, 2026", "2026-12-01"),
        ("3 paź", "2027-10-03"),
        ("19.11", "2027-11-19"),
    ],
)
def test_a_day_that_is_named_belongs_to_the_absence(typed: str, day: str) -> None:
    """Its last minute ends it; the name of today's weekday means next week, a date without a year the next such day."""
    assert told(typed) == f"{day} 23:59"


@pytest.mark.parametrize(
    "typed",
    [
        "", "d", "and", "0d", "9999h", "400 dni", "19.11.2026", "2026-11-19", "2027-11-30", "9999-12-31", "0001-01-01",
        "0000-01-01", "29.2", "31.4", "1.13", "1/12", "12 foo", "-3d", "3 dni i noc", "nie wiem", "kiedyś",
    ],
)  # fmt: skip
def test_what_is_over_too_far_away_or_no_time_at_all_is_refused(typed: str) -> None:
    """1/12 is January to some and December to others, so nobody guesses."""
    with pytest.raises(Refused, match="until") as refused:
        until(typed, ALA, NOW)

    assert refused.value.facts == {"given": typed}


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("jutro 18:00", "2026-11-21 18:00"),
        ("jutro o 18", "2026-11-21 18:00"),
        ("tomorrow 6pm", "2026-11-21 18:00"),
        ("tomorrow at 6:30 pm", "2026-11-21 18:30"),
        ("dziś wieczór", "2026-11-20 20:00"),
        ("tonight", "2026-11-20 20:00"),
        ("wieczorem", "2026-11-20 20:00"),
        ("sobota rano", "2026-11-21 09:00"),
        ("1.12 12:00", "2026-12-01 12:00"),
        ("pn", "2026-11-23 23:59"),
        ("nd", "2026-11-22 23:59"),
        ("next friday", "2026-11-27 23:59"),
        ("przyszła środa", "2026-11-25 23:59"),
    ],
)
def test_a_time_of_a_day_is_understood(typed: str, end: str) -> None:
    """An hour, a part of the day, short names of days, and a day of the next week."""
    assert told(typed) == end


def test_next_friday_is_in_the_next_week() -> None:
    """Said on a Wednesday, it is not the day after tomorrow."""
    assert told("next friday", NOW - 2 * 86_400) == "2026-11-27 23:59"


def test_a_day_is_a_day_of_the_calendar_when_the_clock_changes() -> None:
    """A day from Saturday noon is Sunday noon, though it has twenty-five hours; hours are hours."""
    noon = datetime(2026, 10, 24, 12, tzinfo=WARSAW).timestamp()

    assert told("1 dzień", noon) == "2026-10-25 12:00"
    assert told("24h", noon) == "2026-10-25 11:00"


@pytest.mark.parametrize(
    ("typed", "name"),
    [("CEST", "Europe/Warsaw"), ("Polska", "Europe/Warsaw"), ("UTC+1", "Etc/GMT-1"), ("utc -5", "Etc/GMT+5")],
)
def test_a_zone_as_people_say_it(typed: str, name: str) -> None:
    """Polish time by its names, and hours from UTC."""
    assert zone(typed) == name


def test_a_leap_day_is_found_when_it_is_near() -> None:
    """In the autumn of 2027 the next February has twenty-nine days."""
    autumn = datetime(2027, 10, 1, tzinfo=WARSAW).timestamp()

    assert told("29.2", autumn) == "2028-02-29 23:59"


def test_a_day_is_that_of_the_person() -> None:
    """Late on Friday in Warsaw it is Saturday in Auckland, so tomorrow is Sunday there."""
    auckland = Person(2, zone="Pacific/Auckland")

    end = datetime.fromtimestamp(until("jutro", auckland, NOW), ZoneInfo("Pacific/Auckland"))

    assert end.strftime("%A %H:%M") == "Sunday 23:59"


def test_a_day_whose_last_hour_comes_twice_ends_with_the_second() -> None:
    """In Asunción the clocks went back at midnight; in the second half past eleven it was still that day."""
    place = ZoneInfo("America/Asuncion")
    now = datetime(2024, 3, 23, 23, 30, tzinfo=place, fold=1).timestamp()

    assert until("dziś", Person(3, zone=place.key), now) == now + 29 * 60


@steady
@given(st.dates(date(2026, 1, 1), date(2028, 12, 31)), st.sampled_from(("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y")))
def test_every_date_within_a_year_is_read_and_every_other_refused(day: date, form: str) -> None:
    """However it is written."""
    typed = day.strftime(form)
    try:
        read = told(typed)
    except Refused:
        assert not date(2026, 11, 20) <= day <= date(2027, 11, 20)
    else:
        assert read == f"{day} 23:59"


@steady
@given(st.text(max_size=12) | st.from_regex(r"\A[0-9]{1,4}[ .:hdw-]{0,2}[0-9]{0,2}[ .:-]?[0-9]{0,4}\Z"))
def test_whatever_is_typed_is_a_time_ahead_or_a_kind_refusal(typed: str) -> None:
    """Nothing else escapes, from any of the three."""
    assert refusal(until, typed, ALA, NOW) in ("", "until")
    assert refusal(zone, typed) in ("", "zone")
    assert refusal(quiet, typed) in ("", "quiet")
    assert refusal(until, typed, ALA, NOW) or NOW < until(typed, ALA, NOW) <= NOW + LONGEST_ABSENCE


def refusal(read: Callable[..., object], *typed: object) -> str:
    """Why something typed was refused; '' if it was read."""
    try:
        read(*typed)
    except Refused as refused:
        return refused.reason
    return ""


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Europe/Warsaw", "Europe/Warsaw"),
        (" europe/warsaw ", "Europe/Warsaw"),
        ("WARSZAWA", "Europe/Warsaw"),
        ("new york", "America/New_York"),
        ("Nowy Jork", "America/New_York"),
        ("kathmandu", "Asia/Kathmandu"),
        ("Kijow", "Europe/Kiev"),
        ("utc", "UTC"),
        ("Etc/GMT+2", "Etc/GMT+2"),
        ("Kraków", "Europe/Warsaw"),
        ("krakow", "Europe/Warsaw"),
        ("Łódź", "Europe/Warsaw"),
    ],
)
def test_a_zone_has_a_name_or_a_city(typed: str, name: str) -> None:
    """In either language, as people write them."""
    assert zone(typed) == name


@pytest.mark.parametrize("typed", ["", "localtime", "Factory", "Lubartów", "../etc/passwd"])
def test_what_is_no_zone_is_refused(typed: str) -> None:
    """Nor are the zones that count backwards found by half their name: Etc/GMT+2 is west of Greenwich."""
    with pytest.raises(Refused, match="zone"):
        zone(typed)


def test_every_zone_is_found_by_its_own_name() -> None:
    """No city takes the place of a full name."""
    names = available_timezones() - {"localtime", "Factory"}

    assert {name for name in names if zone(name.lower()) != name} == set()


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-7", (1320, 420)),
        ("22:30–8:00", (1350, 480)),
        ("22.30 - 8", (1350, 480)),
        ("od 22 do 7", (1320, 420)),
        ("from 10pm to 8am", (1320, 480)),
        ("12am-12pm", (0, 720)),
        ("24-6", (0, 360)),
        ("off", (0, 0)),
        ("Brak", (0, 0)),
    ],
)
def test_a_night_is_read_as_people_write_it(typed: str, hours: tuple[int, int]) -> None:
    """With minutes or without, in twelve hours or twenty-four, or none at all."""
    assert quiet(typed) == hours


@pytest.mark.parametrize("typed", ["", "22", "22-22", "0-24", "25-3", "24:30-6", "22:60-7", "13pm-3", "0am-7", "noc"])
def test_a_night_that_is_none_is_refused(typed: str) -> None:
    """Nor may a night last the whole day: its sleeper could never be reminded."""
    with pytest.raises(Refused, match="quiet"):
        quiet(typed)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("reason", "facts"), [("until", "given"), ("zone", "given"), ("quiet", "given"), ("hours", "most")]
)
def test_each_refusal_has_its_sentence(locale: str, reason: str, facts: str) -> None:
    """What was typed is quoted in it, or the limit is named."""
    assert "1440" in Narrator(locale).say(f"refused.{reason}", **{facts: 1440})
