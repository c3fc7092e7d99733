"""Whom an undo concerns at a table of rivals.

A player may take back alone what has reached no rival: none was asked, told, named or touched since. A rival's secret
asides do not count: they neither forbid the undo, which would betray them, nor are they lost by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from bot.session.asking import newly_told, part
from bot.store.units import Logged, Page
from rules.kernel.advance import Position, advance
from rules.kernel.answers import Answer, Value, is_beside, is_waited_for, part_beside, refusal_of
from rules.kernel.chance import Scripted
from rules.kernel.errors import Diverged
from rules.kernel.game import Rules
from rules.kernel.requests import NextAction, Request, Seat
from rules.kernel.saving import plain_number
from rules.kernel.table import Told

Place = tuple[int, int, str]
"""Where a row stands in the log: stage, step, part."""


def place_of(row: Logged) -> Place:
    """Where a row stands."""
    return row.stage, row.answer.step, row.answer.part


# On the side, in secret --------------------------------------------------------------------------------------


class _Witness(Scripted):
    """Notes of each action whether it was a secret aside."""

    def __init__(self) -> None:
        super().__init__({})
        self.asides: list[bool] = []

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Note whether this answer is a secret aside."""
        if isinstance(request, NextAction):
            self.asides.append(is_beside(request, value, seat))


def secret_asides(rules: Rules[Any], page: Page) -> list[Logged]:
    """The rows of this stage that are secret asides; none where today's rules do not fit its log."""
    witness = _Witness()
    try:
        advance(rules, page.snapshot, [row.answer for row in page.answers], witness)
    except Diverged:
        return []
    rows = [row for row in page.answers if f" {NextAction.__name__} " in row.answer.asked]
    return [row for row, aside in zip(rows, witness.asides, strict=False) if aside]


def move_to_end(rules: Rules[Any], page: Page, rows: Sequence[Logged]) -> Page:
    """The page with these rows moved to its end, one after the other; a row that does not fit there is left out."""
    for row in rows:
        open_now = _there(rules, page)
        again = _moved(row.answer, page, open_now)
        if _bears(open_now, again):
            moved = msgspec.structs.replace(row, stage=page.snapshot.stage, answer=again)
            page = Page(page.snapshot, [*page.answers, moved])
    return page


def _moved(row: Answer, page: Page, open_now: Position[Any]) -> Answer:
    """As it would stand had it been done beside the question that is open at the end of this page."""
    beside = open_now.waiting is not None and is_beside(open_now.waiting, row.value, row.seat)
    if open_now.waiting is None or not beside:
        return msgspec.structs.replace(row, step=open_now.step)
    part = part_beside((one.answer for one in page.answers), open_now.step)
    return msgspec.structs.replace(row, step=open_now.step, part=part, asked=open_now.waiting.asked)


def _bears(open_now: Position[Any], answer: Answer) -> bool:
    if open_now.waiting is None or open_now.waiting.asked != answer.asked:
        return False
    return refusal_of(open_now.waiting, answer.value, answer.seat) is None


# Whom it reached ---------------------------------------------------------------------------------------------


def is_of_concern(rules: Rules[Any], before: Page, now: Page, others: Collection[Seat]) -> bool:
    """Whether what ``now`` has and ``before`` has not concerns one of these seats; True where the rules cannot tell."""
    try:
        then, since = _there(rules, before), _there(rules, now)
    except Diverged:
        return True
    news = newly_told(then.told, since.told)
    return any(
        _asked(since, seat) not in ("", _asked(then, seat))
        or _things(rules, then, seat) != _things(rules, since, seat)
        or _speak_of(news, {seat, *_names(rules, since, seat)})
        for seat in others
    )


def _there(rules: Rules[Any], page: Page) -> Position[Any]:
    """Where the table stands at the end of a page; a die that is not on it does not fall."""
    return advance(rules, page.snapshot, [row.answer for row in page.answers], Scripted({}))


def _asked(position: Position[Any], seat: Seat) -> str:
    """The question that waits for this seat; '' when none does."""
    waiting = position.waiting
    return part(waiting, seat)[1].asked if waiting is not None and is_waited_for(waiting, seat) else ""


def _things(rules: Rules[Any], position: Position[Any], seat: Seat) -> list[Any]:
    return list(_owned(_plain(rules.view(position.state, seat)), seat))


def _names(rules: Rules[Any], position: Position[Any], seat: Seat) -> Iterator[str]:
    """What this seat's people are called by the rules."""
    for thing in _things(rules, position, seat):
        if isinstance(thing, dict) and isinstance(thing.get("id"), str):
            yield thing["id"]


def _owned(value: Any, seat: Seat) -> Iterator[Any]:
    """All that is marked as a seat's, wherever it stands."""
    if isinstance(value, dict):
        if value.get("seat") == seat:
            yield value
        for key, inner in value.items():
            if key == seat:
                yield inner
            yield from _owned(inner, seat)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _owned(inner, seat)


def _speak_of(news: Sequence[Told], names: set[str]) -> bool:
    return any(names & {*(one.to or ()), *_words(_plain(one.event))} for one in news)


def _words(value: Any) -> Iterator[str]:
    """Every word in an event: ids, and the last part of a catalogue's key."""
    if isinstance(value, str):
        yield value
        yield value.rpartition(".")[2]
    elif isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _words(inner)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True, enc_hook=plain_number)
