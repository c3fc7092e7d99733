"""Computer players: invited in the lobby, they take their turns by themselves and make room for people."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.acts import accountless_seats, seating
from bot.acts.copies.exporting import export_all
from bot.acts.copies.importing import import_into, read_and_check
from bot.session import transaction
from bot.session.transaction import Transaction
from bot.table.records import Computer, Press, Standing
from bot.table.timekeeping import waited_at
from rules.games import load
from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.errors import Refused
from rules.kernel.requests import Everyone, Seat
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_copy import ELSEWHERE, a_place
from tests.bot.a_table import ALA, CHANNEL, EWA, NAMES, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.toy_game import equipped

RIVALS = load("labirynt-czarnoksieznika")
MARK = "🤖"


async def invited(house: House, by: int = ALA, computer: Computer = "careful", number: int = 1) -> Standing:
    """The table in the channel, with so many computer players more."""
    standing = await house.sessions.standing(CHANNEL)
    assert standing is not None
    for _ in range(number):
        standing = await accountless_seats.invite(house.sessions, standing.record.id, by, an_interaction(), computer)
    return standing


def names_of(standing: Standing) -> list[str]:
    """Who sits there."""
    return [one.name for one in standing.record.seats]


async def test_each_has_a_name_of_its_own_and_wears_the_mark(tmp_path: Path) -> None:
    """As many as there are seats, and no more; the house never runs out of names."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA)

        standing = await invited(house, number=3)

        machines = names_of(standing)[1:]
        assert len(set(machines)) == 3
        assert all(MARK in name for name in machines)
        with pytest.raises(Refused, match="full"):
            await invited(house)


def test_there_are_names_for_any_table() -> None:
    """Also where somebody has taken one of theirs."""
    known = list(accountless_seats.names("pl", []))

    assert len(known) > accountless_seats.MOST
    assert known[0] not in list(accountless_seats.names("pl", known[:1]))


async def test_only_who_leads_invites_and_sends_away(tmp_path: Path) -> None:
    """Not a guest, not a passer-by, and nobody once the game has begun."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA, OLEK)
        standing = await invited(house)
        for somebody in (OLEK, STRANGER):
            with pytest.raises(Refused, match="not_leader"):
                await invited(house, somebody)
            with pytest.raises(Refused, match="not_leader"):
                await accountless_seats.send_away(house.sessions, standing.record.id, somebody, an_interaction())

        left = await accountless_seats.send_away(house.sessions, standing.record.id, ALA, an_interaction())
        assert names_of(left) == [NAMES[ALA], NAMES[OLEK]]

        await house.sessions.start(CHANNEL, ALA, an_interaction())
        with pytest.raises(Refused, match="already_started"):
            await invited(house)


async def test_a_person_takes_a_computers_place_at_a_full_table(tmp_path: Path) -> None:
    """The last one invited gets up."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA)
        first = names_of(await invited(house, number=3))

        joined = await house.sessions.join(CHANNEL, OLEK, NAMES[OLEK], an_interaction())

        assert names_of(joined) == [*first[:3], NAMES[OLEK]]
        assert [one.seat for one in joined.record.seats] == ["s1", "s2", "s3", "s4"]


async def test_computers_alone_keep_no_table(tmp_path: Path) -> None:
    """The last person to leave closes it, and the lead never goes to a machine."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA)
        await invited(house)
        await house.sessions.join(CHANNEL, OLEK, NAMES[OLEK], an_interaction())

        after = await house.sessions.leave(CHANNEL, ALA, an_interaction())
        assert after.record.leader_id == OLEK

        assert (await house.sessions.leave(CHANNEL, OLEK, an_interaction())).record.phase == "ended"


@pytest.mark.parametrize("computer", ["careful", "easy"])
async def test_they_play_by_themselves_and_nobody_waits_for_them(tmp_path: Path, computer: Computer) -> None:
    """After each answer the table waits for the only person there; what the others did is one action's story."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA)
        await invited(house, computer=computer, number=2)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing
        for _ in range(60):
            if standing.waiting is None:
                break
            assert waited_at(standing) == ("s1",)
            press = Press(standing.record.id, ALA, an_interaction(), None, standing.address, usual=True)
            standing = (await house.sessions.answer(press)).standing

        by = {row.by[0]: row.at for row in await house.sessions.chronicle(standing.record.id) if row.by}
        assert set(by) == {"s1", "s2", "s3"}


async def test_an_easy_computer_makes_nobody_else_careless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ala's "as usual" stays the careful answer; only the easy computer's own goes through chance."""
    hasty = equipped("Hasty", "spade")
    monkeypatch.setattr(transaction, "careless", lambda *_: hasty)
    answers: dict[Seat, Value] = {}

    async def look(turn: Transaction) -> None:
        first, second = turn.record.seats
        turn.rewrite(seats=(first, replace(second, computer="easy")))
        answers.update({seat: await turn.usual(seat) for seat in ("s1", "s2")})

    async with a_house(tmp_path / "db") as house:
        await house.lobby(ALA, OLEK)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        await house.sessions.change(standing.record.id, None, look)

    assert isinstance(standing.waiting, Everyone)
    assert answers == {"s1": plain(standing.waiting.asks["s1"], "s1"), "s2": hasty}


async def test_somebody_may_sit_down_in_a_computers_place_later(tmp_path: Path) -> None:
    """From then on the seat is asked like any other."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA)
        await invited(house, computer="easy")
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing

        taken = await seating.join(house.sessions, standing.record.id, EWA, NAMES[EWA], an_interaction())

        seat = taken.standing.record.seats[1]
        assert (seat.user_id, seat.name, seat.autopilot, seat.computer) == (EWA, NAMES[EWA], False, "")


async def test_they_are_there_after_a_restart_and_in_a_copy(tmp_path: Path) -> None:
    """The store keeps how they play, and so does the file of a game."""
    async with a_place(tmp_path / "db", RIVALS) as house:
        await house.lobby(ALA)
        await invited(house, computer="easy", number=2)
        game_id = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing.record.id
    async with a_place(tmp_path / "db", RIVALS) as house:
        standing = await house.sessions.standing(CHANNEL)
        assert standing is not None
        assert [one.computer for one in standing.record.seats] == ["", "easy", "easy"]

        await house.sessions.end(CHANNEL, ALA, an_interaction())
        copy = await export_all(house.sessions, game_id, ALA, an_interaction())
        found = await read_and_check(house.sessions, copy)
        brought = await import_into(house.sessions, found, ELSEWHERE, 1, OLEK, NAMES[OLEK], an_interaction())
        assert [one.computer for one in brought.record.seats] == ["", "easy", "easy"]


async def test_a_lone_newcomer_opens_a_table_against_computers(tmp_path: Path) -> None:
    """With one command or with buttons; the lobby says who is easy to beat."""
    async with a_channel(tmp_path, RIVALS) as channel, channel.bot_up():
        await channel.hands.slash("Ala", HERE, "game new", {"computers": 1, "level": "easy"})
        assert "(łatwy)" in channel.texts()[-1]
        await channel.press("Ala", "🤖 Dodaj komputer")
        assert channel.texts()[-1].count(MARK) == 2
        await channel.press("Ala", "🤖 Usuń komputer")
        assert channel.texts()[-1].count(MARK) == 1
        await channel.press("Ala", "Ustawienia…")
        await channel.press("Ala", "🤖 Dodaj łatwy")

        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)

        assert channel.story().count(MARK) > 2
