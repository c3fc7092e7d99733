"""What the store keeps of a game beside its log, and what passes between the parts of the bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from bot.table.habits import Habits
from rules.kernel.answers import Value
from rules.kernel.requests import Request, Seat
from rules.kernel.table import Told

Phase = Literal["lobby", "playing", "ended"]


class SeatRecord(msgspec.Struct, frozen=True):
    """Who sits where; ``user_id`` 0: nobody, the seat is free. ``autopilot``: the seat answers by itself.

    Times are in seconds. ``away_until``: the player is away until then, and ``stand_in`` answers (0: the autopilot).
    ``reminded_at``, ``overdue_at``: when the seat was last reminded, and when its time was last up.
    """

    seat: Seat
    user_id: int
    name: str
    autopilot: bool = False
    away_until: float = 0.0
    stand_in: int = 0
    reminded_at: float = 0.0
    overdue_at: float = 0.0


class Sitter(msgspec.Struct, frozen=True):
    """Who sits, or sat, at a seat since when (seconds); a seat that becomes free keeps the name of whoever left it.

    ``user_id`` -1 without a name: somebody who wished to be forgotten.
    """

    seat: Seat
    since: float
    user_id: int
    name: str


class GameRecord(msgspec.Struct, frozen=True):
    """One table: a game in a channel. ``id`` is short (8 characters), as it goes into custom ids.

    ``commitment``: the hash of the seed that throws now.
    ``gm_id``: the game master's user, 0 for none. ``archived``: the channel is gone; the game waits to be resumed.
    """

    id: str
    game: str
    channel_id: int
    guild_id: int
    locale: str
    phase: Phase
    options: Mapping[str, str]
    leader_id: int
    seats: tuple[SeatRecord, ...]
    epoch: int
    commitment: str
    created_at: float
    gm_id: int = 0
    habits: Habits = Habits()
    archived: bool = False

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a Discord user, if any."""
        return next((record.seat for record in self.seats if record.user_id == user_id), None)


class Address(msgspec.Struct, frozen=True, order=True):
    """The place of a question in the log: which undo, which stage, which step."""

    epoch: int
    stage: int
    step: int


class Press(msgspec.Struct, frozen=True):
    """A person's answer. ``address`` is that of the button; None for a typed command: whatever is asked now.

    ``interaction_id`` is unique: the same interaction is never applied twice.
    """

    game_id: str
    user_id: int
    interaction_id: int
    value: Value
    address: Address | None = None
    usual: bool = False
    """Answer as the autopilot would; ``value`` is ignored."""
    beside: int | None = None
    """How much this seat had done in secret beside the question when the button was drawn; None: it does not say."""


class Standing(msgspec.Struct, frozen=True):
    """Where a table stands: the record, the open question and its address, who has answered it, the state.

    ``waiting`` is None in the lobby, after the end, or while the table is broken. ``asked_at``: since when the question
    is open (seconds). ``voted``: seats that have voted on it. ``rulable``: a game master may set things right before
    this question. ``beside``: who did something in secret beside it, once for each time; nobody else's business.
    """

    record: GameRecord
    address: Address
    waiting: Request[Any] | None
    done: tuple[Seat, ...]
    state: Any
    asked_at: float = 0.0
    voted: tuple[Seat, ...] = ()
    rulable: bool = False
    beside: tuple[Seat, ...] = ()


class Accepted(msgspec.Struct, frozen=True):
    """An answer that is in the store: who gave it, in plain form, what was told since, and where the table stands.

    ``repeated``: this very interaction had been accepted before; nothing was done again. ``asked``: the question that
    was answered.
    """

    seat: Seat
    value: Value
    told: tuple[Told, ...]
    standing: Standing
    repeated: bool = False
    asked: Request[Any] | None = None


class OutboxRow(msgspec.Struct, frozen=True):
    """A story that is in the store and not yet posted: what was told, and whose answer brought it about.

    ``address`` is the question that the table had reached when the story ended. ``by`` is None when nobody's answer
    did it: the start, an undo, a stage played again. Rows of one action, and no others, have the same ``at``.
    """

    id: int
    game_id: str
    channel_id: int
    address: Address
    told: tuple[Told, ...]
    by: tuple[Seat, Value] | None = None
    at: float = 0.0


class Prompt(msgspec.Struct, frozen=True):
    """A message that carries a prompt: for which question, under which key (a seat, or a word of the face's own)."""

    address: Address
    key: str
    message_id: int


class EpochRow(msgspec.Struct, frozen=True):
    """Why an epoch began (``undo``, ``redo``, ``gm``, ``again``), and where; ``parent`` is the epoch it goes on from.

    ``address`` is the first question of it, ``tip`` the question that was open before.
    """

    epoch: int
    why: str
    parent: int
    address: Address
    tip: Address
    at: float
    user_id: int


class Note(msgspec.Struct, frozen=True):
    """A game master's private note."""

    id: int
    at: float
    user_id: int
    text: str
