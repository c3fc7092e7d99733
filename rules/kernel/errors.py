"""Error types, by cause: a player's answer, a bug, a data file, a stored game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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


class Expected(str):
    """What was expected in a data file, in English; by ``reason`` and ``facts`` others say it in their language.

    ``meant``: the known name that is most like what was found.
    """

    reason: str
    facts: Mapping[str, Any]
    meant: str


def expected(reason: str, template: str, meant: str = "", **facts: Any) -> Expected:
    """Return what was expected, from an English template with gaps."""
    words = {name: ", ".join(map(str, fact)) if isinstance(fact, tuple) else fact for name, fact in facts.items()}
    said = Expected(template.format(**words) + (f" – did you mean {meant}?" if meant else ""))
    said.reason, said.facts, said.meant = reason, facts, meant
    return said


class BadTable(Exception):
    """A data file that cannot be used; says which file and key, and what was expected.

    ``find_all``: returns all faults of the files, where they can be found.
    """

    def __init__(self, file: str, key: str, expected: str) -> None:
        said = f"Expected {expected}" if isinstance(expected, Expected) else expected
        super().__init__(f"{file}: {key}: {said}" if key else f"{file}: {said}")
        self.file = file
        self.key = key
        self.expected = expected
        self.find_all: Callable[[], Any] | None = None


class BadSave(Exception):
    """A stored game that this version cannot read: from a newer version, or damaged."""
