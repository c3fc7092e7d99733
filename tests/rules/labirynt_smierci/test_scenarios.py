"""The scenario files of Labirynt Śmierci hold, and a file with a slip is told which, in a sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from rules.kernel.errors import BadTable
from rules.kernel.scenario import Scenario, play, play_file, read
from rules.labirynt_smierci.events import EVENTS, corrections
from rules.labirynt_smierci.rulebook import NAME, LabiryntSmierci
from rules.labirynt_smierci.scenes import RULES, Band, Member, Place, Setup

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests/scenarios/labirynt_smierci").glob("*.toml"))
GUIDE = (ROOT / "docs/scenarios.md").read_text("utf-8")
GAME = LabiryntSmierci.with_tables()
ALL = [(file.stem, n, scenario) for file in FILES for n, scenario in enumerate(read(file), start=1)]

BRIBE = """
fact = "A bribe is taken on a 4"
section = "8.9"
game = "labirynt-smierci"
rule = "encounter"
setup.purse = 20
setup.monsters = { kind = "orc", strengths = [1] }
answers.encounter = [["bribe", 20]]
chance."bribe.roll" = [4]
expect = [{ event = "BribeTaken", gold = 20 }]
state.purse = 0
"""


@pytest.mark.parametrize("scenario", [pytest.param(one, id=f"{stem}-{n}") for stem, n, one in ALL])
def test_the_fact_holds(scenario: Scenario) -> None:
    """Each scenario of each file."""
    assert scenario.game == NAME
    assert play(scenario, GAME) == []


def test_no_fact_is_stated_twice() -> None:
    """A fact is what a failure is known by."""
    facts = [scenario.fact for _, _, scenario in ALL]

    assert sorted(facts) == sorted(set(facts))


def test_every_event_of_the_game_comes_up() -> None:
    """Whatever can happen by itself, some scenario says when; what a game master does has its own tests."""
    expected = {wanted["event"] for _, _, scenario in ALL for wanted in scenario.expect} | vars(corrections).keys()

    assert sorted(kind.__name__ for kind in EVENTS if kind.__name__ not in expected) == []


@pytest.mark.parametrize(
    ("written", "instead", "sentence"),
    [
        (
            "gold = 20 }",
            "gold = 40 }",
            "{'event': 'BribeTaken', 'gold': 40} was not told (in this order); told of this",
        ),
        (
            "BribeTaken",
            "TrapFound",
            "{'event': 'TrapFound', 'gold': 20} was not told (in this order); told of this kind",
        ),
        ("purse = 0", "purse = 5", "purse should be 5, it is 0"),
        ("[4]", "[4, 2]", "chance 'bribe.roll' was not used: [[2]]"),
        ("[4]", "[]", "it should play to the end, but it did wait for 'bribe.roll'"),
        ('[["bribe", 20]]', "[]", "it should play to the end, but it did wait for 'encounter'"),
        ("20]]", '20], "fight"]', "answers 'encounter' was not used: ['fight']"),
        ("20]]", "21]]", "it should play to the end, but it did be refused with 'amount_range'"),
        ("[4]", "[5]", "it should play to the end, but it did wait for 'combat.target'"),
    ],
)
def test_a_slip_is_told_in_a_sentence(tmp_path: Path, written: str, instead: str, sentence: str) -> None:
    """A wrong expectation, a die too many or too few, an answer that is missing or may not be given."""
    file = tmp_path / "slip.toml"
    file.write_text(BRIBE.replace(written, instead), "utf-8")

    failures = play_file(file, lambda name: GAME)

    assert any(failure.startswith(f"slip.toml: 'A bribe is taken on a 4': {sentence}") for failure in failures)


@pytest.mark.parametrize(
    ("written", "instead", "expected"),
    [
        ('"encounter"', '"counter"', "one of assemble, "),
        ('"encounter"', '"encounter, counter"', "got 'counter'"),
        ("setup.purse", "setup.gold", "unknown field `gold`"),
        ("setup.monsters", "setup.purses", "unknown field `purses`"),
        ('rule = "encounter"\n', "", "missing required field `rule`"),
    ],
)
def test_a_word_that_nobody_knows_is_named(tmp_path: Path, written: str, instead: str, expected: str) -> None:
    """Rules and fields are checked before anything is played."""
    file = tmp_path / "slip.toml"
    file.write_text(BRIBE.replace(written, instead), "utf-8")

    with pytest.raises(BadTable, match=re.escape(expected)):
        play_file(file, lambda name: GAME)


def test_the_guide_names_every_rule_field_and_why() -> None:
    """``docs/scenarios.md`` keeps up with what there is."""
    text = re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL)
    words = set(re.findall(r"[\w.-]+", " ".join(re.findall(r"`([^`]+)`", text))))
    fields = [field.name for kind in (Scenario, Setup, Member, Place, Band) for field in msgspec.structs.fields(kind)]
    whys = [why for _, _, scenario in ALL for why in (*scenario.chance, *scenario.answers)]
    reasons = [scenario.refused for _, _, scenario in ALL if scenario.refused]

    assert sorted({*RULES, *fields, *whys, *reasons} - words) == []


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL))
def test_the_guide_s_examples_hold(example: str) -> None:
    """What people are shown to copy works."""
    assert play(msgspec.convert(tomllib.loads(example), Scenario), GAME) == []
