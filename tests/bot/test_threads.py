"""A table in a thread of its own, which the bot opens."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import discord
import pytest
import structlog.testing

from bot.discord.client import Labirynt
from bot.playground.wire import JSON
from bot.session.transaction import NOBODY, Transaction
from bot.table.habits import Habits
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount

DAY = 24 * 3600.0


def thread(channel: Channel) -> JSON:
    """The only thread of the world."""
    (found,) = [one for one in channel.playground.world.channels.values() if one.get("parent_id")]
    return found


def is_listed(channel: Channel) -> bool:
    """Whether the channel list shows the thread, being active (docs: topics/threads#active--archived-threads)."""
    found = thread(channel)
    newest_at = discord.utils.snowflake_time(int(found["last_message_id"] or found["id"])).timestamp()
    active_at, state = max(newest_at, found.get("_changed_at", 0.0)), found["thread_metadata"]
    until = active_at + state["auto_archive_duration"] * 60
    return not state["archived"] and channel.playground.world.clock() < until


async def opened(channel: Channel) -> str:
    """Ala opens a table in a thread; its id."""
    await channel.command("Ala", "game new", thread=True)
    return str(thread(channel)["id"])


async def as_usual(turn: Transaction) -> None:
    """The autopilot answers for the first seat."""
    await turn.give("s1", await turn.usual("s1"), NOBODY)


async def begun(channel: Channel) -> str:
    """A game that has begun in its thread."""
    place = await opened(channel)
    await channel.hands.press_label("Ala", place, "Zaczynamy")
    await channel.hands.settled()
    return place


async def test_a_game_lives_in_a_thread(tmp_path: Path) -> None:
    """The channel gets a link, the thread bears the game's name, and everything is played in it."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        link = await channel.command("Ala", "game new", thread=True)
        place = thread(channel)["id"]
        joined = await channel.hands.slash("Bartek", place, "game join")
        await channel.hands.slash("Ala", place, "game start")
        await channel.hands.settled()
        answered = await channel.hands.slash("Bartek", place, "answer", {"value": "A"})
        await channel.hands.settled()

        assert f"<#{place}>" in link.text
        assert thread(channel)["name"] == "parlour · Ala"
        assert thread(channel)["type"] == 11
        assert "Bartek" in joined.text
        assert answered.text.startswith("✔")
        assert "Heard" in "\n".join(one.text for one in channel.hands.messages(place, "Ala"))
        assert "Heard" not in channel.story()


async def test_a_channel_with_a_game_bears_threads_with_more(tmp_path: Path) -> None:
    """The table in the channel and those in its threads do not know of each other."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala")
        place = await opened(channel)

        assert len(bot.service.sessions.live()) == 2
        assert "Ala" in channel.hands.messages(place, "Bartek")[-1].text


async def test_a_missing_right_is_named(tmp_path: Path) -> None:
    """Without the right to open threads there is neither a thread nor a table."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        await channel.playground.permit(HERE, create_public_threads=False, send_messages_in_threads=False)
        refused = await channel.command("Ala", "game new", thread=True)

        assert "Tworzenie publicznych wątków i Wysyłanie wiadomości w wątkach" in refused.text
        assert refused.kind == "ephemeral"
        assert bot.service.sessions.live() == []


async def test_there_are_no_threads_in_threads(tmp_path: Path) -> None:
    """Nor is a table opened by the attempt."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        place = await opened(channel)
        await channel.hands.slash("Ala", place, "game leave")
        refused = await channel.hands.slash("Ala", place, "game new", {"thread": True})

        assert "nie da się otworzyć wątku" in refused.text
        assert bot.service.sessions.live() == []


async def test_wrong_house_rules_open_no_thread(tmp_path: Path) -> None:
    """What is refused is refused before anything is made."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new", game="szachy", thread=True)
        await channel.command("Ala", "game new", options="dragons", thread=True)
        full = await channel.command("Ala", "game new", computers=4, thread=True)

        assert full.kind == "ephemeral"
        assert [one for one in channel.playground.world.channels.values() if one.get("parent_id")] == []


async def test_a_thread_that_fell_asleep_wakes_when_the_bot_speaks(tmp_path: Path) -> None:
    """Nobody wrote for a week and the thread went to the archive: the next story takes it out again."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        place = await begun(channel)
        thread(channel)["thread_metadata"]["archived"] = True
        (entry,) = bot.service.sessions.live()
        await bot.service.sessions.change(entry.id, None, as_usual)
        await bot.posting.deliver(entry.id)

        assert not thread(channel)["thread_metadata"]["archived"]
        assert channel.hands.messages(place, "Ala")[-1].buttons


async def test_in_a_locked_thread_the_missing_right_is_named(tmp_path: Path) -> None:
    """Only whoever may manage threads writes into a locked one."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        place = await opened(channel)
        await channel.playground.permit(HERE, manage_threads=False)
        thread(channel)["thread_metadata"]["locked"] = True
        await channel.playground.core.announce_channel("THREAD_UPDATE", thread(channel))
        refused = await channel.hands.slash("Ala", place, "game start")
        await channel.hands.settled()

        assert "Zarządzanie wątkami" in refused.text


async def test_a_deleted_thread_archives_its_game(tmp_path: Path) -> None:
    """And the game goes on in the channel, or in any other."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        place = await begun(channel)
        await channel.playground.remove_channel(place)
        await channel.hands.until(lambda: not bot.service.sessions.live())
        await channel.command("Ala", "game resume")

        assert "Co wybieracie" in channel.hands.messages(HERE, "Ala")[-1].text


async def test_a_thread_goes_with_its_channel(tmp_path: Path) -> None:
    """Deleting the channel archives what is played in its threads, too."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        await begun(channel)
        await channel.playground.remove_channel(HERE)
        await channel.hands.until(lambda: not bot.service.sessions.live())


async def test_a_table_in_a_thread_survives_a_restart(tmp_path: Path) -> None:
    """Its buttons work in the bot's next life."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            place = await begun(channel)
        async with channel.bot_up():
            pressed = await channel.hands.press_label("Ala", place, "A · oak")
            await channel.hands.settled()

            assert pressed.kind == "update"
            assert channel.hands.messages(place, "Ala")[-1].buttons


async def test_a_thread_stays_open_for_a_week(tmp_path: Path) -> None:
    """Discord archives a silent thread; a table is played for weeks."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await opened(channel)

        assert thread(channel)["thread_metadata"]["auto_archive_duration"] == 10_080


def by_the_clock(channel: Channel) -> AbstractAsyncContextManager[Labirynt]:
    """A bot that lives by the clock of the stand-in."""
    return channel.bot_up(clock=channel.playground.world.clock)


async def silent(channel: Channel, bot: Labirynt, seconds: float) -> list[str]:
    """Nobody does anything for so long; what the bot asked Discord for at its last look."""
    before = len(channel.playground.requests)
    channel.playground.world.clock.ahead += seconds
    await bot.clockwork.go_round()
    await channel.hands.settled()
    return [f"{call.method} {call.route}" for call in list(channel.playground.requests)[before:]]


KEPT = ["PATCH /channels/{channel_id}"]


async def test_a_thread_with_an_open_question_stays_in_the_channel_list(tmp_path: Path) -> None:
    """One call before a week of silence is over, and one before the three days that follow; no message."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, by_the_clock(channel) as bot:
        place = await begun(channel)
        await without_reminders(bot)
        said = len(channel.hands.messages(place, "Ala"))
        early = await silent(channel, bot, 6 * DAY)
        week = await silent(channel, bot, DAY - 600)
        again = await silent(channel, bot, 600)
        days = await silent(channel, bot, 3 * DAY - 1200)

        assert (early, week, again, days) == ([], KEPT, [], KEPT)
        assert is_listed(channel)
        assert len(channel.hands.messages(place, "Ala")) == said


async def test_nobody_waits_in_a_thread_that_may_be_hidden(tmp_path: Path) -> None:
    """A lobby asks nothing, and a table at which nothing was done for two months is left."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, by_the_clock(channel) as bot:
        place = await opened(channel)
        lobby = await silent(channel, bot, 7 * DAY - 60)
        await channel.hands.press_label("Ala", place, "Zaczynamy")
        await channel.hands.settled()
        await without_reminders(bot)
        left = await silent(channel, bot, 60 * DAY + 60)

        assert lobby == left == []


async def test_a_locked_thread_is_left_to_whoever_locked_it(tmp_path: Path) -> None:
    """Also by a bot that may manage threads."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, by_the_clock(channel) as bot:
        await begun(channel)
        await without_reminders(bot)
        await channel.playground.permit(HERE, manage_threads=True)
        thread(channel)["thread_metadata"]["locked"] = True
        await channel.playground.core.announce_channel("THREAD_UPDATE", thread(channel))
        await channel.hands.settled()

        assert await silent(channel, bot, 8 * DAY) == []


async def test_without_the_permission_a_thread_of_others_is_asked_for_once(tmp_path: Path) -> None:
    """It is hidden after a day, and the log has one line for it."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, by_the_clock(channel) as bot:
        await begun(channel)
        await without_reminders(bot)
        await belongs_to_others(channel)
        with structlog.testing.capture_logs() as logs:
            asked = [await silent(channel, bot, DAY) for _ in range(3)]

        assert asked == [KEPT, [], []]
        assert [entry["code"] for entry in logs if entry["event"] == "thread.hides"] == [50013]


async def test_what_did_not_get_through_is_asked_for_at_the_next_look(tmp_path: Path) -> None:
    """Discord had a bad minute."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, by_the_clock(channel) as bot:
        await begun(channel)
        await without_reminders(bot)
        channel.playground.faults.add(method="PATCH", route="/channels/*", status=503, times=1)
        asked = [await silent(channel, bot, 7 * DAY - 600), await silent(channel, bot, 600)]

        assert asked == [KEPT, KEPT]
        assert is_listed(channel)


async def test_who_may_manage_threads_keeps_that_of_others_for_a_week(tmp_path: Path) -> None:
    """It was to be hidden after a day."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, by_the_clock(channel) as bot:
        await begun(channel)
        await without_reminders(bot)
        await belongs_to_others(channel)
        await channel.playground.permit(HERE, manage_threads=True)
        asked = [await silent(channel, bot, DAY - 60) for _ in range(3)]

        assert asked == [KEPT, [], []]
        assert thread(channel)["thread_metadata"]["auto_archive_duration"] == 10_080


@pytest.mark.parametrize(("silence", "archived"), [(8 * DAY, False), (DAY, True)])
async def test_a_thread_that_silence_archived_is_back_after_a_start(
    tmp_path: Path, silence: float, archived: bool
) -> None:
    """While the bot was down; what somebody archived a day after the last message stays there."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        clock = channel.playground.world.clock
        async with channel.bot_up(clock=clock) as bot:
            await begun(channel)
            await without_reminders(bot)
        clock.ahead += silence
        thread(channel)["thread_metadata"] |= {"archived": True, "archive_timestamp": clock.stamp()}
        async with channel.bot_up(clock=clock):
            await channel.hands.settled()

            assert thread(channel)["thread_metadata"]["archived"] == archived


async def without_reminders(bot: Labirynt) -> None:
    """The only table reminds nobody, so that no message comes of it."""

    async def agree(turn: Transaction) -> None:
        turn.rewrite(habits=Habits(remind_after=0))

    (entry,) = bot.service.sessions.live()
    await bot.service.sessions.change(entry.id, None, agree)


async def belongs_to_others(channel: Channel) -> None:
    """The thread is one that Ala opened, for a day of silence."""
    thread(channel)["owner_id"] = channel.playground.world.person("Ala")["user"]["id"]
    thread(channel)["thread_metadata"]["auto_archive_duration"] = 1440
    await channel.playground.core.announce_channel("THREAD_UPDATE", thread(channel))
    await channel.hands.settled()


async def test_threads_of_two_tables_have_different_names(tmp_path: Path) -> None:
    """The leader's name tells them apart, and a number those of one leader."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        for leader in ("Ala", "Bartek", "Ala"):
            await channel.command(leader, "game new", thread=True)
        names = [one["name"] for one in channel.playground.world.channels.values() if one.get("parent_id")]

        assert names == ["parlour · Ala", "parlour · Bartek", "parlour · Ala (2)"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [(160006, "tyle aktywnych wątków"), (200000, "AutoMod"), (40058, "nie ma"), (50024, "nie ma")],
)
async def test_a_refused_thread_is_explained(tmp_path: Path, code: int, reason: str) -> None:
    """The sentence names Discord's reason and offers the channel instead; nothing half-made is left."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        channel.playground.faults.add(method="POST", route="*/threads", status=400, code=code)
        refused = await channel.command("Ala", "game new", thread=True)

        assert "Nie da się tu otworzyć wątku" in refused.text or "nie da się otworzyć wątku" in refused.text
        assert reason in refused.text
        assert "`/gra nowa`" in refused.text
        assert refused.kind == "ephemeral"
        assert bot.service.sessions.live() == []


async def two_rounds(channel: Channel, client: Labirynt) -> None:
    """The clock has found what a table owes, and seen to it."""
    for _ in range(2):
        await client.clockwork.go_round()
        await channel.hands.settled()


async def test_the_channel_learns_of_the_end_and_the_thread_is_archived(tmp_path: Path) -> None:
    """After the farewell and the last status line, which nobody could write into an archived thread."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        place = await begun(channel)
        await channel.hands.slash("Ala", place, "answer", {"value": "A"})
        await channel.hands.settled()
        await two_rounds(channel, client)

        assert f"Stół w wątku <#{place}> jest już zamknięty." in channel.story()
        assert "Stół czeka" not in channel.story()
        assert thread(channel)["thread_metadata"]["archived"]
        assert "Ziarno losowania" in "\n".join(one.text for one in channel.hands.messages(place, "Ala"))
        assert not await client.service.sessions.store.unfinished()


async def test_a_next_table_keeps_its_thread_open(tmp_path: Path) -> None:
    """The same people play again there; the message in the channel still leads to them."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        place = await begun(channel)
        await channel.hands.slash("Ala", place, "answer", {"value": "A"})
        await channel.hands.settled()
        await channel.hands.press_label("Ala", place, "🔁 Jeszcze raz w tym składzie")
        await channel.hands.settled()
        await two_rounds(channel, client)

        assert "Stół czeka" in channel.story()
        assert not thread(channel)["thread_metadata"]["archived"]


async def test_a_thread_that_cannot_be_archived_is_logged(tmp_path: Path) -> None:
    """Nothing else comes of it."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        place = await begun(channel)
        thread(channel)["owner_id"] = "1"
        await channel.playground.permit(HERE, manage_threads=False)
        with structlog.testing.capture_logs() as logs:
            await channel.hands.slash("Ala", place, "answer", {"value": "A"})
            await channel.hands.settled()
            await two_rounds(channel, client)

        assert [entry["code"] for entry in logs if entry["event"] == "thread.unclosed"] == [50013]
        assert not await client.service.sessions.store.unfinished()
