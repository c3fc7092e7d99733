"""Games followed without a seat, the daily news of a channel, games on other servers, and deadlines missed in a row."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from bot.acts.absence import person_of
from bot.discord.bulletins import MOST, Bulletins
from bot.discord.client import Labirynt
from bot.session.faults import OurFault
from bot.table.events import Overdue
from bot.table.habits import Follower, Habits
from bot.table.timekeeping import DAY, HOUR
from rules.games import load
from rules.kernel.words import Word
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice
from tests.bot.test_direct import Night, a_game, letters, user
from tests.short_form import sized

PRESSES = sized(80, 40)


async def rounds(channel: Channel, client: Labirynt, clock: Night, later: float) -> None:
    """Time passes, and the clock looks twice."""
    clock.now += later
    for _ in range(2):
        await client.clockwork.go_round()
        await channel.hands.settled()


async def game_of(client: Labirynt) -> str:
    """The only game there is."""
    (entry,) = await client.service.store.index()
    return entry.id


async def test_a_follower_is_told_once_a_day_what_happened(tmp_path: Path) -> None:
    """By direct message, with a link, without the question; a day on which nothing happened has no message."""
    clock = Night()
    async with a_game(tmp_path, clock=clock) as (channel, client):
        told = await channel.command("Celina", "follow", how="morning")
        assert "Co rano" in told.text
        clock.now += 1
        await channel.press("Ala", AS_USUAL)
        assert letters(channel, "Celina") == []
        await rounds(channel, client, clock, DAY)
        (letter,) = letters(channel, "Celina")
        await rounds(channel, client, clock, DAY)

        assert letters(channel, "Celina") == [letter]
        assert "co nowego" in letter
        assert "https://discord.com/channels/" in letter
        assert "Co wybieracie" not in letter
        assert f"<@{user(channel)}>" not in letter, "nobody is called"

        await channel.command("Celina", "follow", how="off")
        clock.now += 1
        await channel.press("Ala", AS_USUAL)
        await rounds(channel, client, clock, DAY)
        assert letters(channel, "Celina") == [letter]


async def test_great_events_of_rivals_are_told_as_the_channel_told_them(tmp_path: Path) -> None:
    """Public lines alone, in the follower's language; then the end, and nothing is left to follow."""
    clock = Night()
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up(clock=clock) as client:
        await channel.command("Celina", "quiet", hours="brak")
        await channel.hands.slash("Ala", HERE, "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        await channel.command("Celina", "follow", how="events")
        for nth in range(PRESSES):
            await channel.press(("Ala", "Bartek")[nth % 2], AS_USUAL)
            await rounds(channel, client, clock, 60)
        known = letters(channel, "Celina")
        public = channel.story().replace("*", "")
        game_id = await game_of(client)
        await channel.command("Ala", "game end", sure=True)
        await channel.command("Bartek", "vote")
        await channel.press("Bartek", "Za")
        await rounds(channel, client, clock, 60)

        assert known
        told = [line.replace("*", "") for letter in known for line in letter.splitlines()[1:] if "📌" in letter]
        lines = list(itertools.takewhile(lambda line: not line.startswith(("📌", "🎯")), told))
        assert [line for line in lines if line in public], "the channel's own lines"
        assert len(letters(channel, "Celina")) == len(known) + 1
        assert await client.service.store.followers(game_id) == []


async def test_at_night_great_events_wait_for_the_morning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message when the quiet hours end, however much has happened."""
    monkeypatch.setattr("bot.discord.bulletins._is_great", lambda *_: True)
    clock = Night()
    async with a_game(tmp_path, clock=clock) as (channel, client):
        await channel.command("Celina", "follow", how="events")
        store, celina = client.service.store, user(channel, "Celina")
        wall = datetime.fromtimestamp(clock.now, UTC)
        minute, known = wall.hour * 60 + wall.minute, await person_of(store, celina)
        hours = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440}
        await store.put_person(msgspec.structs.replace(known, zone="UTC", **hours))
        for who in ("Ala", "Bartek"):
            clock.now += 1
            await channel.press(who, AS_USUAL)
        await rounds(channel, client, clock, 60)
        assert letters(channel, "Celina") == []
        await rounds(channel, client, clock, 2 * HOUR)
        assert len(letters(channel, "Celina")) == 1


async def test_the_channel_is_told_once_a_day_by_who_plays(tmp_path: Path) -> None:
    """Silently; a stranger cannot switch it on, and great events need no second telling."""
    clock = Night()
    async with a_game(tmp_path, clock=clock) as (channel, client):
        stranger = await channel.command("Celina", "follow", how="evening", channel=True)
        off = await channel.command("Celina", "follow", how="off", channel=True)
        twice = await channel.command("Ala", "follow", how="events", channel=True)
        told = await channel.command("Ala", "follow", how="evening", channel=True)
        clock.now += 1
        await channel.press("Ala", AS_USUAL)
        since = len(channel.playground.requests)
        await rounds(channel, client, clock, DAY)

        posted = [one.body for one in list(channel.playground.requests)[since:] if one.method == "POST" and one.body]
        (news,) = [body for body in posted if "co nowego" in str(body.get("content"))]
        assert off.text == stranger.text
        assert "ktoś, kto gra" in stranger.text
        assert "rano albo wieczór" in twice.text
        assert "Co wieczór" in told.text
        assert news["flags"] & 1 << 12, "no sound"
        await channel.command("Ala", "follow", how="off", channel=True)
        assert await client.service.store.followers(await game_of(client)) == []


async def test_who_may_not_look_any_more_is_told_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look before each message: who cannot see the channel is dropped; where Discord says nothing, it waits."""
    clock, seen = Night(), list[bool | None]([None, False])
    async with a_game(tmp_path, clock=clock) as (channel, client):

        async def look(*_: object) -> bool | None:
            return seen.pop(0)

        monkeypatch.setattr(Bulletins, "_may_view", look)
        await channel.command("Celina", "follow", how="morning")
        for left in (1, 0):
            clock.now += 1
            await channel.press("Ala" if left else "Bartek", AS_USUAL)
            await rounds(channel, client, clock, DAY)
            assert len(await client.service.store.followers(await game_of(client))) == left
        assert letters(channel, "Celina") == []


async def test_the_look_asks_discord(tmp_path: Path) -> None:
    """Members see the channel, strangers (10007) do not, and another channel says nothing."""
    async with a_game(tmp_path) as (channel, client):
        record = (await client.service.sessions.standing_of(await game_of(client))).record  # type: ignore[union-attr]
        look = client.posting.bulletins._may_view
        assert await look(record, user(channel, "Celina")) is True
        assert await look(record, 123456789) is False
        assert await look(msgspec.structs.replace(record, guild_id=1), user(channel, "Celina")) is None


async def test_followers_are_few_and_can_be_forgotten(tmp_path: Path) -> None:
    """The twenty-sixth is refused; who wants to be forgotten, follows nothing."""
    async with a_game(tmp_path) as (channel, client):
        store, game_id = client.service.store, await game_of(client)
        for number in range(1, MOST + 1):
            await store.follow(Follower(game_id, number, "morning", dm_id=1))
        refused = await channel.command("Celina", "follow")
        assert f"{MOST} osób" in refused.text
        await store.unfollow(1)
        await channel.command("Celina", "follow")
        await store.forget(user(channel, "Celina"))
        assert len(await store.followers(game_id)) == MOST - 1


# Other servers -----------------------------------------------------------------------------------------------


async def test_mine_names_games_on_other_servers_without_their_question(tmp_path: Path) -> None:
    """Server, game, since when and a link; the server by the name that it had at the last answer."""
    async with a_game(tmp_path) as (channel, _):
        other = next(guild for guild in channel.playground.world.guilds.values() if guild["locale"] != "pl")
        world = channel.playground.world
        world.person("Ala")["guilds"].append(other["id"])
        there = next(one for one in world.channels.values() if one.get("guild_id") == other["id"])
        await channel.hands.slash("Ala", there["name"], "game new")
        await channel.hands.settled()
        await channel.hands.press_label("Ala", there["name"], "Zaczynamy")
        await channel.hands.settled()
        seen = await channel.command("Ala", "mine")

        (line,) = [line for line in seen.text.splitlines() if "🌍" in line]
        assert other["name"] in line
        assert f"channels/{other['id']}/" in line
        assert "„" not in line, "no question"
        assert "🌍" not in (await channel.command("Bartek", "mine")).text


# Deadlines in a row ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missed", [2, 3, 4])
async def test_who_misses_deadlines_is_told_first_and_then_voted_on(tmp_path: Path, missed: int) -> None:
    """After three the person, after four everybody, with a button that opens the vote at once."""
    async with a_channel(tmp_path, ParlourRules(*[a_choice] * 6)) as channel, channel.bot_up() as client:
        await channel.command("Bartek", "quiet", hours="brak")
        await channel.opened("Ala", "Bartek", "Celina")
        game_id = await game_of(client)
        for nth in range(missed):
            await miss(client, game_id, nth)
        await client.posting.deliver(game_id)
        await channel.hands.settled()

        story = channel.story()
        assert ("terminy z rzędu" in story) == (missed > 2)
        assert (f"<@{user(channel)}>" in story and "zagłosować" in story) == (missed == 3)
        if missed == 4:
            opened = await channel.press("Ala", "Zagłosować nad tym miejscem")
            assert "Za" in [button.label for button in channel.asking()[-1].buttons], opened.text
            await channel.press("Celina", "Za")
            standing = await client.service.sessions.standing_of(game_id)
            assert standing
            assert standing.record.seat_of(user(channel)) is None


async def miss(client: Labirynt, game_id: str, nth: int) -> None:
    """Bartek's deadline passes."""
    sessions = client.service.sessions

    async def note(action: object) -> None:
        record = action.record  # type: ignore[attr-defined]
        seats = tuple(
            msgspec.structs.replace(seat, overdue_at=action.at) if seat.seat == "s2" else seat  # type: ignore[attr-defined]
            for seat in record.seats
        )
        action.rewrite(seats=seats, habits=Habits(deadline_after=24))  # type: ignore[attr-defined]
        action.tell(Overdue(("s2",), Word("then.autopilot")))  # type: ignore[attr-defined]

    await sessions.accept(game_id, None, note)


async def test_a_game_that_cannot_be_read_is_tried_again_a_day_later(tmp_path: Path) -> None:
    """It keeps no other follower waiting, and fills no log."""
    clock = Night()
    async with a_game(tmp_path, clock=clock) as (channel, client):
        await channel.command("Celina", "follow", how="morning")
        clock.now += 1
        await channel.press("Ala", AS_USUAL)
        sessions, tries = client.service.sessions, list[str]()

        async def broken(game_id: str) -> None:
            tries.append(game_id)
            raise OurFault("abc")

        sessions.standing_of = broken  # type: ignore[method-assign]
        clock.now += DAY
        for _ in range(3):
            await client.posting.bulletins.go_round()
        (follower,) = await client.service.store.followers(await game_of(client))

        assert len(tries) == 1
        assert follower.due_at == clock.now + DAY


async def test_the_end_is_told_once_though_the_channel_is_told_too(tmp_path: Path) -> None:
    """However often the end is delivered while it is told; the channel needs no news of it."""
    clock = Night()
    async with a_game(tmp_path, ParlourRules(a_choice), clock=clock) as (channel, client):
        await channel.command("Celina", "quiet", hours="brak")
        await channel.command("Celina", "follow", how="morning")
        await channel.command("Ala", "follow", how="evening", channel=True)
        game_id = await game_of(client)
        clock.now += 1
        await channel.press("Ala", AS_USUAL)
        for _ in range(3):
            await asyncio.gather(client.posting.deliver(game_id), client.posting.bulletins.go_round())
            await rounds(channel, client, clock, 20)

        assert len(letters(channel, "Celina")) == 1
        assert await client.service.store.followers(game_id) == []


async def test_the_channel_of_messages_is_opened_once_for_a_game(tmp_path: Path) -> None:
    """A change of mind says nothing there; somebody from elsewhere is asked for their time zone."""
    async with a_game(tmp_path) as (channel, _):
        channel.playground.world.person("Celina")["locale"] = "en-GB"
        for how in ("morning", "events", "evening"):
            await channel.command("Celina", "follow", how=how)
        assert len(channel.hands.direct_messages("Celina")) == 1
        assert len([one for one in channel.hands.messages(HERE, "Celina") if "Which time zone" in one.text]) == 1
