"""The store: what survives a restart, and how one action goes into it as a whole or not at all.

Nothing outside this folder knows which database it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bot.store.errors import ChannelTaken, Clash, NewerDatabase, Overtaken, Repeated, StoreUnavailable
from bot.store.retention import Pruning
from bot.store.units import Entry, Page, Placed, Saved, Unit, Unposted
from bot.table.habits import Person
from bot.table.records import Address, EpochRow, Note, Prompt, SeatRecord, ServedGuilds, Sitter
from bot.table.votes import Vote
from rules.kernel.answers import Value
from rules.kernel.requests import Seat

__all__ = ["ChannelTaken", "Clash", "NewerDatabase", "Overtaken", "Repeated", "Store", "StoreUnavailable"]


class Store(Protocol):
    """Where tables are kept. Every method raises ``StoreUnavailable`` when the database cannot be used."""

    @property
    def pruning(self) -> Pruning:
        """Makes room in it."""

    async def open(self) -> None:
        """Bring the database up to date; raises ``NewerDatabase``."""

    async def close(self) -> None:
        """Finish what is being written and let go of the file."""

    def of(self, share: ServedGuilds) -> Store:
        """This store as whoever looks after this share sees it: index, outbox, unfinished and due are its own."""

    async def index(self) -> list[Entry]:
        """The live tables."""

    async def resting(self) -> list[Entry]:
        """The archived tables that have not ended, the newest first."""

    async def newest_in(self, channel_id: int, begun: bool = False) -> str | None:
        """The id of the newest table of a channel, ended or not; one that was closed before it began only if need be.

        ``begun``: only of those that have begun.
        """

    async def load(self, game_id: str) -> Saved | None:
        """A table with its present stage."""

    async def revision(self, game_id: str) -> int:
        """The table's revision; 0 when there is no such table."""

    async def seats(self, game_id: str) -> tuple[SeatRecord, ...]:
        """The seats of a table; empty where there is no such table."""

    async def rename(self, game_id: str, seats: Sequence[SeatRecord], at: float) -> None:
        """Store the present names of the people at these seats, who go by them from ``at`` on (seconds).

        Whoever does not have the seat any more is left out. Nothing else of the table changes but its revision.
        """

    async def commit(self, unit: Unit) -> None:
        """Store a unit durably, whole or not at all; raises ``Overtaken``, ``Repeated`` or ``ChannelTaken``."""

    async def page(self, game_id: str, epoch: int, stage: int) -> Page | None:
        """The log of a stage on the line that led to ``epoch``."""

    async def seeds(self, game_id: str) -> list[bytes]:
        """The sealed seeds, in the order in which they threw; the last one is in force."""

    async def is_played(self, game_id: str) -> bool:
        """Whether one of this game's seeds is in force at a table that plays."""

    async def insider(self, game_id: str, user_id: int) -> frozenset[Seat]:
        """The seats whose hidden things this person has come to see since the game began; ``GM``: everything."""

    async def has_interaction(self, interaction_id: int) -> bool:
        """Whether an action of this interaction is in the store."""

    async def forget_interactions(self, before: float) -> None:
        """Drop the ids of interactions older than ``before`` (seconds)."""

    async def set_right(self, now: float) -> bool:
        """Move times noted by a clock that was ahead back to ``now`` (seconds); whether there were any."""

    async def draft(self, game_id: str, address: Address, seat: Seat) -> dict[str, Value]:
        """What a seat has picked and not sent yet, by field."""

    async def put_draft(self, game_id: str, address: Address, seat: Seat, field: str, value: Value) -> None:
        """Keep a pick until it is sent."""

    async def outbox(self, game_id: str | None = None) -> list[Unposted]:
        """Stories not yet posted, oldest first."""

    async def told_in(self, game_id: str, message_id: int) -> list[Unposted]:
        """The stories that this message tells, oldest first."""

    async def note_posted(self, game_id: str, prompt: Prompt | None, told: Iterable[Placed]) -> None:
        """Note that these stories are posted; ``prompt``: where the open question stands, which stands nowhere else."""

    async def prompts(self, game_id: str) -> list[Prompt]:
        """The messages known to carry prompts of this table, oldest question first."""

    async def note_prompt(self, game_id: str, prompt: Prompt) -> None:
        """Note which message carries a prompt."""

    async def forget_prompts(self, game_id: str, message_ids: Iterable[int]) -> None:
        """Forget these messages, as they carry no prompt any more."""

    async def chronicle(self, game_id: str) -> list[Unposted]:
        """Every story of a game, posted or not, oldest first."""

    async def epochs(self, game_id: str) -> list[EpochRow]:
        """Why each epoch after the first began."""

    async def sitters(self, game_id: str) -> list[Sitter]:
        """Who sat where since the game began, oldest first."""

    async def due(self, now: float, most: int) -> list[str]:
        """Tables that the clock has to look at now, those due longest first."""

    async def old_lobbies(self, before: float, most: int) -> list[str]:
        """Tables, archived ones too, that have not begun, and at which nothing was done since ``before`` (seconds)."""

    async def proposed(self, matter: str, before: float) -> list[str]:
        """Tables in play at which this matter was put to the vote before that moment (seconds)."""

    async def last_acted(self, game_id: str, user_id: int) -> float:
        """When this person last answered at this table (seconds); 0: never."""

    async def last_answer(self, game_id: str) -> tuple[int, float]:
        """Who gave the newest answer of this table, and when (seconds); 0, 0: nobody has."""

    async def missed(self, game_id: str, since: float) -> tuple[int, int]:
        """How many stages have been played since then (seconds), and the first message that tells of them; 0: none."""

    async def votes(self, game_id: str) -> dict[str, list[Vote]]:
        """The votes on matters that are not closed, by matter, in the order in which they were cast."""

    async def people(self, user_ids: Iterable[int]) -> dict[int, Person]:
        """The wishes of those of these people who have set any."""

    async def put_person(self, person: Person) -> None:
        """Keep a person's wishes, and have the clock look at their tables anew."""

    async def guild(self, guild_id: int) -> dict[str, str]:
        """A guild's settings."""

    async def size(self) -> int:
        """Bytes that all games take where they are kept, with what is written before it is put there."""

    async def try_to_write(self) -> None:
        """Find out whether the disk takes a write that changes nothing and holds up nobody who plays."""

    async def put_guild(self, guild_id: int, settings: Mapping[str, str]) -> None:
        """Keep a guild's settings."""

    async def notes(self, game_id: str) -> list[Note]:
        """The game master's notes, oldest first."""

    async def tables_of(self, user_id: int, *, archived: bool = False) -> list[Entry]:
        """The live tables where this person sits, stands in, leads or is game master; or the archived ones."""

    async def forget(self, user_id: int, units: Iterable[Unit] = ()) -> None:
        """Store these units, replace a person's id everywhere and drop their wishes and notes, all or nothing.

        A name goes only where a seat is still this person's; the others are for the units to change. Raises
        ``Overtaken``.
        """

    async def scrub(self) -> bool:
        """Leave no trace of what was deleted in any file; False: not yet, as somebody is reading."""

    async def all_tables_of(self, user_id: int) -> list[str]:
        """Every table, ended ones too, that knows this person as player, leader or game master."""

    async def unfinished(self) -> dict[str, float]:
        """Tables with a debt, and since when (seconds): a story or the open question that is not posted.

        Also a lobby without its message, and an ended game whose messages have yet to be let go.
        """

    async def last_posted(self, game_id: str) -> int:
        """The newest message that is known to tell this table's story; 0: none."""
