"""Making room: what is pruned is smaller, and everything that can be asked for is the same to the last byte."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from bot.acts.copies.exporting import export_all
from bot.acts.housekeeping import Housekeeping, make_room_at
from bot.acts.undo_points import points
from bot.discord.chronicle import chronicle_within
from bot.run.cli import app
from bot.run.data_folder import occupy_folder
from bot.session.sessions import Sessions
from bot.store.retention import Room, Thrift
from bot.store.units import Page, Placed
from bot.table.records import Press
from bot.table.timekeeping import DAY
from rules.games import all_games, load
from tests.bot.a_table import ALA, CHANNEL, STRANGER, Clock, House, an_interaction
from tests.bot.store.a_server import IN_A_FILE, store_for

SEEDS = [bytes([number]) * 32 for number in range(7, 17)]
AT_ONCE, LATER = Thrift(stages=1, days=0.0), Thrift(stages=1, days=1000.0)


@asynccontextmanager
async def a_house_of_games(file: Path) -> AsyncIterator[House]:
    """Sessions on this file with all games, whose seeds are known."""
    store, clock, seeds = store_for(file), Clock(), iter(SEEDS)
    await store.open()
    try:
        sessions = Sessions(store, {name: load(name) for name in all_games()}, clock, lambda: next(seeds))
        await sessions.open()
        yield House(sessions, store, clock)
    finally:
        await store.close()


async def played(house: House, game: str = "labirynt-smierci", answers: int = 40, undone: int = 3) -> str:
    """A table where so many answers were given, some of which were taken back on the way; its id."""
    await house.sessions.new(
        game=game,
        channel_id=CHANNEL,
        guild_id=1,
        locale="pl",
        leader_id=ALA,
        leader_name="Ala",
        options={},
        interaction_id=an_interaction(),
    )
    if load(game).seats[0] > 1:
        await house.sessions.join(CHANNEL, ALA + 1, "Olek", an_interaction())
    standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing
    for number in range(answers):
        house.clock.now += 60
        await by_the_usual(house, standing.record.id)
        if undone and number == answers // 2:
            await house.undo(standing.record.id, undone)
    return standing.record.id


async def by_the_usual(house: House, game_id: str) -> None:
    """Whoever can answer does so as usual."""
    for user in (ALA, ALA + 1):
        try:
            await house.sessions.answer(Press(game_id, user, an_interaction(), None, usual=True))
        except Exception:  # not this one's turn
            continue
        return


async def posted(house: House, game_id: str) -> None:
    """Everything was told, and no prompt stands."""
    told = await house.store.outbox(game_id)
    await house.store.note_posted(game_id, None, [Placed(row.id, 1000 + row.id) for row in told])


async def over(house: House, game_id: str) -> None:
    """The table is closed, and its last words are posted."""
    await house.sessions.end(CHANNEL, STRANGER, an_interaction(), may=True)
    await posted(house, game_id)


async def pages(house: House, game_id: str) -> list[Page | None]:
    """All stages on the line that led to the present."""
    standing = await house.sessions.standing_of(game_id)
    assert standing is not None
    at = standing.address
    return [await house.store.page(game_id, at.epoch, stage) for stage in range(at.stage + 1)]


async def everything(house: House, game_id: str) -> list[bytes]:
    """What can be asked for of a game that is over: proof, chronicle with pictures, the whole copy."""
    proof = await house.sessions.proof(game_id)
    bound = await chronicle_within(house.sessions, house.sessions.games, game_id)
    copy = msgspec.json.decode(await export_all(house.sessions, game_id, ALA, an_interaction()))
    return [msgspec.json.encode(proof), bound.data, msgspec.json.encode(copy)]


async def make_room(house: House, game_id: str, thrift: Thrift) -> Room:
    """As far as it goes."""
    whole = Room()
    while (gained := await make_room_at(house.sessions, game_id, thrift)).rows:
        whole.add(gained)
    return whole


async def weight(house: House, game_id: str, *tables: str) -> int:
    """Rows of a game in these tables."""
    return sum(
        [(await house.store._all(f"SELECT count(*) FROM {one} WHERE game = ?", game_id))[0][0] for one in tables]
    )


@pytest.mark.parametrize("game", sorted(all_games()))
async def test_what_can_be_asked_of_a_pruned_game_is_the_same_to_the_last_byte(tmp_path: Path, game: str) -> None:
    """Proof, chronicle with its pictures, the copy of everything: before, packed, and bound into annals."""
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, game, answers=24)
        await over(house, game_id)
        before = await everything(house, game_id)

        packed = await make_room(house, game_id, LATER)
        assert packed.bytes["snapshots"] > 0
        assert await everything(house, game_id) == before
        bound = await make_room(house, game_id, AT_ONCE)
        assert bound.rows["annals"] == 1
        assert await everything(house, game_id) == before
        assert await weight(house, game_id, "snapshots") == 1
        assert await weight(house, game_id, "outbox", "drafts", "votes", "notes") == 0

    async with a_house_of_games(tmp_path / "db") as house:
        assert await everything(house, game_id) == before


async def test_undo_goes_back_behind_what_was_packed(tmp_path: Path) -> None:
    """It is packed, not dropped: the horizon is where undo is quick, not where it ends; the same dice fall again."""
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=30, undone=2)
        seen = await pages(house, game_id)
        at = (await house.sessions.standing_of(game_id)).address  # type: ignore[union-attr]  # it is there
        far = await points(house.store, game_id, at, None)
        room = await make_room(house, game_id, LATER)

        assert room.rows["snapshots"] > 5
        assert await pages(house, game_id) == seen
        assert await points(house.store, game_id, at, None) == far
        back = await house.undo(game_id, len(far))
        assert back.address.stage <= 1
        assert back.waiting is not None


async def test_a_game_goes_on_over_its_packed_past_as_its_twin_does(tmp_path: Path) -> None:
    """The same seeds and answers, here pruned after each answer, there never: the same states and dice."""
    async with a_house_of_games(tmp_path / "here") as here, a_house_of_games(tmp_path / "there") as there:
        ours, theirs = await played(here, answers=10), await played(there, answers=10)
        for _ in range(10):
            await make_room(here, ours, LATER)
            await by_the_usual(here, ours)
            await by_the_usual(there, theirs)

        assert await pages(here, ours) == await pages(there, theirs)


async def test_the_open_stage_and_those_before_it_stay_as_they_were_made(tmp_path: Path) -> None:
    """Each answer reads the open one."""
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=20, undone=0)
        await make_room(house, game_id, Thrift(stages=5, days=0))
        stage = (await house.sessions.standing_of(game_id)).address.stage  # type: ignore[union-attr]  # it is there
        query = "SELECT stage FROM snapshots WHERE game = ? AND base IS NULL ORDER BY stage"

        assert [row[0] for row in await house.store._all(query, game_id)] == list(range(stage - 5, stage + 1))


async def test_a_game_is_kept_whole_for_the_time_that_is_set(tmp_path: Path) -> None:
    """A day too early only its snapshots are packed; then its notes, and who pressed, are gone, too."""
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=8)

        async def note(turn) -> None:  # type: ignore[no-untyped-def]
            turn.note("a trap behind the door", ALA)

        await house.sessions.change(game_id, None, note)
        await over(house, game_id)
        keeping = Housekeeping(house.sessions, Thrift(stages=1, days=90.0))
        house.clock.now += 89 * DAY
        while (await keeping.make_room()).rows:
            pass
        assert await weight(house, game_id, "notes", "outbox") > 1
        assert await house.store.last_acted(game_id, ALA) > 0

        house.clock.now += 2 * DAY
        assert (await keeping.make_room()).rows["annals"] == 1
        assert await weight(house, game_id, "notes", "outbox") == 0
        assert await house.store.last_acted(game_id, ALA) == 0
        assert (await keeping.make_room()).rows == {}


async def test_a_game_that_owes_its_channel_something_is_left(tmp_path: Path) -> None:
    """Its last words are in the outbox until they are posted."""
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=8)
        await house.sessions.end(CHANNEL, ALA, an_interaction(), may=True)

        assert (await make_room(house, game_id, AT_ONCE)).rows["annals"] == 0
        await posted(house, game_id)
        assert (await make_room(house, game_id, AT_ONCE)).rows["annals"] == 1


async def test_whoever_writes_meanwhile_is_first(tmp_path: Path) -> None:
    """A table that changed while its annals were being bound is bound another time."""
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=8)
        await over(house, game_id)
        await make_room(house, game_id, LATER)

        async def slowly(of: str) -> set[int]:
            await house.store.forget(ALA, [])
            return {row.id for row in await house.sessions.chronicle(of)}

        pruning = house.store.pruning
        assert (await pruning.prune(game_id, house.clock.now, AT_ONCE, slowly)).rows == {}
        assert await weight(house, game_id, "annals") == 0
        assert (await make_room(house, game_id, AT_ONCE)).rows["annals"] == 1


# The command ---------------------------------------------------------------------------------------------------


def labirynt(*line: str | Path, **surroundings: str) -> Result:
    """The command as typed, for a table that is kept for no time at all."""
    env = {"LC_ALL": "en_GB.UTF-8", "LABIRYNT_KEEP_DAYS": "0", "LABIRYNT_UNDO_STAGES": "1", **surroundings}
    return CliRunner().invoke(app, [str(word) for word in line], env=env)


async def a_folder_with_two_games(folder: Path) -> tuple[str, list[bytes]]:
    """One that is over and one that is played; the first one's id, and all that can be asked of it."""
    await asyncio.to_thread(folder.mkdir)
    async with a_house_of_games(folder / "labirynt.sqlite3") as house:
        house.clock.now = time.time() - DAY
        first = await played(house, answers=24)
        await over(house, first)
        await played(house, answers=12)
        return first, await everything(house, first)


@contextmanager
def a_bot_in(folder: Path) -> Iterator[None]:
    """Another bot holds the folder."""
    with occupy_folder(folder):
        yield


@IN_A_FILE
async def test_a_dry_run_says_what_would_go_and_changes_nothing(tmp_path: Path) -> None:
    """By table, in rows and bytes."""
    await a_folder_with_two_games(tmp_path / "data")
    file = tmp_path / "data" / "labirynt.sqlite3"
    before = file.read_bytes()
    said = await asyncio.to_thread(labirynt, "prune", "--dry-run", "--json", "--data", tmp_path / "data")
    found = {row["table"]: row for row in msgspec.json.decode(said.stdout)}

    assert said.exit_code == 0
    assert {"snapshots", "answers", "outbox", "annals"} <= set(found)
    assert found["snapshots"]["bytes"] > 0 > found["annals"]["bytes"]
    assert file.read_bytes() == before


@IN_A_FILE
async def test_the_file_shrinks_where_no_bot_runs(tmp_path: Path) -> None:
    """A second time there is nothing to do."""
    first, before = await a_folder_with_two_games(tmp_path / "data")
    file = tmp_path / "data" / "labirynt.sqlite3"
    size = file.stat().st_size
    said = await asyncio.to_thread(labirynt, "prune", "--data", tmp_path / "data", "--lang", "pl")
    again = await asyncio.to_thread(labirynt, "prune", "--data", tmp_path / "data")

    assert said.exit_code == 0
    was, left = (f"{each:,}".replace(",", "\N{NO-BREAK SPACE}") for each in (size, file.stat().st_size))
    assert f"Plik miał {was} bajtów, ma {left}" in said.stdout
    async with a_house_of_games(tmp_path / "empty.sqlite3"):
        pass
    empty = (tmp_path / "empty.sqlite3").stat().st_size
    assert file.stat().st_size - empty < (size - empty) / 2
    assert "0 bytes in 0 rows" in again.stdout
    async with a_house_of_games(file) as house:
        assert await everything(house, first) == before


def test_at_a_server_it_is_the_bot_s_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is touched, and the one who asks learns who does it."""
    monkeypatch.setenv("LABIRYNT_DATABASE", "postgresql://labirynt@nowhere/games")
    said = labirynt("prune", "--lang", "en")

    assert said.exit_code == 2
    assert "the bot makes room by itself" in said.output


@IN_A_FILE
async def test_beside_a_bot_that_runs_it_is_done_without_shrinking(tmp_path: Path) -> None:
    """What is free is filled by new games."""
    await a_folder_with_two_games(tmp_path / "data")
    with a_bot_in(tmp_path / "data"):
        said = await asyncio.to_thread(labirynt, "prune", "--data", tmp_path / "data")

    assert said.exit_code == 0
    assert "A bot is running" in said.stdout
