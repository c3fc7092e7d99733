"""Every die belongs to a kind of roll that a table may want to throw by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rules import labirynt_smierci
from tests.soak.journeys import labyrinth

RULES = labyrinth()
THROWS = ("roll", "amount", "poison_wounds", "_roll_found_amount")
"""Functions that are told what a die is for."""


def written() -> Iterator[str]:
    """What dice are for, as the rules write it; scenario files throw dice of their own."""
    for file in sorted(Path(labirynt_smierci.__file__).parent.rglob("*.py")):
        calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
        for call in calls:
            if ast.unparse(call.func).rpartition(".")[2] in THROWS and file.name != "scenes.py":
                yield from (why for argument in call.args for why in _texts(argument) if "." in why)


def _texts(argument: ast.expr) -> Iterator[str]:
    first = argument.values[0] if isinstance(argument, ast.JoinedStr) else argument
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        yield first.value


def kind(why: str) -> str:
    """The first part of what a die is for."""
    return why.partition(".")[0]


def test_the_rules_throw_dice_of_these_kinds_and_no_others() -> None:
    """As they are written; each kind is named once."""
    assert sorted(dict.fromkeys(map(kind, written()))) == sorted(RULES.rolls)
