"""The scenario files of Labirynt Czarnoksiężnika leave nothing of its tables out; bad positions are named."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from rules.kernel.errors import BadTable
from rules.labirynt_czarnoksieznika.model import Character, Orders, Token
from rules.labirynt_czarnoksieznika.scenario_setup import RULES, Position, scene
from rules.labirynt_czarnoksieznika.tables import load
from tests.rules.guide import guide, names_of, words_of
from tests.scenario_files import files_of, scenarios_of

GAME = "labirynt-czarnoksieznika"
TABLES = load()
RULINGS = 24
EXAMPLES = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
TRICKS = ("steal_token", "steal_gem", "stun", "wins_ties", "dissolve_weapon", "ignore_weapon", "twice")


def sections() -> str:
    """Every section that a scenario stands for."""
    return " ".join(scenario.section for scenario in scenarios_of(GAME))


def never(wanted: list[str], told: list[str]) -> list[str]:
    """What is not among these."""
    return [one for one in wanted if one not in told]


def test_every_ruling_and_worked_example_is_shown() -> None:
    """A1 to A24, and the examples, which have odd numbers."""
    facts = " ".join(scenario.fact for scenario in scenarios_of(GAME))

    assert [n for n in range(1, RULINGS + 1) if not re.search(rf"\bA{n}\b", sections())] == []
    assert [n for n in EXAMPLES if f"Example {n}:" not in facts] == []


def test_every_row_of_the_encounter_table_is_met() -> None:
    """Monsters and what is no monster."""
    met = [wanted["foe"] for scenario in scenarios_of(GAME) for wanted in scenario.expect if "foe" in wanted]

    assert never([row.id for row in TABLES.encounters.encounter], met) == []


def test_every_special_of_a_monster_has_its_scenarios() -> None:
    """By the name that the table gives it; a stun is shown with the monsters that deal it."""
    named = [trick for trick in TRICKS if f"12 {trick}" in sections()]

    assert never([trick for trick in TRICKS if trick != "stun"], named) == []
    assert "Stunned" in [wanted["event"] for scenario in scenarios_of(GAME) for wanted in scenario.expect]


def test_every_find_is_of_some_use() -> None:
    """Each token is named somewhere, and each scroll is cast."""
    cast = [
        wanted["scroll"]
        for one in scenarios_of(GAME)
        for wanted in one.expect
        if wanted["event"] == "ScrollCast" and "scroll" in wanted
    ]
    answered = [
        str(answer) for scenario in scenarios_of(GAME) for queue in scenario.answers.values() for answer in queue
    ]
    scrolls = [find.id for find in TABLES.finds.find if find.kind == "scroll"]
    text = "\n".join(file.read_text("utf-8") for file in files_of(GAME))
    used = [scroll for scroll in scrolls if scroll in cast or any(scroll in answer for answer in answered)]

    assert [find.id for find in TABLES.finds.find if f'"{find.id}"' not in text] == []
    assert [scroll for scroll in scrolls if f"7 {scroll}" not in sections()] == []
    assert used == scrolls


def test_every_ability_has_its_scenarios() -> None:
    """By the name that the table gives it."""
    assert [one.ability for one in TABLES.characters.character if f"11 {one.ability}" not in sections()] == []


def test_every_special_token_is_entered_and_laid() -> None:
    """Trap, Cloud and Tree; and the Zombie rises."""
    told = [(wanted["event"], wanted.get("token")) for scenario in scenarios_of(GAME) for wanted in scenario.expect]

    assert [kind for kind in ("trap", "cloud", "tree") if ("TokenLaid", kind) not in told] == []
    assert "ZombieRaised" in [event for event, _ in told]


def test_the_guide_names_every_rule_and_field() -> None:
    """``docs/scenarios.md`` keeps up with what there is."""
    kinds = (Position, Character, Token, Orders)
    fields = [field.name for kind in kinds for field in msgspec.structs.fields(kind)]

    assert sorted({*names_of(RULES), *fields} - words_of(guide("Labirynt Czarnoksiężnika"))) == []


@pytest.mark.parametrize(
    ("setup", "rule", "expected"),
    [
        ({"board": ["1A"]}, "turn", "unknown field `board`"),
        ({"boards": ["1A", "9C"]}, "turn", "setup.boards[1]: Expected one of 1A, "),
        ({"boards": ["1A"]}, "turn", "setup.boards: Expected 2 boards, or a neutral one more"),
        ({"teams": ["orcs"]}, "turn", "setup.teams[0]: Expected one of undead, "),
        ({"turn": "s7"}, "turn", "setup.turn: Expected one of s1, s2, got 's7'"),
        ({"gems": {"s7": 1}}, "turn", "setup.gems: Expected one of s1, s2"),
        (
            {"characters": [{"id": "osten", "mood": ""}]},
            "turn",
            "setup.characters[0]: Object contains unknown field `mood`",
        ),
        ({"tokens": {"A1@0": {"kind": "trap", "seat": "s1", "age": 1}}}, "turn", "setup.tokens.A1@0: Object contains"),
        ({"orders": {"s1": {"joined": "ask"}}}, "turn", "setup.orders.s1: Object contains unknown field `joined`"),
        ({"characters": [{"id": "gandalf"}]}, "turn", "setup.characters[0].id: Expected one of azghul, "),
        ({"characters": [{"id": "osten", "at": "E1@0"}]}, "turn", "setup.characters[0].at: Expected a place like"),
        ({"characters": [{"id": "osten", "life": 9}]}, "turn", "setup.characters[0].life: Expected 1 to 3"),
        ({"characters": [{"id": "osten", "hand": "helmet"}]}, "turn", "setup.characters[0].hand: Expected one of"),
        ({"characters": [{"id": "velsa", "worn": ["helmet"]}]}, "turn", "setup.characters[0].worn: Expected at most 0"),
        (
            {"characters": [{"id": "osten", "pack": ["axe"] * 3}]},
            "turn",
            "setup.characters[0].pack: Expected at most 2",
        ),
        ({"characters": [{"id": "osten", "pack": ["ring"]}]}, "turn", "setup.characters[0].pack[0]: Expected one of"),
        ({"characters": [{"id": "osten", "rune": "ice"}]}, "turn", "setup.characters[0].rune: Expected one of fire, "),
        ({"floor": {"A1@7": ["axe"]}}, "turn", "setup.floor: Expected a place like 'A3@0' on boards 0 to 2"),
        ({"floor": {"A1@0": ["ring"]}}, "turn", "setup.floor.A1@0[0]: Expected one of crystal, "),
        ({"tokens": {"A1@0": {"kind": "trap", "seat": "s7"}}}, "turn", "setup.tokens.A1@0.seat: Expected one of s1"),
        ({"bag": {"ring": 1}}, "turn", "setup.bag: Expected one of dagger, "),
        ({}, "dance", "rule: one of ahead, appear, "),
        ({}, "meet:azghul", "rule: meet:WHO:FOE, got 'meet:azghul'"),
        ({}, "meet:azghul:orc", "rule: a foe that the position has, got 'orc'"),
        ({}, "enter:eriald:A1", "rule: a who that the position has, got 'eriald'"),
        ({}, "enter:azghul:Z1", "rule: a place that the position has, got 'Z1'"),
        ({}, "earn:s1:many", "rule: a number that the position has, got 'many'"),
    ],
)
def test_a_word_that_nobody_knows_is_named(setup: dict[str, Any], rule: str, expected: str) -> None:
    """With the key where it stands, and what was expected there."""
    with pytest.raises(BadTable, match=re.escape(expected)):
        scene(TABLES, rule, setup)
