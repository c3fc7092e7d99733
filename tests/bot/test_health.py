"""Whoever looks after the bot can ask it how it is: on this machine only, and only when they wanted it."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.discord.client import Labirynt
from bot.metrics import Metrics
from bot.playground.core import TOKEN
from bot.run.health import PortTaken, is_own_name, serve_health
from bot.session.history import fresh_seed
from bot.session.sessions import Sessions
from bot.settings import Settings
from bot.store import StoreUnavailable
from bot.store.backups import back_up
from bot.store.sqlite import SqliteStore
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_rough_table import a_rough_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount
from tests.bot.store.some_units import an_opening
from tests.bot.store.test_probe import tear
from tests.bot.store.test_sqlite import a_store

Answer = tuple[int, str]
HOST = "127.0.0.1"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def on_port(port: int) -> Settings:
    """Settings with this port alone."""
    return Settings(_env_file=None, health_port=port)


async def ask(port: int, path: str) -> Answer:
    """Status and text of a page."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{HOST}:{port}{path}") as answer:
        return answer.status, await answer.text()


@asynccontextmanager
async def a_watched_channel(folder: Path) -> AsyncIterator[tuple[Channel, int]]:
    """A bot in a channel, and the port where it can be asked."""
    port = free_port()
    async with a_channel(folder, ParlourRules(a_choice, an_amount), health_port=port) as channel, channel.bot_up():
        yield channel, port


def open_files() -> int:
    """How many files and sockets this process holds."""
    return sum(1 for _ in Path("/dev/fd").iterdir())


def counted(exposition: str) -> dict[str, float]:
    """Every sample by its name and labels."""
    families = text_string_to_metric_families(exposition)
    samples = (sample for family in families for sample in family.samples)
    return {" ".join([one.name, *one.labels.values()]): one.value for one in samples}


async def test_a_healthy_bot_says_so(tmp_path: Path) -> None:
    """One table, Discord within reach: 200."""
    async with a_watched_channel(tmp_path) as (channel, port):
        await channel.command("Ala", "game new")

        assert await ask(port, "/health") == (200, '{"status":"ok","ready":true,"tables":1,"reason":""}')


async def test_a_wrong_clock_is_named(tmp_path: Path) -> None:
    """The bot is well, but its host is two hours ahead of Discord."""
    port = free_port()
    async with (
        a_channel(tmp_path, ParlourRules(a_choice), health_port=port) as channel,
        channel.bot_up(clock=lambda: time.time() + 7200),
    ):
        await channel.command("Ala", "game new")
        status, said = await ask(port, "/health")
        seen = counted((await ask(port, "/metrics"))[1])

        assert status == 200
        assert json.loads(said)["clock_ahead_seconds"] == pytest.approx(7200, abs=5)
        assert seen["labirynt_clock_ahead_seconds"] == pytest.approx(7200, abs=5)


async def test_there_is_nothing_else_to_see(tmp_path: Path) -> None:
    """Four pages, to be read, and no fifth one."""
    async with a_watched_channel(tmp_path) as (_, port), aiohttp.ClientSession() as session:
        pages = [await ask(port, path) for path in ("/", "/games", "/health/..%2f.env")]
        probes = [(await ask(port, path))[0] for path in ("/health", "/livez", "/readyz", "/metrics")]
        sent = await session.post(f"http://{HOST}:{port}/health")

        assert [status for status, _ in pages] == [404, 404, 404]
        assert probes == [200, 200, 200, 200]
        assert sent.status == 405


async def test_what_people_do_is_counted(tmp_path: Path) -> None:
    """Interactions by outcome, how fast they were acknowledged, what was posted; nobody's name, no table's id."""
    async with a_watched_channel(tmp_path) as (channel, port):
        await channel.opened("Ala")
        await channel.answer("Bartek", "A")
        await channel.talk()
        await channel.answer("Ala", "A")
        status, text = await ask(port, "/metrics")
        game = channel.asking()[0].buttons[0].custom_id.split(":")[2]
        seen = counted(text)

        assert status == 200
        assert seen["labirynt_interactions_total ok"] == 3
        assert seen["labirynt_interactions_total refused"] == 1
        assert seen["labirynt_acknowledge_seconds_count"] == 4
        assert seen["labirynt_posts_total question"] == 2
        assert seen["labirynt_answers_total parlour"] == 1
        assert seen["labirynt_requests_total yes POST /channels/{id}/messages 200"] >= 2
        assert seen["labirynt_requests_total no POST /interactions/{id}/{token}/callback 200"] >= 3
        assert seen["labirynt_request_seconds_count"] >= 5
        assert seen["labirynt_shards_owned"] == 1
        assert "labirynt_posts_total story" not in seen  # it stands above the question
        assert (seen["labirynt_tables_live"], seen["labirynt_outbox_waiting"]) == (1, 0)
        assert not re.search(rf"Ala|Bartek|{game}", text)


async def test_stories_that_wait_are_counted(tmp_path: Path) -> None:
    """The bot may not write into the channel: the story waits, and the delivery counts as failed."""
    async with a_watched_channel(tmp_path) as (channel, port):
        await channel.opened("Ala")
        await channel.talk()
        await channel.playground.permit(HERE, send_messages=False)
        await channel.press("Ala", "A · oak")
        seen = counted((await ask(port, "/metrics"))[1])

        assert seen["labirynt_outbox_waiting"] == 1
        assert seen["labirynt_posts_failed_total"] == 1
        assert sum(number for name, number in seen.items() if "_total" in name and name.endswith(" 403")) == 1


async def test_a_bot_that_hears_nobody_is_not_ready(tmp_path: Path) -> None:
    """The line to Discord is not open yet, or the store is closed already: 503, and the counters still answer."""
    store, rules = SqliteStore(tmp_path / "games.sqlite3"), {"parlour": ParlourRules(a_choice)}
    await store.open()
    sessions = Sessions(store, rules, lambda: 0.0, fresh_seed)
    port = free_port()
    async with (
        Labirynt(Settings(_env_file=None), sessions, rules) as client,
        serve_health(lambda: [client], sessions.store, client.metrics, on_port(port)),
    ):
        unheard = await ask(port, "/health")
        probes = [(await ask(port, path))[0] for path in ("/livez", "/readyz")]
        await store.close()

        assert probes == [200, 503]
        assert unheard == (503, '{"status":"unavailable","ready":false,"tables":0,"reason":"discord"}')
        assert "labirynt_outbox_waiting NaN" in (await ask(port, "/metrics"))[1]


async def test_a_closed_store_is_not_ready(tmp_path: Path) -> None:
    """Discord is heard, but the games cannot be read."""
    port = free_port()
    store, rules = SqliteStore(tmp_path / "other.sqlite3"), {"parlour": ParlourRules(a_choice)}
    sessions = Sessions(store, rules, lambda: 0.0, fresh_seed)
    async with (
        a_channel(tmp_path, rules["parlour"]) as channel,
        channel.bot_up() as client,
        serve_health(lambda: [client], sessions.store, client.metrics, on_port(port)),
    ):
        assert (await ask(port, "/health"))[0] == 503


async def test_a_store_that_takes_nothing_is_not_ready(tmp_path: Path) -> None:
    """Another program holds the file: everything can be read and nothing kept; the page says why, the metrics how
    often somebody met it."""
    port = free_port()
    async with (
        a_rough_channel(tmp_path) as channel,
        channel.bot_up() as client,
        serve_health(lambda: [client], client.service.sessions.store, client.metrics, on_port(port)),
    ):
        await channel.set_out("Ala")
        well = await ask(port, "/health")
        other = sqlite3.connect(channel.file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        locked = await ask(port, "/health")
        await channel.press("Ala", "⭐")
        seen = counted((await ask(port, "/metrics"))[1])
        other.execute("ROLLBACK")
        other.close()

        assert (well[0], locked[0], (await ask(port, "/health"))[0]) == (200, 503, 200)
        assert json.loads(locked[1])["reason"] == "locked"
        assert seen["labirynt_store_errors_total locked"] == 1
        assert seen["labirynt_interactions_total store"] == 1


async def test_a_damaged_file_is_not_ready(tmp_path: Path) -> None:
    """Whoever reads a page of it meets that; from then on it is known, and the metrics ring."""
    port, file = free_port(), tmp_path / "games.sqlite3"
    async with a_store(file) as store:
        await store.commit(an_opening("one", 1))
    tear(file)
    async with a_store(file) as store, serve_health(list, store, Metrics(), on_port(port)):
        before = counted((await ask(port, "/metrics"))[1])
        with pytest.raises(StoreUnavailable):
            await store.load("one")
        status, text = await ask(port, "/health")
        after = counted((await ask(port, "/metrics"))[1])

    assert (status, json.loads(text)["reason"]) == (503, "damaged")
    assert before["labirynt_store_errors_total damaged"] == 0  # there from the beginning, so that the first one shows
    assert (before["labirynt_store_refuses damaged"], after["labirynt_store_refuses damaged"]) == (0, 1)


async def test_version_process_and_disk_are_shown(tmp_path: Path) -> None:
    """What is running, how much memory it takes, how large the games are and what room is left."""
    port = free_port()
    settings = Settings(_env_file=None, health_port=port, data=tmp_path)
    async with a_store(settings.sqlite_file) as store, serve_health(list, store, Metrics(), settings):
        seen = counted((await ask(port, "/metrics"))[1])

    assert seen[f"labirynt_build_info {version('labirynt')}"] == 1
    assert seen["process_resident_memory_bytes"] > 1_000_000
    assert seen["labirynt_database_bytes"] >= settings.sqlite_file.stat().st_size
    assert seen["labirynt_disk_free_bytes"] > 0
    assert seen["labirynt_shards"] == 1


async def test_the_disk_of_the_host_is_not_the_servers(tmp_path: Path) -> None:
    """With PostgreSQL the games are elsewhere: no room is shown that is not theirs."""
    port = free_port()
    address = "postgresql://labirynt@192.0.2.7/labirynt"
    settings = Settings(_env_file=None, health_port=port, data=tmp_path, database=address, shards=4)
    async with a_store(settings.sqlite_file) as store, serve_health(list, store, Metrics(), settings):
        seen = counted((await ask(port, "/metrics"))[1])

    assert "labirynt_disk_free_bytes" not in seen
    assert seen["labirynt_shards"] == 4
    assert seen["labirynt_outbox_waiting"] == 0


async def test_nobody_is_answered_by_default(tmp_path: Path) -> None:
    """Without a port nothing is opened; with one there is a socket more."""
    store, rules = SqliteStore(tmp_path / "games.sqlite3"), {"parlour": ParlourRules(a_choice)}
    sessions, settings = Sessions(store, rules, lambda: 0.0, fresh_seed), Settings(_env_file=None)
    async with Labirynt(settings, sessions, rules) as client:
        before = open_files()
        async with serve_health(lambda: [client], store, client.metrics, settings):
            by_default = open_files()
        async with serve_health(lambda: [client], store, client.metrics, on_port(free_port())):
            when_asked = open_files()

    assert (by_default, when_asked) == (before, before + 1)


async def test_a_line_that_broke_is_noticed(tmp_path: Path) -> None:
    """discord.py would still call itself ready."""
    async with a_watched_channel(tmp_path) as (channel, port):
        assert (await ask(port, "/health"))[0] == 200
        await channel.playground.stop()

        assert (await ask(port, "/health"))[0] == 503


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    """Two bots on one port: the second does not start."""
    async with a_watched_channel(tmp_path) as (channel, port):
        with pytest.raises(PortTaken, match=f"Port {port} of LABIRYNT_HEALTH_PORT cannot be used"):
            async with channel.bot_up():
                pass


@pytest.mark.parametrize("command", ["run", "play"])
def test_a_port_in_use_ends_the_start_with_a_sentence(tmp_path: Path, command: str) -> None:
    """No traceback, no second try: exit code 2 in Discord, where a supervisor watches, 1 at one's desk."""
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        surroundings = {
            "LABIRYNT_HEALTH_PORT": str(taken.getsockname()[1]),
            "LABIRYNT_DATA": str(tmp_path),
            "LABIRYNT_TOKEN": TOKEN,
            "LABIRYNT_LOG_LEVEL": "warning",
        }
        started = subprocess.run(
            [sys.executable, "-m", "bot.run", command, *(["--port", "0"] if command == "play" else [])],
            env={**os.environ, **surroundings},
            capture_output=True,
            text=True,
            timeout=60,
        )

    assert started.returncode == {"run": 2, "play": 1}[command]
    assert started.stderr.startswith("Port ")
    assert len(started.stderr.splitlines()) == 1


# From elsewhere ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:9464", True),
        ("[::1]:9464", True),
        ("192.0.2.7", True),
        ("localhost:9464", True),
        ("bot-1:9464", True),
        ("BOT-1", True),
        ("evil.example:9464", False),
        ("127.0.0.1.evil.example", False),
        ("bot-1.evil.example", False),
        ("user@127.0.0.1:99999", False),
        ("", False),
    ],
)
def test_only_ones_own_names_are_answered(host: str, own: bool) -> None:
    """A page of somebody's browser keeps its own name, wherever that name was pointed."""
    assert is_own_name(host, frozenset({"bot-1", ""})) is own


async def test_a_page_that_was_pointed_here_sees_nothing(tmp_path: Path) -> None:
    """Neither health nor counters."""
    async with a_watched_channel(tmp_path) as (_, port), aiohttp.ClientSession() as session:
        for path in ("/health", "/metrics"):
            answer = await session.get(f"http://{HOST}:{port}{path}", headers={"Host": f"evil.example:{port}"})
            assert answer.status == 421
            assert "labirynt_" not in await answer.text()
        assert (await session.get(f"http://localhost:{port}/health", headers={"Host": HOST})).status == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the addresses beside 127.0.0.1")
async def test_it_listens_where_it_is_told_to(tmp_path: Path) -> None:
    """On another address of this machine, and on that one alone."""
    port, other = free_port(), "127.0.0.2"
    chosen = {"health_port": port, "health_host": other}
    async with (
        a_channel(tmp_path, ParlourRules(a_choice, an_amount), **chosen) as channel,
        channel.bot_up(),
        aiohttp.ClientSession() as session,
    ):
        assert (await session.get(f"http://{other}:{port}/health")).status == 200
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"http://{HOST}:{port}/health")


async def test_commits_the_loop_and_the_last_backup_are_measured(tmp_path: Path) -> None:
    """A backup by the program's own name counts, nothing else in its folder."""
    (kept := tmp_path / "kept").mkdir()
    port, metrics = free_port(), Metrics()
    settings = Settings(_env_file=None, health_port=port, backups=kept)
    async with a_store(tmp_path / "db") as store, serve_health(list, store, metrics, settings):
        (kept / "labirynt-20210101T000000Z.sqlite3").write_text("a diary")
        none = counted((await ask(port, "/metrics"))[1])
        await store.put_guild(1, {"language": "pl"})
        back_up(tmp_path / "db", copy := kept / "labirynt-20220101T000000Z.sqlite3")
        os.utime(copy, (1_700_000_000, 1_700_000_000))
        shown = counted((await ask(port, "/metrics"))[1])

    assert none["labirynt_backup_timestamp_seconds"] == 0
    assert shown["labirynt_backup_timestamp_seconds"] == 1_700_000_000
    assert shown["labirynt_commit_seconds_count"] > 0
    assert "labirynt_loop_lag_seconds_count" in shown
