"""The end of a game is not final until the next table begins: it is taken back like any answer."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.acts import undo
from bot.discord.client import Labirynt
from bot.playground.seen import Message
from rules.kernel.game import Rules
from rules.kernel.proof import Verdict, check
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.toy_game import ToyRules

AGAIN = "🔁 Jeszcze raz w tym składzie"
MASTER = "Celina"


class RivalMines(ToyRules):
    """The same mine for rivals."""

    rivals = True


@contextlib.asynccontextmanager
async def an_end(folder: Path, rules: Rules, *, dig: bool = False) -> AsyncIterator[tuple[Channel, Labirynt]]:
    """Ala and Bartek have just ended their game in the only gallery."""
    async with a_channel(folder, rules) as channel, channel.bot_up() as client:
        await channel.command("Ala", "game new", options="depth=1")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Zaczynamy")
        for who in ("Ala", "Bartek"):
            await channel.press(who, "⭐")
        if dig:
            await channel.command("Ala", "answer", value="dig-s1")
        for who in ("Ala", "Ala", "Bartek"):
            await channel.press(who, "⭐")
        await _is_over(channel)
        yield channel, client


async def _is_over(channel: Channel) -> None:
    """The last words are there, with the proof."""
    await channel.hands.until(lambda: len(_with_proof(channel)) == 1 and not channel.is_playing())
    await channel.hands.settled()


def _with_proof(channel: Channel) -> list[Message]:
    return [one for one in channel.hands.messages(HERE, "Ala") if any(".json" in str(file) for file in one.attachments)]


async def _looked_back(channel: Channel, who: str) -> list[str]:
    """The person picks the last answer to take back; return the buttons of the preview."""
    menu = (await channel.command(who, "undo")).message
    assert menu is not None
    await channel.pick(who, menu, 0, menu.selects[0].options[0]["label"])
    return [button.label for button in channel.hands.messages(HERE, who)[-1].buttons]


async def _verdict(client: Labirynt, channel: Channel) -> Verdict:
    standing = await client.service.sessions.standing(channel.playground.world.channel(HERE)["id"])
    assert standing is not None
    return check(await client.service.sessions.proof(standing.record.id))


async def test_the_last_answer_is_taken_back_after_the_end(tmp_path: Path) -> None:
    """The end is struck out, its last words go, the question stands again; the old proof holds, and so does the new."""
    async with an_end(tmp_path, ToyRules()) as (channel, client):
        first = await _verdict(client, channel)
        assert await _looked_back(channel, "Ala") == ["Cofnij"]
        await channel.press("Ala", "Cofnij")
        between = [one for one in channel.hands.messages(HERE, "Ala") if not one.ephemeral]
        playing = channel.is_playing()
        await channel.press("Bartek", "⭐")
        await _is_over(channel)
        second = await _verdict(client, channel)
        begun = client.metrics.games_begun.labels("toy")._value.get()

    assert playing
    assert begun == 1
    assert "~~Shared~~" in "".join(one.text for one in between)
    assert "Koniec odwołany" in between[-1].text
    assert not any(one.attachments or AGAIN in [button.label for button in one.buttons] for one in between)
    assert (first.faults, second.faults) == ((), ())
    assert channel.story().count("Koniec odwołany") == 1


async def test_a_die_before_the_end_is_ruled(tmp_path: Path) -> None:
    """The game master lets it show something else; what came after it, the end too, is answered again."""
    async with an_end(tmp_path, ToyRules(), dig=True) as (channel, client):
        await channel.command(MASTER, "gm roll", dice="1 1", sure=True)
        playing, story = channel.is_playing(), channel.story()
        for who in ("Ala", "Ala", "Bartek"):
            await channel.press(who, "⭐")
        await _is_over(channel)
        verdict = await _verdict(client, channel)

    assert playing
    assert "na kościach jest" in story
    assert verdict.faults == ()


async def test_rivals_take_the_end_back_only_together(tmp_path: Path) -> None:
    """They have seen each other's hands: each of them must say yes, and a game master decides nothing alone."""
    async with an_end(tmp_path, RivalMines(), dig=True) as (channel, _):
        alone = await channel.command(MASTER, "gm roll", dice="1 1", sure=True)
        assert await _looked_back(channel, "Ala") == ["Zapytaj stół"]
        await channel.press("Ala", "Zapytaj stół")
        asked = channel.is_playing()
        await channel.press("Bartek", "Za")
        agreed = channel.is_playing()

    assert "gra się przeciwko sobie" in alone.text
    assert (asked, agreed) == (False, True)


async def test_the_end_stands_once_the_next_table_opens_or_a_week_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is history, and only a new game can be played."""
    async with an_end(tmp_path, ToyRules()) as (channel, _):
        await _looked_back(channel, "Ala")
        with monkeypatch.context() as later:
            later.setattr(undo, "REOPENED", -1.0)
            late = await channel.press("Ala", "Cofnij")
        await _looked_back(channel, "Ala")
        await channel.press("Bartek", AGAIN)
        gone = await channel.press("Ala", "Cofnij")

    assert "skończona" in late.text
    assert gone.kind != "update"


async def test_a_game_that_was_closed_offers_nothing_to_take_back(tmp_path: Path) -> None:
    """Its leader has closed it: nobody is offered what would be refused, nor dice to rule."""
    async with a_channel(tmp_path, ToyRules()) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="depth=1")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Zaczynamy")
        await channel.press("Ala", "⭐")
        await channel.command("Ala", "game end", sure=True)

        taken_back = await channel.command("Ala", "undo")
        ruled = await channel.command(MASTER, "gm roll")

    assert "skończona" in taken_back.text
    assert "skończona" in ruled.text
