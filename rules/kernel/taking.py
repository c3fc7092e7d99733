"""Actions as answers: what autopilots have in common."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.requests import Action, Choose, NextAction, Seat


def take(action: Action[Any], value: Value = None) -> Value:
    """An action as an answer, with what it asks for where it asks."""
    return [action.option.id] if action.ask is None else [action.option.id, value]


def verb_of(action: Action[Any]) -> str:
    """What an action does: the first part of its id."""
    return action.option.id.partition(":")[0]


def about(action: Action[Any]) -> str:
    """Whom or what it is about: the part behind the verb."""
    return action.option.id.partition(":")[2]


def ids(ask: Choose) -> list[str]:
    """What may be chosen."""
    return [option.id for option in ask.options]


def may_only_order(request: NextAction, seat: Seat) -> Action[Any] | None:
    """The standing orders, where a seat can do nothing else."""
    actions = request.of(seat)
    return actions[0] if len(actions) == 1 and actions[0].option.id == "orders" else None
