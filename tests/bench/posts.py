"""What an accepted answer costs over a real game: calls to Discord at the stand-in, and runs of the open stage."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

import structlog

from rules.games import load
from rules.kernel.table import Table
from tests.bench.report import Figure
from tests.bot.a_channel import AS_USUAL, a_channel
from tests.short_form import ALONE, NONE, sized, typed

ANSWERS = sized(25, 200)
"""At most: a game may be over before, and that of one apprentice, in the short form, is."""
OPTIONS = sized(NONE, ALONE)


class Counted:
    """A game's rules that count how often they run a stage from its beginning, and how often a stage ends."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self.runs = self.ended = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def stage(self, table: Table, state: Any) -> None:
        """As ever."""
        self.runs += 1
        self._rules.stage(table, state)
        self.ended += 1


async def figures() -> list[Figure]:
    """A solo player presses the first button, again and again."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    rules: Any = Counted(load("labirynt-smierci"))
    with tempfile.TemporaryDirectory() as folder:
        async with a_channel(Path(folder), rules) as channel, channel.bot_up():
            await channel.command("Ala", "game new", **typed(OPTIONS))
            await channel.press("Ala", "Zaczynamy")
            before = len(channel.posts())
            answers = rules.runs = rules.ended = 0
            while answers < ANSWERS and channel.is_playing():
                await channel.press("Ala", AS_USUAL)
                answers += 1
            calls = [method for method, _ in channel.posts()[before:]]
    of = f"over {answers} answers by button"
    runs = (rules.runs - rules.ended) / answers
    return [
        Figure(
            "HTTP calls per accepted answer",
            len(calls) / answers,
            "",
            f"the reply changes the message, or a new one; {of}",
        ),
        Figure(
            "runs of the open stage per accepted answer", runs, "", f"until somebody is asked again; {of}", most=1.5
        ),
        Figure("runs that came to the stage's end", rules.ended / answers, "", f"another stage begins then; {of}"),
    ]
