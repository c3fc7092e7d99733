"""The base of the stores in SQL databases: all queries and changes, built on two primitives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Self

import msgspec

from bot.store import StoreUnavailable, rows, sql
from bot.store.errors import Condition
from bot.store.retention import Pruning
from bot.store.units import Entry, Logged, Page, Placed, Saved, Unit, Unposted
from bot.store.writer import Line, Values, Writer
from bot.table.habits import Follower, Person
from bot.table.records import WHOLE, Address, EpochRow, Note, Prepared, Prompt, SeatRecord, ServedGuilds, Sitter
from bot.table.results import Result
from bot.table.votes import Vote
from rules.kernel.answers import Value
from rules.kernel.recording import Line as ProofLine
from rules.kernel.requests import Seat

AHEAD = 60.0
"""A clock may be ahead by this number of seconds without being wrong, because time servers correct less."""


class SqlStore(ABC):
    """The common part of the stores; each subclass supplies the reading of rows (``_fetched``) and the writer."""

    _trouble: type[Exception]
    """The base class of the driver's errors."""
    _unavailable: Callable[[Exception], StoreUnavailable]
    _writer: Writer | None = None
    _share = WHOLE

    def __init__(self) -> None:
        self._condition = Condition()
        self._newer = [0]  # shared with the views of ``of``

    @property
    def newer_version(self) -> int:
        """Return the database's version if a newer program has added to it; otherwise 0."""
        return self._newer[0]

    async def open(self) -> None:
        """Connect and run the missing migrations; raises ``NewerDatabase`` and ``StoreUnavailable``."""
        try:
            await self._open()
        except BaseException as error:
            await self.close()
            if isinstance(error, self._trouble):
                raise self._unavailable(error) from error
            raise

    @abstractmethod
    async def _open(self) -> None:
        """Connect and run the missing migrations."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes and close the database."""

    def of(self, share: ServedGuilds) -> Self:
        """Return a view of this open store limited to the served guilds; closing the store closes the view."""
        seen = copy(self)
        seen._share = share
        seen.__dict__.pop("pruning", None)
        return seen

    @cached_property
    def pruning(self) -> Pruning:
        """Return the object that packs old data of the served guilds."""
        return Pruning(self._all, self._shared, self._write)

    @abstractmethod
    async def _fetched(self, query: str, values: Values) -> list[Any]:
        """Return the rows of a query; raises ``StoreUnavailable``."""

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

    def watch_commits(self, hear: Callable[[float], object]) -> None:
        """Call this with the seconds of each commit, from the writer's thread."""
        if self._writer:
            self._writer.on_commit = hear

    def _must_be_open(self) -> Writer:
        if not self._writer:
            raise StoreUnavailable("unreachable", "closed")
        return self._writer

    # Reading -----------------------------------------------------------------------------------------------

    async def index(self) -> list[Entry]:
        """Return the live tables."""
        return [Entry(*row) for row in await self._shared(rows.INDEX)]

    async def resting(self) -> list[Entry]:
        """Return the archived tables that have not ended, newest first."""
        return [Entry(*row) for row in await self._shared(rows.RESTING)]

    async def newest_in(self, channel_id: int, begun: bool = False) -> str | None:
        """Return the id of the newest table of a channel, ended or not, or None.

        A table that was closed before it began comes last. ``begun``: consider only tables that have begun.
        """
        found = await self._one(rows.NEWEST, channel_id, int(begun))
        return found[0] if found else None

    async def load(self, game_id: str) -> Saved | None:
        """Return a table with its present stage, or None if there is no such table."""
        # The revision is read first: should another process write in between, it is too old, and a unit worked
        # out from this is refused.
        table = await self._one(rows.TABLE, game_id)
        if table is None:
            return None
        seats = await self._all(rows.SEATS, game_id)
        return rows.saved(table, seats, await self._all(rows.LOG, game_id, table[10], table[11]))

    async def seats(self, game_id: str) -> tuple[SeatRecord, ...]:
        """Return the seats of a table; empty if there is no such table."""
        return tuple(rows.seat(row) for row in await self._all(rows.SEATS, game_id))

    async def revision(self, game_id: str) -> int:
        """Return the table's revision; 0 if there is no such table."""
        found = await self._one(rows.REVISION, game_id)
        return found[0] if found else 0

    async def page(self, game_id: str, epoch: int, stage: int) -> Page | None:
        """Return the log of a stage, seen from ``epoch`` and its parent epochs; None if the stage is not stored."""
        line = await self._one(rows.EPOCH_OF, game_id, epoch, stage)
        found = await self._one(rows.SNAPSHOT, game_id, line[0], stage) if line else None
        if line is None or found is None:
            return await self.pruning.page(game_id, stage)
        answers = await self._all(rows.PAGE, game_id, line[0], stage)
        proof = [row[0] for row in await self._all(rows.PROOF, game_id, line[0], stage)]
        return Page(rows.snapshot(found), rows.in_order(rows.logged(stage, row) for row in answers), proof)

    async def unproven(self) -> str | None:
        """Return a game begun before proofs were recorded, running ones first; None if there is none."""
        found = await self._shared(rows.UNPROVEN)
        return found[0][0] if found else None

    async def put_proof(self, game_id: str, epoch: int, proof: Mapping[int, Sequence[ProofLine]]) -> None:
        """Store the lines of past stages, seen from ``epoch``; the game is not ``unproven`` any more."""
        lines: list[Line] = [(sql.PROVEN, (game_id,))]
        archived: dict[int, list[bytes]] = {}
        for stage, found in proof.items():
            place = (game_id, *(await self._one(rows.EPOCH_OF, game_id, epoch, stage) or (None,)), stage)
            if await self._one(rows.SNAPSHOT, *place) is None:
                archived[stage] = [rows.proof_data(found)]
            else:
                row = (*place, len(found), rows.proof_data(found))
                lines += [(sql.PROOF_CLEARED, place), (sql.PROOF, row)]
        if archived:
            lines += await self.pruning.with_proof(game_id, archived)
        await self._write(lines, game_id)

    async def seeds(self, game_id: str) -> list[bytes]:
        """Return the sealed seeds in the order of their use; the last one is in force."""
        return [row[0] for row in await self._all(rows.SEEDS, game_id)]

    async def has_interaction(self, interaction_id: int) -> bool:
        """Whether an action of this interaction is stored."""
        return await self._one(rows.SEEN, interaction_id) is not None

    async def draft(self, game_id: str, address: Address, seat: Seat) -> dict[str, Value]:
        """Return the values that a seat has picked but not sent yet, by field."""
        found = await self._all(rows.DRAFT, game_id, seat, address.epoch, address.stage, address.step)
        return {field: rows.decode(value) for field, value in found}

    async def outbox(self, game_id: str | None = None) -> list[Unposted]:
        """Return the stories not yet posted, oldest first; ``game_id`` None: those of all tables."""
        found = await (self._shared(rows.OUTBOX_ALL) if game_id is None else self._all(rows.OUTBOX_OF, game_id))
        return [rows.unposted(row) for row in found]

    async def count_unposted(self) -> int:
        """Return how many stories of the served guilds are not yet posted."""
        return int((await self._shared(rows.UNPOSTED))[0][0])

    async def told_in(self, game_id: str, message_id: int) -> list[Unposted]:
        """Return the stories in this message, oldest first."""
        return [rows.unposted(row) for row in await self._all(rows.TOLD_IN, game_id, message_id)]

    async def prompts(self, game_id: str) -> list[Prompt]:
        """Return the messages known to carry prompts of this table, oldest question first."""
        return [rows.prompt(row) for row in await self._all(rows.PROMPTS, game_id)]

    async def unfinished(self) -> dict[str, float]:
        """Return the tables with pending deliveries, each with the time since when (seconds).

        Pending are an unposted story or question, a lobby without its message, and an ended game whose prompts still
        stand.
        """
        return dict(await self._shared(rows.UNFINISHED))

    async def last_posted(self, game_id: str) -> int:
        """Return the id of the newest message with this table's story; 0 if there is no message."""
        found = await self._one(rows.LAST_POSTED, game_id)
        return (found[0] if found else None) or 0

    async def chronicle(self, game_id: str) -> list[Unposted]:
        """Return every story of a game, posted or not, oldest first."""
        told = await self._all(rows.CHRONICLE, game_id)
        return [rows.unposted(row) for row in told] or await self.pruning.stories(game_id)

    async def epochs(self, game_id: str) -> list[EpochRow]:
        """Return the records of all epochs after the first, with the reason for each."""
        return [rows.epoch(row) for row in await self._all(rows.EPOCHS, game_id)]

    async def sitters(self, game_id: str) -> list[Sitter]:
        """Return who has held each seat since the game began, oldest first."""
        return [Sitter(*row) for row in await self._all(rows.SITTERS, game_id)]

    async def is_played(self, game_id: str) -> bool:
        """Whether one of this game's seeds is in force at a table that is being played."""
        return await self._one(rows.PLAYED, game_id) is not None

    async def insider(self, game_id: str, user_id: int) -> frozenset[Seat]:
        """Return the seats whose hidden information this person has seen in this game; ``GM`` stands for everything."""
        seen = await self._all(rows.INSIDER, game_id, user_id)  # first, as forgetting moves these rows to the hashes
        for (key,) in await self._all(rows.INSIDER_KEY, game_id):
            seen += await self._all(rows.FORGOTTEN_INSIDER, game_id, sql.hash_of_user(key, user_id))
        return frozenset(row[0] for row in seen)

    async def due(self, now: float, most: int) -> list[str]:
        """Return up to ``most`` tables due for a check of deadlines at ``now`` (seconds), longest overdue first."""
        return [row[0] for row in await self._shared(rows.DUE, now=now, most=most)]

    async def old_lobbies(self, before: float, most: int) -> list[str]:
        """Return up to ``most`` tables that have not begun and are idle since ``before`` (seconds), archived or not."""
        return [row[0] for row in await self._shared(rows.OLD_LOBBIES, before=before, most=most)]

    async def proposed(self, matter: str, before: float) -> list[str]:
        """Return the tables in play where the vote on this proposal began at ``before`` (seconds) or earlier."""
        return [row[0] for row in await self._shared(rows.PROPOSED, matter=matter, before=before)]

    async def last_acted(self, game_id: str, user_id: int) -> float:
        """Return the time of this person's last answer at this table (seconds); 0 if there is no answer."""
        found = await self._one(rows.LAST_ACTED, game_id, user_id)
        return (found[0] if found else None) or 0.0

    async def last_answer(self, game_id: str) -> tuple[int, float]:
        """Return the user and the time (seconds) of the newest answer at this table; 0, 0 if there is no answer."""
        found = await self._one(rows.LAST_ANSWER, game_id)
        return (found[0], found[1]) if found else (0, 0.0)

    async def missed(self, game_id: str, since: float) -> tuple[int, int]:
        """Return the number of stages played after ``since`` (seconds) and the first message about them (0: none)."""
        ((stages, first),) = await self._named(rows.MISSED, game=game_id, since=since)
        return stages, first or 0

    async def votes(self, game_id: str) -> dict[str, list[Vote]]:
        """Return the votes on open proposals, by proposal, in the order of casting."""
        return rows.votes(await self._all(rows.VOTES, game_id))

    async def people(self, user_ids: Iterable[int]) -> dict[int, Person]:
        """Return the settings of these people; people without settings are left out."""
        if not (ids := [*dict.fromkeys(user_ids)]):
            return {}
        found = await self._all(rows.PEOPLE.format(", ".join("?" * len(ids))), *ids)
        return {row[0]: Person(*row) for row in found}

    async def followers(self, game_id: str) -> list[Follower]:
        """Return who follows this game."""
        return [Follower(*row) for row in await self._all(rows.FOLLOWERS, game_id)]

    async def followers_due(self, now: float, most: int) -> list[Follower]:
        """Return up to ``most`` followers who are due at ``now`` (seconds), the longest overdue first."""
        return [Follower(*row) for row in await self._shared(rows.FOLLOWERS_DUE, now=now, most=most)]

    async def guild(self, guild_id: int) -> dict[str, str]:
        """Return a guild's settings."""
        found = await self._one(rows.GUILD, guild_id)
        return rows.settings(found[0]) if found else {}

    async def notes(self, game_id: str) -> list[Note]:
        """Return the game master's notes, oldest first."""
        return [Note(*row) for row in await self._all(rows.NOTES, game_id)]

    async def tables_of(self, user_id: int, *, archived: bool = False) -> list[Entry]:
        """Return the live (or the archived) tables where this person is player, stand-in, leader or game master."""
        return [Entry(*row) for row in await self._named(rows.TABLES_OF, user=user_id, archived=int(archived))]

    async def all_tables_of(self, user_id: int) -> list[str]:
        """Return every table, ended ones included, that has or had this person as player, stand-in or game master.

        A leader without a seat counts while they lead.
        """
        return [row[0] for row in await self._named(rows.ALL_TABLES_OF, user=user_id)]

    async def results(self, guild_id: int, user_id: int = 0) -> list[Result]:
        """Return the results of a guild's finished games, oldest first; ``user_id``: only this person's."""
        return [rows.result(row) for row in await self._named(rows.RESULTS, guild=guild_id, user=user_id)]

    async def is_counted(self, user_id: int) -> bool:
        """Whether this person's games are counted."""
        return await self._one(rows.UNCOUNTED, user_id) is None

    async def answered(self, game_id: str) -> list[Logged]:
        """Return every answer of a game, undone ones included, by epoch, stage and step."""
        return [rows.logged(row[8], row) for row in await self._all(rows.ANSWERED, game_id)]

    # Writing -----------------------------------------------------------------------------------------------

    async def try_to_write(self) -> None:
        """Rewrite existing data unchanged; raises ``StoreUnavailable``, also for damage found before."""
        self._must_be_open()
        with self._condition.noticing():
            self._condition.must_be_sound()
            await self._try_to_write()

    @abstractmethod
    async def _try_to_write(self) -> None:
        """Rewrite existing data unchanged; raises ``StoreUnavailable``."""

    async def commit(self, unit: Unit) -> None:
        """Store a unit of work durably, whole or not at all; raises ``Overtaken``, ``Repeated`` or ``ChannelTaken``."""
        await self._write(sql.lines_of(unit), unit.record.id)

    async def forget_interactions(self, before: float) -> None:
        """Delete the ids of interactions older than ``before`` (seconds)."""
        await self._write([(sql.INTERACTIONS_FORGOTTEN, (before,))])

    async def count_person(self, user_id: int, counted: bool) -> None:
        """Count this person's games from now on, or no more; then their results so far become nobody's."""
        lines = [sql.COUNTED] if counted else [sql.UNCOUNTED, sql.NAMELESS]
        await self._write([(statement, {"user": user_id}) for statement in lines])

    async def keep_results(self, guild_ids: Iterable[int], now: float, before: float) -> None:
        """Note that the bot serves these guilds now; delete what is kept of guilds not served since ``before``."""
        share = {"shard": self._share.shard, "count": self._share.count}
        lines: list[Line] = [(seen, (now, guild_id)) for guild_id in guild_ids for seen in sql.GUILD_SEEN]
        await self._write([*lines, *((unseen, {"before": before, **share}) for unseen in sql.UNSEEN_FORGOTTEN)])

    async def prepared(self, guild_id: int, user_id: int) -> list[Prepared]:
        """Return what this person has prepared on a guild, oldest first."""
        return [Prepared(*row) for row in await self._all(rows.PREPARED, guild_id, user_id)]

    async def prepare(self, call: Prepared, most: int) -> None:
        """Keep a prepared call; raises ``Overtaken`` if the guild has ``most``, and ``Repeated``."""
        await self._write([(sql.PREPARE, {**msgspec.structs.asdict(call), "most": most})])

    async def handout(self, game_id: str, id: str) -> tuple[Seat, str, bytes] | None:
        """Return the seat, text and picture of what was told to one seat; None if there is no such thing."""
        return await self._one(rows.HANDOUT, game_id, id)

    async def put_handout(self, game_id: str, id: str, seat: Seat, text: str, picture: bytes) -> None:
        """Keep what is told to one seat; ``picture``: b"" for none."""
        await self._write([(sql.HANDOUT, (game_id, id, seat, text, picture))], game_id)

    async def drop_prepared(self, id: int, user_id: int) -> None:
        """Delete a call that this person has prepared."""
        await self._write([(sql.PREPARED_GONE, (id, user_id))])

    async def set_right(self, now: float) -> bool:
        """Reset times in the future, left by a wrong clock, to ``now`` (seconds); return whether there were any."""
        moments = {"now": now, "ahead": now + AHEAD}
        ((wrong,),) = await self._named(rows.AHEAD, ahead=moments["ahead"])
        if wrong:
            await self._write([(sql.SEATS_AHEAD, moments), (sql.GAMES_AHEAD, moments)])
        return bool(wrong)

    async def put_draft(self, game_id: str, address: Address, seat: Seat, field: str, value: Value) -> None:
        """Store a picked value until the seat sends its answer."""
        place = (address.epoch, address.stage, address.step)
        await self._write([(sql.DRAFT, (game_id, seat, *place, field, sql.text(value)))], game_id)

    async def note_posted(self, game_id: str, prompt: Prompt | None, told: Iterable[Placed]) -> None:
        """Mark these stories as posted; ``prompt``: the only message that now carries the open question."""
        lines: list[Line] = [(sql.POSTED, (piece.message_id, piece.lead, piece.row_id)) for piece in told]
        if prompt:
            at = prompt.address
            place = (at.epoch, at.stage, at.step)
            lines += [
                (sql.PROMPT, (game_id, *place, prompt.key, prompt.message_id)),
                (sql.PROMPTS_OF_OTHERS, (game_id, prompt.key, *place)),
            ]
        await self._write(lines, game_id)

    async def note_prompt(self, game_id: str, prompt: Prompt) -> None:
        """Store which message carries a prompt."""
        at = prompt.address
        await self._write(
            [(sql.PROMPT, (game_id, at.epoch, at.stage, at.step, prompt.key, prompt.message_id))], game_id
        )

    async def forget_prompts(self, game_id: str, message_ids: Iterable[int]) -> None:
        """Delete these messages from the list of messages with a prompt."""
        await self._write([(sql.PROMPT_GONE, (game_id, message_id)) for message_id in message_ids], game_id)

    async def put_person(self, person: Person) -> None:
        """Store a person's settings and make their tables due for a check of the deadlines."""
        await self._write([(sql.PERSON, msgspec.structs.astuple(person)), (sql.LOOK_AGAIN, {"user": person.user_id})])

    async def rename(self, game_id: str, seats: Sequence[SeatRecord], at: float) -> None:
        """Store the new names of the people at these seats, valid from ``at`` (seconds)."""
        await self._write([*sql.renamed(game_id, at, seats)], game_id)

    async def follow(self, follower: Follower) -> None:
        """Store who follows a game and until when they are told."""
        await self._write([(sql.FOLLOW, msgspec.structs.astuple(follower))])

    async def unfollow(self, user_id: int, game_id: str = "") -> None:
        """Delete a follower of this game ('': of all games)."""
        await self._write([(sql.UNFOLLOW, {"user": user_id, "game": game_id})])

    async def put_guild(self, guild_id: int, settings: Mapping[str, str]) -> None:
        """Store a guild's settings."""
        await self._write([(sql.GUILD, (guild_id, sql.text(dict(settings))))])

    async def forget(self, user_id: int, units: Iterable[Unit] = (), rivals: Collection[str] = ()) -> None:
        """Store these units, replace a person's id everywhere and delete their settings and notes, all or nothing.

        In unfinished ``rivals`` a hash remains of whose secrets the person has seen.
        """
        lines = [line for unit in units for line in sql.lines_of(unit)]
        seen = [row[1:] for row in await self._all(rows.SEEN_BY, user_id) if row[0] in rivals]
        lines += sql.hashed_insiders(seen, user_id)
        await self._write([*lines, *((statement, {"user": user_id}) for statement in sql.FORGOTTEN)])
