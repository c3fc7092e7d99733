"""What the store keeps of a game beside its log, what passes between the parts of the bot, and which guilds a
process serves.
"""

from __future__ import annotations

import secrets
import string
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from bot.table.habits import Habits, of_rivals
from rules.kernel.answers import Value
from rules.kernel.requests import Request, Seat
from rules.kernel.table import Told

Phase = Literal["lobby", "playing", "ended"]
Computer = Literal["", "careful", "easy"]
"""How well a computer player plays; '': the seat is a person's."""


class SeatRecord(msgspec.Struct, frozen=True):
    """A seat of a table, and who has it; ``user_id`` 0: nobody, the seat is free. All times are in seconds.

    ``autopilot``: it plays the seat. ``away_until``: the player is away until then (0: is here), and ``stand_in``
    answers meanwhile (0: the autopilot). ``reminded_at``, ``overdue_at``: when the seat was last reminded, and when its
    time was last up; ``called_at``: when the player was last told that they may answer, too. ``computer``: the seat is
    a computer player's until a person takes it. ``name`` is the player's display name, ``username`` their Discord
    username ('' where it is not known); a table calls them as ``bot.table.seat_names`` says.
    """

    seat: Seat
    user_id: int
    name: str
    autopilot: bool = False
    away_until: float = 0.0
    stand_in: int = 0
    reminded_at: float = 0.0
    overdue_at: float = 0.0
    called_at: float = 0.0
    computer: Computer = ""
    username: str = ""


class Sitter(msgspec.Struct, frozen=True):
    """Who sat down at a seat, and when (seconds); the seat goes by that name until the next such row.

    ``user_id`` 0: only the name is known, from an imported game; -1, without a name: somebody who wished to be
    forgotten.
    """

    seat: Seat
    since: float
    user_id: int
    name: str


def new_id() -> str:
    """An id for a game: eight letters, which no shell takes for an option and no Markdown for a mark."""
    return "".join(secrets.choice(string.ascii_letters) for _ in range(8))


class GameRecord(msgspec.Struct, frozen=True):
    """One table: a game in a channel. ``id`` is short (8 characters), as it goes into custom ids.

    ``options``: the values of house rules that were agreed on. ``commitment``: the hash of the seed that throws now.
    ``created_at``: seconds. ``gm_id``: the game master's user, 0 for none. ``archived``: the channel is gone; the game
    waits to be resumed. ``rivals``: people play against each other; the rules say so, it is not stored.
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
    rivals: bool = False

    def of_rules(self, *, rivals: bool) -> GameRecord:
        """The record under rules by which people play against each other, or together."""
        return msgspec.structs.replace(self, rivals=rivals, habits=of_rivals(self.habits) if rivals else self.habits)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a Discord user, if any; nobody (0) has none, though seats may be free."""
        return next((record.seat for record in self.seats if user_id and record.user_id == user_id), None)


class Address(msgspec.Struct, frozen=True, order=True):
    """The place of a question in the log."""

    epoch: int
    stage: int
    step: int


class Press(msgspec.Struct, frozen=True):
    """A person's answer to a question.

    ``address``: of the question that the button was made for; None for a typed command, which answers whatever is asked
    now. ``interaction_id`` is unique: the same interaction is never applied twice.
    """

    game_id: str
    user_id: int
    interaction_id: int
    value: Value
    address: Address | None = None
    usual: bool = False
    """Answer as the autopilot would; ``value`` is ignored."""
    beside: int | None = None
    """How many secret asides this seat had done at the question when the button was drawn; None: it does not say."""
    openly: bool = False
    """As usual before everybody: what is not this seat's alone."""
    seat: Seat = ""
    """The seat that this person answers for, where it is one of several; '': the game finds it out."""


class Standing(msgspec.Struct, frozen=True):
    """Where a table stands: the record, the open question and its address, who has answered it, the state.

    ``waiting`` is None in the lobby and after the end. ``asked_at``: since when the question is open (seconds).
    ``done``: seats that have answered a question to everyone; ``voted``: seats that have voted on one of the party's.
    ``rulable``: a game master may set something right just now. ``beside``: the seats that did secret asides at this
    question, once for each aside; nobody else may learn of them.
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
    """An action that is in the store: whose it was, its answer in plain form, what was told, where the table stands.

    ``value`` is None where the action was no answer. ``repeated``: this very interaction had been accepted before;
    nothing was done again. ``asked``: the question that was open before.
    """

    seat: Seat
    value: Value
    told: tuple[Told, ...]
    standing: Standing
    repeated: bool = False
    asked: Request[Any] | None = None


class OutboxRow(msgspec.Struct, frozen=True):
    """A story in the store: what was told, and whose answer brought it about.

    ``address`` is the question that the table had reached when the story ended. ``by`` is None when nobody's answer did
    it: the start, an undo, a stage played again. Rows of one action, and no others, have the same ``at`` (seconds).
    ``lead``: that answer in the table's words, for whoever reads the story; '' where it goes without saying.
    """

    id: int
    game_id: str
    channel_id: int
    address: Address
    told: tuple[Told, ...]
    by: tuple[Seat, Value] | None = None
    at: float = 0.0
    lead: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """A message that is tied to a place of the log.

    ``key`` says what it is: the prompt of the open question, the lobby, the status line, or the ballot on a matter.
    """

    address: Address
    key: str
    message_id: int


class EpochRow(msgspec.Struct, frozen=True):
    """Why an epoch began (``undo``, ``redo``, ``gm``, ``again``, ``restored``), when (seconds), and by whom.

    ``parent`` is the epoch that it goes on from, ``address`` its first question, ``tip`` the question that was open
    before it.
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


class ServedGuilds(msgspec.Struct, frozen=True):
    """The guilds of the ``shard``-th of ``count`` shards.

    As Discord deals them out: https://discord.com/developers/docs/events/gateway#sharding.
    """

    shard: int = 0
    count: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether a guild is in this share; what belongs to no guild (0) is in the first."""
        return (guild_id >> 22) % self.count == self.shard


WHOLE = ServedGuilds()
"""All guilds: one bot, one shard."""
