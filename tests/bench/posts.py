"""How many calls to Discord an accepted answer costs, counted at the stand-in over a real game."""

from __future__ import annotations

import tempfile
from pathlib import Path

from rules.games import load
from tests.bench.report import Figure, sized
from tests.bot.a_channel import AS_USUAL, a_table

ANSWERS = sized(25, 4)


async def figures() -> list[Figure]:
    """A solo player presses the first button, again and again."""
    with tempfile.TemporaryDirectory() as folder:
        async with a_table(Path(folder), load("labirynt-smierci"), "Ala") as channel:
            before = len(channel.posts())
            for _ in range(ANSWERS):
                await channel.press("Ala", AS_USUAL)
                await channel.hands.until(channel.is_asked)
            calls = [method for method, _ in channel.posts()[before:]]
    detail = f"callback, story with picture, next prompt; over {ANSWERS} answers by button"
    return [Figure("HTTP calls per accepted answer", len(calls) / ANSWERS, "", detail)]
