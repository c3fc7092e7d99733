"""``labirynt games`` and the times of ``inspect``: which games there are, how they stand, and whom they wait for."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.acts.archive import archive
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import StoreUnavailable
from bot.store.listing import list_games
from bot.store.opening import store_at
from bot.table.timekeeping import HOUR
from tests.bot.a_channel import Channel
from tests.bot.a_table import ALA, OLEK, Clock, House, same_seeds
from tests.bot.store.a_server import IN_A_FILE, run_sql, the_server
from tests.bot.test_cli import labirynt
from tests.bot.test_inspecting import channel, read, run
from tests.bot.toy_game import ToyRules, equipped

__all__ = ["channel"]
LATER = 1e12
EVERYWHERE = [pytest.param(False, marks=IN_A_FILE), pytest.param(True, marks=pytest.mark.postgres)]


async def played(address: str, file: Path) -> dict[str, str]:
    """A game that waits for Olek alone, a lobby, one put away, one that is over; their ids."""
    store = store_at(address, file)
    await store.open()
    house = House(Sessions(store, {"toy": ToyRules()}, Clock(), same_seeds()), store, Clock())

    async def with_a_deadline(turn: Transaction) -> None:
        turn.rewrite(habits=replace(turn.record.habits, deadline_after=48.0))

    async def over(turn: Transaction) -> None:
        turn.rewrite(phase="ended")

    try:
        await house.lobby(ALA, OLEK)
        begun = (await house.sessions.start(500, ALA, 1)).standing
        await house.press(begun, ALA, equipped("Ala"))
        await house.sessions.change(begun.record.id, None, with_a_deadline)
        names = {"begun": begun.record.id}
        for nth, name in enumerate(("lobby", "away", "over")):
            names[name] = (await house.lobby(ALA, channel=nth)).record.id
        await archive(house.sessions, names["away"])
        await house.sessions.change(names["over"], None, over)
    finally:
        await store.close()
    return names


@pytest.mark.parametrize("at_server", EVERYWHERE)
async def test_each_game_as_it_stands(at_server: bool, tmp_path: Path) -> None:
    """In a file and in a server: the seat that has not answered, the deadline, the last answer; nothing is changed."""
    address = the_server().address(tmp_path) if at_server else ""
    file = tmp_path / "labirynt.sqlite3"
    names = await played(address, file)
    before = run_sql(address or file, "SELECT id, revision FROM games ORDER BY id")

    live = {game["id"]: game for game in list_games(address, file, "live", LATER, 0)}
    everything = {game["id"]: game["phase"] for game in list_games(address, file, "all", LATER, 0)}

    begun, now = live[names["begun"]], Clock().now
    assert live.keys() == {names["begun"], names["lobby"]}
    assert begun == {
        "id": names["begun"], "phase": "playing", "since": now, "until": now + 48 * HOUR, "last_answer": now,
        "channel": 500, "guild": 1, "version": 1, "game": "toy", "waits_for": {"s2": OLEK},
    }  # fmt: skip
    assert live[names["lobby"]]["waits_for"] == {}
    assert everything == {
        names["begun"]: "playing", names["lobby"]: "lobby", names["away"]: "put_away", names["over"]: "ended"
    }  # fmt: skip
    assert run_sql(address or file, "SELECT id, revision FROM games ORDER BY id") == before


@IN_A_FILE
async def test_who_has_voted_is_not_waited_for(tmp_path: Path) -> None:
    """Only votes on the open question count."""
    file = tmp_path / "labirynt.sqlite3"
    names = await played("", file)
    ((place,),) = run_sql(file, "SELECT epoch || '.' || stage || '.' || step FROM games WHERE phase = 'playing'")
    vote = "INSERT INTO votes (game, matter, seat, value, at, user_id) VALUES (?, ?, 's2', '1', 1, 1)"

    run_sql(file, vote, names["begun"], "question/0.0.0")
    assert next(list_games("", file, "playing", LATER, 0))["waits_for"] == {"s2": OLEK}
    run_sql(file, vote, names["begun"], f"question/{place}")
    assert next(list_games("", file, "playing", LATER, 0))["waits_for"] == {}


@IN_A_FILE
async def test_by_phase_age_and_channel(tmp_path: Path) -> None:
    """On lines or as JSON; ids of people are named only when they are asked for."""
    names = await played("", tmp_path / "labirynt.sqlite3")
    run_sql(tmp_path / "labirynt.sqlite3", "UPDATE games SET stirred_at = 1e9 WHERE id = ?", names["begun"])

    def found(options: str) -> list[str]:
        result = labirynt(f"games {options} --data {tmp_path} --json")
        assert result.exit_code == 0
        return [json.loads(line)["id"] for line in result.stdout.splitlines()]

    assert found("") == [names["begun"], names["lobby"]]
    assert found("--still 300") == [names["begun"]]
    assert found("--phase put_away") == [names["away"]]
    assert len(found("--phase all")) == 4
    assert found("--channel 500") == [names["begun"]]
    first = json.loads(labirynt(f"games --data {tmp_path} --channel 500 --json").stdout)
    assert (first["channel"], first["guild"]) == ("500", "1")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", first["since"])
    plain, people = labirynt(f"games --data {tmp_path}"), labirynt(f"games --data {tmp_path} --people")
    heading, line, _ = plain.stdout.splitlines()
    assert heading.split()[:3] == ["id", "phase", "since"]
    assert line.endswith(" s2")
    assert f"s2 {OLEK}" in people.stdout
    assert labirynt(f"games --phase ended --channel 7 --json --data {tmp_path}").stdout == ""


def test_a_phase_that_is_none_and_a_folder_without_games(tmp_path: Path) -> None:
    """One sentence, exit code 2."""
    for line, said in {
        "games --phase sleeping": "'sleeping'",
        "games": "There is no database",
    }.items():
        result = labirynt(f"{line} --data {tmp_path}")

        assert result.exit_code == 2
        assert said in result.stderr


@IN_A_FILE
async def test_inspect_says_since_when_and_for_whom(channel: Channel) -> None:
    """Who is awaited and until when, who was reminded at this question, who is away."""
    ((id, asked_at),) = read(channel, "SELECT id, asked_at FROM games")
    read(channel, f"UPDATE seats SET reminded_at = {asked_at + 60}, overdue_at = {asked_at - 60}, away_until = 2e9")
    read(channel, "UPDATE games SET habits = '{\"deadline_after\":1.0}'")

    facts = json.loads((await run(f"inspect {id} --json", channel)).stdout)
    earlier = json.loads((await run(f"inspect {id} --at 0 --json", channel)).stdout)

    assert facts["waits_for"] == ["s1"]
    assert facts["asked_since"] < facts["deadline"]
    assert facts["reminded_at"].keys() == {"s1"}
    assert facts["overdue_at"] == {}
    assert facts["away_until"] == {"s1": "2033-05-18 03:33"}
    assert facts["begun"]
    assert facts["last_answer"]
    assert "waits_for" not in earlier


@pytest.mark.postgres
async def test_a_game_at_a_server_is_inspected_and_nothing_is_written(tmp_path: Path) -> None:
    """The server itself refuses every change."""
    address = the_server().address(tmp_path)
    names = await played(address, tmp_path / "none")
    listed = labirynt("games --json", LABIRYNT_DATABASE=address)
    inspected = await asyncio.to_thread(labirynt, f"inspect {names['begun']}", LABIRYNT_DATABASE=address)
    assert {json.loads(line)["id"] for line in listed.stdout.splitlines()} == {names["begun"], names["lobby"]}
    assert "This program has no game 'toy'" in inspected.stderr
    store = store_at(address, tmp_path / "none", read_only=True)
    await store.open()
    try:
        with pytest.raises(StoreUnavailable, match="read-only"):
            await store.put_guild(1, {"language": "pl"})
    finally:
        await store.close()
