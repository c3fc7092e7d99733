"""A table whose open stage cannot be run any more blocks nothing: it can be closed, put away, and its seed is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.acts import absence, archive
from bot.session.faults import blame_on_us
from bot.session.sessions import OurFault
from bot.table.records import Standing
from rules.kernel.proof import check
from rules.kernel.table import Table
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction
from tests.bot.parlour import Parlour, ParlourRules, a_choice
from tests.bot.toy_game import ToyRules


class LostRules(ToyRules):
    """The same game by tables in which something is missing."""

    digest = "other tables"

    def stage(self, table: Table, state: Any) -> None:
        """It looks for a card that is not there."""
        raise KeyError("miners_helmet")


class LostParlour(ParlourRules):
    """The same of the parlour."""

    digest = "other tables"

    def stage(self, table: Table, state: Parlour) -> None:
        """It looks for a card that is not there."""
        raise KeyError("miners_helmet")


async def test_it_can_be_closed(tmp_path: Path) -> None:
    """Whoever leads it ends it, and the channel is free for another game."""
    async with a_house(tmp_path / "db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id

    async with a_house(tmp_path / "db", LostRules()) as house:
        with pytest.raises(OurFault):
            await house.sessions.standing(CHANNEL)
        ended = await house.sessions.end(CHANNEL, ALA, an_interaction())
        again = await house.sessions.standing_of(game_id)
        fresh = await house.lobby(OLEK)

        assert (ended.record.phase, ended.state) == ("ended", None)
        assert again is not None
        assert again.record.phase == "ended"
        assert fresh.record.id != game_id
        assert len(await house.sessions.revealed_seeds(game_id)) == 1
        proof = await house.sessions.proof(game_id)
        assert (check(proof).faults, check(proof).unchecked) == ((), {})  # what was answered before stands in it


async def test_it_can_be_put_away_and_comes_back_with_its_tables(tmp_path: Path) -> None:
    """Its channel was deleted meanwhile; with the tables of before it goes on where it was."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)

    async with a_house(tmp_path / "db", LostRules()) as house:
        await archive.archive_channel(house.sessions, CHANNEL)
        assert house.sessions.live() == []
        with pytest.raises(OurFault):
            await archive.resume(house.sessions, standing.record.id, CHANNEL, 1, ALA, an_interaction())

    async with a_house(tmp_path / "db") as house:
        back = await archive.resume(house.sessions, standing.record.id, CHANNEL, 1, ALA, an_interaction())

        assert (back.address, back.record.archived) == (standing.address, False)
        assert (await house.press(back, ALA, "rest")).standing.address > back.address


async def test_the_channel_hears_the_seed(tmp_path: Path) -> None:
    """A press is answered with a reference; closed, the table says its farewell once, and another one is opened."""
    async with a_channel(tmp_path, ParlourRules(a_choice, a_choice)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala", "Bartek")
        channel.games = {"parlour": LostParlour(a_choice, a_choice)}
        async with channel.bot_up():
            pressed = await press_what_stands_there(channel)
            await channel.command("Ala", "game end", sure=True)
            await channel.hands.settled()
            await channel.command("Bartek", "game new")

            told = channel.texts()
            fresh = channel.hands.find_button(HERE, "Ala", "Dołącz")

        assert "brakuje „miners" in pressed
        assert "bezpieczny" in pressed
        assert "LABIRYNT_TABLES" in pressed
        assert len([one for one in told if "Ziarno" in one]) == 1
        assert fresh


async def press_what_stands_there(channel: Channel) -> str:
    """The first button of the open question; what whoever presses is told."""
    message = next(one for one in channel.hands.newest_first(HERE, "Ala") if one.buttons)
    done = await channel.hands.press("Ala", message, message.buttons[0].custom_id)
    return done.text


async def test_it_hides_no_other_table_of_somebody(tmp_path: Path) -> None:
    """Ala plays at two, and the rules of one are lost: she is told of the other."""
    async with a_house(tmp_path / "db") as house:
        lost = await house.mine(ALA, OLEK)
        other = await house.mine(ALA, OLEK, channel=CHANNEL + 1)
        standing_of = house.sessions.standing_of

        async def broken(game_id: str) -> Standing | None:
            with blame_on_us(game_id, lost.address):
                if game_id == lost.record.id:
                    raise KeyError("miners_helmet")
                return await standing_of(game_id)

        with patch.object(house.sessions, "standing_of", broken):
            found = await absence.known_tables(house.sessions, ALA, lost.record.guild_id)

    assert [one.record.id for one in found] == [other.record.id]
