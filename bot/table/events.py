"""Events of the bot itself (seats, undo, settings), and the encoding of stories for the outbox."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import MsgspecError, Struct, convert, to_builtins
from structlog import get_logger

from rules.kernel.events import DiceRolled, Event, Told
from rules.kernel.requests import PARTY, Seat
from rules.kernel.words import Term, Word

E = TypeVar("E")


class HouseEvent(Event, kw_only=True, omit_defaults=True):
    """An event of the bot itself, not of a game's rules.

    ``from_file``: an imported copy claims it; no rule can check it, and readers are told so. ``weight``: as of a game's
    events (``bot.games.weights.Weight``); what the bot announces is not left out.
    """

    weight: ClassVar[int] = 2
    from_file: bool = False


class SomethingNewer(HouseEvent):
    """Something happened that only a newer program can tell; it is never stored."""


class StageAgain(HouseEvent):
    """The rules changed during an open stage: it restarts, and its ``answers`` are set aside."""

    stage: int
    answers: int


class TakenBack(HouseEvent):
    """The last ``answers`` of people were undone, with the dice after them; ``by``: a seat, GM or PARTY.

    ``rulings``: all of them were rulings of the game master.
    """

    answers: int
    by: Seat = PARTY
    rulings: bool = False


class BroughtBack(HouseEvent):
    """The last undo was redone: ``answers`` of people."""

    answers: int


class RolledAgain(HouseEvent):
    """The game master had the last dice thrown again, which undid ``answers`` of people, rulings included."""

    answers: int = 0


class RollForced(HouseEvent):
    """The game master set the last dice, which undid ``answers`` of people, rulings included."""

    pips: tuple[int, ...]
    answers: int = 0


class Skipped(HouseEvent):
    """The game master skipped these seats; the autopilot answered for them.

    No seats: the seed threw dice that were to be thrown by hand. ``anybody``: any of several could have answered.
    """

    seats: tuple[Seat, ...]
    anybody: bool = False


class MasterTold(HouseEvent):
    """A line of the game master's own: a piece of the story, or the reason for a ruling."""

    text: str


class TableClosed(HouseEvent):
    """Somebody closed the table for good: a seat, the game master, or a manager of the channel (``keeper``)."""

    seat: Seat


class TableMoved(HouseEvent):
    """An archived table continues in another channel."""


class Reminded(HouseEvent):
    """These seats have been waited for since then (seconds).

    ``called``: they were not pinged then, because a party member was at the table or because it was night for them.
    ``vote``: their votes on a proposal are waited for, not an answer.
    """

    seats: tuple[Seat, ...]
    since: int
    called: bool = False
    vote: bool = False


REST = Word("then.rest")
"""What comes after a deadline: the autopilot answers once more, and then the table waits until a person answers."""


class Overdue(HouseEvent):
    """The deadline of these seats has passed; ``then``: ``then.autopilot``, ``.leader``, ``.nothing`` or ``REST``."""

    seats: tuple[Seat, ...]
    then: Word


class WentAway(HouseEvent):
    """A player is away until then (seconds); ``friend``: a person stands in, else the autopilot.

    ``stand_in``: the friend's own seat if they play at the table.
    """

    seat: Seat
    until: int
    friend: bool
    stand_in: tuple[Seat, ...] = ()


class CameBack(HouseEvent):
    """A player answers again in person."""

    seat: Seat


class SeatTaken(HouseEvent):
    """Somebody new has taken this seat; ``before``: who played there at a real table, else ''."""

    seat: Seat
    before: str = ""


class SeatLeft(HouseEvent):
    """The player left; the autopilot plays on until somebody takes the seat. ``voted``: the others decided it."""

    seat: Seat
    voted: bool


class SeatReturned(HouseEvent):
    """The player gave the seat back to the people at the real table, whose game master answers for it again."""

    seat: Seat


class SeatRenamed(HouseEvent):
    """The seat of somebody without an account has another name; ``shared``: several people play it now."""

    seat: Seat
    before: str
    name: str
    shared: bool = False


class SeatSetAside(HouseEvent):
    """Somebody without an account does not play for now; the autopilot answers for the seat."""

    seat: Seat


class MasterNamed(HouseEvent):
    """The table has a new game master, or none any more."""

    present: bool


class MasterPlays(HouseEvent):
    """The game master also plays, at this seat."""

    seat: Seat


class MasterBound(HouseEvent):
    """The game master plays against people with an account, and so has no special view and no rights."""


class HouseRuleChanged(HouseEvent):
    """A house rule has another value, from the next stage on."""

    switch: Word
    value: Term


class HabitChanged(HouseEvent):
    """A habit of the table changed: who decides, how long it waits, whose dice are thrown."""

    habit: Word
    value: tuple[Word, ...]


class Voted(HouseEvent):
    """A vote of the party has ended: the seats that voted for the winner, and all that voted.

    A tie was decided ``by_leader``, or for the proposal that was made first.
    """

    winners: tuple[Seat, ...]
    voters: tuple[Seat, ...]
    by_leader: bool = False
    by_first: bool = False


class CopyTaken(HouseEvent):
    """Somebody took a full copy, with all secrets and seeds until now."""

    seat: Seat


class EndWithdrawn(HouseEvent):
    """The end of the game was taken back; the game goes on."""


class GraveFound(HouseEvent):
    """The party passes the grave of a character who fell in an earlier game on this server, and by whom."""

    who: tuple[Term, ...]
    by: tuple[Term, ...]


class DiceResealed(HouseEvent):
    """A fresh seed is used from now on; ``seal`` is its hash."""

    seal: str


class GameBrought(HouseEvent):
    """The game was imported from a file; these seats are ``free``.

    ``stages`` and ``fair`` dice and draws of its seeds were verified; ``human`` dice and ``rulings`` are as in the
    file.
    """

    free: tuple[Seat, ...]
    stages: int = 0
    fair: int = 0
    human: int = 0
    rulings: int = 0


UNTOLD = (Reminded, Voted)
"""Events outside stories: the first has its own message, the second closes its question."""
HOUSE_EVENTS: tuple[type[HouseEvent], ...] = (
    SomethingNewer,
    StageAgain,
    TakenBack,
    BroughtBack,
    EndWithdrawn,
    GraveFound,
    RolledAgain,
    RollForced,
    Skipped,
    MasterTold,
    TableClosed,
    TableMoved,
    Reminded,
    Overdue,
    WentAway,
    CameBack,
    SeatTaken,
    SeatLeft,
    SeatReturned,
    SeatRenamed,
    SeatSetAside,
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
"""All event classes of the bot."""


log = get_logger(__name__)


def _plain_number(value: Any) -> Any:
    """Keep a roll as its total; its dice are in ``DiceRolled``."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError(f"no way to keep a {type(value).__name__}")


class Kept(Struct, Generic[E], array_like=True, omit_defaults=True):
    """A fact as it is stored; facts of version 1.0.0 have no number."""

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
        """Return the events as bytes."""
        return self._encoder.encode([Kept(fact.event, fact.to, fact.nth) for fact in told])

    def key(self, fact: Told) -> bytes:
        """Return a key that is equal for facts with the same event and recipients, whatever their number."""
        return self._encoder.encode((fact.event, fact.to))

    def decode(self, kept: bytes) -> tuple[Told, ...]:
        """Return the events in these bytes; one that this version cannot read is ``SomethingNewer``."""
        try:
            return tuple(Told(fact.event, fact.to, fact.nth) for fact in self._decoder.decode(kept))
        except msgspec.ValidationError:
            return tuple(self._read_singly(msgspec.msgpack.decode(kept, type=list[Kept[Any]])))
        except MsgspecError:
            log.error("story.unreadable", size=len(kept))
            return ()

    def _read_singly(self, facts: Sequence[Kept[Any]]) -> Iterator[Told]:
        for fact in facts:
            try:
                [known] = self._decoder.decode(self._encoder.encode([fact]))
                yield Told(known.event, known.to, known.nth)
            except msgspec.ValidationError:
                yield Told(SomethingNewer(), fact.to)

    def plain(self, told: Sequence[Told]) -> list[Any]:
        """Return the events as JSON values for a copy, without the numbers that a replay restores."""
        facts: list[Any] = to_builtins([(fact.event, fact.to) for fact in told], str_keys=True, enc_hook=_plain_number)
        return facts

    def from_plain(self, facts: Sequence[Any]) -> tuple[Told, ...]:
        """Return the events in these JSON values; raises ``ValidationError`` for events that this game
        does not tell.
        """
        found = convert(list(facts), self._kind, str_keys=True)
        return tuple(Told(fact.event, fact.to) for fact in found)
