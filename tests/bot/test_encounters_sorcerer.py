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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("minotaur dla Haldry", "zsyła Spotkanie: Minotaur. **Haldra**, B3"),
        ("minotaur for Haldra", "zsyła Spotkanie: Minotaur. **Haldra**, B3"),
        ("minotaur in C2 for Haldra", "zsyła Spotkanie: Minotaur. **Haldra**, C2"),
        ("minotaur w C2 dla Haldry", "zsyła Spotkanie: Minotaur. **Haldra**, C2"),
        ("hydra w B3", "**Haldra**, B3"),
        ("smoka na Taelina", "**Taelin**, B4"),
        ("dragon Taelin", "**Taelin**, B4"),
        ("starcie Haldra Taelin", "wywołuje starcie: **Haldra** przeciw **Taelinowi**"),
        ("starcie Haldry z Taelinem", "wywołuje starcie: **Haldra** przeciw **Taelinowi**"),
        ("clash Haldra Taelin", "wywołuje starcie: **Haldra** przeciw **Taelinowi**"),
    ],
)
async def test_a_line_is_understood_in_both_languages(boards: Channel, line: str, told: str) -> None:
    """The table hears what comes, and the game goes on by its rules."""
    assert told in await done(boards, line)
    assert boards.is_asked()


async def test_a_preview_tells_no_dice_before_it_is_done(boards: Channel) -> None:
    """It says what the table would hear first; only when it is done the dice fall."""
    before = boards.story()
    shown = await boards.command(MASTER, CALL, what="minotaur dla Haldry")
    assert "Stół usłyszy: ✍️ Mistrz gry zsyła Spotkanie" in shown.text
    assert "🎲" not in shown.text
    assert boards.story() == before

    await boards.press(MASTER, "Zrób to")
    assert "zsyła Spotkanie" in boards.story()


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


async def test_place_understands_the_same_words(boards: Channel) -> None:
    """Whoever types it there."""
    said = await boards.command(MASTER, "gm place", what="minotaur dla Haldry", sure=True)

    assert "Gotowe" in said.text, said.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("goblin dla Haldry", "W tabeli Spotkań nie ma „goblin”"),
        ("mintoaur dla Haldry", "W tabeli Spotkań nie ma „mintoaur”. Może: minotaur?"),
        ("minotaur dla Brunhildy", "„Brunhildy”: nikogo takiego nie ma na planszach."),
        ("minotaur w A1", "Dla kogo?"),
        ("minotaur", "Dla kogo?"),
        ("minotaur -2 dla Haldry", "Liczby ujemnej (-2)"),
        ("starcie Haldra -1 Borgrim", "Liczby ujemnej (-1)"),
        ("starcie Haldra", "Kto z kim?"),
        ("starcie Haldra Borgrim", "jedna drużyna"),
        ("starcie Haldra Zenek", "„Zenek”: nikogo takiego nie ma"),
        ("🐉", "Co i dla kogo?"),
        ("x" * 200, "W tabeli Spotkań nie ma"),
    ],
)
async def test_what_cannot_be_understood_changes_nothing(boards: Channel, line: str, said: str) -> None:
    """One sentence, with what could be meant."""
    before = boards.story()
    refused = await boards.command(MASTER, CALL, what=line, sure=True)
    await boards.hands.complete(MASTER, "lochy", CALL, {"what": line}, focused="what")

    assert (refused.kind, said in refused.text) == ("ephemeral", True), refused.text
    assert boards.story() == before


async def test_after_the_move_nothing_is_called(boards: Channel) -> None:
    """The refusal says what is asked, and when it is possible."""
    await boards.answer("Ala", "step:taelin:B3")
    refused = await boards.command(MASTER, CALL, what="minotaur dla Haldry", sure=True)

    assert "najpierw odpowiedź na otwarte pytanie" in refused.text
    assert "na początku ruchu" in refused.text


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("min", "minotaur"),
        ("sta", "starcie …"),
        ("minotaur dla Hal", "minotaur dla Haldra"),
        ("minotaur w A4 dla Haldry", "od razu, A4: minotaur – Haldra"),
        ("starcie Haldra Taelin", "starcie: Haldra przeciw Taelinowi"),
    ],
)
async def test_the_line_is_completed_and_read_back(boards: Channel, begun: str, offered: str) -> None:
    """What a whole line means, and the names that may follow."""
    choices = await boards.hands.complete(MASTER, "lochy", CALL, {"what": begun}, focused="what")

    assert offered in [choice.name for choice in choices], choices
