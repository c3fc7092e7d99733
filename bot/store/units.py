"""What goes into the store as a whole or not at all, and what comes out of it: plain records."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.table.records import Address, EpochRow, GameRecord, Note, Phase
from bot.table.votes import Vote
from rules.kernel.advance import Snapshot
from rules.kernel.answers import Answer, Value
from rules.kernel.requests import Seat


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A live table in the index: all that is known of it while it sleeps."""

    id: str
    channel_id: int
    phase: Phase
    guild_id: int


class Logged(msgspec.Struct, frozen=True):
    """An answer as the log keeps it: in which stage, at what time (seconds), by which user (0: chance, autopilot).

    ``seal``: of chance's answers, which of the game's seeds was in force when it fell.
    """

    stage: int
    answer: Answer
    at: float
    user_id: int
    seal: int = 0


class Story(msgspec.Struct, frozen=True):
    """Events that were told at once, encoded: where the table stood then, and whose answer it was."""

    address: Address
    told: bytes
    by: tuple[Seat, Value] | None


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """All that one action stores of a table, wholly or not at all. All times are in seconds.

    ``revision``: that of the table from which it was worked out, 0 for a new one. ``record`` is written only when
    ``rewritten``. ``told``: how many events of the present stage are in the outbox. ``answered``: seats whose drafts
    are done with. ``asked_at``: since when the open question is asked; ``due_at``: when the clock is to look at the
    table (None: never).

    ``seeds``: newly sealed ones, each with its number among the game's. ``votes``: each with its matter; ``closed``:
    matters whose votes are done with; ``silenced``: seats whose votes until now count no more. ``chronicle``: stories
    told elsewhere long ago, with their times, of which only the last ``retold`` are posted.
    """

    record: GameRecord
    revision: int
    at: float
    address: Address
    told: int = 0
    rewritten: bool = False
    interaction_id: int | None = None
    seeds: Sequence[tuple[int, bytes]] = ()
    snapshots: Sequence[Snapshot] = ()
    answers: Sequence[Logged] = ()
    stories: Sequence[Story] = ()
    answered: Sequence[Seat] = ()
    asked_at: float = 0.0
    due_at: float | None = None
    epochs: Sequence[EpochRow] = ()
    votes: Sequence[tuple[str, Vote]] = ()
    closed: Sequence[str] = ()
    silenced: Sequence[Seat] = ()
    notes: Sequence[Note] = ()
    chronicle: Sequence[tuple[float, Story]] = ()
    retold: int = 0


class Saved(msgspec.Struct, frozen=True):
    """A table as stored, with the snapshot and the log of its present stage.

    ``seed`` is the one in force, which is the ``seal``-th of the game; it and the snapshot are None before the start.
    """

    record: GameRecord
    revision: int
    address: Address
    told: int
    seed: bytes | None
    snapshot: Snapshot | None
    answers: list[Answer]
    drafts: bool
    asked_at: float = 0.0
    seal: int = 0


class Page(msgspec.Struct, frozen=True):
    """One stage of the line that led to the present: its snapshot and the whole log of it, in order of arrival."""

    snapshot: Snapshot
    answers: list[Logged]


class Unposted(msgspec.Struct, frozen=True):
    """A story in the outbox, with the game whose words it needs."""

    id: int
    game_id: str
    game: str
    channel_id: int
    story: Story
    at: float
    lead: str = ""


class Placed(msgspec.Struct, frozen=True):
    """A story that is posted, in which message (None: there was nothing to say), and what stands before it there."""

    row_id: int
    message_id: int | None
    lead: str = ""
