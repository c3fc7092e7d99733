"""The state of a table that is awake: lock, position in the log, tables version, and the changes of a transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

from msgspec import Struct, field
from msgspec.structs import replace

from bot.bounded import Bounded
from bot.store.units import Logged, Page, ProofLine, Saved, Story
from bot.table.records import Address, Advised, EpochRow, GameRecord, Note, Standing
from bot.table.results import Result
from bot.table.votes import Vote, seats_of_votes
from rules.kernel.advance import Leg, Position, Snapshot
from rules.kernel.answers import Answer, done_beside
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, Request, Seat


class Progress(Struct, frozen=True):
    """A table after a transaction, with everything that the next one needs.

    ``told``: the number of events of the open stage in the outbox. ``seal``: the index of ``seed``. ``seals``: that of
    each answer of chance in ``answers``. ``proven``: the number of lines in the proof of the open stage. ``drafts``:
    whether the store may hold drafts. ``asked_at``: since when the open question counts as asked (seconds).

    ``waiting``, ``done``, ``state`` and ``rulable`` (whether a game master may rule now) come from the same run of the
    stage. ``state`` is shared and must not be changed; None: the stage was not run since the table woke. ``advised``
    is filled by whoever shows the question.
    """

    record: GameRecord
    revision: int
    address: Address
    told: int
    seed: bytes | None
    seal: int
    snapshot: Snapshot | None
    answers: tuple[Answer, ...]
    drafts: bool
    waiting: Request | None = None
    done: tuple[Seat, ...] = ()
    asked_at: float = 0.0
    votes: tuple[Vote, ...] = ()
    state: Any = None
    rulable: bool = False
    seals: tuple[int, ...] = ()
    proven: int = 0
    advised: Advised = field(default_factory=dict)

    @property
    def asked(self) -> Request | None:
        """Return the open question of a running game."""
        return self.waiting if self.record.phase == "playing" else None

    @property
    def voted(self) -> tuple[Seat, ...]:
        """Return the seats that have voted on the open question."""
        return seats_of_votes(self.votes)

    @property
    def standing(self) -> Standing:
        """Return the table's standing; only after a run of the stage, so that ``state`` is known."""
        beside = done_beside(self.answers, self.address.step)
        known = (self.done, self.state, self.asked_at, self.votes, self.rulable, beside)
        return Standing(self.record, self.address, self.asked, *known, self.advised)

    def with_record(self, **changes: Any) -> Progress:
        """Return the table with these fields of its record changed."""
        return replace(self, record=replace(self.record, **changes), advised={})

    def with_state(self, position: Position) -> Progress:
        """Return the table with the state that a run of its stage reached."""
        return replace(self, state=position.state, rulable=position.rulable)

    def with_row(self, logged: Logged) -> Progress:
        """Return the table with this row added to the log of the open stage."""
        seals = (*self.seals, *_seals_of([logged]))
        return replace(self, answers=(*self.answers, logged.answer), seals=seals)

    def at_page(self, page: Page) -> Progress:
        """Return the table at the end of this page, in a new epoch, with no event of the stage told."""
        here = self.with_record(epoch=self.record.epoch + 1)
        address = Address(here.record.epoch, page.snapshot.stage, 0)
        answers = tuple(logged.answer for logged in page.answers)
        changes = {"snapshot": page.snapshot, "address": address, "answers": answers, "seals": _seals_of(page.answers)}
        return replace(here, **changes, told=0, proven=0)

    def after(self, leg: Leg, *, new: bool) -> Progress:
        """Return the table after this leg of play; ``new``: the leg begins a new stage with its own log."""
        before, seals = ((), ()) if new else (self.answers, self.seals)
        return replace(
            self,
            snapshot=leg.snapshot,
            answers=(*before, *leg.position.given),
            seals=(*seals, *[self.seal] * len(leg.position.given)),
            proven=len(leg.lines),
            told=len(leg.position.told),
            address=Address(self.record.epoch, leg.snapshot.stage, leg.position.step),
            waiting=leg.position.waiting,
            done=tuple(sorted(leg.position.done)),
            state=leg.position.state,
            rulable=leg.position.rulable,
            advised={},
        )


def _seals_of(rows: Iterable[Logged]) -> tuple[int, ...]:
    return tuple(row.seal for row in rows if row.answer.seat == CHANCE)


class Changes(Struct, frozen=True):
    """What a transaction adds to the store.

    ``closed``: closed proposals; ``silenced``: seats whose votes are dropped; ``due``: when the clock must look at the
    table next (seconds; None: as its habits say); ``results``: as in ``Unit``.
    """

    seeds: tuple[tuple[int, bytes], ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    rows: tuple[Logged, ...] = ()
    proof: tuple[ProofLine, ...] = ()
    stories: tuple[Story, ...] = ()
    answered: tuple[Seat, ...] = ()
    epochs: tuple[EpochRow, ...] = ()
    votes: tuple[tuple[str, Vote], ...] = ()
    closed: tuple[str, ...] = ()
    silenced: tuple[Seat, ...] = ()
    notes: tuple[Note, ...] = ()
    due: float | None = None
    results: Sequence[Result] | None = None

    def plus(self, **more: Iterable[Any]) -> Changes:
        """Return the changes with these added to the fields of those names."""
        return replace(self, **{name: (*getattr(self, name), *values) for name, values in more.items()})

    @property
    def has_any(self) -> bool:
        """Whether the changes contain rows, snapshots or stories."""
        return bool(self.rows or self.snapshots or self.stories)


def wake(saved: Saved, votes: tuple[Vote, ...] = ()) -> Progress:
    """Return a table from the store; its question is known only after a run of its stage."""
    return Progress(
        record=saved.record,
        revision=saved.revision,
        address=saved.address,
        told=saved.told,
        seed=saved.seed,
        seal=saved.seal,
        seals=saved.seals,
        proven=saved.proven,
        snapshot=saved.snapshot,
        answers=tuple(saved.answers),
        drafts=saved.drafts,
        asked_at=saved.asked_at,
        votes=votes,
    )


MOST_AWAKE = 256


class Actors:
    """The most recently used tables; the others sleep in the store."""

    def __init__(self, most: int = MOST_AWAKE) -> None:
        self._awake = Bounded[str, Progress](most)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, game_id: str) -> asyncio.Lock:
        """Return the game's lock, whose holder alone acts on this table."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    def get(self, game_id: str) -> Progress | None:
        """Return the table if it is awake, else None."""
        table = self._awake.get(game_id)
        if table:
            self._awake.move_to_end(game_id)
        return table

    def keep(self, table: Progress) -> None:
        """Keep a table awake; the least recently used one goes to sleep."""
        self._awake[table.record.id] = table

    def forget(self, game_id: str) -> None:
        """Let a table sleep."""
        self._awake.pop(game_id, None)


MOST_OLDER = 16
"""The most earlier tables versions kept; stages begun with older ones continue with the newest."""


class TablesVersions(Mapping[str, Rules]):
    """The games by name, each with its newest tables; a stage continues with the tables it began with."""

    def __init__(self, games: Mapping[str, Rules]) -> None:
        self._newest = dict(games)
        self._older = Bounded[tuple[str, str], Rules](MOST_OLDER)

    def __getitem__(self, name: str) -> Rules:
        return self._newest[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._newest)

    def __len__(self) -> int:
        return len(self._newest)

    def put_in_force(self, rules: Rules) -> bool:
        """Use these tables from each table's next stage on; return whether they are new."""
        before = self._newest[rules.name]
        if before.digest == rules.digest:
            return False
        self._older[rules.name, before.digest] = before
        self._newest[rules.name] = rules
        return True

    def begun_with(self, name: str, stage: Snapshot | None) -> Rules:
        """Return the game with the tables that this stage began with; the newest if those are unknown."""
        return self._older.get((name, stage.tables if stage else ""), self._newest[name])
