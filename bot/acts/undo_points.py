"""Undo points: where an undo can go back to, what it loses, and which rivals it concerns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from bot.executors import PAST
from bot.session.asking import newly_told, part
from bot.session.history import is_roll
from bot.session.transaction import NOBODY
from bot.store import Store
from bot.store.units import Logged, Page
from bot.table.authority import consenters, is_master, seats_of
from bot.table.records import Address, GameRecord, Standing
from bot.table.votes import FREED, Vote
from rules.kernel.advance import Position, advance
from rules.kernel.answers import Answer, Value, is_beside, is_waited_for, number_beside, part_beside, refusal_of
from rules.kernel.chance import Scripted
from rules.kernel.corrections import CORRECTION
from rules.kernel.dice import Rolled
from rules.kernel.errors import Diverged, Refused
from rules.kernel.events import DiceRolled, Told
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, NextAction, Request, Seat
from rules.kernel.saving import plain_number

Place = tuple[int, int, str]
"""The position of a row in the log: stage, step, part."""


def place_of(row: Logged) -> Place:
    """Return the position of a row."""
    return row.stage, row.answer.step, row.answer.part


# On the side, in secret --------------------------------------------------------------------------------------


class _Witness(Scripted):
    """Records for each action whether it was a secret free action."""

    def __init__(self) -> None:
        super().__init__({})
        self.asides: list[bool] = []

    def hear(self, request: Request, seat: Seat, value: Value) -> None:
        """Record whether this answer is a secret free action."""
        if isinstance(request, NextAction):
            self.asides.append(is_beside(request, value, seat))


def secret_free_actions(rules: Rules, page: Page) -> list[Logged]:
    """Return the secret free actions of this stage; empty if today's rules cannot replay its log."""
    witness = _Witness()
    try:
        advance(rules, page.snapshot, [row.answer for row in page.answers], witness)
    except Diverged:
        return []
    rows = [row for row in page.answers if f" {NextAction.__name__} " in row.answer.asked]
    return [row for row, aside in zip(rows, witness.asides, strict=False) if aside]


def move_to_end(rules: Rules, page: Page, rows: Sequence[Logged]) -> Page:
    """Return the page with these rows moved to its end in order; rows that do not fit are dropped."""
    for row in rows:
        open_now = _position_after(rules, page)
        again = _row_at_open_question(row.answer, page, open_now)
        moved = replace(row, stage=page.snapshot.stage, answer=again)
        longer = Page(page.snapshot, [*page.answers, moved])
        if _accepts_ruling(rules, longer) if is_ruling(row) else _accepts_answer(open_now, again):
            page = longer
    return page


def _accepts_ruling(rules: Rules, page: Page) -> bool:
    """Whether the rules can play the ruling at the end of this page."""
    try:
        _position_after(rules, page)
    except Exception:  # it may break a rule that is half run, as when it is entered
        return False
    return True


def _row_at_open_question(row: Answer, page: Page, open_now: Position) -> Answer:
    """Return the row as if done beside the question open at the end of this page."""
    if row.asked == CORRECTION:
        nth = number_beside((answer.answer for answer in page.answers), open_now.step)
        return replace(row, step=open_now.step, part=f"gm{nth:03}")
    beside = open_now.waiting is not None and is_beside(open_now.waiting, row.value, row.seat)
    if not open_now.waiting or not beside:
        return replace(row, step=open_now.step)
    part = part_beside((answer.answer for answer in page.answers), open_now.step)
    return replace(row, step=open_now.step, part=part, asked=open_now.waiting.asked)


def _accepts_answer(open_now: Position, answer: Answer) -> bool:
    if not open_now.waiting or open_now.waiting.asked != answer.asked:
        return False
    return refusal_of(open_now.waiting, answer.value, answer.seat) is None


# Whom it reached ---------------------------------------------------------------------------------------------


def is_of_concern(rules: Rules, before: Page, now: Page, others: Collection[Seat]) -> bool:
    """Whether the difference from ``before`` to ``now`` concerns one of these seats; True if the rules cannot tell."""
    try:
        then, since = _position_after(rules, before), _position_after(rules, now)
    except Diverged:
        return True
    news = newly_told(then.told, since.told)
    return any(
        _question_for_seat(since, seat) not in ("", _question_for_seat(then, seat))
        or _things_of_seat(rules, then, seat) != _things_of_seat(rules, since, seat)
        or _mentions_names(news, {seat, *_names_of_seat(rules, since, seat)})
        for seat in others
    )


def _position_after(rules: Rules, page: Page) -> Position:
    """Return the position at the end of a page, without throwing further dice."""
    return advance(rules, page.snapshot, [row.answer for row in page.answers], Scripted({}))


def _question_for_seat(position: Position, seat: Seat) -> str:
    waiting = position.waiting
    return part(waiting, seat)[1].asked if waiting and is_waited_for(waiting, seat) else ""


def _things_of_seat(rules: Rules, position: Position, seat: Seat) -> list[Any]:
    return list(_values_of_seat(_plain_value(rules.view(position.state, seat)), seat))


def _names_of_seat(rules: Rules, position: Position, seat: Seat) -> Iterator[str]:
    """Yield the rules' names of this seat's characters."""
    for thing in _things_of_seat(rules, position, seat):
        if isinstance(thing, dict) and isinstance(thing.get("id"), str):
            yield thing["id"]


def _values_of_seat(value: Any, seat: Seat) -> Iterator[Any]:
    """Yield all nested values marked with this seat."""
    if isinstance(value, dict):
        if value.get("seat") == seat:
            yield value
        for key, inner in value.items():
            if key == seat:
                yield inner
            yield from _values_of_seat(inner, seat)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _values_of_seat(inner, seat)


def _mentions_names(news: Sequence[Told], names: set[str]) -> bool:
    return any(names & {*(fact.to or ()), *_words_in_event(_plain_value(fact.event))} for fact in news)


def _words_in_event(value: Any) -> Iterator[str]:
    """Yield all words in an event: ids and the last parts of catalogue keys."""
    if isinstance(value, str):
        yield value
        yield value.rpartition(".")[2]
    elif isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _words_in_event(inner)


def _plain_value(value: Any) -> Any:
    return to_builtins(value, str_keys=True, enc_hook=plain_number)


MOST_POINTS = 25
"""The most answers that a person can look back."""


class Point(Struct, frozen=True):
    """An undo target: before this answer of a person, the ``steps``-th from the end.

    ``page``: the log up to there. ``lost``: all rows undone, oldest first. ``beside``: later silent rulings and secret
    free actions of rivals, which an undo keeps. ``pages``: the whole log of the stages from there on, oldest first.
    """

    steps: int
    answer: Logged
    page: Page
    lost: tuple[Logged, ...]
    beside: tuple[Logged, ...] = ()
    pages: tuple[Page, ...] = ()

    @property
    def has_chance(self) -> bool:
        """Whether going back there passes a die, draw or ruling."""
        return has_chance(self.lost)

    def before(self, at: Address) -> int:
        """Return how many answers before the question at this address it lies, without answers to that question.

        So a vote on an undo keeps its target while others answer the open question. Silent rulings do not count.
        """
        return sum(
            row.user_id != NOBODY
            and not is_silent(row)
            and not ((row.stage, row.answer.step) == (at.stage, at.step) and not is_ruling(row))
            for row in (*self.lost, *self.beside)
        )


def has_chance(rows: Iterable[Logged]) -> bool:
    """Whether there is a die, draw or ruling among these rows."""
    return any(is_chance(row) or is_ruling(row) for row in rows)


def is_chance(row: Logged) -> bool:
    """Whether a row is a draw or dice, thrown by hand or not."""
    return row.answer.seat == CHANCE or is_roll(row) or row.answer.asked.endswith(" Draw")


def dice_of(row: Logged) -> DiceRolled:
    """Return the event of a row of dice: reason, dice, result, thrower."""
    why, _, code = row.answer.asked.rpartition(" ")
    pips = tuple(row.answer.value)
    return DiceRolled(why, code, pips, int(Rolled(code, pips)), row.answer.seat)


def is_ruling(row: Logged) -> bool:
    """Whether a row is a ruling."""
    return row.answer.asked == CORRECTION


def is_silent(row: Logged) -> bool:
    """Whether a row is a ruling of which only the game master knows."""
    return is_ruling(row) and bool(row.answer.value[2])


async def freed_seat(store: Store, rules: Rules, record: GameRecord) -> Vote | None:
    """Return the mark of the last freed seat of rivals; players take back nothing from before it."""
    return next(iter((await store.votes(record.id)).get(FREED, ())), None) if rules.rivals else None


def is_before_freed(row: Logged, freed: Vote) -> bool:
    """Whether a row is from before this moment."""
    return row.at <= freed.at and [row.stage, row.answer.step] < freed.value


async def points(
    store: Store, game_id: str, at: Address, most: int | None = MOST_POINTS, first: int = 0
) -> list[Point]:
    """Return the undo points of this table, the nearest first; none in a stage before ``first``."""
    found: list[Point] = []
    lost: list[Logged] = []
    pages: list[Page] = []
    for stage in range(at.stage, first - 1, -1):
        page = await store.page(game_id, at.epoch, stage)
        rows = page.answers if page else []
        pages[:0] = [page] if page else []
        for nth in range(len(rows) - 1, -1, -1):
            lost.insert(0, rows[nth])
            if page and rows[nth].user_id != NOBODY:
                kept = Page(page.snapshot, rows[:nth])
                found.append(Point(len(found) + 1, rows[nth], kept, tuple(lost), pages=tuple(pages)))
                if len(found) == most:
                    return found
    return found


async def points_known_to(
    store: Store, rules: Rules, now: Standing, user_id: int, most: int | None = MOST_POINTS, first: int = 0
) -> list[Point]:
    """Return the undo points that this person may know and reach, the nearest first.

    Players see no silent rulings, no secret free actions of rivals, and nothing from before a rival's seat was freed.
    """
    record, at = now.record, now.address
    if is_master(record, user_id):
        return await points(store, record.id, at, most, first)
    freed, sought = await freed_seat(store, rules, record), most
    while True:  # however many rows hide among them
        found = await points(store, record.id, at, sought, first)
        reached = [point for point in found if not freed or not is_before_freed(point.answer, freed)]
        hidden = {place_of(row) for point in found[-1:] for row in point.lost if is_silent(row)}
        if has_rivals(rules, record, user_id):
            stages = {point.answer.stage for point in reached}
            hidden |= await _hidden_places(store, rules, now, stages, seats_of(record, user_id))
        seen = [point for point in reached if place_of(point.answer) not in hidden]
        if most is None or sought is None or len(seen) >= most or len(found) < sought or len(reached) < len(found):
            return [without_rows(point, nth, hidden) for nth, point in enumerate(seen[:most], 1)]
        sought *= 2


def without_rows(point: Point, steps: int, hidden: Collection[Place]) -> Point:
    """Return the point with this number, at which an undo keeps the hidden rows."""
    lost = tuple(row for row in point.lost if place_of(row) not in hidden)
    beside = tuple(row for row in point.lost if place_of(row) in hidden)
    return Point(steps, point.answer, point.page, lost, beside, point.pages)


def points_of_rows(pages: Iterable[Page], rows: Sequence[Logged]) -> Iterator[Point]:
    """Yield the point before each of these rows that is a person's, in the order of the complete ``pages``."""
    by_people = [row for row in rows if row.user_id != NOBODY]
    for page in pages:
        for nth, row in enumerate(page.answers):
            if row in by_people:
                yield Point(0, row, Page(page.snapshot, page.answers[:nth]), ())


async def _hidden_places(
    store: Store, rules: Rules, now: Standing, stages: Iterable[int], mine: Sequence[Seat]
) -> set[Place]:
    found: set[Place] = set()
    for stage in stages:
        page = await store.page(now.record.id, now.address.epoch, stage)
        asides = await PAST.do(secret_free_actions, rules, page) if page else []
        found.update(place_of(row) for row in asides if row.answer.seat not in mine)
    return found


def has_rivals(rules: Rules, record: GameRecord, user_id: int) -> bool:
    """Whether this person plays against others who are present."""
    return rules.rivals and not is_master(record, user_id) and len(consenters(record)) > 1


async def point(store: Store, rules: Rules, now: Standing, user_id: int, steps: int) -> Point:
    """Return the point ``steps`` answers of people back; raises ``Refused`` as ``no_more_points``."""
    found = await points_known_to(store, rules, now, user_id, steps) if steps > 0 else []
    if len(found) < max(steps, 1):
        raise await no_more_points(store, rules, now.record, user_id)
    return found[-1]


async def no_more_points(store: Store, rules: Rules, record: GameRecord, user_id: int) -> Refused:
    """Return the refusal of an undo beyond the last point: undo_freed, or nothing_to_undo from the beginning."""
    freed = None if is_master(record, user_id) else await freed_seat(store, rules, record)
    return Refused("undo_freed" if freed else "nothing_to_undo")


async def point_before_stage(store: Store, rules: Rules, now: Standing, user_id: int) -> Point:
    """Return the point before the first answer of the present stage, or of the last stage with answers.

    Raises ``Refused`` as ``no_more_points``.
    """
    for stage in range(now.address.stage, -1, -1):
        if found := await points_known_to(store, rules, now, user_id, None, stage):
            return found[-1]
    raise await no_more_points(store, rules, now.record, user_id)
