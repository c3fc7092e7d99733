"""The game master of a table: named by the leader before the game, by all in its middle, or by the guild's role."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts.game_master import appoint, step_down
from bot.acts.proposals import propose
from bot.table.events import MasterNamed
from rules.kernel.errors import Refused
from tests.bot.a_channel import HERE, a_channel, a_table
from tests.bot.a_table import ALA, OLEK, STRANGER, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice

EWA_THE_MASTER = STRANGER


async def test_the_leader_names_a_game_master_before_the_game(tmp_path: Path) -> None:
    """Olek, who does not lead, cannot; there is no story yet, so nothing is told."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.lobby(ALA, OLEK)).record.id

        with pytest.raises(Refused, match="not_table_leader"):
            await appoint(house.sessions, game_id, OLEK, EWA_THE_MASTER, an_interaction(), may=False)
        named = await appoint(house.sessions, game_id, ALA, EWA_THE_MASTER, an_interaction(), may=False)

    assert (named.standing.record.gm_id, named.told) == (EWA_THE_MASTER, ())


async def test_in_a_running_game_it_takes_a_ballot(tmp_path: Path) -> None:
    """Not even the leader does it alone."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id

        with pytest.raises(Refused, match="gm_ballot"):
            await appoint(house.sessions, game_id, ALA, ALA, an_interaction(), may=False)


async def test_the_consent_of_all_names_a_game_master(tmp_path: Path) -> None:
    """The first voice is noted, the second one decides; the table is told."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id
        first = await propose(house.sessions, game_id, ALA, an_interaction(), f"gm/{EWA_THE_MASTER}")
        second = await propose(house.sessions, game_id, OLEK, an_interaction(), f"gm/{EWA_THE_MASTER}")

    assert first.standing.record.gm_id == 0
    assert second.standing.record.gm_id == EWA_THE_MASTER
    assert [one.event for one in second.told] == [MasterNamed(True)]


async def test_a_master_without_a_seat_names_a_successor(tmp_path: Path) -> None:
    """The proposal is the master's; the players consent, and until they all do the master stays."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id
        await appoint(house.sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)

        with pytest.raises(Refused, match="gm_ballot"):
            await appoint(house.sessions, game_id, STRANGER, OLEK, an_interaction(), may=False)
        proposed = await propose(house.sessions, game_id, STRANGER, an_interaction(), f"gm/{OLEK}")
        first = await propose(house.sessions, game_id, ALA, an_interaction(), f"gm/{OLEK}")
        second = await propose(house.sessions, game_id, OLEK, an_interaction(), f"gm/{OLEK}")

    masters = [accepted.standing.record.gm_id for accepted in (proposed, first, second)]
    assert masters == [STRANGER, STRANGER, OLEK]


async def test_the_guilds_role_is_enough(tmp_path: Path) -> None:
    """Whoever has it takes the place at once, at a table where that person does not sit."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id
        taken = await appoint(house.sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)

    assert taken.standing.record.gm_id == STRANGER


async def test_a_new_game_master_ends_older_proposals(tmp_path: Path) -> None:
    """Ala's vote is gone, so that a later one does not make her the game master."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id
        await propose(house.sessions, game_id, ALA, an_interaction(), f"gm/{ALA}")
        await appoint(house.sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)
        left = await house.store.votes(game_id)
        await propose(house.sessions, game_id, OLEK, an_interaction(), f"gm/{ALA}")
        await step_down(house.sessions, game_id, STRANGER, an_interaction())

        assert (left, await house.store.votes(game_id)) == ({}, {})


async def test_nobody_is_named_twice_or_after_the_end(tmp_path: Path) -> None:
    """A game master already is one; a game that is over needs none."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA)).record.id
        await appoint(house.sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)

        with pytest.raises(Refused, match="gm_already"):
            await appoint(house.sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)
        await house.sessions.end(500, ALA, an_interaction())
        with pytest.raises(Refused, match="game_over"):
            await appoint(house.sessions, game_id, STRANGER, ALA, an_interaction(), may=True)


async def test_only_the_game_master_steps_down(tmp_path: Path) -> None:
    """Ala cannot send the game master away; the table is told when there is none any more."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA, OLEK)).record.id
        await appoint(house.sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)

        with pytest.raises(Refused, match="not_gm"):
            await step_down(house.sessions, game_id, ALA, an_interaction())
        after = await step_down(house.sessions, game_id, STRANGER, an_interaction())

    assert after.standing.record.gm_id == 0
    assert [one.event for one in after.told] == [MasterNamed(False)]


async def test_a_holder_of_the_role_takes_a_running_table(tmp_path: Path) -> None:
    """The guild has named its role; who has it says ``/gm take`` and needs nobody's consent."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Bartek", "Celina") as channel:
        await channel.command("Ala", "settings", **{"gm-role": "Owner"})
        taken = await channel.command("Ala", "gm take")

        assert taken.kind == "message"
        assert "jest od teraz mistrzem gry" in taken.text
        assert "Przy stole jest mistrz gry" in channel.story()
        ala = channel.playground.world.person("Ala")["user"]["id"]
        assert f"**Mistrz gry:** <@{ala}>" in (await channel.command("Bartek", "game status")).text


async def test_the_lobby_says_who_the_game_master_is(tmp_path: Path) -> None:
    """Named before the game, and seen by whoever thinks of sitting down."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "gm appoint", member="Darek")
        darek = channel.playground.world.person("Darek")["user"]["id"]
        lobby = next(one for one in channel.hands.newest_first(HERE, "Bartek") if one.buttons)
        assert f"**Mistrz gry:** <@{darek}>" in lobby.text
        shown = await channel.press("Bartek", "Dołącz")

        assert f"**Mistrz gry:** <@{darek}>" in shown.text
