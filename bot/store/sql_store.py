"""A store in a database that speaks SQL: every look-up and every change, over two primitives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Self

from bot.store import StoreUnavailable, rows, sql
from bot.store.errors import Condition
from bot.store.retention import Pruning
from bot.store.units import Entry, Page, Placed, Saved, Unit, Unposted
from bot.store.writer import Line, Values, Writer
from bot.table.habits import Person
from bot.table.records import WHOLE, Address, EpochRow, Note, Prompt, SeatRecord, ServedGuilds, Sitter
from bot.table.votes import Vote
from rules.kernel.answers import Value
from rules.kernel.requests import Seat

AHEAD = 60.0
"""Seconds by which a clock may be ahead without anything being wrong: time servers correct it by less."""


class SqlStore(ABC):
    """What the stores have in common: how rows are read (``_fetched``) and who writes them is each one's own."""

    _trouble: type[Exception]
    """What the driver raises."""
    _unavailable: Callable[[Exception], StoreUnavailable]
    _writer: Writer | None = None
    _share = WHOLE

    def __init__(self) -> None:
        self._condition = Condition()

    async def open(self) -> None:
        """Bring the database up to date; raises ``NewerDatabase`` and ``StoreUnavailable``."""
        try:
            await self._open()
        except BaseException as error:
            await self.close()
            if isinstance(error, self._trouble):
                raise self._unavailable(error) from error
            raise

    @abstractmethod
    async def _open(self) -> None:
        """Connect, and bring the database up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written and let go of the database."""

    def of(self, share: ServedGuilds) -> Self:
        """This store, which is open, as whoever looks after this share sees it; it is closed with the whole."""
        seen = copy(self)
        seen._share = share
        seen.__dict__.pop("pruning", None)
        return seen

    @cached_property
    def pruning(self) -> Pruning:
        """Making room among the tables of this share."""
        return Pruning(self._all, self._shared, self._write)

    @abstractmethod
    async def _fetched(self, query: str, values: Values) -> list[Any]:
        """The rows of a look-up; raises ``StoreUnavailable``."""

    async def _read(self, query: str, values: Values) -> list[Any]:
        self._must_be_open()
        with self._condition.noticing():
            found = await self._fetched(query, values)
        self._condition.has_read()
        return found

    async def _all(self, query: str, *values: Any) -> list[Any]:
        return await self._read(query, values)

    async def _named(self, query: str, **values: Any) -> list[Any]:
        return await self._read(query, values)

    async def _shared(self, query: str, **values: Any) -> list[Any]:
        return await self._read(query, {**values, "shard": self._share.shard, "count": self._share.count})

    async def _one(self, query: str, *values: Any) -> Any | None:
        found = await self._all(query, *values)
        return found[0] if found else None

    async def _write(self, lines: list[Line], about: str = "") -> None:
        writer = self._must_be_open()
        if lines:
            with self._condition.noticing():
                await writer.write(lines, about)
            self._condition.has_written()

    def _must_be_open(self) -> Writer:
        if self._writer is None:
            raise StoreUnavailable("unreachable", "closed")
        return self._writer

    # Reading -----------------------------------------------------------------------------------------------

    async def index(self) -> list[Entry]:
        """The live tables."""
        return [Entry(*row) for row in await self._shared(rows.INDEX)]

    async def resting(self) -> list[Entry]:
        """The archived tables that have not ended, the newest first."""
        return [Entry(*row) for row in await self._shared(rows.RESTING)]

    async def newest_in(self, channel_id: int, begun: bool = False) -> str | None:
        """The id of the newest table of a channel, ended or not; one that was closed before it began only if need be.

        ``begun``: only of those that have begun.
        """
        found = await self._one(rows.NEWEST, channel_id, int(begun))
        return found[0] if found else None

    async def load(self, game_id: str) -> Saved | None:
        """A table with its present stage."""
        # The revision is read first: should another process write in between, it is too old, and a unit worked
        # out from this is refused.
        table = await self._one(rows.TABLE, game_id)
        if table is None:
            return None
        seats = await self._all(rows.SEATS, game_id)
        return rows.saved(table, seats, await self._all(rows.LOG, game_id, table[10], table[11]))

    async def seats(self, game_id: str) -> tuple[SeatRecord, ...]:
        """The seats of a table; empty where there is no such table."""
        return tuple(rows.seat(row) for row in await self._all(rows.SEATS, game_id))

    async def revision(self, game_id: str) -> int:
        """The table's revision; 0 when there is no such table."""
        found = await self._one(rows.REVISION, game_id)
        return found[0] if found else 0

    async def page(self, game_id: str, epoch: int, stage: int) -> Page | None:
        """The log of a stage on the line that led to ``epoch``."""
        line = await self._one(rows.EPOCH_OF, game_id, epoch, stage)
        found = await self._one(rows.SNAPSHOT, game_id, line[0], stage) if line else None
        if line is None or found is None:
            return await self.pruning.page(game_id, stage)
        answers = await self._all(rows.PAGE, game_id, line[0], stage)
        return Page(rows.snapshot(found), rows.in_order(rows.logged(stage, row) for row in answers))

    async def seeds(self, game_id: str) -> list[bytes]:
        """The sealed seeds, in the order in which they threw; the last one is in force."""
        return [row[0] for row in await self._all(rows.SEEDS, game_id)]

    async def has_interaction(self, interaction_id: int) -> bool:
        """Whether an action of this interaction is in the store."""
        return await self._one(rows.SEEN, interaction_id) is not None

    async def draft(self, game_id: str, address: Address, seat: Seat) -> dict[str, Value]:
        """What a seat has picked and not sent yet, by field."""
        found = await self._all(rows.DRAFT, game_id, seat, address.epoch, address.stage, address.step)
        return {field: rows.decode(value) for field, value in found}

    async def outbox(self, game_id: str | None = None) -> list[Unposted]:
        """Stories not yet posted, oldest first."""
        found = await (self._shared(rows.OUTBOX_ALL) if game_id is None else self._all(rows.OUTBOX_OF, game_id))
        return [rows.unposted(row) for row in found]

    async def told_in(self, game_id: str, message_id: int) -> list[Unposted]:
        """The stories that this message tells, oldest first."""
        return [rows.unposted(row) for row in await self._all(rows.TOLD_IN, game_id, message_id)]

    async def prompts(self, game_id: str) -> list[Prompt]:
        """The messages known to carry prompts of this table, oldest question first."""
        return [rows.prompt(row) for row in await self._all(rows.PROMPTS, game_id)]

    async def unfinished(self) -> dict[str, float]:
        """Tables with a debt, and since when (seconds): a story or the open question that is not posted.

        Also a lobby without its message, and an ended game whose messages have yet to be let go.
        """
        return dict(await self._shared(rows.UNFINISHED))

    async def last_posted(self, game_id: str) -> int:
        """The newest message that is known to tell this table's story; 0: none."""
        found = await self._one(rows.LAST_POSTED, game_id)
        return (found[0] if found else None) or 0

    async def chronicle(self, game_id: str) -> list[Unposted]:
        """Every story of a game, posted or not, oldest first."""
        told = await self._all(rows.CHRONICLE, game_id)
        return [rows.unposted(row) for row in told] or await self.pruning.stories(game_id)

    async def epochs(self, game_id: str) -> list[EpochRow]:
        """Why each epoch after the first began."""
        return [rows.epoch(row) for row in await self._all(rows.EPOCHS, game_id)]

    async def sitters(self, game_id: str) -> list[Sitter]:
        """Who sat where since the game began, oldest first."""
        return [Sitter(*row) for row in await self._all(rows.SITTERS, game_id)]

    async def is_played(self, game_id: str) -> bool:
        """Whether one of this game's seeds is in force at a table that plays."""
        return await self._one(rows.PLAYED, game_id) is not None

    async def insider(self, game_id: str, user_id: int) -> frozenset[Seat]:
        """The seats whose hidden things this person has come to see since the game began; ``GM``: everything."""
        return frozenset(row[0] for row in await self._all(rows.INSIDER, game_id, user_id))

    async def due(self, now: float, most: int) -> list[str]:
        """Tables that the clock has to look at now, those due longest first."""
        return [row[0] for row in await self._shared(rows.DUE, now=now, most=most)]

    async def old_lobbies(self, before: float, most: int) -> list[str]:
        """Tables, archived ones too, that have not begun, and at which nothing was done since ``before`` (seconds)."""
        return [row[0] for row in await self._shared(rows.OLD_LOBBIES, before=before, most=most)]

    async def proposed(self, matter: str, before: float) -> list[str]:
        """Tables in play at which this matter was put to the vote before that moment (seconds)."""
        return [row[0] for row in await self._shared(rows.PROPOSED, matter=matter, before=before)]

    async def last_acted(self, game_id: str, user_id: int) -> float:
        """When this person last answered at this table (seconds); 0: never."""
        found = await self._one(rows.LAST_ACTED, game_id, user_id)
        return (found[0] if found else None) or 0.0

    async def last_answer(self, game_id: str) -> tuple[int, float]:
        """Who gave the newest answer of this table, and when (seconds); 0, 0: nobody has."""
        found = await self._one(rows.LAST_ANSWER, game_id)
        return (found[0], found[1]) if found else (0, 0.0)

    async def missed(self, game_id: str, since: float) -> tuple[int, int]:
        """How many stages have been played since then (seconds), and the first message that tells of them; 0: none."""
        ((stages, first),) = await self._named(rows.MISSED, game=game_id, since=since)
        return stages, first or 0

    async def votes(self, game_id: str) -> dict[str, list[Vote]]:
        """The votes on matters that are not closed, by matter, in the order in which they were cast."""
        return rows.votes(await self._all(rows.VOTES, game_id))

    async def people(self, user_ids: Iterable[int]) -> dict[int, Person]:
        """The wishes of those of these people who have set any."""
        found = [await self._one(rows.PEOPLE, user_id) for user_id in user_ids]
        return {row[0]: Person(*row) for row in found if row}

    async def guild(self, guild_id: int) -> dict[str, str]:
        """A guild's settings."""
        found = await self._one(rows.GUILD, guild_id)
        return rows.settings(found[0]) if found else {}

    async def notes(self, game_id: str) -> list[Note]:
        """The game master's notes, oldest first."""
        return [Note(*row) for row in await self._all(rows.NOTES, game_id)]

    async def tables_of(self, user_id: int, *, archived: bool = False) -> list[Entry]:
        """The live tables where this person sits, stands in, leads or is game master; or the archived ones."""
        return [Entry(*row) for row in await self._named(rows.TABLES_OF, user=user_id, archived=int(archived))]

    async def all_tables_of(self, user_id: int) -> list[str]:
        """Every table, ended ones too, that knows this person as player, leader or game master."""
        return [row[0] for row in await self._named(rows.ALL_TABLES_OF, user=user_id)]

    # Writing -----------------------------------------------------------------------------------------------

    async def try_to_write(self) -> None:
        """Write what is there as it is, beside the writer; raises ``StoreUnavailable``, also for damage met before."""
        self._must_be_open()
        with self._condition.noticing():
            self._condition.must_be_sound()
            await self._try_to_write()

    @abstractmethod
    async def _try_to_write(self) -> None:
        """Write what is there as it is; raises ``StoreUnavailable``."""

    async def commit(self, unit: Unit) -> None:
        """Store a unit durably, whole or not at all; raises ``Overtaken``, ``Repeated`` or ``ChannelTaken``."""
        await self._write(sql.lines_of(unit), unit.record.id)

    async def forget_interactions(self, before: float) -> None:
        """Drop the ids of interactions older than ``before`` (seconds)."""
        await self._write([(sql.INTERACTIONS_FORGOTTEN, (before,))])

    async def set_right(self, now: float) -> bool:
        """Move times noted by a clock that was ahead back to ``now`` (seconds); whether there were any."""
        moments = {"now": now, "ahead": now + AHEAD}
        ((wrong,),) = await self._named(rows.AHEAD, ahead=moments["ahead"])
        if wrong:
            await self._write([(sql.SEATS_AHEAD, moments), (sql.GAMES_AHEAD, moments)])
        return bool(wrong)

    async def put_draft(self, game_id: str, address: Address, seat: Seat, field: str, value: Value) -> None:
        """Keep a pick until it is sent."""
        place = (address.epoch, address.stage, address.step)
        await self._write([(sql.DRAFT, (game_id, seat, *place, field, sql.text(value)))], game_id)

    async def note_posted(self, game_id: str, prompt: Prompt | None, told: Iterable[Placed]) -> None:
        """Note that these stories are posted; ``prompt``: where the open question stands, which stands nowhere else."""
        lines: list[Line] = [(sql.POSTED, (piece.message_id, piece.lead, piece.row_id)) for piece in told]
        if prompt is not None:
            at = prompt.address
            place = (at.epoch, at.stage, at.step)
            lines += [
                (sql.PROMPT, (game_id, *place, prompt.key, prompt.message_id)),
                (sql.PROMPTS_OF_OTHERS, (game_id, prompt.key, *place)),
            ]
        await self._write(lines, game_id)

    async def note_prompt(self, game_id: str, prompt: Prompt) -> None:
        """Note which message carries a prompt."""
        at = prompt.address
        await self._write(
            [(sql.PROMPT, (game_id, at.epoch, at.stage, at.step, prompt.key, prompt.message_id))], game_id
        )

    async def forget_prompts(self, game_id: str, message_ids: Iterable[int]) -> None:
        """Forget these messages, as they carry no prompt any more."""
        await self._write([(sql.PROMPT_GONE, (game_id, message_id)) for message_id in message_ids], game_id)

    async def put_person(self, person: Person) -> None:
        """Keep a person's wishes, and have the clock look at their tables anew."""
        row = (person.user_id, person.zone, person.quiet_from, person.quiet_to, person.pings)
        await self._write([(sql.PERSON, row), (sql.LOOK_AGAIN, {"user": person.user_id})])

    async def rename(self, game_id: str, seats: Sequence[SeatRecord], at: float) -> None:
        """Store the present names of the people at these seats; ``at``: seconds."""
        await self._write([*sql.renamed(game_id, at, seats)], game_id)

    async def put_guild(self, guild_id: int, settings: Mapping[str, str]) -> None:
        """Keep a guild's settings."""
        await self._write([(sql.GUILD, (guild_id, sql.text(dict(settings))))])

    async def forget(self, user_id: int, units: Iterable[Unit] = ()) -> None:
        """Store these units, replace a person's id everywhere and drop their wishes and notes, all or nothing."""
        lines = [line for unit in units for line in sql.lines_of(unit)]
        await self._write([*lines, *((statement, {"user": user_id}) for statement in sql.FORGOTTEN)])
