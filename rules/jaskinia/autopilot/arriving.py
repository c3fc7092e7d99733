"""Where the move ended: an Encounter, a trial, or the area itself."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.arriving import KINDS
from rules.jaskinia.autopilot.areas import attack_worth, chamber_worth, explored
from rules.jaskinia.autopilot.trials import cheapest_gift, trial_worth
from rules.jaskinia.autopilot.worth import GOLD
from rules.jaskinia.model import Game, Seeker
from rules.kernel.answers import Value
from rules.kernel.requests import Action, Choose, NextAction, Seat
from rules.kernel.taking import about, take, verb_of


def act_here(game: Game, request: NextAction, seat: Seat) -> Value:
    """What is worth most."""
    one = game.seeker_of(seat)
    best = max((a for a in request.of(seat) if not a.aside), key=lambda action: _worth(game, one, action))
    return take(best, cheapest_gift(game, best.ask, seat) if isinstance(best.ask, Choose) else None)


def _worth(game: Game, one: Seeker, action: Action[Any]) -> float:
    verb, whom = verb_of(action), about(action)
    if verb == "trial":
        return trial_worth(game, one, whom)
    if verb in KINDS:
        return attack_worth(game, one, game.seeker_of(whom), KINDS[verb])
    return _loot(game.seeker_of(whom)) if verb == "steal" else explored(game, one, one.at, chamber_worth(game, one))


def _loot(other: Seeker) -> float:
    """What stealing brings on average."""
    return GOLD if other.gold or other.items else -1.0
