"""A sensible answer to every request: for absent players, «as usual» buttons and simulation.

It takes what is worth most on average, counted from dice and public facts: cards, strangers and trophies, less the
expected losses and attacks by others. Seekers with many wounds go to be healed. Grown Seekers pass the Gates, look for
the Crystal and take trials that they can hope to pass.

Spells, gold and Items are spent only where they gain more than their own worth (``worth``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.jaskinia.autopilot import picking
from rules.jaskinia.autopilot.areas import act_here
from rules.jaskinia.autopilot.fighting import choose_spoils, defend, dispel, make_ready, slip_away, throw_again
from rules.jaskinia.autopilot.goals import come_in, sheet_of, use_map
from rules.jaskinia.autopilot.moving import choose_route, choose_stop, set_out
from rules.jaskinia.model import Game
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice, as_advice, plain
from rules.kernel.offers import answer_with, ids, may_name_ahead
from rules.kernel.requests import Choose, ChooseSome, Form, NextAction, Request, Seat

CHOICES: Mapping[str, Callable[[Game, Choose[Any], Seat], str]] = {
    "setup.seeker": lambda game, request, seat: picking.best_seeker(game, ids(request)),
    "seeker.next": lambda game, request, seat: picking.best_seeker(game, ids(request)),
    "move.route": choose_route,
    "move.stop": lambda game, request, seat: choose_stop(game, seat),
    "chamber.map": lambda game, request, seat: use_map(game, game.seeker_of(seat)),
    "effect.way": picking.choose_way,
    "effect.item": picking.spared_item,
    "effect.where": picking.choose_place,
    "turn.trophies": picking.choose_trophies,
    "duel.evade": slip_away,
    "duel.defence": defend,
    "duel.reroll": lambda game, request, seat: throw_again(game, seat),
    "duel.spoils": choose_spoils,
    "spell.dispel": dispel,
}
"""The answer to each question; for all others the first option is chosen."""


def answer(game: Game, request: Request, seat: Seat) -> Value:
    """Return a careful player's answer to the request for this seat."""
    return advise(game, request, seat).value


def advise(game: Game, request: Request, seat: Seat) -> Advice:
    """Return a careful player's answer to the request for this seat, with its reason."""
    return as_advice(_answer_request(game, request, seat))


def _answer_request(game: Game, request: Request, seat: Seat) -> Value | Advice:
    match request:
        case NextAction():
            return _choose_action(game, request, seat)
        case Choose(why=why) if why in CHOICES:
            return CHOICES[why](game, request, seat)
        case ChooseSome(why="items.give_up"):
            return picking.least_useful(game, request, seat)
        case ChooseSome(why="spells.give_up"):
            return picking.spells_given_up(game, request)
        case Form(why="orders", fields=fields):
            orders = game.players[seat].orders
            return {field.name: getattr(orders, field.name) for field in fields}
        case Form(why=why) if why.startswith("guest."):
            return sheet_of(request)
    return plain(request, seat)


def _choose_action(game: Game, request: NextAction, seat: Seat) -> Value | Advice:
    naming = may_name_ahead(request, seat)
    if naming and not game.players[seat].ahead and (named := picking.name_move(game, naming, seat)):
        return named
    if request.why == "guest.outside":
        return come_in(game, request, seat)
    if all(action.aside for action in request.of(seat)):
        return _act_off_turn(game, request, seat)
    if first := picking.first_thing(game, request, seat):
        return first
    match request.why:
        case "turn.start":
            return set_out(game, request, seat)
        case "draw.deck":
            return picking.choose_deck(game, request, seat)
        case "arrival":
            return act_here(game, request, seat)
        case "fight.ready":
            return make_ready(game, request, seat)
        case _:
            return plain(request, seat)


def _act_off_turn(game: Game, request: NextAction, seat: Seat) -> Value:
    """A player off turn only trades trophies; standing orders stay unchanged."""
    if first := picking.first_thing(game, request, seat):
        return first
    order = next((action for action in request.of(seat) if action.option.id == "orders"), None)
    return answer_with(order, answer(game, order.ask, seat) if order.ask else None) if order else plain(request, seat)
