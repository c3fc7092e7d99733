"""How much a game weighs: while it is played, packed, and bound into its annals; and what making room costs others."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.acts.housekeeping import make_room_at
from bot.session.sessions import Sessions
from bot.store.backups import shrink
from bot.store.retention import Room, Thrift
from bot.store.units import Placed
from tests.bench.a_slow_disk import a_bot, a_table, usual
from tests.bench.games import the_game
from tests.bench.report import Figure
from tests.short_form import ALONE, NONE, sized

GAMES = sized(4, 1)
MOST = sized(5000, 1000)
OPTIONS = sized(NONE, ALONE)
KEYS = 8
"""Bytes of a row beside its text and data: small numbers, and what SQLite notes of them."""
KEPT, BOUND = Thrift(days=1000.0), Thrift(days=-1.0)


async def figures() -> list[Figure]:
    """Bytes of the file for each answer, without what an empty database has, and the longest work in one step."""
    with TemporaryDirectory() as name:
        file = Path(name) / "games"
        async with a_bot(file, sqlite3.Connection):
            pass
        empty = shrink(file)
        async with a_bot(file, sqlite3.Connection) as sessions:
            answers = sum([await _played(sessions, channel) for channel in range(GAMES)])
        whole, proof = shrink(file), _weigh_proofs(file)
        async with a_bot(file, sqlite3.Connection) as sessions:
            packing = await _made(sessions, KEPT)
            idle = await _made(sessions, KEPT)
        packed = shrink(file)
        async with a_bot(file, sqlite3.Connection) as sessions:
            binding = await _made(sessions, BOUND)
        bound = shrink(file)
    detail = f"{GAMES} games of {the_game().name}, {answers} answers"
    return [
        Figure("the file for each answer, as played", (whole - empty) / answers, "bytes", detail),
        Figure("of it the lines of the proof, with their keys", proof / answers, "bytes", "for each answer", most=200),
        Figure("the same, over and packed", (packed - empty) / answers, "bytes", "snapshots alone"),
        Figure(
            "the same, bound into annals", (bound - empty) / answers, "bytes", "LABIRYNT_KEEP_DAYS later", most=1024
        ),
        Figure("the longest step of packing", packing * 1000, "ms", "processor time, all threads"),
        Figure("a look at a table where nothing is to be done", idle * 1000, "ms", "the longest"),
        Figure("binding a game that is over", binding * 1000, "ms", "the longest, once for each game"),
    ]


def _weigh_proofs(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(f"SELECT sum(length(game) + length(data) + {KEYS}) FROM proof_lines").fetchone()[0]


async def _played(sessions: Sessions, channel: int) -> int:
    """A game to its end, all of it posted; how many answers it took."""
    game_id, count = await a_table(sessions, channel, the_game().name, OPTIONS), 1
    while count < MOST and await usual(sessions, game_id):
        count += 1
    if count == MOST:
        await sessions.end(channel, 10, channel + 1_000_000, may=True)
    told = await sessions.store.outbox(game_id)
    await sessions.store.note_posted(game_id, None, [Placed(row.id, row.id) for row in told])
    return count


async def _made(sessions: Sessions, thrift: Thrift) -> float:
    """Make room until there is no more to be made; processor seconds of the longest step."""
    longest = 0.0
    for game_id in await sessions.store.pruning.tables_after("", GAMES):
        room: Room | None = None
        while room is None or room.rows:
            begun = time.process_time()
            room = await make_room_at(sessions, game_id, thrift)
            longest = max(longest, time.process_time() - begun)
    return longest
