"""The live message when things go wrong: what it told is told once, and what it asks can be answered."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.discord.client import Labirynt
from bot.discord.sitting import Newest, Sitting
from bot.store.errors import StoreUnavailable
from bot.table.records import Address, OutboxRow
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel, a_table
from tests.bot.parlour import ParlourRules, a_choice, an_amount, heard

SEND = {"method": "POST", "route": "/channels/{channel_id}/messages"}
LATER = 301.0
"""Seconds after which Discord knows no nonce any more."""


async def test_what_could_not_be_noted_is_still_told_by_the_next_edit(tmp_path: Path) -> None:
    """The message is changed, and the store cannot note so: the next answer leaves no story out."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount, a_choice)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        client.posting.pauses = ()
        fails_once(client)
        await channel.press("Ala", "A · oak")
        await channel.press("Ala", AS_USUAL)

        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 2


def fails_once(client: Labirynt) -> None:
    """The next note of what was posted meets a store that cannot be used."""
    store = client.service.sessions.store
    note = store.note_posted

    async def failing(*_: object) -> None:
        store.note_posted = note  # type: ignore[method-assign]
        raise StoreUnavailable("full")

    store.note_posted = failing  # type: ignore[method-assign]


async def test_a_refused_question_that_was_answered_meanwhile_is_not_posted(tmp_path: Path) -> None:
    """The bot may not write; Ala answers twice by command: when it may again, only what is open now is asked."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount, a_choice)) as channel:
        await channel.talk()
        await channel.playground.permit(HERE, send_messages=False)
        await channel.answer("Ala", "A")
        await channel.answer("Ala", "7")
        before = len(sent(channel))
        await channel.playground.permit(HERE, send_messages=True)
        await channel.hands.until(channel.asking)
        await channel.hands.settled()

        assert len(sent(channel)) == before + 1
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 2


def sent(channel: Channel) -> list[str]:
    """The questions and stories that Discord took."""
    return [call.reply["id"] for call in channel.playground.requests if call.method == "POST" and is_sent(call)]


def is_sent(call: object) -> bool:
    """Whether a call posted a message in the channel."""
    return getattr(call, "route", "") == SEND["route"] and getattr(call, "status", 0) == 200


async def asked_unheard(channel: Channel, client: Labirynt) -> None:
    """The second question stands in the channel, and the bot has not heard so."""
    await channel.opened("Ala")
    client.posting.pauses = ()
    await channel.talk()
    channel.playground.faults.add(**SEND, lost_reply=True, times=5)
    await channel.press("Ala", "A · oak")
    channel.playground.faults.clear()


async def test_a_question_whose_reply_was_lost_is_found_when_its_nonce_is_forgotten(tmp_path: Path) -> None:
    """It stands in the channel; nobody heard so, and minutes later Discord would take it for a new message."""
    ahead = [0.0]
    async with (
        a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel,
        channel.bot_up(clock=lambda: time.time() + ahead[0]) as client,
    ):
        await asked_unheard(channel, client)
        channel.playground.forget_nonces()
        ahead[0] = channel.playground.clock.ahead = LATER
        (game,) = client.service.sessions.live()
        await client.posting.deliver(game.id)

        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 1


async def test_a_press_on_a_question_whose_reply_was_lost_goes_on_there(tmp_path: Path) -> None:
    """The bot does not know yet that the message is there; whoever pressed it finds the story in it."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount, a_choice)) as channel, channel.bot_up() as client:
        await asked_unheard(channel, client)
        await channel.press("Ala", AS_USUAL)

        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 2


async def test_a_story_begins_a_new_message_while_the_newest_one_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord names no newest message of the channel, so somebody may have written below the question."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        (first,) = channel.asking()
        monkeypatch.setattr(Newest, "of", lambda *_: 0)
        await channel.press("Ala", "A · oak")
        (now,) = channel.asking()

        assert now.id != first.id
        assert heard(channel.story()) == 1


async def test_a_question_that_is_open_and_was_deleted_is_asked_again(tmp_path: Path) -> None:
    """A moderator deletes it, and one of two who are asked answers by command: the other can press."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek", "Celina")
        await channel.command("Ala", "table", deciding="vote")
        await channel.playground.remove_message(channel.asking()[0])
        await channel.answer("Bartek", "A")

        assert len(channel.asking()) == 1
        assert "Co wybieracie" in channel.asking()[0].text


async def test_a_table_that_comes_back_keeps_what_was_told(tmp_path: Path) -> None:
    """The bot is thrown out and invited again: the old message asks no more, and its stories stay."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        await channel.press("Ala", "A · oak")
        await channel.playground.throw_out("Piwnica u Ali")
        await channel.hands.until(lambda: client.service.sessions.live() == [])
        await channel.playground.throw_out("Piwnica u Ali", back=True)
        await channel.hands.until(lambda: client.service.sessions.live() != [])
        await channel.hands.settled()

        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 1


def test_an_answer_leads_to_its_own_story() -> None:
    """Ala's story waits as the line broke; Bartek's answer is said before his own, not before hers."""
    here = Address(1, 1, 2)
    hers = OutboxRow(1, "game", 1, here, (), ("s1", "oak"), 10.0)
    his = OutboxRow(2, "game", 1, here, (), ("s2", 7), 20.0)
    machines = OutboxRow(3, "game", 1, here, (), ("s3", 7), 20.0)

    told = Sitting("s2", lead="siedem", led="s2").leads([hers, his, machines])

    assert [row.lead for row in told] == ["", "siedem", ""]
