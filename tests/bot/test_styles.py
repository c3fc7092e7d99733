"""Sheets and maps for eyes that differ: on dark paper, or in words alone."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from images import palette
from rules.games import all_games, load
from tests.bot.a_channel import HERE, Channel, a_channel


async def shown(channel: Channel, command: str, **options: str) -> tuple[str, list[bytes]]:
    """The words and the pictures that Ala is shown."""
    seen = {one.id for one in channel.hands.messages(HERE, "Ala")}
    await channel.command("Ala", command, **options)
    new = [one for one in channel.hands.messages(HERE, "Ala") if one.ephemeral and one.id not in seen]
    files = [channel.playground.world.store.file(file["id"]) for one in new for file in one.attachments]
    return "\n".join(one.text for one in new), [file for file in files if file[:4] == b"\x89PNG"]


@pytest.mark.parametrize("game", all_games())
async def test_the_same_picture_on_dark_paper_or_in_words(tmp_path: Path, game: str) -> None:
    """Only the colours differ; in words there is no picture, and everything that its description says."""
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Bartek", "game join")
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(channel.is_asked)
        await channel.hands.settled()
        for command in ("hero", "party", "map"):
            usual, dark = [await shown(channel, command, **how) for how in ({}, {"style": "dark"})]
            said, none = await shown(channel, command, style="text")
            assert none == []
            assert said
            for one, other in zip(usual[1], dark[1], strict=True):
                light, night = Image.open(BytesIO(one)), Image.open(BytesIO(other))
                assert light.tobytes() == night.tobytes()
                assert light.getpalette() != night.getpalette()


def test_light_stands_on_dark() -> None:
    """Ink is light on dark paper, and coloured grounds stay as they are."""
    usual, dark = palette.colours(), palette.colours(dark=True)
    assert sum(dark[palette.PAPER]) < 150 < sum(dark[palette.PAPER + palette.FULL])
    assert dark[palette.RED] == usual[palette.RED]
