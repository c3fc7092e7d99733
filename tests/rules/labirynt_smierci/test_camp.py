"""The second policy: to and fro at the entrance as long as that pays, then the usual one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import load
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import NextAction
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.stage import play_stage
from tests.rules.playing import question
from tests.rules.simulating import simulate

USUAL = LabiryntSmierci.with_tables()
CAMP = USUAL.playing("camp")
MAZE = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    {"at": [0, -1], "sides": "CWCW"},
    {"at": [0, -2], "sides": "CWCW"},
]


def goes(rules: LabiryntSmierci, north: int, wounds: int = 0, bought: int = 0, **setup: Any) -> Value:
    """What a policy answers so many steps north of the entrance."""
    party = [{"hero": one, "wounds": wounds, "bought": bought} for one in ("almuric", "gislan")]
    game, _ = rules.scene("stage", {"maze": MAZE, "at": [0, -north], "party": party, **setup})
    return rules.autopilot(game, question(lambda table: play_stage(table, game)), "s1")


def test_campers_walk_to_and_fro() -> None:
    """From the entrance to the segment beside it, and back, where the usual policy explores on."""
    assert goes(CAMP, 0) == ["n"]
    assert goes(CAMP, 1) == ["s"]
    assert goes(USUAL, 1) == ["explore"]


def test_campers_go_out_to_heal() -> None:
    """At the entrance, when they are hurt."""
    assert goes(CAMP, 0, wounds=5) == ["out"]


@pytest.mark.parametrize("setup", [{"bought": 20}, {"taught": 1}, {"adventure": 6}, {"north": 2}])
def test_camping_ends(setup: dict[str, Any]) -> None:
    """With twenty improvements each, without more to learn, in the last adventure, far from the entrance."""
    setup = {"north": 1, **setup}

    assert goes(CAMP, **setup) == goes(USUAL, **setup)


def test_where_every_group_teaches_campers_camp_on() -> None:
    """The house rule ``wanderers`` makes the difference."""
    assert goes(CAMP, 1, taught=99, options={"wanderers": "always"}) == ["s"]


def test_a_policy_plays_whole_games() -> None:
    """Others than those of the usual one; the usual one is the game as it is."""
    camped, usual = (simulate(rules, 2, 7, 60) for rules in (CAMP, USUAL))

    assert camped.games != usual.games
    assert USUAL.playing("careful") is USUAL


@pytest.mark.parametrize("game", ["labirynt-smierci", "jaskinia"])
def test_a_policy_that_nobody_knows_is_refused(game: str) -> None:
    """The refusal names those that there are."""
    with pytest.raises(Refused) as refusal:
        load(game).playing("reckless")

    assert refusal.value.reason == "policy"
    assert refusal.value.facts["policies"] == ("careful", "camp")[: 2 if game == "labirynt-smierci" else 1]


@pytest.mark.parametrize(("taught", "note"), [(0, "encounter.fight.cost.sure"), (1, "encounter.fight.vain.sure")])
def test_a_fight_with_wanderers_says_beforehand_that_it_teaches_nothing(taught: int, note: str) -> None:
    """Three segments are explored: one group has taught, the next one comes too early [12]."""
    monsters = {"kind": "orc", "strengths": [3], "resident": False}
    _, rule = USUAL.scene("encounter", {"maze": MAZE, "monsters": monsters, "taught": taught})

    asked = question(rule)

    assert isinstance(asked, NextAction)
    assert next(one.option.note for one in asked.actions if one.option.id == "fight") == note
