"""The plain records that the store takes in and gives out; a ``Unit`` is stored whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.table.records import Address, EpochRow, GameRecord, Note, Phase
from bot.table.results import Result
from bot.table.votes import Vote
from rules.kernel.advance import Snapshot
from rules.kernel.answers import Answer, Value
from rules.kernel.recording import Line
from rules.kernel.requests import Seat


class Entry(Struct, frozen=True, gc=False):
    """A live table in the index, with the data that is known without loading it."""

    id: str
    channel_id: int
    phase: Phase
    guild_id: int


class Logged(Struct, frozen=True):
    """An answer in the log, with its stage, its time (seconds) and its user (0: chance or the autopilot).

    ``seal``: for an answer of chance, the number of the seed that was in force.
    """

    stage: int
    answer: Answer
    at: float
    user_id: int
    seal: int = 0


class ProofLine(Struct, frozen=True, gc=False):
    """A line of a stage's proof; ``number``: its place in the order of use, from 1."""

    stage: int
    number: int
    line: Line


def numbered_lines(stage: int, lines: Sequence[Line], known: int = 0) -> list[ProofLine]:
    """Return the lines of a stage after the first ``known`` ones, with their numbers."""
    return [ProofLine(stage, number, line) for number, line in enumerate(lines[known:], known + 1)]


class Story(Struct, frozen=True):
    """Encoded events that are told together, with the address of the table then and the answer that caused them."""

    address: Address
    told: bytes
    by: tuple[Seat, Value] | None


class Unit(Struct, frozen=True, kw_only=True):
    """All changes of one action at a table, stored whole or not at all. All times are in seconds.

    ``revision``: the table's revision on which the unit is based, 0 for a new table. ``record`` is written only if
    ``rewritten``. ``told``: the number of events of the present stage in the outbox. ``answered``: seats whose drafts
    are deleted. ``asked_at``: the time since when the open question is asked. ``due_at``: the time of the next check of
    deadlines (None: never).

    ``seeds``: newly sealed seeds, each with its number in the game. ``votes``: each with its proposal. ``closed``:
    proposals whose votes are deleted. ``silenced``: seats whose votes so far no longer count. ``chronicle``: stories
    told elsewhere long ago, with their times, of which only the last ``retold`` are posted. ``results``: what the
    statistics count of a game that has just ended; None: it has not.
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
    proof: Sequence[ProofLine] = ()
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
    results: Sequence[Result] | None = None


class Saved(Struct, frozen=True):
    """A stored table, with the snapshot and the log of its present stage.

    ``seed`` is in force and has the number ``seal`` in the game; it and the snapshot are None before the start.
    ``seals``: the number of the seed for each answer of chance in ``answers``. ``proven``: the number of stored lines
    of the stage's proof.
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
    seals: tuple[int, ...] = ()
    proven: int = 0


class Page(Struct, frozen=True):
    """One stage of the line that led to the present: its snapshot and its full log in order of arrival.

    ``proof``: the lines of its proof, encoded in pieces; see ``bot.store.rows.proof_lines``.
    """

    snapshot: Snapshot
    answers: list[Logged]
    proof: Sequence[bytes] = ()


class Unposted(Struct, frozen=True):
    """A story in the outbox, with its game; ``lead``: the words on the answer that precede it in the message."""

    id: int
    game_id: str
    game: str
    channel_id: int
    story: Story
    at: float
    lead: str = ""


class Placed(Struct, frozen=True):
    """A posted story and its message (None: it had no text); ``lead``: the words on the answer before it."""

    row_id: int
    message_id: int | None
    lead: str = ""
