"""Export a game to a file: everything for the game master, and for each player what that seat may know."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct, to_builtins
from msgspec.structs import replace
from structlog import get_logger

from bot.acts.copies import formats
from bot.acts.copies.replaying import BadImport, numbers_by_key, replay
from bot.acts.game_master import own_notes
from bot.executors import WHOLE
from bot.games import face_of
from bot.session.history import pages_up_to
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store.units import Logged, Page
from bot.table.authority import is_master, title
from bot.table.events import HOUSE_EVENTS, CopyTaken, DiceResealed, GraveFound, Stories
from bot.table.records import GameRecord, Note, OutboxRow, Standing
from rules.kernel.chance import commitment
from rules.kernel.errors import Refused
from rules.kernel.events import Told
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Seat
from rules.kernel.saving import plain_number

TRIES = 5
MOST_POSTED = 10 * 2**20
"""The largest file in bytes that Discord accepts from a bot."""
SUFFIX, PACKED = ".json", ".json.gz"

log = get_logger(__name__)


def viewer_of(record: GameRecord, user_id: int, everything: bool) -> Seat:
    """Return the viewer of a copy: ``GM`` for everything, else a seat; raises ``Refused``.

    The game master gets everything; at a table without one, the leader does if ``everything`` is set.
    """
    if record.phase == "lobby":
        raise Refused("not_started")
    if is_master(record, user_id) or (everything and not record.gm_id and user_id == record.leader_id):
        return GM
    if everything:
        raise Refused("copy_not_yours")
    seat = record.seat_of(user_id)
    if seat is None:
        raise Refused("copy_players")
    return seat


class Seen(Struct, frozen=True):
    """A game's state and history at one moment: revision, stages, stories, seeds."""

    standing: Standing
    revision: int
    pages: list[Page]
    rows: list[OutboxRow]
    seeds: list[bytes]


async def export_own(sessions: Sessions, game_id: str, viewer: Seat) -> bytes:
    """Return a copy of what a seat may know."""
    seen = await _read_game(sessions, game_id)
    over = seen.standing.record.phase == "ended" and not await sessions.store.is_played(game_id)
    rules = sessions.games[seen.standing.record.game]
    return await WHOLE.do(lambda: msgspec.json.encode(_seat_copy(rules, seen, viewer, opened=over)))


async def export_all(sessions: Sessions, game_id: str, user_id: int, interaction_id: int) -> bytes:
    """Return a full copy up to now; in a running game the table is told and a fresh seed takes over.

    The fresh seed is committed before the copy is handed out and is not part of it. Raises ``Refused`` as
    ``viewer_of``, and with copy_of_secrets, copies_taken, copy_again.
    """
    for _ in range(TRIES):
        seen = await _read_game(sessions, game_id)
        viewer_of(seen.standing.record, user_id, True)
        try:
            if seen.standing.record.phase == "playing":
                await _reseal_dice(sessions, seen, user_id, interaction_id)
        except Refused as refusal:
            if refusal.reason != "stale":
                raise
            continue  # somebody was faster: what they did belongs into the copy
        notes = await own_notes(sessions.store, game_id, user_id)
        return await WHOLE.do(_encode_full_copy, sessions.games[seen.standing.record.game], seen, notes)
    raise Refused("stale")


def _encode_full_copy(rules: Rules, seen: Seen, notes: Sequence[Note]) -> bytes:
    return msgspec.json.encode(formats.seal_copy(_without_unconfirmed_facts(rules, _full_copy(rules, seen, notes))))


async def _reseal_dice(sessions: Sessions, seen: Seen, user_id: int, interaction_id: int) -> None:
    """Replace the seed, because the owner of the copy knows all seeds until now."""

    async def seal(action: Transaction) -> None:
        if action.before.revision != seen.revision:
            raise Refused("stale")
        must_be_entitled(action.rules, action.record, user_id)
        if len(seen.seeds) >= formats.MOST_SEEDS:
            raise Refused("copies_taken", most=formats.MOST_SEEDS)
        action.reseal()
        action.tell(CopyTaken(title(action.record, user_id)))
        action.tell(DiceResealed(action.record.commitment))

    accepted = await sessions.accept(seen.standing.record.id, interaction_id, seal)
    if accepted.repeated:  # what was sealed then throws already, so it must not go into a copy now
        raise Refused("copy_again")


def must_be_entitled(rules: Rules, record: GameRecord, user_id: int) -> None:
    """Raise ``Refused`` if this person may not have a full copy now.

    As ``viewer_of``, and for a leader while players have secrets from one another.
    """
    viewer_of(record, user_id, True)
    hides = face_of(rules.name).has_secrets and len(record.seats) > 1
    if hides and record.phase == "playing" and not is_master(record, user_id):
        raise Refused("copy_of_secrets")


def compress_for_discord(data: bytes) -> tuple[bytes, str]:
    """Return the bytes, compressed if they are too large for Discord, and the file name's suffix.

    Raises ``Refused("copy_too_large")``.
    """
    if len(data) <= MOST_POSTED:
        return data, SUFFIX
    smaller = gzip.compress(data, mtime=0)
    if len(smaller) > MOST_POSTED:
        raise Refused("copy_too_large")
    return smaller, PACKED


async def _read_game(sessions: Sessions, game_id: str) -> Seen:
    for _ in range(TRIES):
        standing = await sessions.standing_of(game_id)
        if not standing:
            raise Refused("no_game")
        revision, at = await sessions.store.revision(game_id), standing.address
        pages = await pages_up_to(sessions.store, game_id, at)
        rows, seeds = await sessions.chronicle(game_id), await sessions.store.seeds(game_id)
        after = await sessions.standing_of(game_id)
        if after and after.address == at and revision == await sessions.store.revision(game_id):
            return Seen(after, revision, pages, rows, seeds)
    raise Refused("stale")


# Everything ------------------------------------------------------------------------------------------------


def _full_copy(rules: Rules, seen: Seen, notes: Sequence[Note]) -> formats.FullCopy:
    record = seen.standing.record
    first, *later = seen.seeds
    stories = Stories(rules.events)
    return formats.FullCopy(
        game=record.game,
        version=rules.version,
        tables=rules.digest,
        locale=record.locale,
        phase="ended" if record.phase == "ended" else "playing",
        created_at=record.created_at,
        options=dict(record.options),
        habits=record.habits,
        commitment=commitment(first),
        seed=first.hex(),
        later=[seed.hex() for seed in later] or UNSET,
        seats=[formats.seat_line(seat) for seat in record.seats],
        stages=[_stage_copy(page) for page in seen.pages],
        chronicle=[
            formats.Tale(row.address.stage, row.address.step, row.at, row.by, stories.plain(row.told))
            for row in seen.rows
        ],
        notes=[formats.NoteLine(note.at, note.text) for note in notes],
    )


def _stage_copy(page: Page) -> formats.Stage:
    of = page.snapshot
    lines = [_answer_line(row) for row in page.answers]
    return formats.Stage(of.stage, of.schema, of.version, of.tables, of.chain, of.state, lines)


def _answer_line(row: Logged) -> formats.Line:
    answer = row.answer
    return formats.Line(
        answer.step, answer.part, answer.asked, answer.seat, row.user_id != NOBODY, row.at, answer.value, row.seal
    )


def _without_unconfirmed_facts(rules: Rules, copy: formats.FullCopy) -> formats.FullCopy:
    """Drop facts about dice that were thrown anew since, and graves of this server: an import would reject them."""
    try:
        replayed = replay(rules, copy)
    except BadImport as bad:  # played by older rules: whoever has those can still read it
        log.info("copy.unconfirmed", game=copy.game, place=bad.place, why=bad.why)
        return copy
    stories, left = Stories(rules.events), numbers_by_key(Stories(rules.events), replayed.told)
    last = (replayed.snapshots[-1].stage, replayed.position.step)
    kept = [_facts_still_true(stories, left, tale, last) for tale in reversed(copy.chronicle)]
    return replace(copy, chronicle=[tale for tale in reversed(kept) if tale])


def _facts_still_true(
    stories: Stories, left: Mapping[bytes, list[int]], tale: formats.Tale, last: tuple[int, int]
) -> formats.Tale | None:
    """Keep only the facts that are still true after an undo; None if none are.

    Of equal facts the latest stay. A tale of a position that the game never reached is dropped, too.
    """
    told = list[Told]()
    for fact in reversed(stories.from_plain(tale.told)):
        numbers = left.get(stories.key(fact))
        if numbers or (isinstance(fact.event, HOUSE_EVENTS) and not isinstance(fact.event, GraveFound)):
            told.insert(0, fact)
        if numbers:
            numbers.pop()
    place = (tale.stage, tale.step)
    if not told and (tale.told or place > last):
        return None
    stage, step = min(place, last)
    return replace(tale, stage=stage, step=step, told=stories.plain(told))


# A player's ------------------------------------------------------------------------------------------------


def _seat_copy(rules: Rules, seen: Seen, seat: Seat, *, opened: bool) -> formats.OwnCopy:
    record, at = seen.standing.record, seen.standing.address
    stories = Stories(rules.events)
    view = rules.view(seen.standing.state, seat)
    return formats.OwnCopy(
        game=record.game,
        version=rules.version,
        locale=record.locale,
        phase=record.phase,
        created_at=record.created_at,
        options=dict(record.options),
        commitments=[commitment(seed) for seed in seen.seeds],
        seeds=[seed.hex() for seed in seen.seeds] if opened else [],
        seat=seat,
        seats=[formats.seat_line(each_seat) for each_seat in record.seats],
        stage=at.stage,
        step=at.step,
        view=to_builtins(view, str_keys=True, enc_hook=plain_number),
        answers=[
            formats.OwnLine(page.snapshot.stage, row.answer.step, row.answer.asked, row.at, row.answer.value)
            for page in seen.pages
            for row in page.answers
            if row.answer.seat == seat
        ],
        chronicle=[tale for row in seen.rows if (tale := _story_for_seat(stories, row, seat)).told or tale.by],
    )


def _story_for_seat(stories: Stories, row: OutboxRow, seat: Seat) -> formats.Tale:
    """Return what this seat learnt; the answer's author is kept for its own only, as other answers may be secret."""
    told = [fact for fact in row.told if fact.to is None or seat in fact.to]
    by = row.by if row.by and row.by[0] == seat else None
    return formats.Tale(row.address.stage, row.address.step, row.at, by, stories.plain(told))
