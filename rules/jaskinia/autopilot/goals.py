"""What a Seeker is after, and how near each area brings it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from rules.jaskinia.autopilot.roads import FAR, distances
from rules.jaskinia.autopilot.trials import is_ready
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.values import bonus, power, strength

HURT = 2
"""With no more Endurance than this one goes to be healed."""
GROWN = 9
"""Total Strength and Power together with which one goes through the Gates."""
URGENT, EAGER, KEEN = 2.0, 1.5, 0.5
"""How much a step towards each kind of goal is worth, in turns."""


class Goal(msgspec.Struct, frozen=True):
    """Where to go: how far it is from everywhere, and what each step is worth."""

    far: Mapping[str, float]
    pull: float

    def nearness(self, at: str) -> float:
        """What it is worth to be on an area, on the way to the goal."""
        return -self.pull * self.far.get(at, FAR)


NOWHERE = Goal({}, 0.0)


def goal_of(game: Game, one: Seeker) -> Goal:
    """The most urgent one; without any a Seeker looks for what is worth most nearby."""
    to = partial(distances, game)
    if is_hurt(game, one):
        return Goal(to(game.tables.board.entrance), EAGER)
    if game.crystal:
        return Goal(to(game.crystal), URGENT) if is_ready(game, one) else NOWHERE
    chambers = game.tables.board.chambers
    if has_map(game, one):
        return Goal(to(*(at for at in chambers if at != one.at)), EAGER)
    if strength(game, one) + power(game, one) >= GROWN:
        return Goal(to(*(at for at in chambers if is_searched(game, at) and at != one.at)), KEEN)
    return NOWHERE


def is_hurt(game: Game, one: Seeker) -> bool:
    """Wounds are many and healing can be paid for; at the Entrance all are healed, in the race for the trials none."""
    if one.at == game.tables.board.entrance:
        most = one.level - 1
    else:
        most = 0 if game.crystal and is_ready(game, one) else HURT
    return one.endurance <= most and one.gold >= game.tables.seekers.healing_price


def has_map(game: Game, one: Seeker) -> bool:
    """Whether enough Map fragments are at hand."""
    crystal = game.tables.crystal
    return one.items.count(crystal.map_card) >= max(1, crystal.map_fragments - bonus(game, one, "map_need"))


def is_searched(game: Game, at: str) -> bool:
    """Whether the Crystal may be found by a search there [10.3]."""
    return not game.crystal and game.area(at).zone == game.tables.crystal.search_zone
