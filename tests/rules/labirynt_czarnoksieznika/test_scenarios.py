"""The scenario files of Labirynt Czarnoksiężnika leave nothing of its tables out; bad positions are named."""

from __future__ import annotations

import re

from rules.labirynt_czarnoksieznika.tables import load
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
