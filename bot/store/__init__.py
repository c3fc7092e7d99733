"""The store: it keeps everything that survives a restart, and stores one action whole or not at all.

Code outside this package does not depend on the kind of database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

from bot.store.errors import ChannelTaken, Clash, NewerDatabase, Overtaken, Repeated, StoreUnavailable
from bot.store.retention import Pruning
from bot.store.units import Entry, Logged, Page, Placed, Saved, Unit, Unposted
from bot.table.habits import Follower, Person
from bot.table.records import Address, EpochRow, Note, Prepared, Prompt, SeatRecord, ServedGuilds, Sitter
from bot.table.results import Result
from bot.table.votes import Vote
from rules.kernel.answers import Value
from rules.kernel.recording import Line
from rules.kernel.requests import Seat

__all__ = ["ChannelTaken", "Clash", "NewerDatabase", "Overtaken", "Repeated", "Store", "StoreUnavailable"]


class Store(Protocol):
    """The database of all tables. Every method raises ``StoreUnavailable`` when the database cannot be used."""

    @property
    def newer_version(self) -> int:
        """Return the database's version if a newer program has added to it; otherwise 0."""

    @property
    def pruning(self) -> Pruning:
        """Return the object that packs old data of this store."""

    async def open(self) -> None:
        """Connect and run the missing migrations; raises ``NewerDatabase``."""

    async def close(self) -> None:
        """Finish pending writes and close the database."""

    def of(self, share: ServedGuilds) -> Store:
        """Return a view of this store whose look-ups over all tables cover only the served guilds."""

    async def index(self) -> list[Entry]:
        """Return the live tables."""

    async def resting(self) -> list[Entry]:
        """Return the archived tables that have not ended, newest first."""

    async def newest_in(self, channel_id: int, begun: bool = False) -> str | None:
        """Return the id of the newest table of a channel, ended or not, or None.

        A table that was closed before it began comes last. ``begun``: consider only tables that have begun.
        """

    async def load(self, game_id: str) -> Saved | None:
        """Return a table with its present stage, or None if there is no such table."""

    async def revision(self, game_id: str) -> int:
        """Return the table's revision; 0 if there is no such table."""

    async def seats(self, game_id: str) -> tuple[SeatRecord, ...]:
        """Return the seats of a table; empty if there is no such table."""

    async def rename(self, game_id: str, seats: Sequence[SeatRecord], at: float) -> None:
        """Store the new names of the people at these seats, valid from ``at`` (seconds).

        Seats that have changed hands are skipped. Otherwise only the table's revision changes.
        """

    async def commit(self, unit: Unit) -> None:
        """Store a unit of work durably, whole or not at all; raises ``Overtaken``, ``Repeated`` or ``ChannelTaken``."""

    async def page(self, game_id: str, epoch: int, stage: int) -> Page | None:
        """Return the log of a stage, seen from ``epoch`` and its parent epochs; None if the stage is not stored."""

    async def unproven(self) -> str | None:
        """Return a game begun before proofs were recorded, running ones first; None if there is none."""

    async def put_proof(self, game_id: str, epoch: int, proof: Mapping[int, Sequence[Line]]) -> None:
        """Store the lines of past stages, seen from ``epoch``; the game is not ``unproven`` any more."""

    async def seeds(self, game_id: str) -> list[bytes]:
        """Return the sealed seeds in the order of their use; the last one is in force."""

    async def is_played(self, game_id: str) -> bool:
        """Whether one of this game's seeds is in force at a table that is being played."""

    async def insider(self, game_id: str, user_id: int) -> frozenset[Seat]:
        """Return the seats whose hidden information this person has seen in this game; ``GM`` stands for everything.

        People who were forgotten since are known again while the game is played.
        """

    async def has_interaction(self, interaction_id: int) -> bool:
        """Whether an action of this interaction is stored."""

    async def forget_interactions(self, before: float) -> None:
        """Delete the ids of interactions older than ``before`` (seconds)."""

    async def set_right(self, now: float) -> bool:
        """Reset times in the future, left by a wrong clock, to ``now`` (seconds); return whether there were any."""

    async def draft(self, game_id: str, address: Address, seat: Seat) -> dict[str, Value]:
        """Return the values that a seat has picked but not sent yet, by field."""

    async def put_draft(self, game_id: str, address: Address, seat: Seat, field: str, value: Value) -> None:
        """Store a picked value until the seat sends its answer."""

    async def outbox(self, game_id: str | None = None) -> list[Unposted]:
        """Return the stories not yet posted, oldest first; ``game_id`` None: those of all tables."""

    async def count_unposted(self) -> int:
        """Return how many stories of the served guilds are not yet posted."""

    async def told_in(self, game_id: str, message_id: int) -> list[Unposted]:
        """Return the stories in this message, oldest first."""

    async def note_posted(self, game_id: str, prompt: Prompt | None, told: Iterable[Placed]) -> None:
        """Mark these stories as posted; ``prompt``: the only message that now carries the open question."""

    async def prompts(self, game_id: str) -> list[Prompt]:
        """Return the messages known to carry prompts of this table, oldest question first."""

    async def note_prompt(self, game_id: str, prompt: Prompt) -> None:
        """Store which message carries a prompt."""

    async def forget_prompts(self, game_id: str, message_ids: Iterable[int]) -> None:
        """Delete these messages from the list of messages with a prompt."""

    async def chronicle(self, game_id: str) -> list[Unposted]:
        """Return every story of a game, posted or not, oldest first."""

    async def epochs(self, game_id: str) -> list[EpochRow]:
        """Return the records of all epochs after the first, with the reason for each."""

    async def sitters(self, game_id: str) -> list[Sitter]:
        """Return who has held each seat since the game began, oldest first."""

    async def due(self, now: float, most: int) -> list[str]:
        """Return up to ``most`` tables due for a check of deadlines at ``now`` (seconds), longest overdue first."""

    async def old_lobbies(self, before: float, most: int) -> list[str]:
        """Return up to ``most`` tables that have not begun and are idle since ``before`` (seconds), archived or not."""

    async def proposed(self, matter: str, before: float) -> list[str]:
        """Return the tables in play where the vote on this proposal began at ``before`` (seconds) or earlier."""

    async def last_acted(self, game_id: str, user_id: int) -> float:
        """Return the time of this person's last answer at this table (seconds); 0 if there is no answer."""

    async def last_answer(self, game_id: str) -> tuple[int, float]:
        """Return the user and the time (seconds) of the newest answer at this table; 0, 0 if there is no answer."""

    async def missed(self, game_id: str, since: float) -> tuple[int, int]:
        """Return the number of stages played after ``since`` (seconds) and the first message about them (0: none)."""

    async def votes(self, game_id: str) -> dict[str, list[Vote]]:
        """Return the votes on open proposals, by proposal, in the order of casting."""

    async def people(self, user_ids: Iterable[int]) -> dict[int, Person]:
        """Return the settings of these people; people without settings are left out."""

    async def put_person(self, person: Person) -> None:
        """Store a person's settings and make their tables due for a check of the deadlines."""

    async def followers(self, game_id: str) -> list[Follower]:
        """Return who follows this game."""

    async def followers_due(self, now: float, most: int) -> list[Follower]:
        """Return up to ``most`` followers who are due at ``now`` (seconds), the longest overdue first."""

    async def follow(self, follower: Follower) -> None:
        """Store who follows a game and until when they are told."""

    async def unfollow(self, user_id: int, game_id: str = "") -> None:
        """Delete a follower of this game ('': of all games)."""

    async def guild(self, guild_id: int) -> dict[str, str]:
        """Return a guild's settings."""

    async def size(self) -> int:
        """Return the size of the database in bytes, including its journal."""

    def watch_commits(self, hear: Callable[[float], object]) -> None:
        """Call this with the seconds of each commit, from a thread of the store's own."""

    async def try_to_write(self) -> None:
        """Test whether the database accepts a write; the test changes nothing and blocks no player."""

    async def put_guild(self, guild_id: int, settings: Mapping[str, str]) -> None:
        """Store a guild's settings."""

    async def notes(self, game_id: str) -> list[Note]:
        """Return the game master's notes, oldest first."""

    async def tables_of(self, user_id: int, *, archived: bool = False) -> list[Entry]:
        """Return the live (or the archived) tables where this person is player, stand-in, leader or game master."""

    async def forget(self, user_id: int, units: Iterable[Unit] = (), rivals: Collection[str] = ()) -> None:
        """Store these units, replace a person's id everywhere and delete their settings and notes, all or nothing.

        ``rivals``: the names of games in which ``insider`` must know the person again, by a hash, until the game ends.
        The units give better names to the person's seats than the store can. Raises ``Overtaken``.
        """

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the files; return False if a reader prevents it for now."""

    async def all_tables_of(self, user_id: int) -> list[str]:
        """Return every table, ended ones included, that has or had this person as player, stand-in or game master.

        A leader without a seat counts while they lead.
        """

    async def results(self, guild_id: int, user_id: int = 0) -> list[Result]:
        """Return the results of a guild's finished games, oldest first; ``user_id``: only this person's."""

    async def is_counted(self, user_id: int) -> bool:
        """Whether this person's games are counted."""

    async def count_person(self, user_id: int, counted: bool) -> None:
        """Count this person's games from now on, or no more; then their results so far become nobody's."""

    async def keep_results(self, guild_ids: Iterable[int], now: float, before: float) -> None:
        """Note that the bot serves these guilds now; delete what is kept of guilds not served since ``before``."""

    async def prepared(self, guild_id: int, user_id: int) -> list[Prepared]:
        """Return what this person has prepared on a guild, oldest first."""

    async def prepare(self, call: Prepared, most: int) -> None:
        """Keep a prepared call; raises ``Overtaken`` if the guild has ``most``, and ``Repeated``."""

    async def handout(self, game_id: str, id: str) -> tuple[Seat, str, bytes] | None:
        """Return the seat, text and picture of what was told to one seat; None if there is no such thing."""

    async def put_handout(self, game_id: str, id: str, seat: Seat, text: str, picture: bytes) -> None:
        """Keep what is told to one seat; ``picture``: b"" for none."""

    async def drop_prepared(self, id: int, user_id: int) -> None:
        """Delete a call that this person has prepared."""

    async def answered(self, game_id: str) -> list[Logged]:
        """Return every answer of a game, undone ones included, by epoch, stage and step."""

    async def unfinished(self) -> dict[str, float]:
        """Return the tables with pending deliveries, each with the time since when (seconds).

        Pending are an unposted story or question, a lobby without its message, and an ended game whose prompts still
        stand.
        """

    async def last_posted(self, game_id: str) -> int:
        """Return the id of the newest message with this table's story; 0 if there is no message."""
