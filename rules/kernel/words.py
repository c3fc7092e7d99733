"""The facts that fill texts: numbers, names that people typed, and words that a catalogue translates."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Word(Struct, frozen=True, array_like=True):
    """A word of the game by its catalogue key, for example ``monster.orc``; the catalogue inflects it."""

    key: str


Term = Word | str
"""A name: a catalogue word, or a text that a player typed."""


class Phrase(Struct, frozen=True):
    """A catalogue text with facts of its own, to be put into another text.

    Facts may be phrases again where it is only shown; those of a stored event are numbers, texts and words.
    """

    key: str
    facts: tuple[tuple[str, bool | int | str | Word], ...] = ()


def phrase(key: str, /, **facts: Any) -> Phrase:
    """Return a phrase with this catalogue key and these facts."""
    return Phrase(key, tuple(facts.items()))


Fact = int | str | Word | Phrase | tuple[Term, ...] | tuple[Phrase, ...] | tuple[int, ...]
"""A value that fills a gap in a text."""
Facts = dict[str, Fact]
"""The values of all gaps, by name."""
