"""Whole games in the channel: what the newest message tells of each answer, by the weights of the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord.prompts.story import told_lines
from bot.games import face_of
from bot.games.weights import ALWAYS_TOLD, GREAT
from bot.table.events import Stories
from bot.table.records import Address
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.events import Event
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.test_whole_game import MOST_PROMPTS, PEOPLE, answer_as_usual, ended, newest, prompt_of
from tests.sampled import first_of

TOLD = "SELECT id, epoch, stage, step, told FROM outbox WHERE game = ? AND id > ? AND posted = 1 ORDER BY id"
MOSTLY = 0.95
"""The share of the great events that the newest message shows."""
GAMES: list[tuple[str, int, dict[str, Any], int]] = [
    ("labirynt-smierci", 3, {"options": "gate_front=any resistance=no"}, 144),
    ("labirynt-czarnoksieznika", 2, {"options": "gems=8"}, 42),
    ("jaskinia", 2, {"options": "gates=open trials=1"}, 38),
    ("labirynt-czarnoksieznika", 4, {"options": "gems=8"}, 76),
    ("labirynt-czarnoksieznika", 1, {"options": "gems=10", "computers": 2}, 42),
    ("jaskinia", 4, {"options": "gates=open trials=1"}, 186),
    ("jaskinia", 1, {"options": "trials=2", "computers": 2}, 38),
]


@pytest.mark.parametrize(("game", "people", "options", "luck"), first_of(GAMES, 3))
async def test_the_newest_message_shows_what_weighs_most(
    tmp_path: Path, game: str, people: int, options: dict[str, Any], luck: int
) -> None:
    """All of the heaviest events since the question before, and nearly all great ones."""
    shown, missing = Counter[int](), list[tuple[int, str, str]]()
    rules: Any = load(game)
    async with a_channel(tmp_path, rules, kind=Channel) as channel, channel.bot_up(lambda: bytes([luck]) * 32):
        await channel.hands.slash("Ala", HERE, "game new", options)
        for person in PEOPLE[1:people]:
            await channel.press(person, "Dołącz")
        await channel.press("Ala", "Szybki start")
        judge = _Judge(channel, game)
        for _ in range(MOST_PROMPTS):
            await channel.hands.until(lambda: prompt_of(channel) or ended(channel))
            if ended(channel):
                break
            screen = newest(channel).text.replace("**", "")
            for event, words in judge.told_since():
                weight = judge.face.weight(event)
                if judge.is_told(event, words, screen):
                    shown[weight] += 1
                else:
                    missing.append((weight, words, screen))
            await answer_as_usual(channel)

    assert ended(channel)
    assert [unseen for unseen in missing if unseen[0] <= ALWAYS_TOLD] == []
    great = [unseen for unseen in missing if unseen[0] == GREAT]
    assert shown[GREAT] >= MOSTLY * (shown[GREAT] + len(great)) > 0, great


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
