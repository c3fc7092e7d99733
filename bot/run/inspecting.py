"""``labirynt inspect`` and ``replay``: what a game looked like at any step, and the first step that breaks.

They read a copy of the database, or an exported file, and write nothing. A state shows what players hide; seeds are
never shown.
"""

from __future__ import annotations

import asyncio
import sqlite3
import traceback
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec import to_builtins

from bot.acts.copies.importing import SQLITE, read_copy, why_of
from bot.acts.copies.replaying import BadImport
from bot.games.own_tables import load_own
from bot.run.store_commands import backup_place, blaming, database_in, plainly
from bot.run.terminal import kindly, moment, voice
from bot.session.faults import OtherTables, OurFault
from bot.session.history import pages_up_to
from bot.session.party import question
from bot.session.sessions import Sessions
from bot.settings import Settings
from bot.store import NewerDatabase, Store, StoreUnavailable
from bot.store.backups import copy_database, must_be_whole, own_backups
from bot.store.listing import list_games
from bot.store.opening import store_at
from bot.store.sqlite import SqliteStore
from bot.store.units import Saved
from bot.table.timekeeping import HOUR, is_idle, waited_for
from bot.table.votes import seats_of_votes
from bot.words.narrator import Narrator, Said
from rules.games import all_games
from rules.kernel.advance import Position, Snapshot, run
from rules.kernel.answers import Answer, log_order
from rules.kernel.chance import Scripted
from rules.kernel.errors import Diverged, Refused
from rules.kernel.game import Rules
from rules.kernel.requests import Seat

REPLAYED = 20
"""Games of a backup that are played again."""
MOST_ROWS = 20
"""Rows of the log that are printed before the step that is looked at."""


class Unreadable(Exception):
    """A stored game cannot be read; the text says why."""


REFUSALS = (Unreadable, NewerDatabase, StoreUnavailable)
"""Errors that a command says in one sentence."""


class RecordedStage(NamedTuple):
    """A stage as stored: the snapshot with which it began, and its log in the order in which the rules read it."""

    snapshot: Snapshot
    log: Sequence[Answer]


class RecordedGame(NamedTuple):
    """A game as stored; ``facts``: what is known of it beside its stages, to be printed.

    ``table``: the table of a database, and who has ``voted`` on its open question.
    """

    rules: Rules
    facts: Mapping[str, Any]
    stages: Sequence[RecordedStage]
    table: Saved | None = None
    voted: Sequence[Seat] = ()

    @property
    def numbers(self) -> str:
        """The numbers of the first and the last stage."""
        return f"{self.stages[0].snapshot.stage} to {self.stages[-1].snapshot.stage}"


class Break(NamedTuple):
    """The place where the rules of this program and the log differ, and why; ``trace``: the stack frames of a fault.

    ``played_by``: the version of the rules that played the stage, if it is another than this program's.
    ``missing``: the row that the tables lack.
    """

    stage: int
    step: int | None
    why: str
    trace: str = ""
    played_by: int = 0
    missing: str = ""


def games_in(data: Path | None, phase: str, before: float, channel: int) -> Iterator[dict[str, Any]]:
    """Yield the games as ``list_games`` does; exit code 2 if they cannot be read."""
    with kindly(*REFUSALS, ValueError, sqlite3.Error):
        settings = Settings.in_folder(data)
        file = settings.sqlite_file if settings.database else find_database(data)
        yield from list_games(settings.database.get_secret_value(), file, phase, before, channel)


def read_game(typed: str, data: Path | None, own: Path | None) -> RecordedGame:
    """Read the game of an exported file, of a channel, or of an id; raises ``Unreadable``."""
    if is_file(typed):
        return _read_file(Path(typed), own)
    return asyncio.run(_read_database(data, typed, own))


def is_file(typed: str) -> bool:
    """Return whether this names a file."""
    try:
        return Path(typed).is_file()
    except (OSError, ValueError):  # longer than a path may be
        return False


def read_channel(typed: str) -> int:
    """Return the channel's id in this text, or 0 if there is none."""
    return int(typed) if typed.isdecimal() and len(typed) < 20 else 0


def _read_file(file: Path, own: Path | None) -> RecordedGame:
    try:
        data = file.read_bytes()
        if data.startswith(SQLITE):
            raise Unreadable(
                f"{file.name} is a database of games, such as a backup. Give it a folder by labirynt restore "
                f"{file.name} --data NEW_FOLDER; then type labirynt inspect GAME --data NEW_FOLDER."
            )
        copy = read_copy(data)
    except OSError as error:
        raise Unreadable(f"{file.name} cannot be read: {error.strerror}") from error
    except BadImport as bad:
        raise Unreadable(f"{file.name}: {why_of(Narrator('en', marked=False), bad)}") from bad
    stages = [
        RecordedStage(
            Snapshot(copy.game, stage.stage, stage.schema, stage.version, stage.tables, stage.chain, stage.state),
            sorted((line.answer for line in stage.answers), key=log_order),
        )
        for stage in copy.stages
    ]
    seats = {seat.seat: seat.name for seat in copy.seats}
    facts = {"file": file.name, "game": copy.game, "phase": copy.phase, "options": copy.options, "seats": seats}
    return RecordedGame(_load_rules(copy.game, own), facts, stages)


async def replay_some(file: Path, own: Path | None) -> tuple[int, list[str]]:
    """Play some running games of a copy of this database again; return their number and the ids of those that break."""
    async with open_copy(file) as store:
        entries = [*await store.resting(), *await store.index()]
        ids = [entry.id for entry in entries if entry.phase == "playing"][-REPLAYED:]
        breaks = [(id, replay(await _read_from(store, id, own))) for id in ids]
    return len(ids), [id for id, broken in breaks if broken and not broken.played_by]


async def _read_database(data: Path | None, typed: str, own: Path | None) -> RecordedGame:
    async with open_games(data) as store:
        return await _read_from(store, typed, own)


async def _read_from(store: Store, typed: str, own: Path | None) -> RecordedGame:
    channel = read_channel(typed)
    saved = await store.load((await store.newest_in(channel) if channel else None) or typed)
    if not saved:
        raise Unreadable(f"There is no game {typed[:40]!r} in these data: a channel's id, or a game's own.")
    record, at = saved.record, saved.address
    if not saved.snapshot:
        raise Unreadable(f"Game {record.id} has not begun: its log is empty.")
    voted = (await store.votes(record.id)).get(question(at), ())
    facts = _facts_of(saved, (await store.last_answer(record.id))[1])
    stages = [
        RecordedStage(page.snapshot, sorted((row.answer for row in page.answers), key=log_order))
        for page in await pages_up_to(store, record.id, at)
    ]
    return RecordedGame(_load_rules(record.game, own), facts, stages, saved, seats_of_votes(voted))


def _facts_of(saved: Saved, answered_at: float) -> dict[str, Any]:
    record = saved.record
    return {
        "id": record.id,
        "game": record.game,
        "channel": record.channel_id,
        "phase": record.phase,
        "language": record.locale,
        "options": record.options,
        "seats": {seat.seat: seat.name or "free" for seat in record.seats},
        "begun": moment(record.created_at),
        "asked_since": moment(saved.asked_at),
        "last_answer": moment(answered_at),
        **{
            name: {seat.seat: moment(since) for seat in record.seats if (since := getattr(seat, name)) > saved.asked_at}
            for name in ("reminded_at", "called_at", "overdue_at", "away_until")
        },
        "epoch": saved.address.epoch,
    }


def _load_rules(game: str, own: Path | None) -> Rules:
    if game not in all_games():
        raise Unreadable(f"This program has no game {game[:40]!r}.")
    return load_own(game, own)


def find_database(data: Path | None) -> Path:
    """Return the database of this data folder, else the configured one; raises ``Unreadable`` if there is none."""
    with kindly(ValueError):
        file = database_in(data)
    if not file.is_file():
        raise Refused("no_database", file=Said(file))
    return file


@asynccontextmanager
async def open_games(data: Path | None) -> AsyncIterator[Store]:
    """Open the games of this folder, else of the settings, to be read: a copy of the file, or the server itself."""
    with kindly(ValueError):
        settings = Settings.in_folder(data)
    if not (address := settings.database.get_secret_value()):
        async with open_copy(find_database(data)) as store:
            yield store
        return
    store = store_at(address, settings.sqlite_file, read_only=True)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_copy(file: Path) -> AsyncIterator[Store]:
    """Open a copy of a database, because a bot may be using the original; raises ``Unreadable``."""
    with TemporaryDirectory(prefix="labirynt-") as folder:
        copy = Path(folder) / file.name
        try:
            copy_database(file, copy)
        except sqlite3.Error as error:
            raise Unreadable(f"{file} cannot be read: {error}") from error
        store = SqliteStore(copy)
        await store.open()
        try:
            yield store
        finally:
            await store.close()


def parse_place(typed: str | None, game: RecordedGame) -> tuple[RecordedStage, int | None]:
    """Return the stage of ``STAGE`` or ``STAGE:STEP`` and the step (None: its last); raises ``Unreadable``."""
    if typed is None:
        return game.stages[-1], None
    stage, _, step = typed.partition(":")
    if not stage.isdecimal() or not (step.isdecimal() or not step) or len(typed) > 20:
        raise Unreadable(f"--at {typed[:40]!r}: write STAGE or STAGE:STEP, for example 14:3.")
    for recorded in game.stages:
        if recorded.snapshot.stage == int(stage):
            return recorded, int(step) if step else None
    raise Unreadable(f"--at {typed[:40]!r}: this game has the stages {game.numbers}.")


def inspect(game: RecordedGame, stage: RecordedStage, step: int | None) -> tuple[dict[str, Any], Break | None]:
    """Return what the table looked like before this step, what was asked, and the log so far.

    ``step`` None: after everything that the stage's log holds. The second value says where the log breaks before that.
    """
    log = [row for row in stage.log if step is None or row.step < step]
    position, broken = _play(game.rules, stage.snapshot, log)
    stored, rules = stage.snapshot, game.rules
    facts = {
        **game.facts,
        "stored": {"version": stored.version, "schema": stored.schema, "tables": stored.tables},
        "here": {"version": rules.version, "schema": rules.schema, "tables": rules.digest},
        "stages": game.numbers,
        "stage": stored.stage,
        "log": [
            {"step": row.step, "part": row.part, "seat": row.seat, "asked": row.asked, "value": row.value}
            for row in log[-MOST_ROWS:]
        ],
    }
    if position:
        facts["step"] = position.step
        facts["asked"] = position.waiting.asked if position.waiting else "nothing: the stage is over"
        if game.table and game.table.record.phase == "playing" and (stage, step) == (game.stages[-1], None):
            facts |= _awaited(game.table, position, game.voted)
        facts["state"] = _with_text_keys(to_builtins(position.state))
    return facts, broken


def _awaited(table: Saved, position: Position, voted: Sequence[Seat]) -> dict[str, Any]:
    """Return whom the open question waits for, and its deadline without regard to quiet hours."""
    hours = 0.0 if is_idle(position.waiting) else table.record.habits.deadline_after
    return {
        "waits_for": list(waited_for(table.record, position.waiting, position.done, voted)),
        "deadline": moment(table.asked_at + hours * HOUR if hours else None),
    }


def _with_text_keys(value: Any) -> Any:
    """Return the value with every key of a mapping as text, as JSON wants it: a state also has pairs as keys."""
    match value:
        case dict():
            return {str(key): _with_text_keys(inner) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_with_text_keys(inner) for inner in value]
    return value


def replay(game: RecordedGame) -> Break | None:
    """Play every stored stage again; return the first step at which rules and log part, or None.

    Each stage must also end in the state with which the next one began.
    """
    rules = game.rules
    for stage, after in zip(game.stages, [*game.stages[1:], None], strict=True):
        if broken := _break_of(rules, stage, after):
            version = stage.snapshot.version
            breaks = (_play(rules, each_stage.snapshot, each_stage.log)[1] for each_stage in game.stages)
            missing = next(filter(None, (each_break.missing for each_break in breaks if each_break)), "")
            return broken._replace(played_by=version if version != rules.version else 0, missing=missing)
    return None


def _break_of(rules: Rules, stage: RecordedStage, after: RecordedStage | None) -> Break | None:
    """Play a stage again; return where it breaks, or None if the stage ``after`` it follows."""
    position, broken = _play(rules, stage.snapshot, stage.log)
    if not position or not after:
        return broken
    number = stage.snapshot.stage
    if position.waiting:
        return Break(number, position.step, f"the log ends while {position.waiting.asked!r} is asked")
    if after.snapshot.stage == number + 1 and not rules.matches(
        position.state, after.snapshot.state, after.snapshot.schema
    ):
        return Break(number, None, f"the state after it is not the one with which stage {number + 1} began")
    return None


def _play(rules: Rules, snapshot: Snapshot, log: Sequence[Answer]) -> tuple[Position | None, Break | None]:
    """Play these rows; chance gives nothing that is not among them."""
    try:
        state = rules.decode(snapshot.state, snapshot.schema)
        return run(rules, state, log, Scripted({})), None
    except Diverged as diverged:
        why = f"the log answers {diverged.recorded!r}, the rules ask {diverged.asked!r}"
        return None, Break(snapshot.stage, diverged.step, why)
    except Exception as fault:  # whatever broke is what is looked for
        frames = "".join(traceback.format_exception(fault))
        missing = str(fault.args[0]) if isinstance(fault, KeyError) and snapshot.tables != rules.digest else ""
        return None, Break(
            snapshot.stage, None, f"{type(fault).__name__}: {fault}", "" if missing else frames, 0, missing
        )


async def lost_games(sessions: Sessions) -> list[str]:
    """Return a sentence for each running game that lacks a row of the tables in force."""
    lost: list[str] = []
    for entry in sessions.live():
        try:
            await sessions.standing_of(entry.id)
        except OtherTables as fault:
            lost.append(voice().say("terminal.lost", channel=Said(entry.channel_id), row=Said(fault.reference)))
        except OurFault:  # it is in the log
            continue
    return lost


def verify_backup(file: Path | None, own: Path | None, narrator: Narrator) -> tuple[bool, str]:
    """Check a copy of a backup, or of the newest in a folder, and replay some of its games; return if all is well."""
    with plainly(narrator):
        file = backup_place(file, None)
        if file.is_dir():
            file = next(reversed(own_backups(file)), file)
        with blaming(file):
            must_be_whole(file, file)
            replayed, broken = asyncio.run(replay_some(file, own))
    good = narrator.say("backup.good", file=Said(file), games=replayed)
    return not broken, "\n".join([good, *(narrator.say("backup.broken", game=Said(game)) for game in broken)])
