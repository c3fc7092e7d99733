"""Databases as older versions left them: kept games at a question, in the tables of any schema version."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from bot.discord.client import Labirynt
from bot.playground import Message, Playground
from bot.session.asking import first_asked
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store.backups import inspect_database
from bot.store.fleet.postgres import postgres_migrations, version_of
from bot.store.schema import shipped_migrations, steps
from bot.store.units import Logged, Unit
from bot.table.records import Address, GameRecord, SeatRecord
from bot.table.timekeeping import waited_at
from rules.games import load
from rules.kernel.advance import Snapshot, advance, cut
from rules.kernel.answers import Answer
from rules.kernel.chance import Sealed, commitment
from rules.kernel.game import Rules, seat_ids
from rules.kernel.proof import Verdict, check
from rules.kernel.requests import CHANCE
from tests.bot.a_channel import Channel
from tests.bot.store.a_server import everywhere, kept_at, run_sql, store_for
from tests.saves.make import SEATS, Saved, SavedStage
from tests.saves.test_saves import snapshot_of

FIGHT = "combat.orders"
"""What Labirynt Śmierci asks in the midst of a fight."""
NAMES = ("Ala", "Bartek", "Celina")
AT_ONCE, MOST_ACTIONS = 50, 100
"""Answers of the autopilot in one action, and actions to the end of a game."""

Answers = Sequence[Sequence[Answer]]


def kept(file: Path) -> Saved:
    """A saved game."""
    return msgspec.json.decode(file.read_bytes(), type=Saved)


def up_to(saved: Saved, stage: int, answers: int) -> tuple[list[Snapshot], list[list[Answer]]]:
    """The stages up to this one with their answers; of this one the first ``answers``.

    Of a game by older rules it is this stage alone: those before it can be played by these rules only.
    """
    rules = load(saved.game)
    logs = [stage.answers for stage in saved.stages[:stage]] + [saved.stages[stage].answers[:answers]]
    if saved.version != rules.version:
        return [snapshot_of(saved, stage)], logs[-1:]
    return list(_replayed(rules, saved, logs)), logs


def _replayed(rules: Rules[Any], saved: Saved, logs: Answers) -> Iterator[Snapshot]:
    snapshot = cut(rules, rules.begin(seat_ids(SEATS), {}), 0)
    for nth, answers in enumerate(logs):
        yield snapshot
        chance = Sealed(bytes.fromhex(saved.seed), snapshot.chain)
        snapshot = cut(rules, advance(rules, snapshot, answers, chance).state, nth + 1, chance.chain)


def amid(saved: Saved) -> tuple[int, int]:
    """Stage and number of answers before the last question of the first stage that has several, if possible of a fight.

    Where everybody is asked at once, the others have answered. Of a game by older rules it is a stage whose state was
    kept.
    """
    old = saved.version != load(saved.game).version
    stages = [stage for stage in saved.stages[1:] if stage.state or not old]
    found = [(one.stage, rows) for asked in (FIGHT, "") for one in stages if len(rows := _asked(one, asked)) > 1]
    stage, rows = found[0]
    return stage, rows[-1]


def _asked(stage: SavedStage, asked: str) -> list[int]:
    """Where in the log of a stage people answered such questions."""
    return [nth for nth, row in enumerate(stage.answers) if row.asked.startswith(asked) and row.seat != CHANCE]


def a_table_in(playground: Playground, saved: Saved, place: tuple[int, int], channel: str) -> Unit:
    """The saved game at this question as a table of three in a channel, all of it told."""
    world, rules, now = playground.world, load(saved.game), time.time()
    people = [int(world.person(name)["user"]["id"]) for name in NAMES]
    there, seed = world.channel(channel), bytes.fromhex(saved.seed)
    snapshots, logs = up_to(saved, *place)
    open_stage = snapshots[-1]
    chance = Sealed(seed, open_stage.chain)
    record = GameRecord(
        id="kept-" + "".join(word[0] for word in saved.game.split("-")),
        game=saved.game,
        channel_id=int(there["id"]),
        guild_id=int(there["guild_id"]),
        locale="pl",
        phase="playing",
        options={},
        leader_id=people[0],
        seats=tuple(map(SeatRecord, seat_ids(SEATS), people, NAMES)),
        epoch=0,
        commitment=commitment(seed),
        created_at=now - 1000,
    )
    told, step = 0, 1 + max((row.step for row in logs[-1]), default=-1)
    if saved.version == rules.version:
        position = advance(rules, open_stage, logs[-1], chance)
        told, step = len(position.told), position.step
    return Unit(
        record=record,
        revision=0,
        at=now,
        address=Address(0, open_stage.stage, step),
        told=told,
        rewritten=True,
        seeds=[(0, seed)],
        snapshots=snapshots,
        answers=[
            Logged(snapshot.stage, row, now - 900 + nth, NOBODY if row.seat == CHANCE else people[0])
            for nth, (snapshot, log) in enumerate(zip(snapshots, logs, strict=True))
            for row in log
        ],
        asked_at=now,
    )


async def put_into(file: Path, *units: Unit) -> None:
    """Make a database of today with these tables."""
    file.parent.mkdir(parents=True, exist_ok=True)
    store = store_for(file)
    await store.open()
    for unit in units:
        await store.commit(unit)
    await store.close()


def versions() -> list[int]:
    """Of the tables in which the tests keep their games, the oldest first."""
    return sorted(steps(_migrations()))


def version_in(file: Path) -> int:
    """Of the tables that this file, or what stands for it in a server, has now."""
    address = kept_at(file)
    return version_of(address).version if address else inspect_database(file).version


def as_of(file: Path, version: int) -> None:
    """Put a database into the tables of an older version: what those had no place for is dropped."""
    known = steps(_migrations())
    old = [known[number] for number in sorted(known) if number <= version]
    if address := kept_at(file):
        _server_as_of(address, old, version)
    else:
        _file_as_of(file, old, version)


def _migrations() -> Traversable:
    return postgres_migrations() if everywhere() else shipped_migrations()


def _file_as_of(file: Path, old: Sequence[str], version: int) -> None:
    fresh = file.with_name("old")
    with closing(sqlite3.connect(fresh)) as connection:
        for sql in old:
            connection.executescript(sql)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("ATTACH ? AS new", [str(file)])
        for table in _names(connection, "SELECT name FROM main.sqlite_master WHERE type = 'table'"):
            columns = [_names(connection, f"SELECT name FROM pragma_table_info('{table}', '{of}')") for of in SCHEMAS]
            connection.execute(_copied(table, *columns))
        connection.commit()
    for rest in ("", "-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    fresh.rename(file)


def _server_as_of(address: str, old: Sequence[str], version: int) -> None:
    """The schema of today becomes ``new`` for as long as the one of before is filled from it."""
    with psycopg.connect(address) as connection:
        (here,) = _names(connection, "SELECT current_schema()")
        connection.execute(f"ALTER SCHEMA {here} RENAME TO new; CREATE SCHEMA {here}".encode())
        for sql in old:
            connection.execute(sql.encode())
        connection.execute("SET session_replication_role = replica")  # in any order, whatever refers to whatever
        for table in _names(connection, f"SELECT tablename FROM pg_tables WHERE schemaname = '{here}'"):
            query = f"SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' AND table_schema"
            columns = [_names(connection, f"{query} = '{of}'") for of in (here, "new")]
            connection.execute(_copied(table, *columns).replace("main.", f"{here}.").encode())
        connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
        connection.execute(f"INSERT INTO schema_version VALUES ({version}); DROP SCHEMA new CASCADE".encode())


SCHEMAS = ("main", "new")
"""Of the older version, and of today."""


def _names(connection: Any, query: str) -> list[str]:
    return [row[0] for row in connection.execute(query) if not row[0].startswith("sqlite_")]


def _copied(table: str, old: Sequence[str], new: Sequence[str]) -> str:
    shared = ", ".join(column for column in old if column in new)
    where = " WHERE nth = 0" if table == "seeds" else ""
    return f"INSERT INTO main.{table} ({shared}) SELECT {shared} FROM new.{table}{where}"


async def press_what_stands_there(channel: Channel, client: Labirynt, game_id: str) -> None:
    """Whoever is waited for presses the usual answer below the open question, until another is asked."""
    before = await client.service.sessions.standing_of(game_id)
    assert before is not None
    place = str(before.record.channel_id)
    for seat in waited_at(before):
        asked = next(one for one in channel.hands.newest_first(place, NAMES[0]) if _usual(one))
        (user,) = [str(one.user_id) for one in before.record.seats if one.seat == seat]
        await channel.hands.press(user, asked, _usual(asked))
        await channel.hands.settled()
        after = await client.service.sessions.standing_of(game_id)
        if after is not None and after.address != before.address:
            return
    raise AssertionError(f"the button of before does nothing: {channel.texts()[-1]}")


def _usual(message: Message) -> str:
    """The custom id of the usual answer, or of letting the bot throw; '' where there is none."""
    verbs = (":usual:", ":fall:")
    return next((each.custom_id for each in message.buttons if any(verb in each.custom_id for verb in verbs)), "")


def told_in_channels(channel: Channel, calls: int) -> list[tuple[str, str]]:
    """What the bot has done in any channel after so many calls."""
    return [one for one in channel.posts()[calls:] if one[0] != "GET" and one[1].startswith("/channels/")]


async def finish(sessions: Sessions, game_id: str) -> None:
    """Have the autopilot play all seats to the end of the game."""

    async def play_on(turn: Transaction) -> None:
        seats = [one.seat for one in turn.record.seats]
        for _ in range(AT_ONCE):
            if (seat := first_asked(turn.waiting, seats)) is not None:
                await turn.give_usual(seat, NOBODY)

    for _ in range(MOST_ACTIONS):
        if (await sessions.change(game_id, None, play_on)).record.phase == "ended":
            return
    raise AssertionError("the game does not end")


async def verdict_on(sessions: Sessions, game_id: str) -> Verdict:
    """What the check of a finished game's dice found."""
    return check(await sessions.proof(game_id))


def answers_in(file: Path) -> list[tuple[Any, ...]]:
    """All answers of a database, in the columns that every version has."""
    return run_sql(
        file, "SELECT game, epoch, stage, step, part, asked, seat, value FROM answers ORDER BY 1, 2, 3, 4, 5"
    )
