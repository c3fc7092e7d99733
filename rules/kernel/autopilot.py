"""A generic autopilot that can answer any request, for games without a better one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel import requests
from rules.kernel.answers import Value, refusal_of
from rules.kernel.errors import RuleBroken

HASTE = 3
"""The careless player deviates in one of this many choices."""
Below = Callable[[int], int]
"""Returns a random whole number from 0 to one below the bound."""


def plain(request: requests.Request[Any], seat: requests.Seat) -> Value:
    """Return the default answer: the first option that is no free action, the least amount, the usual words, unchanged
    ranks.
    """
    return anything(request, seat, lambda bound: 0)


def anything(request: requests.Request[Any], seat: requests.Seat, below: Below) -> Value:
    """Return a legal answer picked by ``below``, for random playouts."""
    match request:
        case requests.Choose(options=options):
            return options[below(len(options))].id
        case requests.ChooseSome():
            left = [option.id for option in request.options]
            return [left.pop(below(len(left))) for _ in range(request.least + below(request.most - request.least + 1))]
        case requests.Amount(least=least, most=most):
            return least + below(most - least + 1)
        case requests.Text(usual=usual):
            return usual or "?"
        case requests.Formation(now=now, change=change):
            return _ranks_with_ends_swapped(now) if change else [list(rank) for rank in now]
        case requests.Form():
            # Fields are filled one by one; where they do not fit together, the plain answers are used.
            filled = {field.name: anything(field.ask, seat, below) for field in request.fields}
            if refusal_of(request, filled, seat):
                return {field.name: plain(field.ask, seat) for field in request.fields}
            return filled
        case requests.NextAction():
            return _random_action(request, seat, below)
        case requests.Roll(code=code):
            raise RuleBroken(f"nobody but chance rolls {code}")
    raise RuleBroken(f"no plain answer to {request.asked}")


def careless(request: requests.Request[Any], seat: requests.Seat, careful: Value, below: Below) -> Value:
    """Return the careful answer, but sometimes another choice that moves the game on: for an easy opponent."""
    if below(HASTE):
        return careful
    match request:
        case requests.Choose(options=options):
            return options[below(len(options))].id
        case requests.NextAction():
            ways = [action.option.id for action in request.of(seat) if not (action.aside or action.asks)]
            return [ways[below(len(ways))]] if ways else careful
    return careful


def _ranks_with_ends_swapped(now: requests.Ranks) -> list[list[str]]:
    ranks = [list(rank) for rank in now]
    ranks[0][0], ranks[-1][-1] = ranks[-1][-1], ranks[0][0]
    return ranks


def _random_action(request: requests.NextAction, seat: requests.Seat, below: Below) -> Value:
    actions = sorted(request.of(seat), key=lambda action: action.aside)
    if not actions:
        raise RuleBroken(f"nothing of {request.asked} is open to {seat}")
    action = actions[below(len(actions))]
    return [action.option.id] if action.ask is None else [action.option.id, anything(action.ask, seat, below)]
