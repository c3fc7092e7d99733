"""A game into a file: all of it for the game master, and for each player what that player may know."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog

from bot.beside import WHOLE
from bot.copies.papers import FullCopy, Line, NoteLine, OwnCopy, OwnLine, Stage, Tale, sealed, seat_line
from bot.copies.replaying import BadImport, replay, told_by
from bot.events import HOUSE_EVENTS, CopyTaken
from bot.records import GameRecord, OutboxRow, Standing
from bot.sessions import Sessions
from bot.store import Page
from bot.stories import Stories
from bot.together.voices import is_master
from bot.turns import NOBODY, Turn
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Seat
from rules.kernel.saving import plain_number
from rules.kernel.table import Told

TRIES = 5
MOST_POSTED = 10 * 2**20
"""Bytes of a file that Discord takes from a bot."""
SUFFIX, PACKED = ".json", ".json.gz"

log = structlog.get_logger(__name__)


def viewer_of(record: GameRecord, user_id: int, everything: bool) -> Seat:
    """For whom a copy is made: ``GM`` for all of it, else a seat; raises ``Refused``.

    Everything is the game master's; at a table without one the leader's, when asked for in so many words.
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


async def export(sessions: Sessions, game_id: str, viewer: Seat) -> bytes:
    """A copy of everything (``GM``), or of what a seat may know."""
    standing, pages, rows = await _read(sessions, game_id)
    rules = sessions.games[standing.record.game]
    if viewer == GM:
        copy = await _full(sessions, standing, pages, rows)
        return await WHOLE.do(lambda: msgspec.json.encode(sealed(_confirmed(rules, copy))))
    own_may_know = standing.record.phase == "ended" and not await sessions.store.is_played(standing.record.commitment)
    seed = await sessions.store.seed(game_id) if own_may_know else None
    return await WHOLE.do(lambda: msgspec.json.encode(_own(rules, standing, viewer, pages, rows, seed)))


async def tell_of_it(sessions: Sessions, game_id: str, interaction_id: int, user_id: int) -> None:
    """Tell a running table that its leader takes a copy of everything: whoever has it can foresee the dice."""

    async def tell(turn: Turn) -> None:
        viewer_of(turn.record, user_id, True)
        if turn.record.phase == "playing" and not is_master(turn.record, user_id):
            turn.tell(CopyTaken(turn.record.seat_of(user_id) or "keeper"))

    await sessions.change(game_id, interaction_id, tell)


def packed(data: bytes) -> tuple[bytes, str]:
    """The bytes as Discord takes them, and how such a file's name ends; raises ``Refused("copy_too_large")``."""
    if len(data) <= MOST_POSTED:
        return data, SUFFIX
    smaller = gzip.compress(data, mtime=0)
    if len(smaller) > MOST_POSTED:
        raise Refused("copy_too_large")
    return smaller, PACKED


async def _read(sessions: Sessions, game_id: str) -> tuple[Standing, list[Page], list[OutboxRow]]:
    """Where the table stands and all that led there, at one moment."""
    for _ in range(TRIES):
        standing = await sessions.standing_of(game_id)
        if standing is None:
            raise Refused("no_game")
        revision, at = await sessions.store.revision(game_id), standing.address
        pages = [await sessions.store.page(game_id, at.epoch, stage) for stage in range(at.stage + 1)]
        rows = await sessions.chronicle(game_id)
        after = await sessions.standing_of(game_id)
        if after is not None and after.address == at and revision == await sessions.store.revision(game_id):
            return standing, [page for page in pages if page is not None], rows
    raise Refused("stale")


# Everything ------------------------------------------------------------------------------------------------


async def _full(sessions: Sessions, standing: Standing, pages: Sequence[Page], rows: Sequence[OutboxRow]) -> FullCopy:
    record, rules = standing.record, sessions.games[standing.record.game]
    seed = await sessions.store.seed(record.id)
    if seed is None:
        raise Refused("not_started")
    stories = Stories(rules.events)
    return FullCopy(
        game=record.game,
        version=rules.version,
        tables=rules.digest,
        locale=record.locale,
        phase="ended" if record.phase == "ended" else "playing",
        created_at=record.created_at,
        options=dict(record.options),
        habits=record.habits,
        commitment=record.commitment,
        seed=seed.hex(),
        seats=[seat_line(one) for one in record.seats],
        stages=[_stage(page) for page in pages],
        chronicle=[_tale(stories, row) for row in rows],
        notes=[NoteLine(note.at, note.text) for note in await sessions.store.notes(record.id)],
    )


def _stage(page: Page) -> Stage:
    of = page.snapshot
    lines = [_line(row.answer, row.at, row.user_id) for row in page.answers]
    return Stage(of.stage, of.schema, of.version, of.tables, of.chain, of.state, lines)


def _line(answer: Any, at: float, user_id: int) -> Line:
    return Line(answer.step, answer.part, answer.asked, answer.seat, user_id != NOBODY, at, answer.value)


def _tale(stories: Stories, row: OutboxRow) -> Tale:
    return Tale(row.address.stage, row.address.step, row.at, row.by, stories.plain(row.told))


def _confirmed(rules: Rules[Any], copy: FullCopy) -> FullCopy:
    """The copy without what was told of dice that were thrown anew since: it would not be believed elsewhere."""
    try:
        replayed = replay(rules, copy)
    except BadImport as bad:  # played by older rules: whoever has those can still read it
        log.info("copy.unconfirmed", game=copy.game, place=bad.place, why=bad.why)
        return copy
    stories, left = Stories(rules.events), told_by(Stories(rules.events), replayed.told)
    last = (replayed.snapshots[-1].stage, replayed.position.step)
    kept = [_standing(stories, left, tale, last) for tale in reversed(copy.chronicle)]
    return msgspec.structs.replace(copy, chronicle=[tale for tale in reversed(kept) if tale is not None])


def _standing(stories: Stories, left: Counter[bytes], tale: Tale, last: tuple[int, int]) -> Tale | None:
    """What of a tale still stands, the latest of equal facts first; None: nothing, or it led where nobody went."""
    told = list[Told]()
    for one in reversed(stories.understood(tale.told)):
        key = stories.encode([one])
        left[key] -= 1
        if isinstance(one.event, HOUSE_EVENTS) or left[key] >= 0:
            told.insert(0, one)
    place = (tale.stage, tale.step)
    if not told and (tale.told or place > last):
        return None
    stage, step = min(place, last)
    return msgspec.structs.replace(tale, stage=stage, step=step, told=stories.plain(told))


# A player's ------------------------------------------------------------------------------------------------


def _own(
    rules: Rules[Any],
    standing: Standing,
    seat: Seat,
    pages: Sequence[Page],
    rows: Sequence[OutboxRow],
    seed: bytes | None,
) -> OwnCopy:
    record, at = standing.record, standing.address
    stories = Stories(rules.events)
    view = rules.view(standing.state, seat)
    return OwnCopy(
        game=record.game,
        version=rules.version,
        locale=record.locale,
        phase=record.phase,
        created_at=record.created_at,
        options=dict(record.options),
        commitment=record.commitment,
        seed=seed.hex() if seed else None,
        seat=seat,
        seats=[seat_line(one) for one in record.seats],
        stage=at.stage,
        step=at.step,
        view=msgspec.to_builtins(view, str_keys=True, enc_hook=plain_number),
        answers=[
            OwnLine(page.snapshot.stage, row.answer.step, row.answer.asked, row.at, row.answer.value)
            for page in pages
            for row in page.answers
            if row.answer.seat == seat
        ],
        chronicle=[_heard(stories, row, seat) for row in rows],
    )


def _heard(stories: Stories, row: OutboxRow, seat: Seat) -> Tale:
    """What this seat learnt: whose answer it was only where it is its own, as others may have answered in secret."""
    told = [one for one in row.told if one.to is None or seat in one.to]
    by = row.by if row.by and row.by[0] == seat else None
    return Tale(row.address.stage, row.address.step, row.at, by, stories.plain(told))
