"""The scenario files of Jaskinia leave nothing of its tables out; bad positions are named."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.scenario_setup import RULES
from rules.jaskinia.tables import load
from tests.rules.guide import names_of
from tests.scenario_files import scenarios_of

GAME = "jaskinia"
TABLES = load()
RULINGS = 24
EXAMPLES = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21)
ROWS = {2: 6, 3: 9, 4: 12, 5: 9, 6: 8, 7: 3, 8: 5, 9: 2, 10: 9}
"""The rows of each chapter of the rules."""
SAID_ELSEWHERE = ("3.9", "9.2", "10.1")
"""Rows that only say what is not there, or what the rows below them say."""


def unseen(wanted: list[str]) -> list[str]:
    """The sections among these for which no scenario stands."""
    shown = {scenario.section for scenario in scenarios_of(GAME)}
    return [section for section in wanted if section not in shown]


def facts_of(section: str) -> str:
    """All that is stated for a section."""
    return " ".join(scenario.fact for scenario in scenarios_of(GAME) if scenario.section == section)


def test_every_ruling_and_worked_example_is_shown() -> None:
    """A1 to A24, and the examples, which have odd numbers."""
    assert unseen([f"A{n}" for n in range(1, RULINGS + 1)]) == []
    assert [n for n in EXAMPLES if f"Example {n}:" not in facts_of("18")] == []


def test_every_row_of_the_rules_is_shown() -> None:
    """From the set-up to the Crystal."""
    rows = [f"{chapter}.{row}" for chapter, last in ROWS.items() for row in range(1, last + 1)]

    assert unseen([row for row in rows if row not in SAID_ELSEWHERE]) == []


def test_every_card_in_use_is_met() -> None:
    """All of both decks, by their ids."""
    cards = [card.id for card in TABLES.cards.card if not card.set_aside]

    assert unseen([f"13 {card}" for card in cards]) == []


def test_every_face_of_every_roll_of_a_card_comes_up() -> None:
    """Each list of operations, wherever a card, a Chamber or a special area rolls."""
    chapters: dict[str, tuple[Any, ...]] = {
        "9": TABLES.chambers.chamber,
        "11": TABLES.board.special,
        "13": TABLES.cards.card,
    }
    rolling = {f"{chapter} {one.id}": _rolled(one.do) for chapter, some in chapters.items() for one in some}

    assert [name for name, faces in rolling.items() for face in faces if not _thrown(name, face)] == []


def _rolled(do: Any) -> list[range]:
    """The faces of each row of every roll in a list of operations."""
    rows = [_faces(written) for op in do if hasattr(op, "table") for written in op.table]
    return [*rows, *(row for op in do if hasattr(op, "otherwise") for row in _rolled((*op.then, *op.otherwise)))]


def _faces(written: str) -> range:
    first, _, last = written.partition("-")
    return range(int(first), int(last or first) + 1)


def _thrown(section: str, faces: range) -> bool:
    dice = [die for one in scenarios_of(GAME) if one.section == section for die in one.chance.get("effect.roll", [])]
    return any(die in faces for die in dice)


def test_every_chamber_area_spell_and_seeker_is_shown() -> None:
    """By their ids."""
    spells = [spell.id for spell in TABLES.spells.spell if not spell.set_aside]

    assert unseen([f"9 {kind.id}" for kind in TABLES.chambers.chamber]) == []
    assert unseen([f"11 {special.id}" for special in TABLES.board.special]) == []
    assert unseen([f"13 {spell}" for spell in spells]) == []
    assert unseen([f"14 {sheet.id}" for sheet in TABLES.seekers.seeker]) == []


def test_every_rule_by_name_is_played() -> None:
    """Whatever a file may name."""
    named = [step.strip().partition(":")[0] for scenario in scenarios_of(GAME) for step in scenario.rule.split(",")]

    assert [rule for rule in names_of(RULES) if rule not in named] == []
