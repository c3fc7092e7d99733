"""The file formats of copies: the full copy, a player's own copy, and the bot events allowed in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from bot.table.habits import Habits
from bot.table.records import Computer, SeatRecord
from rules.kernel.answers import Answer
from rules.kernel.requests import Seat

Format = Literal[1, 2]
FORMAT: Format = 2
"""The current format; format 1 has a single seed and can still be read."""
MOST_SEEDS = 64
"""The most seeds of a game."""
MOST_BYTES = 16 * 2**20
"""The largest unpacked copy in bytes."""
MOST_ANSWERS = 60_000
"""The most answers of a copy, so that its replay does not block others."""
DEEPEST = 64
"""The deepest nesting of lists and maps in a copy."""
LATEST = 1e11
"""The latest time in a copy in seconds; later times do not fit a calendar."""

SeatId = Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,8}\Z")]
Key = Annotated[str, Meta(max_length=80)]
Moment = Annotated[float, Meta(ge=0, le=LATEST)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Options = Annotated[dict[Key, Key], Meta(max_length=64)]


class SeatLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat and its player's name; ``computer``: as in ``SeatRecord``."""

    seat: SeatId
    name: Annotated[str, Meta(max_length=100)]
    computer: Computer = ""


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """An answer of the log; ``person``: a person gave it, not chance or the autopilot.

    ``seal``: the index of the seed of a die or draw.
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
        """Return the answer as the rules read it."""
        return Answer(self.step, self.part, self.asked, self.seat, self.value)


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage of the current line of play: its snapshot and its log."""

    stage: Count
    schema: Count
    version: Count
    tables: Key
    chain: Annotated[bytes, Meta(max_length=64)]
    state: bytes
    answers: Annotated[list[Line], Meta(max_length=MOST_ANSWERS)]


class Tale(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Events told at once with the seats that learnt of them (null: everybody), and the author of the answer."""

    stage: Count
    step: Count
    at: Moment
    by: tuple[SeatId, Any] | None
    told: Annotated[list[Any], Meta(max_length=20_000)]


class NoteLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A game master's note."""

    at: Moment
    text: Annotated[str, Meta(max_length=4000)]


S = TypeVar("S")
T = TypeVar("T")


class _Copy(
    Struct,
    Generic[S, T],
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="full",
    forbid_unknown_fields=True,
):
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
    stages: Annotated[list[S], Meta(min_length=1, max_length=5000)]
    chronicle: Annotated[list[T], Meta(max_length=100_000)]
    notes: Annotated[list[NoteLine], Meta(max_length=5000)]
    seal: Annotated[str, Meta(max_length=64)] = ""


class Outline(_Copy[msgspec.Raw, msgspec.Raw], frozen=True, kw_only=True, tag_field="kind", tag="full"):
    """A full copy whose stages and stories are not decoded yet."""


class FullCopy(_Copy[Stage, Tale], frozen=True, kw_only=True, tag_field="kind", tag="full"):
    """A full copy, from which the game can continue anywhere; ``options``: the present house rules.

    ``later``: the seeds after the first, in order, without the one that throws after the copy.
    """

    @property
    def seeds(self) -> list[bytes]:
        """Return all seeds in the order in which they threw."""
        return [bytes.fromhex(item) for item in (self.seed, *(self.later or ()))]


class OwnLine(Struct, frozen=True):
    """One of the player's own answers."""

    stage: int
    step: int
    asked: str
    at: float
    value: Any


class OwnCopy(Struct, frozen=True, kw_only=True, tag_field="kind", tag="own"):
    """What one seat may know: its view, its stories, its answers; ``seeds`` only after the end.

    ``commitments``: the hashes of the seeds in order.
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
    """Return a seat without its user id."""
    return SeatLine(record.seat, record.name[:100], record.computer)


LATER_HABITS = ("call_after", "quick")
"""Habits that came after the first version of the format."""


def seal_of(copy: FullCopy) -> str:
    """Return the digest of the copy without its seal."""
    return digest_of(sealed_pieces(copy))


def digest_of(pieces: Iterable[bytes]) -> str:
    """Return the digest of a text in pieces."""
    digest = blake2b(digest_size=16)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def sealed_pieces(copy: FullCopy) -> Iterator[bytes]:
    """Yield the JSON of the copy without its seal in pieces, as encoding a large one takes long."""
    habits = to_builtins(copy.habits)
    for later in LATER_HABITS:  # older copies have no such habit, and a seal without it
        if getattr(copy.habits, later) == getattr(Habits(), later):
            del habits[later]
    bare = msgspec.json.encode(replace(copy, seal="", habits=habits, stages=[], chronicle=[]))
    for name, items in (("stages", copy.stages), ("chronicle", copy.chronicle)):
        head, key, bare = bare.partition(f'"{name}":['.encode())
        yield head + key
        for number, item in enumerate(items):
            yield b"," * (number > 0) + msgspec.json.encode(item)
    yield bare


def seal_copy(copy: FullCopy) -> FullCopy:
    """Return the copy with its seal."""
    return replace(copy, seal=seal_of(copy))
