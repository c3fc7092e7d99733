"""The trials: when there is hope, which one, and what is handed over for wealth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.jaskinia.autopilot.odds import against
from rules.jaskinia.autopilot.worth import GOLD, pain, use_of
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.jaskinia.trials import FIGHTS, WEALTH, Gift, gifts
from rules.kernel.requests import Choose, Seat
from rules.kernel.taking import ids

READY = 0.25
"""The mean chance in the fights that are left from which on trials are taken."""
TRIAL = 16.0
"""What a passed trial is worth."""


def is_ready(game: Game, one: Seeker) -> bool:
    """Whether as many trials as are still needed can be hoped to be passed: with that of Wealth, or without."""
    chances = sorted(_chances(game, one), reverse=True)
    needed = game.options.trials - len(one.trials)
    if len(chances) >= needed and _is_hopeful(chances[:needed]):
        return True
    with_wealth = chances[: needed - 1]
    return WEALTH not in one.trials and (_is_hopeful(with_wealth) if with_wealth else bool(gifts(game, one)))


def _is_hopeful(chances: Sequence[float]) -> bool:
    return sum(chances) >= READY * len(chances)


def _chances(game: Game, one: Seeker) -> Iterator[float]:
    for trial in TRIALS:
        if trial != WEALTH and trial not in one.trials:
            yield chance_in(game, one, trial)


def chance_in(game: Game, one: Seeker, trial: str) -> float:
    """The chance against a guardian."""
    crystal = game.tables.crystal
    value = crystal.strength_guardian if trial == "strength" else crystal.power_guardian
    return against(game, one, FIGHTS[trial], value).win


def best_trial(game: Game, one: Seeker, at: str) -> float:
    """What the best trial on an area is worth; 0 where there is none."""
    if at != game.crystal:
        return 0.0
    return max((trial_worth(game, one, trial) for trial in TRIALS if trial not in one.trials), default=0.0)


def trial_worth(game: Game, one: Seeker, trial: str) -> float:
    """What a trial is worth; below 0 as long as there is no hope to pass the others, too."""
    if not is_ready(game, one):
        return -1.0
    if trial == WEALTH:
        return max((TRIAL - _price(game, one, gift) for gift in gifts(game, one)), default=-1.0)
    chance = chance_in(game, one, trial)
    return chance * TRIAL - (1 - chance) * pain(one) / 2


def _price(game: Game, one: Seeker, gift: Gift) -> float:
    """What a gift takes from a Seeker."""
    return GOLD * gift.gold + sum(use_of(game, one, item) for item in gift.items)


def cheapest_gift(game: Game, request: Choose, seat: Seat) -> str:
    """What is handed over."""
    one = game.seeker_of(seat)
    offered = gifts(game, one)
    return min(ids(request), key=lambda nth: _price(game, one, offered[int(nth)]))
