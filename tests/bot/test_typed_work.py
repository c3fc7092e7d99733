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


LIMITS = {MOST_COMPARISONS, MOST_COMPARISONS // 2, reading.MOST_COMPARISONS}


@pytest.mark.parametrize("game", all_games())
async def test_every_text_has_a_budget(
    game: str, tmp_path: Path, counted: list[Budget], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same forty hard texts for each option that compares them, and as completion; each game takes a part."""
    without = Budget(0)  # so that each text needs one of its own
    monkeypatch.setattr(matching, "_budget", ContextVar("budget", default=without))
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        await begin_with_master(channel, game)
        texts = [text for text in free_texts(channel, MASTER) if not text.path.startswith(HARMFUL)]
        compared = [text for text in texts if await _is_compared(channel, text, counted)]
        for text in compared:
            known = await text.offered(channel, MASTER)
            for typed in sample_of_texts(known, text.longest)[list(all_games()).index(game) :: len(all_games())]:
                await _try(channel, text, typed)
        assert channel.is_playing()

    assert len(compared) >= 10
    assert not without.spent
    assert {budget.most for budget in counted} <= LIMITS
    assert all(budget.spent < budget.most * ONE_STEP for budget in counted)


async def _is_compared(channel: Channel, text: FreeText, counted: list[Budget]) -> bool:
    before = len(counted)
    await _try(channel, text, "e e e")
    return any(budget.spent for budget in counted[before:])


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
