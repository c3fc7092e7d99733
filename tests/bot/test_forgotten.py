"""Who has seen a hand of rivals and asks to be forgotten is known again, by a hash, until the game ends."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.acts import seating
from bot.acts.absence import go_away
from bot.acts.copies.exporting import export_all
from bot.acts.game_master import appoint, step_down
from bot.acts.housekeeping import make_room_at
from bot.acts.privacy import forget
from bot.acts.proposals import propose
from bot.acts.undo_points import freed_seat
from bot.discord.commands import proposals as ballots
from bot.discord.prompts.open_question import Scene
from bot.session.transaction import Transaction
from bot.store.backups import back_up, put_back
from bot.store.fleet.postgres import PostgresStore
from bot.store.retention import Thrift
from bot.store.sqlite import SqliteStore
from rules.kernel.errors import Refused
from tests.bot.a_copy import a_place_in, brought
from tests.bot.a_den import Den
from tests.bot.a_move import moved
from tests.bot.a_sorcerer import a_duel
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice
from tests.bot.store.a_server import IN_A_FILE, Server, run_sql
from tests.bot.test_insiders import DAY, a_den, get_up, master, must_be_kept_out, sit

NEVER_THERE = 4711
KEPT = ("forgotten", "insider_keys")


def kept(file: Path | str) -> list[int]:
    """The number of hashes, and of keys."""
    return [run_sql(file, f"SELECT count(*) FROM {table}")[0][0] for table in KEPT]


async def a_former_master(house: House) -> str:
    """Ewa has left her seat; a stranger has seen every hand as the game master, and resigned."""
    game_id = await a_den(house, ALA, OLEK, EWA)
    await master(house, game_id, STRANGER)
    await step_down(house.sessions, game_id, STRANGER, an_interaction())
    await get_up(house, game_id, EWA)
    return game_id


async def end(house: House) -> None:
    """Somebody who manages the channel ends the game."""
    await house.sessions.end(CHANNEL, NEVER_THERE, an_interaction(), may=True)


# Known again -------------------------------------------------------------------------------------------------


async def test_a_forgotten_game_master_plays_no_more_than_before(tmp_path: Path) -> None:
    """No free seat, no friend's offer, no standing in; the game's master again, as before."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_former_master(house)
        await forget(house.sessions, STRANGER)
        await must_be_kept_out(house, game_id)
        back = await master(house, game_id, STRANGER)
        others = [await house.store.insider(game_id, user) for user in (OLEK, NEVER_THERE)]

    assert back.standing.record.gm_id == STRANGER
    assert others == [{"s2"}, frozenset()]


@pytest.mark.parametrize("seated", [True, False])
async def test_a_forgotten_player_belongs_to_the_seat_that_they_have_seen(tmp_path: Path, seated: bool) -> None:
    """Whether they had left it before or not; twice forgotten is the same, and so it is after a restart."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await get_up(house, game_id, EWA)
        if not seated:
            await get_up(house, game_id, OLEK)
        await forget(house.sessions, OLEK)
        await forget(house.sessions, EWA)
    async with a_house(tmp_path / "db", Den()) as house:
        with pytest.raises(Refused, match="seat_of_another"):
            await sit(house, game_id, OLEK, "s3")
        with pytest.raises(Refused, match="gm_played"):
            await appoint(house.sessions, game_id, OLEK, OLEK, an_interaction(), may=True)
        again = await sit(house, game_id, OLEK)
        await forget(house.sessions, OLEK)
        seen = [await house.store.insider(game_id, user) for user in (ALA, OLEK, EWA)]

    assert again.standing.record.seat_of(OLEK) == "s2"
    assert seen == [{"s1"}, {"s2"}, {"s3"}]
    assert kept(tmp_path / "db") == [2, 1]


async def test_a_forgotten_stand_in_belongs_to_the_hand_that_they_have_held(tmp_path: Path) -> None:
    """They answered for Olek; Ewa's empty seat is not for them."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + DAY, STRANGER)
        await get_up(house, game_id, EWA)
        await forget(house.sessions, STRANGER)
        with pytest.raises(Refused, match="seat_of_another"):
            await sit(house, game_id, STRANGER, "s3")


async def test_a_hash_needs_the_key_of_its_game(tmp_path: Path) -> None:
    """The same person in two games has two hashes, of 16 bytes, under two keys of 32."""
    async with a_house(tmp_path / "db", Den()) as house:
        await a_den(house, ALA, OLEK)
        await house.lobby(ALA, OLEK, channel=CHANNEL + 1)
        await house.sessions.start(CHANNEL + 1, ALA, an_interaction())
        await forget(house.sessions, OLEK)
    hashes = {bytes(row[0]) for row in run_sql(tmp_path / "db", "SELECT hash FROM forgotten")}
    keys = {bytes(row[0]) for row in run_sql(tmp_path / "db", "SELECT key FROM insider_keys")}

    assert [sorted(map(len, found)) for found in (hashes, keys)] == [[16, 16], [32, 32]]


async def test_where_all_play_together_nothing_is_kept(tmp_path: Path) -> None:
    """Nothing is hidden from anybody."""
    async with a_house(tmp_path / "db", ParlourRules(a_choice)) as house:
        game_id = await a_den(house, ALA, OLEK)
        await forget(house.sessions, OLEK)

        assert await house.store.insider(game_id, OLEK) == frozenset()
    assert kept(tmp_path / "db") == [0, 0]


async def test_two_who_are_forgotten_at_once_are_both_known_again(tmp_path: Path) -> None:
    """One of them makes the key; the other tries once more."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await get_up(house, game_id, EWA)
        await get_up(house, game_id, OLEK)
        await asyncio.gather(*(forget(house.sessions, user) for user in (OLEK, EWA)))

        assert [await house.store.insider(game_id, user) for user in (OLEK, EWA)] == [{"s2"}, {"s3"}]


async def test_rivals_take_back_nothing_from_before_a_forgotten_player_left(tmp_path: Path) -> None:
    """A seat becomes free as by leaving: its votes end, and the undo begins there."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await seating.offer(house.sessions, game_id, OLEK, STRANGER, an_interaction())
        await forget(house.sessions, OLEK)
        standing = await house.sessions.standing_of(game_id)
        assert standing is not None

        assert await freed_seat(house.store, Den(), standing.record) is not None
        with pytest.raises(Refused, match="hand_over"):
            await seating.hand_over(house.sessions, game_id, "s2", STRANGER, "Iza", an_interaction())


async def test_a_ballot_does_not_name_a_forgotten_proposer(tmp_path: Path) -> None:
    """A stand-in proposed a game master; the vote counts on, as nobody's in particular."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK)
        await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + DAY, STRANGER)
        await propose(house.sessions, game_id, STRANGER, an_interaction(), f"gm/{EWA}")
        before = await _ballot_on_master(house, game_id)
        await forget(house.sessions, STRANGER)
        after = await _ballot_on_master(house, game_id)

    assert before == [f"-# Proponuje: <@{STRANGER}>"]
    assert after == []


async def _ballot_on_master(house: House, game_id: str) -> list[str]:
    standing = await house.sessions.standing_of(game_id)
    assert standing is not None
    scene = Scene(standing, Den())
    return ballots._master_ballot_lines(scene, (await house.store.votes(game_id))[f"gm/{EWA}"])


# Until the end ---------------------------------------------------------------------------------------------------


async def test_nothing_is_kept_of_a_game_that_has_ended(tmp_path: Path) -> None:
    """Ended by command: in the same commit; whoever is forgotten later leaves no hash."""
    async with a_house(tmp_path / "db", Den()) as house:
        await a_former_master(house)
        await forget(house.sessions, STRANGER)
        before = kept(tmp_path / "db")
        await end(house)
        after = kept(tmp_path / "db")
        await forget(house.sessions, EWA)

    assert (before, after, kept(tmp_path / "db")) == ([1, 1], [0, 0], [0, 0])


async def test_nothing_is_kept_of_a_game_that_is_won(tmp_path: Path) -> None:
    """Whatever ends the game, the record says so."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_former_master(house)
        await forget(house.sessions, STRANGER)
        before = kept(tmp_path / "db")

        async def win(turn: Transaction) -> None:
            turn.rewrite(phase="ended")

        await house.sessions.change(game_id, None, win)
    assert (before, kept(tmp_path / "db")) == ([1, 1], [0, 0])


async def test_what_an_older_program_left_goes_with_the_archive(tmp_path: Path) -> None:
    """It ends a game without a thought of the hashes."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_former_master(house)
        await end(house)
        run_sql(tmp_path / "db", "INSERT INTO insider_keys VALUES (?, ?)", game_id, bytes(32))
        run_sql(tmp_path / "db", "INSERT INTO forgotten VALUES (?, 's1', ?)", game_id, bytes(16))
        run_sql(tmp_path / "db", "UPDATE outbox SET posted = 1")
        for _ in range(3):
            await make_room_at(house.sessions, game_id, Thrift(stages=1, days=0.0))
    assert run_sql(tmp_path / "db", "SELECT count(*) FROM annals") == [(1,)]
    assert kept(tmp_path / "db") == [0, 0]


# Elsewhere -------------------------------------------------------------------------------------------------------


@IN_A_FILE
async def test_a_backup_knows_them_again(tmp_path: Path) -> None:
    """It is the same game."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_former_master(house)
        await forget(house.sessions, STRANGER)
        await asyncio.to_thread(back_up, tmp_path / "db", tmp_path / "copy")
    await asyncio.to_thread(put_back, tmp_path / "copy", tmp_path / "back")
    async with a_house(tmp_path / "back", Den()) as house:
        with pytest.raises(Refused, match="seat_after_gm"):
            await sit(house, game_id, STRANGER)


@pytest.mark.postgres
async def test_a_moved_game_knows_them_again(tmp_path: Path, server: Server) -> None:
    """In the server and when it is back."""
    (tmp_path / "data").mkdir()
    file, address = tmp_path / "data" / "labirynt.sqlite3", server.address(tmp_path)
    async with a_place_in(SqliteStore(file), Den()) as house:
        game_id = await a_former_master(house)
        await forget(house.sessions, STRANGER)
    await asyncio.to_thread(moved, "--to", address, "--data", file.parent)
    async with a_place_in(PostgresStore(address), Den()) as house:
        with pytest.raises(Refused, match="seat_after_gm"):
            await sit(house, game_id, STRANGER)
    await asyncio.to_thread(moved, "--from", address, "--data", file.parent)
    async with a_place_in(SqliteStore(file), Den()) as house:
        with pytest.raises(Refused, match="seat_after_gm"):
            await sit(house, game_id, STRANGER)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM forgotten").fetchone() == (1,)


async def test_a_copy_takes_nothing_of_them_along(tmp_path: Path) -> None:
    """A copy tells nothing of people, and begins with other players."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        game_id = await a_den(house, ALA, OLEK)
        await get_up(house, game_id, OLEK)
        await forget(house.sessions, OLEK)
        await master(house, game_id, STRANGER)
        data = await export_all(house.sessions, game_id, STRANGER, an_interaction())
        ((key,),) = run_sql(tmp_path / "db", "SELECT key FROM insider_keys")
    async with a_house(tmp_path / "other", a_duel()) as house:
        standing = await brought(house, data)
        seen = await house.store.insider(standing.record.id, OLEK)

    assert bytes(key).hex() not in data.decode()
    assert seen == frozenset()
    assert kept(tmp_path / "other") == [0, 0]
