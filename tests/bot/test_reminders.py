"""Reminders in the channel, and the line that always says whom the game waits for."""

from __future__ import annotations

import contextlib
import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord import reminders as posting_of_reminders
from bot.discord.client import Labirynt
from bot.discord.clockwork import keep_time
from bot.playground import Message
from bot.playground.wire import COMPONENTS_V2
from bot.session.transaction import Transaction
from bot.table.habits import Habits, Person
from bot.table.timekeeping import HOUR
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel, a_clock_that_runs, a_table
from tests.bot.parlour import ParlourRules, Question, a_choice, an_amount, everyones_form

AT_ONCE = Habits(remind_after=1e-9)
"""Who has not answered before the clock looks is reminded."""


@contextlib.asynccontextmanager
async def a_hasty_table(folder: Path, *questions: Question, habits: Habits = AT_ONCE) -> AsyncIterator[Channel]:
    """A channel where Ala and Bartek play, sleep never, and have hardly any time; the bot has gone down again."""
    async with a_channel(folder, ParlourRules(*questions)) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala", "Bartek")
            for one in ("Ala", "Bartek"):
                await channel.command(one, "quiet", hours="brak")
            await live_by(client, habits)
        yield channel


async def live_by(client: Labirynt, habits: Habits) -> None:
    """The table takes up these habits."""

    async def agree(turn: Transaction) -> None:
        turn.rewrite(habits=habits)

    await client.service.sessions.change(game_of(client), None, agree)


def game_of(client: Labirynt) -> str:
    """The one table there is."""
    return client.service.sessions.live()[0].id


def reminders(channel: Channel) -> list[Message]:
    """The messages that remind."""
    return [one for one in channel.hands.messages(HERE, "Ala") if one.text.startswith("⏰")]


def live(channel: Channel) -> list[str]:
    """The messages with buttons."""
    return [one.id for one in channel.hands.messages(HERE, "Ala") if one.buttons]


async def reminded(channel: Channel) -> Message:
    """Wait for the reminder, and until the bot is silent."""
    await channel.hands.until(lambda: reminders(channel))
    await channel.hands.settled()
    (reminder,) = reminders(channel)
    return reminder


async def test_a_reminder_is_the_question_once_more(tmp_path: Path) -> None:
    """It stands at the bottom, names both who are waited for, and alone has buttons; they work."""
    async with a_hasty_table(tmp_path, a_choice, an_amount) as channel, channel.bot_up():
        reminder = await reminded(channel)

        assert len(reminder.data["mentions"]) == 2
        assert "<t:" in reminder.text.splitlines()[0]
        assert live(channel) == [reminder.id]
        await channel.press("Bartek", "A · oak")
        assert "Heard" in channel.story()


async def test_a_reminder_for_sleepers_pings_nobody_and_can_be_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the bot comes back at night: it is a layout, with the same words and controls."""
    async with a_hasty_table(tmp_path, a_choice, an_amount, habits=Habits()) as channel, channel.bot_up() as client:

        async def nobody(*_: object) -> list[Person]:
            return []

        monkeypatch.setattr(posting_of_reminders, "awake_people", nobody)
        await live_by(client, AT_ONCE)
        await client.clockwork.go_round()
        reminder = await reminded(channel)

        assert reminder.data["mentions"] == []
        assert reminder.data["flags"] & COMPONENTS_V2
        assert "**Co wybieracie?**" in reminder.text
        assert live(channel) == [reminder.id]
        await channel.press("Bartek", "A · oak")
        assert "Heard" in channel.story()


async def test_only_who_has_not_answered_is_named(tmp_path: Path) -> None:
    """Ala has answered a question to everyone; the reminder is for Bartek."""
    async with a_hasty_table(tmp_path, everyones_form, habits=Habits()) as channel:
        async with channel.bot_up() as client:
            await channel.press("Ala", AS_USUAL)
            await live_by(client, AT_ONCE)
            await client.clockwork.go_round()
            reminder = await reminded(channel)

        (bartek,) = reminder.data["mentions"]
        assert bartek["username"].casefold() == "bartek"
        assert "Ala ✔" in reminder.text


async def test_killed_before_it_was_posted_it_comes_with_the_next_life(tmp_path: Path) -> None:
    """The reminder is in the store when the bot dies; afterwards it is said once, and not once more in a third life."""
    async with a_hasty_table(tmp_path, a_choice, habits=Habits()) as channel:
        async with channel.bot_up() as client:
            await live_by(client, AT_ONCE)
            await keep_time(client.service.sessions, game_of(client))
        assert reminders(channel) == []

        async with channel.bot_up():
            reminder = await reminded(channel)
        async with channel.bot_up():
            await channel.hands.settled()

            assert [one.id for one in reminders(channel)] == [reminder.id]


async def test_killed_after_it_was_posted_it_pings_nobody_twice(tmp_path: Path) -> None:
    """Discord has the reminder, the bot dies before it knows: the next life says it with the same nonce."""
    async with a_hasty_table(tmp_path, a_choice) as channel:
        channel.playground.faults.add(method="POST", route="*/messages", lost_reply=True, times=1)
        async with channel.bot_up():
            await channel.hands.until(lambda: reminders(channel))
        channel.playground.faults.clear()
        async with channel.bot_up():
            reminder = await reminded(channel)

            assert live(channel) == [reminder.id]


@pytest.mark.night
async def test_a_reminder_that_comes_late_wakes_nobody(tmp_path: Path) -> None:
    """When the next life says it, it is night where Bartek is: he is named in silence, Ala hears the bell."""
    async with a_hasty_table(tmp_path, a_choice, habits=Habits()) as channel:
        async with channel.bot_up() as client:
            await live_by(client, AT_ONCE)
            await keep_time(client.service.sessions, game_of(client))
            bartek = int(channel.playground.world.person("Bartek")["user"]["id"])
            minute = int(client.service.sessions.clock() // 60 % 1440)
            await client.service.sessions.store.put_person(
                Person(bartek, "UTC", (minute - 60) % 1440, (minute + 60) % 1440)
            )
        async with channel.bot_up():
            reminder = await reminded(channel)

        assert [one["username"].casefold() for one in reminder.data["mentions"]] == ["ala"]
        assert f"<@{bartek}>" in reminder.text


async def test_who_has_answered_meanwhile_hears_nothing(tmp_path: Path) -> None:
    """The question is answered between the reminder's commit and its post: only the game goes on."""
    async with a_hasty_table(tmp_path, a_choice, an_amount, habits=Habits()) as channel:
        async with channel.bot_up() as client:
            await live_by(client, AT_ONCE)
            await keep_time(client.service.sessions, game_of(client))
            await live_by(client, Habits(remind_after=0))
            await channel.press("Ala", "A · oak")
            await channel.hands.settled()
            unposted = await client.service.sessions.outbox()

        assert reminders(channel) == []
        assert unposted == []


# The line that says whom the game waits for ------------------------------------------------------------------


def lines(channel: Channel) -> list[Message]:
    """The messages that say whom the game waits for."""
    return [one for one in channel.hands.messages(HERE, "Ala") if one.text.startswith("📌")]


async def test_one_line_says_whom_the_game_waits_for(tmp_path: Path) -> None:
    """It is pinned, names who is asked through two lives of the bot, and is there once; at the end it is let go."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount, everyones_form)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala", "Bartek")
            (first,) = lines(channel)
            await channel.press("Ala", "A · oak")
            (second,) = lines(channel)
        async with channel.bot_up():
            await channel.answer("Ala", "7")
            await channel.press("Ala", AS_USUAL)
            await channel.hands.until(lambda: "czekamy na: **Bartek**" in lines(channel)[0].text)
            (half,) = lines(channel)
            await channel.press("Bartek", AS_USUAL)
            await channel.hands.until(lambda: not lines(channel)[0].data["pinned"])  # the farewell takes its time
            (last,) = lines(channel)

        assert first.data["pinned"]
        assert "czekamy na: **kogokolwiek z was**" in first.text
        assert "„" not in first.text + second.text  # a question there would be an old one a moment later
        assert "czekamy na: **Bartek**" in half.text
        assert "gra skończona" in last.text
        assert not last.data["pinned"]
        assert {one.id for one in (first, second, half, last)} == {first.id}


async def test_what_has_not_changed_is_not_edited(tmp_path: Path) -> None:
    """Looking at the table tells nothing new."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.opened("Ala")
        before = [call for call in channel.posts() if call[0] == "PATCH"]
        await channel.command("Ala", "game status")

        assert [call for call in channel.posts() if call[0] == "PATCH"] == before


async def test_where_it_may_not_pin_it_does_not(tmp_path: Path) -> None:
    """The line is there all the same, and nobody is bothered."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        await channel.playground.permit(HERE, pin_messages=False)
        async with channel.bot_up():
            await channel.opened("Ala")

            assert [one.data["pinned"] for one in lines(channel)] == [False]
            assert channel.is_asked()


async def test_a_line_that_was_deleted_comes_back_with_the_next_question(tmp_path: Path) -> None:
    """Somebody tidied up the channel, and the table waits for somebody else."""
    async with a_channel(tmp_path, ParlourRules(everyones_form, a_choice)) as channel, channel.bot_up() as client:
        await channel.opened("Ala", "Bartek")
        (line,) = lines(channel)
        await client.http.delete_message(int(line.channel_id), int(line.id))
        await channel.press("Ala", AS_USUAL)
        gone = lines(channel)
        await channel.press("Bartek", AS_USUAL)

        assert gone == []
        assert len(lines(channel)) == 1


async def test_a_line_that_the_bot_may_not_change_is_left_until_there_is_news(tmp_path: Path) -> None:
    """Forbidden is not put off: it is tried once, and with the next question it is up to date again."""
    rules = ParlourRules(a_choice, an_amount, everyones_form)
    async with a_table(tmp_path, rules, clock=a_clock_that_runs()) as channel:
        closed = {"method": "PATCH", "route": "*/messages/*", "status": 403, "code": 50001}
        channel.playground.faults.add(**closed, times=math.inf)
        (before,) = lines(channel)
        await channel.press("Ala", "A · oak")
        refused = [call.status for call in channel.playground.requests].count(403)
        channel.playground.faults.clear()
        await channel.press("Ala", AS_USUAL)
        await channel.hands.until(lambda: lines(channel)[0].text != before.text)

        assert refused == 1


async def test_of_a_table_without_a_channel_nothing_is_kept_in_mind(tmp_path: Path) -> None:
    """Its channel is deleted while its line is put off: the next round of the clock drops whatever was remembered."""
    clock = a_clock_that_runs()
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up(clock=clock) as client:
        await channel.opened("Ala")
        live, status = client.posting.live, client.posting.status
        channel.playground.faults.add(method="PATCH", route="*/messages/*", status=501, times=math.inf)
        await channel.press("Ala", "A · oak")
        await channel.hands.until(lambda: status._newest)
        known = (dict(live._asked), dict(status._said))
        await channel.playground.remove_channel(HERE)
        await channel.hands.until(lambda: client.service.sessions.live() == [])
        await client.clockwork.go_round()

        assert all(known)
        assert not any((live._asked, live._gallery.known, status._said, status._newest))


# What a prompt says of waiting -------------------------------------------------------------------------------


async def test_a_vote_says_who_has_voted_and_pings_who_has_not(tmp_path: Path) -> None:
    """Bartek's vote is noted; the reminder is for Ala."""
    habits = Habits(deciding="vote", remind_after=0)
    async with a_hasty_table(tmp_path, a_choice, habits=habits) as channel:
        async with channel.bot_up() as client:
            await channel.answer("Bartek", "A")
            await live_by(client, Habits(deciding="vote", remind_after=1e-9))
            await client.clockwork.go_round()
            reminder = await reminded(channel)

        assert [one["username"].casefold() for one in reminder.data["mentions"]] == ["ala"]
        assert "Decyduje głosowanie" in reminder.text
        assert "A · oak**: Bartek" in reminder.text


async def test_a_prompt_shows_what_the_autopilot_has_answered(tmp_path: Path) -> None:
    """Bartek goes away in the middle of a question to all three; his answer is there, and only two are called."""
    async with a_channel(tmp_path, ParlourRules(everyones_form)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek", "Celina")
        await channel.command("Bartek", "away", until="jutro")
        (prompt,) = [one for one in channel.hands.messages(HERE, "Ala") if one.buttons]

        assert "Odpowiedzi: Bartek ✔ *(odpowiada automat)*" in prompt.text
        assert next(line for line in prompt.text.splitlines() if line.endswith("**")).count("<@") == 2


async def test_where_the_leader_decides_only_the_leader_is_pinged(tmp_path: Path) -> None:
    """Ala has answered the first question; the second one is hers, too, so nobody else is called."""
    async with a_hasty_table(tmp_path, a_choice, an_amount, habits=Habits(deciding="leader")) as channel:
        async with channel.bot_up():
            await channel.press("Ala", "A · oak")
            prompt = next(one for one in channel.hands.newest_first(HERE, "Ala") if one.buttons)

        assert prompt.data["mentions"] == []
        assert "Decyduje osoba, która prowadzi stół" in prompt.text


async def test_status_says_since_when_and_until_when(tmp_path: Path) -> None:
    """With a deadline both moments, as Discord shows them."""
    habits = Habits(remind_after=24, deadline_after=48)
    async with a_hasty_table(tmp_path, a_choice, habits=habits) as channel, channel.bot_up() as client:
        standing = await client.service.sessions.standing_of(game_of(client))
        status = await channel.command("Ala", "game status")

        assert standing is not None
        asked = int(standing.asked_at)
        assert f"Pytanie padło <t:{asked}:R>. Termin: <t:{asked + 48 * 3600}:R>." in status.text
        assert "czekamy na: kogokolwiek z was" in status.text


async def test_whoever_hears_once_a_day_is_told_what_they_missed(tmp_path: Path) -> None:
    """When the night is over: so many stages, a link to the first message of them, and the question."""
    async with a_hasty_table(tmp_path, a_choice, everyones_form, habits=Habits()) as channel:
        clock = channel.playground.world.clock
        async with channel.bot_up(clock=clock) as client:
            await channel.command("Bartek", "quiet", pings="daily")
            await channel.press("Ala", "A · oak")
            asked = live_one(channel)
            assert asked.data["mentions"] == []

            clock.ahead += 2 * 24 * HOUR
            await client.clockwork.go_round()
            await channel.hands.settled()
            told = live_one(channel)

        assert "Od twojej ostatniej odpowiedzi: 1 etap, [opowieść od tego miejsca](https://discord.com/" in told.text
        assert "bartek" in [one["username"].casefold() for one in told.data["mentions"]]


async def test_the_others_are_called_after_some_hours_of_silence(tmp_path: Path) -> None:
    """Ala goes on alone and leaves: three hours later Bartek is called, and the question stands at the bottom.

    He is called once, also by a bot that has been started again.
    """
    async with a_hasty_table(tmp_path, a_choice, an_amount, habits=Habits()) as channel:
        clock = channel.playground.world.clock
        async with channel.bot_up(clock=clock):
            await channel.press("Ala", "A · oak")
            sat = live_one(channel)
        for _ in range(2):
            async with channel.bot_up(clock=clock) as client:
                clock.ahead += Habits().call_after * HOUR
                await client.clockwork.go_round()
                await channel.hands.settled()
        called = live_one(channel)

        assert sat.data["mentions"] == []
        assert called.text.startswith("👋 <@")
        assert [one["username"].casefold() for one in called.data["mentions"]] == ["bartek"]
        assert live(channel) == [called.id]
        assert channel.story().count("👋") == 1


def live_one(channel: Channel) -> Message:
    """The message that can be pressed."""
    return next(one for one in channel.hands.newest_first(HERE, "Ala") if one.buttons)


@contextlib.asynccontextmanager
async def in_bartek_night(channel: Channel) -> AsyncIterator[tuple[Labirynt, Any, int]]:
    """The bot, its clock and Bartek's id, while his quiet hours go on for an hour."""
    clock = channel.playground.world.clock
    bartek = int(channel.playground.world.person("Bartek")["user"]["id"])
    async with channel.bot_up(clock=clock) as client:
        await sleeps_for(client, bartek, 60)
        yield client, clock, bartek


async def sleeps_for(client: Labirynt, user: int, minutes: int) -> None:
    """This person's quiet hours began an hour ago and end in so many minutes."""
    minute = int(client.service.sessions.clock() // 60 % 1440)
    quiet = Person(user, "UTC", (minute - 60) % 1440, (minute + minutes) % 1440)
    await client.service.sessions.store.put_person(quiet)


@pytest.mark.night
async def test_whoever_sleeps_is_asked_without_a_ping_and_called_once_in_the_morning(tmp_path: Path) -> None:
    """Ala's answer leads to a question for both: Bartek is named in it, and rung for when his quiet hours end."""
    async with a_hasty_table(tmp_path, a_choice, everyones_form, habits=Habits(remind_after=0)) as channel:
        async with in_bartek_night(channel) as (client, clock, bartek):
            await channel.press("Ala", AS_USUAL)
            asked = live_one(channel)
            rung = []
            for _ in range(4):
                rung.append(sum(str(bartek) in str(call.body.get("allowed_mentions")) for call in created(channel)))
                clock.ahead += 30 * 60
                await client.clockwork.go_round()
                await channel.hands.settled()

        assert f"<@{bartek}>" in asked.text
        assert asked.data["mentions"] == []
        assert rung == [0, 0, 1, 1]


def created(channel: Channel) -> list[Any]:
    """The calls that posted a message."""
    return [one for one in channel.playground.requests if one.method == "POST" and one.route.endswith("/messages")]


@pytest.mark.night
async def test_whoever_sleeps_hears_of_a_vote_once_in_the_morning(tmp_path: Path) -> None:
    """Ala proposes something at night: Bartek is named without a ping, and called when his quiet hours end."""
    async with a_hasty_table(tmp_path, a_choice, habits=Habits(remind_after=0, call_after=0)) as channel:
        async with in_bartek_night(channel) as (client, clock, bartek):
            await channel.command("Ala", "gm appoint", member="Ala")
            ballot = live_one(channel)
            looked = []
            for _ in range(4):
                looked.append(channel.story().count(f"<@{bartek}> – głosowanie"))
                clock.ahead += 30 * 60
                await client.clockwork.go_round()
                await channel.hands.settled()
        (call,) = [one for one in channel.hands.messages(HERE, "Ala") if "głosowanie wciąż czeka" in one.text]

        assert f"<@{bartek}>" in ballot.text
        assert ballot.data["mentions"] == []
        assert looked == [0, 0, 1, 1]
        assert [one["id"] for one in call.data["mentions"]] == [str(bartek)]
        assert (
            "`/głosowanie` 🗳\n**Co wybieracie?**" in call.text
        )  # the question waits for him, too: one message for both


async def test_whoever_has_voted_in_the_night_is_not_called(tmp_path: Path) -> None:
    """Bartek is against it at three in the morning; there is nothing to call him for."""
    async with a_hasty_table(tmp_path, a_choice, habits=Habits(remind_after=0, call_after=0)) as channel:
        async with in_bartek_night(channel) as (client, clock, _):
            await channel.command("Ala", "gm appoint", member="Ala")
            await channel.press("Bartek", "Przeciw")
            clock.ahead += 2 * HOUR
            await client.clockwork.go_round()
            await channel.hands.settled()

        assert "głosowanie wciąż czeka" not in channel.story()


@pytest.mark.parametrize("leavers", [("Bartek",), ("Ala", "Bartek")])
async def test_whoever_has_left_the_server_is_named_and_not_pinged(tmp_path: Path, leavers: tuple[str, ...]) -> None:
    """The others read it in the reminder, with what they can do; who is there hears the bell as ever."""
    async with a_hasty_table(tmp_path, a_choice, habits=Habits()) as channel:

        def seen_by_celina() -> Message:
            return next(one for one in channel.hands.newest_first(HERE, "Celina") if one.buttons)

        async with channel.bot_up() as client:
            for one in leavers:
                channel.playground.world.person(one)["guilds"].clear()
            await live_by(client, AT_ONCE)
            await client.clockwork.go_round()
            await channel.hands.until(lambda: "🚪" in seen_by_celina().text)
            await channel.hands.settled()
        told = seen_by_celina()

        there = {"ala", "bartek"} - {one.casefold() for one in leavers}
        assert {one["username"].casefold() for one in told.data["mentions"]} == there
        assert f"Już nie na tym serwerze: {' i '.join(leavers)}. " in told.text
        assert "`/gra zwolnij`" in told.text
        assert told.text.count("<@") == len(there)


async def test_where_discord_does_not_say_who_is_there_everybody_is_reminded(tmp_path: Path) -> None:
    """The look at the members fails: the reminder comes as ever."""
    async with a_hasty_table(tmp_path, a_choice, habits=Habits()) as channel:
        async with channel.bot_up() as client:
            channel.playground.faults.add(method="GET", route="*/members/*", status=403, code=50001, times=2)
            await live_by(client, AT_ONCE)
            await client.clockwork.go_round()
            reminder = await reminded(channel)

        assert len(reminder.data["mentions"]) == 2
        assert "🚪" not in reminder.text
