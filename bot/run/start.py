"""Starts the bot for Discord under a supervisor, and reloads a group's own tables."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

import discord
from structlog import get_logger

from bot.discord import logs
from bot.discord.client import Labirynt
from bot.discord.in_flight import always
from bot.discord.requests import HostClock, SendRoute
from bot.executors import WHOLE
from bot.games import face_of
from bot.games.own_tables import load_all_own, take_in
from bot.metrics import Metrics
from bot.run import health, supervisor
from bot.run.data_folder import KEEPERS_LOCK, LOCK, FolderUnusable, occupy_folder
from bot.run.shard_owner import LEAVES_WITHIN, ShardOwner
from bot.run.supervisor import HOPELESS
from bot.run.terminal import NO_SUCH_TOKEN, bad_table_in_words, give_up, read_settings
from bot.session.history import fresh_seed
from bot.session.sessions import Seeds, Sessions
from bot.settings import Settings, misnamed_files, unknown_settings
from bot.store import NewerDatabase, Store, StoreUnavailable
from bot.store.opening import NoDriver, locks_at, store_at
from bot.store.shards import Alone, Locks, OtherShards
from bot.table.records import ServedGuilds
from bot.words.narrator import Said, all_narrators
from rules.games import load
from rules.kernel.errors import BadTable
from rules.kernel.game import Rules
from rules.kernel.rulebook import Rulebook
from rules.kernel.words import Word

BETWEEN = 1.0
"""Seconds between two looks at the folder."""


class Reloading:
    """Watches the folder of a group's own tables; ``say`` tells the editor in each language what happened."""

    def __init__(self, folder: Path, sessions: Sessions, say: Callable[[dict[str, str]], None]) -> None:
        self._folder = folder
        self._sessions = sessions
        self._say = say
        self._seen = list(_file_states(folder))

    async def keep_looking(self) -> None:
        """Look again and again until cancelled."""
        while True:
            await asyncio.sleep(BETWEEN)
            await self.look()

    async def look(self) -> None:
        """Put in force what was saved since the last look; unreadable tables change nothing."""
        seen = list(_file_states(self._folder))
        if seen == self._seen:
            return
        self._seen = seen
        try:
            found = [await WHOLE.do(load, name, self._folder) for name in self._sessions.games]
        except BadTable as bad:
            self._say({
                each.locale: each.say("tables.kept", faults=Said(bad_table_in_words(each, bad)))
                for each in all_narrators()
            })  # fmt: skip
            return
        for rules in found:
            if isinstance(rules, Rulebook):
                take_in(rules.name, rules.tables, self._folder)
            if self._sessions.games.put_in_force(rules):
                game = Word(f"game.{rules.name}")
                self._say({each.locale: each.say("tables.in_force", game=game) for each in all_narrators()})


def _file_states(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Return each file's modification time (nanoseconds) and size (bytes)."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            about = file.stat()
            yield file, about.st_mtime_ns, about.st_size


BAD_TOKEN, WANTS_SHARDS = 4004, 4011
"""Close codes of Discord's gateway."""
CANNOT_START = (BadTable, NewerDatabase, FolderUnusable, OtherShards, health.PortTaken)
"""What no second try would cure; each says to a person what is wrong."""
YOUNG = 5_000
"""New objects after which the collector looks through them; a press makes some thousands that go by themselves."""

_log = get_logger(__name__)


def run() -> None:
    """Run the bot under a supervisor, which restarts it at growing intervals."""
    settings = read_settings()
    logs.set_up(settings)
    _must_have_a_token(settings)
    if supervisor.is_worker():
        _run_worker(settings)
    else:
        _supervise(settings)


def _supervise(settings: Settings) -> None:
    """Lock the folder from now on, so that nobody moves the games while no worker holds it."""
    for sentence in unknown_settings():
        _log.warning("setting.unknown", why=sentence)
    try:
        with occupy_folder(settings.data, _seconds_to_end(settings) + 2, [KEEPERS_LOCK]):
            supervisor.supervise(_seconds_to_end(settings))
    except FolderUnusable as trouble:
        _give_up(str(trouble), HOPELESS, settings)


def _must_have_a_token(settings: Settings) -> None:
    token = settings.token.get_secret_value()
    if not token:
        _give_up("\n".join([NO_TOKEN, *(f"{sentence}." for sentence in misnamed_files())]), HOPELESS, settings)
    if not logs.is_token(token):
        _give_up(f"{NO_SUCH_TOKEN}; copy it anew.", HOPELESS, settings)


NO_TOKEN = """\
There is no token. Set LABIRYNT_TOKEN in the environment, or LABIRYNT_TOKEN=… in a file .env where the bot is started
(from https://discord.com/developers/applications → your application → Bot); or LABIRYNT_TOKEN_FILE, a file with it.
To try the bot without an account: labirynt play"""


NO_ENTRY = "Discord does not accept the token; make a new one and put it into LABIRYNT_TOKEN."
TOO_MANY = (
    "The bot is in more servers than one shard may serve (2,500; close code 4011, sharding required): "
    "set LABIRYNT_SHARDS to one for each 1,000 servers."
)


def _give_up(sentence: str, code: int, settings: Settings) -> NoReturn:
    if settings.log_format == "json":
        _log.critical("gave.up", why=sentence)
        raise SystemExit(code)
    give_up(sentence, code)


# The bot ---------------------------------------------------------------------------------------------------


def games(settings: Settings) -> dict[str, Rules]:
    """Return every game with the tables in force; raises ``BadTable``."""
    return load_all_own(settings.tables)


@asynccontextmanager
async def bot(
    settings: Settings,
    rules: Mapping[str, Rules] | None = None,
    connector: Any = None,
    seeds: Seeds = fresh_seed,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Labirynt]:
    """Return the client with its open store, ready to be started."""
    async with _open_store_and_games(settings, rules) as (store, known):
        sessions = Sessions(store, known, clock, seeds)
        async with (
            Labirynt(settings, sessions, sessions.games, connector) as client,
            health.serve_health(lambda: [client], store, client.metrics, settings),
        ):
            await client.begin()
            yield client


@asynccontextmanager
async def _open_store_and_games(
    settings: Settings, rules: Mapping[str, Rules] | None = None
) -> AsyncIterator[tuple[Store, Mapping[str, Rules]]]:
    """Return the open store and the games; raises ``BadTable`` and the errors of opening a store."""
    settings.data.mkdir(parents=True, exist_ok=True)
    known = rules or games(settings)
    for game in known:
        face_of(game)  # imported now, and not while somebody waits
    store = store_at(settings.database.get_secret_value(), settings.sqlite_file)
    await store.open()
    try:
        yield store, known
    finally:
        await store.close()


def leave_alone_what_stays() -> None:
    """Exclude everything loaded so far from garbage collection, which took longer than many presses.

    Only for a process that is a bot for good: garbage made so far stays, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


# In Discord ------------------------------------------------------------------------------------------------


def _run_worker(settings: Settings) -> None:
    """Run the bot once, and log why it ended."""
    supervisor.end_with_the_supervisor()
    try:
        with (
            suppress(KeyboardInterrupt),
            occupy_folder(settings.data, _seconds_to_end(settings) + 2, [LOCK]),
        ):
            asyncio.run(_run_bot(settings))
    except (discord.LoginFailure, discord.ConnectionClosed) as closed:
        _exit_after_disconnect(settings, closed)
    except StoreUnavailable as trouble:
        _exit_without_store(trouble, settings)
    except CANNOT_START as trouble:
        _give_up(str(trouble), HOPELESS, settings)
    except Exception:
        _log.exception("worker.broke")
        raise SystemExit(1) from None


def _exit_without_store(trouble: StoreUnavailable, settings: Settings) -> NoReturn:
    """Exit because the games are unreachable; retried if that may help."""
    # A server that is still starting may be ready at the next try.
    away = bool(settings.database) and trouble.reason == "unreachable" and not isinstance(trouble, NoDriver)
    if trouble.reason == "locked" or away:
        _log.error("store.unreachable", reason=trouble.reason, why=str(trouble))
        raise SystemExit(1) from None
    where = "on the server of LABIRYNT_DATABASE" if settings.database else f"in {settings.sqlite_file}"
    _give_up(f"The games {where} cannot be used: {trouble}.", HOPELESS, settings)


def _seconds_to_end(settings: Settings) -> float:
    """Return the seconds that a worker has to end; with successors, they need time to start."""
    return LEAVES_WITHIN + supervisor.LAST_CALL if settings.database else supervisor.LAST_CALL


def _exit_after_disconnect(settings: Settings, closed: discord.LoginFailure | discord.ConnectionClosed) -> NoReturn:
    """Exit because Discord closed the connection; the code says whether a restart can help.

    https://discord.com/developers/docs/topics/opcodes-and-status-codes
    """
    if isinstance(closed, discord.LoginFailure) or closed.code == BAD_TOKEN:
        _give_up(NO_ENTRY, HOPELESS, settings)
    if closed.code == WANTS_SHARDS:
        _give_up(TOO_MANY, HOPELESS, settings)
    _log.error("discord.closed", code=closed.code, why=closed.reason)
    raise SystemExit(1)


async def _run_bot(settings: Settings) -> None:
    stop = asyncio.Event()
    supervisor.when_told_to_end(stop)
    async with _open_store_and_games(settings) as (store, known), _log_lifetime(settings):
        shard_owner = _shard_owner(settings, store, known)
        async with health.serve_health(
            shard_owner.serving.values, store, shard_owner.metrics, settings, shard_owner.is_away
        ):
            leave_alone_what_stays()
            supervisor.notify(supervisor.READY)
            telling = asyncio.create_task(supervisor.keep_telling(partial(_status_text, shard_owner)))
            try:
                await shard_owner.live(stop)
            finally:
                telling.cancel()


@asynccontextmanager
async def _log_lifetime(settings: Settings) -> AsyncIterator[None]:
    """Log the start, with version and database, and the end."""
    began = monotonic()
    _log.info("bot.began", version=version("labirynt"), games=_store_location(settings), shards=settings.shards)
    try:
        yield
    finally:
        _log.info("bot.ended", seconds=round(monotonic() - began, 1))


def _store_location(settings: Settings) -> str:
    if address := settings.database.get_secret_value():
        from bot.store.fleet.moving_server import spoken_address

        return spoken_address(address)
    return str(settings.sqlite_file.absolute())


def _status_text(shard_owner: ShardOwner) -> str:
    clients = shard_owner.serving.values()
    tables = sum(len(client.service.sessions.live()) for client in clients)
    heard = "Discord is heard" if clients and all(map(health.hears, clients)) else "Discord is out of reach"
    if shard_owner.count > 1:
        heard += f" ({len(clients)} of {shard_owner.count} shards)"
    return f"{heard}; {tables} live tables"


def _shard_owner(settings: Settings, store: Store, known: Mapping[str, Rules]) -> ShardOwner:
    """Return the owner of the shards, which starts a client per shard on one store."""
    metrics, address = Metrics(), settings.database.get_secret_value()
    locks: Locks = locks_at(address, settings.shards) if address else Alone(settings.shards)

    @asynccontextmanager
    async def serve_guilds(share: ServedGuilds) -> AsyncIterator[Labirynt]:
        sessions = Sessions(store, known, time.time, fresh_seed, share)
        holds = shard_owner.holds if address else always  # nobody takes a file from its process, however long it slept
        async with Labirynt(
            settings, sessions, sessions.games, None, locks.slot, holds, metrics, load, host_clock
        ) as client:
            yield client

    shard_owner = ShardOwner(locks, settings.shards, serve_guilds, settings.token.get_secret_value(), metrics)
    load = SendRoute(shard_owner.part)
    host_clock = HostClock(time.time)
    return shard_owner
