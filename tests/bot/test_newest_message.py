"""Whole games in the channel: what the newest message tells of each answer, by the weights of the events."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.discord.prompts.story import told_lines
from bot.games import face_of
from bot.games.weights import ALWAYS_TOLD, GREAT
from bot.playground import Message
from bot.table.events import Stories
from bot.table.records import Address
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.events import Event
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.test_whole_game import MOST_PROMPTS, PEOPLE, answer_as_usual, ended, newest, prompt_of
from tests.sampled import first_of

TOLD = "SELECT id, epoch, stage, step, told FROM outbox WHERE game = ? AND id > ? AND posted = 1 ORDER BY id"
FOLDER = Path(__file__).parent / "library"
NEXT = "\n\n-----\n\n"
VARYING = re.compile(r"\d{15,}|(?<=<t:)\d+|\(\d+ \w+ \d{4}\)|[0-9a-f]{32}")
"""Ids, times, days and hashes."""
LIBRARY = 3
MOSTLY = 0.95
"""The share of the great events that the newest message shows."""
GAMES: list[tuple[str, int, dict[str, Any], int]] = [
    ("labirynt-smierci", 3, {"options": "gate_front=any resistance=no"}, 43),
    ("labirynt-czarnoksieznika", 2, {"options": "gems=8"}, 42),
    ("jaskinia", 2, {"options": "gates=open trials=1"}, 38),
    ("labirynt-czarnoksieznika", 4, {"options": "gems=8"}, 76),
    ("labirynt-czarnoksieznika", 1, {"options": "gems=10", "computers": 2}, 42),
    ("jaskinia", 4, {"options": "gates=open trials=1"}, 186),
    ("jaskinia", 1, {"options": "trials=2", "computers": 2}, 38),
]
KEPT = GAMES[:LIBRARY]


@pytest.mark.parametrize(("game", "people", "options", "luck"), first_of(GAMES, LIBRARY))
async def test_the_newest_message_shows_what_weighs_most(
    tmp_path: Path, game: str, people: int, options: dict[str, Any], luck: int
) -> None:
    """All of the heaviest events since the question before, and nearly all great ones.

    The library has what people read in these games: ``make regenerate`` writes it anew.
    """
    played = await play(tmp_path, game, people, options, luck)

    assert [unseen for unseen in played.missing if unseen[0] <= ALWAYS_TOLD] == []
    great = [unseen for unseen in played.missing if unseen[0] == GREAT]
    assert played.shown[GREAT] >= MOSTLY * (played.shown[GREAT] + len(great)) > 0, great
    file = file_of(game, people)
    assert not file.exists() or played.text == file.read_text(encoding="utf-8")


def test_the_library_has_a_game_of_each() -> None:
    """Those that are played with every change."""
    assert all(file_of(game, people).exists() for game, people, *_ in KEPT)


class Played(NamedTuple):
    """A whole game: how many events of each weight were shown, those that were not, and all that people read."""

    shown: Counter[int]
    missing: list[tuple[int, str, str]]
    text: str


async def play(folder: Path, game: str, people: int, options: dict[str, Any], luck: int) -> Played:
    """Play a game by the usual answers to its end, and look at the newest message before each."""
    shown, missing, screens = Counter[int](), list[tuple[int, str, str]](), list[str]()
    rules: Any = load(game)
    async with a_channel(folder, rules, kind=Channel) as channel, channel.bot_up(lambda: bytes([luck]) * 32):
        await channel.hands.slash("Ala", HERE, "game new", options)
        for person in PEOPLE[1:people]:
            await channel.press(person, "Dołącz")
        await channel.press("Ala", "Szybki start")
        judge = _Judge(channel, game)
        for _ in range(MOST_PROMPTS):
            await channel.hands.until(lambda: prompt_of(channel) or ended(channel))
            if ended(channel):
                break
            screens.append(as_read(newest(channel)))
            screen = newest(channel).text.replace("**", "")
            for event, words in judge.told_since():
                weight = judge.face.weight(event)
                if judge.is_told(event, words, screen):
                    shown[weight] += 1
                else:
                    missing.append((weight, words, screen))
            await answer_as_usual(channel)
        assert ended(channel)
        end, _, last = [one for one in channel.hands.messages(HERE, "Ala") if not one.ephemeral][-3:]
        screens += map(as_read, (end, last))  # between them are the seed and the files
    return Played(shown, missing, NEXT.join(screens) + "\n")


def as_read(message: Message) -> str:
    """The text and the buttons, without what is different in each run."""
    buttons = " ".join(f"[{button.label or button.emoji}]" for button in message.buttons)
    return VARYING.sub("…", f"{message.text}\n{buttons}")


def file_of(game: str, people: int) -> Path:
    """The file of a game in the library."""
    return FOLDER / f"{game}-{people}.txt"


def write(game: str) -> None:
    """Play the game of this name again and write what people read."""
    case = next(case for case in GAMES if case[0] == game)
    with tempfile.TemporaryDirectory() as folder:
        text = asyncio.run(play(Path(folder), *case)).text
    file_of(*case[:2]).write_text(text, encoding="utf-8")


class _Judge:
    """Knows what the stories of a game tell everybody."""

    def __init__(self, channel: Channel, game: str) -> None:
        self.face = face_of(game)
        self._channel, self._last = channel, 0
        self._decode = Stories(load(game).events).decode
        self._narrator = Narrator("pl")

    def told_since(self) -> Iterator[tuple[Event, str]]:
        """The public events of the stories since it was asked last, each in words."""
        file = self._channel.file
        game, _ = file.newest_in(self._channel.playground.world.channel(HERE)["id"])
        self._narrator = Narrator("pl", dict(file.rows("SELECT seat, name FROM seats WHERE game = ?", game)))
        for id, *at, facts in file.rows(TOLD, game, self._last):
            self._last = id
            for line in told_lines(self._narrator, self._decode(facts), Address(*at)):
                if line.event is not None and line.words:
                    yield line.event, line.words.replace("**", "")

    def is_told(self, event: Event, words: str, screen: str) -> bool:
        """Whether its own line stands there, or its part of one that tells several."""
        part = self._narrator.first_known(f"together.{type(event).__name__}.each", **msgspec.structs.asdict(event))
        return words in screen or bool(part and part.replace("**", "") in screen)
