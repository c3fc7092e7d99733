"""Discord refuses a part of what is to be said: the rest is said plainly, and somebody who can act is told."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel, a_table
from tests.bot.parlour import ParlourRules, a_choice, an_amount, everyones_form, heard

SEND = {"method": "POST", "route": "/channels/{channel_id}/messages"}
EDIT = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
REFUSED_EDIT = {**EDIT, "status": 400, "code": 50035, "message": "Invalid Form Body"}
REFUSED = {**SEND, "status": 400, "code": 50035, "message": "Invalid Form Body"}


async def test_where_a_layout_is_refused_the_table_has_plain_words(tmp_path: Path) -> None:
    """Its question comes as plain content with all its buttons, and goes on so; it is logged once."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount, a_choice)) as channel:
        await channel.talk()
        channel.playground.faults.add(**REFUSED, times=1)
        await channel.press("Ala", "A · oak")
        (asked,) = channel.asking()
        await channel.press("Ala", AS_USUAL)
        (later,) = channel.asking()

        assert asked.content.count("Heard") == 1
        assert (later.id, later.content.count("Heard")) == (asked.id, 2)


async def test_where_a_conversion_is_refused_the_message_stays_plain(tmp_path: Path) -> None:
    """The edit would turn the call into a layout; Discord does not take it, and takes the words."""
    rules = ParlourRules(a_choice, everyones_form)
    async with a_table(tmp_path, rules, "Ala", "Bartek") as channel:
        bartek = channel.playground.world.person("Bartek")["user"]["id"]
        channel.playground.faults.add(**REFUSED_EDIT, times=1)
        await channel.press("Ala", AS_USUAL)
        (asked,) = channel.asking()

        assert asked.content.startswith(f"<@{bartek}> ")
        assert asked.content.count("Heard") == 1


async def test_a_refused_story_is_told_in_plain_words(tmp_path: Path) -> None:
    """Discord does not take the page: its words come as a plain message, and the question follows as ever."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        await channel.talk()
        channel.playground.faults.add(**REFUSED, times=2)
        await channel.press("Ala", "A · oak")
        await channel.hands.until(lambda: "/odpowiedz" in last(channel))

        assert heard(channel.story()) == 1


async def test_a_refused_question_is_asked_in_plain_words(tmp_path: Path) -> None:
    """Without buttons, with the command that answers it; the answer goes through, and the next question is whole."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount, a_choice)) as channel:
        await channel.talk()
        channel.playground.faults.add(**REFUSED, times=2)
        await channel.press("Ala", "A · oak")
        await channel.hands.until(lambda: "/odpowiedz" in last(channel))
        channel.playground.faults.clear()
        await channel.answer("Ala", "7")
        await channel.hands.until(channel.asking)

        assert heard(channel.story()) == 2


def last(channel: Channel) -> str:
    """The newest message for everybody."""
    return [one for one in channel.hands.messages(HERE, "Ala") if not one.ephemeral][-1].text


async def test_who_pressed_is_told_what_discord_says(tmp_path: Path) -> None:
    """Even plain words are refused: the presser hears the code and the text, and the leader by ``/game status``."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala", "Bartek")
        client.posting.pauses = ()
        await channel.talk()
        channel.playground.faults.add(**REFUSED, times=math.inf)
        pressed = await channel.press("Bartek", "A · oak")
        told = "\n".join(one.text for one in (await channel.hands.follow(pressed)).followups)
        status = await channel.command("Ala", "game status")

        assert "50035: Invalid Form Body" in told
        assert "50035: Invalid Form Body" in status.text
        channel.playground.faults.clear()
        await client.clockwork.go_round()
        await client.clockwork.go_round()
        (table,) = client.service.sessions.live()
        await channel.hands.until(lambda: channel.is_asked() and client.posting.retry_queue.of(table.id) is None)
        assert "50035" not in (await channel.command("Ala", "game status")).text


@pytest.mark.parametrize("command", ["map", "hero", "party"])
async def test_what_is_asked_for_comes_in_words_where_its_picture_is_refused(tmp_path: Path, command: str) -> None:
    """Discord takes no files: the description of the picture instead."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.hands.slash("Ala", HERE, "game new")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        channel.playground.faults.add(status=413, code=40005, files=True, times=math.inf)
        shown = await channel.hands.follow(await channel.command("Ala", command))
        told = "\n".join([shown.text, *(one.text for one in shown.followups)])

        assert len(told) > 100
        assert "Discord nie przyj" not in told


async def test_a_file_without_another_form_is_sent_again_where_discord_breaks_over_it(tmp_path: Path) -> None:
    """A chronicle cannot be said in words: one 502 costs a second, not the file."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        channel.playground.faults.add(status=502, files=True)
        shown = await channel.hands.follow(await channel.command("Ala", "chronicle"))

        assert [file for one in shown.followups for file in one.attachments] or shown.message.attachments


async def test_a_game_masters_dice_are_read_or_explained(tmp_path: Path) -> None:
    """``/gm roll dice:`` with a code, words or a picture says what it wants; it never falls silent."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        for typed in ("2k6+1", "abc", "🎲"):
            told = await channel.command("Ala", "gm roll", dice=typed)

            assert told.kind == "ephemeral"
            assert "to nie są oczka kości" in told.text or "mistrz gry" in told.text


async def test_a_command_from_before_an_update_says_so(tmp_path: Path) -> None:
    """The person's Discord still shows a command that is no more."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        client.tree.remove_command("roll")
        told = await channel.command("Ala", "roll", code="1k6")

        assert told.kind == "ephemeral"
        assert "stare polecenie" in told.text


async def test_a_fault_outside_a_commands_care_has_a_reference(tmp_path: Path) -> None:
    """Something breaks before the command's own care begins: one sentence, with the number that stands in the log."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        command = client.tree.get_command("roll")
        assert command is not None
        command._callback = broken  # type: ignore[union-attr]
        told = await channel.command("Ala", "roll", code="1k6")

        assert told.kind == "ephemeral"
        assert "Numer: `" in told.text


async def broken(interaction: object, code: str) -> None:
    """A command that fails at once."""
    raise ZeroDivisionError
