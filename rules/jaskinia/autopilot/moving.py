"""The autopilot's moves: each is rated by the worth of the area at its end and its nearness to the goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from rules.jaskinia.autopilot.areas import Threats, chamber_worth, lead, worth_at
from rules.jaskinia.autopilot.goals import Goal, cheapest_gift, distances, goal_of, trial_worth, wants_out
from rules.jaskinia.autopilot.worth import GOLD, SPELL, chance_of_at_least, draws_worth, relief
from rules.jaskinia.free_actions import Wish
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.movement import KEY, MIGHTS, ON, STOP, Route, branch_of, nearest, routes
from rules.jaskinia.places import WEALTH, branches, closed_gate, gates_at, is_chamber, neighbours, other_side
from rules.jaskinia.tables.sheets import Gate
from rules.kernel.autopilot import Advice
from rules.kernel.odds import FACES
from rules.kernel.offers import Pick, Way, answer_with, best, kind_of
from rules.kernel.requests import Action, Choose, NextAction, Seat
from rules.kernel.words import Phrase, phrase

HOME = 100.0
"""The worth of the exit to a guest who wants to leave the Cave."""
DIGITS = 6
"""Worths are compared to this number of decimals."""


class Outlook:
    """The worth of ending a move on each area; every area is rated only once.

    ``held``: the chance that a Chamber on the way ends the move [4.9].
    """

    def __init__(self, game: Game, seeker: Seeker, goal: Goal) -> None:
        self.game, self.seeker, self.goal = game, seeker, goal
        self.held = 1 - len(game.tables.seekers.go_on) / len(FACES)
        self._chamber, self._card = chamber_worth(game, seeker), draws_worth(game, seeker, 1)
        self._threats = Threats(game, seeker)
        self._found: dict[str, float] = {}

    def at(self, area: str) -> float:
        """Return the worth of ending the move on this area."""
        if area not in self._found:
            brings = worth_at(self.game, self.seeker, area, self._chamber, self._card)
            self._found[area] = brings + self.beside(area)
        return self._found[area]

    def beside(self, area: str) -> float:
        """Return the worth of an area apart from any action there: nearness to the goal less the threats."""
        return self.goal.nearness(area) - self._threats.at(area)


def outlook(game: Game, seeker: Seeker) -> Outlook:
    """Return the Seeker's present rating of the areas."""
    return Outlook(game, seeker, goal_of(game, seeker))


def set_out(game: Game, request: NextAction, seat: Seat) -> Advice:
    """Return the move, or the action in place of it, that is worth most on average."""
    seen = outlook(game, game.seeker_of(seat))
    forward = [action for action in request.of(seat) if not action.aside]
    # Of equal promises the sure one goes first.
    move = (
        forward[0]
        if len(forward) == 1
        else max(forward, key=lambda action: (round(promise(seen, action), DIGITS), kind_of(action) != "roll"))
    )
    if not isinstance(move, Pick):
        return Advice(answer_with(move), _reason(seen, move, seen.seeker.at))
    way = _best_way(seen, move)
    to = way.meant if way.meant in seen.goal.far else seen.seeker.at
    return Advice(move.answer(way), _reason(seen, move, to))


def _reason(seen: Outlook, move: Action, to: str) -> Phrase | None:
    """Return the goal that the move comes nearer to, or that it heals or is safest; None for the gain shown beside."""
    kind, goal = kind_of(move), seen.goal
    if goal.what and goal.nearness(to) > goal.nearness(seen.seeker.at):
        kind = f"to.{goal.what}"
    elif kind == "go" and seen.at(to) <= seen.beside(to):
        kind = "safe"
    elif lead(move) < 0:
        kind = "risk"
    elif kind != "heal":
        return None
    return phrase(f"cave.usual.{kind}", now=seen.seeker.endurance, full=seen.seeker.level)


def _best_way(seen: Outlook, move: Pick[Any]) -> Way[Any]:
    if move.why == "trial.wealth":
        return cheapest_gift(seen.game, seen.seeker, move)
    return max(move.ways, key=lambda way: seen.at(way.meant)) if move.why == "spell.area" else move.ways[0]


def promise(seen: Outlook, action: Action) -> float:
    """Return the average worth of a move, or of an action in place of it."""
    return PROMISES[kind_of(action)](seen, action)


def hopes(seen: Outlook, wishes: Mapping[str, Wish]) -> dict[str, float]:
    """Return the average worth of each move named in advance.

    For an area to walk towards, it is the mean over the ends that the dice allow.
    """
    game, seeker = seen.game, seen.seeker
    free = any(wish.towards for wish in wishes.values())
    found = [[*routes(game, seeker, die)] for die in FACES] if free else []
    return {id: _wish_worth(seen, wish, [ways for ways in found if ways]) for id, wish in wishes.items()}


def _wish_worth(seen: Outlook, wish: Wish, found: Sequence[Sequence[Route]]) -> float:
    if wish.towards and found:
        return fmean(seen.at(nearest(seen.game, ways, wish.area).areas[-1]) for ways in found)
    return _first_step_worth(seen, wish.area) if wish.move.startswith("roll:") else seen.at(wish.area)


def _trial_move_worth(seen: Outlook, trial: str) -> float:
    return trial_worth(seen.game, seen.seeker, trial) + seen.beside(seen.seeker.at)


# By the die ----------------------------------------------------------------------------------------------------


def _first_step_worth(seen: Outlook, first: str) -> float:
    """The same die decides at every fork after the first step."""
    return fmean(_walk_worth(seen, seen.seeker.at, first, die, die) for die in FACES)


def _walk_worth(seen: Outlook, came_from: str, here: str, die: int, left: int) -> float:
    """Return the worth of walking on from an area just entered; ``left``: areas left, this one included [4.5]."""
    stay = seen.at(here)
    if left == 1 or here == seen.game.tables.board.entrance:
        return stay
    ways = branches(seen.game.area(here), came_from)
    to = branch_of(ways, die) if ways else seen.seeker.at
    if to == seen.seeker.at or closed_gate(seen.game, here, to):
        return stay
    return _passing_worth(seen, here, _walk_worth(seen, here, to, die, left - 1))


def _passing_worth(seen: Outlook, here: str, onward: float) -> float:
    """A Chamber may end the move; in the Crystal Chamber a Seeker may choose to stop [4.9, 4.10]."""
    if not is_chamber(seen.game, here):
        return onward
    mean = seen.held * seen.at(here) + (1 - seen.held) * onward
    return max(mean, seen.at(here)) if here == seen.game.crystal else mean


# At choice -----------------------------------------------------------------------------------------------------


def _free_roll_worth(seen: Outlook) -> float:
    """Estimate the best way of each length; areas where a move may end early count for longer ones, too [4.10]."""
    far, early = distances(seen.game, seen.seeker.at), (seen.game.tables.board.entrance, seen.game.crystal)
    ends = {at: steps for at, steps in far.items() if steps}
    shells = [[at for at, n in ends.items() if n == die or (n < die and at in early)] for die in FACES]
    return fmean(max(map(seen.at, shell), default=seen.at(seen.seeker.at)) for shell in shells)


def choose_route(game: Game, request: Choose[Route], seat: Seat) -> str:
    """Return the route with the best end."""
    seen = outlook(game, game.seeker_of(seat))
    return best(request, lambda route: _route_worth(seen, route.areas))


def _route_worth(seen: Outlook, areas: Sequence[str]) -> float:
    value = seen.at(areas[-1])
    for at in reversed(areas[:-1]):
        value = seen.held * seen.at(at) + (1 - seen.held) * value if is_chamber(seen.game, at) else value
    return value


def choose_stop(game: Game, seat: Seat) -> str:
    """Return whether to stop in the Crystal Chamber on the way, or to go on."""
    seen = outlook(game, game.seeker_of(seat))
    beyond = [at for at in neighbours(game, seen.seeker.at) if at not in game.trip.path]
    return STOP if seen.at(seen.seeker.at) >= max(map(seen.at, beyond), default=0.0) else ON


# Gates and Spells ----------------------------------------------------------------------------------------------


def _gate_attempt_worth(seen: Outlook, means: str) -> float:
    game, seeker = seen.game, seen.seeker
    chance = 1.0 if means == KEY else chance_of_at_least(game.tables.board.gate_target - MIGHTS[means](game, seeker))
    return chance * _beyond_gate_worth(seen, gates_at(game, seeker.at)[0]) + (1 - chance) * seen.beside(seeker.at)


def _beyond_gate_worth(seen: Outlook, gate: Gate) -> float:
    """Return the worth of the area behind the Gates."""
    return seen.at(other_side(gate, seen.seeker.at))


PROMISES: Mapping[str, Callable[[Outlook, Any], float]] = {
    "go": lambda seen, offer: seen.at(offer.ways[0].meant),
    "roll": lambda seen, offer: (
        _first_step_worth(seen, offer.ways[0].meant) if isinstance(offer, Pick) else _free_roll_worth(seen)
    ),
    "gate": lambda seen, offer: _gate_attempt_worth(seen, offer.ways[0].meant),
    "gate.spell": lambda seen, offer: _beyond_gate_worth(seen, offer.ways[0].meant) - SPELL,
    "spell.area": lambda seen, offer: max(seen.at(way.meant) for way in offer.ways) - 2 * SPELL,
    "heal": lambda seen, _: relief(seen.seeker, 1) - GOLD + seen.beside(seen.seeker.at),
    "guest.leave": lambda seen, _: HOME if wants_out(seen.game, seen.seeker) else -HOME,
    "trial": lambda seen, offer: _trial_move_worth(seen, offer.ways[0].meant),
    "trial.wealth": lambda seen, _: _trial_move_worth(seen, WEALTH),
}
"""The average worth of each action of a turn, by kind."""
