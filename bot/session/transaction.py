"""One action on a table, computed in full before anything is stored; and the run of its open stage."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace
from structlog import get_logger

from bot.executors import run_replay
from bot.games import face_of
from bot.session.asking import absent_seat, first_asked, keeps_answers, newly_told, part, row_of
from bot.session.faults import OtherTables, blame_on_us
from bot.session.table_state import Changes, Progress, TablesVersions
from bot.store import Store
from bot.store.rows import proof_lines
from bot.store.units import Logged, Page, Story, Unit, numbered_lines
from bot.table.consent import seats_of_same_person, usual_with_consent, with_helpers
from bot.table.events import Stories
from bot.table.records import Accepted, Address, EpochRow, GameRecord, Note, Standing
from bot.table.stage_limits import has_room_for_free_action, is_idle_free_action, must_have_room, of_everybody, usual
from bot.table.timekeeping import may_be_called, next_look
from bot.table.votes import Vote
from rules.kernel.advance import Leg, Position, Snapshot, advance, dealt, play_on
from rules.kernel.answers import Value, is_waited_for
from rules.kernel.autopilot import careless
from rules.kernel.chance import Scripted, commitment
from rules.kernel.errors import Diverged, Refused, RuleBroken
from rules.kernel.events import Event, Told
from rules.kernel.requests import Draw, Request, Roll, Seat

log = get_logger(__name__)
R = TypeVar("R")
Seeds = Callable[[], bytes]
"""Returns a new secret seed of 32 bytes."""

MOST_AT_ONCE = 300
"""The most answers of the autopilot in one action, so that one table does not hold up the others."""
NOBODY = 0
"""The user id of answers that no person gave."""


class Transaction:
    """One action on a table: answers go in, the rules run, and one unit for the store comes out.

    ``before``: the table at the start; ``now``: at present; ``changes``: what the store must add; ``stored``: whether
    it has. ``heard``: the events told so far; ``voice``: the first seat that answered or voted, '' for none. ``at``:
    the time of the action (seconds); ``mornings``: ends of the quiet hours in which something was asked. ``store``: to
    look up what the action needs to know, never to write.
    """

    def __init__(
        self, store: Store, games: TablesVersions, stories: Stories, seeds: Seeds, table: Progress, at: float
    ) -> None:
        self.store = store
        self._seeds, self._codec = seeds, stories
        self.rules = games.begun_with(table.record.game, table.snapshot)
        self._newest = games[table.record.game]
        self.at = at
        self.before = self.now = table
        self.changes = Changes()
        self.heard: list[Told] = []
        self.decided: Sequence[Vote] = ()
        self.voice: Seat = ""
        self.mornings: Sequence[float] = ()
        self.stored = False

    @property
    def record(self) -> GameRecord:
        """Return the table's present record."""
        return self.now.record

    @property
    def address(self) -> Address:
        """Return the table's present address."""
        return self.now.address

    @property
    def waiting(self) -> Request | None:
        """Return the question open at present."""
        return self.now.waiting

    async def votes(self) -> Mapping[str, Sequence[Vote]]:
        """Return the stored votes by proposal, without those of this action."""
        return await self.store.votes(self.record.id)

    async def votes_on(self, matter: str) -> Sequence[Vote]:
        """Return the stored votes on this proposal, without those of this action."""
        return (await self.votes()).get(matter, ())

    # Acting ------------------------------------------------------------------------------------------------

    def rewrite(self, **changes: Any) -> None:
        """Change these fields of the table's record."""
        self.now = self.now.with_record(**changes)

    async def begin(self, snapshot: Snapshot) -> None:
        """Start the game from its first snapshot with a sealed seed, and play until a person is asked."""
        self._seal_in(0)
        self._turn_to([Page(snapshot, [])])
        await self._run(None)

    def reseal(self) -> None:
        """Use a fresh seed from now on; dice thrown before stay those of the earlier seeds."""
        self._seal_in(self.now.seal + 1)

    def _seal_in(self, nth: int) -> None:
        seed = self._seeds()
        self.now = replace(self.now, seed=seed, seal=nth)
        self.changes = self.changes.plus(seeds=[(nth, seed)])
        self.rewrite(commitment=commitment(seed))

    async def again(self, event: Event) -> None:
        """Restart the open stage in a new epoch and tell this event; answers stay under the old epoch."""
        snapshot, _ = self._open()
        await self._branch("again", [Page(snapshot, [])], NOBODY)
        self.tell(event)
        await self._run(None)

    async def go_to(self, why: str, pages: Sequence[Page], event: Event, user_id: int, parent: int = 0) -> None:
        """Go to the end of the last of these pages in a new epoch, tell this event, and play on.

        Earlier events are not told again. ``why``: as in ``EpochRow``. ``parent``: the epoch whose line is restored; 0:
        the present one.
        """
        await self._branch(why, pages, user_id, parent)
        await self._told_up_to_here()  # a die that falls anew from there is told
        self.tell(event)
        await self._run(None)

    async def set_right(self, entry: Logged, rows: Sequence[Logged], *, whispered: bool = False) -> None:
        """Enter a ruling at the open question and play on; ``rows`` is the log of the stage.

        Answers to an open question to everyone that no longer fit are dropped and asked for again. A ``whispered``
        ruling leaves the question and its buttons unchanged. Raises ``Diverged`` if the ruling does not fit;
        ``Refused`` with stage_full after too many rows, and with gm_unwhispered if the question would change.
        """
        must_have_room(rows)
        before = (await self._current_position()).told
        if not whispered:
            await self._enter_openly(entry, rows)
        elif not await self._enter_unseen(entry):
            raise Refused("gm_unwhispered")
        after = await self._current_position()
        reached = replace(self.address, step=after.step)
        self.now = replace(self.now, told=len(after.told), address=reached)
        self._hear(newly_told(before, after.told))
        await self._run(None)

    async def _enter_unseen(self, entry: Logged) -> bool:
        """Add the ruling to the log; return False if the open question would change."""
        base = (self.now, self.changes)
        self._add(entry)
        with suppress(Diverged):
            if keeps_answers(self.waiting, (await self._current_position()).waiting):
                return True
        self.now, self.changes = base
        return False

    async def _enter_openly(self, entry: Logged, rows: Sequence[Logged]) -> None:
        """Continue from the ruling in a new epoch, so that older buttons are invalid."""
        snapshot, _ = self._open()
        base = (self.now, self.changes)
        try:
            await self._branch("gm", [Page(snapshot, [*rows, entry])], entry.user_id)
            await self._current_position()
        except Diverged:
            self.now, self.changes = base
            open_now = self.before.address.step
            closed = [row for row in rows if row.answer.step < open_now or row.answer.part != row.answer.seat]
            await self._branch("gm", [Page(snapshot, [*closed, entry])], entry.user_id)

    async def roll_anew(self, page: Page, entry: Logged, event: Event, to: tuple[Seat, ...] | None = None) -> None:
        """Go back to the dice at the end of this page and replace them by this entry; later rows are undone.

        ``event`` tells it; ``to``: the seats that are told (None: everybody).
        """
        must_have_room(page.answers)
        await self._branch("gm", [page], entry.user_id)
        await self._told_up_to_here()
        self._add(entry)
        self.tell(event, to)
        await self._run(None)

    async def let_fall(self) -> None:
        """Let the seed answer the roll or draw that is open by hand, and play on."""
        snapshot, seed = self._open()
        fell = await self._replay(snapshot, advance, dealt(seed, snapshot.chain))
        self._add(Logged(self.address.stage, fell.given[0], self.at, NOBODY, self.now.seal))
        await self._run(None)

    async def look(self) -> None:
        """Run the open stage to compute the table's position."""
        await self._run(None)

    async def give(self, seat: Seat, value: Value, user_id: int) -> None:
        """Give an answer and play on; raises ``Refused`` if it is not allowed."""
        self.voice = self.voice or seat
        value = with_helpers(self.waiting, value, seat, self.record, seats_of_same_person(self.record, seat))
        row = row_of(self.waiting, self.now.answers, self.address.step, seat, value)
        idle = is_idle_free_action(part(self.waiting, seat)[1], value, seat)
        if idle and not has_room_for_free_action(self.now.answers, seat, len(self.record.seats)):
            raise Refused("stage_full")
        self._add(Logged(self.address.stage, row, self.at, user_id))
        self.changes = self.changes.plus(answered=[seat])
        await self._run((seat, value))

    def vote(self, matter: str, votes: Sequence[Vote], *, on_question: bool = False) -> None:
        """Store votes that decide nothing yet; ``on_question``: on the open question instead of a proposal."""
        self.changes = self.changes.plus(votes=[(matter, vote) for vote in votes])
        if on_question:
            self.voice = self.voice or votes[0].seat
            self._counts([*self.now.votes, *votes])

    def unvote(self) -> None:
        """Reset who has voted on the open question."""
        self._counts(())

    def silence(self, seat: Seat) -> None:
        """Drop the votes of this seat, because its player has left."""
        self.changes = self.changes.plus(silenced=[seat])
        self._counts(vote for vote in self.now.votes if vote.seat != seat)

    def _counts(self, votes: Iterable[Vote]) -> None:
        self.now = replace(self.now, votes=tuple(votes))

    def note(self, text: str, user_id: int) -> None:
        """Store a private note of the game master."""
        self.changes = self.changes.plus(notes=[Note(0, self.at, user_id, text)])

    def close_matter(self, matter: str) -> None:
        """Close this proposal with its votes; votes cast after that in this action open it anew."""
        kept = tuple((voted, vote) for voted, vote in self.changes.votes if voted != matter)
        self.changes = replace(self.changes, votes=kept, closed=(*self.changes.closed, matter))

    def look_again_at(self, moment: float | None) -> None:
        """Set when the clock must look at this table next (seconds); None: as its habits say."""
        self.changes = replace(self.changes, due=moment)

    def asked_since(self, moment: float) -> None:
        """Set since when the open question counts as asked (seconds)."""
        self.now = replace(self.now, asked_at=moment)

    async def usual(self, seat: Seat, *, openly: bool = False, absent: bool = False) -> Value:
        """Return the autopilot's answer for this seat; raises ``Refused("not_asked")`` if the game does not wait for
        it.

        ``openly``: with several seats, only an answer open to anybody, as on the public button. ``absent``: nobody
        pressed, so it may be an action that is advised to nobody.
        """
        if self.waiting and not is_waited_for(self.waiting, seat):
            raise Refused("not_asked")
        await self._ensure_state()
        asked, rows, seats = part(self.waiting, seat)[1], self.now.answers, len(self.record.seats)
        _, shown = self.now.advised.get((id(asked), seat, True), (None, None))
        if openly and shown and has_room_for_free_action(rows, seat, seats):
            return shown.value
        face = face_of(self.rules.name)
        asked = asked if absent else face.starred(self.now.state, asked) or asked
        asked = of_everybody(asked, self.record, face.said_openly) if openly else asked
        mine = () if openly else seats_of_same_person(self.record, seat)
        advise = partial(usual, self.rules, self.now.state, seat=seat, rows=rows, seats=seats)
        careful = usual_with_consent(advise, asked, seat, self.record, mine)
        if not any(each_seat.seat == seat and each_seat.computer == "easy" for each_seat in self.record.seats):
            return careful
        luck = random.Random(f"{self.record.id} {self.address} {len(rows)}")  # not the dice, which are the game's
        return careless(asked, seat, careful, luck.randrange)

    async def give_usual(self, seat: Seat, user_id: int) -> None:
        """Give the autopilot's answer for this seat; the seed answers rolls and draws by hand."""
        if isinstance(self.waiting, Roll | Draw):
            await self.let_fall()
        else:
            await self.give(seat, await self.usual(seat, absent=True), user_id)

    async def play_absent(self) -> None:
        """Let the autopilot answer for its own seats until a person must answer."""
        await self._answer_for(lambda: absent_seat(self.record, self.waiting))

    async def set_up(self) -> None:
        """After a quick start, let the autopilot answer every question of the set-up (stage 0) for all seats."""
        seats = [seat.seat for seat in self.record.seats]

        def next_seat() -> Seat | None:
            over = not self.record.habits.quick or self.address.stage or isinstance(self.waiting, Roll | Draw)
            return None if over else first_asked(self.waiting, seats)

        await self._answer_for(next_seat)

    # What came of it ---------------------------------------------------------------------------------------

    @property
    def opening(self) -> Value:
        """Return the first answer of this action in plain form, else the first vote; None without either."""
        given = [row.answer.value for row in self.changes.rows] or [vote.value for _, vote in self.changes.votes]
        return next(iter(given), None)

    @property
    def has_changes(self) -> bool:
        """Whether there is anything to store."""
        return self.changes.has_any or self.record is not self.before.record

    def unit(self, interaction_id: int | None) -> Unit:
        """Return all changes as one unit; ``interaction_id``: the interaction that must not be applied twice."""
        new = self.changes
        return Unit(
            record=self.record,
            revision=self.before.revision,
            at=self.at,
            address=self.address,
            told=self.now.told,
            rewritten=self.record is not self.before.record,
            interaction_id=interaction_id,
            seeds=new.seeds,
            snapshots=new.snapshots,
            answers=new.rows,
            proof=new.proof,
            stories=new.stories,
            answered=new.answered if self.before.drafts else (),
            asked_at=self.now.asked_at,
            due_at=next_look(
                self.record, self.now.asked_at, new.due, self.mornings, calls=may_be_called(self.record, self.waiting)
            ),
            epochs=new.epochs,
            votes=new.votes,
            closed=new.closed,
            silenced=new.silenced,
            notes=new.notes,
            results=new.results,
        )

    def after(self) -> Progress:
        """Return the table after this action."""
        proven = self.now.proven if self.stored else self.before.proven
        revision = self.before.revision + self.stored
        return replace(self.now, revision=revision, waiting=self.now.asked, proven=proven)

    async def standing(self) -> Standing:
        """Return the table's present standing."""
        await self._ensure_state()
        return self.now.standing

    # How it runs -------------------------------------------------------------------------------------------

    async def _branch(self, why: str, pages: Sequence[Page], user_id: int, parent: int = 0) -> None:
        """Begin a new epoch that continues these pages."""
        tip = self.before.address
        self._turn_to(pages)
        began = Address(self.address.epoch, self.address.stage, (await self._position_of_log()).step)
        row = EpochRow(began.epoch, why, parent or tip.epoch, began, tip, self.at, user_id)
        self.changes = self.changes.plus(epochs=[row])

    def _turn_to(self, pages: Sequence[Page]) -> None:
        """Continue these pages; the proof of the last one follows from the run of its stage."""
        self.now = self.now.at_page(pages[-1])
        rows = [row for page in pages for row in page.answers]
        proof = [line for page in pages[:-1] for line in numbered_lines(page.snapshot.stage, proof_lines(page.proof))]
        self.changes = self.changes.plus(snapshots=[page.snapshot for page in pages], rows=rows, proof=proof)

    def _add(self, logged: Logged) -> None:
        self.now = self.now.with_row(logged)
        self.changes = self.changes.plus(rows=[logged])

    def _open(self) -> tuple[Snapshot, bytes]:
        if not self.now.snapshot or self.now.seed is None:
            raise RuleBroken("a table that has not begun")
        return self.now.snapshot, self.now.seed

    async def _current_position(self) -> Position:
        snapshot, seed = self._open()
        return await self._replay(snapshot, advance, dealt(seed, snapshot.chain, self.record.habits.hands))

    async def _position_of_log(self) -> Position:
        """Return the position at the end of the log, without throwing further dice."""
        return await self._replay(self._open()[0], advance, Scripted({}))

    async def _told_up_to_here(self) -> None:
        """Mark the events of the log as told."""
        self.now = replace(self.now, told=len((await self._position_of_log()).told))

    async def _replay(self, snapshot: Snapshot, play: Callable[..., R], *how: Any) -> R:
        """Run the open stage; raises ``OtherTables`` if it needs a row that the tables in force lack."""
        rows = self.now.answers
        try:
            return await run_replay(len(rows), play, self.rules, snapshot, rows, *how)
        except KeyError as error:
            if snapshot.tables == self.rules.digest:
                raise
            log.warning("stage.other_tables", game=self.record.id, stage=snapshot.stage, missing=error.args)
            raise OtherTables(str(error.args[0])) from error

    async def _ensure_state(self) -> None:
        """Run the stage if it was not run since the table woke."""
        if self.now.state is None and self.now.snapshot:
            self.now = self.now.with_state(await self._current_position())

    async def _run(self, by: tuple[Seat, Value] | None) -> None:
        first, place = len(self.heard), self.before.address if self.before.asked_at else None
        for nth, leg in enumerate(await self._play_stages()):
            self._take(leg, new=nth > 0)
        if not self.waiting and self.record.phase == "playing":
            self.rewrite(phase="ended")
        if self.address != place:
            self.asked_since(self.at)
            self.unvote()
            self.look_again_at(None)
        if by is not None or len(self.heard) > first:
            self._put_out(self.heard[first:], by)

    async def _play_stages(self) -> list[Leg]:
        snapshot, seed = self._open()
        play = partial(play_on, newest=self._newest, seals=self.now.seals, seal=self.now.seal)
        try:
            return await self._replay(snapshot, play, seed, self.record.habits.hands)
        except Refused as refusal:
            raise RuleBroken(f"refused inside a stage: {refusal}") from refusal

    def _take(self, leg: Leg, *, new: bool) -> None:
        position, stage = leg.position, leg.snapshot.stage
        self.rules = self._newest if new else self.rules
        self.heard.extend(position.told[0 if new else self.now.told :])
        proof = numbered_lines(stage, leg.lines, 0 if new else self.now.proven)
        self.now = self.now.after(leg, new=new)
        rows = [Logged(stage, answer, self.at, NOBODY, self.now.seal) for answer in position.given]
        self.changes = self.changes.plus(snapshots=[leg.snapshot] if new else [], rows=rows, proof=proof)

    def tell(self, event: Event, to: tuple[Seat, ...] | None = None) -> None:
        """Tell an event of the bot; ``to``: the seats that are told (None: everybody)."""
        self._hear([Told(event, to)])

    def _hear(self, told: Sequence[Told]) -> None:
        self.heard.extend(told)
        if told:
            self._put_out(told, None)

    def _put_out(self, told: Sequence[Told], by: tuple[Seat, Value] | None) -> None:
        story = Story(self.address, self._codec.encode(told), by)
        self.changes = self.changes.plus(stories=[story])

    async def _answer_for(self, next_seat: Callable[[], Seat | None]) -> None:
        for _ in range(MOST_AT_ONCE):
            seat = next_seat()
            if seat is None:
                return
            await self.give_usual(seat, NOBODY)
            await asyncio.sleep(0)  # each answer may be some milliseconds' work: others come in between
        self.look_again_at(self.at)  # the clock goes on with it
        log.warning("autopilot.paused", game=self.record.id, at=self.address)


async def standing_of(action: Transaction) -> Standing:
    """Return the table's standing, without state if the table is closed and its stage cannot be run."""
    try:
        return await action.standing()
    except Exception:
        if action.record.phase == "playing" and not action.record.archived:
            raise
        log.exception("state.unknown", game=action.record.id, at=action.address)
        return action.now.standing


async def accepted_by(action: Transaction, seat: Seat, value: Value) -> Accepted:
    """Return the result of a stored action; ``seat``: the acting seat, ``value``: its answer."""
    with blame_on_us(action.record.id, action.address):
        return Accepted(
            seat,
            value,
            tuple(action.heard),
            await standing_of(action),
            repeated=not action.stored,
            asked=action.before.waiting if action.stored else None,
            votes=tuple(action.decided),
        )
