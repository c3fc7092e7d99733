"""``labirynt move``: games that go to a server and back are the same games, and what they are is said."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.run.data_folder import occupy_folder
from bot.store.fleet.moving import into, tables
from bot.store.fleet.moving_server import spoken_address
from bot.store.fleet.postgres import PostgresStore
from bot.store.schema import shipped_migrations, steps
from bot.store.sqlite import SqliteStore
from rules.games import all_games, load
from rules.kernel.proof import check
from tests.bot.a_copy import Fate, a_life, a_place_in
from tests.bot.a_move import a_data_folder, keep, labirynt, moved, refused, rows_of, write
from tests.bot.a_table import CHANNEL, STRANGER, an_interaction
from tests.bot.store.a_server import Server
from tests.bot.store.some_units import a_move, a_record
from tests.bot.test_exporting import side_by_side
from tests.bot.toy_game import ToyRules

pytestmark = pytest.mark.postgres

TOLD = "SELECT epoch, stage, step, told, seat, value, at, lead FROM outbox WHERE game = '{game}' ORDER BY id"
ODD = "👩‍🚀Zażółć\u202egęślą\n\\N\t'; --"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database of a data folder with one table."""
    return a_data_folder(tmp_path / "data")


@pytest.fixture
def address(server: Server, tmp_path: Path) -> str:
    """An address where nothing is yet."""
    return server.address(tmp_path)


# The same games --------------------------------------------------------------------------------------------


async def told(place: Path | str, game: str) -> list[Any]:
    """Every story of a game, byte by byte."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as connection:
            return connection.execute(TOLD.format(game=game)).fetchall()
    with psycopg.connect(place) as connection:
        return connection.execute(TOLD.format(game=game).encode()).fetchall()


@pytest.mark.parametrize("game", ["toy", *all_games()])
async def test_a_moved_game_goes_on_like_its_twin_that_stayed(address: str, tmp_path: Path, game: str) -> None:
    """In the middle of whatever is going on: twenty answers in the server, twenty more when it is back."""
    rules = ToyRules() if game == "toy" else load(game)
    (tmp_path / "data").mkdir()
    file, twin = tmp_path / "data" / "labirynt.sqlite3", tmp_path / "twin"
    async with a_place_in(SqliteStore(file), rules) as house:
        life = await a_life(house, rules, 7, 8 if game == "toy" else 45, **({"depth": "3"} if game == "toy" else {}))
    name, both = life.game_id, ("--data", tmp_path / "data")
    shutil.copy(file, twin)
    before = await asyncio.to_thread(rows_of, file)

    there = await asyncio.to_thread(moved, "--to", address, *both)
    assert not file.exists()
    assert await asyncio.to_thread(moved, "--from", address, "--data", tmp_path / "back") == there
    assert await asyncio.to_thread(rows_of, tmp_path / "back" / "labirynt.sqlite3") == before

    async with a_place_in(SqliteStore(twin), rules) as stayed, a_place_in(PostgresStore(address), rules) as went:
        assert await side_by_side(Fate(stayed, rules, name, 3), Fate(went, rules, name, 3), 20) > 5
    assert await told(twin, name) == await told(address, name)

    await asyncio.to_thread(moved, "--from", address, *both)
    async with a_place_in(SqliteStore(twin), rules) as stayed, a_place_in(SqliteStore(file), rules) as back:
        await side_by_side(Fate(stayed, rules, name, 4), Fate(back, rules, name, 4), 20)
    assert await told(twin, name) == await told(file, name)


@pytest.mark.parametrize("game", all_games())
async def test_the_proof_of_a_finished_game_is_the_same_everywhere(address: str, tmp_path: Path, game: str) -> None:
    """Every die is as sealed, in the server and back home."""
    rules, data = load(game), tmp_path / "data"
    data.mkdir()
    async with a_place_in(SqliteStore(data / "labirynt.sqlite3"), rules) as house:
        life = await a_life(house, rules, 9, 20)
        if (await life.standing()).waiting is not None:
            await house.sessions.end(CHANNEL, STRANGER, an_interaction(), may=True)
        proof = await house.sessions.proof(life.game_id)
    await asyncio.to_thread(moved, "--to", address, "--data", data)
    async with a_place_in(PostgresStore(address), rules) as house:
        assert await house.sessions.proof(life.game_id) == proof
    await asyncio.to_thread(moved, "--from", address, "--data", data)
    async with a_place_in(SqliteStore(data / "labirynt.sqlite3"), rules) as house:
        assert await house.sessions.proof(life.game_id) == proof
    assert check(proof).faults == ()


async def test_what_comes_later_has_ids_of_its_own(address: str, tmp_path: Path) -> None:
    """New rows in the server are numbered behind those that came."""
    (tmp_path / "data").mkdir()
    await keep(SqliteStore(tmp_path / "data" / "labirynt.sqlite3"))
    await asyncio.to_thread(write, tmp_path / "data" / "labirynt.sqlite3", "UPDATE outbox SET id = 4711")
    await asyncio.to_thread(moved, "--to", address, "--data", tmp_path / "data")
    store = PostgresStore(address)
    await store.open()
    await store.commit(a_move(a_record("one"), revision=2, interaction=8, step=9))

    assert [row.id for row in await store.outbox()] == [4711, 4712]
    await store.close()


def test_odd_values_arrive_as_they_were(file: Path, address: str, tmp_path: Path) -> None:
    """Emoji, signs that a server's copy reads as its own, 4,000 letters, 64 bits, no number at all."""
    write(file, "UPDATE seats SET name = ?", ODD)
    write(file, "UPDATE outbox SET lead = ?, value = NULL, message_id = ?, told = ?", "ż" * 4000, 2**63 - 1, b"\0\\x\n")
    write(file, "INSERT INTO guilds VALUES (?, ?)", -(2**63), "")
    write(file, "UPDATE games SET due_at = ?, asked_at = ?", float("inf"), 0.1 + 0.2)
    before = rows_of(file)

    moved("--to", address, "--data", file.parent)
    moved("--from", address, "--data", tmp_path / "back")

    assert rows_of(tmp_path / "back" / "labirynt.sqlite3") == before


def a_value(kind: str) -> st.SearchStrategy[Any]:
    """What a column of this kind may hold on both sides."""
    number = st.integers(-(2**63), 2**63 - 1)
    text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
    kinds = {"INTEGER": number, "REAL": st.floats(allow_nan=False), "TEXT": text, "BLOB": st.binary(max_size=40)}
    return kinds[kind]


@st.composite
def some_rows(draw: st.DrawFn) -> dict[str, list[dict[str, Any]]]:
    """Rows for every table, of games that are there."""
    with closing(sqlite3.connect(":memory:")) as model:
        for sql in steps(shipped_migrations()).values():
            model.executescript(sql)
        columns = {table.name: model.execute(f"PRAGMA table_info({table.name})").fetchall() for table in tables()}
    games = draw(st.lists(a_value("TEXT"), min_size=1, max_size=3, unique=True))
    made: dict[str, list[dict[str, Any]]] = {}
    for table in tables():
        made[table.name] = [
            {row[1]: draw(_for(table.name, row, games, nth)) for row in columns[table.name]}
            for nth in range(len(games) if table.name == "games" else draw(st.integers(0, 3)))
        ]
    return made


def _for(table: str, column: Any, games: list[str], nth: int) -> st.SearchStrategy[Any]:
    _, name, kind, needed, _, _ = column
    special = {
        ("games", "id"): st.just(games[min(nth, len(games) - 1)]),
        ("games", "channel_id"): st.just(nth),
        ("games", "phase"): st.sampled_from(["lobby", "playing", "ended", "broken"]),
    }
    if (table, name) in special:
        return special[table, name]
    if name == "game" and table != "games":
        return st.sampled_from(games)
    return a_value(kind) if needed else st.none() | a_value(kind)


@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(rows=some_rows())
def test_whatever_is_in_the_tables_survives_both_ways(
    rows: dict[str, list[dict[str, Any]]], server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Random rows in every table; of two with the same key the first."""
    folder, address = tmp_path_factory.mktemp("random"), server.address(uuid4().hex)
    file = folder / "data" / "labirynt.sqlite3"
    with occupy_folder(file.parent), into(file) as side:
        for name, some in rows.items():
            for row in some:
                gaps = ", ".join("?" * len(row))
                side._connection.execute(f"INSERT OR IGNORE INTO {name} VALUES ({gaps})", tuple(row.values()))
        side.commit()
    before = rows_of(file)

    there = moved("--to", address, "--data", file.parent)
    back = moved("--from", address, "--data", folder / "back")

    assert there == back
    assert rows_of(folder / "back" / "labirynt.sqlite3") == before
    assert sum(len(some) for some in before.values()) == sum(one["rows"] for one in there) > 0


# What is said ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "said"), [("en", "All of them are in"), ("pl", "Wszystko jest teraz w")])
def test_it_says_where_everything_is_now(file: Path, address: str, lang: str, said: str) -> None:
    """Rows and digests by table, where the old file lies, what to set; no password."""
    address = address.replace("labirynt@", "labirynt:sezam@")
    done = labirynt("move", "--to", address, "--data", file.parent, "--lang", lang)

    assert done.exit_code == 0
    (kept,) = file.parent.glob("labirynt.sqlite3.moved-*Z")
    assert said in done.output
    assert kept.name in done.output.replace("\n", "")
    assert "LABIRYNT_DATABASE" in done.output
    assert "sezam" not in done.output
    assert len(rows_of(kept)["games"]) == 1
    assert "move " in labirynt("--help").output


def test_a_new_file_is_for_the_bots_own_eyes(file: Path, address: str, tmp_path: Path) -> None:
    """Seeds are in it."""
    moved("--to", address, "--data", file.parent)
    moved("--from", address, "--data", tmp_path / "back")

    found = sorted((tmp_path / "back").glob("labirynt.sqlite3*"))
    assert [(one.name, stat.S_IMODE(one.stat().st_mode)) for one in found] == [("labirynt.sqlite3", 0o600)]


def test_the_address_that_is_set_need_not_be_typed(file: Path, address: str) -> None:
    """So no password stands in the list of processes."""
    line = ("move", "--to", "LABIRYNT_DATABASE", "--data", file.parent)

    assert labirynt(*line, LABIRYNT_DATABASE=address).exit_code == 0


@pytest.mark.parametrize("wrong", ["mysql://ala:sezam@there/games", "postgresql://ala:sezam%zz@there/games", "sezam"])
def test_a_wrong_address_is_not_repeated(file: Path, wrong: str) -> None:
    """It may hold a password; the same if it is set."""
    assert "sezam" not in refused("--to", wrong, "--data", file.parent)
    assert "sezam" not in refused("--to", "LABIRYNT_DATABASE", "--data", file.parent, LABIRYNT_DATABASE=wrong)


def test_a_server_that_is_not_there_is_named_without_its_password(file: Path, tmp_path: Path) -> None:
    """The file stays in its place."""
    said = refused("--to", f"postgresql://ala:sezam@/games?host={tmp_path}", "--data", file.parent)

    assert "It broke off" in said
    assert "sezam" not in said
    assert file.exists()
    assert spoken_address("postgresql://ala:sezam@there:5433/games") == "postgresql://ala@there:5433/games"


def test_one_way_at_a_time(file: Path, address: str) -> None:
    """There, or back."""
    refused("--data", file.parent)
    refused("--to", address, "--from", address, "--data", file.parent)
