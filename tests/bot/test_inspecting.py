"""``labirynt inspect`` and ``labirynt replay``: a stored game step by step."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rules.games import load
from tests.bot.a_channel import Channel, a_channel
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.test_cli import labirynt

pytestmark = IN_A_FILE


@pytest.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Channel]:
    """A game of Labirynt Śmierci after some answers, while the bot has its folder."""
    async with a_channel(tmp_path, load("labirynt-smierci"), kind=Channel) as table, table.bot_up():
        await table.command("Ala", "game new")
        await table.press("Ala", "Szybki start")
        for _ in range(6):
            await table.press("Ala", "⭐")
        yield table


async def run(line: str, channel: Channel) -> Any:
    """What the terminal says while the bot runs."""
    return await asyncio.to_thread(labirynt, f"{line} --data {channel.settings.data}")


def read(channel: Channel, query: str) -> list[Any]:
    """Rows of the database."""
    with closing(sqlite3.connect(channel.settings.data / "labirynt.sqlite3")) as database, database:
        return database.execute(query).fetchall()


async def test_what_is_asked_now(channel: Channel) -> None:
    """By channel or by id: the seats, the log, the question and the whole state, on lines or as JSON."""
    ((place, id),) = read(channel, "SELECT channel_id, id FROM games")

    on_lines, as_json = await run(f"inspect {place}", channel), await run(f"inspect {id} --json", channel)

    facts = json.loads(as_json.stdout)
    assert (on_lines.exit_code, as_json.exit_code) == (0, 0)
    assert facts["game"] == "labirynt-smierci"
    assert facts["seats"] == {"s1": "Ala"}
    assert facts["stored"] == facts["here"]
    assert f"\nasked        {facts['asked']}\n" in on_lines.stdout
    assert facts["state"]["characters"]["c1"]


async def test_an_earlier_step(channel: Channel) -> None:
    """The log ends before the step, and the question of that step is the one that its row answers."""
    rows = read(channel, "SELECT stage, step, asked FROM answers WHERE seat != 'chance' ORDER BY stage DESC, step DESC")
    stage, step, asked = rows[0]

    facts = json.loads((await run(f"inspect {_id(channel)} --at {stage}:{step} --json", channel)).stdout)

    assert (facts["stage"], facts["step"], facts["asked"]) == (stage, step, asked)
    assert all(row["step"] < step for row in facts["log"])


async def test_a_whole_game_is_played_again(channel: Channel) -> None:
    """Every stage of the database, and of an exported file."""
    whole = await run(f"replay {_id(channel)}", channel)

    assert whole.exit_code == 0
    assert "all follow from the rules" in whole.stdout


async def test_where_a_log_breaks(channel: Channel) -> None:
    """Stage, step, what the log holds and what the rules ask instead; before that step all can be looked at."""
    stage, step = read(channel, "SELECT stage, step FROM answers WHERE seat = 's1' ORDER BY stage, step")[-1]
    read(channel, f"UPDATE answers SET asked = 'price Amount s1' WHERE stage = {stage} AND step = {step}")

    broken, at, before = (
        await run(f"replay {_id(channel)}", channel),
        await run(f"inspect {_id(channel)} --at {stage}", channel),
        await run(f"inspect {_id(channel)} --at {stage}:{step}", channel),
    )

    assert (broken.exit_code, at.exit_code, before.exit_code) == (1, 1, 0)
    assert f"Breaks at stage {stage}, step {step}: the log answers 'price Amount s1'" in broken.stderr
    assert broken.stderr == at.stderr


async def test_a_log_of_other_rules_is_not_called_broken(channel: Channel) -> None:
    """The version of the rules that played it is named, and that of this program."""
    stage, step = read(channel, "SELECT stage, step FROM answers WHERE seat = 's1' ORDER BY stage, step")[-1]
    read(channel, f"UPDATE answers SET asked = 'price Amount s1' WHERE stage = {stage} AND step = {step}")
    read(channel, f"UPDATE snapshots SET version = 77 WHERE stage = {stage}")

    told = await run(f"replay {_id(channel)}", channel)

    ours = load("labirynt-smierci").version
    place = f"Cannot be played again from stage {stage}, step {step}"
    assert told.exit_code == 1
    assert told.stderr.startswith(f"{place}: played by rules 77, these are {ours} (the log answers 'price Amount s1'")


async def test_an_exported_file(channel: Channel, tmp_path: Path) -> None:
    """A copy of the whole game is read like the database."""
    message = (await channel.command("Ala", "game export", everything=True)).message
    assert message is not None
    file = tmp_path / "copy.json"
    file.write_bytes(channel.playground.world.store.file(message.attachments[0]["id"]))

    looked, again = await run(f"inspect {file} --json", channel), await run(f"replay {file}", channel)

    assert json.loads(looked.stdout)["file"] == "copy.json"
    assert again.exit_code == 0


UNREADABLE = {
    "inspect nothing": "There is no game 'nothing' in these data: a channel's id",
    "inspect 77": "There is no game '77' in these data: a channel's id",
    "replay pyproject.toml": "pyproject.toml: ",
    "inspect {file}": "is a database of games, such as a backup.",
    "inspect {id} --at here": "--at 'here': write STAGE or STAGE:STEP",
    "inspect {id} --at 9999": "--at '9999': this game has the stages 0 to ",
    "inspect {id} --at 1:2:3": "--at '1:2:3': write STAGE",
}


async def test_what_cannot_be_read_is_said_in_a_sentence(channel: Channel) -> None:
    """On standard error, with exit code 2."""
    for line, said in UNREADABLE.items():
        result = await run(line.format(id=_id(channel), file=channel.settings.data / "labirynt.sqlite3"), channel)

        assert result.exit_code == 2
        assert said in result.stderr
        assert "Traceback" not in result.stderr


async def test_a_database_is_not_called_a_damaged_proof(channel: Channel) -> None:
    """Whoever has a backup should not think that it is damaged."""
    result = await asyncio.to_thread(labirynt, f"verify {channel.settings.data / 'labirynt.sqlite3'}")

    assert result.exit_code == 2
    assert "is a database of games, not the proof of one" in result.stderr


def _id(channel: Channel) -> str:
    ((id,),) = read(channel, "SELECT id FROM games")
    return str(id)
