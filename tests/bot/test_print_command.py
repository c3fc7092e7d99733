"""``/print`` in a channel, and ``labirynt print`` at a terminal: of a game's name, and of one that is played."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.playground import Message, Outcome
from rules.games import all_games, load
from tests.bot.a_cave import Midcave, a_figure, a_meeting
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.test_cli import labirynt
from tests.images.paper import pages, words_of

OWN, OTHER = "Rozproszenie", "Siła olbrzyma"


def a_table() -> Midcave:
    """Ala's Shaman holds one Spell, Bartek's Alchemist another."""
    return a_meeting(a_figure("shaman", "B6", spells=["dispel"]), a_figure("alchemist", spells=["giant_might"]))


def paper_of(channel: Channel, shown: Message | None) -> bytes:
    """The file of a message."""
    assert shown is not None
    (attached,) = shown.attachments
    assert attached["filename"].endswith(".pdf")
    return channel.playground.world.store.file(attached["id"])


async def given(channel: Channel, who: str, **options: object) -> Outcome:
    """What comes of ``/print``."""
    return await channel.command(who, "print", **options)


async def test_everybody_prints_what_they_may_know(tmp_path: Path) -> None:
    """Ala alone sees her paper with her own Spell; the channel's has nobody's; a blank one and a map come as well."""
    async with a_channel(tmp_path, a_table()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")

        mine = (await given(channel, "Ala", what="sheets")).message
        theirs = (await given(channel, "Bartek", what="sheets", paper="letter")).message
        guests = (await given(channel, "Celina", what="sheets")).message
        public = (await given(channel, "Ala", what="sheets", public=True)).message
        blank = (await given(channel, "Ala", what="sheets", blank=True)).message
        level = (await given(channel, "Ala", what="map")).message

        said = [words_of(paper_of(channel, one)) for one in (mine, theirs, guests, public, blank)]
        assert [(OWN in one, OTHER in one) for one in said] == [(1, 0), (0, 1), (0, 0), (0, 0), (0, 0)]
        assert [one.ephemeral for one in (mine, theirs, public) if one] == [True, True, False]
        assert pages(paper_of(channel, theirs))[0].size == (216, 279)
        assert "Ala" in said[0]
        assert "Ala" not in said[4]
        assert "Jaskinia" in words_of(paper_of(channel, level))
        assert public is not None
        assert public.text == "🖨️ Karty postaci (Jaskinia) do wydruku; jest tylko to, co wiedzą wszyscy."


async def test_without_a_game_there_are_blank_sheets_of_any(tmp_path: Path) -> None:
    """A game is named and completed; without one, with one that does not exist, there is a sentence."""
    async with a_channel(tmp_path, a_table()) as channel, channel.bot_up():
        found = [await given(channel, "Ala", what="cards", game=game) for game in all_games()]
        nothing = await given(channel, "Ala", what="tables")
        unknown = await given(channel, "Ala", what="tables", game="szachy")
        empty = await given(channel, "Ala", what="map", game="labirynt-smierci")
        offers = await channel.hands.complete("Ala", HERE, "print", {"game": "smier"}, focused="game")

        assert [len(pages(paper_of(channel, one.message))) for one in found] == [6, 3, 2]
        assert "żadna się nie toczy" in nothing.text
        assert unknown.text.startswith("Nie ma gry „szachy”.")
        assert "Poziom 3" in words_of(paper_of(channel, empty.message))
        assert [one.value for one in offers] == ["labirynt-smierci"]


async def test_a_lobby_has_blank_paper(tmp_path: Path) -> None:
    """Nothing has begun: the sheets and the cave are empty."""
    async with a_channel(tmp_path, a_table()) as channel, channel.bot_up():
        await channel.command("Ala", "game new")

        blank = await given(channel, "Ala", what="sheets")
        cave = await given(channel, "Ala", what="map")

        assert "Poszukiwacz" in words_of(paper_of(channel, blank.message))
        assert "Zapomniana kuźnia" in words_of(paper_of(channel, cave.message))


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize(("what", "word"), [("sheets", "player"), ("tables", "1"), ("cards", "Spell")])
def test_a_terminal_prints_by_the_name_of_a_game(tmp_path: Path, game: str, what: str, word: str) -> None:
    """Into the folder or the file that is named; English by the environment."""
    result = labirynt(f"print {game} --what {what} --paper letter --to {tmp_path}")

    file = tmp_path / f"{game}-{what}-letter.pdf"
    assert (result.exit_code, result.stdout) == (0, f"{file}\n")
    assert word.lower() in words_of(file.read_bytes()).lower()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("print chess", "There is no game “chess”."),
        ("print lc --what posters", "--what “posters”: there are sheets, tables, map, cards."),
        ("print lc --paper a3", "--paper “a3”: there are a4, letter."),
        ("print lc --seat Ala", "--seat is for a game that is played"),
        ("print lc --to /nowhere/at/all.pdf", "/nowhere/at/all.pdf cannot be written: No such file or directory"),
        ("print 123 --data /nowhere", "There is no database /nowhere/"),
        (f"print {'x' * 4000}", "There is no game “xxxx"),
        ("print pyproject.toml", "pyproject.toml: "),
        ("print lc --tables /nowhere", "there is no such folder of tables"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(line: str, said: str) -> None:
    """On standard error, with exit code 2."""
    result = labirynt(line)

    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr


@IN_A_FILE
async def test_a_terminal_prints_a_game_that_is_played(tmp_path: Path) -> None:
    """By its channel in the data folder, or by its own id, while the bot has it: for everybody, or for a seat."""
    async with a_channel(tmp_path, a_table()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        data = channel.settings.data
        with closing(sqlite3.connect(data / "labirynt.sqlite3")) as database:
            place, game = database.execute("SELECT channel_id, id FROM games").fetchone()

        lines = [
            f"print {place} --data {data} --to {tmp_path}/all.pdf",
            f"print {place} --data {data} --to {tmp_path}/own.pdf --seat ala",
            f"print {game} --data {data} --to {tmp_path}/map.pdf --what map --lang en",
            f"print {place} --data {data} --seat Zenon",
            f"print 77 --data {data}",
        ]
        results = [await asyncio.to_thread(labirynt, line) for line in lines]

    assert [one.exit_code for one in results] == [0, 0, 0, 2, 2]
    everybody, own, level = (words_of((tmp_path / f"{name}.pdf").read_bytes()) for name in ("all", "own", "map"))
    assert (OWN in everybody, OTHER in everybody) == (False, False)
    assert "hidden: 1" in everybody
    assert ("Dispel" in own, "Giant" in own) == (True, False)
    assert "The Cave" in level
    assert "at this table sit Ala, Bartek" in results[3].stderr
    assert "There is no game “77”" in results[4].stderr


async def test_a_terminal_prints_an_exported_game(tmp_path: Path) -> None:
    """One that somebody may have; a player's own copy is no whole game."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Szybki start")
        files = {}
        for name, options in (("whole", {"everything": True}), ("own", {})):
            message = (await channel.command("Ala", "game export", **options)).message
            assert message is not None
            files[name] = tmp_path / f"{name}.json"
            files[name].write_bytes(channel.playground.world.store.file(message.attachments[0]["id"]))

        whole, own = [
            await asyncio.to_thread(labirynt, f"print {file} --what map --to {tmp_path}/out.pdf")
            for file in files.values()
        ]

    assert (whole.exit_code, own.exit_code) == (0, 2)
    assert "The Cave" in words_of((tmp_path / "out.pdf").read_bytes())
    assert own.stderr.startswith("own.json: ")


def test_nothing_heavy_is_read_before_something_is_printed() -> None:
    """The bot starts without what draws pages and pictures."""
    heavy = "('fpdf', 'fontTools', 'PIL', 'resvg_py')"
    program = f"import sys, bot.discord.client; print([name for name in {heavy} if name in sys.modules])"

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"
