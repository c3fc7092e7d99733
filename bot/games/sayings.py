"""What the faces of several games say alike: names with their number, standing orders that somebody gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bot.words.narrator import Narrator, Said
from rules.kernel.words import Term, Word


def list_with_counts(narrator: Narrator, words: Iterable[Term]) -> Said:
    """Names with how often each is there: "helmet, 2× dagger"."""
    return Said(", ".join(_times(narrator, word, n) for word, n in Counter(words).items()))


def _times(narrator: Narrator, word: Term, n: int) -> str:
    name = narrator.term(word)
    return f"{n}× {name}" if n > 1 else name


def orders_given(narrator: Narrator, head: str, values: Mapping[str, str], usual: msgspec.Struct) -> Said:
    """Standing orders that are not as when everybody begins, '' where all are; ``head``: that of their words."""
    begun: Mapping[str, Any] = msgspec.structs.asdict(usual)
    given = [
        f"{narrator.term(Word(f'{head}.{name}'))}: {narrator.say(f'option.{head}.{name}.{value}')}"
        for name, value in values.items()
        if value != begun[name]
    ]
    return Said("; ".join(given))
