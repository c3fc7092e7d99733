"""A generic autopilot that can answer any request, for games without a better one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.kernel import requests
from rules.kernel.answers import Value, refusal_of
from rules.kernel.errors import RuleBroken
from rules.kernel.words import Fact, Phrase

HASTE = 3
"""The careless player deviates in one of this many choices."""
THINGS = ("token", "card")
"""The facts that name a thing of the player."""
Below = Callable[[int], int]
"""Returns a random whole number from 0 to one below the bound."""


class Advice(Struct, frozen=True):
    """A usual answer with its reason, given where it is decided; None: there is nothing to say."""

    value: Value
    reason: Phrase | None = None


def as_advice(given: Value | Advice) -> Advice:
    """Return an answer that may have no reason as advice."""
    return given if isinstance(given, Advice) else Advice(given)


def plain(request: requests.Request, seat: requests.Seat) -> Value:
    """Return the default answer: the first option that is no free action, the least amount, the usual words, unchanged
    ranks.
    """
    return anything(request, seat, lambda bound: 0)


def anything(request: requests.Request, seat: requests.Seat, below: Below) -> Value:
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
        case _:
            raise RuleBroken(f"no plain answer to {request.asked}")


def careless(request: requests.Request, seat: requests.Seat, careful: Value, below: Below) -> Value:
    """Return the careful answer, but sometimes another one of its kind: for an easy opponent.

    It is never careless with a thing that is given up, nor with a fight that is as good as lost.
    """
    if below(HASTE):
        return careful
    match request:
        case requests.Choose(options=options):
            ways = [] if any(thing in option.facts for option in options for thing in THINGS) else [*options]
        case requests.NextAction():
            kind = _kind(str(careful[0])) if isinstance(careful, list) else ""
            actions = [action for action in request.of(seat) if not (action.aside or action.asks)]
            ways = [action.option for action in actions if _kind(action.option.id) == kind]
        case _:
            return careful
    hopeful = [option.id for option in ways if not _is_hopeless(option.facts)]
    if not hopeful:
        return careful
    other = hopeful[below(len(hopeful))]
    return other if isinstance(request, requests.Choose) else [other]


def _kind(id: str) -> str:
    return id.partition(":")[0]


def _is_hopeless(facts: Mapping[str, Fact]) -> bool:
    """Whether an option shows a fight that is won less than once in ten."""
    wins, losses = facts.get("wins", facts.get("won")), facts.get("losses", facts.get("lost"))
    return isinstance(wins, int) and isinstance(losses, int) and 9 * wins < losses


def _ranks_with_ends_swapped(now: requests.Ranks) -> list[list[str]]:
    ranks = [list(rank) for rank in now]
    ranks[0][0], ranks[-1][-1] = ranks[-1][-1], ranks[0][0]
    return ranks


def _random_action(request: requests.NextAction, seat: requests.Seat, below: Below) -> Value:
    actions = sorted(request.of(seat), key=lambda action: action.aside)
    if not actions:
        raise RuleBroken(f"nothing of {request.asked} is open to {seat}")
    action = actions[below(len(actions))]
    return [action.option.id, anything(action.ask, seat, below)] if action.ask else [action.option.id]
