"""A backup put back under a channel that has gone on since: the table is at the question of then, and goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.discord.prompts.components import read
from bot.store.backups import back_up, put_back
from tests.bot.a_channel import AS_USUAL, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount
from tests.bot.store.a_server import IN_A_FILE

pytestmark = IN_A_FILE


async def pressed(channel: Channel, times: int) -> None:
    """So many answers as usual."""
    for _ in range(times):
        await channel.hands.until(channel.asking)
        await channel.press("Ala", AS_USUAL)


@pytest.mark.parametrize("talk", [False, True], ids=["in the same message", "in messages since"])
@pytest.mark.parametrize("since", [0, 1, 6])
async def test_the_table_asks_the_question_of_then_and_goes_on(tmp_path: Path, since: int, talk: bool) -> None:
    """Whatever its old message says by now: one prompt that works, and old buttons that say that they are old."""
    copy = tmp_path / "copy.sqlite3"
    async with a_channel(tmp_path, ParlourRules(*[a_choice, an_amount] * 8)) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala")
            await pressed(channel, 3)
            (entry,) = client.service.sessions.live()
            then = await client.service.sessions.standing_of(entry.id)
            await asyncio.to_thread(back_up, channel.settings.sqlite_file, copy)
            for _ in range(since):
                if talk:
                    await channel.talk()
                await pressed(channel, 1)
        await asyncio.to_thread(put_back, copy, channel.settings.sqlite_file)

        async with channel.bot_up() as client:
            assert then is not None
            await channel.hands.settled()
            newest = channel.asking()[-1]
            asked = await client.service.sessions.standing_of(entry.id)
            assert asked is not None
            assert asked.waiting == then.waiting
            assert {id.address for one in newest.buttons if (id := read(one.custom_id))} == {asked.address}

            before = len(channel.asking())
            for old in channel.asking()[:-1]:
                said = await channel.hands.press("Ala", old, old.buttons[0].custom_id)
                assert said.text
            stays = await client.service.sessions.standing_of(entry.id)
            assert stays is not None
            assert stays.address == asked.address

            await pressed(channel, 3)
            now = await client.service.sessions.standing_of(entry.id)
            assert now is not None
            assert now.address.step == then.address.step + 3
            assert len(channel.asking()) <= before
