"""Errors by whose fault they are: a player's, ours, a data file's."""

from __future__ import annotations

from rules.kernel.words import Fact


class Refused(Exception):
    """A player's answer that may not be given; one kind sentence, and nothing changes.

    ``reason`` is the catalogue key of the sentence (``refused.<reason>``), ``facts`` fill its gaps.
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(f"{reason} {facts}" if facts else reason)
        self.reason = reason
        self.facts = facts


class RuleBroken(Exception):
    """A fault of ours: the rules reached a position that must not exist."""


class Diverged(RuleBroken):
    """The log holds an answer to another question than the one the rules ask now."""

    def __init__(self, step: int, recorded: str, asked: str) -> None:
        super().__init__(f"answer {step} is for {recorded!r}, the rules ask {asked!r}")
        self.step = step
        self.recorded = recorded
        self.asked = asked


class BadTable(Exception):
    """A data file that cannot be used: which file, which key, what was expected."""

    def __init__(self, file: str, key: str, expected: str) -> None:
        super().__init__(f"{file}: {key}: {expected}" if key else f"{file}: {expected}")
        self.file = file
        self.key = key
        self.expected = expected


class BadSave(Exception):
    """A stored game that this version cannot read: from a newer version, or damaged."""
