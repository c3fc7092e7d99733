"""Journeys in a channel: one press there, one line, one step of undo; any place by typing what lies there."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from rules.kernel.requests import Seat
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables import load
from tests.bot.a_channel import HERE, Channel, a_channel

QUIET = bytes([3]) * 32
"""With these dice nobody comes on the way home."""
MAZE = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    {"at": [0, -1], "sides": "CDCW"},
    {"at": [1, -1], "kind": "fountain", "sides": "DDDD"},
    {"at": [0, -2], "sides": "CWCW"},
    {"at": [0, -3], "sides": "CWCW"},
]
HOME = "🏠 Wracaj"
CHOSEN = "Do wyjścia z labiryntu (3 kroki)"


class Midway(LabiryntSmierci):
    """The rules, whose games begin far from the entrance."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The party at the end of a corridor."""
        setup = {"maze": MAZE, "at": [0, -3], "seats": seats, "options": dict(options)}
        game: Game = self.scene("stage", setup)[0]
        return game


@contextlib.asynccontextmanager
async def a_party_far_away(folder: Path, *people: str) -> AsyncIterator[Channel]:
    """A table of these people, three segments from the entrance."""
    async with a_channel(folder, Midway(load())) as channel, channel.bot_up(lambda: QUIET):
        await channel.opened(*people)
        yield channel


def lines(channel: Channel) -> list[str]:
    """All that was said, line by line."""
    return channel.story().splitlines()


def is_home(said: str) -> bool:
    """Whether a story leads to the entrance; its words vary."""
    return "bramy labiryntu" in said or "brama labiryntu" in said


async def test_home_is_one_press_and_one_line(tmp_path: Path) -> None:
    """Three segments: who chose it, one sentence, the question at the entrance."""
    async with a_party_far_away(tmp_path, "Ala", "Bartek") as channel:
        await channel.press("Ala", HOME)

        said = lines(channel)
        told = said.index(next(line for line in said if line.startswith("**Ala** → ")))
        assert "3 segmenty" in said[told + 1]
        assert is_home(said[told + 1])
        assert any("Dokąd teraz?" in line for line in said[told + 2 : told + 5])
        assert "brama labiryntu" in (await channel.press("Ala", "?")).text


async def test_undo_goes_back_to_where_the_party_set_out(tmp_path: Path) -> None:
    """The stages on the way are no points of their own; what was taken back can be brought back as a whole."""
    async with a_party_far_away(tmp_path, "Ala") as channel:
        await channel.press("Ala", HOME)
        offered = await channel.command("Ala", "undo")
        await channel.command("Ala", "undo", what="1")
        await channel.press("Ala", "Cofnij")
        back = await channel.press("Ala", "?")
        await channel.command("Ala", "redo")
        again = await channel.press("Ala", "?")

        assert offered.message is not None
        assert [option["label"] for option in offered.message.selects[0].options] == [f"1 wstecz – Ala: {CHOSEN}"]
        assert "Tu stoicie: korytarz" in back.text
        assert "Tu stoicie: brama labiryntu" in again.text


async def test_a_table_that_votes_votes_before_it_sets_out(tmp_path: Path) -> None:
    """One voice is not enough; with the second the party is there."""
    async with a_party_far_away(tmp_path, "Ala", "Bartek") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Bartek", HOME)
        voted = channel.story()
        await channel.press("Ala", "(1)")

        assert not is_home(voted)
        assert is_home(channel.story())


async def test_any_known_place_is_found_by_what_lies_there(tmp_path: Path) -> None:
    """Completion offers the place and the opening beside it; its name alone is enough to go there."""
    async with a_party_far_away(tmp_path, "Ala") as channel:
        found = await channel.hands.complete("Ala", HERE, "move", {"where": "font"}, focused="where")
        await channel.command("Ala", "move", where="fontanna")

        assert [(choice.name, choice.value) for choice in found] == [
            ("C · W nieznane na północ od fontanny (3 kroki)", "go:1:1:-1:n"),
            ("Gdzie indziej: Fontanna, 2 na południe, 1 na wschód (3 kroki)", "travel 1:1:-1"),
        ]
        assert "do fontanny" in channel.story()


async def test_a_way_may_be_typed_by_its_letter(tmp_path: Path) -> None:
    """Journeys into the unknown have letters after those of the ways."""
    async with a_party_far_away(tmp_path, "Ala") as channel:
        await channel.command("Ala", "move", where="C")

        assert "→ C · W nieznane na północ od fontanny" in channel.story()


async def test_words_that_fit_several_places_are_refused_with_some_that_fit(tmp_path: Path) -> None:
    """There are two corridors on the way."""
    async with a_party_far_away(tmp_path, "Ala") as channel:
        outcome = await channel.command("Ala", "move", where="korytarz")

        assert outcome.kind == "ephemeral"
        assert not is_home(channel.story())
