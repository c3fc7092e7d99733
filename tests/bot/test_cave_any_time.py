"""At any time in Jaskinia: who is not at turn trades and lays down from the own things, and nobody waits for it."""

from __future__ import annotations

from pathlib import Path

from bot.table.timekeeping import waited_at
from tests.bot.a_cave import HERE as C6
from tests.bot.a_cave import a_figure, a_meeting, met
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_sorcerer import begun
from tests.bot.a_table import ALA, OLEK, a_house

LADEN = a_figure("miner", items=["rope"], followers=["porter"], trophies=["ogre", "giant_bat"])


async def test_before_the_attack_the_other_grows_and_is_not_waited_for(tmp_path: Path) -> None:
    """Ala may attack; Olek trades his trophies and lays the rope down, and Ala is asked the same once more."""
    async with a_house(tmp_path / "db", a_meeting(None, LADEN)) as house:
        there = await met(house, await begun(house))
        assert waited_at(there) == ("s1",)

        traded = await house.press(there, OLEK, ["trade", "0"])
        laid = await house.press(traded.standing, OLEK, ["drop", ["rope:0", "porter:1"]])

        assert [type(one.event).__name__ for one in (*traded.told, *laid.told)] == ["TrophiesTraded", "CardsLeft"]
        assert waited_at(laid.standing) == ("s1",)
        state = laid.standing.state
        assert state.seeker_of("s2").strength == 5
        assert state.lying[C6] == ["rope", "porter"]
        assert (await house.press(laid.standing, ALA, ["explore"])).told


async def test_it_stands_among_the_own_things_and_not_in_the_prompt(tmp_path: Path) -> None:
    """The public menu has nothing of it, as Ala herself has nothing to lay down; Olek's panel has."""
    async with a_channel(tmp_path, a_meeting(None, LADEN)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        assert "Zostaw coś tutaj" not in str(prompt.selects)

        await channel.press("Bartek", "🎒")
        panel = channel.hands.messages(HERE, "Bartek")[-1]

        assert "Zostaw coś tutaj" in str(panel.selects)
        assert "Wymień trofea na Siłę" in str(panel.selects)
