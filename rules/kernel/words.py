"""Facts that words are made of: numbers, names people gave, and words a catalogue translates."""

from __future__ import annotations

import msgspec


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A word of the game by its catalogue key, for example ``monster.orc``; the narrator inflects it."""

    key: str


Term = Word | str
"""What somebody or something is called: a catalogue word, or a name that a player typed."""

Fact = int | str | Word | tuple[Term, ...] | tuple[int, ...]
"""What may fill a gap in a sentence."""
