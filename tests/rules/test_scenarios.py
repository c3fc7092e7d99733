"""The scenario files of every game hold, say each fact once, and name all that can happen."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from rules.games import all_games, load
from rules.kernel.scenario import Scenario, play
from tests.rules.guide import examples, guide, words_of
from tests.scenario_files import files_of, scenarios_in, scenarios_of

RULES = {name: load(name) for name in all_games()}
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


@pytest.mark.parametrize("example", examples())
def test_the_guide_s_examples_hold(example: str) -> None:
    """What people are shown to copy works."""
    scenario = msgspec.convert(tomllib.loads(example), Scenario)

    assert play(scenario, RULES[scenario.game]) == []
