"""Records stored beside a game's log, data passed between parts of the bot, and the guilds that a process serves."""

from __future__ import annotations

import secrets
import string
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from bot.table.events import SomethingNewer
from bot.table.habits import Habits, of_rivals
from bot.table.votes import Vote, seats_of_votes
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.events import Told
from rules.kernel.requests import Request, Seat

Phase = Literal["lobby", "playing", "ended"]
Computer = Literal["", "careful", "easy"]
"""The skill of a computer player; '': the seat is a person's."""


class SeatRecord(Struct, frozen=True):
    """A seat of a table and its player; ``user_id`` 0: the seat is free. All times are in seconds.

    ``autopilot``: the autopilot plays the seat. ``away_until``: the end of the player's absence (0: present);
    ``stand_in`` answers meanwhile (0: the autopilot). ``reminded_at``, ``overdue_at``, ``called_at``: the last
    reminder, the last missed deadline, the last call to answer, too.

    ``computer``: a computer player has the seat until a person takes it. ``name`` is the player's display name,
    ``username`` their Discord username ('' if unknown); ``bot.table.seat_names`` makes the shown name.
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


class Sitter(Struct, frozen=True):
    """A person who took a seat, and when (seconds); the seat has this name until the next such row.

    ``user_id`` 0: only the name is known, from an imported game; -1, without a name: an erased person.
    """

    seat: Seat
    since: float
    user_id: int
    name: str


def new_id() -> str:
    """Return a new game id of eight letters, safe in shells and Markdown."""
    return "".join(secrets.choice(string.ascii_letters) for _ in range(8))


class GameRecord(Struct, frozen=True):
    """One table: a game in a channel. ``id`` is short (8 characters), as it is part of custom ids.

    ``options``: the agreed values of house rules. ``commitment``: the hash of the present seed. ``created_at``:
    seconds. ``gm_id``: the game master's user id, 0 for none. ``archived``: the channel is gone and the game waits to
    be resumed. ``rivals``: people play against each other; taken from the rules, not stored.
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
        """Return the record with ``rivals`` as the rules say."""
        return replace(self, rivals=rivals, habits=of_rivals(self.habits) if rivals else self.habits)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a Discord user, if any; user 0 (nobody) has none, even if seats are free."""
        return next((record.seat for record in self.seats if user_id and record.user_id == user_id), None)


class Address(Struct, frozen=True, order=True):
    """The place of a question in the log."""

    epoch: int
    stage: int
    step: int


class Press(Struct, frozen=True):
    """A person's answer to a question.

    ``address``: the question of the button; None for a typed command, which answers the open question.
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
    """The number of this seat's secret free actions at the question when the button was drawn; None: unknown."""
    openly: bool = False
    """With ``usual``: use only actions that are open to anybody, as on the public button."""
    seat: Seat = ""
    """The seat to answer for, if the person has several; '': the game chooses."""


Advised: TypeAlias = dict[Any, tuple[Any, Advice | None]]
"""What the autopilot has advised at a question, by the id of the request, the seat, and whether openly."""


class Standing(Struct, frozen=True):
    """A table's standing: record, open question with its address and answers, state.

    ``waiting`` is None in the lobby and after the end. ``asked_at``: since when the question is open (seconds).
    ``done``: seats that have answered a question to everyone; ``votes``: those on a question of the party.
    ``rulable``: a game master may rule now. ``beside``: the seats of secret free actions at this question, once per
    action; nobody else may learn of them.
    """

    record: GameRecord
    address: Address
    waiting: Request | None
    done: tuple[Seat, ...]
    state: Any
    asked_at: float = 0.0
    votes: tuple[Vote, ...] = ()
    rulable: bool = False
    beside: tuple[Seat, ...] = ()
    advised: Advised = field(default_factory=dict)

    @property
    def voted(self) -> tuple[Seat, ...]:
        """Return the seats that have voted on the open question."""
        return seats_of_votes(self.votes)


Ballot = Literal["", "opened", "open", "carried", "rejected"]
"""What a vote made of its proposal; '': the action was no vote on a proposal, or nothing was done."""


class Accepted(Struct, frozen=True):
    """A stored action: its seat, its answer in plain form, the facts told, the table's standing.

    ``value`` is None if the action was no answer. ``repeated``: this interaction was accepted before, and nothing was
    done again. ``asked``: the question open before. ``ballot``: what became of the proposal voted on. ``votes``: the
    votes on the question that this action decided.
    """

    seat: Seat
    value: Value
    told: tuple[Told, ...]
    standing: Standing
    repeated: bool = False
    asked: Request | None = None
    ballot: Ballot = ""
    votes: tuple[Vote, ...] = ()


class OutboxRow(Struct, frozen=True):
    """A stored story: the facts told and the answer that caused them.

    ``address`` is the question reached when the story ended. ``by`` is None if no answer caused it: the start, an undo,
    a stage played again. All rows of one action share the same ``at`` (seconds), and no others do. ``lead``: the answer
    in the table's words for readers; '' if it is obvious.
    """

    id: int
    game_id: str
    channel_id: int
    address: Address
    told: tuple[Told, ...]
    by: tuple[Seat, Value] | None = None
    at: float = 0.0
    lead: str = ""

    @property
    def is_newer(self) -> bool:
        """Whether only a newer program can tell this story whole, so that it stays unposted for it."""
        return any(isinstance(fact.event, SomethingNewer) for fact in self.told)


class Prompt(Struct, frozen=True):
    """A message tied to a place of the log.

    ``key`` is its kind: the prompt of the open question, the lobby, the status line, or the ballot on a proposal.
    """

    address: Address
    key: str
    message_id: int


class EpochRow(Struct, frozen=True):
    """Why an epoch began (``undo``, ``redo``, ``gm``, ``again``, ``restored``), when (seconds), and by whom.

    ``parent``: the epoch that it continues; ``address``: its first question; ``tip``: the question open before it.
    """

    epoch: int
    why: str
    parent: int
    address: Address
    tip: Address
    at: float
    user_id: int


class Prepared(Struct, frozen=True):
    """A call that its author alone knows: a line of ``/gm now`` with a name, a note, and the place where it is due.

    ``seen_at``: when the guild was last among the bot's. ``is_due``: somebody stands there now; it is not stored.
    """

    id: int
    guild_id: int
    user_id: int
    seen_at: float
    game: str
    name: str
    line: str
    note: str = ""
    place: str = ""
    is_due: bool = False


class Note(Struct, frozen=True):
    """A game master's private note."""

    id: int
    at: float
    user_id: int
    text: str


class ServedGuilds(Struct, frozen=True):
    """The guilds of the ``shard``-th of ``count`` shards.

    See https://discord.com/developers/docs/events/gateway#sharding.
    """

    shard: int = 0
    count: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether a guild belongs to this shard; 0 (no guild) belongs to the first."""
        return (guild_id >> 22) % self.count == self.shard


WHOLE = ServedGuilds()
"""All guilds: one bot with one shard."""
