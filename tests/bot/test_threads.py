"""A table in a thread of its own, which the bot opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground.wire import JSON
from bot.session.transaction import NOBODY, Transaction
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount


def thread(channel: Channel) -> JSON:
    """The only thread of the world."""
    (found,) = [one for one in channel.playground.world.channels.values() if one.get("parent_id")]
    return found


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
