"""What every store keeps to, whichever database it is: units whole or not at all, and nothing that is lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.store import ChannelTaken, Overtaken, Repeated, Store, StoreUnavailable
from bot.store.errors import Unstorable
from bot.store.fleet.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.units import Logged, Placed, Story, Unit
from bot.table.habits import Person
from bot.table.records import EpochRow, Note, Prepared, Prompt, SeatRecord, ServedGuilds, Sitter
from bot.table.results import Feats, Luck, Result
from bot.table.votes import Vote
from rules.kernel.advance import Snapshot
from rules.kernel.answers import Answer
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.store.some_units import HERE, a_move, a_record, an_opening


class Stores:
    """Stores on one database: a file, or a schema of a server."""

    def __init__(self, place: Path | str) -> None:
        self._place = place

    def closed(self) -> Store:
        """A store that is not open yet."""
        return SqliteStore(self._place) if isinstance(self._place, Path) else PostgresStore(self._place)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        """An open store."""
        store = self.closed()
        await store.open()
        try:
            yield store
        finally:
            await store.close()


@pytest.fixture(params=[pytest.param("sqlite", marks=IN_A_FILE), pytest.param("postgres", marks=pytest.mark.postgres)])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Stores:
    """The same for both databases."""
    if request.param == "sqlite":
        return Stores(tmp_path / "db")
    return Stores(request.getfixturevalue("server").address(tmp_path))


async def test_a_unit_goes_in_as_a_whole(stores: Stores) -> None:
    """What was committed is what is loaded."""
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))

        await store.commit(a_move(a_record("one"), interaction=70))

        saved = await store.load("one")
        assert saved is not None
        assert (saved.record.seats, saved.revision, saved.address) == (a_record("one").seats, 2, HERE)
        assert saved.answers == [Answer(3, "", "dig", "s1", ["dig", 1])]
        assert await store.has_interaction(70)
        (row,) = await store.outbox("one")
        assert row.story == Story(HERE, b"\x90", ("s1", ["dig", 1]))


async def test_a_refused_unit_leaves_nothing(stores: Stores) -> None:
    """The place in the log is taken: interaction, story and revision stay out, too."""
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        await store.commit(a_move(a_record("one"), interaction=70))

        with pytest.raises(Overtaken):
            await store.commit(a_move(a_record("one"), revision=2, interaction=71))
        with pytest.raises(Overtaken):
            await store.commit(a_move(a_record("one"), revision=1, interaction=72, step=9))

        assert not await store.has_interaction(71)
        assert not await store.has_interaction(72)
        assert len(await store.outbox()) == 1
        assert await store.revision("one") == 2


async def test_a_refused_unit_refuses_only_itself(stores: Stores) -> None:
    """In one group: a repeated interaction, a taken channel, an overtaken table; the rest is stored."""
    async with stores.opened() as store:
        for n in range(1, 7):
            await store.commit(an_opening(f"t{n}", n))
        units = [
            a_move(a_record("t1"), interaction=100),
            a_move(a_record("t2"), interaction=1),
            an_opening("t9", 3),
            a_move(a_record("t4"), revision=7, interaction=101),
            a_move(a_record("t5"), interaction=102),
            a_move(a_record("t6"), interaction=2**64),
        ]

        outcomes = await asyncio.gather(*map(store.commit, units), return_exceptions=True)

        kinds = [type(outcome) for outcome in outcomes]
        assert kinds == [type(None), Repeated, ChannelTaken, Overtaken, type(None), Unstorable]
        assert [row.game_id for row in await store.outbox()] == ["t1", "t5"]
        assert await store.count_unposted() == 2
        assert (
            await store.of(ServedGuilds(0, 2)).count_unposted() + await store.of(ServedGuilds(1, 2)).count_unposted()
            == 2
        )
        assert [await store.has_interaction(n) for n in (100, 101, 102)] == [True, False, True]


async def test_the_newest_seed_is_in_force(stores: Stores) -> None:
    """Each die keeps the number of the seed that threw it."""
    fell = Logged(1, Answer(4, "", "dig 1K6", "chance", [3]), 6.0, 0, 1)
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        page = Snapshot("toy", 1, 1, 1, "", b"", b"")
        begun = msgspec.structs.replace(a_move(a_record("one")), snapshots=[page], seeds=[(0, b"old"), (1, b"new")])
        await store.commit(msgspec.structs.replace(begun, answers=[*begun.answers, fell]))
        saved, kept = await store.load("one"), await store.page("one", HERE.epoch, 1)

        assert saved is not None
        assert (saved.seed, saved.seal, await store.seeds("one")) == (b"new", 1, [b"old", b"new"])
        assert kept is not None
        assert [row.seal for row in kept.answers] == [0, 1]


async def test_who_looked_is_remembered_and_forgotten_on_request(stores: Stores) -> None:
    """Only where the game has begun; a seat that was left is still known."""
    seat, away = SeatRecord("s1", 10, "Ala"), SeatRecord("s2", 11, "Olek", away_until=9.0, stand_in=14)
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        assert await store.insider("one", 10) == frozenset()
        changes: list[dict[str, Any]] = [{"seats": (seat, away), "gm_id": 12}, {"seats": (), "gm_id": 0}]
        for nth, change in enumerate(changes, 1):
            record = msgspec.structs.replace(a_record("one"), phase="playing", **change)
            await store.commit(Unit(record=record, revision=nth, at=nth, address=HERE, rewritten=True))

        people = (10, 11, 12, 14)
        assert [await store.insider("one", user) for user in people] == [{"s1"}, {"s2"}, {"gm"}, {"s2"}]
        for user in people:
            await store.forget(user)
        assert [await store.insider("one", user) for user in people] == [frozenset()] * 4


async def test_whoever_is_forgotten_by_rivals_is_known_again_until_the_end(stores: Stores) -> None:
    """In the games that are named, by seat; a unit that ends the game takes it away."""
    async with stores.opened() as store:
        for nth, name in enumerate(("one", "two"), 1):
            await store.commit(an_opening(name, nth))
            playing = msgspec.structs.replace(a_record(name, nth), phase="playing", gm_id=12)
            await store.commit(Unit(record=playing, revision=1, at=2.0, address=HERE, rewritten=True))
        for user in (10, 12, 12):
            await store.forget(user, rivals=["toy"])
        seen = [[await store.insider(name, user) for user in (10, 12, 11)] for name in ("one", "two")]
        over = msgspec.structs.replace(a_record("one"), phase="ended")
        await store.commit(
            Unit(record=over, revision=await store.revision("one"), at=3.0, address=HERE, rewritten=True)
        )
        await store.forget(11, rivals=["toy"])

        assert seen == [[{"s1"}, {"gm"}, frozenset()]] * 2
        assert await store.insider("one", 12) == frozenset()
        assert await store.insider("two", 12) == {"gm"}


async def test_two_who_are_forgotten_at_once_share_the_key_of_the_game(stores: Stores) -> None:
    """Whoever comes second tries once more; no hash is made with a key that nobody has."""

    async def forget(store: Store, user: int) -> None:
        while True:
            with contextlib.suppress(Overtaken):
                return await store.forget(user, rivals=["toy"])

    async with stores.opened() as one, stores.opened() as other:
        for nth in range(1, 9):
            await one.commit(an_opening(f"t{nth}", nth))
            record = msgspec.structs.replace(a_record(f"t{nth}", nth), phase="playing", gm_id=12)
            await one.commit(Unit(record=record, revision=1, at=2.0, address=HERE, rewritten=True))
        await asyncio.gather(forget(one, 10), forget(other, 12), forget(one, 11))
        seen = [(await one.insider(f"t{nth}", 10), await other.insider(f"t{nth}", 12)) for nth in range(1, 9)]

        assert seen == [({"s1"}, {"gm"})] * 8


async def test_whoever_sits_down_is_noted_once(stores: Stores) -> None:
    """Ala, then nobody, then Ala again, then Ewa: two have sat there."""
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        for nth, (user, name) in enumerate([(10, "Ala"), (0, "Ala"), (10, "Ala"), (12, "Ewa"), (0, "Ewa")], 1):
            record = msgspec.structs.replace(a_record("one"), phase="playing", seats=(SeatRecord("s1", user, name),))
            await store.commit(Unit(record=record, revision=nth, at=10.0 * nth, address=HERE, rewritten=True))

        assert await store.sitters("one") == [Sitter("s1", 10.0, 10, "Ala"), Sitter("s1", 40.0, 12, "Ewa")]


async def test_two_programs_can_start_on_a_new_database_at_once(stores: Stores) -> None:
    """Both run the first migration; one of them does it."""
    one, other = stores.closed(), stores.closed()

    await asyncio.gather(one.open(), other.open())

    await one.commit(an_opening("one", 1))
    assert [entry.id for entry in await other.index()] == ["one"]
    await asyncio.gather(one.close(), other.close())


async def test_what_is_kept_takes_room(stores: Stores) -> None:
    """An operator sees how large it has grown, whichever engine keeps it."""
    async with stores.opened() as store:
        before = await store.size()
        for number in range(1, 21):
            await store.commit(an_opening(f"game{number}", number))
        assert 0 < before <= await store.size()


async def test_a_closed_store_says_so(stores: Stores) -> None:
    """A press that arrives while the program stops is refused like any other trouble of the store."""
    store = stores.closed()

    with pytest.raises(StoreUnavailable):
        await store.commit(an_opening("one", 1))
    with pytest.raises(StoreUnavailable):
        await store.index()


async def test_whoever_sees_a_part_of_a_closed_store_is_told(stores: Stores) -> None:
    """A share of it that somebody still holds: nobody waits for ever."""
    async with stores.opened() as store:
        part = store.of(ServedGuilds(0, 2))

    with pytest.raises(StoreUnavailable):
        await part.commit(an_opening("one", 1))


async def test_a_prompt_moves_to_a_new_message(stores: Stores) -> None:
    """One message for each question and key: the last one that was shown."""
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))

        await store.note_prompt("one", Prompt(HERE, "table", 1))
        await store.note_prompt("one", Prompt(HERE, "table", 2))

        assert await store.prompts("one") == [Prompt(HERE, "table", 2)]


async def test_the_chronicle_stays_after_posting(stores: Stores) -> None:
    """A posted story leaves the outbox, not the database."""
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        await store.commit(a_move(a_record("one")))
        (row,) = await store.outbox("one")

        await store.note_posted(row.game_id, None, [Placed(row.id, 4711)])

        assert await store.outbox() == []
        assert await store.count_unposted() == 0
        assert [one.story.told for one in await store.told_in("one", 4711)] == [b"\x90"]


async def test_texts_with_what_only_one_database_minds(stores: Stores) -> None:
    """A name of four thousand letters and emoji is kept as it is; one with a NUL is kept or refused, never cut."""
    long, odd = "Żółć 🐉" * 600, "A\0b"
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        record = msgspec.structs.replace(a_record("one"), seats=(SeatRecord("s1", 10, long),))
        await store.commit(Unit(record=record, revision=1, at=1.0, address=HERE, rewritten=True))
        worse = msgspec.structs.replace(record, seats=(SeatRecord("s1", 10, odd),))
        try:
            await store.commit(Unit(record=worse, revision=2, at=2.0, address=HERE, rewritten=True))
            kept = odd
        except Unstorable:
            kept = long

        saved = await store.load("one")
        assert saved is not None
        assert saved.record.seats[0].name == kept


async def test_a_table_is_in_the_order_in_which_bytes_are(stores: Stores) -> None:
    """No language's alphabet decides the order of parts: replay depends on it."""
    parts = ["Z", "a", "Ż", "_", ""]
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        rows = [Logged(1, Answer(3, part, "dig", "s1", 1), 6.0, 10) for part in parts]
        page = Snapshot("toy", 1, 1, 1, "", b"", b"")
        await store.commit(Unit(record=a_record("one"), revision=1, at=6, address=HERE, answers=rows, snapshots=[page]))
        saved = await store.load("one")

        assert saved is not None
        assert [one.part for one in saved.answers] == ["Z", "_", "a", "Ż", ""]


async def test_what_was_done_beside_a_question_stays_in_order_when_the_clock_goes_back(stores: Stores) -> None:
    """The rules read it so; answers of several seats stay in the order in which they came."""
    parts = [("s2", "s2", 50.0), ("~000", "s1", 90.0), ("gm001", "gm", 80.0), ("~002", "s2", 60.0), ("s1", "s1", 70.0)]
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        rows = [Logged(1, Answer(3, part, "dig", seat, 1), at, 10) for part, seat, at in parts]
        page = Snapshot("toy", 1, 1, 1, "", b"", b"")
        await store.commit(Unit(record=a_record("one"), revision=1, at=6, address=HERE, answers=rows, snapshots=[page]))
        kept = await store.page("one", HERE.epoch, 1)

        assert kept is not None
        assert [row.answer.part for row in kept.answers] == ["s2", "~000", "s1", "gm001", "~002"]


async def test_a_clock_that_was_ahead_is_set_right(stores: Stores) -> None:
    """What was noted for the open question stays a millisecond later than it."""
    async with stores.opened() as store:
        await store.commit(msgspec.structs.replace(an_opening("one", 1), at=9_000.0, asked_at=9_000.0, due_at=9_500.0))
        seat = SeatRecord("s1", 10, "Ala", reminded_at=9_100.0, overdue_at=50.0)
        called = SeatRecord("s2", 11, "Bartek", called_at=8_000.0)
        record = msgspec.structs.replace(a_record("one"), seats=(seat, called), phase="playing")
        ahead = Unit(record=record, revision=1, at=9_000.0, asked_at=9_000.0, due_at=9_500.0, address=HERE)
        await store.commit(msgspec.structs.replace(ahead, rewritten=True))

        assert await store.set_right(100.0)
        assert not await store.set_right(100.0)

        saved = await store.load("one")
        assert saved is not None
        assert (saved.asked_at, saved.record.seats[0].reminded_at, saved.record.seats[0].overdue_at) == (
            100.0,
            100.001,
            50.0,
        )
        assert saved.record.seats[1].called_at == 100.0
        assert await store.due(100.0, 5) == ["one"]


async def test_many_units_at_once_are_each_whole(stores: Stores) -> None:
    """Two processes on one database, thirty tables, every third answer given in both: each is stored once."""
    async with stores.opened() as one, stores.opened() as other:
        await asyncio.gather(*(one.commit(an_opening(f"t{n}", n)) for n in range(1, 31)))
        moves = [a_move(a_record(f"t{n}"), interaction=100 + n) for n in range(1, 31)]
        outcomes = await asyncio.gather(
            *(one.commit(unit) for unit in moves), *(other.commit(unit) for unit in moves[::3]), return_exceptions=True
        )

        assert all(isinstance(each, (type(None), Repeated, Overtaken)) for each in outcomes)
        assert sum(each is None for each in outcomes) == 30
        assert [await one.revision(f"t{n}") for n in range(1, 31)] == [2] * 30
        assert len(await other.outbox()) == 30


READ: list[tuple[str, tuple[Any, ...]]] = [
    ("index", ()),
    ("newest_in", (1,)),
    ("newest_in", (1, True)),
    ("page", ("one", 1, 1)),
    ("is_played", ("one",)),
    ("draft", ("one", HERE, "s1")),
    ("told_in", ("one", 7)),
    ("unfinished", ()),
    ("last_posted", ("one",)),
    ("chronicle", ("one",)),
    ("epochs", ("one",)),
    ("due", (5.0, 3)),
    ("last_acted", ("one", 10)),
    ("last_answer", ("one",)),
    ("missed", ("one", 3.0)),
    ("votes", ("one",)),
    ("people", ((10, 11),)),
    ("guild", (1,)),
    ("notes", ("one",)),
    ("prepared", (1, 12)),
    ("handout", ("one", "70")),
    ("tables_of", (10,)),
    ("all_tables_of", (10,)),
]


@pytest.mark.postgres
async def test_both_databases_tell_the_same(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """After the same deeds every look-up has the same answer."""
    server = request.getfixturevalue("server")
    told = [await _all_of(Stores(place)) for place in (tmp_path / "db", server.address(tmp_path))]

    assert told[0] == told[1]
    assert sum(bool(answer) for answer in told[0].values()) > len(READ) - 6


async def _all_of(stores: Stores) -> dict[str, Any]:
    async with stores.opened() as store:
        await store.commit(an_opening("one", 1))
        record = msgspec.structs.replace(a_record("one"), phase="playing", gm_id=12)
        page, vote = Snapshot("toy", 1, 1, 1, "", b"c", b"s"), Vote("s1", True, 6.0, 10)
        await store.commit(
            msgspec.structs.replace(
                a_move(record, interaction=70),
                rewritten=True,
                snapshots=[page],
                seeds=[(0, b"old")],
                due_at=4.0,
                epochs=[EpochRow(2, "undo", 1, HERE, HERE, 6.0, 10)],
                votes=[("undo", vote)],
                notes=[Note(1, 6.0, 12, "psst")],
            )
        )
        (story,) = await store.outbox()
        await store.note_posted("one", Prompt(HERE, "table", 9), [Placed(story.id, 7, "lead")])
        await store.put_draft("one", HERE, "s1", "who", ["x"])
        await store.put_person(Person(10, "Europe/Warsaw", 1, 2, "never"))
        await store.put_guild(1, {"language": "pl"})
        await store.prepare(Prepared(70, 1, 12, 6.0, "toy", "Ogre", "ogre", "Roars.", "E6"), 1)
        await store.put_handout("one", "70", "s1", "Psst", b"\x89")
        return {name: await getattr(store, name)(*values) for name, values in READ}


async def test_the_results_of_a_game_are_written_once_and_count_only_while_it_is_over(stores: Stores) -> None:
    """Written again they replace those before; people, guilds and the month of a lost guild are as asked."""
    over = msgspec.structs.replace(a_record("a"), phase="ended")
    results = [
        Result("s1", 10, 6.0, "", Feats(won=True, lost=[('["Bo"]', "")]), Luck({6: 2}, 3.0)),
        Result("s2", 11, 6.0, "room"),
    ]
    unit = Unit(record=over, revision=1, at=6.0, address=HERE, rewritten=True, results=results)
    async with stores.opened() as store:
        await store.commit(an_opening("a", 1))
        await store.count_person(11, False)
        await store.count_person(11, False)
        await store.commit(unit)
        await store.commit(msgspec.structs.replace(unit, revision=2))
        found = await store.results(1)
        elsewhere, own, none = await store.results(2), await store.results(1, 10), await store.results(1, 11)
        counted = [await store.is_counted(user) for user in (10, 11)]
        await store.commit(Unit(record=a_record("a"), revision=3, at=7.0, address=HERE, rewritten=True))
        taken_back = await store.results(1)
        await store.commit(Unit(record=over, revision=4, at=7.0, address=HERE, rewritten=True))
        await store.keep_results([1], 50.0, 40.0)
        kept = await store.results(1)
        await store.keep_results([], 99.0, 60.0)

        assert [(each.seat, each.user_id, each.mark, each.luck) for each in found] == [
            ("s1", 10, "", Luck({6: 2}, 3.0)),
            ("s2", 0, "room", Luck()),
        ]
        assert (own, none, elsewhere, taken_back, kept) == (found[:1], [], [], [], found)
        assert (own[0].feats, own[0].game) == (results[0].feats, "toy")
        assert counted == [True, False]
        assert await store.results(1) == []


async def test_prepared_calls_are_their_authors_and_stay_as_long_as_the_guild(stores: Stores) -> None:
    """A guild has only so many, none is written twice, and a month after the bot was removed they are gone."""
    calls = [
        Prepared(1, 1, 10, 5.0, "toy", "Ogre", "ogre", "Roars.", "E6"),
        Prepared(2, 1, 10, 5.0, "toy", "Orc", "orc"),
    ]
    other = msgspec.structs.replace(calls[0], id=3, user_id=11)
    async with stores.opened() as store:
        for call in calls:
            await store.prepare(call, 3)
        with pytest.raises(Repeated):
            await store.prepare(calls[0], 3)
        await store.prepare(other, 3)
        with pytest.raises(Overtaken):
            await store.prepare(msgspec.structs.replace(other, id=4), 3)
        await store.prepare(msgspec.structs.replace(calls[0], id=4, guild_id=2), 3)
        found = await store.prepared(1, 10)
        await store.drop_prepared(1, 11)
        await store.drop_prepared(2, 10)
        left = await store.prepared(1, 10)
        await store.keep_results([1], 50.0, 40.0)
        kept = await store.prepared(1, 10)

        assert (found, left) == (calls, calls[:1])
        assert kept == [msgspec.structs.replace(calls[0], seen_at=50.0)]
        assert await store.prepared(2, 10) == []
        await store.keep_results([], 99.0, 60.0)
        assert await store.prepared(1, 10) == []
