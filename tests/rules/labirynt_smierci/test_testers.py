"""Whom «as usual» sends to a feature: who risks least there, or gains most."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Value
from rules.kernel.requests import Choose, NextAction
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.stage import play_stage
from tests.rules.playing import question

RULES = LabiryntSmierci.with_tables()


def sent(kind: str, *party: dict[str, Any]) -> Value:
    """Who is named in answer to the second question, where a person asked to examine this."""
    maze = [
        {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
        {"at": [0, -1], "kind": kind, "sides": "DDDD"},
    ]
    game, _ = RULES.scene("stage", {"maze": maze, "at": [0, -1], "party": list(party)})
    asked = question(lambda table: play_stage(table, game))
    assert isinstance(asked, NextAction)
    who = next(action.ask for action in asked.of("s1") if action.option.id == "examine")
    assert isinstance(who, Choose)
    return RULES.autopilot(game, who, "s1")


@pytest.mark.parametrize(("hurt", "healthy"), [("lord_dil", "almuric"), ("almuric", "lord_dil")])
def test_of_a_fountain_drinks_who_has_most_strength(hurt: str, healthy: str) -> None:
    """It may be poison."""
    assert sent("fountain", {"hero": hurt, "wounds": 4}, {"hero": healthy}) == healthy


def test_a_lid_is_opened_by_who_can_disarm_it() -> None:
    """A trap lies under two of six lids."""
    assert sent("trapdoor", {"hero": "lord_dil"}, {"hero": "zurik"}) == "zurik"


def test_a_lid_is_not_opened_by_the_dying() -> None:
    """Neither nimble fingers help against a pit."""
    assert sent("trapdoor", {"hero": "lord_dil"}, {"hero": "gerudirr", "wounds": 5}) == "lord_dil"


def test_furniture_is_searched_by_who_can_learn() -> None:
    """There may be books."""
    assert sent("furniture", {"hero": "lord_dil"}, {"hero": "eodred", "usable": []}) == "eodred"


def test_an_altar_is_for_who_resists() -> None:
    """He wears a ring for it."""
    ring = {"kind": "ring", "name": "resistance_2", "worn": True}
    assert sent("altar", {"hero": "lord_dil"}, {"hero": "zurik", "items": [ring]}) == "zurik"


def test_an_altar_is_not_for_who_may_die_of_it() -> None:
    """However well he resists: its fire could be his end."""
    ring = {"kind": "ring", "name": "resistance_2", "worn": True}
    assert sent("altar", {"hero": "almuric"}, {"hero": "zurik", "items": [ring], "wounds": 5}) == "almuric"
