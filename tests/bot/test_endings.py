"""A game that is over: the chronicle, the last pictures, then the farewell with the seed and the proof."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.acts.privacy import forget
from bot.discord import farewell
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
async def test_the_picture_of_the_end_stands_below_the_files(tmp_path: Path, outcome: Outcome) -> None:
    """Last of all how it ended, with one whole picture; before it the seed, the proof and the chronicle as files."""
    *before, proof, last = await ended(tmp_path, outcome)

    assert WORDS[outcome] in last.text
    assert [one["filename"] for one in last.attachments] == ["ending.png"]
    assert [button.label for button in last.buttons] == [AGAIN]
    assert "Ziarno losowania" in proof.text
    assert [one["filename"].rpartition(".")[2] for one in proof.attachments] == ["json", "html"]
    assert not any(message.attachments for message in before[-1:])
    assert not any("Ziarno, z" in message.text for message in before)


async def test_a_fault_in_the_epilogue_keeps_nobody_from_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How it ended is told, without what each of them had done."""

    async def fails(*_: object) -> list[str]:
        raise RuntimeError("a grave that nobody dug")

    monkeypatch.setattr(farewell, "epilogue_of", fails)
    *_, last = await ended(tmp_path, "defeat")

    assert WORDS["defeat"] in last.text


def a_map(number: int, moving: int, still: int | None = 10) -> Grown:
    """A level that grew, its pictures of so many bytes."""
    finished = None if still is None else Picture(f"map-{number}.png", b"s" * still, "")
    return Grown(Picture(f"growth-{number}.gif", b"m" * moving, ""), finished, Said())


def test_a_map_moves_where_it_may_and_else_stands_still() -> None:
    """Too long a one, or one for which there is no room any more, is shown as it was in the end, or not at all."""
    grown = [a_map(1, 400), a_map(2, MOVING + 1), a_map(3, MOVING + 1, None), a_map(4, 500), a_map(5, 700, 80)]

    shown = fitting(grown, 1000)

    assert [one.name for one in shown] == ["growth-1.gif", "map-2.png", "growth-4.gif", "map-5.png"]


@pytest.mark.night
async def test_the_end_begins_a_new_message_that_calls_everybody(tmp_path: Path) -> None:
    """Everybody is named in words that notify, and pinged: but not who pressed, and nobody in their quiet hours."""
    rules = Ending(LabiryntSmierci.with_tables().tables, "victory")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up(clock=lambda: NOON):
        await channel.command("Celina", "quiet", hours="11-14")
        await channel.command("Ala", "game new", options="heroes=2 apprentices=1")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Celina", "Dołącz")
        await channel.command("Ala", "game start", quick=True)
        await told(channel)

        posted = next(call for call in channel.playground.requests if "koniec gry!" in str(call.body))

        assert len(re.findall(r"<@\d+>", posted.body["content"])) == 3
        assert [user["username"].casefold() for user in posted.reply["mentions"]] == ["bartek"]


NOON = datetime(2026, 11, 27, 11, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("closed", [False, True])
async def test_a_new_lobby_does_not_hide_the_last_game(tmp_path: Path, closed: bool) -> None:
    """Chronicle, story and proof are those of the game before until the next one begins, even if it never does."""
    rules = Ending(LabiryntSmierci.with_tables().tables, "victory")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=1")
        await channel.command("Ala", "game start", quick=True)
        await told(channel)
        await channel.command("Ala", "game new")
        if closed:
            await channel.command("Ala", "game end", sure=True)

        chronicle = await channel.command("Ala", "chronicle")
        story = await channel.command("Ala", "story", since="all")
        proof = await channel.command("Ala", "dice", what="proof")
        lobby = await channel.command("Ala", "game status")

        assert "Kronika" in chronicle.text
        assert "Czarn" in story.text
        assert "zgadza" in proof.text or "Ziarno" in proof.text
        assert ("gra skończona" in lobby.text) is closed


async def after_a_game(channel: Channel, *people: str) -> None:
    """A game of these people is over."""
    await channel.command(people[0], "game new", options="heroes=3 apprentices=1", computers=1)
    for name in people[1:]:
        await channel.press(name, "Dołącz")
    await channel.command(people[0], "game start", quick=True)
    await told(channel)


AGAIN = "🔁 Jeszcze raz w tym składzie"


async def test_one_press_seats_the_same_people_again(tmp_path: Path) -> None:
    """After a restart, too: the same people, computers and house rules; who presses leads, the others are called."""
    async with a_channel(tmp_path, Ending(LabiryntSmierci.with_tables().tables, "victory")) as channel:
        async with channel.bot_up():
            await after_a_game(channel, "Ala", "Bartek", "Celina")
        async with channel.bot_up(clock=lambda: NOON) as client:
            await channel.press("Bartek", AGAIN)
            lobby = channel.asking()[-1]
            (entry,) = client.service.sessions.live()
            standing = await client.service.sessions.standing_of(entry.id)

            assert standing is not None
            record = standing.record
            assert [seat.name.casefold() for seat in record.seats if seat.user_id] == ["ala", "bartek", "celina"]
            assert sorted(seat.computer for seat in record.seats) == ["", "", "", "careful"]
            assert record.options == {"heroes": "3", "apprentices": "1"}
            assert record.leader_id == next(seat.user_id for seat in record.seats if seat.name.casefold() == "bartek")
            assert "następna gra w tym samym składzie" in lobby.text
            assert sorted(user["username"].casefold() for user in lobby.data["mentions"]) == ["ala", "celina"]

            again = await channel.press("Ala", AGAIN)
            assert "Następny stół już tu czeka" in again.text
            assert len(client.service.sessions.live()) == 1

            await channel.press("Ala", "Zaczynamy")
            await channel.hands.settled()


async def test_strangers_cannot_press_and_the_forgotten_are_left_out(tmp_path: Path) -> None:
    """Nor is whoever has left the server seated."""
    rules = Ending(LabiryntSmierci.with_tables().tables, "victory")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up() as client:
        await after_a_game(channel, "Ala", "Bartek", "Celina")
        refused = await channel.press("Darek", AGAIN)
        assert "dla osób, które grały" in refused.text
        await forget(client.service.sessions, int(channel.playground.world.person("Bartek")["user"]["id"]))
        channel.playground.world.person("Celina")["guilds"].clear()
        await channel.press("Ala", AGAIN)
        (entry,) = client.service.sessions.live()
        standing = await client.service.sessions.standing_of(entry.id)

        assert standing is not None
        assert [seat.name.casefold() for seat in standing.record.seats if seat.user_id] == ["ala"]


async def test_a_game_that_is_closed_early_has_its_honours(tmp_path: Path) -> None:
    """Each hero's line and the days; a table that was closed in the set-up has none of it."""
    async with a_channel(tmp_path, LabiryntSmierci.with_tables()) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=1")
        await channel.command("Ala", "game start")
        await channel.command("Ala", "game end", sure=True)
        await told(channel)
        in_set_up = channel.story()
        await channel.command("Ala", "game new", options="heroes=2 apprentices=1")
        await channel.command("Ala", "game start", quick=True)
        await channel.press("Ala", "⭐")
        await channel.command("Ala", "game end", sure=True)
        await channel.hands.until(lambda: channel.story().count("Ziarno") == 2)

        assert "Wszystko rozegrało się" not in in_set_up
        assert "Wszystko rozegrało się" in channel.story()
