"""The stand-in as it is shipped, with plain rules: what people can run into is refused, a sound bot is served."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.playground import Playground, Refused
from bot.playground.discord_rules import CONTENT_LENGTH, FILE_BYTES
from tests.playground.a_bot import ABot
from tests.playground.conftest import a_bot_at
from tests.playground.wires import ask, error_codes

LOCHY = "lochy"


@pytest.fixture
async def bot(plain: Playground) -> AsyncIterator[ABot]:
    async with a_bot_at(plain) as bot:
        yield bot


async def test_a_turn_with_plain_rules(plain: Playground, bot: ABot) -> None:
    """Completion, picture, form with a file, deferred answers, a thread and a direct message."""
    hands = plain.hands
    choices = await hands.complete("Ala", LOCHY, "gra ruch", {"way": "po"}, focused="way")
    assert [choice.name for choice in choices] == ["południe"]
    board = (await hands.slash("Ala", LOCHY, "gra ruch", {"way": "x"})).message
    assert board is not None
    assert board.attachments
    opened = (await hands.press("Ala", board, "roll")).modal
    assert opened is not None
    answer = await hands.submit("Ala", opened, {"roll": "5", "how": "hand", "proof": [("k6.jpg", b"123")]})
    assert (answer.kind, answer.text) == ("ephemeral", "rzut=5 tryb=hand pliki=[3]")
    assert "po namyśle" in (await hands.follow(await hands.press("Ala", board, "later"))).text
    await hands.slash("Ala", LOCHY, "gra kronika")
    await hands.settled()
    assert [message.text for message in hands.messages("kronika", "Darek")] == ["wpis w kronice"]
    assert hands.direct_messages("Ala")[-1].text == "Twoja kolej!"


async def test_calls_are_not_rationed(plain: Playground, bot: ABot) -> None:
    """Without the headers of a rate limit discord.py sends one message after the other."""
    lochy = bot.get_partial_messageable(int(plain.world.channel(LOCHY)["id"]))

    await asyncio.wait_for(asyncio.gather(*(lochy.send(str(number)) for number in range(20))), 5.0)

    assert len(plain.hands.messages(LOCHY, "Ala")) == 20
    assert {call.status for call in plain.requests if call.method == "POST"} == {200}


@pytest.mark.parametrize("text", ["", "  ", "x" * (CONTENT_LENGTH + 1), 5, ["a"], {"a": 1}, None])
async def test_a_message_of_a_wrong_length_is_refused(plain: Playground, text: Any) -> None:
    """What is no text at all, too: the page's door takes any JSON."""
    with pytest.raises(Refused, match="1 to 2000"):
        await plain.hands.say("Ala", LOCHY, text)

    assert plain.hands.messages(LOCHY, "Ala") == []
    assert (await plain.hands.say("Ala", LOCHY, "x" * CONTENT_LENGTH)).content == "x" * CONTENT_LENGTH


async def test_a_bot_that_says_too_much_is_refused(plain: Playground) -> None:
    """Long texts of people come back in the bot's messages, long games in its files."""
    path = f"/channels/{plain.world.channel(LOCHY)['id']}/messages"

    status, reply = await ask(plain, "POST", path, {"content": "x" * (CONTENT_LENGTH + 1)})
    assert (status, error_codes(reply)) == (400, {"content": "BASE_TYPE_MAX_LENGTH"})
    assert (await ask(plain, "POST", path, {"content": "x"}, (FILE_BYTES + 1,)))[1]["code"] == 40005
    with pytest.raises(Refused, match="10 MiB"):
        plain.hands.upload("game.gz", bytes(FILE_BYTES + 1))


async def test_rights_archives_and_closed_direct_messages_are_kept_to(plain: Playground, bot: ABot) -> None:
    """As people at the page switch them."""
    path = f"/channels/{plain.world.channel(LOCHY)['id']}/messages"
    await plain.permit(LOCHY, send_messages=False)
    assert (await ask(plain, "POST", path, {"content": "x"}))[1]["code"] == 50013
    await plain.permit(LOCHY, send_messages=True)
    with pytest.raises(Refused):
        await plain.hands.say("Nikt", LOCHY, "x")

    await plain.hands.slash("Ala", LOCHY, "gra kronika")
    await plain.hands.settled()
    thread = plain.world.channel("kronika")
    await ask(plain, "PATCH", f"/channels/{thread['id']}", {"archived": True})
    with pytest.raises(Refused, match="archived"):
        await plain.hands.slash("Ala", "kronika", "gra ruch", {"way": "x"})

    plain.hands.close_dms("Ala")
    direct = plain.world.direct_channel(plain.world.person("Ala")["user"]["id"])["id"]
    assert (await ask(plain, "POST", f"/channels/{direct}/messages", {"content": "x"}))[1]["code"] == 50007
