"""What the statistics count of a game that has just ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import Literal
from zlib import crc32

from msgspec.json import decode

from bot.games import face_of
from bot.games.face import Bout, Grave, Happened
from bot.games.honours import UNTRANSLATED
from bot.session.asking import people_of
from bot.session.transaction import Transaction
from bot.table.events import CameBack, GameBrought, GraveFound
from bot.table.habits import Person
from bot.table.records import OutboxRow
from bot.table.results import Feats, Luck, Result, Tally
from bot.table.timekeeping import awake_at
from rules.kernel.events import DiceRolled
from rules.kernel.requests import CHANCE, Seat
from rules.kernel.words import Term, Word

STRIDE = 900
"""Seconds; a wait is split into parts of this length, and those that begin in quiet hours are left out."""


async def results_of(action: Transaction, rows: Sequence[OutboxRow]) -> list[Result]:
    """Return a result for each seat of a person; none for an imported game. ``rows``: the earlier stories in force."""
    record, face = action.record, face_of(action.record.game)
    facts = [*(fact for row in rows for fact in row.told), *action.heard]
    if any(isinstance(fact.event, GameBrought) for fact in facts):
        return []
    events = [fact.event for fact in facts if fact.to is None]
    told = [Happened(0, event) for event in events if not isinstance(event, DiceRolled) or event.by == CHANCE]
    view = action.rules.view((await action.standing()).state, None)
    tally, lasted = face.tally(view, told), action.at - (rows[0].at if rows else action.at)
    seats = {seat.seat: seat.user_id for seat in record.seats if not seat.computer}
    lone = len(seats) < len(record.seats) and len({*seats.values()} - {0}) < 2
    mark: Literal["room", "alone", ""] = "room" if record.habits.in_person else "alone" if lone else ""
    waits = await _waits(action, rows, seats)
    ended = tally, [*face.graves(UNTRANSLATED, told)], [*face.bouts(UNTRANSLATED, told)]
    return [
        Result(
            seat,
            user_id,
            action.at,
            mark,
            Feats(face.has_won(view, seat), tally.depth, *_losses_and_blows(*ended, seat), lasted),
            Luck(
                Counter(
                    thrown
                    for who, faces in tally.faces.items()
                    if tally.owners.get(who, who) == seat
                    for thrown in faces
                ),
                median(waits[seat]) if waits[seat] else None,
            ),
        )
        for seat, user_id in seats.items()
    ]


def _losses_and_blows(
    tally: Tally, graves: Iterable[Grave], bouts: Iterable[Bout], seat: Seat
) -> tuple[list[tuple[str, str]], tuple[int, str], int]:
    """Return who of a seat's fell and by whom, the mightiest enemy it felled, and the most blows missed in a row."""
    owners = tally.owners
    lost = [(str(grave.who), str(grave.by)) for grave in graves if owners.get(getattr(grave.told, "who", "")) == seat]
    felled = [(bout.might, str(UNTRANSLATED.term(bout.foe))) for bout in bouts if owners.get(bout.victor, seat) == seat]
    misses = [number for who, number in tally.misses.items() if owners.get(who) == seat]
    return lost, max([(0, ""), *felled]), max(misses, default=0)


async def _waits(action: Transaction, rows: Sequence[OutboxRow], seats: Mapping[Seat, int]) -> dict[Seat, list[float]]:
    """Return the seconds that each person took for each answer, without quiet hours and the time before a return."""
    people = await action.store.people(seats.values())
    back = [(fact.event.seat, row.at) for row in rows for fact in row.told if isinstance(fact.event, CameBack)]
    waits, asked_at = {seat: list[float]() for seat in seats}, rows[0].at if rows else action.at
    answered = [*await action.store.answered(action.record.id), *action.changes.rows]
    # An undo puts the rows before it in again, under a new epoch.
    once = {(row.stage, row.answer.step, row.answer.part, row.answer.seat, row.at): row for row in answered}
    for _, step in groupby(once.values(), lambda row: (row.stage, row.answer.step)):
        for row in (given := [*step]):
            seat = row.answer.seat
            if row.user_id and row.user_id == seats.get(seat):
                person = people.get(row.user_id) or Person(row.user_id)
                since = max([asked_at, *(at for each, at in back if each == seat and at <= row.at)])
                parts = range(int(since), int(row.at), STRIDE)
                waits[seat].append(sum(min(STRIDE, row.at - at) for at in parts if awake_at(person, at) == at))
        asked_at = given[-1].at
    return waits


# The fallen of earlier games ---------------------------------------------------------------------------------


async def tell_of_grave(action: Transaction) -> None:
    """Tell of a character that fell on this server in an earlier game of this kind, where the party comes to its place.

    The name is left out unless the character's person lets it be told.
    """
    record, face, store = action.record, face_of(action.record.game), action.store
    if not any(type(fact.event).__name__ in face.burials for fact in action.heard):
        return
    earlier = [result for result in await store.results(record.guild_id) if result.game == record.game]
    fallen = [(result.user_id, lost) for result in earlier if not result.mark for lost in result.feats.lost]
    if fallen:
        user_id, lost = fallen[crc32(record.id.encode()) % len(fallen)]
        (person,) = await people_of(store, [user_id])
        who, by = (decode(term, type=tuple[Term, ...]) if term else () for term in lost)
        action.tell(GraveFound(who if person.fame else (Word("grave.nameless"),), by or (Word("grave.nobody"),)))
