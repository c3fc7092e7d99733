"""Facts that words are made of: numbers, names people gave, and words a catalogue translates."""

from __future__ import annotations

from typing import Any

import msgspec


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A word of the game by its catalogue key, for example ``monster.orc``; the narrator inflects it."""

    key: str


Term = Word | str
"""What somebody or something is called: a catalogue word, or a name that a player typed."""


class Phrase(msgspec.Struct, frozen=True):
    """Words of a catalogue with facts of their own, said inside another sentence; facts may be phrases in turn."""

    key: str
    facts: tuple[tuple[str, Any], ...] = ()


def phrase(key: str, /, **facts: Any) -> Phrase:
    """Words under a key, with these facts."""
    return Phrase(key, tuple(facts.items()))


Fact = int | str | Word | Phrase | tuple[Term, ...] | tuple[Phrase, ...] | tuple[int, ...]
"""What may fill a gap in a sentence."""
