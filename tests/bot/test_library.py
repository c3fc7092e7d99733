"""A short game for each ending of each game: what people read in it, kept as text that is read in a diff."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.games import load
from rules.kernel.game import Rules
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from tests.bot.a_cave import Midcave, a_figure, a_meeting
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_sorcerer import Midgame
from tests.bot.test_cave_duels import a_bully
from tests.bot.test_endings import Ending
from tests.bot.test_newest_message import FOLDER, NEXT, as_read
from tests.bot.test_whole_game import PEOPLE, answer_as_usual, ended, newest, prompt_of

MOST = 12
"""The most questions of such a game; then it is closed."""
LAST = 3
"""The messages of the end: the call, the files, and how it was."""
LUCK = bytes([7]) * 32


class Tale(NamedTuple):
    """A game: its rules in a position shortly before the end, its people, and what they answer first."""

    rules: Callable[[], Rules[Any]]
    people: int = 2
    answers: Sequence[tuple[str, str]] = ()
    options: str = ""
    end: str = ""
    """Words of the ending; '': it is closed by a command."""


def _a_maze(outcome: Any) -> Callable[[], Rules[Any]]:
    return lambda: Ending(LabiryntSmierci.with_tables().tables, outcome)


def _before_the_glove() -> Rules[Any]:
    """Taelin wears the Glove of Doom beside the last of the dwarves."""
    elves = [{"id": "taelin", "at": "B4@0", "hand": "glove"}, {"id": "liriel", "at": "D1@0"}]
    gone = [{"id": id, "state": "gone"} for id in ("wolsung", "borgrim")]
    return Midgame(characters=[*elves, {"id": "haldra", "at": "B3@0", "life": 1}, *gone])


A_MEETING = (("Ala", "go:C6"), ("Ala", "attack:s2"))
TALES = {
    "labirynt-smierci-victory": Tale(_a_maze("victory"), options="heroes=2 apprentices=1", end="leżą w gruzach"),
    "labirynt-smierci-defeat": Tale(_a_maze("defeat"), options="heroes=2 apprentices=1", end="drużyna zginęła"),
    "labirynt-smierci-adventures": Tale(_a_maze("adventures"), options="heroes=2 apprentices=1", end="kolejnej przyg"),
    "labirynt-smierci-home": Tale(_a_maze("home"), options="heroes=2 apprentices=1", end="wróciła do domu"),
    "labirynt-smierci-closed": Tale(lambda: load("labirynt-smierci"), options="heroes=2 apprentices=1"),
    "labirynt-czarnoksieznika-closed": Tale(lambda: load("labirynt-czarnoksieznika"), options="gems=8"),
    "labirynt-czarnoksieznika-last": Tale(
        _before_the_glove, answers=(("Ala", "step:taelin:B3"), ("Ala", "attack:haldra")), end="wygrywa"
    ),
    "jaskinia-closed": Tale(lambda: load("jaskinia")),
    "jaskinia-last": Tale(
        lambda: a_meeting(a_bully(), a_figure("miner", endurance=2), crystal="A2"),
        answers=(*A_MEETING, ("Ala", "devour")),
        end="wygrywa",
    ),
    "jaskinia-eliminated": Tale(
        lambda: a_meeting(a_bully(), a_figure("miner", endurance=2), a_figure("rogue", "E6"), crystal="A2"),
        people=3,
        answers=(*A_MEETING, ("Ala", "devour")),
    ),
    "jaskinia-lost": Tale(
        lambda: Midcave(seekers=[a_figure("miner", "B6", endurance=1)], crystal="A2", lying={"C6": ["cave_dragon"]}),
        people=1,
        answers=(("Ala", "go:C6"),),
        end="nikt",
    ),
    "jaskinia-crystal": Tale(
        lambda: a_meeting(a_figure("cannibal", "A2", strength=20, trials=["power", "wealth"]), crystal="A2"),
        answers=(("Ala", "trial:strength"),),
        end="wygrywa",
    ),
}


@pytest.mark.parametrize("name", TALES)
async def test_the_ending_reads_as_it_was_found_good(tmp_path: Path, name: str) -> None:
    """From the first question to the button for another game; ``make regenerate`` writes it anew."""
    text = await tell(tmp_path, TALES[name])

    assert TALES[name].end in text
    assert "🔁" in text
    assert text == file_of(name).read_text(encoding="utf-8")


def file_of(name: str) -> Path:
    """The file of a tale in the library."""
    return FOLDER / f"{name}.txt"


async def tell(folder: Path, tale: Tale) -> str:
    """Play it, by the usual answers where nothing else is said, and return what everybody read last each time."""
    screens: list[str] = []
    async with a_channel(folder, tale.rules(), kind=Channel) as channel, channel.bot_up(lambda: LUCK):
        await channel.hands.slash("Ala", HERE, "game new", {"options": tale.options} if tale.options else {})
        for person in PEOPLE[1 : tale.people]:
            await channel.press(person, "Dołącz")
        await channel.press("Ala", "Zaczynamy" if tale.answers else "Szybki start")
        answers = iter(tale.answers)
        for _ in range(MOST if tale.end else len(tale.answers) + 2):
            await channel.hands.until(lambda: prompt_of(channel) or ended(channel))
            if ended(channel):
                break
            screens.append(as_read(newest(channel)))
            if answer := next(answers, None):
                await channel.answer(*answer)
            else:
                await answer_as_usual(channel)
        if not ended(channel):
            await channel.command("Ala", "game end", sure=True)
            while not ended(channel):  # the others agree
                await channel.hands.until(lambda: prompt_of(channel) or ended(channel))
                await answer_as_usual(channel)
        whole = [message for message in channel.hands.messages(HERE, "Ala") if not message.ephemeral]
    return NEXT.join([*screens, *map(as_read, whole[-LAST:])]) + "\n"


def write(name: str) -> None:
    """Play it again and write what people read."""
    with tempfile.TemporaryDirectory() as folder:
        file_of(name).write_text(asyncio.run(tell(Path(folder), TALES[name])), encoding="utf-8")
