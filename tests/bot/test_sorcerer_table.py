"""What any table can do, at a table of rivals: house rules, real dice, a game master, tables of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts import rulings
from bot.acts import undo as undoing
from bot.acts.undo_points import points
from rules.games import load
from rules.kernel.errors import Refused
from rules.kernel.requests import Roll
from rules.labirynt_czarnoksieznika.events.fights import MonsterMet
from tests.bot import a_rival_game
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_sorcerer import Midgame, a_duel, begun
from tests.bot.a_table import ALA, EWA, a_house, an_interaction

RULES = load("labirynt-czarnoksieznika")
SCOUTS = [{"id": "taelin", "at": "C4@0"}, {"id": "haldra", "at": "B3@1"}]
SCARABS = 'id = "scarabs",      kind = "monster", strength = 9'


# House rules -------------------------------------------------------------------------------------------------


async def test_a_shorter_game_is_agreed_on_in_the_lobby(tmp_path: Path) -> None:
    """Eight Gems: everybody reads it there, and in the course of the game."""
    async with a_channel(tmp_path, RULES) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "house", rule="gems", value="8")
        await channel.press("Bartek", "Dołącz")
        lobby = next(said for said in reversed(channel.texts("Darek")) if "Przy stole" in said)
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(channel.is_asked)
        status = await channel.command("Bartek", "game status")

        assert "**Długość** – Klejnotów do zwycięstwa: 8" in lobby
        assert "(cel: 8)" in status.text


async def test_the_goal_changes_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """From the next turn on ten Gems win; what made the table stays; an undo brings the old goal back."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        await a_rival_game.name_a_master(house, turn)
        game_id = turn.record.id
        await rulings.change_house_rule(house.sessions, game_id, EWA, an_interaction(), "gems", "10")
        with pytest.raises(Refused, match="option_fixed"):
            await rulings.change_house_rule(house.sessions, game_id, EWA, an_interaction(), "neutral", "no")
        next_turn = (await house.press(await a_rival_game.now(house, turn), ALA, ["step:liriel:C1"])).standing
        while next_turn.state.stage == turn.state.stage:
            next_turn = await a_rival_game.played(house, next_turn, 1)
        steps = len(await points(house.store, game_id, next_turn.address))
        await undoing.undo(house.sessions, game_id, EWA, an_interaction(), steps)
        back = await a_rival_game.now(house, turn)

        assert (next_turn.record.options["gems"], next_turn.state.options.gems) == ("10", 10)
        assert (back.record.options.get("gems"), back.state.options.gems) == (None, 18)


# Real dice ---------------------------------------------------------------------------------------------------


async def test_only_the_kinds_by_hand_wait(tmp_path: Path) -> None:
    """The Encounter Table by hand: the two dice are waited for; the monster's fight is the bot's."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        await a_rival_game.by_hand(house, turn, "encounter")
        there = (await house.press(turn, ALA, ["step:taelin:C4"])).standing
        met = await a_rival_game.thrown(house, turn, 1, 1)

        assert isinstance(there.waiting, Roll)
        assert (there.waiting.why, there.waiting.code) == ("encounter.table", "2K6")
        assert not isinstance(met.standing.waiting, Roll)


# The game master ---------------------------------------------------------------------------------------------


async def test_a_game_master_sets_right_what_all_see_and_what_nobody_sees(tmp_path: Path) -> None:
    """Life Points, Gems and a place aloud; a token in the Backpack is her secret and Bartek's."""
    async with a_rival_game.a_mastered_duel(tmp_path, a_duel(pack=["dagger"])) as channel:
        await channel.command(a_rival_game.MASTER, "gm set", what="life:haldra", value="1", sure=True)
        await channel.command(a_rival_game.MASTER, "gm set", what="gems:s2", value="5", sure=True)
        await channel.command(a_rival_game.MASTER, "gm set", what="chamber:borgrim", value="D4@0", sure=True)
        await channel.command(a_rival_game.MASTER, "gm set", what="pack:haldra", value="fireball", sure=True)
        party = await channel.command("Ala", "party")
        things = await channel.command("Bartek", "things")
        seen = await channel.command(a_rival_game.MASTER, "gm see")

        assert "Haldra" in channel.story()
        assert "Klejnoty na nowo (Bartek): 5 (wcześniej 1)" in channel.story()
        assert "Ognista kula" in things.text
        assert "Ognista kula" not in channel.story() + party.text
        assert "decyzj" in seen.text
        assert "Ognista kula" in seen.text


async def test_a_game_master_sees_what_each_hides(tmp_path: Path) -> None:
    """Both players' Backpacks and orders stand in what the game master alone is shown."""
    async with a_rival_game.a_mastered_duel(tmp_path, a_duel(pack=["fireball"], joint="always")) as channel:
        seen = await channel.command(a_rival_game.MASTER, "gm see")

        assert seen.kind == "ephemeral"
        assert "**Co ukrywa Ala**" in seen.text
        hidden = seen.text.partition("**Co ukrywa Bartek**")[2]
        assert "Ognista kula" in hidden
        assert "Wspólna obrona: zawsze razem" in hidden


async def test_whoever_leads_rivals_gets_no_full_copy_while_they_play(tmp_path: Path) -> None:
    """Ala plays, too: other people's Backpacks and the seed are not for her; her own copy is."""
    async with a_channel(tmp_path, a_duel(pack=["fireball"])) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        refused = await channel.command("Ala", "game export", everything=True)
        own = await channel.hands.follow(await channel.hands.slash("Ala", HERE, "game export", {}))

        assert "pełną kopię trwającej gry dostaje tylko mistrz gry" in refused.text
        assert own.message is not None
        assert own.message.attachments[0]["filename"].endswith("-s1.json")


# Tables of one's own -----------------------------------------------------------------------------------------


async def test_a_groups_own_monster_is_met(tmp_path: Path) -> None:
    """A lone scarab has become a titan with the Strength of nine: it is met by that at the totals of the table."""
    own = a_rival_game.own_tables(
        tmp_path / "own",
        a_rival_game.SORCERER,
        "encounters",
        'id = "scarabs",      kind = "monster", strength = 1',
        SCARABS,
    )
    async with a_house(tmp_path / "db", Midgame(own / "labirynt_czarnoksieznika", characters=SCOUTS)) as house:
        turn = await begun(house)
        await a_rival_game.by_hand(house, turn, "encounter")
        await house.press(turn, ALA, ["step:taelin:D4"])
        met = await a_rival_game.thrown(house, turn, 3, 1)

    monsters = [one.event for one in met.told if isinstance(one.event, MonsterMet)]
    assert [(one.total, one.strength) for one in monsters] == [(4, 9)]
