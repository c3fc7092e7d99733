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
        await channel.command("Ala", "game new", game="LŚ", options="pace=book heroes=3")
        await channel.press("Bartek", "Dołącz")
        (menu,) = lobby_of(channel).selects
        refused = await channel.pick("Bartek", lobby_of(channel), 0, JASKINIA)
        await channel.pick("Ala", lobby_of(channel), 0, JASKINIA)
        changed = lobby_of(channel).text
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)

        assert [option["label"] for option in menu.options] == [SMIERCI, CZARNOKSIEZNIKA, JASKINIA]
        assert all(" osób · " in option["description"] for option in menu.options)
        assert "Ala" in refused.text
        assert f"## {JASKINIA}" in changed
        assert "Ala i Bartek" in changed
        assert "według instrukcji" in changed
        assert "Rzut na północ" in channel.story()
