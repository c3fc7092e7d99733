"""How a test plays one rule with dice and answers of its own, and sees what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import pytest

from rules.kernel.answers import Value
from rules.kernel.chance import Scripted
from rules.kernel.events import Event
from rules.kernel.requests import NextAction, Request, Seat
from rules.kernel.table import Table, Waiting

E = TypeVar("E", bound=Event)
Rule = Callable[[Table], object]


class Play:
    """What came of a rule: what it returned, everything told, and who was asked what."""

    def __init__(self, answers: Mapping[str, Sequence[Value]]) -> None:
        self._answers = {why: list(values) for why, values in answers.items()}
        self.table = Table((), Scripted({}))
        self.came_of_it: object = None
        self.asked: list[tuple[Seat, str]] = []
        self.requests: list[Request[Any]] = []

    def answer(self, request: Request[Any], seat: Seat) -> Value:
        """The next answer of the script; a question that was not foreseen is a failure."""
        self.asked.append((seat, request.why))
        self.requests.append(request)
        assert self._answers.get(request.why), f"{seat} is asked {request.why}"
        return self._answers[request.why].pop(0)

    @property
    def left(self) -> dict[str, list[Value]]:
        """Answers that nobody asked for."""
        return {why: values for why, values in self._answers.items() if values}

    @property
    def told(self) -> list[Event]:
        """Everything that was told to anybody."""
        return [told.event for told in self.table.story.told]

    def one(self, kind: type[E]) -> E:
        """The only event of a kind."""
        (found,) = self.all(kind)
        return found

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind."""
        return [event for event in self.told if isinstance(event, kind)]

    def options(self, why: str, nth: int = 0) -> list[str]:
        """What was offered when this was asked for the nth time."""
        found: Any = [request for request in self.requests if request.why == why][nth]
        actions = isinstance(found, NextAction)
        return [action.option.id for action in found.actions] if actions else [option.id for option in found.options]


def play(
    rule: Rule, dice: Mapping[str, Sequence[Value]] | None = None, answers: Mapping[str, Sequence[Value]] | None = None
) -> Play:
    """Play one rule. ``dice``: faces (or drawn tokens) by their why; every answer must be asked for."""
    played = Play(answers or {})
    script = {why: [_thrown(value) for value in values] for why, values in (dice or {}).items()}
    chance = Scripted(script)
    played.table = Table((), chance, people=played.answer)
    played.came_of_it = rule(played.table)
    assert not played.left, f"nobody asks for {played.left}"
    assert not any(chance.queues.values()), f"nobody throws {chance.queues}"
    return played


def _thrown(value: Value) -> Value:
    return [value] if isinstance(value, int) else list(value) if isinstance(value, tuple) else value


def question(rule: Rule, dice: Mapping[str, Any] | None = None) -> Request[Any]:
    """What a rule asks first."""
    with pytest.raises(Waiting) as waiting:
        rule(Table((), Scripted(dice or {})))
    return waiting.value.request
