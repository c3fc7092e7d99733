"""No text that is typed into a command is compared with more names than a fixed number."""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from pathlib import Path

import pytest

from bot.lookup import reading
from bot.playground import Refused
from bot.words import matching
from bot.words.matching import MOST_COMPARISONS, Budget
from rules.games import all_games, load
from tests.bot.a_channel import Channel, a_channel
from tests.command_leaves import FreeText, free_texts
from tests.typed_texts import HARMFUL, sample_of_texts

MASTER = "Celina"
ONE_STEP = 1.1
"""A budget is checked before each pass over the names of one kind, which may exceed it by this factor."""


@pytest.mark.parametrize("game", all_games())
async def test_every_text_has_a_budget(
    game: str, tmp_path: Path, counted: list[Budget], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same forty hard texts for each option that compares them, and as completion; each game takes a part."""
    games = list(all_games())
    part = slice(games.index(game), None, len(games))
    without = Budget(0)  # so that each text needs one of its own
    monkeypatch.setattr(matching, "_budget", ContextVar("budget", default=without))
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        await begin_with_master(channel, game)
        compared = 0
        for text in [each for each in free_texts(channel, MASTER) if not each.path.startswith(HARMFUL)]:
            known = await text.offered(channel, MASTER)
            counted.clear()
            await _try(channel, text, "e e e")
            if any(budget.spent for budget in counted):
                compared += 1
                for hard in sample_of_texts(known, text.longest)[part]:
                    await _try(channel, text, hard)
        assert channel.is_playing()

    assert compared >= 10
    assert not without.spent
    limits = {MOST_COMPARISONS, MOST_COMPARISONS // 2, reading.MOST_COMPARISONS}
    assert {budget.most for budget in counted} <= limits
    assert all(budget.spent < budget.most * ONE_STEP for budget in counted)


async def begin_with_master(channel: Channel, game: str) -> None:
    """Begin a game of two people and a game master."""
    await channel.command("Ala", "game new", game=game)
    await channel.press("Bartek", "Dołącz")
    await channel.command("Ala", "gm appoint", member=MASTER)
    await channel.press("Ala", "Szybki start")
    await channel.hands.until(channel.is_asked)


async def _try(channel: Channel, text: FreeText, typed: str) -> None:
    who = MASTER if text.path.startswith("gm ") else "Ala"
    with contextlib.suppress(Refused):  # of the client itself
        await text.offered(channel, who, typed)
        await text.sent(channel, who, typed)
