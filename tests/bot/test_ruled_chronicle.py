"""The chronicle of an evening with a game master's rulings: fights are counted as they were fought in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.acts import rulings
from bot.acts import undo as undoing
from bot.discord.chronicle import happened
from bot.session.history import stories_on_line
from bot.table.events import MasterTold
from bot.table.records import Address, EpochRow
from rules.games import load
from rules.kernel.events import Told
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import FightWon
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_mastered_channel import MASTER
from tests.bot.a_table import ALA, OLEK, a_house, an_interaction
from tests.bot.test_chronicle import a_row
from tests.bot.test_encounters import CALL, ways
from tests.bot.test_gm_commands import mastered

Deeds = Callable[[], Awaitable[Counter[str]]]


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[tuple[Channel, Deeds]]:
    """Ala's party has won a fight that Celina, their game master, called for."""
    async with (
        a_channel(tmp_path, load("labirynt-smierci")) as channel,
        channel.bot_up(lambda: bytes(range(32))) as client,
    ):
        sessions = client.service.sessions

        async def told() -> Counter[str]:
            rows = await sessions.chronicle(sessions.live()[0].id)
            return Counter(type(item.event).__name__ for item in happened(rows))

        await channel.command("Ala", "game new", options="heroes=2 apprentices=2")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        await channel.hands.settled()
        before = ways(channel)
        await channel.command(MASTER, CALL, what="walka 2 orki siła 3", sure=True)
        await fought_out(channel, before)
        yield channel, told


async def fought_out(channel: Channel, before: list[str]) -> None:
    """As usual, until the party stands where it stood."""
    while ways(channel) != before:
        await channel.press("Ala", "⭐")


async def test_a_ruling_takes_back_nothing(evening: tuple[Channel, Deeds]) -> None:
    """Gold is set behind the fight, in the same stage."""
    channel, told = evening
    before = await told()
    who = (await channel.command(MASTER, "gm screen")).text.split("### Szereg 1\n**")[1].split("**")[0]
    done = await channel.command(MASTER, "gm set", what="złoto", value=f"{who} 7", sure=True)

    assert f"{who}: złoto" in done.text
    after = await told()
    assert (before["FightBegan"], before["FightWon"]) == (1, 1)
    assert before <= after


async def test_what_a_die_decided_is_gone_with_it(evening: tuple[Channel, Deeds]) -> None:
    """The fight of an overruled die is fought on from it, and was won once."""
    channel, told = evening
    before = ways(channel)
    done = await channel.command(MASTER, "gm roll", sure=True)
    await fought_out(channel, before)

    after = await told()
    assert after["RolledAgain"] == 1, done.text
    assert (after["FightBegan"], after["FightWon"]) == (1, 1)


def test_a_ruling_behind_a_fight_leaves_it() -> None:
    """It begins an epoch of its own at the question that was open, and may be told from the beginning of the stage."""
    won = Told(FightWon(Word("monster.orc"), 1, 2))
    rows = [a_row(1, Address(1, 5, 9), won), a_row(2, Address(2, 5, 0), Told(MasterTold("7 gold")))]
    ruling = EpochRow(2, "gm", 1, Address(2, 5, 9), Address(1, 5, 9), 0.0, OLEK)

    line = stories_on_line(rows, [ruling], 2, {})

    assert [item.event for item in happened(line)] == [won.event, MasterTold("7 gold")]


async def test_before_an_overruled_die_all_stands(tmp_path: Path) -> None:
    """Of one press: what is told before the die stays, with the ruling and what came of it; an undo brings the first
    die back.
    """
    async with a_house(tmp_path / "db") as house:
        standing = await mastered(house, ALA)
        game_id, sessions = standing.record.id, house.sessions
        await house.press(standing, ALA, "dig-s1")
        first = [item.event for item in happened(await sessions.chronicle(game_id))]
        house.clock.now += 60
        await rulings.roll(sessions, game_id, OLEK, an_interaction(), [1, 1])
        ruled = Counter(type(item.event).__name__ for item in happened(await sessions.chronicle(game_id)))
        house.clock.now += 60
        await undoing.undo(sessions, game_id, OLEK, an_interaction())
        again = [item.event for item in happened(await sessions.chronicle(game_id))]

    assert ruled["Dug"] == ruled["RollForced"] == ruled["DiceRolled"] == 1
    assert [event for event in again if type(event).__name__ != "TakenBack"] == first
