"""The scenario files of every game hold, say each fact once, and name all that can happen."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.games import all_games, load
from rules.kernel.errors import BadTable
from rules.kernel.scenario import Scenario, play
from rules.kernel.tables import package_of
from tests.of_each_game import of_each_game
from tests.rules.contract.slips import Slips
from tests.rules.guide import examples, guide, names_of, words_of
from tests.scenario_files import files_of, scenarios_in, scenarios_of

RULES = {name: load(name) for name in all_games()}
SLIPS: dict[str, Slips] = {name: one.SLIPS for name, one in of_each_game("tests.rules.{}.slips").items()}
TITLES = {
    "labirynt-smierci": "Labirynt Śmierci",
    "labirynt-czarnoksieznika": "Labirynt Czarnoksiężnika",
    "jaskinia": "Jaskinia",
}


@pytest.mark.parametrize(
    ("game", "file"),
    [pytest.param(game, file, id=f"{game}-{file.stem}") for game in all_games() for file in files_of(game)],
)
def test_the_facts_hold(game: str, file: Path) -> None:
    """Each scenario of the file; all that fail are named."""
    scenarios = scenarios_in(file)
    wrong = {scenario.fact: faults for scenario in scenarios if (faults := play(scenario, RULES[game]))}

    assert {scenario.game for scenario in scenarios} == {game}
    assert wrong == {}


@pytest.mark.parametrize("game", all_games())
def test_no_fact_is_stated_twice(game: str) -> None:
    """A fact is what a failure is known by."""
    facts = [scenario.fact for scenario in scenarios_of(game)]

    assert sorted(facts) == sorted(set(facts))


@pytest.mark.parametrize("game", all_games())
def test_every_event_of_the_game_comes_up(game: str) -> None:
    """Whatever can happen by itself, some scenario says when; what a game master does has its own tests."""
    expected = {wanted["event"] for scenario in scenarios_of(game) for wanted in scenario.expect}
    by_itself = [kind.__name__ for kind in RULES[game].events if not kind.__module__.endswith(".corrections")]

    assert sorted(name for name in by_itself if name not in expected) == []


@pytest.mark.parametrize("game", all_games())
def test_the_guide_names_every_why_and_reason(game: str) -> None:
    """``docs/scenarios.md`` keeps up with what there is."""
    whys = [why for scenario in scenarios_of(game) for why in (*scenario.chance, *scenario.answers)]
    reasons = [scenario.refused for scenario in scenarios_of(game) if scenario.refused]

    assert sorted({*whys, *reasons} - words_of(guide(TITLES[game]))) == []


@pytest.mark.parametrize("game", all_games())
def test_the_guide_names_every_rule_and_field(game: str) -> None:
    """Whatever a file may name."""
    rules = import_module(f"rules.{package_of(game)}.scenario_setup").RULES
    fields = [field.name for kind in SLIPS[game].fields for field in msgspec.structs.fields(kind)]

    assert sorted({*names_of(rules), *fields} - words_of(guide(TITLES[game]))) == []


@pytest.mark.parametrize(
    ("game", "setup", "rule", "expected"), [(game, *case) for game, slips in SLIPS.items() for case in slips.misplaced]
)
def test_a_word_that_nobody_knows_is_named(game: str, setup: dict[str, Any], rule: str, expected: str) -> None:
    """With the key where it stands, and what was expected there."""
    with pytest.raises(BadTable, match=re.escape(expected)):
        RULES[game].scene(rule, setup)


@pytest.mark.parametrize("example", examples())
def test_the_guide_s_examples_hold(example: str) -> None:
    """What people are shown to copy works."""
    scenario = msgspec.convert(tomllib.loads(example), Scenario)

    assert play(scenario, RULES[scenario.game]) == []
