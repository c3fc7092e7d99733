"""What any table can do, in both rival games: a whole game, choosing in turn, copies, tables of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.acts.copies.exporting import export_own
from bot.table.timekeeping import waited_at
from rules.kernel.errors import BadTable
from rules.kernel.proof import check
from rules.kernel.requests import Choose
from tests.bot import a_rival_game
from tests.bot.a_copy import a_place, masters_copy
from tests.bot.a_proof import must_be_recorded
from tests.bot.a_sorcerer import begun
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, a_house, an_interaction

WHOLE_GAMES = [
    (a_rival_game.CAVE, [ALA], 20, ("crystal", "lost")),
    (a_rival_game.CAVE, [ALA, OLEK, EWA], 20, ("crystal", "last")),
    (a_rival_game.SORCERER, [ALA, OLEK], 60, ("gems",)),
]


@pytest.mark.parametrize(("rival", "people", "answers", "outcomes"), WHOLE_GAMES, ids=["cave-1", "cave-3", "sorcerer"])
async def test_a_game_goes_on_to_its_end(
    tmp_path: Path, rival: a_rival_game.RivalGame, people: list[int], answers: int, outcomes: tuple[str, ...]
) -> None:
    """Everybody answers as usual, the bot falls in between; at the end every die is the seed's."""
    rules = a_rival_game.rules_of(rival)
    async with a_place(tmp_path / "db", rules, rival.seed) as house:
        await house.lobby(*people)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        standing = await a_rival_game.played(house, standing, answers)
    async with a_place(tmp_path / "db", rules, rival.seed) as house:
        again = await house.sessions.standing_of(standing.record.id)
        assert again == standing
        ended = await a_rival_game.played(house, standing, 2000)
        verdict = check(await house.sessions.proof(ended.record.id))
        assert await must_be_recorded(house.sessions, ended.record.id) > answers

    assert ended.record.phase == "ended"
    assert ended.state.outcome in outcomes
    assert verdict.faults == ()
    assert verdict.fair > answers
    if rival is a_rival_game.SORCERER:
        assert ended.state.teams[ended.state.winner].gems >= 18


@a_rival_game.both_games
async def test_whom_one_plays_is_chosen_in_turn(tmp_path: Path, rival: a_rival_game.RivalGame) -> None:
    """Ala first; what she has taken is not offered to Olek."""
    rule, taken = rival.chosen
    async with a_house(tmp_path / "db", a_rival_game.rules_of(rival)) as house:
        await house.lobby(ALA, OLEK, **{rule: "chosen"})
        first = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        second = (await house.press(first, ALA, taken)).standing
        offered = [choices(standing.waiting) for standing in (first, second)]

        assert [waited_at(standing) for standing in (first, second)] == [
            (a_rival_game.ATTACKER,),
            (a_rival_game.DEFENDER,),
        ]
        assert offered[1] == [choice for choice in offered[0] if choice != taken]
        assert taken in offered[0]


def choices(waiting: Any) -> list[str]:
    """The choices of an open question."""
    assert isinstance(waiting, Choose)
    return [option.id for option in waiting.options]


@a_rival_game.both_games
async def test_a_game_masters_copy_goes_on_and_a_players_does_not(
    tmp_path: Path, rival: a_rival_game.RivalGame
) -> None:
    """In the middle of a duel: everything in the one; in Ala's not even what Olek hides, nor the seed."""
    async with a_house(tmp_path / "db", rival.armed()) as house:
        asked = (await rival.attacked(house, await begun(house))).standing
        everything = (await masters_copy(house, asked.record.id)).decode()
        alas, oleks = [
            (await export_own(house.sessions, asked.record.id, seat)).decode()
            for seat in (a_rival_game.ATTACKER, a_rival_game.DEFENDER)
        ]

    assert '"kind":"full"' in everything.replace(" ", "")
    assert [rival.hidden_thing in copy for copy in (oleks, alas)] == [True, False]
    assert '"seeds":[]' in alas.replace(" ", "")


@a_rival_game.both_games
def test_a_bad_table_is_refused_with_its_place(tmp_path: Path, rival: a_rival_game.RivalGame) -> None:
    """File, key and what was expected, before anybody plays."""
    name, written, mistake, refusal = rival.wrong_table

    with pytest.raises(BadTable, match=refusal):
        a_rival_game.rules_of(rival, a_rival_game.own_tables(tmp_path, rival, name, written, mistake))
