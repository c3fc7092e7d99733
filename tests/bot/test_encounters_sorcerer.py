"""``/gm now`` in Labirynt Czarnoksiężnika: an Encounter of a character, and a clash of two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot import a_rival_game
from tests.bot.a_channel import Channel
from tests.bot.a_sorcerer import a_duel

CALL = "gm now"
MASTER = a_rival_game.MASTER


@pytest.fixture
async def boards(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's Taelin stands in B4, Liriel in D1; Bartek's Haldra in B3, Borgrim in D4 of the other board."""
    async with a_rival_game.a_mastered_duel(tmp_path, a_duel()) as channel:
        yield channel


async def done(boards: Channel, line: str) -> str:
    """Call it without a preview, and return the story."""
    said = await boards.command(MASTER, CALL, what=line, sure=True)
    assert "Gotowe" in said.text, said.text
    return boards.story()


async def test_the_turn_goes_on_after_it(boards: Channel) -> None:
    """Ala is asked for the Move as before."""
    before = [button.label for button in boards.asking()[0].buttons]
    await done(boards, "spring na Borgrima")

    assert [button.label for button in boards.asking()[0].buttons] == before


@pytest.mark.parametrize("line", ["przerwij walkę", "minotaur odchodzi"])
async def test_after_a_fight_that_was_broken_off_more_can_be_called(tmp_path: Path, line: str) -> None:
    """The dice of the first one are not thrown; the next one is met from the same question."""
    async with a_rival_game.a_mastered_duel(tmp_path, a_duel(), by_hand=True) as boards:
        await done(boards, "minotaur dla Haldry")
        said = await boards.command(MASTER, "gm set", what=line, sure=True)

        assert "Gotowe" in said.text, said.text
        assert "zsyła Spotkanie: Hydra. **Haldra**, B3" in await done(boards, "hydra dla Haldry")


async def test_after_the_move_nothing_is_called(boards: Channel) -> None:
    """The refusal says what is asked, and when it is possible."""
    await boards.answer("Ala", "step:taelin:B3")
    refused = await boards.command(MASTER, CALL, what="minotaur dla Haldry", sure=True)

    assert "najpierw odpowiedź na otwarte pytanie" in refused.text
    assert "na początku ruchu" in refused.text
