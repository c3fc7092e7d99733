"""``/gm now`` in Jaskinia: a card that a Seeker meets at once, a nameless opponent, a card on an area."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.call_lines import people_meant
from tests.bot import a_rival_game
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import Channel

CALL = "gm now"
MASTER = a_rival_game.MASTER


@pytest.fixture
async def cave(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's Rogue is at turn, Bartek's Friar stands in C6; neither holds a Spell."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar"), lying={"D6": ["kobold"]})
    async with a_rival_game.a_mastered_duel(tmp_path, rules) as channel:
        yield channel


async def done(cave: Channel, line: str) -> str:
    """Call it without a preview, and return the story."""
    said = await cave.command(MASTER, CALL, what=line, sure=True)
    assert "Gotowe" in said.text, said.text
    return cave.story()


async def test_the_turn_of_another_seeker_goes_on(cave: Channel) -> None:
    """Bartek's Friar fights in Ala's turn, and then Ala is asked as before; the next call may follow."""
    await done(cave, "siła 1 przeciw Bartkowi")
    [prompt] = cave.asking()
    assert "atak na Zakonnika" in prompt.text
    await done(cave, "ork na E6")


async def test_a_defeat_ends_the_turn_of_who_fought(cave: Channel) -> None:
    """As by the rules: Ala's Rogue loses against Strength 30, and Bartek is next."""
    await done(cave, "siła 30 przeciw Ali")
    refused = await cave.answer("Ala", "go:C6")

    assert "czekamy na: Bartek" in refused.text


@pytest.mark.parametrize("line", ["przerwij", "przeciwnik odchodzi"])
async def test_a_nameless_fight_is_broken_off_before_its_dice(tmp_path: Path, line: str) -> None:
    """Nobody has won, and the turn goes on as if it had not been called."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar"))
    async with a_rival_game.a_mastered_duel(tmp_path, rules, by_hand=True) as cave:
        before = [button.label for button in cave.asking()[0].buttons]
        await done(cave, "siła 5 na Alę")
        said = await cave.command(MASTER, "gm set", what=line, sure=True)

        assert "Gotowe" in said.text, said.text
        assert "Nikt nie wygrał" in cave.story()
        assert [button.label for button in cave.asking()[0].buttons] == before


async def test_the_fight_with_a_called_card_is_broken_off(tmp_path: Path) -> None:
    """The card stays on its area."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar"))
    async with a_rival_game.a_mastered_duel(tmp_path, rules, by_hand=True) as cave:
        await done(cave, "ork na Alę")
        said = await cave.command(MASTER, "gm set", what="przerwij walkę", sure=True)

        assert "Gotowe" in said.text, said.text
        assert "Nikt nie wygrał" in cave.story()


async def test_a_card_that_somebody_has_is_not_free(cave: Channel) -> None:
    """When the last of its kind lies in the Cave."""
    for _ in range(9):
        said = await cave.command(MASTER, CALL, what="kobold na E6", sure=True)
        if "Gotowe" not in said.text:
            break

    assert "Nie ma wolnej karty" in said.text


async def test_after_the_move_nothing_is_called(cave: Channel) -> None:
    """The refusal says what is asked, and when it is possible."""
    await cave.answer("Ala", "go:C6")
    refused = await cave.command(MASTER, CALL, what="ork na Bartka", sure=True)

    assert "najpierw odpowiedź na otwarte pytanie" in refused.text
    assert "na początku czyjejś tury" in refused.text


def test_an_inflected_name_is_no_part_of_another() -> None:
    """«Olę» is Ola, though these letters stand in «Bolek», too."""
    both = {"s1": ["Olek"], "s2": ["Ola"]}
    assert [people_meant(both, typed) for typed in ("Olę", "Olą", "Olka", "Olkiem")] == [["s2"], ["s2"], ["s1"], ["s1"]]

    names = {"s1": ["Bolek"], "s2": ["Ola"]}

    assert [people_meant(names, typed) for typed in ("Olę", "Oli", "Bolka", "Bolkowi", "Ola")] == [
        ["s2"],
        ["s2"],
        ["s1"],
        ["s1"],
        ["s2"],
    ]
