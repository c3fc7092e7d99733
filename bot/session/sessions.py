"""The tables in play; every action of a person passes here, one at a time per table.

An action locks the game, wakes the table, checks, plays on, stores everything as one unit, and then answers. Words and
pictures follow from the outbox, outside the lock.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Unpack

from msgspec.structs import replace
from structlog import get_logger

from bot.executors import PAST
from bot.games import face_of
from bot.session import lobby
from bot.session.asking import asker, gives_orders, must_change_orders, people_of
from bot.session.faults import NewerGame, OurFault, blame_on_us
from bot.session.history import fresh_seed, lost_by_epoch, prove_game, stories_in_force, stories_on_line
from bot.session.life import life_of
from bot.session.party import keep_fitting_votes, put_in, question, recount
from bot.session.results import results_of, tell_of_grave
from bot.session.table_state import Actors, Progress, TablesVersions, wake
from bot.session.transaction import Seeds, Transaction, accepted_by, standing_of
from bot.session.waking import run_open_stage
from bot.store import ChannelTaken, Overtaken, Repeated, Store, StoreUnavailable
from bot.store.units import Entry, Saved, Unit, Unposted
from bot.table import records
from bot.table.authority import competes, master_competes, title
from bot.table.consent import PREPARE
from bot.table.events import MasterBound, Stories, TableClosed
from bot.table.timekeeping import mornings, players
from bot.table.votes import Vote
from rules.kernel.advance import cut
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.proof import Proof
from rules.kernel.requests import Seat

__all__ = ["OurFault", "Seeds", "Sessions", "StoreUnavailable"]

log = get_logger(__name__)

TRIES = 4
"""Tries to repeat an action when another process was first."""

Work = Callable[[Transaction], Awaitable[None]]


class Sessions:
    """All tables; ``clock`` returns seconds since 1970, ``seeds`` a secret for each new game.

    All changes of a table go through here; ``store`` is for look-ups and for data beside the log (messages, drafts,
    delivery notes). ``share``: the served guilds.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Rules],
        clock: Callable[[], float],
        seeds: Seeds = fresh_seed,
        share: records.ServedGuilds = records.WHOLE,
    ) -> None:
        self.store = store.of(share) if share != records.WHOLE else store
        self.share = share
        self.games = TablesVersions(games)
        self.clock = clock
        self.fresh_seed = seeds
        self._stories = {name: Stories(rules.events) for name, rules in games.items()}
        self._actors = Actors()
        self._index: dict[int, Entry] = {}
        self.met_newer = False
        """Whether a table was met that only a newer program can play on."""
        self.on_life: Callable[[Mapping[str, Any]], object] = dict
        """Hears each line of a game's life."""

    async def open(self) -> None:
        """Read the index of live tables; call once, after the store's own ``open``."""
        self._index = {entry.channel_id: entry for entry in await self.store.index()}

    def live(self) -> list[Entry]:
        """Return the live tables known to this process."""
        return list(self._index.values())

    # The lobby ---------------------------------------------------------------------------------------------

    async def new(self, *, interaction_id: int, **wanted: Unpack[lobby.Opening]) -> records.Standing:
        """Open a table and seat its leader; raises ``Refused`` with channel_taken, no_such_game or full."""
        rules = self.games.get(wanted["game"])
        if not rules:
            raise lobby.no_such_game(self.games)
        record = lobby.new_record(self.clock(), wanted, rules.seats).of_rules(rivals=rules.rivals)
        return await self.adopt(lobby.opening_unit(record, interaction_id))

    async def adopt(self, unit: Unit) -> records.Standing:
        """Store a new table, in the lobby or in mid-game; raises as ``new``."""
        record = unit.record
        try:
            await self.store.commit(unit)
        except Repeated:
            return await self._present(record.channel_id)
        except ChannelTaken as taken:
            if unit.interaction_id is not None and await self.store.has_interaction(unit.interaction_id):
                return await self._present(record.channel_id)  # it was this very table that took the channel
            raise Refused("channel_taken") from taken
        self._note(record)
        return await self.standing_of(record.id) or records.Standing(record, unit.address, None, (), None)

    async def join(
        self, channel_id: int, user_id: int, name: str, interaction_id: int, username: str = ""
    ) -> records.Standing:
        """Take a seat; raises ``Refused`` with no_game, already_started, already_seated or full."""

        async def sit_down(action: Transaction) -> None:
            action.rewrite(seats=lobby.seats_with(action.record, action.rules.seats, user_id, name, username))

        return await self.change(await self.at(channel_id), interaction_id, sit_down)

    async def leave(self, channel_id: int, user_id: int, interaction_id: int) -> records.Standing:
        """Give up a seat before the start; the last player to leave closes the table."""

        async def get_up(action: Transaction) -> None:
            action.rewrite(**lobby.changes_on_leaving(action.record, user_id))

        return await self.change(await self.at(channel_id), interaction_id, get_up)

    async def start(self, channel_id: int, user_id: int, interaction_id: int, quick: bool = False) -> records.Accepted:
        """Seal the seed and play until a person is asked.

        ``quick``: the autopilot does the whole set-up, save for dice and draws by hand.
        """

        async def begin(action: Transaction) -> None:
            lobby.must_be_ready_to_start(action.record, action.rules.seats, user_id)
            seats = [record.seat for record in action.record.seats]
            snapshot = cut(action.rules, action.rules.begin(seats, action.record.options), 0)
            habits = replace(action.record.habits, quick=quick)
            action.rewrite(phase="playing", habits=habits)
            await action.begin(snapshot)

        action = await self._act(await self.at(channel_id), interaction_id, begin)
        return await accepted_by(action, action.record.seat_of(user_id) or "", None)

    async def end(self, channel_id: int, user_id: int, interaction_id: int, *, may: bool = False) -> records.Standing:
        """Close the table for good: the leader may, and with ``may`` anybody who manages the channel.

        A running game tells it as an event, so that seed and proof are posted. Raises ``Refused`` with no_game or
        not_yours_to_end, and with end_ballot for a competing player: see ``bot.acts.proposals``.
        """

        async def close(action: Transaction) -> None:
            begun = action.record.phase != "lobby"
            changes = lobby.changes_on_closing(action.record, user_id, may)
            known = await self.store.insider(action.record.id, user_id)
            if begun and competes(action.record, user_id, known):
                raise Refused("end_ballot")
            action.rewrite(**changes)
            if begun:
                action.tell(TableClosed(title(action.record, user_id)))

        return await self.lay_down(await self.at(channel_id), interaction_id, close)

    # Play --------------------------------------------------------------------------------------------------

    async def answer(self, press: records.Press) -> records.Accepted:
        """Process a person's answer until it is stored; raises ``Refused``, ``OurFault`` and ``StoreUnavailable``."""

        async def give(action: Transaction) -> None:
            seat = asker(action.before, press)
            value = await action.usual(seat, openly=press.openly) if press.usual else press.value
            if gives_orders(value):
                must_change_orders(action.rules, await action.standing(), seat, value)
            await put_in(action, seat, value, press.user_id)

        action = await self._act(press.game_id, press.interaction_id, give)
        seat = action.voice or action.record.seat_of(press.user_id) or ""
        opening = action.opening if action.stored and press.value != [PREPARE] else None
        return await accepted_by(action, seat, press.value if opening is None else opening)

    async def note_name(self, channel_id: int, user_id: int, name: str, username: str) -> None:
        """Store a person's changed names if they have a seat at the channel's live table.

        The log and the open question stay unchanged, and a sleeping table is not woken.
        """
        entry = self._index.get(channel_id)
        if not entry or _seats_with_new_name(await self._seats(entry.id), user_id, name, username) is None:
            return
        async with self._actors.lock(entry.id):
            seats = _seats_with_new_name(await self._seats(entry.id), user_id, name, username)
            if seats is None:
                return
            table = self._actors.get(entry.id)
            self._actors.forget(entry.id)
            await self.store.rename(entry.id, seats, self.clock())
            if table:  # where another process was first, the revision says so
                renamed = table.with_record(seats=seats)
                self._actors.keep(replace(renamed, revision=table.revision + 1))

    async def _seats(self, game_id: str) -> tuple[records.SeatRecord, ...]:
        table = self._actors.get(game_id)
        return table.record.seats if table else await self.store.seats(game_id)

    # Looking -----------------------------------------------------------------------------------------------

    async def standing(self, channel_id: int) -> records.Standing | None:
        """Return the standing of a channel's live table, else of the newest ended one; None if there was no table."""
        entry = self._index.get(channel_id)
        standing = await self.standing_of(entry.id) if entry else None
        if standing and standing.record.phase != "ended":
            return standing
        newest = await self.store.newest_in(channel_id)
        return await self.standing_of(newest) if newest else None

    async def look_back(self, channel_id: int) -> records.Standing | None:
        """Return the standing as ``standing`` does, but of the previous game while the present one is in the lobby."""
        here = await self.standing(channel_id)
        if not here or here.record.epoch:
            return here
        begun = await self.store.newest_in(channel_id, begun=True)
        return await self.standing_of(begun) if begun else here

    async def standing_of(self, game_id: str) -> records.Standing | None:
        """Return the standing of a table, or None for an unknown id."""
        async with self._actors.lock(game_id):
            try:
                table = await self._load_current(game_id)
            except Refused:
                return None
            with blame_on_us(game_id, table.address):
                action = self._transaction(table)
                standing = await standing_of(action)
            self._actors.keep(action.after())  # whoever looks next need not run it again
            return standing

    async def revealed_seeds(self, game_id: str) -> list[bytes]:
        """Return the seeds of an ended game in the order in which they threw.

        Raises ``Refused`` with not_over, or with sealed_still while a running table uses one of them.
        """
        return (await self._finished(game_id))[1]

    async def proof(self, game_id: str) -> Proof:
        """Return the proof of the dice of a finished game; raises as ``revealed_seeds``."""
        record, seeds, at = await self._finished(game_id)
        return await prove_game(self.store, self.games[record.game], game_id, at, seeds)

    async def chronicle(self, game_id: str, action: Transaction | None = None) -> list[records.OutboxRow]:
        """Return every story on the present line, oldest first, without undone ones.

        ``action``: the line that it has reached, without its own stories.
        """
        told = await self.store.chronicle(game_id)
        rows = await PAST.do(lambda: [self._outbox_row(unposted) for unposted in told])
        standing, epochs = action or await self.standing_of(game_id), await self.store.epochs(game_id)
        epoch, new = standing.address.epoch if standing else 0, [*epochs, *(action.changes.epochs if action else ())]
        line = stories_on_line(rows, new, epoch, await lost_by_epoch(self.store, game_id, new))
        return await stories_in_force(self.store, game_id, line, epochs, epoch)

    async def _finished(self, game_id: str) -> tuple[records.GameRecord, list[bytes], records.Address]:
        standing = await self.standing_of(game_id)
        seeds = await self.store.seeds(game_id)
        if not standing or not seeds or standing.record.phase != "ended":
            raise Refused("not_over")
        if await self.store.is_played(game_id):  # a copy from the time when copies went on with the same seed
            raise Refused("sealed_still")
        return standing.record, seeds, standing.address

    async def put_draft(self, game_id: str, address: records.Address, seat: Seat, field: str, value: Value) -> None:
        """Store one pick of a seat's draft, which is dropped when the seat answers."""
        async with self._actors.lock(game_id):
            await self.store.put_draft(game_id, address, seat, field, value)
            if table := self._actors.get(game_id):
                self._actors.keep(replace(table, drafts=True))

    # What is still to be said ------------------------------------------------------------------------------

    async def outbox(self, game_id: str | None = None) -> list[records.OutboxRow]:
        """Return the stored stories that are not posted yet, oldest first."""
        return [self._outbox_row(unposted) for unposted in await self.store.outbox(game_id)]

    async def told_in(self, game_id: str, message_id: int) -> list[records.OutboxRow]:
        """Return the stories in a message, oldest first."""
        return [self._outbox_row(unposted) for unposted in await self.store.told_in(game_id, message_id)]

    def _outbox_row(self, unposted: Unposted) -> records.OutboxRow:
        story = unposted.story
        told = self._stories[unposted.game].decode(story.told) if unposted.game in self._stories else ()
        place = (unposted.id, unposted.game_id, unposted.channel_id, story.address)
        return records.OutboxRow(*place, told, story.by, unposted.at, unposted.lead)

    async def note_prompt(self, game_id: str, address: records.Address, key: str, message_id: int) -> None:
        """Record which message carries the live prompt of an address."""
        await self.store.note_prompt(game_id, records.Prompt(address, key, message_id))

    # How an action goes through ----------------------------------------------------------------------------

    async def change(self, game_id: str, interaction_id: int | None, work: Work) -> records.Standing:
        """Do this work on a table and store it; the work itself raises ``Refused`` if it is not allowed."""
        return (await self.accept(game_id, interaction_id, work)).standing

    async def lay_down(self, game_id: str, interaction_id: int | None, work: Work) -> records.Standing:
        """Do the last work on a table, even if its open stage cannot be run."""
        try:
            return await self.change(game_id, interaction_id, work)
        except OurFault:
            async with self._actors.lock(game_id):
                action = self._transaction(wake(await self._load(game_id), ()))
                await work(action)
                await self._commit(action, interaction_id)
                self._actors.forget(game_id)
                return await standing_of(action)

    async def accept(self, game_id: str, interaction_id: int | None, work: Work, seat: Seat = "") -> records.Accepted:
        """Do the work as ``change`` does and return everything told by it; ``seat``: the acting seat."""
        return await accepted_by(await self._act(game_id, interaction_id, work), seat, None)

    async def _act(self, game_id: str, interaction_id: int | None, work: Work) -> Transaction:
        """Do the work and store it; if the transaction is not ``stored``, the interaction was accepted before."""
        async with self._actors.lock(game_id):
            for _ in range(TRIES):
                table: Progress | None = None
                try:
                    table = await self._wake(game_id)
                    return await self._commit(await self._do_work(table, work), interaction_id)
                except Refused:
                    if interaction_id is not None and await self.store.has_interaction(interaction_id):
                        return self._transaction(await self._load_current(game_id))
                    if not table or table.revision == (await self._load_current(game_id)).revision:
                        raise
                except Repeated:
                    return self._transaction(await self._load_current(game_id))
                except Overtaken:
                    log.info("action.overtaken", game=game_id)
            raise Refused("stale")

    async def _do_work(self, table: Progress, work: Work) -> Transaction:
        action = self._transaction(table)
        with blame_on_us(table.record.id, table.address):
            await work(action)
            await recount(action)
            await keep_fitting_votes(action)
            await action.set_up()
            await action.play_absent()
            await tell_of_grave(action)
            if action.changes.due is None and action.record.phase == "playing":
                people = await people_of(self.store, players(action.record).values())
                action.mornings = mornings(people, (action.now.asked_at, action.at))
            await self._count_results(action)
        return action

    async def _count_results(self, action: Transaction) -> None:
        """Add what the statistics count, if the rules have ended the game; a fault must not keep it from its end."""
        over = action.record.phase == "ended" != action.before.record.phase
        if not over or action.waiting or not action.now.snapshot:
            return
        try:
            results = await results_of(action, await self.chronicle(action.record.id, action))
            action.changes = replace(action.changes, results=results)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("results.failed", game=action.record.id)

    @asynccontextmanager
    async def work_out(self, game_ids: Sequence[str], work: Work) -> AsyncIterator[list[Transaction]]:
        """Lock these tables and do the work on each, for the caller to store; tables that refuse or
        fail are left out.
        """
        actions = []
        async with AsyncExitStack() as held:
            for game_id in sorted(game_ids):  # in one order, so that two who hold many do not wait for each other
                await held.enter_async_context(self._actors.lock(game_id))
                with suppress(Refused, OurFault):
                    actions.append(await self._do_work(await self._load_current(game_id), work))
                self._actors.forget(game_id)
            yield actions
            for action in actions:
                self._tell_life(action)

    async def _commit(self, action: Transaction, interaction_id: int | None = None) -> Transaction:
        game_id = action.record.id
        self._actors.forget(game_id)  # whatever happens now, the store knows better than this process
        await self.store.commit(action.unit(interaction_id))
        action.stored = True
        self._actors.keep(action.after())
        self._tell_life(action)
        return action

    def _tell_life(self, action: Transaction) -> None:
        self._note(action.record)
        if life := life_of(action):
            log.info(**life)
            self.on_life(life)

    def _transaction(self, table: Progress) -> Transaction:
        with blame_on_us(table.record.id, table.address):
            stories = self._stories[table.record.game]
            return Transaction(self.store, self.games, stories, self.fresh_seed, table, self.clock())

    async def _load_current(self, game_id: str) -> Progress:
        """Return the table as stored now, whichever process wrote last."""
        table = self._actors.get(game_id)
        if table and table.revision != await self.store.revision(game_id):
            self._actors.forget(game_id)
        return await self._wake(game_id)

    async def _wake(self, game_id: str) -> Progress:
        table = self._actors.get(game_id)
        if not table:
            saved = await self._load(game_id)
            try:
                table = await self._run_on_waking(wake(saved, await self._load_votes(saved)))
            except Overtaken:  # another process woke it at the same moment; what it stored is what counts
                return await self._wake(game_id)
            self._actors.keep(table)
        return table

    async def _load(self, game_id: str) -> Saved:
        saved = await self.store.load(game_id)
        if not saved:
            raise Refused("no_game")
        rules = self.games.get(saved.record.game)
        rivals = rules is not None and rules.rivals
        return replace(saved, record=saved.record.of_rules(rivals=rivals))

    async def _load_votes(self, saved: Saved) -> tuple[Vote, ...]:
        if saved.record.habits.deciding != "vote":
            return ()
        return tuple((await self.store.votes(saved.record.id)).get(question(saved.address), ()))

    async def _run_on_waking(self, table: Progress) -> Progress:
        """Run the open stage to compute its question; under new rules it may play on or restart."""
        if table.record.phase != "playing":
            return table
        with blame_on_us(table.record.id, table.address):
            try:
                action = await run_open_stage(self._transaction, table)
            except NewerGame as newer:
                self.met_newer = True
                log.warning("game.newer", game=newer.reference, stage=table.address.stage, step=table.address.step)
                raise
            await self._bind_master(action)
            await action.play_absent()
            await self._count_results(action)
        return (await self._commit(action)).after() if action.has_changes else action.after()

    async def _bind_master(self, action: Transaction) -> None:
        """Tell a table of an older version, once, that its game master competes and has no rights any more."""
        record, own = action.record, action.record.seat_of(action.record.gm_id)
        if (
            record.rivals
            and own
            and face_of(action.rules.name).has_fallen(action.rules.view(action.now.state, None), own)
        ):
            fallen = (replace(seat, user_id=0, autopilot=True) if seat.seat == own else seat for seat in record.seats)
            action.rewrite(seats=tuple(fallen))
        elif master_competes(record):
            told = await self.store.chronicle(record.id)
            if not any(MasterBound.__name__.encode() in row.story.told for row in told):
                action.tell(MasterBound())

    async def at(self, channel_id: int) -> str:
        """Return the id of a channel's newest table; raises ``Refused("no_game")``."""
        entry = self._index.get(channel_id)
        game_id = entry.id if entry else await self.store.newest_in(channel_id)
        if game_id is None:
            raise Refused("no_game")
        return game_id

    async def _present(self, channel_id: int) -> records.Standing:
        standing = await self.standing(channel_id)
        if not standing:
            raise Refused("no_game")
        return standing

    def _note(self, record: records.GameRecord) -> None:
        if record.phase != "ended" and not record.archived and self.share.holds(record.guild_id):
            self._index[record.channel_id] = Entry(record.id, record.channel_id, record.phase, record.guild_id)
        elif (entry := self._index.get(record.channel_id)) and entry.id == record.id:
            del self._index[record.channel_id]


def _seats_with_new_name(
    seats: Sequence[records.SeatRecord], user_id: int, name: str, username: str
) -> tuple[records.SeatRecord, ...] | None:
    """Return the seats with this person's present names; None if nothing changes."""
    own = next((seat for seat in seats if user_id and seat.user_id == user_id), None)
    if not own or (own.name, own.username) == (name, username):
        return None
    return tuple(replace(seat, name=name, username=username) if seat is own else seat for seat in seats)
