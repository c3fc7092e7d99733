"""Faults of a group's own tables in words."""

from __future__ import annotations

from typing import Any

from bot.games.own_tables import Missing
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Expected


def describe_fault(narrator: Narrator, problem: Missing) -> str:
    """Return one line on a fault: file, line, row and field, and what is wrong there."""
    line = narrator.say("tables.check.line", line=problem.line) if problem.line else ""
    place = ", ".join(filter(None, (problem.file, line, problem.key)))
    return f"{place}: {_expected_in_words(narrator, problem.expected)}"


def _expected_in_words(narrator: Narrator, said: str) -> str:
    if not isinstance(said, Expected):
        return said
    facts = {name: _fact_in_words(fact) for name, fact in said.facts.items()}
    words = narrator.first_known(f"tables.expected.{said.reason}", **facts) or said
    return narrator.say("tables.check.meant", said=Said(words), meant=Said(said.meant)) if said.meant else words


def _fact_in_words(fact: Any) -> Any:
    """Return what stands in a file as it is; whoever prints the line makes it harmless."""
    if isinstance(fact, tuple):
        return tuple(Said(word) for word in fact)
    return fact if isinstance(fact, int) else Said(fact)
