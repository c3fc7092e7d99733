"""What a Seeker is after, how near each area brings it, and the ways there, closed Gates included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from heapq import heappop, heappush

import msgspec

from rules.jaskinia.aims import GROWN, has_map
from rules.jaskinia.autopilot.guests import wants_out
from rules.jaskinia.autopilot.trials import has_sure_trial, is_ready
from rules.jaskinia.exploration.chambers import MAP, ROLL
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.values import power, strength
from rules.jaskinia.tables.effects import Heal

HURT = 2
"""With no more Endurance than this one goes to be healed."""
URGENT, EAGER, KEEN, IDLE = 2.0, 1.0, 0.5, 0.5
"""How much a step towards each kind of goal is worth, in turns."""
LEG = 2
"""After so many rounds who has nothing else to do wanders on to the next fork."""


class Goal(msgspec.Struct, frozen=True):
    """Where to go: how far it is from everywhere, and what each step is worth."""

    far: Mapping[str, float]
    pull: float

    def nearness(self, at: str) -> float:
        """What it is worth to be on an area, on the way to the goal."""
        return -self.pull * self.far.get(at, FAR)


def goal_of(game: Game, one: Seeker) -> Goal:
    """The most urgent one; without any a Seeker wanders from fork to fork, and does not pace up and down."""
    to = partial(distances, game)
    if wants_out(game, one):
        return Goal(to(game.tables.board.entrance), URGENT)
    if is_hurt(game, one):
        return Goal(to(*_healers(game, one)), EAGER)
    if game.crystal and not (game.beside is not None and game.beside.taken):
        goes = is_ready(game, one) or has_sure_trial(game, one)
        return Goal(to(game.crystal), URGENT) if goes else Goal(to(next_on_tour(game, one)), IDLE)
    chambers = game.tables.board.chambers
    if has_map(game, one) and dares_to_find(game, one):
        return Goal(to(*(at for at in chambers if at != one.at)), EAGER)
    if strength(game, one) + power(game, one) >= GROWN:
        return Goal(to(*(at for at in chambers if is_searched(game, at) and at != one.at)), KEEN)
    return Goal(to(next_on_tour(game, one)), IDLE)


def use_map(game: Game, one: Seeker) -> str:
    """With many wounds, and alone without hope in the trials, the map waits: then the dead come back no more."""
    return MAP if dares_to_find(game, one) else ROLL


def dares_to_find(game: Game, one: Seeker) -> bool:
    """Whether the Crystal Chamber may be found now [8.5]; among rivals who waits leaves it to them."""
    if game.beside is not None:
        return True
    return one.endurance > HURT and (len(game.seats) > 1 or is_ready(game, one))


def next_on_tour(game: Game, one: Seeker) -> str:
    """A fork of this zone: with the rounds another one, and for each player a different one."""
    zone, board = game.area(one.at).zone, game.tables.board
    forks = [area.id for area in board.area if area.kind == "fork" and area.zone == zone]
    trip = [at for at in round_trip(game, forks) if at != one.at] or [board.entrance]
    return trip[(game.tally.rounds // LEG + game.seats.index(one.seat)) % len(trip)]


def is_hurt(game: Game, one: Seeker) -> bool:
    """Wounds are many; at the Entrance, if they can be paid for, all are healed, in the race for the trials none."""
    if one.at == game.tables.board.entrance and _can_pay(game, one):
        return one.endurance < one.level
    return one.endurance <= (0 if game.crystal and is_ready(game, one) else HURT)


def _can_pay(game: Game, one: Seeker) -> bool:
    return game.beside is None and one.gold >= game.tables.seekers.healing_price


def _healers(game: Game, one: Seeker) -> list[str]:
    """Where wounds are healed: at the Entrance for gold, else where an area does it."""
    board = game.tables.board
    if _can_pay(game, one):
        return [board.entrance]
    heals = [special.id for special in board.special if any(isinstance(op, Heal) for op in special.do)]
    return [area.id for area in board.area if area.instruction in heals]


def is_searched(game: Game, at: str) -> bool:
    """Whether the Crystal may be found by a search there [10.3]."""
    return not game.crystal and game.area(at).zone == game.tables.crystal.search_zone


# Ways through the cave -----------------------------------------------------------------------------------------

Links = tuple[tuple[str, ...], ...]
"""Each area, followed by its neighbours."""
Pairs = tuple[tuple[str, str], ...]
FAR = 99.0
"""The distance of where no way leads."""
GATES = 3.0
"""How many areas more it is through closed Gates."""


def distances(game: Game, *goals: str) -> Mapping[str, float]:
    """From each area to the nearest of these."""
    return _distances(*_map_of(game), goals)


def round_trip(game: Game, stops: Sequence[str]) -> Sequence[str]:
    """These areas in an order in which each is near the one before."""
    return _round_trip(*_map_of(game), tuple(stops))


def _map_of(game: Game) -> tuple[Links, Pairs]:
    """How areas are linked, and which links closed Gates bar."""
    board = game.tables.board
    links = tuple((area.id, *area.exits.values()) for area in board.area)
    return links, tuple(gate.between for gate in board.gate if gate.id not in game.gates)


@lru_cache(maxsize=512)
def _distances(links: Links, closed: Pairs, goals: tuple[str, ...]) -> Mapping[str, float]:
    exits = {area: beyond for area, *beyond in links}
    found: dict[str, float] = {}
    queue = [(0.0, goal) for goal in goals]
    while queue:
        cost, here = heappop(queue)
        if here in found:
            continue
        found[here] = cost
        for there in exits[here]:
            if there not in found:
                heappush(queue, (cost + _step(closed, here, there), there))
    return found


@lru_cache(maxsize=64)
def _round_trip(links: Links, closed: Pairs, stops: tuple[str, ...]) -> Sequence[str]:
    trip: list[str] = []
    while left := [at for at in stops if at not in trip]:
        far = _distances(links, closed, tuple(trip[-1:]))
        trip.append(min(left, key=lambda at: far.get(at, FAR)))
    return trip


def _step(closed: Pairs, here: str, there: str) -> float:
    return 1 + GATES * any(here in gate and there in gate for gate in closed)
