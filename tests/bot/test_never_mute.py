"""A table is never mute: whatever Discord, the line or a guild's admin does, the question comes back by itself."""

from __future__ import annotations

import asyncio
import math
import time
from pathlib import Path
from typing import Any

import pytest

from bot.discord.client import Labirynt
from bot.playground import Message
from bot.session.lobby import LOBBY
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel, a_clock_that_runs, a_table
from tests.bot.parlour import ParlourRules, a_choice, an_amount, heard
from tests.bot.store.a_server import run_sql
from tests.discord_limits.faults import TOO_MANY_OLD_EDITS

SEND = {"method": "POST", "route": "/channels/{channel_id}/messages"}
GUILD = "Piwnica u Ali"


async def is_live(channel: Channel) -> Message:
    """Wait until there is one live prompt; it."""
    await channel.hands.until(lambda: len(channel.asking()) == 1)
    return channel.asking()[0]


def only_sweeps(client: Labirynt) -> None:
    """Leave it to the clock to find what is owed: no second try of a delivery's own."""
    client.posting.pauses = ()


async def rounds(client: Labirynt, most: int = 2) -> None:
    """So many looks at the clock."""
    for _ in range(most):
        await client.clockwork.go_round()


async def test_nobody_is_named_twice_in_whom_to_ping(tmp_path: Path) -> None:
    """Ala stands in for Bartek, so the question goes to her twice; Discord takes a list in which each stands once."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Bartek", "away", until="za 3 dni", stand_in="Ala")
        await channel.press("Celina", AS_USUAL)
        await is_live(channel)

        named = [pinged(call.body) for call in channel.playground.requests]
        assert [users for users in named if len(users) != len(set(users))] == []


def pinged(body: Any) -> list[str]:
    """Whom a request wants to be pinged."""
    return (body.get("allowed_mentions") or {}).get("users", []) if isinstance(body, dict) else []


async def test_after_an_outage_the_clock_brings_the_question(tmp_path: Path) -> None:
    """Discord takes nothing for longer than the tries last; two rounds of the clock after it is well, all is there."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        only_sweeps(client)
        channel.playground.faults.add(**SEND, status=501, times=1000)
        await channel.talk()
        await channel.press("Ala", "A · oak")
        assert channel.asking() == []

        channel.playground.faults.clear()
        await rounds(client)
        await is_live(channel)

        assert heard(channel.story()) == 1


async def test_when_the_line_is_taken_up_again_the_question_comes(tmp_path: Path) -> None:
    """The gateway resumes: what the line kept back is said at once, without the clock."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        only_sweeps(client)
        channel.playground.faults.add(**SEND, status=501, times=1000)
        await channel.talk()
        await channel.press("Ala", "A · oak")
        channel.playground.faults.clear()
        await channel.playground.cut_gateway()

        await is_live(channel)


async def test_a_permission_that_comes_back_brings_the_rest(tmp_path: Path) -> None:
    """What the presser was promised comes as soon as the permission is there; nobody need do a thing."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        await shut(channel)
        assert channel.asking() == []
        await channel.playground.permit(HERE, send_messages=True)

        await channel.hands.until(lambda: heard(channel.story()) > 0)
        await is_live(channel)
        assert heard(channel.story()) == 1


async def test_what_changes_elsewhere_in_the_guild_has_no_shut_table_tried(tmp_path: Path) -> None:
    """A hundred changes that allow the bot nothing here: a table that is shut costs no request, and is refused none."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        await shut(channel)
        before = refusals(channel)
        for nth in range(50):
            await channel.playground.permit("jaskinia", mention_everyone=bool(nth % 2))
            await channel.playground.permit_everywhere(GUILD, mention_everyone=bool(nth % 2))
        await channel.playground.permit(HERE, send_messages=False)
        await channel.hands.settled()

        assert before > 0
        assert refusals(channel) == before


async def test_rights_that_go_on_and_off_have_a_shut_table_tried_once(tmp_path: Path) -> None:
    """Whatever an admin does twenty times in a minute, Discord turns the bot away once."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        await shut(channel)
        before = refusals(channel)
        for nth in range(20):
            await channel.playground.permit(HERE, add_reactions=bool(nth % 2))
            await channel.hands.settled()

        assert refusals(channel) - before == 1


async def shut(channel: Channel) -> None:
    """Ala answers where the bot may not write any more, and what came of it needs a message of its own."""
    await channel.talk()
    await channel.playground.permit(HERE, send_messages=False)
    await channel.press("Ala", "A · oak")


def refusals(channel: Channel) -> int:
    """How many of the bot's requests were turned away as forbidden."""
    return [call.status for call in channel.playground.requests].count(403)


async def test_the_lobby_keeps_its_buttons_where_the_bot_may_not_speak(tmp_path: Path) -> None:
    """Quick start is refused with the name of what is missing, before anything has begun."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.playground.permit(HERE, send_messages=False)
        told = await channel.press("Ala", "Szybki start")

        assert told.kind == "ephemeral"
        assert "Wysyłanie wiadomości" in told.text
        assert any("Szybki start" in button.label for button in channel.asking()[0].buttons)
        await channel.playground.permit(HERE, send_messages=True)
        await channel.press("Ala", "Zaczynamy")
        assert any("oak" in button.label for button in (await is_live(channel)).buttons)


async def test_a_lobby_without_its_panel_gets_one(tmp_path: Path) -> None:
    """The process died between the commit and the message: the next start posts the panel."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        async with channel.bot_up() as client:
            await channel.command("Ala", "game new")
            await lose_panel(channel, client)
        async with channel.bot_up():
            panel = await is_live(channel)

            assert any("Dołącz" in button.label for button in panel.buttons)


async def lose_panel(channel: Channel, client: Labirynt) -> None:
    """As if the lobby's message had never been posted."""
    entry = client.service.sessions.live()[0]
    known = [one for one in await client.service.sessions.store.prompts(entry.id) if one.key == LOBBY]
    await client.service.sessions.store.forget_prompts(entry.id, [one.message_id for one in known])
    for one in known:
        await channel.playground.remove_message(str(one.message_id))


async def test_status_shows_the_lobby_with_its_buttons(tmp_path: Path) -> None:
    """The panel has scrolled away; whoever asks how things stand has it at the bottom, and the old one lets go."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.hands.say("Ala", HERE, "hm")
        await channel.command("Bartek", "game status")
        panel = await is_live(channel)

        assert panel.id == channel.hands.messages(HERE, "Ala")[-1].id
        await channel.press("Bartek", "Dołącz")
        assert "Bartek" in (await is_live(channel)).text


async def test_status_puts_back_a_prompt_that_somebody_deleted(tmp_path: Path) -> None:
    """For everybody, with buttons, and once."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek") as channel:
        await channel.playground.remove_message(channel.asking()[0])
        await channel.command("Bartek", "game status")

        await is_live(channel)
        await channel.command("Bartek", "game status")
        assert len(channel.asking()) == 1


async def test_an_edit_that_finds_no_message_brings_a_new_one(tmp_path: Path) -> None:
    """A vote is cast by a command while the prompt is gone: the question stands in the channel again."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek", "Celina")
        await channel.command("Ala", "table", deciding="vote")
        await channel.playground.remove_message(channel.asking()[0])
        await channel.answer("Bartek", "A")

        await is_live(channel)


async def test_a_table_that_comes_back_to_its_channel_has_one_prompt(tmp_path: Path) -> None:
    """The bot is thrown out and invited again, and the table goes on where it was."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        before = channel.asking()[0].id
        await channel.playground.throw_out(GUILD)
        await channel.hands.until(lambda: client.service.sessions.live() == [])
        await channel.playground.throw_out(GUILD, back=True)
        await channel.hands.until(lambda: [one.id for one in channel.asking()] not in ([], [before]))
        await channel.hands.settled()

        assert "Gra wraca do życia" in channel.story()
        assert len(channel.asking()) == 1
        assert (
            channel.asking()[0].id == [one.id for one in channel.hands.messages(HERE, "Ala") if not one.ephemeral][-1]
        )


async def test_nothing_is_told_twice_after_a_long_night(tmp_path: Path) -> None:
    """The process dies between the posts and the notes of them, and Discord forgets the nonces till it is up again."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala")
            await channel.press("Ala", "A · oak")
            await unnote(client)
        channel.playground.forget_nonces()
        async with channel.bot_up(clock=an_hour_later):
            await channel.hands.settled()

            assert heard(channel.story()) == 1
            assert len(channel.asking()) == 1
            await channel.answer("Ala", "7")
            assert channel.asking() == []


def an_hour_later() -> float:
    """The clock of the second life."""
    return time.time() + 3600


async def unnote(client: Labirynt) -> None:
    """As if the process had died before it noted what it had posted last."""
    sessions = client.service.sessions
    game_id = sessions.live()[0].id
    known = [one for one in await sessions.store.prompts(game_id) if one.key == "prompt"]
    await sessions.store.forget_prompts(game_id, [one.message_id for one in known])
    last = "UPDATE outbox SET posted = 0, message_id = NULL WHERE id = (SELECT max(id) FROM outbox)"
    run_sql(client._settings.sqlite_file, last)


async def test_a_line_that_discord_will_not_change_keeps_no_question_waiting(tmp_path: Path) -> None:
    """Edits of old messages are limited (429, 30046), and discord.py waits as told: the prompts come all the same."""
    rules = ParlourRules(a_choice, an_amount, a_choice)
    async with a_table(tmp_path, rules, clock=a_clock_that_runs()) as channel:
        limit = {"method": "PATCH", "route": "*/messages/*", "status": 429, "code": TOO_MANY_OLD_EDITS}
        channel.playground.faults.add(**limit, retry_after=20.0, times=math.inf)
        await channel.hands.press_label("Ala", HERE, "A · oak")
        await channel.hands.until(lambda: "Ile?" in channel.asking()[0].text if channel.asking() else False)
        await channel.hands.press_label("Ala", HERE, AS_USUAL)

        await channel.hands.until(
            lambda: any("oak" in one.label for shown in channel.asking() for one in shown.buttons)
        )
        assert 429 in [call.status for call in channel.playground.requests if call.method == "PATCH"]


async def test_a_question_that_is_answered_while_its_message_is_changed_stays_answered(tmp_path: Path) -> None:
    """Bartek goes away, and until everybody knows it Ala has answered: the old buttons do not come back."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek", "Celina") as channel:
        channel.playground.faults.add(**SEND, delay=0.3)
        before = channel.posts().count(("POST", SEND["route"]))
        leaving = asyncio.create_task(channel.command("Bartek", "away", until="za 3 dni"))
        await channel.hands.until(lambda: channel.posts().count(("POST", SEND["route"])) > before)
        await channel.press("Ala", "A · oak")
        await leaving
        await channel.hands.until(lambda: "Ile?" in channel.story())
        await channel.hands.settled()

        assert len(channel.asking()) == 1
        assert "**Ala** → A · oak" in channel.story()


@pytest.mark.parametrize("event", ["guild_role_delete", "guild_available"])
async def test_what_was_owed_is_told_when_what_forbade_it_is_gone(tmp_path: Path, event: str) -> None:
    """A role that kept the bot from writing is deleted, or an outage ends in which the rights came back."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala")
        await channel.talk()
        await channel.playground.permit(HERE, send_messages=False)
        await channel.press("Ala", "A · oak")
        owed = dict(await bot.service.sessions.store.unfinished())
        world = channel.playground.world
        world.channel(HERE)["permission_overwrites"] = []
        known: Any = bot.get_channel(int(world.channel(HERE)["id"]))
        known._overwrites = []
        bot.dispatch(event, known.guild.default_role if event == "guild_role_delete" else known.guild)
        await channel.hands.settled()

        assert owed
        assert await bot.service.sessions.store.unfinished() == {}
        assert "Ile?" in channel.texts()[-1]
