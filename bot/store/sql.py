"""The SQL of every change, and the conversion of a unit of work to SQL lines."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import astuple

from bot.store.errors import ChannelTaken, Overtaken, Repeated
from bot.store.rows import SHARE, proof_data
from bot.store.units import Logged, ProofLine, Story, Unit
from bot.store.writer import Line, Statement
from bot.table.records import EpochRow, GameRecord, SeatRecord
from bot.table.seat_names import seat_names
from rules.kernel.requests import GM, Seat

encode = msgspec.json.Encoder().encode


def text(value: object) -> str:
    """Return a plain value as JSON."""
    return encode(value).decode()


def _lesser_sql(first: str, other: str) -> str:
    """Return SQL for the lesser of two values; the databases have different names for this function."""
    return f"CASE WHEN {first} > {other} THEN {other} ELSE {first} END"


def _time_after_sql(moment: str) -> str:
    return f":now + CASE WHEN {moment} > g.asked_at THEN 0.001 ELSE 0.0 END"


NEW_TABLE = Statement(
    0,
    "INSERT INTO games (id, game, channel_id, guild_id, locale, phase, options, leader_id, commitment, created_at,"
    " gm_id, habits, archived, epoch, stage, step, told, revision, stirred_at, asked_at, due_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)",
    clash=ChannelTaken,
)
MOVED_ON = Statement(
    1,
    "UPDATE games SET epoch = ?, stage = ?, step = ?, told = ?, stirred_at = ?, asked_at = ?, due_at = ?,"
    " revision = revision + 1"
    " WHERE id = ? AND revision = ?",
    guard=True,
)
REWRITTEN = Statement(
    2,
    "UPDATE games SET channel_id = ?, guild_id = ?, locale = ?, phase = ?, options = ?, leader_id = ?, commitment = ?,"
    " gm_id = ?, habits = ?, archived = ? WHERE id = ?",
    clash=ChannelTaken,
)
INTERACTION = Statement(3, "INSERT INTO interactions (id, game, at) VALUES (?, ?, ?)", clash=Repeated)
SEATS_CLEARED = Statement(4, "DELETE FROM seats WHERE game = ?")
SEAT = Statement(
    5,
    "INSERT INTO seats (game, seat, place, user_id, name, autopilot, away_until, stand_in, reminded_at, overdue_at,"
    " called_at, computer, username) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
)
JUST_AFTER = 0.001
"""Seconds after an action from which on a seat of a real table has its new name: the action itself is told with the old
one, as in "Finn gives the seat back"."""
SITTER = Statement(
    6,
    "INSERT INTO sitters (game, seat, since, user_id, name) SELECT :game, :seat, :since, :user, :name WHERE NOT EXISTS"
    " (SELECT 1 FROM (SELECT user_id, name FROM sitters WHERE game = :game AND seat = :seat"
    " ORDER BY since DESC LIMIT 1) AS last WHERE (:user = 0 AND :in_person = 0)"
    " OR (user_id = :user AND name = :name))"
    " ON CONFLICT (game, seat, since) DO UPDATE SET user_id = excluded.user_id, name = excluded.name",
)
"""Adds a row only for a new person or name at the seat; a vacated seat keeps its last person.

``in_person``: 1 for somebody at a real table, who has a name but no account.
"""
RENAMED = Statement(
    5, "UPDATE seats SET name = :name, username = :username WHERE game = :game AND seat = :seat AND user_id = :user"
)
RENAMED_SITTER = Statement(
    6,
    "INSERT INTO sitters (game, seat, since, user_id, name) SELECT :game, :seat, :since, :user, :name WHERE EXISTS"
    " (SELECT 1 FROM seats JOIN games ON games.id = seats.game WHERE seats.game = :game AND seats.seat = :seat"
    " AND user_id = :user AND phase <> 'lobby') AND NOT EXISTS"
    " (SELECT 1 FROM (SELECT user_id, name FROM sitters WHERE game = :game AND seat = :seat"
    " ORDER BY since DESC LIMIT 1) AS last WHERE user_id = :user AND name = :name)"
    " ON CONFLICT (game, seat, since) DO UPDATE SET user_id = excluded.user_id, name = excluded.name",
)
"""Adds a row only if the seat is still this person's, who may have been forgotten meanwhile."""
NAMES_CHANGED = Statement(1, "UPDATE games SET revision = revision + 1 WHERE id = ?")
INSIDER = Statement(6, "INSERT INTO insiders (game, seat, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
SEED = Statement(6, "INSERT INTO seeds (game, nth, seed) VALUES (?, ?, ?)", clash=Overtaken)
SNAPSHOT = Statement(
    7,
    "INSERT INTO snapshots (game, epoch, stage, schema, version, tables, chain, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    clash=Overtaken,
)
ANSWER = Statement(
    8,
    "INSERT INTO answers (game, epoch, stage, step, part, asked, seat, value, at, user_id, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    clash=Overtaken,
)
PROOF = Statement(8, "INSERT INTO proof_lines (game, epoch, stage, upto, data) VALUES (?, ?, ?, ?, ?)", clash=Overtaken)
PROOF_CLEARED = Statement(7, "DELETE FROM proof_lines WHERE game = ? AND epoch = ? AND stage = ?")
PROVEN = Statement(9, "DELETE FROM unproven WHERE game = ?")
DRAFTS_DONE = Statement(9, "DELETE FROM drafts WHERE game = ? AND seat = ?")
TOLD = Statement(
    10, "INSERT INTO outbox (game, epoch, stage, step, told, seat, value, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
TOLD_LONG_AGO = Statement(
    9,
    "INSERT INTO outbox (game, epoch, stage, step, told, seat, value, at, posted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
)
EPOCH = Statement(
    11,
    "INSERT INTO epochs (game, epoch, why, parent, stage, step, tip_stage, tip_step, at, user_id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    clash=Overtaken,
)
SILENCED = Statement(11, "DELETE FROM votes WHERE game = ? AND seat = ?")
CLOSED = Statement(12, "DELETE FROM votes WHERE game = ? AND matter = ?")
VOTE = Statement(
    13,
    "INSERT INTO votes (game, matter, seat, value, at, user_id) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (game, matter, seat) DO UPDATE SET value = excluded.value, at = excluded.at,"
    " user_id = excluded.user_id",
)
NOTE = Statement(14, "INSERT INTO notes (game, at, user_id, text) VALUES (?, ?, ?, ?)")

DRAFT = Statement(
    20,
    "INSERT INTO drafts (game, seat, epoch, stage, step, field, value) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (game, seat, epoch, stage, step, field) DO UPDATE SET value = excluded.value",
)
POSTED = Statement(21, "UPDATE outbox SET posted = 1, message_id = ?, lead = ? WHERE id = ?")
PROMPT = Statement(
    22,
    "INSERT INTO prompts (game, epoch, stage, step, key, message_id) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (game, epoch, stage, step, key) DO UPDATE SET message_id = excluded.message_id",
)
PROMPTS_OF_OTHERS = Statement(
    23, "DELETE FROM prompts WHERE game = ? AND key = ? AND (epoch, stage, step) <> (?, ?, ?)"
)
PROMPT_GONE = Statement(23, "DELETE FROM prompts WHERE game = ? AND message_id = ?")
PERSON = Statement(
    25,
    "INSERT INTO people (user_id, zone, quiet_from, quiet_to, pings, place, dm_id, locale, fame)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (user_id) DO UPDATE SET zone = excluded.zone, quiet_from = excluded.quiet_from,"
    " quiet_to = excluded.quiet_to, pings = excluded.pings, place = excluded.place, dm_id = excluded.dm_id,"
    " locale = excluded.locale, fame = excluded.fame",
)
FOLLOW = Statement(
    18,
    "INSERT INTO follows (game, user_id, how, dm_id, locale, told_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (game, user_id) DO UPDATE SET how = excluded.how, dm_id = excluded.dm_id, locale = excluded.locale,"
    " told_at = excluded.told_at, due_at = excluded.due_at",
)
UNFOLLOW = Statement(19, "DELETE FROM follows WHERE user_id = :user AND :game IN ('', game)")
LOOK_AGAIN = Statement(
    26,
    "UPDATE games SET due_at = asked_at WHERE phase = 'playing' AND archived = 0"
    " AND id IN (SELECT game FROM seats WHERE :user IN (user_id, stand_in))",
)
GUILD = Statement(
    27,
    "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)"
    " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings",
)
PACKED = Statement(40, "UPDATE snapshots SET state = ?, base = ? WHERE game = ? AND epoch = ? AND stage = ?")
AGED = Statement(
    41, "UPDATE games SET revision = revision + 1 WHERE id = ? AND revision = ? AND phase = 'ended'", guard=True
)
ANNALS = Statement(42, "INSERT INTO annals (game, data) VALUES (?, ?)", clash=Overtaken)
ANNALS_PROVEN = Statement(42, "UPDATE annals SET data = ? WHERE game = ?")
IN_ANNALS = (
    Statement(43, "DELETE FROM snapshots WHERE game = ? AND NOT (epoch = ? AND stage = ?)"),
    Statement(43, "DELETE FROM answers WHERE game = ? AND NOT (epoch = ? AND stage = ?)"),
    Statement(43, "DELETE FROM proof_lines WHERE game = ? AND NOT (epoch = ? AND stage = ?)"),
)
"""Deletes all stages that are in the archive; the last stage stays, as it is needed to open the table."""
UNNAMED = Statement(44, "UPDATE answers SET user_id = -1 WHERE game = ? AND user_id > 0")
NOBODY_KNOWN_AGAIN = tuple(
    Statement(45, f"DELETE FROM {table} WHERE game = ?") for table in ("forgotten", "insider_keys")
)
"""Deletes what forgotten people have seen in a game that has ended."""
_PASSING = ("outbox", "drafts", "votes", "notes", "follows", "handouts")
OVER = (
    *(Statement(45, f"DELETE FROM {table} WHERE game = ?") for table in _PASSING),
    *NOBODY_KNOWN_AGAIN,  # an older program ends a game without it
)
RESULTS_CLEARED = Statement(15, "DELETE FROM results WHERE game = ?")
RESULT = Statement(
    16,
    "INSERT INTO results (game, seat, guild_id, user_id, ended_at, seen_at, mark, facts, private)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
)
UNCOUNTED_LEFT_OUT = Statement(
    17,
    "UPDATE results SET user_id = 0, private = '{}' WHERE game = ? AND user_id IN (SELECT user_id FROM uncounted)",
)
NAMELESS = Statement(36, "UPDATE results SET user_id = 0, private = '{}' WHERE user_id = :user")
COUNTED = Statement(36, "DELETE FROM uncounted WHERE user_id = :user")
UNCOUNTED = Statement(35, "INSERT INTO uncounted (user_id) VALUES (:user) ON CONFLICT DO NOTHING")
PREPARE = Statement(
    14,
    "INSERT INTO prepared (id, guild_id, user_id, seen_at, game, name, line, note, place)"
    " SELECT :id, :guild_id, :user_id, :seen_at, :game, :name, :line, :note, :place"
    " WHERE (SELECT count(*) FROM prepared WHERE guild_id = :guild_id) < :most",
    clash=Repeated,
    guard=True,
)
HANDOUT = Statement(14, "INSERT INTO handouts (game, id, seat, text, picture) VALUES (?, ?, ?, ?, ?)", clash=Repeated)
PREPARED_GONE = Statement(14, "DELETE FROM prepared WHERE id = ? AND user_id = ?")
OF_GUILDS = ("results", "prepared")
"""The tables whose rows stay as long as the bot serves their guild, and some time after."""
GUILD_SEEN = tuple(Statement(28, f"UPDATE {table} SET seen_at = ? WHERE guild_id = ?") for table in OF_GUILDS)
UNSEEN_FORGOTTEN = tuple(
    Statement(29, f"DELETE FROM {table} WHERE seen_at < :before AND {SHARE}") for table in OF_GUILDS
)
INSIDER_KEY = Statement(
    40,
    "INSERT INTO insider_keys (game, key) SELECT id, :key FROM games WHERE id = :game AND phase <> 'ended'",
    clash=Overtaken,
)
HASHED_INSIDER = Statement(
    41,
    "INSERT INTO forgotten (game, seat, hash) SELECT game, :seat, :hash FROM insider_keys"
    " WHERE game = :game AND key = :key ON CONFLICT DO NOTHING",
)
"""Adds nothing if the game has ended meanwhile, and its key with it."""
FORGOTTEN = (
    Statement(
        3,
        "UPDATE games SET revision = revision + 1"
        " WHERE :user IN (leader_id, gm_id) OR id IN (SELECT game FROM seats WHERE :user IN (user_id, stand_in))"
        " OR id IN (SELECT game FROM insiders WHERE user_id = :user)",
    ),
    Statement(
        3,
        "UPDATE seats SET name = seat WHERE user_id = 0"
        " AND game IN (SELECT game FROM insiders WHERE user_id = :user) AND EXISTS (SELECT 1 FROM sitters s"
        " WHERE s.game = seats.game AND s.seat = seats.seat AND s.user_id = :user AND NOT EXISTS"
        " (SELECT 1 FROM sitters l WHERE l.game = s.game AND l.seat = s.seat AND l.since > s.since"
        " AND l.user_id <> :user AND (l.user_id <> 0 OR l.name <> s.name)))",
    ),
    Statement(30, "UPDATE answers SET user_id = -1 WHERE user_id = :user"),
    Statement(31, "UPDATE votes SET user_id = -1 WHERE user_id = :user"),
    Statement(32, "DELETE FROM votes WHERE matter = 'gm/' || :user"),
    Statement(33, "DELETE FROM notes WHERE user_id = :user"),
    Statement(33, "DELETE FROM prepared WHERE user_id = :user"),
    Statement(34, "UPDATE epochs SET user_id = -1 WHERE user_id = :user"),
    Statement(35, "DELETE FROM people WHERE user_id = :user"),
    Statement(37, "UPDATE outbox SET lead = '' WHERE game IN (SELECT game FROM insiders WHERE user_id = :user)"),
    Statement(37, "UPDATE games SET leader_id = 0 WHERE leader_id = :user"),
    Statement(38, "UPDATE games SET gm_id = 0 WHERE gm_id = :user"),
    Statement(39, "UPDATE seats SET user_id = 0, name = seat, username = '', autopilot = 1 WHERE user_id = :user"),
    Statement(40, "UPDATE seats SET stand_in = 0 WHERE stand_in = :user"),
    Statement(42, "DELETE FROM prompts WHERE key = 'vote/gm/' || :user"),
    Statement(
        40,
        "UPDATE sitters SET name = '' WHERE user_id = 0 AND EXISTS (SELECT 1 FROM sitters s WHERE s.game = sitters.game"
        " AND s.seat = sitters.seat AND s.name = sitters.name AND s.user_id = :user)",
    ),
    Statement(41, "UPDATE sitters SET user_id = -1, name = '' WHERE user_id = :user"),
    Statement(42, "DELETE FROM insiders WHERE user_id = :user"),
    NAMELESS,
    COUNTED,
    Statement(35, "DELETE FROM follows WHERE user_id = :user"),
)
"""Replaces a person's id in all records; -1 stands for a forgotten person, 0 for nobody.

At playable tables the person's seats are already empty. The statements of rank 3 go before the units' new seats, which
hold better names; seats that the person has left before lose a name that nobody has had there since.
"""
SEATS_AHEAD = Statement(
    50,
    f"UPDATE seats SET reminded_at = {_lesser_sql('reminded_at', _time_after_sql('reminded_at'))},"
    f" overdue_at = {_lesser_sql('overdue_at', _time_after_sql('overdue_at'))},"
    f" called_at = {_lesser_sql('called_at', _time_after_sql('called_at'))}"
    " FROM games g WHERE g.id = seats.game AND (reminded_at > :ahead OR overdue_at > :ahead OR called_at > :ahead)",
)
"""Resets times in the future; times that belong to the open question stay later than it by a millisecond."""
GAMES_AHEAD = Statement(
    51,
    f"UPDATE games SET asked_at = {_lesser_sql('asked_at', ':now')}, stirred_at = {_lesser_sql('stirred_at', ':now')},"
    f" due_at = {_lesser_sql('due_at', ':now')}, revision = revision + 1 WHERE asked_at > :ahead OR stirred_at > :ahead"
    " OR id IN (SELECT game FROM seats WHERE reminded_at >= :now OR overdue_at >= :now OR called_at >= :now)",
)
INTERACTIONS_FORGOTTEN = Statement(24, "DELETE FROM interactions WHERE at < ?")


def lines_of(unit: Unit) -> list[Line]:
    """Return all SQL lines that a unit writes."""
    game, at, epoch = unit.record.id, unit.at, unit.address.epoch
    lines = [_progress_update(unit) if unit.revision else _new_table(unit)]
    if unit.interaction_id is not None:
        lines.append((INTERACTION, (unit.interaction_id, game, at)))
    if unit.rewritten:
        lines.extend(_record_updates(unit.record, at, new=not unit.revision))
        if unit.record.phase == "ended":
            lines.extend((statement, (game,)) for statement in NOBODY_KNOWN_AGAIN)
    lines.extend((SEED, (game, nth, seed)) for nth, seed in unit.seeds)
    lines.extend(
        (SNAPSHOT, (game, epoch, of.stage, of.schema, of.version, of.tables, of.chain, of.state))
        for of in unit.snapshots
    )
    lines.extend((ANSWER, _answer_row(game, epoch, logged)) for logged in unit.answers)
    lines.extend((PROOF, row) for row in _proof_rows(game, epoch, unit.proof))
    lines.extend((DRAFTS_DONE, (game, seat)) for seat in unit.answered)
    known = len(unit.chronicle) - unit.retold
    long_ago = ((*_story_row(game, *pair), int(nth < known)) for nth, pair in enumerate(unit.chronicle))
    lines.extend((TOLD_LONG_AGO, row) for row in long_ago)
    lines.extend((TOLD, _story_row(game, at, story)) for story in unit.stories)
    lines.extend((EPOCH, _epoch_row(game, row)) for row in unit.epochs)
    lines.extend((SILENCED, (game, seat)) for seat in unit.silenced)
    lines.extend((CLOSED, (game, matter)) for matter in unit.closed)
    lines.extend(
        (VOTE, (game, matter, *(vote.seat, text(vote.value), vote.at, vote.user_id))) for matter, vote in unit.votes
    )
    lines.extend((NOTE, (game, note.at, note.user_id, note.text)) for note in unit.notes)
    if unit.results is not None:
        lines += [(RESULTS_CLEARED, (game,)), (UNCOUNTED_LEFT_OUT, (game,))]
        lines += (
            (RESULT, (game, of.seat, unit.record.guild_id, of.user_id, at, at, of.mark, text(of.feats), text(of.luck)))
            for of in unit.results
        )
    return lines


def _new_table(unit: Unit) -> Line:
    record, place = unit.record, unit.address
    return NEW_TABLE, (
        *(record.id, record.game, record.channel_id, record.guild_id, record.locale, record.phase),
        *(text(record.options), record.leader_id, record.commitment, record.created_at),
        *(record.gm_id, text(record.habits), int(record.archived)),
        *(place.epoch, place.stage, place.step, unit.told, unit.at, unit.asked_at, unit.due_at),
    )


def _progress_update(unit: Unit) -> Line:
    place = unit.address
    times = (unit.at, unit.asked_at, unit.due_at)
    return MOVED_ON, (place.epoch, place.stage, place.step, unit.told, *times, unit.record.id, unit.revision)


def _record_updates(record: GameRecord, at: float, *, new: bool) -> Iterator[Line]:
    if not new:
        where = (record.channel_id, record.guild_id, record.locale, record.phase)
        facts = (text(record.options), record.leader_id, record.commitment, record.gm_id, text(record.habits))
        yield REWRITTEN, (*where, *facts, int(record.archived), record.id)
        yield SEATS_CLEARED, (record.id,)
    names = seat_names(record.seats)
    for place, seat in enumerate(record.seats):
        name, user_id, called, autopilot, *rest = astuple(seat)
        yield SEAT, (record.id, name, place, user_id, called, int(autopilot), *rest)
        if record.phase != "lobby":  # until the game begins, seats are no more than a list of names
            in_person = int(record.habits.in_person and not seat.user_id and not seat.computer)
            who = {"user": seat.user_id, "name": names[seat.seat], "in_person": in_person}
            since = at + JUST_AFTER if in_person else at
            yield SITTER, {"game": record.id, "seat": seat.seat, "since": since, **who}
    if record.phase != "lobby":
        yield from ((INSIDER, (record.id, seat, user_id)) for seat, user_id in _insider_rows(record))


def renamed(game: str, at: float, seats: Sequence[SeatRecord]) -> Iterator[Line]:
    """Yield the lines that store the new names of these people at their seats; ``at``: seconds."""
    names = seat_names(seats)
    for seat in (seat for seat in seats if seat.user_id):
        person = {"game": game, "seat": seat.seat, "user": seat.user_id}
        yield RENAMED, {**person, "name": seat.name, "username": seat.username}
        yield RENAMED_SITTER, {**person, "name": names[seat.seat], "since": at}
    yield NAMES_CHANGED, (game,)


def _insider_rows(record: GameRecord) -> Iterator[tuple[Seat, int]]:
    """Yield who may see what now: players and stand-ins their seat's hidden information, the game master everything."""
    for seat in record.seats:
        people = (seat.user_id, seat.stand_in if seat.away_until > 0 else 0)
        yield from ((seat.seat, user_id) for user_id in people if user_id)
    if record.gm_id:
        yield GM, record.gm_id


def hashed_insiders(seats: Iterable[tuple[str, Seat, bytes | None]], user_id: int) -> Iterator[Line]:
    """Yield the lines that keep what a person has seen without the id: games, seats and the games' keys, if any."""
    keys: dict[str, bytes] = {}
    for game, seat, known in seats:
        if known is None and game not in keys:
            yield INSIDER_KEY, {"game": game, "key": keys.setdefault(game, secrets.token_bytes(32))}
        key = known or keys[game]
        yield HASHED_INSIDER, {"game": game, "seat": seat, "hash": hash_of_user(key, user_id), "key": key}


def hash_of_user(key: bytes, user_id: int) -> bytes:
    """Return the hash by which a game with this key knows a forgotten person again."""
    return blake2b(str(user_id).encode(), digest_size=16, key=key).digest()


def _answer_row(game: str, epoch: int, logged: Logged) -> tuple[object, ...]:
    answer = logged.answer
    place = (game, epoch, logged.stage, answer.step, answer.part)
    return *place, answer.asked, answer.seat, text(answer.value), logged.at, logged.user_id, logged.seal


def _proof_rows(game: str, epoch: int, lines: Sequence[ProofLine]) -> Iterator[tuple[object, ...]]:
    """Yield one row for all lines of a stage."""
    by_stage: dict[int, list[ProofLine]] = {}
    for proof_line in lines:
        by_stage.setdefault(proof_line.stage, []).append(proof_line)
    for stage, some in by_stage.items():
        yield game, epoch, stage, some[-1].number, proof_data(proof_line.line for proof_line in some)


def _epoch_row(game: str, row: EpochRow) -> tuple[object, ...]:
    at, tip = row.address, row.tip
    return game, row.epoch, row.why, row.parent, at.stage, at.step, tip.stage, tip.step, row.at, row.user_id


def _story_row(game: str, at: float, story: Story) -> tuple[object, ...]:
    seat, value = (story.by[0], text(story.by[1])) if story.by else (None, None)
    place = story.address
    return game, place.epoch, place.stage, place.step, story.told, seat, value, at
