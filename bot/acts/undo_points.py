"""Places in the log to go back to: before each answer of a person, with all that would be lost by it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from bot.acts.concern import Place, place_of, secret_asides
from bot.executors import PAST
from bot.session.transaction import NOBODY
from bot.store import Store
from bot.store.units import Logged, Page
from bot.table.authority import consenters, is_master, seats_of
from bot.table.records import Address, GameRecord, Standing
from rules.kernel.corrections import CORRECTION
from rules.kernel.dice import Rolled, is_code
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, Seat
from rules.kernel.table import DiceRolled

MOST_POINTS = 25
"""How many answers back a person can look."""


class Point(msgspec.Struct, frozen=True):
    """A place to go back to: before this answer of a person, which was the ``steps``-th from the end.

    ``page`` is the log up to there, ``lost`` all that would be gone (answers, dice, draws), oldest first. ``beside``:
    secret asides of rivals since, of which the person may not know; an undo keeps them.
    """

    steps: int
    answer: Logged
    page: Page
    lost: tuple[Logged, ...]
    beside: tuple[Logged, ...] = ()

    @property
    def has_chance(self) -> bool:
        """Whether going back there passes a die, a draw or a ruling."""
        return has_chance(self.lost)

    def before(self, at: Address) -> int:
        """How many answers back from the question at this address it is; answers to that question itself do not count.

        So a vote on going back means the same place while others go on answering the open question.
        """
        return sum(row.user_id != NOBODY and not _is_part(row, at) for row in (*self.lost, *self.beside))


def has_chance(rows: Iterable[Logged]) -> bool:
    """Whether there is a die, a draw or a ruling of a game master among these rows."""
    return any(is_chance(row) or is_ruling(row) for row in rows)


def is_chance(row: Logged) -> bool:
    """Whether a row is dice, be they thrown by hand, or a draw."""
    return row.answer.seat == CHANCE or is_roll(row) or row.answer.asked.endswith(" Draw")


def is_roll(row: Logged) -> bool:
    """Whether a row is dice: what is asked ends with their code."""
    return is_code(row.answer.asked.rpartition(" ")[2])


def dice_of(row: Logged) -> DiceRolled:
    """What a row of dice tells: why they were thrown, which, what they showed, by whom."""
    why, _, code = row.answer.asked.rpartition(" ")
    pips = tuple(row.answer.value)
    return DiceRolled(why, code, pips, int(Rolled(code, pips)), row.answer.seat)


def is_ruling(row: Logged) -> bool:
    """Whether a row sets something right."""
    return row.answer.asked == CORRECTION


def _is_part(row: Logged, at: Address) -> bool:
    return (row.stage, row.answer.step) == (at.stage, at.step) and not is_ruling(row)


async def points(
    store: Store, game_id: str, at: Address, most: int | None = MOST_POINTS, first: int = 0
) -> list[Point]:
    """The points that this table can go back to, the nearest first; none in a stage before ``first``."""
    found: list[Point] = []
    lost: list[Logged] = []
    for stage in range(at.stage, first - 1, -1):
        page = await store.page(game_id, at.epoch, stage)
        rows = page.answers if page else []
        for nth in range(len(rows) - 1, -1, -1):
            lost.insert(0, rows[nth])
            if page is not None and rows[nth].user_id != NOBODY:
                kept = Page(page.snapshot, rows[:nth])
                found.append(Point(len(found) + 1, rows[nth], kept, tuple(lost)))
                if len(found) == most:
                    return found
    return found


async def points_known_to(
    store: Store, rules: Rules[Any], now: Standing, user_id: int, most: int | None = MOST_POINTS, first: int = 0
) -> list[Point]:
    """The points that this person may know of, the nearest first: without secret asides of rivals."""
    record, at = now.record, now.address
    if not has_rivals(rules, record, user_id):
        return await points(store, record.id, at, most, first)
    sought = most
    while True:  # however many asides hide among them
        sought = sought and 2 * sought
        found = await points(store, record.id, at, sought, first)
        hidden = await _hidden(store, rules, now, {one.answer.stage for one in found}, seats_of(record, user_id))
        seen = [one for one in found if place_of(one.answer) not in hidden]
        if most is None or sought is None or len(seen) >= most or len(found) < sought:
            return [_as_seen(one, nth, hidden) for nth, one in enumerate(seen[:most], 1)]


def _as_seen(one: Point, steps: int, hidden: Collection[Place]) -> Point:
    lost = tuple(row for row in one.lost if place_of(row) not in hidden)
    beside = tuple(row for row in one.lost if place_of(row) in hidden)
    return Point(steps, one.answer, one.page, lost, beside)


async def _hidden(
    store: Store, rules: Rules[Any], now: Standing, stages: Iterable[int], mine: Sequence[Seat]
) -> set[Place]:
    found: set[Place] = set()
    for stage in stages:
        page = await store.page(now.record.id, now.address.epoch, stage)
        asides = await PAST.do(secret_asides, rules, page) if page is not None else []
        found.update(place_of(row) for row in asides if row.answer.seat not in mine)
    return found


def has_rivals(rules: Rules[Any], record: GameRecord, user_id: int) -> bool:
    """Whether this person plays against others who are there."""
    return rules.rivals and not is_master(record, user_id) and len(consenters(record)) > 1


async def point(store: Store, rules: Rules[Any], now: Standing, user_id: int, steps: int) -> Point:
    """The point so many answers of people back; raises ``Refused("nothing_to_undo")``."""
    found = await points_known_to(store, rules, now, user_id, steps) if steps > 0 else []
    if len(found) < max(steps, 1):
        raise Refused("nothing_to_undo")
    return found[-1]


async def point_before_stage(store: Store, rules: Rules[Any], now: Standing, user_id: int) -> Point:
    """The point before the first answer of the present stage, or of the last one that has any.

    Raises ``Refused("nothing_to_undo")``.
    """
    for stage in range(now.address.stage, -1, -1):
        if found := await points_known_to(store, rules, now, user_id, None, stage):
            return found[-1]
    raise Refused("nothing_to_undo")
