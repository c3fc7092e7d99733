"""What one action does to a table, worked out in full before anything of it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import structlog

from bot.actors import Awake
from bot.records import Address, Press, Standing
from bot.store import Logged, Story, Unit
from bot.stories import Stories
from rules.kernel.advance import Leg, Position, Snapshot, advance, play_on
from rules.kernel.answers import Answer, Value, judge, may_answer
from rules.kernel.chance import Sealed
from rules.kernel.errors import Refused, RuleBroken
from rules.kernel.game import Rules
from rules.kernel.requests import Everyone, NextAction, Request, Seat
from rules.kernel.table import Event, Told

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 300
"""Answers of the autopilot in one action; a table that nobody sits at must not hold up the others."""
NOBODY = 0
"""The user of answers that no person gave."""

_NOT_OPEN = {"lobby": "not_started", "ended": "game_over", "broken": "broken", "playing": "stale"}


def asker(table: Awake, press: Press) -> Seat:
    """The seat that may answer by this press; raises ``Refused``."""
    seat = table.record.seat_of(press.user_id)
    if seat is None:
        raise Refused("not_seated")
    if table.waiting is None:
        raise Refused(_NOT_OPEN[table.record.phase])
    if press.address not in (None, table.address) and not _still_good(table, seat, press):
        raise Refused("stale")
    if seat in table.done:
        raise Refused("already_answered")
    return seat


def _still_good(table: Awake, seat: Seat, press: Press) -> bool:
    """An older button of free actions stays good until this seat has used it once since it was shown."""
    then, now = press.address, table.address
    if then is None or press.usual or not isinstance(table.waiting, NextAction):
        return False
    if (then.epoch, then.stage) != (now.epoch, now.stage) or then.step > now.step:
        return False
    since = [row for row in table.answers if row.step >= then.step]
    same_question = bool(since) and since[0].step == then.step and since[0].asked == table.waiting.asked
    option = _option(press.value)
    return same_question and not any(row.seat == seat and _option(row.value) == option for row in since)


def _option(value: Value) -> Value:
    return value[0] if isinstance(value, list | tuple) and value else value


def _part(waiting: Request[Any] | None, seat: Seat) -> tuple[Seat, Request[Any]]:
    """The part of the log's key and the question for this seat."""
    if isinstance(waiting, Everyone):
        if seat not in waiting.asks:
            raise Refused("not_asked")
        return seat, waiting.asks[seat]
    if waiting is None:
        raise Refused("stale")
    return "", waiting


class Turn:
    """One action on a table: answers go in, the rules run on, and what comes out is one unit for the store."""

    def __init__(self, rules: Rules[Any], stories: Stories, table: Awake, at: float) -> None:
        self.rules = rules
        self.record = table.record
        self.address = table.address
        self.waiting = table.waiting
        self.heard: list[Told] = []
        self.before = table
        self.stored = False
        self._codec = stories
        self._at = at
        self._told = table.told
        self._seed = table.seed
        self._snapshot = table.snapshot
        self._answers = list(table.answers)
        self._done = table.done
        self._state: Any = None
        self._rows: list[Logged] = []
        self._cuts: list[Snapshot] = []
        self._stories: list[Story] = []
        self._answered: list[Seat] = []

    # Acting ------------------------------------------------------------------------------------------------

    def rewrite(self, **changes: Any) -> None:
        """Change the record."""
        self.record = msgspec.structs.replace(self.record, **changes)

    def begin(self, snapshot: Snapshot, seed: bytes) -> None:
        """Start the game with a sealed seed."""
        self._seed = seed
        self._turn_to(1, snapshot, [])
        self._run(None)

    def again(self, event: Event) -> None:
        """Begin the present stage anew; its answers stay under the old epoch."""
        snapshot, _ = self._open()
        self.tell(event)
        self._turn_to(self.address.epoch + 1, snapshot, [])
        self._run(None)

    def back_to(self, snapshot: Snapshot, kept: Sequence[Logged], event: Event) -> None:
        """Go back to a place in this or an earlier stage; what was told up to there is not told again."""
        self.tell(event)
        self._turn_to(self.address.epoch + 1, snapshot, kept)
        self._told = len(self._look().told)
        self._run(None)

    def look(self) -> None:
        """Find out where the table stands."""
        self._run(None)

    def give(self, seat: Seat, value: Value, user_id: int) -> None:
        """Put in an answer and play on; raises ``Refused`` when it may not be given."""
        part, ask = _part(self.waiting, seat)
        judge(ask, value, seat)
        row = Answer(self.address.step, part, ask.asked, seat, value)
        self._answers.append(row)
        self._rows.append(Logged(self.address.stage, row, self._at, user_id))
        self._answered.append(seat)
        self._run((seat, value))

    def usual(self, seat: Seat) -> Value:
        """What the autopilot would answer for this seat."""
        if self._state is None:
            self._state = self._look().state
        return self.rules.autopilot(self._state, _part(self.waiting, seat)[1], seat)

    def play_absent(self) -> None:
        """The autopilot answers for its seats, where no person can."""
        self._answer_for(self._absent_seat)

    def set_up(self) -> None:
        """The autopilot answers every question of the set-up, for all."""
        self._answer_for(lambda: self._any_seat() if self.address.stage == 0 else None)

    # What came of it ---------------------------------------------------------------------------------------

    @property
    def opening(self) -> Value:
        """The answer that came first in this action, in plain form; None when it had none."""
        return self._rows[0].answer.value if self._rows else None

    @property
    def changed(self) -> bool:
        """Whether there is anything to store."""
        return bool(self._rows or self._cuts or self._stories) or self.record is not self.before.record

    def unit(self, interaction_id: int | None) -> Unit:
        """All of it, as one atomic piece of work."""
        return Unit(
            record=self.record,
            revision=self.before.revision,
            at=self._at,
            address=self.address,
            told=self._told,
            rewritten=self.record is not self.before.record,
            interaction_id=interaction_id,
            seed=self._seed if self.before.seed is None else None,
            snapshots=self._cuts,
            answers=self._rows,
            stories=self._stories,
            answered=self._answered if self.before.drafts else (),
        )

    def after(self) -> Awake:
        """The table as this action leaves it."""
        return Awake(
            record=self.record,
            revision=self.before.revision + self.stored,
            address=self.address,
            told=self._told,
            seed=self._seed,
            snapshot=self._snapshot,
            answers=self._answers,
            drafts=self.before.drafts and not self._answered,
            waiting=self.waiting if self.record.phase == "playing" else None,
            done=self._done,
        )

    def standing(self) -> Standing:
        """Where the table stands now."""
        if self._state is None and self._snapshot is not None:
            self._state = self._look().state
        waiting = self.waiting if self.record.phase == "playing" else None
        return Standing(self.record, self.address, waiting, self._done, self._state)

    # How it runs -------------------------------------------------------------------------------------------

    def _turn_to(self, epoch: int, snapshot: Snapshot, kept: Sequence[Logged]) -> None:
        self.rewrite(epoch=epoch)
        self.address = Address(epoch, snapshot.stage, 0)
        self._snapshot = snapshot
        self._cuts.append(snapshot)
        self._rows.extend(kept)
        self._answers = [logged.answer for logged in kept]
        self._told = 0

    def _open(self) -> tuple[Snapshot, bytes]:
        if self._snapshot is None or self._seed is None:
            raise RuleBroken("a table that has not begun")
        return self._snapshot, self._seed

    def _look(self) -> Position[Any]:
        snapshot, seed = self._open()
        return advance(self.rules, snapshot, self._answers, Sealed(seed, snapshot.chain))

    def _run(self, by: tuple[Seat, Value] | None) -> None:
        first = len(self.heard)
        legs = self._legs()
        for nth, leg in enumerate(legs):
            self._take(leg, new=nth > 0)
        last = legs[-1].position
        self.waiting, self._state, self._done = last.waiting, last.state, tuple(sorted(last.done))
        if last.waiting is None and self.record.phase == "playing":
            self.rewrite(phase="ended")
        if by is not None or len(self.heard) > first:
            self._put_out(self.heard[first:], by)

    def _legs(self) -> list[Leg[Any]]:
        snapshot, seed = self._open()
        try:
            return play_on(self.rules, snapshot, self._answers, seed)
        except Refused as refusal:
            raise RuleBroken(f"refused inside a stage: {refusal}") from refusal

    def _take(self, leg: Leg[Any], *, new: bool) -> None:
        position, stage = leg.position, leg.snapshot.stage
        if new:
            self._snapshot, self._answers, self._told = leg.snapshot, [], 0
            self._cuts.append(leg.snapshot)
        self._answers.extend(position.given)
        self._rows.extend(Logged(stage, answer, self._at, NOBODY) for answer in position.given)
        self.heard.extend(position.told[self._told :])
        self._told = len(position.told)
        self.address = Address(self.record.epoch, stage, position.step)

    def tell(self, event: Event) -> None:
        self.heard.append(Told(event))
        self._put_out([self.heard[-1]], None)

    def _put_out(self, told: Sequence[Told], by: tuple[Seat, Value] | None) -> None:
        self._stories.append(Story(self.address, self._codec.encode(told), by))

    # Whom the autopilot answers for ------------------------------------------------------------------------

    def _answer_for(self, next_seat: Any) -> None:
        for _ in range(MOST_AT_ONCE):
            seat = next_seat()
            if seat is None:
                return
            self.give(seat, self.usual(seat), NOBODY)
        log.warning("autopilot.paused", game=self.record.id, stage=self.address.stage, step=self.address.step)

    def _any_seat(self) -> Seat | None:
        return self._first_asked(record.seat for record in self.record.seats)

    def _absent_seat(self) -> Seat | None:
        present = [record.seat for record in self.record.seats if not record.autopilot]
        if not isinstance(self.waiting, Everyone) and self._first_asked(present):
            return None
        return self._first_asked(record.seat for record in self.record.seats if record.autopilot)

    def _first_asked(self, seats: Iterable[Seat]) -> Seat | None:
        waiting = self.waiting
        if waiting is None:
            return None
        return next((seat for seat in seats if may_answer(waiting, seat)), None)
