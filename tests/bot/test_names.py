"""Names of players: they follow Discord, old stories keep theirs, and no two people at a table are called the same."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from bot.acts.accountless_seats import read_names
from bot.table.records import SeatRecord
from bot.table.seat_names import appearance, names_at, seat_names, stays
from bot.words.matching import find_matches
from bot.words.narrator import LONGEST_NAME
from rules.kernel.errors import Refused
from tests.bot.a_channel import HERE, Channel, a_channel, a_clock_that_runs
from tests.bot.parlour import ParlourRules, a_choice, an_amount

DAY = 24 * 3600.0


def rename(channel: Channel, username: str, name: str) -> None:
    """Give an account of the playground another display name."""
    channel.playground.world.person(username)["user"]["global_name"] = name


# A rename --------------------------------------------------------------------------------------------------


async def test_a_new_name_is_used_at_once_and_old_lines_keep_the_old_one(tmp_path: Path) -> None:
    """Bartek presses, renames himself and presses again; one message tells both, each with its name."""
    rules = ParlourRules(a_choice, a_choice, an_amount)
    async with a_channel(tmp_path, rules) as channel, channel.bot_up(clock=a_clock_that_runs()):
        await channel.opened("Bartek", "Ala")
        await channel.press("bartek", "A · oak")
        rename(channel, "bartek", "Bartosz Nowy")
        await channel.press("bartek", "C · glass")
        answers = [line for line in channel.story().split("\n") if "→" in line]
        telling = [text for text in channel.texts() if "→" in text]

        assert [("Bartek" in line, "Bartosz Nowy" in line) for line in answers] == [(True, False), (False, True)]
        assert len(telling) == 1


async def test_an_unchanged_name_writes_nothing(tmp_path: Path) -> None:
    """Looking on leaves the table's rows alone; a rename writes them once, and the log not at all."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala", "Bartek")
        store, (entry,) = bot.service.sessions.store, bot.service.sessions.live()
        written = [await store.revision(entry.id)]
        for name in ("Ala", "Alicja", "Alicja"):
            rename(channel, "ala", name)
            await channel.command("ala", "game status")
            written.append(await store.revision(entry.id))
        saved = await store.load(entry.id)

        assert [after - before for before, after in pairwise(written)] == [0, 1, 0]
        assert saved is not None
        assert saved.answers == []
        assert [seat.name for seat in saved.record.seats] == ["Alicja", "Bartek"]


async def test_a_new_name_survives_a_kill_and_the_log_is_the_same(tmp_path: Path) -> None:
    """The next life of the bot knows the new name, and goes on at the question that was open."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala", "Bartek")
            rename(channel, "ala", "Alicja")
            await channel.command("ala", "game status")
        async with channel.bot_up() as bot:
            (entry,) = bot.service.sessions.live()
            standing = await bot.service.sessions.standing_of(entry.id)
            pressed = await channel.press("Bartek", "A · oak")

            assert standing is not None
            assert [seat.name for seat in standing.record.seats] == ["Alicja", "Bartek"]
            assert pressed.kind == "update"


async def test_a_rename_wakes_no_sleeping_table(tmp_path: Path) -> None:
    """The stage of a table that sleeps is not run for a name."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala", "Bartek")
        async with channel.bot_up() as bot:
            sessions, (entry,) = bot.service.sessions, bot.service.sessions.live()
            sessions._actors.forget(entry.id)
            user_id = int(channel.playground.world.person("ala")["user"]["id"])
            await sessions.note_name(entry.channel_id, user_id, "Alicja", "ala")

            assert sessions._actors.get(entry.id) is None
            assert [seat.name for seat in await sessions.store.seats(entry.id)] == ["Alicja", "Bartek"]


async def test_a_forgotten_name_does_not_come_back(tmp_path: Path) -> None:
    """Whoever asked to be forgotten has no seat any more, whatever they are called and do afterwards."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala", "Bartek")
        rename(channel, "bartek", "Bartosz")
        await channel.command("bartek", "game status")
        (entry,) = bot.service.sessions.live()
        await channel.command("bartek", "privacy")
        await channel.press("bartek", "Zapomnij mnie")
        await channel.press("bartek", "Tak, zapomnij")
        await channel.command("bartek", "game status")
        await channel.press("Ala", "A · oak")
        seats = await bot.service.sessions.store.seats(entry.id)
        sitters = await bot.service.sessions.store.sitters(entry.id)

        assert {seat.name for seat in seats if "Bart" in seat.name} == set()
        assert {seat.username for seat in seats} == {"ala", ""}
        assert {sitter.name for sitter in sitters if "Bart" in sitter.name} == set()


async def test_a_player_with_a_new_name_is_one_player(tmp_path: Path) -> None:
    """The chronicle tells of one stay at the seat, by the last name, and of each moment with the name of its time."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up(clock=a_clock_that_runs()) as bot:
        await channel.opened("Ala", "Bartek")
        rename(channel, "bartek", "Bartosz")
        await channel.command("bartek", "game status")
        (entry,) = bot.service.sessions.live()
        sitters = await bot.service.sessions.store.sitters(entry.id)

        assert [stay.name for stay in stays(sitters, "s2")] == ["Bartosz"]
        assert names_at(sitters, sitters[0].since)["s2"] == "Bartek"
        assert names_at(sitters, sitters[-1].since)["s2"] == "Bartosz"


# Two people of one name ------------------------------------------------------------------------------------


async def test_two_people_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """In the lobby, in the story, in completion and in the vote; the third keeps a plain name."""
    late = {"by": 0.0}
    async with (
        a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel,
        channel.bot_up(clock=lambda: time.time() + late["by"]),
    ):
        rename(channel, "bartek", "ala\u200b")
        await channel.command("celina", "game new")
        for user in ("Ala", "bartek"):
            await channel.hands.press_label(user, HERE, "Dołącz")
            await channel.hands.settled()
        lobby = next(said for said in channel.texts("celina") if "Przy stole" in said)
        await channel.press("celina", "Zaczynamy")
        offered = await channel.hands.complete("celina", HERE, "game kick", {"player": ""}, focused="player")
        late["by"] = DAY * 2
        ballot = await channel.command("celina", "game kick", player="ala (bartek)")

        assert "Ala (ala)" in lobby.replace("\\", "")
        assert "ala (bartek)" in lobby.replace("\\", "")
        assert [choice.name for choice in offered] == ["Ala (ala)", "ala (bartek)"]
        assert "pasuje do kilku" not in ballot.text
        assert "ala (bartek)" in (ballot.text + channel.story()).replace("\\", "")


async def test_a_rename_to_a_name_that_is_taken_is_told_apart(tmp_path: Path) -> None:
    """From then on, and no longer than they are called the same."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek", "Celina")
        await channel.command("Ala", "table", deciding="vote")  # so that everybody is waited for by name
        rename(channel, "bartek", "ALA")
        same = await channel.command("bartek", "game status")
        rename(channel, "bartek", "Bartek")
        other = await channel.command("bartek", "game status")

        assert "ALA (bartek)" in same.text.replace("\\", "")
        assert "Ala (ala)" in same.text.replace("\\", "")
        assert "(" not in other.text.split("Ala", 1)[1][:3]


async def test_a_namesake_who_sits_down_later_is_told_apart_at_once(tmp_path: Path) -> None:
    """Their username comes with the seat, before they have said anything else."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.command("Bartek", "game leave")
        await channel.press("Bartek", "Wstaję od stołu")
        rename(channel, "celina", "Ala")
        await channel.command("celina", "game join")

        assert "Ala (celina)" in channel.story().replace("\\", "")


def person(seat: str, name: str, username: str = "") -> SeatRecord:
    """Somebody with an account."""
    return SeatRecord(seat, int(seat[1:]), name, username=username)


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ([person("s1", "Ala", "ala1"), person("s2", "Bartek", "b")], ["Ala", "Bartek"]),
        ([person("s1", "Łucja", "a"), person("s2", "lucja", "b")], ["Łucja (a)", "lucja (b)"]),
        ([person("s1", "A\u200bla", "a"), person("s2", "A\u3164la", "b")], ["A\u200bla (a)", "A\u3164la (b)"]),
        ([person("s1", "Ala"), person("s2", "Ala")], ["Ala (1)", "Ala (2)"]),
        ([SeatRecord("s1", 0, "Ala"), person("s2", "Ala", "ala2")], ["Ala", "Ala (ala2)"]),
        (
            [person("s1", "Ala", "a"), person("s2", "Ala", "b"), person("s3", "Ala (a)", "c")],
            ["Ala (a 1)", "Ala (b)", "Ala (a) (c 3)"],
        ),
    ],
)
def test_seat_names(seats: list[SeatRecord], names: list[str]) -> None:
    """Usernames tell people apart, then numbers; what somebody typed for a real table stays."""
    shown = [name.replace("A la", "A\u200bla") for name in seat_names(seats).values()]

    assert [appearance(name) for name in shown] == [appearance(name) for name in names]
    assert len({appearance(name) for name in shown}) == len(shown)


def test_the_mark_of_a_long_name_is_never_cut() -> None:
    """The name is cut, the username stays."""
    seats = [person(f"s{nth}", "Ala" * 20, f"user{nth}" * 5) for nth in (1, 2)]

    names = [*seat_names(seats).values()]

    assert all(len(name) <= LONGEST_NAME for name in names)
    assert [name.endswith(f" ({seat.username})") for name, seat in zip(names, seats, strict=True)] == [True, True]


def test_names_at_a_real_table_look_different() -> None:
    """Accents, case and invisible signs make no second name."""
    for typed in ("Łucja, lucja", "Ala, A\u200bla", "Ola, OLA"):
        with pytest.raises(Refused, match="name_twice"):
            read_names(typed)


def test_an_exact_spelling_names_one_of_two() -> None:
    """Heroes whose names differ in case alone can both be typed."""
    names = {"c1": ["c1", "Iskra"], "c2": ["c2", "iskra"]}

    assert find_matches(names, "Iskra") == ["c1"]
    assert find_matches(names, "iskra") == ["c2"]
    assert find_matches(names, "ISKRA") == ["c1", "c2"]
