"""What is kept of people, and that a word makes the bot forget it: in all games, and in the file itself."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.acts import rulings, seating
from bot.acts.housekeeping import Housekeeping
from bot.acts.privacy import forget, try_to_scrub
from bot.acts.proposals import propose
from bot.session.lobby import PLACE
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import StoreUnavailable
from bot.store.sqlite import SqliteStore
from bot.store.units import Logged
from bot.table.habits import Habits, Person
from bot.table.records import Press
from bot.table.seat_names import voice_at
from bot.words.narrator import Narrator
from tests.bot.a_channel import a_table
from tests.bot.a_copy import a_place
from tests.bot.a_sorcerer import a_duel
from tests.bot.a_table import ALA, EWA, House, an_interaction
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.toy_game import ToyRules, equipped

GUEST, NAME = 987_654_321_012_345_678, "Zdzisława Nieznana"
DIGITS = str(GUEST).encode()
STORED = GUEST.to_bytes(8, "big")
"""As SQLite writes a number of this size."""


@asynccontextmanager
async def a_house(folder: Path, **kind: Any) -> AsyncIterator[House]:
    """A bot on its file."""
    async with a_place(folder / "labirynt.sqlite3", ToyRules(), **kind) as house:
        yield house


async def seated(house: House, channel: int, *others: int) -> str:
    """A table that has begun, led by the guest, with others; everybody is equipped."""
    sessions = house.sessions
    await sessions.new(
        game="toy", channel_id=channel, guild_id=1, locale="pl", leader_id=GUEST, leader_name=NAME, options={},
        interaction_id=an_interaction(),
    )  # fmt: skip
    for user in others:
        await sessions.join(channel, user, f"Gość {user}", an_interaction())
    standing = (await sessions.start(channel, GUEST, an_interaction())).standing
    for user in (GUEST, *others):
        press = Press(standing.record.id, user, an_interaction(), equipped("Krasnolud"), standing.address)
        standing = (await sessions.answer(press)).standing
    return standing.record.id


async def change(house: House, game_id: str, **changes: Any) -> None:
    """Change the record of a table."""

    async def rewrite(turn: Transaction) -> None:
        turn.rewrite(**changes)

    await house.sessions.change(game_id, None, rewrite)


async def everywhere(house: House) -> list[str]:
    """Traces of the guest at many tables: a player, leader, game master, stand-in, voter, writer of notes."""
    shared = await seated(house, 1, ALA, EWA)
    alone = await seated(house, 2)
    ended = await seated(house, 3, ALA)
    await house.sessions.end(3, GUEST, an_interaction())
    mastered = (await house.mine(ALA, EWA, channel=4)).record.id
    await change(house, mastered, gm_id=GUEST)
    await rulings.note(house.sessions, mastered, GUEST, an_interaction(), f"notatka: {NAME}")
    await rulings.set_right(house.sessions, mastered, GUEST, an_interaction(), "gold", 7)
    standing_in = (await house.mine(ALA, EWA, channel=5)).record
    away = [_away(one) if one.seat == "s1" else one for one in standing_in.seats]
    await change(house, standing_in.id, seats=tuple(away))
    handed = await seated(house, 7, ALA)
    await seating.leave(house.sessions, handed, GUEST, an_interaction())
    await seating.join(house.sessions, handed, EWA, "Ewa", an_interaction())
    left = await seated(house, 8, ALA)
    await seating.leave(house.sessions, left, GUEST, an_interaction())
    await at_a_real_table(house, 9)
    await house.lobby(ALA, channel=6)
    await house.sessions.join(6, GUEST, NAME, an_interaction())
    await house.store.put_person(Person(GUEST, "Asia/Tokyo", 0, 60))
    return [shared, alone, ended, mastered, standing_in.id]


async def at_a_real_table(house: House, channel: int) -> str:
    """The guest has an account, unlike Anna, and leaves; Ala, the game master, answers for both."""
    await house.sessions.new(
        game="toy", channel_id=channel, guild_id=1, locale="pl", leader_id=ALA, leader_name="Ala", options={},
        habits=Habits(in_person=True), in_person=["Anna"], interaction_id=an_interaction(),
    )  # fmt: skip
    await house.sessions.join(channel, GUEST, NAME, an_interaction())
    game_id = (await house.sessions.start(channel, ALA, an_interaction())).standing.record.id
    await seating.leave(house.sessions, game_id, GUEST, an_interaction())
    return game_id


def _away(one: Any) -> Any:
    return type(one)(one.seat, one.user_id, one.name, False, 9e9, GUEST)


def bytes_of(folder: Path) -> bytes:
    """Every byte of the database, journals and all."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())


@IN_A_FILE
async def test_nothing_of_a_person_stays_in_the_file(tmp_path: Path) -> None:
    """Neither the id nor the name, not even in pages that are not used any more."""
    async with a_house(tmp_path) as house:
        await everywhere(house)
        before = bytes_of(tmp_path)
        await forget(house.sessions, GUEST)
        assert await try_to_scrub(house.store)
        after = bytes_of(tmp_path)

    assert NAME.encode() in before
    assert STORED in before
    assert NAME.encode() not in after
    assert STORED not in after
    assert DIGITS not in after
    assert NAME.encode() not in bytes_of(tmp_path)
    assert STORED not in bytes_of(tmp_path)


async def test_the_tables_go_on(tmp_path: Path) -> None:
    """Seats are free and played on, somebody else leads, and the table is told."""
    async with a_house(tmp_path) as house:
        shared, alone, ended, mastered, _ = await everywhere(house)
        await forget(house.sessions, GUEST)
        records = {id: (await house.sessions.standing_of(id)) for id in (shared, alone, ended, mastered)}
        told = [type(one.event).__name__ for row in await house.sessions.chronicle(shared) for one in row.told]

    seats = {
        id: [(one.user_id, one.name, one.autopilot) for one in now.record.seats] for id, now in records.items() if now
    }
    assert seats[shared] == [(0, "Gracz 1", True), (ALA, "Gość 10", False), (EWA, "Gość 12", False)]
    assert seats[alone] == [(0, "Gracz 1", False)]  # nobody is left to see it, so it waits
    assert seats[ended][0][:2] == (0, "Gracz 1")
    leaders = {id: (now.record.leader_id, now.record.gm_id) for id, now in records.items() if now}
    assert leaders == {shared: (ALA, 0), alone: (0, 0), ended: (ALA, 0), mastered: (ALA, 0)}
    assert told[-1] == "SeatLeft"


async def test_answers_stay_and_are_somebodys(tmp_path: Path) -> None:
    """The dice follow from them; whose they were is not known any more. Names of characters stay."""
    async with a_house(tmp_path) as house:
        shared, *_, mastered, standing_in = await everywhere(house)
        await forget(house.sessions, GUEST)
        page = await house.store.page(shared, 1, 0)
        notes = await house.store.notes(mastered)
        record = (await house.store.load(standing_in)).record  # type: ignore[union-attr]  # it is there

    assert page is not None
    answer = _of_seat(page.answers, "s1")
    assert (answer.user_id, answer.answer.value["nick"]) == (-1, "Krasnolud")
    assert notes == []
    assert (record.seats[0].stand_in, record.seats[0].autopilot) == (0, True)


def _of_seat(rows: list[Logged], seat: str) -> Logged:
    return next(row for row in rows if row.answer.seat == seat)


async def test_deeds_of_somebody_forgotten_are_told_without_a_name(tmp_path: Path) -> None:
    """The guest led, left, and Ewa took the seat: in the story the guest is a player by number, Ewa is Ewa."""
    async with a_house(tmp_path) as house:
        game_id = await seated(house, 1, ALA)
        house.clock.now += 60
        left = house.clock.now
        await seating.leave(house.sessions, game_id, GUEST, an_interaction())
        house.clock.now += 60
        await seating.join(house.sessions, game_id, EWA, "Ewa", an_interaction())
        await forget(house.sessions, GUEST)
        sitters = await house.store.sitters(game_id)

    voice = Narrator("pl")
    assert [voice_at(voice, sitters, at).seat("s1") for at in (left, house.clock.now)] == ["Gracz 1", "Ewa"]
    assert [(one.user_id, one.name) for one in sitters if one.seat == "s1"] == [(-1, ""), (EWA, "Ewa")]


async def test_a_seat_left_before_loses_the_name_too(tmp_path: Path) -> None:
    """At once for whoever looks, and the table counts; whoever sat there later keeps theirs."""
    async with a_house(tmp_path) as house:
        left, taken, real = await seated(house, 1, ALA), await seated(house, 2, ALA), await at_a_real_table(house, 3)
        for game_id in (left, taken):
            await seating.leave(house.sessions, game_id, GUEST, an_interaction())
        house.clock.now += 60
        await seating.join(house.sessions, taken, EWA, "Ewa", an_interaction())
        await seating.leave(house.sessions, taken, EWA, an_interaction())
        seen = await forget(house.sessions, GUEST)
        names = {
            game_id: [one.name for one in now.record.seats]
            for game_id in (left, taken, real)
            if (now := await house.sessions.standing_of(game_id))
        }

    assert sorted(seen) == sorted([left, taken, real])
    assert names[left] == ["Gracz 1", "Gość 10"]
    assert names[taken] == ["Ewa", "Gość 10"]
    assert names[real] == ["Anna", "Gracz 2"]


async def test_to_be_forgotten_twice_changes_nothing(tmp_path: Path) -> None:
    """What was done is done."""
    async with a_house(tmp_path) as house:
        await everywhere(house)
        await forget(house.sessions, GUEST)

        assert await forget(house.sessions, GUEST) == []


@pytest.mark.parametrize("where", ["UPDATE seats SET user_id = 0", "UPDATE games SET channel_id", "UPDATE sitters"])
async def test_a_disk_that_fails_in_the_middle_forgets_nothing_or_all(tmp_path: Path, where: str) -> None:
    """Tables, wishes and notes are one piece of work; half of it never stands in the file, and the next try does it."""
    async with a_house(tmp_path, factory=Frail) as house:
        tables = await everywhere(house)
        Frail.breaks_at = where
        with pytest.raises(StoreUnavailable):
            await forget(house.sessions, GUEST)
        Frail.breaks_at = ""
        kept = await house.store.all_tables_of(GUEST)
        people = await house.store.people([GUEST])
        await forget(house.sessions, GUEST)

        assert set(tables) <= set(kept)
        assert people
        assert await house.store.all_tables_of(GUEST) == []
    assert traces(tmp_path) == []


class Frail(sqlite3.Connection):
    """A disk that breaks at one statement."""

    breaks_at = ""

    def executemany(self, sql: str, rows: Any, /) -> sqlite3.Cursor:
        """Write, or break."""
        if Frail.breaks_at and sql.startswith(Frail.breaks_at):
            raise sqlite3.OperationalError("disk I/O error")
        return super().executemany(sql, rows)


# While somebody else reads the file ------------------------------------------------------------------------------


def traces(folder: Path) -> list[str]:
    """Which signs of the guest are left in which file: the id as text and as a number either way round, the name."""
    little, signs = GUEST.to_bytes(8, "little"), {"id": DIGITS, "big": STORED, "name": NAME.encode()}
    return sorted(
        f"{file.name}: {sign}"
        for file in folder.rglob("*")
        for sign, bytes_ in ({**signs, "little": little}).items()
        if file.is_file() and bytes_ in file.read_bytes()
    )


async def test_who_is_voted_on_is_forgotten_too(tmp_path: Path) -> None:
    """An open ballot about the guest names them in a key, as the matter and as the message that asks."""
    async with a_house(tmp_path) as house:
        game_id = await seated(house, 1, ALA, EWA)
        await propose(house.sessions, game_id, ALA, an_interaction(), f"gm/{GUEST}")
        await house.sessions.note_prompt(game_id, PLACE, f"vote/gm/{GUEST}", 77)
        await forget(house.sessions, GUEST)
        await house.store.scrub()

        assert traces(tmp_path) == []


@IN_A_FILE
async def test_while_a_backup_reads_the_file_it_is_not_called_clean(tmp_path: Path) -> None:
    """What was deleted waits in the journal for whoever reads; then the clock's next round takes it away."""
    async with a_house(tmp_path) as house:
        await everywhere(house)
        reader = sqlite3.connect(tmp_path / "labirynt.sqlite3", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        await forget(house.sessions, GUEST)
        clean, left = await try_to_scrub(house.store), traces(tmp_path)
        tidying = Housekeeping(house.sessions)
        await tidying.tidy()
        reader.close()
        await tidying.tidy()

        assert not clean
        assert left
        assert traces(tmp_path) == []
        assert await house.store.scrub()


@IN_A_FILE
async def test_what_a_reader_held_back_is_gone_after_a_start(tmp_path: Path) -> None:
    """The bot died before the journal could be emptied; no other moment is needed than the next start."""
    async with a_house(tmp_path) as house:
        await everywhere(house)
        reader = sqlite3.connect(tmp_path / "labirynt.sqlite3", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        await forget(house.sessions, GUEST)
    assert traces(tmp_path)  # the reader keeps the journal, though the bot has ended
    reader.execute("ROLLBACK")
    async with a_house(tmp_path):
        assert traces(tmp_path) == []
    reader.close()


@IN_A_FILE
async def test_a_table_that_cannot_be_played_forgets_too(tmp_path: Path) -> None:
    """Its rules are gone; the store replaces what it can by itself."""
    async with a_house(tmp_path) as house:
        game_id, left = await seated(house, 1, ALA), await seated(house, 2, ALA)
        await seating.leave(house.sessions, left, GUEST, an_interaction())
    store = SqliteStore(tmp_path / "labirynt.sqlite3")
    await store.open()
    sessions = Sessions(store, {}, lambda: 1.0)
    await sessions.open()
    assert await forget(sessions, GUEST) == []
    saved, before = await store.load(game_id), await store.load(left)
    await store.close()

    assert saved is not None
    assert (saved.record.seats[0].user_id, saved.record.seats[0].name) == (0, "s1")
    assert saved.record.leader_id == 0
    assert before is not None
    assert [one.name for one in before.record.seats] == ["s1", "Gość 10"]
    assert NAME.encode() not in bytes_of(tmp_path)


# By command ------------------------------------------------------------------------------------------------


async def test_privacy_says_what_is_kept_and_forgets_when_it_is_meant(tmp_path: Path) -> None:
    """One button, asked once more, and the seat is free; the table is told."""
    async with a_table(tmp_path, ToyRules(), "Ala", "Bartek") as channel:
        shown = await channel.command("Bartek", "privacy")
        assert shown.message is not None
        assert shown.message.ephemeral
        assert "identyfikator z Discorda" in shown.text
        assert "twoich stołów: 1" in shown.text
        assert "dopóki ktoś ich tam nie usunie" in shown.text
        assert "kopiach zapasowych" in shown.text
        assert "do jej końca zostaje skrót" in shown.text

        asked = await channel.hands.press("Bartek", shown.message, _control(shown.message, "Zapomnij"))
        assert "do ich końca zostanie skrót" in asked.text
        kept = await channel.hands.press("Bartek", _message(asked), _control(_message(asked), "Nie"))
        assert "Nic się nie zmieniło" in kept.text
        shown = await channel.command("Bartek", "privacy")
        asked = await channel.hands.press("Bartek", _message(shown), _control(_message(shown), "Zapomnij"))
        done = await channel.hands.press("Bartek", _message(asked), _control(_message(asked), "Tak"))
        await channel.hands.settled()

        assert "stołów: 1" in done.text
        assert "do ich końca został skrót" in done.text
        assert "Miejsce „Gracz 2” jest wolne" in channel.story()
        assert "twoich stołów: 0" in (await channel.command("Bartek", "privacy")).text


async def test_the_party_does_not_name_whoever_left_and_was_forgotten(tmp_path: Path) -> None:
    """Bartek leaves, then asks to be forgotten: Ala reads a player by number, and his table is counted."""
    async with a_table(tmp_path, a_duel(), "Ala", "Bartek") as channel:
        await channel.command("Bartek", "game leave")
        await channel.press("Bartek", "Wstaję od stołu")
        before = (await channel.command("Ala", "party")).text
        shown = await channel.command("Bartek", "privacy")
        asked = await channel.hands.press("Bartek", _message(shown), _control(_message(shown), "Zapomnij"))
        done = await channel.hands.press("Bartek", _message(asked), _control(_message(asked), "Tak"))
        after = (await channel.command("Ala", "party")).text

        assert "twoich stołów: 1" in shown.text
        assert "stołów: 1" in done.text
        assert "Bartek" in before
        assert "Bartek" not in after
        assert "Gracz 2" in after


def _message(outcome: Any) -> Any:
    assert outcome.message is not None
    return outcome.message


def _control(message: Any, label: str) -> str:
    return str(next(button.custom_id for button in message.buttons if label in button.label))


@IN_A_FILE
async def test_whoever_is_forgotten_while_a_backup_reads_is_told_so(tmp_path: Path) -> None:
    """Gone from the games at once; what may still lie in the journal is not kept quiet."""
    async with a_table(tmp_path, ToyRules(), "Ala", "Bartek") as channel:
        with contextlib.closing(sqlite3.connect(channel.settings.sqlite_file, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM games").fetchone()
            shown = await channel.command("Bartek", "privacy")
            asked = await channel.hands.press("Bartek", _message(shown), _control(_message(shown), "Zapomnij"))
            done = await channel.hands.press("Bartek", _message(asked), _control(_message(asked), "Tak"))

        assert "stołów: 1" in done.text
        assert "do ich końca został skrót" in done.text
        assert "inny program" in done.text
