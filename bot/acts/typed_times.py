"""Parsing of typed days, time zones and quiet hours, in Polish or English, with or without Polish letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from math import inf
from typing import Literal
from zoneinfo import available_timezones

from babel import Locale
from babel.dates import get_month_names

from bot.table.habits import Person
from bot.table.timekeeping import DAY, HOUR, clock_of
from bot.words.narrator import fold
from rules.kernel.errors import Refused

LONGEST_ABSENCE = 366 * DAY
MIDNIGHT = 24 * 60

_BEFORE = re.compile(r"^(?:do|until|till?|by|na|za|przez|we?|for|in|on) ")
_SPAN = re.compile(r"(?:(\d{1,4}) ?|an? |([a-z]+) )?([a-z]+)")
_SPANS_IN_A_ROW = re.compile(r"(?:\d{1,4} ?[a-z]+ ?)+")
_SPANS = (
    (re.compile(r"h|hrs?|hours?|godz|godzin[aey]?"), (0, HOUR)),
    (re.compile(r"d|days?|dzien|dni|dnia"), (1, 0)),
    (re.compile(r"w|weeks?|tyg|tydzien|tygodni[ae]?"), (7, 0)),
    (re.compile(r"months?|mies|miesiac[ea]?|miesiecy"), (30, 0)),
)
"""Days and seconds of each unit."""
_NUMBERS = {
    "jeden": 1, "one": 1, "dwa": 2, "dwie": 2, "two": 2, "trzy": 3, "three": 3, "cztery": 4, "four": 4, "piec": 5,
    "five": 5, "szesc": 6, "six": 6, "siedem": 7, "seven": 7,
}  # fmt: skip
_PARTS = (
    (re.compile(r"rano|poran(?:ek|ka)|morning"), 9),
    (re.compile(r"poludni[ae]|noon|midday"), 12),
    (re.compile(r"popoludni[ae]|po poludniu|afternoon"), 15),
    (re.compile(r"wiecz(?:or|ora|orem)|evening|night"), 20),
)
"""Parts of a day with their hours."""
_AT = re.compile(r"(?P<day>.+?),? (?:o |at )?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))? ?(?P<half>am|pm)?")
_OF_NEXT_WEEK = re.compile(r"(?:next|przyszl(?:y|a|ego|ej)) ")
_NEAR: Mapping[str, int] = {
    "dzis": 0, "dzisiaj": 0, "today": 0, "jutro": 1, "jutra": 1, "tomorrow": 1, "pojutrze": 2, "pojutrza": 2,
}  # fmt: skip
_WEEKDAYS = tuple(
    re.compile(forms)
    for forms in (
        r"pon|pn|poniedzial(ek|ku)|mon(day)?",
        r"wt|wtor(ek|ku)|tue(s|sday)?",
        r"sr|srod[aye]|wed(nesday)?",
        r"czw|cz|czwart(ek|ku)|thu(rs|rsday)?",
        r"pt|piat(ek|ku)|fri(day)?",
        r"sob|so|sb|sobot[aye]|sat(urday)?",
        r"niedz|nd|ndz|niedziel[aei]|sun(day)?",
    )
)
_DATES = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})(?:\. ?(?P<year>\d{4}))?"),
    re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.? (?P<month>[a-z]+)\.?,?(?: (?P<year>\d{4}))?"),
    re.compile(r"(?P<month>[a-z]+)\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,?(?: (?P<year>\d{4}))?"),
)
_NO_NIGHT = ("off", "none", "no", "never", "brak", "nie", "bez", "wylacz", "wylaczone", "-", "0")
_HOUR = r"(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?"
_NIGHT = re.compile(rf"(?:(?:od|from) )?{_HOUR} ?(?:[-–—]|do|to|until) ?{_HOUR}")
_AREAS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip
_POLISH = (
    "bialystok", "bydgoszcz", "czestochowa", "gdansk", "gdynia", "katowice", "kielce", "krakow", "lodz", "lublin",
    "olsztyn", "opole", "poznan", "radom", "rzeszow", "szczecin", "torun", "wroclaw", "zielona_gora",
)  # fmt: skip
"""Folded names of cities with Warsaw time."""
_OFFSET = re.compile(r"(?:utc|gmt)_?([+-])_?(\d{1,2})(?::?00)?")
_NOWHERE = ("localtime", "Factory")
"""Zone names that depend on the machine or name no place."""


def until(typed: str, person: Person, now: float) -> float:
    """Return the end of an absence in seconds: a duration ("3d", "2d12h", "tydzień"), a time or part of a named day
    ("jutro 18:00", "tonight"), or its last minute.

    Days of a duration are days of the calendar. A weekday is never today, and with "next" in the next week. A date
    without a year is the next such day; past dates and those more than a year ahead raise ``Refused``.
    """
    words = _BEFORE.sub("", fold(typed).rstrip("."), count=1)
    here = datetime.fromtimestamp(now, clock_of(person))
    end = _parse_span(words, here) or _parse_moment(words, here)
    if end is None or not now < end <= now + LONGEST_ABSENCE:
        raise Refused("until", given=typed)
    return end


def zone(typed: str) -> str:
    """Return a time zone by IANA name ("europe/warsaw"), city in English or Polish ("New York", "Warszawa"), hours
    from UTC ("UTC+1"), or a common name of Polish time.
    """
    words = fold(typed).replace(" ", "_")
    if words not in _zones() and (
        match := _OFFSET.fullmatch(words)
    ):  # the sign of these names is reversed (IANA, file "etcetera")
        words = f"etc/gmt{'-' if match[1] == '+' else '+'}{int(match[2])}"
    found = _zones().get(words)
    if found is None:
        raise Refused("zone", given=typed)
    return found


def quiet(typed: str) -> tuple[int, int]:
    """Return quiet hours as minutes of the day: "22-7", "22:30–8:00", "10pm-8am"; (0, 0) for "off" or "brak"."""
    words = fold(typed)
    if words in _NO_NIGHT:
        return 0, 0
    ends = _parse_night(words)
    if ends is None or ends[0] == ends[1]:  # a night of a whole day would silence every reminder
        raise Refused("quiet", given=typed)
    return ends


def _parse_span(words: str, here: datetime) -> float | None:
    in_a_row = re.findall(r"\d+ ?[a-z]+", words) if _SPANS_IN_A_ROW.fullmatch(words) else [words]
    lengths = [_length_of_span(span) for span in in_a_row]
    known = [length for length in lengths if length is not None]
    if len(known) < len(lengths):
        return None
    try:
        # The clock may change in between.
        return (here + timedelta(days=sum(days for days, _ in known))).timestamp() + sum(hours for _, hours in known)
    except OverflowError:
        return inf


def _length_of_span(words: str) -> tuple[int, float] | None:
    """Return the days and the seconds of a duration with one unit."""
    match = _SPAN.fullmatch(words)
    if not match or (match[1] is None and len(match[3]) == 1):  # a lone "d" is no day
        return None
    number = int(match[1]) if match[1] else _NUMBERS.get(match[2]) if match[2] else 1
    unit = next((length for unit, length in _SPANS if unit.fullmatch(match[3])), None)
    return None if unit is None or number is None else (number * unit[0], number * unit[1])


def _parse_moment(words: str, here: datetime) -> float | None:
    today, at = here.date(), time(23, 59, fold=1)
    words = {"tonight": "today night", "wieczorem": "dzis wieczor"}.get(words, words)
    day = _parse_day(words, today)
    if not day and (match := _AT.fullmatch(words)):
        minute = _minute_of_day(match["hour"], match["minute"], match["half"])
        if minute is not None:
            day, at = _parse_day(match["day"], today), time(*divmod(minute, 60))
    for forms, hour in () if day else _PARTS:
        named, _, part = words.partition(" ")
        if forms.fullmatch(part):
            day, at = _parse_day(named, today), time(hour)
    return datetime.combine(day, at, here.tzinfo).timestamp() if day else None


def _parse_day(words: str, today: date) -> date | None:
    if words in _NEAR:
        return today + timedelta(days=_NEAR[words])
    this_week = _OF_NEXT_WEEK.sub("", words, count=1)
    for weekday, forms in enumerate(_WEEKDAYS):
        if forms.fullmatch(this_week):
            if this_week != words:
                return today + timedelta(days=7 - today.weekday() + weekday)
            return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    match = next((match for form in _DATES if (match := form.fullmatch(words))), None)
    return _calendar_day(match, today) if match else None


def _calendar_day(match: re.Match[str], today: date) -> date | None:
    month = int(match["month"]) if match["month"].isdecimal() else _months().get(match["month"], 0)
    years = (int(match["year"]),) if match["year"] else (today.year, today.year + 1)
    days = (_date_or_none(year, month, int(match["day"])) for year in years)
    return next((day for day in days if day and day >= today), None)


def _date_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:  # no such day
        return None


@lru_cache(maxsize=1)
def _months() -> Mapping[str, int]:
    """Return the months by folded name, in Polish (both cases) and English."""
    widths: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
    contexts: tuple[Literal["format", "stand-alone"], ...] = ("format", "stand-alone")
    return {
        fold(name): number
        for locale in ("pl", "en")
        for width in widths
        for context in contexts
        for number, name in get_month_names(width, context, locale).items()
    }


@lru_cache(maxsize=1)
def _zones() -> Mapping[str, str]:
    """Return the zones by folded name and city; full names go before cities."""
    names = sorted(available_timezones() - {*_NOWHERE})
    placed = [name for name in names if name.partition("/")[0] in _AREAS]
    polish = Locale.parse("pl").time_zones
    cities = {_folded_key(polish[name]["city"]): name for name in placed if "city" in polish.get(name, {})}
    cities |= dict.fromkeys((*_POLISH, "polska", "poland", "cest"), "Europe/Warsaw")
    return cities | _names_by_spelling(lambda name: name.rpartition("/")[2], placed) | _names_by_spelling(str, names)


def _names_by_spelling(spelling: Callable[[str], str], names: Iterable[str]) -> dict[str, str]:
    return {_folded_key(spelling(name)): name for name in names}


def _folded_key(name: str) -> str:
    return fold(name).replace(" ", "_")


def _parse_night(words: str) -> tuple[int, int] | None:
    match = _NIGHT.fullmatch(words)
    if not match:
        return None
    start, end = _minute_of_day(*match.group(1, 2, 3)), _minute_of_day(*match.group(4, 5, 6))
    return None if start is None or end is None else (start, end)


def _minute_of_day(hour: str, minute: str | None, half: str | None) -> int | None:
    """Return a minute of the day; midnight may be 24:00."""
    if half and not 1 <= int(hour) <= 12:
        return None
    hours = int(hour) % 12 + 12 * (half == "pm") if half else int(hour)
    minutes = hours * 60 + int(minute or 0)
    return minutes % MIDNIGHT if minutes <= MIDNIGHT and int(minute or 0) < 60 else None
