"""A game that is over: the chronicle, the last pictures, then the farewell with the seed and the proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.farewell import MOVING, fitting
from bot.games.face import Grown, Picture
from bot.playground import Message
from bot.words.narrator import Said
from rules.kernel.table import Table
from rules.labirynt_smierci.course.leaving import leave, tell_chronicle
from rules.labirynt_smierci.model import Game, Gate, Outcome
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables import Tables
from tests.bot.a_channel import HERE, Channel, a_channel

WORDS = {
    "victory": "Czarne Wrota leżą w gruzach, a wy wróciliście",
    "defeat": "drużyna zginęła",
    "adventures": "nie ma już kolejnej przygody",
    "home": "drużyna wróciła do domu",
}


class Ending(LabiryntSmierci):
    """The game, but that its first stage is its last."""

    def __init__(self, tables: Tables, outcome: Outcome) -> None:
        super().__init__(tables)
        self.outcome = outcome

    def stage(self, table: Table, state: Game) -> None:
        """The set-up, then at once the end."""
        if state.stage == 0:
            super().stage(table, state)
            return
        if self.outcome == "victory":
            state.gate = Gate(level=1, found=True, destroyed=True)
            leave(table, state)
        state.outcome = self.outcome
        tell_chronicle(table, state)


async def ended(folder: Path, outcome: Outcome) -> list[Message]:
    """What Ala read of a game that ended so."""
    async with a_channel(folder, Ending(LabiryntSmierci.with_tables().tables, outcome)) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=1")
        await channel.command("Ala", "game start", quick=True)
        await told(channel)
        status = await channel.command("Ala", "game status")
        assert "gra skończona" in status.text
        assert WORDS[outcome] in status.text
        return [message for message in channel.hands.messages(HERE, "Ala") if not message.ephemeral]


async def told(channel: Channel) -> None:
    """Everything has been said."""
    await channel.hands.until(lambda: "Ziarno" in channel.story())
    await channel.hands.settled()


@pytest.mark.parametrize("outcome", ["victory", "defeat", "adventures", "home"])
async def test_the_farewell_comes_after_the_chronicle(tmp_path: Path, outcome: Outcome) -> None:
    """Last of all: how it ended, the seed, the proof and the chronicle as files; before it two pictures."""
    *before, farewell = await ended(tmp_path, outcome)

    assert WORDS[outcome] in farewell.text
    assert "Ziarno losowania: `" in farewell.text
    assert [one["filename"].rpartition(".")[2] for one in farewell.attachments] == ["json", "html"]
    assert [one["filename"] for one in before[-1].attachments] == ["ending.png", "party.png"]
    assert not any("Ziarno, z" in message.text for message in before)


def a_map(number: int, moving: int, still: int | None = 10) -> Grown:
    """A level that grew, its pictures of so many bytes."""
    finished = None if still is None else Picture(f"map-{number}.png", b"s" * still, "")
    return Grown(Picture(f"growth-{number}.gif", b"m" * moving, ""), finished, Said())


def test_a_map_moves_where_it_may_and_else_stands_still() -> None:
    """Too long a one, or one for which there is no room any more, is shown as it was in the end, or not at all."""
    grown = [a_map(1, 400), a_map(2, MOVING + 1), a_map(3, MOVING + 1, None), a_map(4, 500), a_map(5, 700, 80)]

    shown = fitting(grown, 1000)

    assert [one.name for one in shown] == ["growth-1.gif", "map-2.png", "growth-4.gif", "map-5.png"]
