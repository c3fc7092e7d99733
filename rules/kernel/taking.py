"""Actions as answers: what autopilots have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.kernel.ahead import AHEAD
from rules.kernel.answers import Value
from rules.kernel.offers import Pick, picks_among
from rules.kernel.requests import Action, Choose, ChooseSome, NextAction, Seat

W = TypeVar("W")


def take(action: Action[Any], value: Value = None) -> Value:
    """An action as an answer, with what it asks for where it asks."""
    return [action.option.id] if action.ask is None else [action.option.id, value]


def ids(ask: Choose[Any]) -> list[str]:
    """What may be chosen."""
    return [option.id for option in ask.options]


def kind_of(action: Action[Any]) -> str:
    """What it does: of a pick its ``why``, of anything else its id."""
    return action.why if isinstance(action, Pick) else action.option.id


def picks(request: NextAction, seat: Seat, why: str) -> list[Pick[Any]]:
    """What a seat may do of this kind, with the ways to do it."""
    return picks_among(request.of(seat), why)


def meanings(ask: Choose[W] | ChooseSome[W]) -> Mapping[str, W]:
    """What each id means that may be chosen."""
    assert ask.means is not None
    return ask.means


def best(ask: Choose[W], worth: Callable[[W], Any]) -> str:
    """The id of what is worth most; of several the first."""
    means = meanings(ask)
    return max(means, key=lambda id: worth(means[id]))


def may_only_order(request: NextAction, seat: Seat) -> Action[Any] | None:
    """The standing orders, where a seat can do nothing else, save name its next move ahead."""
    actions = {action.option.id: action for action in request.of(seat)}
    return actions.get("orders") if actions.keys() <= {"orders", AHEAD} else None


def may_name_ahead(request: NextAction, seat: Seat) -> Action[Any] | None:
    """The offer to name the next move ahead."""
    offers = [action for action in request.of(seat) if action.option.id == AHEAD]
    return offers[0] if offers else None
