"""The autopilot: a careful player's answer to every request.

It plays for absent players, solo games, «as usual» and simulation. It explores the first level, fights where the
simulated odds (``odds``) cost less than the fight gains, and avoids other monsters by talks, magic, bribes or locks. It
goes home to heal, and seeks the Black Gate when the odds are good or in the last adventure.

It saves scarce things: unknown potions are drunk only before the Gate, and casters keep a reserve of strength.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice, plain
from rules.kernel.offers import best, ids, meanings
from rules.kernel.requests import Amount, Choose, Form, Formation, NextAction, Request, Seat
from rules.kernel.turns import written
from rules.labirynt_smierci.autopilot import free_actions
from rules.labirynt_smierci.autopilot.dangers import delegate, reply, tester, thirst, use_of
from rules.labirynt_smierci.autopilot.meeting import best_bribe, meet
from rules.labirynt_smierci.autopilot.orders import orders, regroup
from rules.labirynt_smierci.autopilot.strength import best_ranks
from rules.labirynt_smierci.autopilot.ways import choose_way
from rules.labirynt_smierci.exploration import best_way
from rules.labirynt_smierci.model import Game


def answer(game: Game, request: Request, seat: Seat) -> Value:
    """Return a careful player's answer to the request for this seat."""
    return advise(game, request, seat).value


def advise(game: Game, request: Request, seat: Seat) -> Advice:
    """Return a careful player's answer to the request for this seat, with its reason."""
    with game.unchanged():
        match request:
            case NextAction(why="way"):
                return free_actions.first_thing(game, request, seat) or choose_way(game, request, seat)
            case NextAction(why="encounter"):
                return meet(game, request, seat)
            case _:
                return Advice(_answer_request(game, request, seat))


def _answer_request(game: Game, request: Request, seat: Seat) -> Value:
    match request:
        case NextAction(why="outside"):
            return free_actions.outside(game, request, seat)
        case NextAction(why="traps.delegate"):
            return delegate(game, request, seat)
        case NextAction():
            return reply(game, request, seat)
        case Amount(why="bribe.offer"):
            return best_bribe(game, request)
        case Formation():
            return [list(rank) for rank in best_ranks(game)]
        case Form():
            return _fill_form(game, request, seat)
        case Choose():
            return _choose_option(game, request, seat)
        case _:
            return plain(request, seat)


def _choose_option(game: Game, request: Choose[Any], seat: Seat) -> Value:
    match request.why:
        case "outside.home":
            return "no"
        case "exploration.lay" if drawn := game.drawn:
            return best_way(game.levels[drawn.level], drawn.square, drawn.ways)
        case "cast":
            return best(request, use_of)
        case "finds.tester":
            return tester(game, meanings(request).values()).id
        case "finds.book":
            return min(ids(request), key=free_actions.uselessness)
        case "drink":
            return best(request, thirst)
        case "wear":
            return best(request, lambda thing: free_actions.wants(game, thing.owner, thing.item))
        case _:
            return plain(request, seat)


def _fill_form(game: Game, form: Form, seat: Seat) -> Value:
    match form.why:
        case "combat.orders":
            return orders(game, form)
        case "combat.regroup":
            return regroup(game, form)
        case "orders":
            given = written(game.orders_of(seat))
            return {field.name: given[field.name] for field in form.fields}
        case "setup.apprentices":
            return free_actions.apprentices(form.fields, seat)
        case "spells.known" | "spells.usable":
            return {field.name: free_actions.most_useful(field) for field in form.fields}
        case "improve":
            return free_actions.lessons(game, form)
        case _:
            return plain(form, seat)
