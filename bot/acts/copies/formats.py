"""The file formats of a copy: the full copy of a game, a player's own copy, and which events of the bot may stand
in one.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.table.habits import Habits
from bot.table.records import Computer, SeatRecord
from rules.kernel.answers import Answer
from rules.kernel.requests import Seat

Format = Literal[1, 2]
FORMAT: Format = 2
"""The first format knows one seed; what is written in it is still read."""
MOST_SEEDS = 64
"""No game has more seeds in turn."""
MOST_BYTES = 16 * 2**20
"""A copy is no larger than this when it is unpacked."""
MOST_ANSWERS = 60_000
"""No game is longer: playing it again must not keep the others waiting."""
DEEPEST = 64
"""Lists and maps of a copy are not nested deeper."""
LATEST = 1e11
"""No copy speaks of a later moment (seconds): it would be in no calendar."""

SeatId = Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,8}\Z")]
Key = Annotated[str, Meta(max_length=80)]
Moment = Annotated[float, Meta(ge=0, le=LATEST)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Options = Annotated[dict[Key, Key], Meta(max_length=64)]


class SeatLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat and the name of who sat there; ``computer``: as in ``SeatRecord``."""

    seat: SeatId
    name: Annotated[str, Meta(max_length=100)]
    computer: Computer = ""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer of the log; ``person``: somebody gave it, neither chance nor the autopilot.

    ``seal``: for a die or a draw, which of the game's seeds it comes from.
    """

    step: Count
    part: Key
    asked: Annotated[str, Meta(max_length=200)]
    seat: SeatId
    person: bool
    at: Moment
    value: Any
    seal: Count = 0

    @property
    def answer(self) -> Answer:
        """The answer as the rules read it."""
        return Answer(self.step, self.part, self.asked, self.seat, self.value)


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stage of the line that led to the present: its snapshot and its log."""

    stage: Count
    schema: Count
    version: Count
    tables: Key
    chain: Annotated[bytes, Meta(max_length=64)]
    state: bytes
    answers: Annotated[list[Line], Meta(max_length=MOST_ANSWERS)]


class Tale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was told at once: events with the seats that learnt of them (null: everybody), and whose answer it was."""

    stage: Count
    step: Count
    at: Moment
    by: tuple[SeatId, Any] | None
    told: Annotated[list[Any], Meta(max_length=20_000)]


class NoteLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game master's note."""

    at: Moment
    text: Annotated[str, Meta(max_length=4000)]


class FullCopy(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="full", forbid_unknown_fields=True):
    """Everything, from which the game can go on anywhere; ``options`` are the house rules of today.

    ``later``: the seeds that took over from the first, in turn. The one that throws after the copy is not among them.
    """

    format: Format = FORMAT
    game: Key
    version: Count
    tables: Key
    locale: Key
    phase: Literal["playing", "ended"]
    created_at: Moment
    options: Options
    habits: Habits
    commitment: Hex
    seed: Hex
    later: Annotated[list[Hex], Meta(max_length=MOST_SEEDS)] | UnsetType = UNSET
    seats: Annotated[list[SeatLine], Meta(min_length=1, max_length=12)]
    stages: Annotated[list[Stage], Meta(min_length=1, max_length=5000)]
    chronicle: Annotated[list[Tale], Meta(max_length=100_000)]
    notes: Annotated[list[NoteLine], Meta(max_length=5000)]
    seal: Annotated[str, Meta(max_length=64)] = ""

    @property
    def seeds(self) -> list[bytes]:
        """All seeds in the order in which they threw."""
        return [bytes.fromhex(item) for item in (self.seed, *(self.later or ()))]


class OwnLine(msgspec.Struct, frozen=True):
    """One of the player's own answers."""

    stage: int
    step: int
    asked: str
    at: float
    value: Any


class OwnCopy(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="own"):
    """What one seat may know: what it sees, what it was told, what it answered. ``seeds`` only when the game is over.

    ``commitments``: the hashes of the seeds that threw in turn.
    """

    format: Format = FORMAT
    game: str
    version: int
    locale: str
    phase: str
    created_at: float
    options: dict[str, str]
    commitments: list[str] = []
    seeds: list[str] = []
    seat: Seat
    seats: list[SeatLine]
    stage: int
    step: int
    view: Any
    answers: list[OwnLine]
    chronicle: list[Tale]


def seat_line(record: SeatRecord) -> SeatLine:
    """A seat without the id of who sits there."""
    return SeatLine(record.seat, record.name[:100], record.computer)


def seal_of(copy: FullCopy) -> str:
    """The digest of everything else in the copy."""
    habits = msgspec.to_builtins(copy.habits)
    if copy.habits.call_after == Habits().call_after:  # older copies have no such habit, and a seal without it
        del habits["call_after"]
    unsealed = msgspec.structs.replace(copy, seal="", habits=habits)
    return blake2b(msgspec.json.encode(unsealed), digest_size=16).hexdigest()


def seal_copy(copy: FullCopy) -> FullCopy:
    """The copy with its seal."""
    return msgspec.structs.replace(copy, seal=seal_of(copy))
