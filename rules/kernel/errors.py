"""Error types, by cause: a player's answer, a bug, a data file, a stored game."""

from __future__ import annotations

from rules.kernel.words import Fact


class Refused(Exception):
    """A player's answer that is not legal; the player gets one polite sentence and the state stays unchanged.

    ``reason`` is the catalogue key of the sentence (``refused.<reason>``), ``facts`` fill its gaps.
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(f"{reason} {facts}" if facts else reason)
        self.reason = reason
        self.facts = facts


class RuleBroken(Exception):
    """A bug: the rules reached an impossible position."""


class Diverged(RuleBroken):
    """The log holds an answer to another question than the rules ask now."""

    def __init__(self, step: int, recorded: str, asked: str) -> None:
        super().__init__(f"answer {step} is for {recorded!r}, the rules ask {asked!r}")
        self.step = step
        self.recorded = recorded
        self.asked = asked


class BadTable(Exception):
    """A data file that cannot be used; says which file and key, and what was expected."""

    def __init__(self, file: str, key: str, expected: str) -> None:
        super().__init__(f"{file}: {key}: {expected}" if key else f"{file}: {expected}")
        self.file = file
        self.key = key
        self.expected = expected


class BadSave(Exception):
    """A stored game that this version cannot read: from a newer version, or damaged."""
