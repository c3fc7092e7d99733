"""What any table can do, at a table of rivals: house rules, real dice, a game master, tables of one's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.acts import rulings
from bot.acts import undo as undoing
from bot.acts.copies.exporting import export_own
from bot.acts.undo_points import points
from bot.session.transaction import Transaction
from bot.table.records import Press, Standing
from rules.games import load
from rules.kernel.errors import BadTable, Refused
from rules.kernel.proof import check
from rules.kernel.requests import Choose, Roll
from rules.labirynt_czarnoksieznika.events.fights import MonsterMet
from rules.labirynt_czarnoksieznika.tables import FOLDER
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_copy import PLAYERS, a_place, masters_copy
from tests.bot.a_sorcerer import Midgame, a_duel, attacked, begun
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, House, a_house, agree_on, an_interaction

RULES = load("labirynt-czarnoksieznika")
SHORT = bytes([21]) * 32
"""With these dice somebody has eighteen Gems after sixty turns."""
MASTER = "Celina"
SCOUTS = [{"id": "taelin", "at": "C4@0"}, {"id": "haldra", "at": "B3@1"}]
SCARABS = 'id = "scarabs",      kind = "monster", strength = 9'


async def name_a_master(house: House, standing: Standing) -> None:
    """Ewa leads the table."""

    async def name(turn: Transaction) -> None:
        turn.rewrite(gm_id=EWA)

    await house.sessions.change(standing.record.id, None, name)


async def now(house: House, standing: Standing) -> Standing:
    """The table as it stands."""
    found = await house.sessions.standing_of(standing.record.id)
    assert found is not None
    return found


# A whole game ------------------------------------------------------------------------------------------------


async def test_two_play_for_eighteen_gems(tmp_path: Path) -> None:
    """Everybody answers as usual, the bot falls in between; at the end every die is the seed's."""
    async with a_place(tmp_path / "db", RULES, SHORT) as house:
        await house.lobby(*PLAYERS.values())
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        standing = await _as_usual(house, standing, 60)
    async with a_place(tmp_path / "db", RULES, SHORT) as house:
        again = await house.sessions.standing_of(standing.record.id)
        assert again == standing
        ended = await _as_usual(house, standing, 2000)
        verdict = check(await house.sessions.proof(ended.record.id))

    assert ended.record.phase == "ended"
    assert ended.state.outcome == "gems"
    assert ended.state.teams[ended.state.winner].gems >= 18
    assert verdict.faults == ()
    assert verdict.fair > 60


async def _as_usual(house: House, standing: Standing, answers: int) -> Standing:
    for _ in range(answers):
        if standing.waiting is None:
            break
        asked = [seat for seat in PLAYERS if seat not in standing.done]
        for seat in asked:
            press = Press(standing.record.id, PLAYERS[seat], an_interaction(), None, standing.address, True)
            try:
                standing = (await house.sessions.answer(press)).standing
            except Refused:
                continue
            break
    return standing


# House rules -------------------------------------------------------------------------------------------------


async def test_teams_are_chosen_in_turn(tmp_path: Path) -> None:
    """Ala first; what she has taken is not offered to Olek."""
    async with a_house(tmp_path / "db", RULES) as house:
        await house.lobby(ALA, OLEK, teams="chosen")
        first = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        second = (await house.press(first, ALA, "elves")).standing

        assert isinstance(first.waiting, Choose)
        assert isinstance(second.waiting, Choose)
        assert [(one.waiting.why, one.waiting.who) for one in (first, second)] == [  # type: ignore[union-attr]  # seen above
            ("setup.team", "s1"),
            ("setup.team", "s2"),
        ]
        assert "elves" not in [option.id for option in second.waiting.options]
        assert len(second.waiting.options) == len(first.waiting.options) - 1


async def test_a_shorter_game_is_agreed_on_in_the_lobby(tmp_path: Path) -> None:
    """Eight Gems: everybody reads it there, and in the course of the game."""
    async with a_channel(tmp_path, RULES) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "house", rule="gems", value="8")
        await channel.press("Bartek", "Dołącz")
        lobby = [one for one in channel.hands.messages(HERE, "Darek") if not one.ephemeral][-1].text
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(channel.is_asked)
        status = await channel.command("Bartek", "game status")

        assert "**Zasady domowe:** Klejnotów do zwycięstwa: 8" in lobby
        assert "(cel: 8)" in status.text


async def test_the_goal_changes_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """From the next turn on ten Gems win; what made the table stays; an undo brings the old goal back."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        await name_a_master(house, turn)
        game_id = turn.record.id
        await rulings.change_house_rule(house.sessions, game_id, EWA, an_interaction(), "gems", "10")
        with pytest.raises(Refused, match="option_fixed"):
            await rulings.change_house_rule(house.sessions, game_id, EWA, an_interaction(), "neutral", "no")
        next_turn = (await house.press(await now(house, turn), ALA, ["step:liriel:C1"])).standing
        while next_turn.state.stage == turn.state.stage:
            next_turn = await _as_usual(house, next_turn, 1)
        steps = len(await points(house.store, game_id, next_turn.address))
        await undoing.undo(house.sessions, game_id, EWA, an_interaction(), steps)
        back = await now(house, turn)

        assert (next_turn.record.options["gems"], next_turn.state.options.gems) == ("10", 10)
        assert (back.record.options.get("gems"), back.state.options.gems) == (None, 18)


# Real dice ---------------------------------------------------------------------------------------------------


async def test_a_duel_with_real_dice(tmp_path: Path) -> None:
    """Only fights go by hand: Ala presses what she threw, Bartek types his; the story shows both hands."""
    async with a_channel(tmp_path, a_duel()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        panel = await channel.command("Ala", "table")
        await channel.pick("Ala", panel.message, 4, "starcia")
        await channel.press("Bartek", "Za")
        await channel.answer("Ala", "step:taelin:B3")
        await channel.answer("Ala", "attack:haldra")
        await channel.hands.until(lambda: "6" in [one.label for one in channel.hands.messages(HERE, "Ala")[-1].buttons])
        asked = channel.hands.messages(HERE, "Ala")[-1]
        await channel.press("Ala", "6")
        await channel.command("Bartek", "dice", what="2")

        assert [button.label for button in asked.buttons][:6] == ["1", "2", "3", "4", "5", "6"]
        assert channel.story().count("✋") == 2
        assert "**6** ✋" in channel.story()
        assert "**2** ✋" in channel.story()


async def test_only_the_kinds_by_hand_wait(tmp_path: Path) -> None:
    """The Encounter Table by hand: the two dice are waited for; the monster's fight is the bot's."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        people = [seat.user_id for seat in turn.record.seats]
        await agree_on(house, turn.record.id, *people, dice="hand", by_hand=("encounter",))
        there = (await house.press(turn, ALA, ["step:taelin:C4"])).standing
        met = await rulings.type_dice(house.sessions, turn.record.id, ALA, an_interaction(), [1, 1])

        assert isinstance(there.waiting, Roll)
        assert (there.waiting.why, there.waiting.code) == ("encounter.table", "2K6")
        assert not isinstance(met.standing.waiting, Roll)


# The game master ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def a_mastered_duel(folder: Path, rules: Midgame) -> AsyncIterator[Channel]:
    """Ala's turn, at a table that Celina leads."""
    async with a_channel(folder, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Zaczynamy")
        yield channel


async def test_a_game_master_sets_right_what_all_see_and_what_nobody_sees(tmp_path: Path) -> None:
    """Life Points, Gems and a place aloud; a token in the Backpack is her secret and Bartek's."""
    async with a_mastered_duel(tmp_path, a_duel(pack=["dagger"])) as channel:
        await channel.command(MASTER, "gm set", what="life:haldra", value="1", sure=True)
        await channel.command(MASTER, "gm set", what="gems:s2", value="5", sure=True)
        await channel.command(MASTER, "gm set", what="chamber:borgrim", value="D4@0", sure=True)
        await channel.command(MASTER, "gm set", what="pack:haldra", value="fireball", sure=True)
        party = await channel.command("Ala", "party")
        things = await channel.command("Bartek", "things")
        seen = await channel.command(MASTER, "gm see")

        assert "Haldra" in channel.story()
        assert "Klejnoty na nowo (Bartek): 5 (wcześniej 1)" in channel.story()
        assert "Ognista kula" in things.text
        assert "Ognista kula" not in channel.story() + party.text
        assert "decyzj" in seen.text
        assert "Ognista kula" in seen.text


async def test_a_game_master_sees_what_each_hides(tmp_path: Path) -> None:
    """Both players' Backpacks and orders stand in what the game master alone is shown."""
    async with a_mastered_duel(tmp_path, a_duel(pack=["fireball"], joint="always")) as channel:
        seen = await channel.command(MASTER, "gm see")

        assert seen.kind == "ephemeral"
        assert "**Co ukrywa Ala**" in seen.text
        hidden = seen.text.partition("**Co ukrywa Bartek**")[2]
        assert "Ognista kula" in hidden
        assert "Wspólna obrona: zawsze razem" in hidden


async def test_a_game_master_goes_on_without_a_defender(tmp_path: Path) -> None:
    """Bartek is asked for a scroll; the autopilot answers for him, and the table is told so."""
    async with a_mastered_duel(tmp_path, a_duel(pack=["dagger"], scrolls="ask")) as channel:
        await channel.answer("Ala", "step:taelin:B3")
        await channel.answer("Ala", "attack:haldra")
        asked = channel.hands.messages(HERE, "Darek")[-1].text
        skipped = await channel.command(MASTER, "gm skip")

        assert "Decyzja w tajemnicy" in asked
        assert skipped.text == "Gra toczy się dalej."
        assert "Decyzja w tajemnicy" not in channel.hands.messages(HERE, "Darek")[-1].text
        assert "nie czeka dłużej na odpowiedź: Bartek" in channel.story()


async def test_a_game_masters_copy_goes_on_and_a_players_does_not(tmp_path: Path) -> None:
    """In the middle of a duel: everything in the one, and in the other not even Olek's scroll."""
    rules = a_duel(together=True, pack=["fireball"])
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await attacked(house, await begun(house))).standing
        everything = (await masters_copy(house, asked.record.id)).decode()
        alas = (await export_own(house.sessions, asked.record.id, "s1")).decode()

    assert '"kind":"full"' in everything.replace(" ", "")
    assert "fireball" not in alas
    assert '"seeds":[]' in alas.replace(" ", "")


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


def own_tables(folder: Path, change: tuple[str, str]) -> Path:
    """A folder in which one thing about the Encounter Table is different."""
    own = folder / "labirynt_czarnoksieznika"
    own.mkdir(parents=True)
    printed = (FOLDER / "encounters.toml").read_text("utf-8")
    assert change[0] in printed
    (own / "encounters.toml").write_text(printed.replace(*change, 1), "utf-8")
    return folder


async def test_a_groups_own_monster_is_met(tmp_path: Path) -> None:
    """A lone scarab has become a titan with the Strength of nine: it is met by that at the totals of the table."""
    own = own_tables(tmp_path / "own", ('id = "scarabs",      kind = "monster", strength = 1', SCARABS))
    async with a_house(tmp_path / "db", Midgame(own / "labirynt_czarnoksieznika", characters=SCOUTS)) as house:
        turn = await begun(house)
        people = [seat.user_id for seat in turn.record.seats]
        await agree_on(house, turn.record.id, *people, dice="hand", by_hand=("encounter",))
        await house.press(turn, ALA, ["step:taelin:D4"])
        met = await rulings.type_dice(house.sessions, turn.record.id, ALA, an_interaction(), [3, 1])

    monsters = [one.event for one in met.told if isinstance(one.event, MonsterMet)]
    assert [(one.total, one.strength) for one in monsters] == [(4, 9)]


def test_a_bad_table_is_refused_with_its_place(tmp_path: Path) -> None:
    """File, key and what was expected, before anybody plays."""
    own = own_tables(tmp_path, ("total =  4", "total =  3"))

    with pytest.raises(BadTable, match=r"encounters\.toml: encounter\[2\]\.total"):
        load("labirynt-czarnoksieznika", own)
