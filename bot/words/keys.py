"""The catalogue keys under which words for certain facts may stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.words import Word

MOOD = "mood"
"""The fact that only adds words to those that fit the others."""


def keys(base: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """The most particular first: by single facts (true, empty, one), then by a word among them, at last the base alone.

    So ``event.PartyLeft`` with the fact ``gold=0`` may have words of its own under ``event.PartyLeft.no_gold``.
    """
    for name, fact in facts.items():
        if fact is True:
            yield f"{base}.{name}"
        elif fact is not False and fact in (0, "", ()):
            yield f"{base}.no_{name}"
        elif fact == 1 and fact is not True:
            yield f"{base}.one_{name}"
    yield from (f"{base}.{fact.key}" for name, fact in facts.items() if isinstance(fact, Word) and name != MOOD)
    yield base
