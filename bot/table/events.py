"""Events of the bot itself (who came and went, what was undone), and stories as bytes for the outbox."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
import structlog

from rules.kernel.requests import PARTY, Seat
from rules.kernel.table import DiceRolled, Event, Told
from rules.kernel.words import Term, Word

E = TypeVar("E")


class HouseEvent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Told by the bot itself, not by the rules of a game.

    ``from_file``: an imported copy says so; no rule can check it, and whoever reads it is told.
    """

    from_file: bool = False


class StageAgain(HouseEvent, frozen=True, tag=True):
    """The rules have changed under an open stage: it begins again, and its ``answers`` given so far are put aside."""

    stage: int
    answers: int


class TakenBack(HouseEvent, frozen=True, tag=True):
    """The last ``answers`` of people were taken back, with the dice that followed them; ``by``: a seat, GM or PARTY."""

    answers: int
    by: Seat = PARTY


class BroughtBack(HouseEvent, frozen=True, tag=True):
    """What was taken back last is in force again: ``answers`` of people."""

    answers: int


class RolledAgain(HouseEvent, frozen=True, tag=True):
    """The game master had the last dice thrown anew; so many ``answers`` of people, rulings too, went with them."""

    answers: int = 0


class RollForced(HouseEvent, frozen=True, tag=True):
    """The game master said what the last dice show; so many ``answers`` of people, rulings too, went with them."""

    pips: tuple[int, ...]
    answers: int = 0


class Skipped(HouseEvent, frozen=True, tag=True):
    """The game master went on without waiting for these seats; the autopilot answered for them.

    No seats: a hand was to throw dice, and the seed threw them.
    """

    seats: tuple[Seat, ...]


class TableClosed(HouseEvent, frozen=True, tag=True):
    """Somebody closed the table for good: a seat, the game master, or who looks after the channel (``keeper``)."""

    seat: Seat


class TableMoved(HouseEvent, frozen=True, tag=True):
    """An archived table goes on in another channel."""


class Reminded(HouseEvent, frozen=True, tag=True):
    """These seats have been waited for since then (seconds).

    ``called``: somebody of their party sat at the table then and is silent now; anybody may answer.
    """

    seats: tuple[Seat, ...]
    since: int
    called: bool = False


class Overdue(HouseEvent, frozen=True, tag=True):
    """The time of these seats is up; ``then``: ``then.autopilot``, ``then.leader`` or ``then.nothing``."""

    seats: tuple[Seat, ...]
    then: Word


class WentAway(HouseEvent, frozen=True, tag=True):
    """A player is away until then (seconds); ``friend``: somebody stands in, else the autopilot.

    ``stand_in``: the seat of the friend who plays at the table, too; nothing for anybody else.
    """

    seat: Seat
    until: int
    friend: bool
    stand_in: tuple[Seat, ...] = ()


class CameBack(HouseEvent, frozen=True, tag=True):
    """A player answers again in person."""

    seat: Seat


class SeatTaken(HouseEvent, frozen=True, tag=True):
    """Somebody new sits here from now on."""

    seat: Seat


class SeatLeft(HouseEvent, frozen=True, tag=True):
    """The player left; the autopilot plays on until somebody takes the seat. ``voted``: the others decided it."""

    seat: Seat
    voted: bool


class SeatReturned(HouseEvent, frozen=True, tag=True):
    """The player gave the seat back to the people at the real table, whose game master answers for it again."""

    seat: Seat


class MasterNamed(HouseEvent, frozen=True, tag=True):
    """The table has a game master now, or has none any more."""

    present: bool


class MasterPlays(HouseEvent, frozen=True, tag=True):
    """The game master plays, too, at this seat."""

    seat: Seat


class MasterBound(HouseEvent, frozen=True, tag=True):
    """The game master plays against people with an account, and so sees nothing hidden and rules nothing any more."""


class HouseRuleChanged(HouseEvent, frozen=True, tag=True):
    """A house rule has another value, from the next stage on."""

    switch: Word
    value: Term


class HabitChanged(HouseEvent, frozen=True, tag=True):
    """The table plays otherwise from now on: who decides, how long it waits, whose dice fall."""

    habit: Word
    value: tuple[Word, ...]


class Voted(HouseEvent, frozen=True, tag=True):
    """A vote on a question of the party is counted out: the seats for what won, and all who voted."""

    winners: tuple[Seat, ...]
    voters: tuple[Seat, ...]


class CopyTaken(HouseEvent, frozen=True, tag=True):
    """Somebody took a copy of everything: whatever was hidden until now, and the seeds that threw until now."""

    seat: Seat


class DiceResealed(HouseEvent, frozen=True, tag=True):
    """A fresh seed throws from now on; ``seal`` is its hash."""

    seal: str


class GameBrought(HouseEvent, frozen=True, tag=True):
    """The game came here from a file; these seats are ``free``.

    Verified were so many ``stages``, and ``fair`` dice and draws of its seeds; ``human`` dice and ``rulings`` are as
    the file has them.
    """

    free: tuple[Seat, ...]
    stages: int = 0
    fair: int = 0
    human: int = 0
    rulings: int = 0


UNTOLD = (Reminded, Voted)
"""Events that are no part of a story: the first is a message of its own, the second closes its question."""
HOUSE_EVENTS: tuple[type[HouseEvent], ...] = (
    StageAgain,
    TakenBack,
    BroughtBack,
    RolledAgain,
    RollForced,
    Skipped,
    TableClosed,
    TableMoved,
    Reminded,
    Overdue,
    WentAway,
    CameBack,
    SeatTaken,
    SeatLeft,
    SeatReturned,
    MasterNamed,
    MasterPlays,
    MasterBound,
    HouseRuleChanged,
    HabitChanged,
    Voted,
    CopyTaken,
    DiceResealed,
    GameBrought,
)
"""Every event of the bot's own."""


log = structlog.get_logger(__name__)


def _plain_number(value: Any) -> Any:
    """A roll is kept as its total; its dice are in ``DiceRolled``."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError(f"no way to keep a {type(value).__name__}")


class Kept(msgspec.Struct, Generic[E], array_like=True, omit_defaults=True):
    """A fact as it is stored; those of 1.0.0 have no number."""

    event: E
    to: tuple[str, ...] | None
    nth: int = 0


class Stories:
    """Encodes and decodes the events of one game."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        kinds: Any = functools.reduce(operator.or_, dict.fromkeys((*events, DiceRolled, *HOUSE_EVENTS)))
        self._encoder = msgspec.msgpack.Encoder(enc_hook=_plain_number)
        self._kind: Any = list[Kept[kinds]]
        self._decoder = msgspec.msgpack.Decoder(self._kind)

    def encode(self, told: Sequence[Told]) -> bytes:
        """The events as bytes."""
        return self._encoder.encode([Kept(fact.event, fact.to, fact.nth) for fact in told])

    def key(self, fact: Told) -> bytes:
        """The same for facts that tell the same to the same, whatever their number."""
        return self._encoder.encode((fact.event, fact.to))

    def decode(self, kept: bytes) -> tuple[Told, ...]:
        """The events that these bytes hold; none if this version cannot read them, so that nothing else is held up."""
        try:
            return tuple(Told(fact.event, fact.to, fact.nth) for fact in self._decoder.decode(kept))
        except msgspec.MsgspecError:
            log.error("story.unreadable", size=len(kept))
            return ()

    def plain(self, told: Sequence[Told]) -> list[Any]:
        """The events as plain JSON values, for a copy: without their numbers, which whoever replays it finds."""
        facts: list[Any] = msgspec.to_builtins(
            [(fact.event, fact.to) for fact in told], str_keys=True, enc_hook=_plain_number
        )
        return facts

    def from_plain(self, facts: Sequence[Any]) -> tuple[Told, ...]:
        """The events that these JSON values hold; raises ``ValidationError`` for one that this game does not tell."""
        found = msgspec.convert(list(facts), self._kind, str_keys=True)
        return tuple(Told(fact.event, fact.to) for fact in found)
