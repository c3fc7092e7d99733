"""What a Seeker is after, as everybody can tell: said with the question what to do [3.2, 10]."""

from __future__ import annotations

from rules.jaskinia.exploration.trials import wealth_facts
from rules.jaskinia.fight.odds import odds_against
from rules.jaskinia.guardians import FIGHTS, WEALTH, trial_value
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.jaskinia.seeker.trophies import gain
from rules.jaskinia.seeker.values import bonus, might, power, strength
from rules.kernel.odds import THROWS, odds
from rules.kernel.words import Fact, Phrase, phrase

GROWN = 9
"""Total Strength and Power together with which one goes through the Gates."""
TRIED = ("trials", "here", "grow")
"""Aims with which the trials that are open are told."""
HOPE = 0.25
"""The mean chance in the trials that are left from which on they are worth a journey."""


def aim_of(game: Game, one: Seeker) -> Phrase:
    """The next thing on the way to the Crystal; in a turn of one area only, that there is no more [4.11]."""
    slow = game.trip.slow and bool(game.order) and one.seat == game.active_seat
    if slow:
        return phrase("caveaim.slow")
    aim = _next(game, one)
    return phrase(f"caveaim.{aim}", **(_trials_left(game, one) if aim in TRIED else {}))


def _next(game: Game, one: Seeker) -> str:
    if gain(game, one.trophies):
        return "trade"
    if game.beside is not None and game.beside.taken:
        return "taken"
    if game.crystal:
        if not (_has_wealth(game, one) or _has_hope(game, one)):
            return "grow"
        return "here" if one.at == game.crystal else "trials"
    if has_map(game, one):
        return "map"
    board, inner = game.tables.board, game.tables.crystal.search_zone
    if not board.gate or game.area(one.at).zone == inner:
        return "search"
    if strength(game, one) + power(game, one) < GROWN:
        return "rise"
    return "search" if game.gates else "gates"


def _trials_left(game: Game, one: Seeker) -> dict[str, Fact]:
    """The trials that are open, each with what a Seeker has for it and what it needs; and where they are."""
    left = tuple(_trial_left(game, one, trial) for trial in TRIALS if trial not in one.trials)
    return {"left": left, "at": game.crystal}


def _trial_left(game: Game, one: Seeker, trial: str) -> Phrase:
    if trial == WEALTH:
        facts = wealth_facts(game, one)
        return phrase("caveaim.wealth", own=facts["points"], needed=facts["needed"], sure=_has_wealth(game, one))
    own, needed = might(game, one, FIGHTS[trial], ()), trial_value(game, trial)
    return phrase(f"caveaim.{trial}", own=own, needed=needed, sure=odds(own - needed).wins == THROWS)


def _has_wealth(game: Game, one: Seeker) -> bool:
    """Whether the trial of Wealth is open, and sure to be passed [10.7]."""
    facts = wealth_facts(game, one)
    return WEALTH not in one.trials and facts["points"] >= facts["needed"]


def _has_hope(game: Game, one: Seeker) -> bool:
    """Whether the fights of the trials that are left are not yet out of reach; that of Wealth spares one of them."""
    left = game.options.trials - len(one.trials)
    chances = sorted((_chance(game, one, trial) for trial in FIGHTS if trial not in one.trials), reverse=True)
    fought = chances[: left - (WEALTH not in one.trials)] or chances[:left]
    return bool(fought) and sum(fought) >= HOPE * len(fought)


def _chance(game: Game, one: Seeker, trial: str) -> float:
    """To win it; none where a loss is likelier, and death."""
    chances = odds_against(game, one, FIGHTS[trial], trial_value(game, trial))
    return chances.win if one.endurance > 1 or chances.wins > chances.losses else 0.0


def has_map(game: Game, one: Seeker) -> bool:
    """Whether enough Map fragments are at hand [10.2]."""
    crystal = game.tables.crystal
    return one.items.count(crystal.map_card) >= max(1, crystal.map_fragments - bonus(game, one, "map_need"))
