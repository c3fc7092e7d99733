"""A fourth game touches its own folders and nothing else: it is found, played to its end, and its table looked up."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from bot.discord.prompts.story import missing
from bot.games import face_of
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, book, load
from tests.a_small_game import HERE, NAME, among_the_others
from tests.bot.a_channel import HERE as CHANNEL
from tests.bot.a_channel import a_channel
from tests.bot.test_whole_game import as_usual_to_the_end
from tests.rules.contract.witness import GameWitness
from tests.rules.simulating import simulate

SMALL = 400
"""Lines that a complete game needs at most, words not counted."""


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    """The game lies among the others."""
    with among_the_others():
        yield


def test_it_is_found_by_its_packages() -> None:
    """In every layer, after the games that have a place of their own; without it the others are as ever."""
    face = import_module("bot.games.the_well.face")

    assert list(all_games())[-1] == NAME
    assert isinstance(face_of(NAME), face.TheWellFace)
    assert load(NAME).name == book(NAME).game == NAME


@pytest.mark.parametrize("locale", LOCALES)
def test_all_that_it_tells_has_words(locale: str) -> None:
    """As of any game."""
    assert missing(Narrator(locale), load(NAME).events) == []


def test_it_is_simulated() -> None:
    """By its autopilot, to the end."""
    report = simulate(load(NAME), 5, 1, players=2)

    assert {game.outcome for game in report.games} <= {"s1", "s2"}


def test_it_keeps_the_contract_of_all_games() -> None:
    """With the smallest witness: it can be saved, replayed, undone and left alone, played carefully or at random."""
    rules = load(NAME)
    witness = GameWitness(rules=rules, seeds=(1, 2), careful=200, reckless=60, outcomes=("s1", "s2", "s3", "s4"))

    assert witness.broken_promises(witness.honest(1), witness.careful) == []
    assert witness.broken_promises(witness.wild(1), witness.reckless) == []


def test_it_is_small() -> None:
    """All its code and its table."""
    files = [*HERE.glob("rules/**/*.py"), *HERE.glob("rules/**/*.toml"), *HERE.glob("bot/**/*.py")]

    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) < SMALL


async def test_two_people_play_it_from_the_lobby_to_the_end(tmp_path: Path) -> None:
    """Opened by its completed title, with a house rule; looked at, looked up, and won."""
    async with a_channel(tmp_path, load(NAME)) as channel, channel.bot_up():
        (offered,) = await channel.hands.complete("Ala", CHANNEL, "game new", {"game": "studn"}, focused="game")
        await channel.hands.slash("Ala", CHANNEL, "game new", {"game": offered.value, "options": "coins=6"})
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Zaczynamy")
        await channel.hands.until(channel.is_asked)
        status = await channel.command("Ala", "game status")
        table = await channel.hands.slash("Ala", CHANNEL, "lookup", {"table": "co przynosi"})
        row = await channel.hands.slash("Ala", CHANNEL, "lookup", {"table": "well", "name": "6"})
        await as_usual_to_the_end(channel)

        assert "Wygrywa, kto ma monet: 6." in status.text
        assert "Co przynosi wiadro" in table.text
        assert "Monety: **4**" in row.text
        assert "ma dość i wygrywa" in channel.story()
