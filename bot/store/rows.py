"""Converts database rows to records; it holds the SQL of every query and packs states."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from bot.store.units import Logged, Saved, Story, Unposted
from bot.table import records
from bot.table.habits import Habits
from bot.table.results import Feats, Luck, Result
from bot.table.votes import Vote
from rules.kernel.advance import Snapshot
from rules.kernel.answers import Answer
from rules.kernel.recording import Line
from rules.kernel.requests import CHANCE

GROUP = 16
"""This number of stages use the first one's snapshot as base, so that unpacking one needs at most one other."""
WINDOW = 32 * 1024
"""The number of bytes of the base to which deflate can refer back."""
GONE = -1
"""The user id that replaces the id of a person who answered, once it is no longer needed."""


def base_of(stage: int, first: int) -> int:
    """Return the stage whose snapshot is the base of this one; ``first``: the first stage of the epoch."""
    return max(stage - stage % GROUP, first)


def pack(state: bytes, base: bytes = b"") -> bytes:
    """Compress a snapshot's state, with the state of its base as dictionary."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, *([base[-WINDOW:]] if base else []))
    return press.compress(state) + press.flush()


def unpack(packed: bytes, base: bytes = b"") -> bytes:
    """Return the state from its packed form and its base."""
    return zlib.decompressobj(-15, *([base[-WINDOW:]] if base else [])).decompress(packed)


def state_in(stage: int, state: bytes, base: int | None, under: bytes | None, under_base: int | None) -> bytes:
    """Return a snapshot's state from its row and the row of its base (``under``, ``under_base``), packed or not."""
    if base is None:
        return state
    if base == stage or under is None:
        return unpack(state)
    return unpack(state, under if under_base is None else unpack(under))


class ArchivedGame(Struct, frozen=True, array_like=True):
    """A packed game: the snapshot and answers of each stage and all stories, as rows of the queries.

    ``proof``: the lines of each stage's proof, as pieces of ``proof_data``.
    """

    stages: dict[int, tuple[tuple[Any, ...], list[tuple[Any, ...]]]]
    stories: list[tuple[Any, ...]]
    proof: dict[int, list[bytes]] = {}


_decoder = msgspec.msgpack.Decoder(ArchivedGame)
_lists = msgspec.msgpack.Decoder(list[list[Any]]).decode
NEEDED = 3
"""The fields of a proof's line that have no default."""


def bind(annals: ArchivedGame) -> bytes:
    """Encode and compress an archived game."""
    return lzma.compress(msgspec.msgpack.encode(annals))


def unbind(data: bytes) -> ArchivedGame:
    """Decode an archived game."""
    return _decoder.decode(lzma.decompress(data))


decode = msgspec.json.Decoder().decode
_options = msgspec.json.Decoder(dict[str, str]).decode
settings = _options
habits = msgspec.json.Decoder(Habits).decode
_feats = msgspec.json.Decoder(Feats).decode
_luck = msgspec.json.Decoder(Luck).decode

SHARE = "(guild_id >> 22) % :count = :shard"
"""The SQL condition for the tables of one Discord shard; see bot/table/records.py."""
_UNFINISHED = "phase <> 'ended'"
"""The condition of the index ``games_unfinished``, which a query must repeat beside a narrower one to use the index."""
INDEX = f"SELECT id, channel_id, phase, guild_id FROM games WHERE phase <> 'ended' AND archived = 0 AND {SHARE}"
RESTING = (
    f"SELECT id, channel_id, phase, guild_id FROM games WHERE phase <> 'ended' AND archived = 1 AND {SHARE}"
    " ORDER BY created_at DESC"
)
NEWEST = (
    "SELECT id FROM games WHERE channel_id = ? AND archived = 0 AND epoch >= ?"
    " ORDER BY (phase = 'ended' AND epoch = 0), created_at DESC, (phase = 'ended'), id LIMIT 1"
)
REVISION = "SELECT revision FROM games WHERE id = ?"
TABLE = (
    "SELECT g.id, g.game, g.channel_id, g.guild_id, g.locale, g.phase, g.options, g.leader_id, g.commitment,"
    " g.created_at, g.epoch, g.stage, g.step, g.told, g.revision, f.seed,"
    " s.schema, s.version, s.tables, s.chain, s.state, EXISTS (SELECT 1 FROM drafts WHERE drafts.game = g.id),"
    " g.gm_id, g.habits, g.archived, g.asked_at, f.nth,"
    " (SELECT max(upto) FROM proof_lines p WHERE p.game = g.id AND p.epoch = g.epoch AND p.stage = g.stage)"
    " FROM games g LEFT JOIN seeds f ON f.game = g.id AND f.nth = (SELECT max(nth) FROM seeds WHERE game = g.id)"
    " LEFT JOIN snapshots s ON s.game = g.id AND s.epoch = g.epoch AND s.stage = g.stage WHERE g.id = ?"
)
SEATS = (
    "SELECT seat, user_id, name, autopilot, away_until, stand_in, reminded_at, overdue_at, called_at, computer,"
    " username FROM seats WHERE game = ? ORDER BY place"
)
LOG = (
    "SELECT step, part, asked, seat, value, seal FROM answers WHERE game = ? AND epoch = ? AND stage = ?"
    " ORDER BY step, part = '', part"
)
PROOF = "SELECT data FROM proof_lines WHERE game = ? AND epoch = ? AND stage = ? ORDER BY upto"

# An undo begins a new epoch at the stage it goes back to. So a stage of the present line lies in the latest epoch
# that began at this stage or before it.
EPOCH_OF = (
    "SELECT max(epoch) FROM (SELECT epoch, min(stage) AS first FROM snapshots WHERE game = ? AND epoch <= ?"
    " GROUP BY epoch) AS began WHERE first <= ?"
)
SNAPSHOT = (
    "SELECT games.game, s.stage, s.schema, s.version, s.tables, s.chain, s.state, s.base, b.state, b.base"
    " FROM snapshots s JOIN games ON games.id = s.game"
    " LEFT JOIN snapshots b ON b.game = s.game AND b.epoch = s.epoch AND b.stage = s.base"
    " WHERE s.game = ? AND s.epoch = ? AND s.stage = ?"
)
# What is set right before a step, or done beside it, comes before its answer, though both may have the same time.
PAGE = (
    "SELECT step, part, asked, seat, value, at, user_id, seal FROM answers"
    " WHERE game = ? AND epoch = ? AND stage = ? ORDER BY step, part = '', at, part"
)
SEEDS = "SELECT seed FROM seeds WHERE game = ? ORDER BY nth"
SEEN = "SELECT 1 FROM interactions WHERE id = ?"
DRAFT = "SELECT field, value FROM drafts WHERE game = ? AND seat = ? AND epoch = ? AND stage = ? AND step = ?"
STORIES = (
    "SELECT o.id, o.game, games.game, games.channel_id, o.epoch, o.stage, o.step, o.told, o.seat, o.value, o.at, o.lead"
    " FROM outbox o JOIN games ON games.id = o.game"
)
CHRONICLE = f"{STORIES} WHERE o.game = ? ORDER BY o.id"
OUTBOX = f"{STORIES} WHERE o.posted = 0 AND games.archived = 0"
OUTBOX_ALL = f"{OUTBOX} AND {SHARE} ORDER BY +o.id"  # the plus keeps SQLite from reading all stories in this order
OUTBOX_OF = f"{OUTBOX} AND o.game = ? ORDER BY o.id"
TOLD_IN = f"{STORIES} WHERE o.game = ? AND o.message_id = ? ORDER BY o.id"
PROMPTS = "SELECT epoch, stage, step, key, message_id FROM prompts WHERE game = ? ORDER BY epoch, stage, step, key"
_TO_CLOSE = "substr(key, 1, 10) <> 'vote/undo/'"
"""The condition for prompts that must not stand after the end: a proposal to take it back may."""
UNFINISHED = (
    f"SELECT id, stirred_at FROM games WHERE archived = 0 AND {SHARE}"
    f" AND id IN (SELECT game FROM prompts WHERE {_TO_CLOSE}"
    f" EXCEPT SELECT id FROM games WHERE {_UNFINISHED}"
    " UNION SELECT game FROM outbox WHERE posted = 0"
    f" UNION SELECT id FROM games WHERE {_UNFINISHED} AND phase = 'playing' AND NOT EXISTS (SELECT 1 FROM prompts p"
    " WHERE p.game = games.id AND p.epoch = games.epoch AND p.stage = games.stage AND p.step = games.step)"
    f" UNION SELECT id FROM games WHERE {_UNFINISHED} AND phase = 'lobby' AND NOT EXISTS (SELECT 1 FROM prompts p"
    " WHERE p.game = games.id AND p.key = 'lobby'))"
)
LAST_POSTED = "SELECT max(message_id) FROM outbox WHERE game = ?"
UNPOSTED = (
    "SELECT count(*) FROM outbox o JOIN games ON games.id = o.game"
    f" WHERE o.posted = 0 AND games.archived = 0 AND {SHARE}"
)
EPOCHS = (
    "SELECT epoch, why, parent, stage, step, tip_stage, tip_step, at, user_id FROM epochs WHERE game = ? ORDER BY epoch"
)
SITTERS = "SELECT seat, since, user_id, name FROM sitters WHERE game = ? ORDER BY since, seat"
DUE = (
    f"SELECT id FROM games WHERE due_at <= :now AND phase = 'playing' AND archived = 0 AND {SHARE}"
    " ORDER BY due_at LIMIT :most"
)
OLD_LOBBIES = (
    f"SELECT id FROM games WHERE {_UNFINISHED} AND phase = 'lobby' AND stirred_at < :before AND {SHARE}"
    " ORDER BY stirred_at LIMIT :most"
)
AHEAD = (
    "SELECT (SELECT max(CASE WHEN asked_at > stirred_at THEN asked_at ELSE stirred_at END) FROM games) > :ahead"
    " OR (SELECT max(reminded_at) FROM seats WHERE reminded_at > 0) > :ahead"
    " OR (SELECT max(overdue_at) FROM seats WHERE overdue_at > 0) > :ahead"
    " OR (SELECT max(called_at) FROM seats WHERE called_at > 0) > :ahead"
)
"""Whether any time is in the future; None also means no. A maximum is the last entry of an index, whatever the time."""
LAST_ANSWER = (
    "SELECT user_id, at FROM answers WHERE game = ? AND user_id > 0"
    " ORDER BY at DESC, epoch DESC, stage DESC, step DESC LIMIT 1"
)
MISSED = (
    "SELECT (SELECT count(DISTINCT stage) FROM answers WHERE game = :game AND at > :since),"
    " (SELECT min(message_id) FROM outbox WHERE game = :game AND at > :since)"
)
LAST_ACTED = "SELECT max(at) FROM answers WHERE game = ? AND user_id = ?"
PROPOSED = (
    "SELECT v.game FROM votes v JOIN games g ON g.id = v.game WHERE v.matter = :matter AND g.phase = 'playing'"
    f" AND g.archived = 0 AND {SHARE} GROUP BY v.game HAVING min(v.at) <= :before"
)
VOTES = "SELECT matter, seat, value, at, user_id FROM votes WHERE game = ? ORDER BY at, seat"
PEOPLE = (
    "SELECT user_id, zone, quiet_from, quiet_to, pings, place, dm_id, locale, fame FROM people WHERE user_id IN ({})"
)
_FOLLOWS = "SELECT f.game, f.user_id, f.how, f.dm_id, f.locale, f.told_at, f.due_at FROM follows f"
FOLLOWERS = f"{_FOLLOWS} WHERE f.game = ? ORDER BY f.user_id"
FOLLOWERS_DUE = (
    f"{_FOLLOWS} JOIN games g ON g.id = f.game WHERE f.due_at > 0 AND f.due_at <= :now AND g.archived = 0 AND {SHARE}"
    " ORDER BY f.due_at LIMIT :most"
)
GUILD = "SELECT settings FROM guilds WHERE guild_id = ?"
PREPARED = (
    "SELECT id, guild_id, user_id, seen_at, game, name, line, note, place FROM prepared"
    " WHERE guild_id = ? AND user_id = ? ORDER BY id"
)
HANDOUT = "SELECT seat, text, picture FROM handouts WHERE game = ? AND id = ?"
NOTES = "SELECT id, at, user_id, text FROM notes WHERE game = ? ORDER BY id"
_OF_USER = (
    "id IN (SELECT id FROM games WHERE leader_id = :user UNION SELECT id FROM games WHERE gm_id > 0 AND gm_id = :user"
    " UNION SELECT game FROM seats WHERE user_id = :user UNION SELECT game FROM seats"
    " WHERE stand_in > 0 AND stand_in = :user{})"
)
PLAYED = (
    "SELECT 1 FROM seeds own JOIN seeds s ON s.seed = own.seed JOIN games g ON g.id = s.game WHERE own.game = ?"
    " AND g.phase = 'playing' AND s.nth = (SELECT max(nth) FROM seeds WHERE game = s.game) LIMIT 1"
)
INSIDER = "SELECT seat FROM insiders WHERE game = ? AND user_id = ?"
INSIDER_KEY = "SELECT key FROM insider_keys WHERE game = ?"
FORGOTTEN_INSIDER = "SELECT seat FROM forgotten WHERE game = ? AND hash = ?"
SEEN_BY = (
    "SELECT g.game, i.game, i.seat, k.key FROM insiders i JOIN games g ON g.id = i.game"
    " LEFT JOIN insider_keys k ON k.game = i.game WHERE i.user_id = ? AND g.phase <> 'ended'"
)
TABLES_OF = (
    f"SELECT id, channel_id, phase, guild_id FROM games WHERE {_OF_USER.format(' AND away_until > 0')}"
    " AND phase <> 'ended' AND archived = :archived ORDER BY created_at"
)
_SEEN_BY_USER = " UNION SELECT game FROM insiders WHERE user_id = :user"
ALL_TABLES_OF = f"SELECT id FROM games WHERE {_OF_USER.format(_SEEN_BY_USER)}"

# Of a live table one row for each seat of the open question that is not answered, of any other one row.
LISTED = (
    "SELECT g.id, CASE WHEN g.archived = 1 AND g.phase <> 'ended' THEN 'put_away' ELSE g.phase END,"
    " CASE g.phase WHEN 'playing' THEN g.asked_at ELSE g.stirred_at END, (SELECT a.at FROM answers a"
    " WHERE a.game = g.id AND a.user_id <> 0 ORDER BY a.epoch DESC, a.stage DESC, a.step DESC, a.part DESC LIMIT 1),"
    " g.channel_id, g.guild_id, s.version, g.game, g.habits, w.seat, w.user_id FROM games g"
    " LEFT JOIN snapshots s ON s.game = g.id AND s.epoch = g.epoch AND s.stage = g.stage"
    " LEFT JOIN seats w ON w.game = g.id AND g.phase = 'playing' AND w.autopilot = 0 AND w.computer = ''"
    " AND NOT EXISTS (SELECT 1 FROM answers d WHERE d.game = g.id AND d.epoch = g.epoch AND d.stage = g.stage"
    " AND d.step = g.step AND d.part = w.seat) AND NOT EXISTS (SELECT 1 FROM votes v WHERE v.game = g.id"
    " AND v.seat = w.seat AND v.matter = 'question/' || g.epoch || '.' || g.stage || '.' || g.step)"
    " WHERE :phases LIKE '%' || CASE WHEN g.archived = 1 AND g.phase <> 'ended' THEN 'put_away' ELSE g.phase END || '%'"
    " AND g.stirred_at <= :before AND (:channel = 0 OR g.channel_id = :channel) ORDER BY g.stirred_at, g.id, w.place"
)

RESULTS = (
    "SELECT r.seat, r.user_id, r.ended_at, r.mark, r.facts, r.private, r.game, g.game, g.channel_id FROM results r"
    " JOIN games g ON g.id = r.game WHERE g.phase = 'ended' AND r.guild_id = :guild AND :user IN (0, r.user_id)"
    " ORDER BY r.ended_at, r.game, r.seat"
)
UNCOUNTED = "SELECT 1 FROM uncounted WHERE user_id = ?"
ANSWERED = (
    "SELECT step, part, asked, seat, value, at, user_id, seal, stage FROM answers WHERE game = ?"
    " ORDER BY epoch, stage, step, at"
)

# Making room -------------------------------------------------------------------------------------------------------
# The snapshot of the open stage stays as it is, as it is read with every answer.
TABLES_AFTER = f"SELECT id FROM games WHERE id > :after AND {SHARE} ORDER BY id LIMIT :most"
AGE = (
    "SELECT g.phase, g.epoch, g.stage, g.revision, g.stirred_at, EXISTS (SELECT 1 FROM annals WHERE game = g.id),"
    " EXISTS (SELECT 1 FROM outbox WHERE game = g.id AND posted = 0) OR EXISTS (SELECT 1 FROM prompts"
    f" WHERE game = g.id AND {_TO_CLOSE}) FROM games g WHERE g.id = ?"
)
PACKABLE = (
    "SELECT s.epoch, s.stage, (SELECT min(f.stage) FROM snapshots f WHERE f.game = s.game AND f.epoch = s.epoch)"
    " FROM snapshots s JOIN games g ON g.id = s.game WHERE s.game = ? AND s.base IS NULL AND s.stage < ?"
    " AND NOT (s.epoch = g.epoch AND s.stage = g.stage) ORDER BY s.epoch, s.stage LIMIT ?"
)
UNPROVEN = (
    f"SELECT u.game FROM unproven u JOIN games ON games.id = u.game WHERE {SHARE}"
    " ORDER BY games.phase = 'ended', u.game LIMIT 1"
)
ABOUT = "SELECT id, game, channel_id FROM games WHERE id = ?"
ANNALS = "SELECT data FROM annals WHERE game = ?"
WEIGHTS = {
    "snapshots": "SELECT count(*), sum(length(state)) FROM snapshots WHERE game = ? AND NOT (epoch = ? AND stage = ?)",
    "answers": (
        "SELECT count(*), sum(length(asked) + length(value) + length(seat) + length(part)) FROM answers"
        " WHERE game = ? AND NOT (epoch = ? AND stage = ?)"
    ),
    "proof_lines": (
        "SELECT count(*), sum(length(data)) FROM proof_lines WHERE game = ? AND NOT (epoch = ? AND stage = ?)"
    ),
    "outbox": "SELECT count(*), sum(length(told) + length(lead)) FROM outbox WHERE game = ?",
    "drafts": "SELECT count(*), sum(length(value)) FROM drafts WHERE game = ?",
    "votes": "SELECT count(*), sum(length(value)) FROM votes WHERE game = ?",
    "notes": "SELECT count(*), sum(length(text)) FROM notes WHERE game = ?",
    "handouts": "SELECT count(*), sum(length(picture)) FROM handouts WHERE game = ?",
}

Row = Sequence[Any]


def saved(table: Row, seats: Iterable[Row], answers: Sequence[Row]) -> Saved:
    """Return a table from its row, its seats and the log of its present stage."""
    epoch, stage, step, told, revision, seed = table[10:16]
    return Saved(
        record=_game_record(table, tuple(seat(row) for row in seats)),
        revision=revision,
        address=records.Address(epoch, stage, step),
        told=told,
        seed=seed,
        snapshot=None if table[16] is None else Snapshot(table[1], stage, *table[16:21]),
        answers=[answer(row) for row in answers],
        drafts=bool(table[21]),
        asked_at=table[25],
        seal=table[26] or 0,
        seals=tuple(row[5] for row in answers if row[3] == CHANCE),
        proven=table[27] or 0,
    )


def seat(row: Row) -> records.SeatRecord:
    """Return a row of ``SEATS`` as a record."""
    seat_id, user_id, name, autopilot, *rest = row
    return records.SeatRecord(seat_id, user_id, name, bool(autopilot), *rest)


def _game_record(row: Row, seats: tuple[records.SeatRecord, ...]) -> records.GameRecord:
    game_id, game, channel_id, guild_id, locale, phase, options, leader_id, commitment, created_at, epoch = row[:11]
    return records.GameRecord(
        id=game_id,
        game=game,
        channel_id=channel_id,
        guild_id=guild_id,
        locale=locale,
        phase=phase,
        options=_options(options),
        leader_id=leader_id,
        seats=seats,
        epoch=epoch,
        commitment=commitment,
        created_at=created_at,
        gm_id=row[22],
        habits=habits(row[23]),
        archived=bool(row[24]),
    )


def answer(row: Row) -> Answer:
    """Return an answer from a row of step, part, asked, seat and value."""
    return Answer(row[0], row[1], row[2], row[3], decode(row[4]))


def proof_data(lines: Iterable[Line]) -> bytes:
    """Encode and compress lines of a proof: each as a list without its last fields where they have their default."""
    return pack(msgspec.msgpack.encode([_shortened(astuple(line)) for line in lines]))


def _shortened(fields: tuple[Any, ...]) -> tuple[Any, ...]:
    used = len(fields)
    while not fields[used - 1] and used > NEEDED:
        used -= 1
    return fields[:used]


def proof_lines(data: Iterable[bytes]) -> list[Line]:
    """Return the lines that ``proof_data`` has encoded, in pieces."""
    return [Line(*fields) for piece in data for fields in _lists(unpack(piece))]


def logged(stage: int, row: Row) -> Logged:
    """Return an answer with its time, user and seal."""
    return Logged(stage, answer(row), *row[5:8])


def in_order(rows: Iterable[Logged]) -> list[Logged]:
    """Return a page's rows by time, with the free actions of a step in the order of their numbers.

    The rules replay free actions in order, and a clock that was set back must not change it.
    """
    found = list(rows)
    beside = [nth for nth, row in enumerate(found) if row.answer.part not in ("", row.answer.seat)]
    numbered = sorted((found[nth] for nth in beside), key=lambda row: (row.answer.step, row.answer.part[-3:]))
    for nth, row in zip(beside, numbered, strict=True):
        found[nth] = row
    return found


def snapshot(row: Row) -> Snapshot:
    """Return a snapshot from its row, packed or not."""
    game, stage, schema, version, tables, chain, *packed = row
    return Snapshot(game, stage, schema, version, tables, chain, state_in(stage, *packed))


def unposted(row: Row) -> Unposted:
    """Return a story of the outbox from its row."""
    by = None if row[8] is None else (row[8], decode(row[9]))
    return Unposted(row[0], row[1], row[2], row[3], Story(records.Address(*row[4:7]), row[7], by), *row[10:])


def prompt(row: Row) -> records.Prompt:
    """Return a prompt from its row."""
    return records.Prompt(records.Address(*row[:3]), row[3], row[4])


def epoch(row: Row) -> records.EpochRow:
    """Return an epoch's record from its row."""
    number, why, parent, stage, step, tip_stage, tip_step, at, user_id = row
    tip = records.Address(parent, tip_stage, tip_step)
    return records.EpochRow(number, why, parent, records.Address(number, stage, step), tip, at, user_id)


def votes(rows: Iterable[Row]) -> dict[str, list[Vote]]:
    """Group the votes by proposal."""
    found: dict[str, list[Vote]] = {}
    for matter, seat, value, at, user_id in rows:
        found.setdefault(matter, []).append(Vote(seat, decode(value), at, user_id))
    return found


def result(row: Sequence[Any]) -> Result:
    """Return a result from its row."""
    seat, user_id, ended_at, mark, facts, private, *place = row
    return Result(seat, user_id, ended_at, mark, _feats(facts), _luck(private), *place)
