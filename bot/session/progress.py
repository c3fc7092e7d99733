"""How far a table has come, and what an action adds to the store: values, so that a try is given up by dropping it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.store import Logged, Page, Saved, Story
from bot.table.records import Address, EpochRow, GameRecord, Note, Standing
from bot.table.votes import Vote
from rules.kernel.advance import Leg, Position, Snapshot
from rules.kernel.answers import Answer, done_beside
from rules.kernel.requests import Request, Seat


class Progress(msgspec.Struct, frozen=True):
    """A table as an action leaves it: everything that the next one needs.

    ``told``: events of the open stage that were put out. ``asked_at``: since when the open question counts as asked
    (seconds). ``state`` and ``rulable`` (whether a game master may set something right now) belong to what is
    ``waiting``: all are of the same run. Nobody changes the state, which is looked at by many; None: nobody has looked
    since the table woke. ``drafts``: whether picks that were not sent may be in the store.
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
    waiting: Request[Any] | None = None
    done: tuple[Seat, ...] = ()
    asked_at: float = 0.0
    voted: tuple[Seat, ...] = ()
    state: Any = None
    rulable: bool = False

    @property
    def by_hand(self) -> tuple[str, ...] | None:
        """The kinds of roll that people throw, () for all; None: none."""
        return self.record.habits.by_hand if self.record.habits.dice == "hand" else None

    @property
    def asked(self) -> Request[Any] | None:
        """The open question, while the game runs."""
        return self.waiting if self.record.phase == "playing" else None

    @property
    def standing(self) -> Standing:
        """The same for whoever looks; the state must be known."""
        beside = done_beside(self.answers, self.address.step)
        known = (self.done, self.state, self.asked_at, self.voted, self.rulable, beside)
        return Standing(self.record, self.address, self.asked, *known)

    def rewritten(self, **changes: Any) -> Progress:
        """With another record."""
        return msgspec.structs.replace(self, record=msgspec.structs.replace(self.record, **changes))

    def seen(self, position: Position[Any]) -> Progress:
        """With the state of this run."""
        return msgspec.structs.replace(self, state=position.state, rulable=position.rulable)

    def answered(self, *rows: Answer) -> Progress:
        """With more in the log of the open stage."""
        return msgspec.structs.replace(self, answers=(*self.answers, *rows))

    def at_page(self, page: Page) -> Progress:
        """At the end of a page of the log, in a new epoch; nothing of it is told."""
        here = self.rewritten(epoch=self.record.epoch + 1)
        address = Address(here.record.epoch, page.snapshot.stage, 0)
        answers = tuple(logged.answer for logged in page.answers)
        return msgspec.structs.replace(here, snapshot=page.snapshot, address=address, answers=answers, told=0)

    def after(self, leg: Leg[Any], *, new: bool) -> Progress:
        """Having played a leg; ``new``: it is another stage's."""
        before = () if new else self.answers
        return msgspec.structs.replace(
            self,
            snapshot=leg.snapshot,
            answers=(*before, *leg.position.given),
            told=len(leg.position.told),
            address=Address(self.record.epoch, leg.snapshot.stage, leg.position.step),
            waiting=leg.position.waiting,
            done=tuple(sorted(leg.position.done)),
            state=leg.position.state,
            rulable=leg.position.rulable,
        )


class Changes(msgspec.Struct, frozen=True):
    """What an action adds to the store. ``closed``: matters whose votes are done with; ``silenced``: seats whose votes
    count no more; ``due``: when the clock has to look at the table next (seconds); None: nothing new about that."""

    seeds: tuple[tuple[int, bytes], ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    rows: tuple[Logged, ...] = ()
    stories: tuple[Story, ...] = ()
    answered: tuple[Seat, ...] = ()
    epochs: tuple[EpochRow, ...] = ()
    votes: tuple[tuple[str, Vote], ...] = ()
    closed: tuple[str, ...] = ()
    silenced: tuple[Seat, ...] = ()
    notes: tuple[Note, ...] = ()
    due: float | None = None

    def plus(self, **more: Iterable[Any]) -> Changes:
        """With more of these."""
        return msgspec.structs.replace(self, **{name: (*getattr(self, name), *values) for name, values in more.items()})

    @property
    def any(self) -> bool:
        """Whether rows, stages or stories have come."""
        return bool(self.rows or self.snapshots or self.stories)


def woken(saved: Saved, voted: tuple[Seat, ...] = ()) -> Progress:
    """A table from the store; what is asked is for a run of the rules to say."""
    return Progress(
        record=saved.record,
        revision=saved.revision,
        address=saved.address,
        told=saved.told,
        seed=saved.seed,
        seal=saved.seal,
        snapshot=saved.snapshot,
        answers=tuple(saved.answers),
        drafts=saved.drafts,
        asked_at=saved.asked_at,
        voted=voted,
    )
