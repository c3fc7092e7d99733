"""Direct messages for whoever asked for them: who is pinged, written to or left alone, and what is written."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.acts.absence import person_of
from bot.discord.client import Labirynt
from bot.discord.in_flight import InFlight
from bot.table.habits import Habits, Person
from bot.table.timekeeping import HOUR, SPREAD, Waited, awake_at, due
from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice
from tests.bot.test_ballots import Feud
from tests.short_form import sized

pytestmark = pytest.mark.night
PRESSES = sized(60, 20)
OPEN = ("POST", "/users/@me/channels")


@contextlib.asynccontextmanager
async def a_game(folder: Path, rules: Any = None, **more: Any) -> AsyncIterator[tuple[Channel, Labirynt]]:
    """Ala and Bartek play; nobody sleeps, and what the game then asks is Ala's to answer."""
    rules = rules or ParlourRules(*[a_choice] * 6)
    async with a_channel(folder, rules) as channel, channel.bot_up(**more) as client:
        for who in ("Ala", "Bartek"):
            await channel.command(who, "quiet", hours="brak")
        await channel.opened("Ala", "Bartek")
        yield channel, client


def letters(channel: Channel, who: str = "Bartek") -> list[str]:
    """The direct messages of the bot to this person, without the line that opened the channel."""
    return [one.text for one in channel.hands.direct_messages(who)][1:]


def user(channel: Channel, who: str = "Bartek") -> int:
    """Somebody's id."""
    return int(channel.playground.world.person(who)["user"]["id"])


def rung(channel: Channel, since: int, who: str = "Bartek") -> bool:
    """Whether a message posted since pings this person."""
    posted = [one for one in list(channel.playground.requests)[since:] if one.method == "POST" and one.body]
    mentions = [(one.body.get("data") or one.body).get("allowed_mentions") or {} for one in posted]
    return any(user(channel, who) in each.get("users", []) for each in mentions)


GRID = [
    (where, pings, hours, where != "dm" and pings and not hours, where != "channel" and pings and not hours)
    for where in ("channel", "dm", "both")
    for pings in (True, False)
    for hours in (False, True)
]


@pytest.mark.parametrize(("where", "pings", "asleep", "is_rung", "is_written_to"), GRID)
@pytest.mark.parametrize("kind", ["question", "vote", "end", "stand-in"])
async def test_who_is_pinged_and_who_is_written_to(
    tmp_path: Path, kind: str, where: str, *, pings: bool, asleep: bool, is_rung: bool, is_written_to: bool
) -> None:
    """Each kind of call, by place, pings and hour: in the channel, by direct message, in both, or not at all."""
    async with a_game(tmp_path, Feud() if kind == "vote" else None) as (channel, client):
        await channel.command("Bartek", "quiet", where=where, pings="every" if pings else "never")
        if asleep:
            await put_to_bed(channel, client, time.time())
        since = len(channel.playground.requests)
        await call(channel, kind)

        assert rung(channel, since) == is_rung
        assert len(letters(channel)) == int(is_written_to)
        assert not letters(channel, "Ala")


async def put_to_bed(channel: Channel, client: Labirynt, now: float) -> None:
    """Bartek has gone to bed an hour ago, and sleeps for another."""
    store, wall = client.service.store, datetime.fromtimestamp(now, UTC)
    minute, known = wall.hour * 60 + wall.minute, await person_of(store, user(channel))
    first, last = (minute - 60) % 1440, (minute + 60) % 1440
    await store.put_person(msgspec.structs.replace(known, zone="UTC", quiet_from=first, quiet_to=last))


async def call(channel: Channel, kind: str) -> None:
    """Something happens at which Bartek is called."""
    match kind:
        case "question":
            await channel.press("Ala", AS_USUAL)
        case "vote" | "end":
            await channel.command("Ala", "game end", sure=True)
        case "stand-in":
            friend = channel.playground.world.person("Bartek")["user"]["id"]
            await channel.command("Ala", "away", until="3 dni", stand_in=friend)


async def test_the_channel_is_opened_once_and_only_when_asked(tmp_path: Path) -> None:
    """By the person's own command; its id is among the settings, and goes with them."""
    async with a_game(tmp_path) as (channel, client):
        await channel.press("Ala", AS_USUAL)
        assert OPEN not in channel.posts()

        first = await channel.command("Bartek", "quiet", where="dm")
        await channel.command("Bartek", "quiet", where="both")
        known = await person_of(client.service.store, user(channel))

        assert "wiadomości prywatnej" in first.text
        assert channel.posts().count(OPEN) == 1
        assert len(channel.hands.direct_messages("Bartek")) == 1
        assert known.dm_id
        assert (known.place, known.locale) == ("both", "pl")

        await client.service.store.forget(user(channel))
        assert (await person_of(client.service.store, user(channel))).dm_id == 0
        assert (await client.service.store.people([user(channel)])) == {}


async def test_whoever_takes_no_messages_is_told_and_called_in_the_channel(tmp_path: Path) -> None:
    """At the command nothing changes; later the setting is switched off, and the next private answer says so once."""
    async with a_game(tmp_path) as (channel, client):
        channel.hands.close_dms("Bartek")
        refused = await channel.command("Bartek", "quiet", where="dm")
        assert "nie pozwala" in refused.text
        assert (await person_of(client.service.store, user(channel))).place == "channel"

        channel.hands.close_dms("Bartek", closed=False)
        await channel.command("Bartek", "quiet", where="dm", pings="every")
        channel.hands.close_dms("Bartek")
        await channel.press("Ala", AS_USUAL)
        assert (await person_of(client.service.store, user(channel))).place == "channel"
        assert letters(channel) == []

        for _ in range(2):
            await channel.command("Bartek", "mine")
        told = [one.text for one in channel.hands.messages(HERE, "Bartek") if "nie przyjął" in one.text]
        assert len(told) == 1
        since = len(channel.playground.requests)
        await channel.press("Bartek", AS_USUAL)
        await channel.press("Ala", AS_USUAL)
        assert rung(channel, since)


async def test_a_message_is_in_its_readers_language(tmp_path: Path) -> None:
    """Bartek's Discord speaks English, the table Polish."""
    async with a_game(tmp_path, load("labirynt-czarnoksieznika")) as (channel, _):
        channel.playground.world.person("Bartek")["locale"] = "en-US"
        answer = await channel.command("Bartek", "quiet", where="dm", pings="every")
        assert "direct message" in answer.text
        for _ in range(12):
            if (await channel.press("Ala", AS_USUAL)).kind == "ephemeral":
                await channel.press("Bartek", AS_USUAL)

        assert letters(channel)
        assert all("Sorcerer" in letter and "https://discord.com/channels/" in letter for letter in letters(channel))
        assert "Ruch" in channel.story()


async def test_no_message_holds_what_its_reader_may_not_see(tmp_path: Path) -> None:
    """A game of rivals: each direct message says what the push in the channel says to all, and no more."""
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up():
        people = ("Ala", "Bartek", "Celina")
        for who in people:
            await channel.command(who, "quiet", hours="brak", where="both", pings="every")
        await channel.hands.slash("Ala", HERE, "game new")
        for who in people[1:]:
            await channel.press(who, "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        written: dict[str, dict[str, None]] = {who: {} for who in people}
        for nth in range(PRESSES):
            await channel.press(people[nth % 3], AS_USUAL)
            for who, texts in written.items():
                texts |= dict.fromkeys(letters(channel, who))
        posted = [one for one in channel.playground.requests if one.method == "POST" and one.body]
        ringing = [one.body for one in posted if (one.body.get("allowed_mentions") or {}).get("users")]
        public = "\n".join(str(body.get("content")) for body in ringing)

    assert sum(map(len, written.values())) > PRESSES / 3
    for who, texts in written.items():
        others = {f"<@{user(channel, other)}>" for other in people if other != who}
        for text in texts:
            *lines, place = text.split("\n")
            assert "https://discord.com/channels/" in place
            assert not [mention for mention in others if mention in text]
            for line in lines:
                assert line.split("> ", 1)[-1] in public


LOOKS = ("mine", "house", "party", "hero", "map", "things", "story", "undo", "vote", "table", "quiet", "game status")
NAMES = re.compile("Labirynt (Śmierci|Czarnoksiężnika)")
POLISH = re.compile("[ąćęłńóśźż]")


@pytest.mark.parametrize("game", ["labirynt-smierci", "labirynt-czarnoksieznika", "jaskinia"])
async def test_what_one_person_reads_is_in_their_language(tmp_path: Path, game: str) -> None:
    """Bartek's Discord speaks English, the table Polish: so do his looks, panels, receipts and refusals."""
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        channel.playground.world.person("Bartek")["locale"] = "en-US"
        await channel.hands.slash("Ala", HERE, "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        for _ in range(4):
            for who in ("Ala", "Bartek"):
                await channel.press(who, AS_USUAL)
            await channel.press("Bartek", "?")
            for command in LOOKS:
                await channel.hands.follow(await channel.hands.slash("Bartek", HERE, command, {}))
            await channel.answer("Bartek", "xyz")
        read = {one.id: one for one in channel.hands.messages(HERE, "Bartek")}
        private = [one for one in read.values() if one.ephemeral]
        labels = [button.label for one in private for button in one.buttons]

        assert len(private) > 20
        said = [NAMES.sub("", text) for text in (*(one.text for one in private), *map(str, labels))]
        assert [text for text in said if POLISH.search(text)] == []
        assert POLISH.search(channel.story())
        assert not [one for one in read.values() if not one.ephemeral and "Time zone" in one.text]


async def test_who_wants_to_know_hears_a_turn_before(tmp_path: Path) -> None:
    """Of three, by direct message, once a turn; nothing in the channel, and nobody else."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        people = ("Ala", "Bartek", "Celina")
        for who in people:
            await channel.command(who, "quiet", hours="brak", where="dm", pings="next" if who == "Celina" else "needed")
        await channel.hands.slash("Ala", HERE, "game new")
        for who in people[1:]:
            await channel.press(who, "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        for nth in range(PRESSES):
            with contextlib.suppress(Exception):
                await channel.press(people[nth % 3], AS_USUAL)

        soon = [letter for letter in letters(channel, "Celina") if "następna tura jest twoja" in letter]
        assert soon
        assert len(soon) == len(set(soon)) or len(soon) < PRESSES
        assert not [one for who in people[:2] for one in letters(channel, who) if "następna tura" in one]
        assert "następna tura" not in channel.story()


async def test_somebody_from_elsewhere_is_asked_for_their_time_zone_once(tmp_path: Path) -> None:
    """When they sit down, privately; until they answer they are called at any hour. Who has settings is not asked."""
    rules: Any = ParlourRules(a_choice)
    async with a_channel(tmp_path, rules) as channel, channel.bot_up() as client:
        store = client.service.store
        for who in ("Bartek", "Celina"):
            channel.playground.world.person(who)["locale"] = "en-GB"
        await channel.command("Celina", "quiet", zone="London")
        await channel.command("Ala", "game new")
        for who in ("Bartek", "Celina"):
            await channel.press(who, "Dołącz")
        asked = [one for one in channel.hands.messages(HERE, "Bartek") if "time zone" in one.text]
        assert len(asked) == 1
        first = await person_of(store, user(channel))
        assert first.quiet_from == first.quiet_to
        assert await store.people([user(channel, "Ala")]) == {}
        assert not [one for one in channel.hands.messages(HERE, "Celina") if "Which time zone" in one.text]

        await channel.pick("Bartek", asked[0], 0, "Europe/Berlin")
        now = await person_of(store, user(channel))
        assert (now.zone, now.quiet_from, now.quiet_to) == ("Europe/Berlin", 22 * 60, 8 * 60)
        await channel.command("Bartek", "game leave")
        await channel.command("Bartek", "game join")
        assert len([one for one in channel.hands.messages(HERE, "Bartek") if "Which time zone" in one.text]) == 0


# The morning -------------------------------------------------------------------------------------------------


def test_the_messages_of_one_morning_are_spread() -> None:
    """Over ten minutes, by person; a ping in the channel comes when the night ends."""
    asked_at = datetime(2026, 3, 2, 23, tzinfo=UTC).timestamp()
    habits = Habits(remind_after=0)
    for number in range(1, 2000, 97):
        in_channel, by_letter = Person(number, "UTC"), Person(number, "UTC", place="dm", dm_id=1)
        wakes = awake_at(in_channel, asked_at)
        assert due(habits, asked_at, [Waited("s1", in_channel)], asked_at + 1).next_at == wakes
        later = due(habits, asked_at, [Waited("s1", by_letter)], asked_at + 1).next_at
        assert later == wakes + number % SPREAD
        found = due(habits, asked_at, [Waited("s1", by_letter)], asked_at + 33 * HOUR)
        assert found.call == ("s1",)


class Night:
    """A clock that can be set on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("meanwhile", [False, True])
@pytest.mark.parametrize("later", [2 * HOUR, 26 * HOUR])
async def test_what_the_night_held_back_is_one_message_unless_it_is_answered(
    tmp_path: Path, later: float, *, meanwhile: bool
) -> None:
    """In the morning, or when the bot is back after a day; nothing is posted in the channel, and once is enough."""
    clock = Night()
    async with a_game(tmp_path, ParlourRules(a_choice, a_choice), clock=clock) as (channel, client):
        await channel.command("Bartek", "quiet", where="dm", pings="every")
        await put_to_bed(channel, client, clock.now)
        await channel.press("Ala", AS_USUAL)
        assert letters(channel) == []
        if meanwhile:
            await channel.press("Bartek", AS_USUAL)
        clock.now += later
        for _ in range(3):
            await client.clockwork.go_round()
            await channel.hands.settled()
            clock.now += SPREAD

        assert len([one for one in letters(channel) if "Co wybieracie" in one]) == (0 if meanwhile else 1)


async def test_after_an_outage_the_messages_are_spread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot was down when the night ended: each person's message waits for some of the first ten minutes."""
    waits, clock, usual = list[float](), Night(), InFlight.rest

    async def rest(flight: InFlight, seconds: float) -> None:
        waits.append(seconds)
        await usual(flight, 0 if seconds == user(channel) % SPREAD else seconds)

    async with a_channel(tmp_path, ParlourRules(a_choice, a_choice)) as channel:
        async with channel.bot_up(clock=clock) as client:
            for who in ("Ala", "Bartek"):
                await channel.command(who, "quiet", hours="brak")
            await channel.opened("Ala", "Bartek")
            await channel.command("Bartek", "quiet", where="dm", pings="every")
            await put_to_bed(channel, client, clock.now)
            await channel.press("Ala", AS_USUAL)
        clock.now += 26 * HOUR
        monkeypatch.setattr(InFlight, "rest", rest)
        async with channel.bot_up(clock=clock) as client:
            await client.clockwork.go_round()
            await channel.hands.settled()

        assert user(channel) % SPREAD in waits
        assert len([one for one in letters(channel) if "Co wybieracie" in one]) == 1


async def test_several_tables_make_one_message(tmp_path: Path) -> None:
    """Two games wait for Bartek in the morning: one message names both."""
    clock = Night()
    async with a_game(tmp_path, clock=clock) as (channel, client):
        await channel.hands.slash("Ala", "jaskinia", "game new")
        await channel.hands.press_label("Bartek", "jaskinia", "Dołącz")
        await channel.hands.press_label("Ala", "jaskinia", "Zaczynamy")
        await channel.hands.settled()
        await channel.command("Bartek", "quiet", where="dm", pings="every")
        await put_to_bed(channel, client, clock.now)
        await channel.press("Ala", AS_USUAL)
        await channel.hands.press_label("Ala", "jaskinia", AS_USUAL)
        await channel.hands.settled()
        clock.now += 2 * HOUR
        for _ in range(2):
            await client.clockwork.go_round()
            await channel.hands.settled()

        (letter,) = letters(channel)
        assert letter.count("https://discord.com/channels/") == 2


# Before the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "is_rung", "written"), [("channel", True, 0), ("dm", False, 1), ("both", True, 1)])
async def test_who_opened_the_table_hears_who_joins(tmp_path: Path, where: str, written: int, *, is_rung: bool) -> None:
    """In their way; the joiner hears nothing."""
    rules: Any = ParlourRules(a_choice)
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "quiet", hours="brak", where=where)
        await channel.command("Ala", "game new")
        since = len(channel.playground.requests)
        await channel.press("Bartek", "Dołącz")

        assert rung(channel, since, "Ala") == is_rung
        assert [one for one in letters(channel, "Ala") if "Bartek" in one] == letters(channel, "Ala")
        assert len(letters(channel, "Ala")) == written
        assert not rung(channel, since, "Bartek")


async def test_who_opened_the_table_hears_when_it_is_full(tmp_path: Path) -> None:
    """Instead of that somebody has joined."""
    rules: Any = ParlourRules(a_choice)
    rules.seats = (1, 2)
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "quiet", hours="brak")
        await channel.command("Ala", "game new")
        await channel.command("Bartek", "game join")

        assert [one for one in channel.texts() if "komplet" in one]


async def test_who_comes_and_goes_calls_nobody_again(tmp_path: Path) -> None:
    """Else one person could ring another's telephone as often as they press."""
    rules: Any = ParlourRules(a_choice)
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "quiet", hours="brak", where="dm")
        await channel.command("Ala", "game new")
        for name in ("join", "leave", "join", "leave", "join"):
            await channel.command("Bartek", f"game {name}")

        assert len(letters(channel, "Ala")) == 1


async def test_one_look_in_a_day_shows_whether_somebody_has_left(tmp_path: Path) -> None:
    """In the morning, and not again before the reminder of the same day."""
    clock = Night()
    async with a_game(tmp_path, clock=clock) as (channel, client):
        await channel.command("Bartek", "quiet", pings="every")
        await put_to_bed(channel, client, clock.now)
        await channel.press("Ala", AS_USUAL)
        since = len(channel.playground.requests)
        looks: list[int] = []
        for hours in (2.0, 23.5):
            clock.now += hours * HOUR
            await client.clockwork.go_round()
            await channel.hands.settled()
            calls = [one.path for one in list(channel.playground.requests)[since:] if one.method == "GET"]
            looks.append(len([path for path in calls if path.endswith(f"/members/{user(channel)}")]))

        assert looks == [1, 1]
        assert [one for one in channel.texts() if one.startswith("⏰")]


async def test_the_next_question_of_a_table_replaces_the_last(tmp_path: Path) -> None:
    """What was answered long ago does not stand among a person's messages; what else was told stays."""
    async with a_game(tmp_path) as (channel, _):
        await channel.command("Bartek", "quiet", where="dm", pings="every")
        for _ in range(2):
            await channel.press("Ala", AS_USUAL)
            await channel.press("Bartek", AS_USUAL)
        await channel.hands.settled()
        asked = letters(channel)
        await channel.command("Ala", "game end", sure=True)
        await channel.hands.settled()

        assert len(asked) == 1
        assert [*asked, letters(channel)[-1]] == letters(channel)
        assert letters(channel)[-1] != asked[0]
