"""Jaskinia beside the main board, in a channel: nobody is called while nobody is inside; in, out and in again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from bot.table.habits import Habits
from bot.table.timekeeping import deadline_of, waited_at
from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction

BOLEK = (
    "imię: Bolek; siła: 4/3; moc: 3; charakter: dobry; złoto: 2; przedmioty: Miecz (broń, siła +1 w walce), Latarnia"
)
WANDA = "imię: Wanda; siła: 3; moc: 6/5; charakter: neutralny; czary: 2; skąd: obszar karty"


@asynccontextmanager
async def a_cave(folder: Path) -> AsyncIterator[Channel]:
    """Ala and Bartek at a table beside the main board, and nobody inside."""
    async with a_channel(folder, load("jaskinia")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", game="jaskinia", options="board=table")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Zaczynamy")
        yield channel


def prompt(channel: Channel) -> str:
    """What everybody reads last."""
    return next(one.text for one in channel.hands.newest_first(HERE, "Ala") if not one.ephemeral)


async def test_nobody_is_called_and_nothing_is_due_while_nobody_is_inside(tmp_path: Path) -> None:
    """Whoever likes acts; the clock has nothing to look for, though this table is strict."""
    async with a_house(tmp_path / "db", load("jaskinia")) as house:
        await house.lobby(ALA, OLEK, board="table")
        there = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing

        assert there.waiting is not None
        assert there.waiting.why == "guest.outside"
        assert waited_at(there) == ()
        strict = msgspec.structs.replace(there.record, habits=Habits(deadline_after=1))
        assert deadline_of(msgspec.structs.replace(there, record=strict)) is None


async def test_two_guests_come_in_and_one_goes_out_and_in_again(tmp_path: Path) -> None:
    """The exit card says what to change outside; the second visit takes one press."""
    async with a_cave(tmp_path) as channel:
        assert "W Jaskini nikogo nie ma" in prompt(channel)
        assert "<@" not in prompt(channel)

        await channel.answer("Ala", f"Wejdź do Jaskini: {BOLEK}")
        await channel.answer("Bartek", f"Wejdź do Jaskini: {WANDA}")
        for who in ("Ala", "Bartek"):
            await channel.press(who, "Wchodzi")
        await channel.answer("Bartek", "Zbadaj Obszar")
        await channel.press("Ala", "Wyjdź z Jaskini")
        await channel.answer("Bartek", "leave card")

        assert "📜 **Karta wyjścia: Bolek** (Ala) – przybycie ze Skał, odejście na Skały" in channel.story()
        assert "odejście na Obszar karty Jaskinia" in channel.story()
        assert "**Bolek** (Ala) przyjdzie ze Skał: Dobry, Siła 4 (z rzeczami 4)" in channel.story()
        assert "W Jaskini nikogo nie ma" in prompt(channel)
        assert "<@" not in prompt(channel)

        await channel.press("Ala", "Wejdź jak ostatnio")
        await channel.press("Ala", "Wchodzi")
        hero = await channel.command("Ala", "hero")

        assert "Twój ruch" in prompt(channel)
        assert "- Miecz (Przedmiot): broń, siła +1 w walce" in hero.text
        assert "Nic się nie zmieniło." in hero.text


async def test_at_a_later_visit_only_what_has_changed_is_typed(tmp_path: Path) -> None:
    """The rest is as it was when the guest left."""
    async with a_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Wejdź do Jaskini: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.press("Ala", "Wyjdź z Jaskini")
        await channel.answer("Ala", "Wejdź do Jaskini: złoto: 7; wytrzymałość: 2")

        assert "Siła 4 (z rzeczami 4), Moc 3 (z rzeczami 3), Wytrzymałość 2/4, mz: 7" in channel.story()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "imię: X; siła: 3; moc: 3; charakter: dobry; przedmioty: A, B, C, D, E",
            "Przedmiotów jest 5, a wolno najwyżej 4",
        ),
        (
            "imię: X; siła: 3; moc: 3; charakter: dobry; czary: 3",
            "Czarów jest 3, a przy łącznej Mocy 3 wolno najwyżej 1",
        ),
        ("imię: X; siła: 3; moc: 3; charakter: dobry; wytrzymałość: 0", "Wytrzymałość 0 to śmierć"),
        ("imię: X; siła: wiele; moc: 3; charakter: dobry", "„wiele” to nie liczba"),
        ("imię: X; siła: 2/3; moc: 3; charakter: dobry", "`2/3!`"),
        ("imię: X; siła: 3; moc: 3; charakter: dobry; przedmioty: Miecz (ładny)", "Nie rozumiem znaku „ładny”"),
        ("imię: X; siła: 3; moc: 3; charakter: dobry; trofea: Ork", "Trofeum „Ork” potrzebuje Siły"),
        ("siła: 3; moc: 3; charakter: dobry", "Gość potrzebuje imienia"),
    ],
)
async def test_a_sheet_that_cannot_be_is_refused_in_words(typed: str, said: str, tmp_path: Path) -> None:
    """With the limit, and what would make it right."""
    async with a_cave(tmp_path) as channel:
        told = await channel.answer("Ala", f"Wejdź do Jaskini: {typed}")

        assert said in told.text
        assert "W Jaskini nikogo nie ma" in prompt(channel)


async def test_spells_are_named_for_their_player_alone(tmp_path: Path) -> None:
    """Others see how many there are; the four that do not reach into the Cave are refused by name."""
    async with a_cave(tmp_path) as channel:
        await channel.answer("Bartek", f"Wejdź do Jaskini: {WANDA}")
        await channel.press("Bartek", "Wchodzi")

        named = await channel.answer("Bartek", "say-name: spell: Zrost ran")
        refused = await channel.answer("Bartek", "say-cast: which: own::1; aloud: Blyskawica")

        assert "Błyskawica w Jaskini nie działa" in refused.text
        assert "Zrost ran" not in "\n".join(channel.texts("Ala"))
        assert "Zrost ran" in named.text
        assert "Zrost ran" in (await channel.command("Bartek", "hero")).text
        assert "Zrost ran" not in (await channel.command("Ala", "party")).text
