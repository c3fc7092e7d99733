"""A sensible answer to anything this game asks: for absent players, solo play, «as usual» buttons and simulation.

The one policy: explore the first level and grow by fights that cost little; talk to, bribe or lock out what is too
strong; heal, and go home when badly hurt, while an adventure is left to come back; look into every mirror; seek the
Gate when the party is strong enough, or when the last adventure has begun; destroy it and go home.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.orders import written
from rules.kernel.requests import Choose, Form, Formation, NextAction, Request, Seat
from rules.kernel.taking import best
from rules.labirynt_smierci.autopilot.asides import apprentices, first_thing, lessons, most_useful, outside
from rules.labirynt_smierci.autopilot.dangers import delegate, reply
from rules.labirynt_smierci.autopilot.meeting import meet
from rules.labirynt_smierci.autopilot.orders import orders, regroup
from rules.labirynt_smierci.autopilot.remedies import use_of
from rules.labirynt_smierci.autopilot.ways import choose_way
from rules.labirynt_smierci.laying import best_way
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.formation import sensible_ranks


def answer(game: Game, request: Request[Any], seat: Seat) -> Value:
    """What a careful player would answer for this seat."""
    with game.unchanged():
        return _answer(game, request, seat)


def _answer(game: Game, request: Request[Any], seat: Seat) -> Value:
    match request:
        case NextAction(why="way"):
            return first_thing(game, request, seat) or choose_way(game, request, seat)
        case NextAction(why="encounter"):
            return meet(game, request, seat)
        case NextAction(why="outside"):
            return outside(game, request, seat)
        case NextAction(why="traps.delegate"):
            return delegate(game, request, seat)
        case NextAction():
            return reply(game, request, seat)
        case Formation():
            return [list(rank) for rank in sensible_ranks(game.living)]
        case Form():
            return _fill(game, request, seat)
        case Choose():
            return _chosen(game, request, seat)
    return plain(request, seat)


def _chosen(game: Game, request: Choose[Any], seat: Seat) -> Value:
    match request.why:
        case "outside.home":
            return "no"
        case "exploration.lay" if (drawn := game.drawn) is not None:
            return best_way(game.levels[drawn.level], drawn.square, drawn.ways)
        case "cast":
            return best(request, use_of)
    return plain(request, seat)


def _fill(game: Game, form: Form, seat: Seat) -> Value:
    match form.why:
        case "combat.orders":
            return orders(game, form)
        case "combat.regroup":
            return regroup(game, form)
        case "orders":
            return written(game.orders_of(seat))
        case "setup.apprentices":
            return apprentices(form.fields, seat)
        case "spells.known" | "spells.usable":
            return {field.name: most_useful(field) for field in form.fields}
        case "improve":
            return lessons(game, form)
    return plain(form, seat)
