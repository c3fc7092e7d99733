"""What an area is worth to a Seeker that stops there, Encounters included; and what is done where the move ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import fmean
from typing import Any

from rules.jaskinia.autopilot.goals import dares_to_find, is_searched
from rules.jaskinia.autopilot.odds import deadly, kinds_of_attack
from rules.jaskinia.autopilot.threats import price_of_defeat
from rules.jaskinia.autopilot.trials import best_trial, cheapest_gift, trial_worth
from rules.jaskinia.autopilot.worth import GOLD, draws_worth, find_worth, gain, met
from rules.jaskinia.fight.odds import duel_odds
from rules.jaskinia.guardians import WEALTH
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.kernel.answers import Value
from rules.kernel.offers import Pick
from rules.kernel.requests import Action, NextAction, Seat
from rules.kernel.taking import kind_of, take

FAIR = 0.6
"""With a better chance another Seeker is attacked."""
LAST_WOUND, SPOILS = 6.0, 2.0
"""What it is worth to kill a rival, and to win otherwise."""
VISIT, SEARCH = 0.5, 2.0
"""What it is worth to see a Chamber, beside what it does, and to search one for the Crystal."""


def worth_at(game: Game, one: Seeker, at: str, chamber: float, card: float | None = None) -> float:
    """What stopping on an area brings: an Encounter or a trial where that is better, else the area itself.

    ``chamber``, ``card``: what a Chamber does on average, and a card that is drawn.
    """
    drawn = draws_worth(game, one, 1) if card is None else card
    return max(area_worth(game, one, at, chamber, drawn), best_encounter(game, one, at), best_trial(game, one, at))


# Encounters ---------------------------------------------------------------------------------------------------


def best_encounter(game: Game, one: Seeker, at: str) -> float:
    """What an attack on the easiest Seeker there is worth; there may be nobody to be attacked."""
    if at == game.tables.board.entrance:
        return -inf
    others = [other for other in game.seekers if other.at == at and other.seat != one.seat]
    kinds = kinds_of_attack(game, one)
    return max((attack_worth(game, one, other, kind) for other in others for kind in kinds), default=-inf)


def attack_worth(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> float:
    """What an attack is worth; nothing makes up for odds that are not fair enough."""
    chances = duel_odds(game, one, other, kind)
    lost = chances.loss * price_of_defeat(game, one, other, kind)
    return chances.win * spoils(game, one, other, kind) - lost if chances.win > FAIR else -inf


def spoils(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> float:
    """What it is worth to beat another."""
    return LAST_WOUND if other.endurance <= deadly(game, one, kind) else SPOILS


# The area itself -----------------------------------------------------------------------------------------------


def chamber_worth(game: Game, one: Seeker) -> float:
    """What a Chamber brings on average, of whatever kind it is."""
    return fmean(gain(game, one, kind.do) for kind in game.tables.chambers.chamber)


def area_worth(game: Game, one: Seeker, at: str, chamber: float, card: float) -> float:
    """What the area itself brings: instruction, cards to draw, what lies there."""
    area, cards = game.area(at), game.lying.get(at, ())
    lying = lying_worth(game, one, at, cards)
    if area.kind == "special":
        return gain(game, one, game.tables.board.instruction(area.instruction).do) + lying
    if area.kind == "chamber" and at != game.crystal:
        return chamber + VISIT + search_worth(game, one, at) + lying
    return lying + card * max(0, area.draw - len(cards))


def search_worth(game: Game, one: Seeker, at: str) -> float:
    """What it is worth to look for the Crystal there; nothing to whom the find would put in danger."""
    return SEARCH if is_searched(game, at) and dares_to_find(game, one) else 0.0


def lying_worth(game: Game, one: Seeker, at: str, ids: Sequence[str]) -> float:
    """Of these cards Enemies first; what else lies there is had only when they are beaten [5.8]."""
    rest = GOLD * game.gold.get(at, 0)
    if not ids:
        return rest
    cards = [game.card(id) for id in ids]
    living = [card for card in cards if card.strength]
    spirits = [card for card in cards if card.power]
    rest += sum(find_worth(game, one, card) for card in cards if not (card.strength or card.power))
    return met(game, one, "fight", living, met(game, one, "psychic", spirits, rest))


# Where the move ended ------------------------------------------------------------------------------------------


def act_here(game: Game, request: NextAction, seat: Seat) -> Value:
    """What is worth most."""
    one = game.seeker_of(seat)
    best = max((a for a in request.of(seat) if not a.aside), key=lambda action: _worth(game, one, action))
    if not isinstance(best, Pick):
        return take(best)
    return best.answer(cheapest_gift(game, one, best) if best.why == "trial.wealth" else best.ways[0])


def _worth(game: Game, one: Seeker, action: Action[Any]) -> float:
    about = action.ways[0].meant if isinstance(action, Pick) else None
    return WORTHS[kind_of(action)](game, one, about)


def _loot(other: Seeker) -> float:
    """What stealing brings on average."""
    return GOLD if other.gold or other.items else -1.0


WORTHS: Mapping[str, Callable[[Game, Seeker, Any], float]] = {
    "explore": lambda game, one, _: area_worth(game, one, one.at, chamber_worth(game, one), draws_worth(game, one, 1)),
    "trial": trial_worth,
    "trial.wealth": lambda game, one, _: trial_worth(game, one, WEALTH),
    "attack": lambda game, one, other: attack_worth(game, one, game.seeker_of(other.seat), "fight"),
    "psychic": lambda game, one, other: attack_worth(game, one, game.seeker_of(other.seat), "psychic"),
    "steal": lambda game, one, other: _loot(game.seeker_of(other.seat)),
}
"""What each thing is worth where the move ended, by its kind; others are looked at in the state that one may see."""
