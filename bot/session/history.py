"""Queries over a whole log: stories in force, house rules agreed on, proof of fair dice."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.executors import WHOLE
from bot.store import Store
from bot.store.rows import proof_lines
from bot.store.units import Logged, Page
from bot.table.records import Address, EpochRow, OutboxRow
from rules.kernel.advance import Snapshot
from rules.kernel.answers import ASIDE, Answer
from rules.kernel.corrections import CORRECTION, HOUSE
from rules.kernel.dice import is_code
from rules.kernel.events import DiceRolled
from rules.kernel.game import Rules
from rules.kernel.proof import Chapter, Proof, prove, replayed_lines
from rules.kernel.recording import Line
from rules.kernel.requests import CHANCE


class Lost(Struct, frozen=True):
    """What an epoch took back of its parent's line.

    ``times``: those of the free actions at its first question (seconds); ``dice``: the places of the dice overruled
    there and of all later ones.
    """

    times: Collection[float] = ()
    dice: Sequence[tuple[int, int]] = ()


def fresh_seed() -> bytes:
    """Return a new secret seed of 32 bytes."""
    return secrets.token_bytes(32)


def stories_on_line(
    rows: Sequence[OutboxRow], epochs: Sequence[EpochRow], epoch: int, lost: Mapping[int, Lost]
) -> list[OutboxRow]:
    """Return the stories up to this epoch that nothing took back, or a redo restored; oldest first.

    ``lost``: as in ``lost_by_epoch``. A story loses what it told after a die that was overruled.
    """
    began = {row.epoch: row for row in epochs}

    def line(of: int) -> list[OutboxRow]:
        start = began.get(of)
        if not start:  # the first line, with the lobby before it; or one from a time without this table
            return [row for row in rows if row.address.epoch <= of]
        before = [_part_in_force(row, start, lost.get(of, Lost())) for row in line(start.parent)]
        return [row for row in before if row] + [row for row in rows if row.address.epoch == of]

    return sorted(line(epoch), key=lambda row: row.id)


async def stories_in_force(
    store: Store, game_id: str, rows: Sequence[OutboxRow], epochs: Sequence[EpochRow], epoch: int
) -> list[OutboxRow]:
    """Return the stories of ``stories_on_line`` without those of undone rulings.

    Their address does not show it, because a ruling leaves the table at the same question.
    """
    lost = [
        (epoch_row.epoch, epoch_row.at)
        for epoch_row in epochs
        if epoch_row.why == "gm" and not await _is_logged(store, game_id, epoch_row, epoch)
    ]
    return [row for row in rows if (row.address.epoch, row.at) not in lost]


async def _is_logged(store: Store, game_id: str, ruling: EpochRow, epoch: int) -> bool:
    page = await store.page(game_id, epoch, ruling.address.stage)
    return page is not None and any(row.at == ruling.at for row in page.answers)


def _part_in_force(row: OutboxRow, start: EpochRow, lost: Lost) -> OutboxRow | None:
    here, there = _stage_and_step(row.address), _stage_and_step(start.address)
    if here < there or (here == there and row.at not in lost.times):
        return row
    dice = sum(place < here for place in lost.dice)
    rolled = [nth for nth, fact in enumerate(row.told) if isinstance(fact.event, DiceRolled)]
    if not 0 < dice <= len(rolled):
        return None
    return replace(row, told=row.told[: rolled[-dice]])


async def lost_by_epoch(store: Store, game_id: str, epochs: Sequence[EpochRow]) -> dict[int, Lost]:
    """Return what each undo, overruled die and restart of a stage took back."""
    lost: dict[int, Lost] = {}
    for start in epochs:
        there, tip = _stage_and_step(start.address), _stage_and_step(start.tip)
        if start.why == "undo":
            lost[start.epoch] = Lost(await _times_taken_back(store, game_id, start))
        elif start.why in ("gm", "again") and there < tip:
            pages = [await store.page(game_id, start.parent, stage) for stage in range(there[0], tip[0] + 1)]
            rolls = [(row.stage, row.answer.step) for page in pages if page for row in page.answers if is_roll(row)]
            lost[start.epoch] = Lost(dice=[place for place in rolls if there <= place])
    return lost


async def _times_taken_back(store: Store, game_id: str, undo: EpochRow) -> set[float]:
    stage, step = _stage_and_step(undo.address)
    pages = [await store.page(game_id, epoch, stage) for epoch in (undo.parent, undo.epoch)]
    before, now = ([row for row in page.answers if row.answer.step == step] if page else [] for page in pages)
    beside = {row.at for row in before if row.answer.part[:1] == ASIDE}
    return beside - {row.at for row in now}


def is_roll(row: Logged) -> bool:
    """Whether a row is dice; its question ends with the dice code."""
    return is_code(row.answer.asked.rpartition(" ")[2])


def _stage_and_step(address: Address) -> tuple[int, int]:
    return address.stage, address.step


def house_rules(answers: Iterable[Answer]) -> Iterator[tuple[Mapping[str, str], Mapping[str, str]]]:
    """Yield the house rules before and after each change among these answers, in order."""
    for row in answers:
        if row.asked == CORRECTION and row.value[0] == HOUSE:
            _, now, _, before = row.value
            yield before, now


async def prove_game(store: Store, rules: Rules, game_id: str, at: Address, seeds: Sequence[bytes]) -> Proof:
    """Return the proof of all dice on the line up to ``at``."""
    pages = await pages_up_to(store, game_id, at)
    return await WHOLE.do(lambda: prove(rules, seeds, [chapter_of(page) for page in pages], lines_if_replayable))


def lines_if_replayable(
    rules: Rules, chapter: Chapter, following: Snapshot | None, seeds: Sequence[bytes]
) -> list[Line]:
    """Return the lines of a stage from a replay; none if today's rules or tables cannot replay it."""
    try:
        return replayed_lines(rules, chapter, following, seeds)
    except Exception:  # the rules of then had cards and words that those of today do not know
        return []


async def pages_up_to(store: Store, game_id: str, at: Address) -> list[Page]:
    """Return the stages on the line up to ``at``."""
    pages = [await store.page(game_id, at.epoch, stage) for stage in range(at.stage + 1)]
    return [page for page in pages if page]


def chapter_of(page: Page) -> Chapter:
    """Return a stage for its proof."""
    seals = [row.seal for row in page.answers if row.answer.seat == CHANCE]
    return Chapter(page.snapshot, [row.answer for row in page.answers], seals, proof_lines(page.proof))
