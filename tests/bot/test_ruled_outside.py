"""Typed rulings on a player who is outside, at a real table beside the main board: the refusal says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.games import load
from tests.bot.a_channel import Channel, a_channel

MASTER = "Ala"
GOTFRYD = "imię: Gotfryd; siła: 4; moc: 3; charakter: dobry; złoto: 2"


@pytest.fixture
async def cave(tmp_path: Path) -> AsyncIterator[Channel]:
    """Bolek's Gotfryd is inside; Ola and Tomek are outside."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command(
            MASTER, "game new", game="jaskinia", options="board=table", table=True, players="Bolek, Ola, Tomek"
        )
        await channel.command(MASTER, "table", **{"whose-dice": "bot"})
        await channel.press(MASTER, "Zaczynamy")
        await channel.command(MASTER, "answer", value=f"Wejdź do Jaskini: {GOTFRYD}")
        await channel.press(MASTER, "Wchodzi")
        yield channel


@pytest.mark.parametrize("line", ["zjawa na Olę", "zjawa na Ole", "psychika 5 na Olę", "ork przeciw Oli"])
async def test_a_call_on_a_player_outside_names_the_player(cave: Channel, line: str) -> None:
    """«Ole» is Ola, though it stands inside the name Bolek."""
    told = (await cave.command(MASTER, "gm now", what=line)).text

    assert told == "Ola jest na zewnątrz: najpierw 🚪 „Wejdź do Jaskini”."


async def test_a_call_on_a_player_inside_is_understood(cave: Channel) -> None:
    """By the name of the player in another form."""
    told = (await cave.command(MASTER, "gm now", what="zjawa na Bolka")).text

    assert "**Gotfryd** trafia na Zjawę" in told


@pytest.mark.parametrize("line", ["Ola siła 3", "Ola wróć", "tomek złoto 3"])
async def test_a_correction_of_a_player_outside_names_the_player(cave: Channel, line: str) -> None:
    """Whatever is to be corrected."""
    told = (await cave.command(MASTER, "gm set", what=line)).text

    assert "jest na zewnątrz: najpierw 🚪" in told


async def test_a_guest_inside_is_given_a_thing_of_its_own(cave: Channel) -> None:
    """As it would stand on its sheet; then it can be taken away. A card of the Cave is meant before it."""
    card = await cave.command(MASTER, "gm set", what="Gotfryd daj amulet")
    given = await cave.command(MASTER, "gm set", what="Gotfryd daj stryjowski miecz (siła +1)", sure=True)
    unknown = await cave.command(MASTER, "gm set", what="Gotfryd daj Przedmiot spoza Jaskini kij (łaskotki +1)")
    taken = await cave.command(MASTER, "gm set", what="Gotfryd odbierz stryjowski miecz", sure=True)

    assert "Amulet" in card.text
    assert "Gotowe" in given.text, given.text
    assert "stryjowski miecz" in cave.story()
    assert "łaskotki +1" in unknown.text
    assert "Gotowe" in taken.text, taken.text
