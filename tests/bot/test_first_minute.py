"""Before the first game: which game opens, and how a lobby changes it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Message
from rules.games import all_games, load
from tests.bot.a_channel import Channel, a_channel

SMIERCI, CZARNOKSIEZNIKA, JASKINIA = "Labirynt Śmierci", "Labirynt Czarnoksiężnika", "Jaskinia"
CHOOSE = "Inna gra"


@contextlib.asynccontextmanager
async def three_games(folder: Path) -> AsyncIterator[Channel]:
    """A channel where all games can be played, with the bot up."""
    async with a_channel(folder, load("labirynt-smierci")) as channel:
        channel.games = {name: load(name) for name in all_games()}
        async with channel.bot_up():
            yield channel


def lobby_of(channel: Channel) -> Message:
    """The newest lobby."""
    return channel.asking()[-1]


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("LŚ", SMIERCI),
        ("lc", CZARNOKSIEZNIKA),
        ("j", JASKINIA),
        ("Labirynt", SMIERCI),
        ("czarnoksiężnik", CZARNOKSIEZNIKA),
        ("cave", JASKINIA),
    ],
)
async def test_a_game_is_named_as_people_name_it(tmp_path: Path, typed: str, game: str) -> None:
    """By its initials, by a word of its name, or by what two of them share: then the flagship."""
    async with three_games(tmp_path) as channel:
        await channel.command("Ala", "game new", game=typed)

        assert f"## {game}" in lobby_of(channel).text


async def test_a_channel_that_names_a_game_begins_with_it(tmp_path: Path) -> None:
    """Not the flagship; what was played there last goes before."""
    async with three_games(tmp_path) as channel:
        there = (await channel.playground.add_channel("jaskinia-wieczorem", guild="Piwnica u Ali"))["id"]
        opened = []
        for options in ({}, {"game": "lc"}, {}):
            await channel.hands.slash("Ala", there, "game new", options)
            opened.append(next(one for one in channel.hands.newest_first(there, "Ala") if one.buttons).text)
            await channel.hands.slash("Ala", there, "game end", {"sure": True})
            await channel.hands.settled()

        assert [title.split("\n")[0].removeprefix("## ") for title in opened] == [
            JASKINIA,
            CZARNOKSIEZNIKA,
            CZARNOKSIEZNIKA,
        ]


async def test_the_lobby_names_all_games_and_changes_the_game(tmp_path: Path) -> None:
    """The leader picks another one: seats and pace stay, rules of the first game go, and it can be played."""
    async with three_games(tmp_path) as channel:
        await channel.command("Ala", "game new", game="LŚ", options="pace=book recruits=no")
        await channel.press("Bartek", "Dołącz")
        (menu,) = lobby_of(channel).selects
        refused = await channel.pick("Bartek", lobby_of(channel), 0, JASKINIA)
        await channel.pick("Ala", lobby_of(channel), 0, JASKINIA)
        told = channel.texts("Ala")
        changed = lobby_of(channel).text
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)

        assert [option["label"] for option in menu.options] == [SMIERCI, CZARNOKSIEZNIKA, JASKINIA]
        lengths = ["6 tygodni", "3 tygodnie", "10 dni"]
        assert [option["description"].rpartition(" ≈ ")[2] for option in menu.options] == lengths
        assert menu.options[1]["description"].startswith("2–4 osoby · drużyny walczą o Klejnoty · ")
        assert "≈ 10 dni przy trzech" in changed
        assert "„Zaczynamy”: los rozdaje Poszukiwaczy i od razu jest pierwszy ruch" in changed
        assert "Ala" in refused.text
        assert f"## {JASKINIA}" in changed
        assert "Ala i Bartek" in changed
        assert "według instrukcji" in changed
        assert any(
            text.startswith("**Zasady domowe:** uczeń za poległych: nie\n-# Tej gry to nie dotyczy") for text in told
        )
        assert "Rzut na północ" in channel.story()


async def test_what_a_newcomer_need_not_set_stands_behind_one_button(tmp_path: Path) -> None:
    """An easy computer joins from there, and everybody reads it in the lobby."""
    async with three_games(tmp_path) as channel:
        await channel.command("Ala", "game new", game="lc")
        shown = [button.label for button in lobby_of(channel).buttons]
        settings = await channel.press("Ala", "Ustawienia…")
        await channel.press("Ala", "🤖 Dodaj łatwy komputer")

        assert shown == ["Dołącz", "Wstań od stołu", "Zaczynamy", "Szybki start", "Ustawienia…", "🤖 Dodaj komputer"]
        assert settings.kind == "ephemeral"
        assert settings.message is not None
        others = ["Stół…", "Tempo…", "Długość…", "Zasady domowe…", "🤖 Dodaj łatwy komputer"]
        assert [button.label for button in settings.message.buttons] == others
        assert "(łatwy)" in lobby_of(channel).text
