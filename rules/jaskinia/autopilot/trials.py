"""The trials: when there is hope, which one, and what is handed over for wealth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from rules.jaskinia.autopilot.worth import GOLD, pain, use_of
from rules.jaskinia.exploration.trials import Gift, gifts
from rules.jaskinia.fight.odds import odds_against
from rules.jaskinia.guardians import FIGHTS, WEALTH, trial_value
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.kernel.odds import THROWS, Odds
from rules.kernel.offers import Pick, Way

READY = 0.25
"""The mean chance in the fights that are left from which on trials are taken."""
TRIAL = 16.0
"""What a passed trial is worth."""
FAINT = 1
"""With no more Endurance than this no gold is handed over that is needed to be healed."""


def is_ready(game: Game, one: Seeker) -> bool:
    """Whether as many trials as are still needed can be hoped to be passed: with that of Wealth, or without."""
    chances = sorted(_chances(game, one), reverse=True)
    needed = game.options.trials - len(one.trials)
    if len(chances) >= needed and _is_hopeful(chances[:needed]):
        return True
    with_wealth = chances[: needed - 1]
    return WEALTH not in one.trials and (_is_hopeful(with_wealth) if with_wealth else bool(gifts(game, one)))


def has_sure_trial(game: Game, one: Seeker) -> bool:
    """Whether one that is open would be passed for certain, and may be afforded."""
    return any(_is_sure(game, one, trial) for trial in TRIALS if trial not in one.trials)


def _is_sure(game: Game, one: Seeker, trial: str) -> bool:
    return bool(affordable(game, one)) if trial == WEALTH else odds_in(game, one, trial).wins == THROWS


def _is_hopeful(chances: Sequence[float]) -> bool:
    return sum(chances) >= READY * len(chances)


def _chances(game: Game, one: Seeker) -> Iterator[float]:
    """To pass those that are fought; none where a loss would be worse."""
    for trial in TRIALS:
        if trial != WEALTH and trial not in one.trials:
            yield odds_in(game, one, trial).win if _fought(game, one, trial) > 0 else 0.0


def odds_in(game: Game, one: Seeker, trial: str) -> Odds:
    """The chances against a guardian."""
    return odds_against(game, one, FIGHTS[trial], trial_value(game, trial))


def best_trial(game: Game, one: Seeker, at: str) -> float:
    """What the best trial on an area is worth; there may be none."""
    if at != game.crystal:
        return -inf
    return max((trial_worth(game, one, trial) for trial in TRIALS if trial not in one.trials), default=-inf)


def trial_worth(game: Game, one: Seeker, trial: str) -> float:
    """What a trial is worth; none is taken without hope to pass the others, but for a sure one."""
    if trial == WEALTH:
        return max((TRIAL - _price(game, one, gift) for gift in affordable(game, one)), default=-inf)
    return _fought(game, one, trial) if _is_sure(game, one, trial) or is_ready(game, one) else -inf


def _fought(game: Game, one: Seeker, trial: str) -> float:
    """The last Endurance is risked only when winning is likelier than losing."""
    chances = odds_in(game, one, trial)
    return chances.win * TRIAL - chances.loss * pain(game, one)


def affordable(game: Game, one: Seeker) -> list[Gift]:
    """What may be handed over: anything, or before there is hope to pass the other trials what is easily spared."""
    offered = gifts(game, one)
    return offered if not offered or is_ready(game, one) else [gift for gift in offered if _is_spare(game, one, gift)]


def _is_spare(game: Game, one: Seeker, gift: Gift) -> bool:
    """No more than gold alone would cost, and not the last gold of who has to be healed."""
    left = one.gold - gift.gold
    cheap = _price(game, one, gift) <= GOLD * game.tables.crystal.wealth_points
    return cheap and (one.endurance > FAINT or left >= game.tables.seekers.healing_price)


def _price(game: Game, one: Seeker, gift: Gift) -> float:
    """What a gift takes from a Seeker."""
    return GOLD * gift.gold + sum(use_of(game, one, item) for item in gift.items)


def cheapest_gift(game: Game, one: Seeker, wealth: Pick[Gift]) -> Way[Gift]:
    """What is handed over."""
    return min(wealth.ways, key=lambda way: _price(game, one, way.meant))
