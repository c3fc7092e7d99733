"""What a newer program did to a game, a process of today leaves untouched, and says so instead of falling silent."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.store.sql_store import SqlStore
from bot.table.events import SomethingNewer, Stories
from rules.kernel import requests
from rules.kernel.events import Event, Told
from rules.kernel.saving import Codec
from rules.kernel.table import Table
from tests.bot.a_channel import Channel, a_channel
from tests.bot.toy_game import Dug, Mine, ToyRules

HINT = "Stało się coś, o czym opowie dopiero nowsza wersja programu."


class Echoed(Event, frozen=True, tag=True):
    """Only the next version tells this."""

    seat: requests.Seat


class DeeperMine(Mine):
    """A state with a field that the next version has added."""

    lamps_lit: int = 0


class NextToy(ToyRules):
    """The mine of the next version: whoever rests hears an echo."""

    events = (*ToyRules.events, Echoed)

    def _dig(self, table: Table, state: Mine) -> None:
        super()._dig(table, state)
        table.tell(Echoed("s1"))


class NextState(ToyRules):
    """The mine of the next version, whose state has one more field."""

    def __init__(self) -> None:
        super().__init__()
        codec = Codec(DeeperMine, self.schema)
        self.encode, self.decode, self.matches = codec.encode, codec.decode, codec.matches

    def begin(self, seats: Any, options: Any) -> Mine:
        """A mine whose lamps are lit."""
        made = super().begin(seats, options)
        return DeeperMine(made.seats, made.depth, made.fault, made.loops, lamps_lit=3)


class NextQuestion(ToyRules):
    """The mine of the next version, in whose gallery one chooses between other things."""

    def __init__(self) -> None:
        super().__init__(why_dig="mine.onward")


def test_events_that_are_unknown_do_not_hide_the_others() -> None:
    """The others stand in their places, and only who was told the unknown one is told that there is something."""
    told = [Told(Dug("s1", 4)), Told(Echoed("s1"), ("s1",)), Told(Dug("s2", 7))]
    kept = Stories(NextToy.events).encode(told)

    assert Stories(ToyRules.events).decode(kept) == (told[0], Told(SomethingNewer(), ("s1",)), told[2])


async def test_a_newer_story_is_hinted_at_and_left_to_the_newer_program(tmp_path: Path) -> None:
    """One line says that something happened, and the question is asked; the newer program tells the rest later."""
    async with a_channel(tmp_path, NextToy()) as channel:
        async with channel.bot_up():
            await _begun(channel)
            await channel.press("Ala", "⭐")
        _unpost_the_last_story(channel)
        channel.games = {"toy": ToyRules()}
        async with channel.bot_up():
            await channel.hands.until(lambda: HINT in channel.story())
            for who in ("Ala", "Bartek"):
                await channel.press(who, "⭐")
            hinted = channel.story()
        channel.games = {"toy": NextToy()}
        async with channel.bot_up():
            await channel.hands.until(lambda: "Echoed" in channel.story())

    assert hinted.count(HINT) == 1


@pytest.mark.parametrize("newer", [NextState, NextQuestion], ids=["a field of the state", "an answer"])
async def test_a_game_that_cannot_be_read_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newer: type[ToyRules]
) -> None:
    """Whoever presses learns that a newer program has it; nothing is stored, and there the game goes on."""
    async with a_channel(tmp_path, newer()) as channel:
        async with channel.bot_up():
            await _begun(channel)
            await channel.command("Ala", "answer", value="dig-s1")
        before = _stored(channel)
        channel.games = {"toy": ToyRules()}
        with monkeypatch.context() as later:
            later.setattr(SqlStore, "newer_version", 99)
            async with channel.bot_up() as client:
                refused = await channel.press("Ala", "⭐")
                met = client.service.sessions.met_newer
        untouched = _stored(channel)
        channel.games = {"toy": newer()}
        async with channel.bot_up():
            await channel.press("Ala", "⭐")

    assert "nowsza wersja programu" in refused.text
    assert met
    assert untouched == before
    assert _stored(channel) != before


async def _begun(channel: Channel) -> None:
    await channel.command("Ala", "game new")
    await channel.press("Bartek", "Dołącz")
    await channel.press("Ala", "Zaczynamy")
    for who in ("Ala", "Bartek"):
        await channel.press(who, "⭐")


@contextmanager
def _database(channel: Channel) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(channel.settings.sqlite_file)
    with connection:
        yield connection
    connection.close()


def _unpost_the_last_story(channel: Channel) -> None:
    """As if the newer process had been killed before it posted it."""
    with _database(channel) as connection:
        connection.execute("UPDATE outbox SET posted = 0, message_id = NULL WHERE id = (SELECT max(id) FROM outbox)")
        connection.execute("DELETE FROM prompts")


def _stored(channel: Channel) -> list[Any]:
    with _database(channel) as connection:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in ("games", "answers", "snapshots")]
