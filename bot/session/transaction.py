"""What one action does to a table, worked out in full before anything of it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import structlog

from bot.executors import replayed
from bot.session.actors import Awake
from bot.session.asking import absent_seat, first_asked, fresh, part
from bot.store import Logged, Page, Story, Unit
from bot.table.bounds import MOST_ASIDE, MOST_RULED, must_have_room, stays, usual
from bot.table.records import Address, EpochRow, Note, Standing
from bot.table.stories import Stories
from bot.table.timekeeping import next_look
from bot.table.votes import Vote
from rules.kernel.advance import Leg, Position, Snapshot, advance, dealt, play_on
from rules.kernel.answers import Answer, Value, done_beside, is_beside, is_waited_for, judge, part_beside
from rules.kernel.chance import Chance, commitment
from rules.kernel.errors import Diverged, Refused, RuleBroken
from rules.kernel.game import Rules
from rules.kernel.requests import Roll, Seat
from rules.kernel.table import Event, Told

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 300
"""Answers of the autopilot in one action; a table that hardly asks its people must not hold up the others."""
NOBODY = 0
"""The user of answers that no person gave."""


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
        self.voice: Seat = ""
        self._codec = stories
        self.at = at
        self._told = table.told
        self._seed = table.seed
        self._seal = table.seal
        self._seeds: list[tuple[int, bytes]] = []
        self._snapshot = table.snapshot
        self._answers = list(table.answers)
        self._done = table.done
        self._asked_at = table.asked_at
        self._voted = table.voted
        self._state = table.state
        self._settled_here = table.settled
        self._rows: list[Logged] = []
        self._cuts: list[Snapshot] = []
        self._stories: list[Story] = []
        self._answered: list[Seat] = []
        self._epochs: list[EpochRow] = []
        self._votes: list[tuple[str, Vote]] = []
        self.settled: list[str] = []
        self.silenced: list[Seat] = []
        self._notes: list[Note] = []
        self._due: float | None = None

    # Acting ------------------------------------------------------------------------------------------------

    def rewrite(self, **changes: Any) -> None:
        """Change the record."""
        self.record = msgspec.structs.replace(self.record, **changes)

    async def begin(self, snapshot: Snapshot, seed: bytes) -> None:
        """Start the game with a sealed seed."""
        self._seal_in(0, seed)
        self._turn_to([Page(snapshot, [])])
        await self._run(None)

    def reseal(self, seed: bytes) -> None:
        """A fresh sealed seed throws from now on; the dice that fell stay those of the seeds before."""
        self._seal_in(self._seal + 1, seed)

    def _seal_in(self, nth: int, seed: bytes) -> None:
        self._seed, self._seal = seed, nth
        self._seeds.append((nth, seed))
        self.rewrite(commitment=commitment(seed))

    async def again(self, event: Event) -> None:
        """Begin the present stage anew; its answers stay under the old epoch."""
        snapshot, _ = self._open()
        await self._branch("again", [Page(snapshot, [])], NOBODY)
        self.tell(event)
        await self._run(None)

    async def go_to(self, why: str, pages: Sequence[Page], event: Event, user_id: int, parent: int = 0) -> None:
        """Go to another place of the log, which the last page tells; what was told up to there is not told again.

        ``parent``: the epoch whose line is restored, where that is not the present one.
        """
        await self._branch(why, pages, user_id, parent)
        self._told = len((await self._look(by_hand=())).told)  # a die that falls anew from there is told
        self.tell(event)
        await self._run(None)

    async def set_right(self, entry: Logged, rows: Sequence[Logged]) -> None:
        """Put a game master's entry in at the open question; ``rows`` is the log of the stage up to now.

        Parts of a question to everyone that do not fit any more are asked anew. Raises ``Diverged`` when the entry
        itself does not fit.
        """
        must_have_room(rows, MOST_RULED)
        snapshot, _ = self._open()
        before = (await self._look()).told
        try:
            await self._branch("gm", [Page(snapshot, [*rows, entry])], entry.user_id)
            after = (await self._look()).told
        except Diverged:
            open_now = self.before.address.step
            closed = [row for row in rows if row.answer.step < open_now or row.answer.part != row.answer.seat]
            self._undo_branch()
            await self._branch("gm", [Page(snapshot, [*closed, entry])], entry.user_id)
            after = (await self._look()).told
        self._told = len(after)
        self._hear(fresh(before, after))
        await self._run(None)

    async def roll_anew(self, page: Page, entry: Logged, event: Event, to: tuple[Seat, ...] | None = None) -> None:
        """Put an entry in the place of a die that fell, which is the end of the page; what came after it is gone.

        ``to``: who is told why; None: everybody.
        """
        must_have_room(page.answers, MOST_RULED)
        await self._branch("gm", [page], entry.user_id)
        self._told = len((await self._look(by_hand=())).told)
        self._add(entry)
        self.tell(event, to)
        await self._run(None)

    async def let_fall(self) -> None:
        """The seed throws the dice after all that somebody's hand was to throw."""
        snapshot, seed = self._open()
        fell = await self._advance(snapshot, dealt(seed, snapshot.chain, None))
        self._add(Logged(self.address.stage, fell.given[0], self.at, NOBODY, self._seal))
        await self._run(None)

    async def look(self) -> None:
        """Find out where the table stands."""
        await self._run(None)

    async def give(self, seat: Seat, value: Value, user_id: int) -> None:
        """Put in an answer and play on; raises ``Refused`` when it may not be given."""
        self.voice = self.voice or seat
        named, ask = part(self.waiting, seat)
        judge(ask, value, seat)
        if stays(ask, value, seat):
            must_have_room(self._answers, MOST_ASIDE)
        if is_beside(ask, value, seat):
            named = part_beside(self._answers, self.address.step)
        row = Answer(self.address.step, named, ask.asked, seat, value)
        self._add(Logged(self.address.stage, row, self.at, user_id))
        self._answered.append(seat)
        await self._run((seat, value))

    def vote(self, matter: str, votes: Sequence[Vote], *, on_question: bool = False) -> None:
        """Note votes that do not decide yet; ``on_question``: they are answers to what is asked."""
        self._votes += [(matter, vote) for vote in votes]
        if on_question:
            self.voice = self.voice or votes[0].seat
            self._voted = tuple(dict.fromkeys([*self._voted, *(vote.seat for vote in votes)]))

    def unvote(self) -> None:
        """The votes on the open question count no more."""
        self._voted = ()

    def silence(self, seat: Seat) -> None:
        """The votes of this seat count no more: they were somebody else's."""
        self.silenced.append(seat)
        self._voted = tuple(one for one in self._voted if one != seat)

    def note(self, text: str, user_id: int) -> None:
        """Keep a private note of the game master's."""
        self._notes.append(Note(0, self.at, user_id, text))

    def settle(self, matter: str) -> None:
        """The votes on this matter are done with."""
        self.settled.append(matter)

    def look_again_at(self, moment: float | None) -> None:
        """When the clock has to look at this table next, if nothing happens before (seconds)."""
        self._due = moment

    def asked_since(self, moment: float) -> None:
        """Since when the open question counts as asked (seconds)."""
        self._asked_at = moment

    async def usual(self, seat: Seat) -> Value:
        """What the autopilot would answer for this seat; refuses where it is not for the seat to go on."""
        if self.waiting is not None and not is_waited_for(self.waiting, seat):
            raise Refused("not_asked")
        await self._know()
        return usual(self.rules, self._state, part(self.waiting, seat)[1], seat, self._answers)

    async def give_usual(self, seat: Seat, user_id: int) -> None:
        """Answer as the autopilot would; where a hand is to throw dice, the seed throws them."""
        if isinstance(self.waiting, Roll):
            await self.let_fall()
        else:
            await self.give(seat, await self.usual(seat), user_id)

    async def play_absent(self) -> None:
        """The autopilot answers for its seats, where no person can."""
        await self._answer_for(lambda: absent_seat(self.record, self.waiting))

    async def set_up(self) -> None:
        """The autopilot answers every question of the set-up, for all."""
        seats = [one.seat for one in self.record.seats]
        await self._answer_for(lambda: None if self.address.stage else first_asked(self.waiting, seats))

    # What came of it ---------------------------------------------------------------------------------------

    @property
    def opening(self) -> Value:
        """The answer that came first in this action, in plain form, else the first vote; None when it had neither."""
        given = [row.answer.value for row in self._rows] or [vote.value for _, vote in self._votes]
        return next(iter(given), None)

    @property
    def changed(self) -> bool:
        """Whether there is anything to store."""
        return bool(self._rows or self._cuts or self._stories) or self.record is not self.before.record

    def unit(self, interaction_id: int | None) -> Unit:
        """All of it, as one atomic piece of work."""
        return Unit(
            record=self.record,
            revision=self.before.revision,
            at=self.at,
            address=self.address,
            told=self._told,
            rewritten=self.record is not self.before.record,
            interaction_id=interaction_id,
            seeds=self._seeds,
            snapshots=self._cuts,
            answers=self._rows,
            stories=self._stories,
            answered=self._answered if self.before.drafts else (),
            asked_at=self._asked_at,
            due_at=next_look(self.record, self._asked_at, self._due),
            epochs=self._epochs,
            votes=self._votes,
            settled=self.settled,
            silenced=self.silenced,
            notes=self._notes,
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
            drafts=self.before.drafts,
            waiting=self.waiting if self.record.phase == "playing" else None,
            done=self._done,
            asked_at=self._asked_at,
            voted=self._voted,
            state=self._state,
            settled=self._settled_here,
            seal=self._seal,
        )

    async def standing(self) -> Standing:
        """Where the table stands now."""
        await self._know()
        waiting = self.waiting if self.record.phase == "playing" else None
        beside = done_beside(self._answers, self.address.step)
        known = (self._done, self._state, self._asked_at, self._voted, self._settled_here, beside)
        return Standing(self.record, self.address, waiting, *known)

    # How it runs -------------------------------------------------------------------------------------------

    async def _branch(self, why: str, pages: Sequence[Page], user_id: int, parent: int = 0) -> None:
        """A new epoch, which goes on from these pages."""
        tip = self.before.address
        self._turn_to(pages)
        began = Address(self.address.epoch, self.address.stage, (await self._look(by_hand=())).step)
        self._epochs.append(EpochRow(began.epoch, why, parent or tip.epoch, began, tip, self.at, user_id))

    def _undo_branch(self) -> None:
        self.record, self.address = self.before.record, self.before.address
        self._cuts.clear()
        self._rows.clear()
        self._epochs.clear()

    def _turn_to(self, pages: Sequence[Page]) -> None:
        self.rewrite(epoch=self.record.epoch + 1)
        for page in pages:
            self._cuts.append(page.snapshot)
            self._rows.extend(page.answers)
        self._snapshot = pages[-1].snapshot
        self.address = Address(self.record.epoch, self._snapshot.stage, 0)
        self._answers = [logged.answer for logged in pages[-1].answers]
        self._told = 0

    def _add(self, logged: Logged) -> None:
        self._answers.append(logged.answer)
        self._rows.append(logged)

    def _open(self) -> tuple[Snapshot, bytes]:
        if self._snapshot is None or self._seed is None:
            raise RuleBroken("a table that has not begun")
        return self._snapshot, self._seed

    @property
    def _by_hand(self) -> tuple[str, ...] | None:
        """The kinds of roll that people throw; None: none at all."""
        return self.record.habits.by_hand if self.record.habits.dice == "hand" else None

    async def _look(self, *, by_hand: tuple[str, ...] | None = None) -> Position[Any]:
        snapshot, seed = self._open()
        hand = self._by_hand if by_hand is None else by_hand
        return await self._advance(snapshot, dealt(seed, snapshot.chain, hand))

    async def _advance(self, snapshot: Snapshot, chance: Chance) -> Position[Any]:
        return await replayed(len(self._answers), advance, self.rules, snapshot, self._answers, chance)

    async def _know(self) -> None:
        """Have the state of a table that was not run since it woke; whoever looks next need not run it again."""
        if self._state is None and self._snapshot is not None:
            self._see(await self._look())
            self.before.state, self.before.settled = self._state, self._settled_here

    def _see(self, position: Position[Any]) -> None:
        self._state, self._settled_here = position.state, position.settled

    async def _run(self, by: tuple[Seat, Value] | None) -> None:
        first, place = len(self.heard), self.before.address if self.before.asked_at else None
        legs = await self._legs()
        for nth, leg in enumerate(legs):
            self._take(leg, new=nth > 0)
        last = legs[-1].position
        self.waiting, self._done = last.waiting, tuple(sorted(last.done))
        self._see(last)
        if last.waiting is None and self.record.phase == "playing":
            self.rewrite(phase="ended")
        if self.address != place:
            self._asked_at, self._voted, self._due = self.at, (), None
        if by is not None or len(self.heard) > first:
            self._put_out(self.heard[first:], by)

    async def _legs(self) -> list[Leg[Any]]:
        snapshot, seed = self._open()
        try:
            return await replayed(len(self._answers), play_on, self.rules, snapshot, self._answers, seed, self._by_hand)
        except Refused as refusal:
            raise RuleBroken(f"refused inside a stage: {refusal}") from refusal

    def _take(self, leg: Leg[Any], *, new: bool) -> None:
        position, stage = leg.position, leg.snapshot.stage
        if new:
            self._snapshot, self._answers, self._told = leg.snapshot, [], 0
            self._cuts.append(leg.snapshot)
        self._answers.extend(position.given)
        self._rows.extend(Logged(stage, answer, self.at, NOBODY, self._seal) for answer in position.given)
        self.heard.extend(position.told[self._told :])
        self._told = len(position.told)
        self.address = Address(self.record.epoch, stage, position.step)

    def tell(self, event: Event, to: tuple[Seat, ...] | None = None) -> None:
        """Tell what is no fact of the rules; ``to``: whom alone."""
        self._hear([Told(event, to)])

    def _hear(self, told: Sequence[Told]) -> None:
        self.heard.extend(told)
        if told:
            self._put_out(told, None)

    def _put_out(self, told: Sequence[Told], by: tuple[Seat, Value] | None) -> None:
        self._stories.append(Story(self.address, self._codec.encode(told), by))

    async def _answer_for(self, next_seat: Callable[[], Seat | None]) -> None:
        for _ in range(MOST_AT_ONCE):
            seat = next_seat()
            if seat is None:
                return
            await self.give_usual(seat, NOBODY)
            await asyncio.sleep(0)  # each answer may be some milliseconds' work: others come in between
        self._due = self.at  # the clock goes on with it
        log.warning("autopilot.paused", game=self.record.id, at=self.address)
