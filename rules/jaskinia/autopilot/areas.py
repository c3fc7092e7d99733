"""What an area is worth to a Seeker that stops there, Encounters included; and what is done where the move ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import fmean
from typing import Any

from rules.jaskinia.autopilot.goals import is_searched
from rules.jaskinia.autopilot.trials import best_trial, cheapest_gift, trial_worth
from rules.jaskinia.autopilot.worth import (
    GOLD,
    VALUE,
    Odds,
    draws_worth,
    duel_odds,
    escape_chance,
    gain,
    odds_against,
    pain,
    use_of,
)
from rules.jaskinia.exploration.trials import WEALTH
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.values import bonus, has, item_limit, mods
from rules.jaskinia.tables.sheets import Card
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


def worth_at(game: Game, one: Seeker, at: str, chamber: float) -> float:
    """What stopping on an area brings: an Encounter or a trial where that is better, else the area itself."""
    return max(area_worth(game, one, at, chamber), best_encounter(game, one, at), best_trial(game, one, at))


# Encounters ---------------------------------------------------------------------------------------------------


def best_encounter(game: Game, one: Seeker, at: str) -> float:
    """What an attack on the easiest Seeker there is worth; there may be nobody to be attacked."""
    if at == game.tables.board.entrance:
        return -inf
    others = [other for other in game.seekers if other.at == at and other.seat != one.seat]
    return max((attack_worth(game, one, other, kind) for other in others for kind in _kinds(game, one)), default=-inf)


def _kinds(game: Game, one: Seeker) -> tuple[FightKind, ...]:
    """How a Seeker may attack others."""
    return ("fight", "psychic") if has(game, one, "psychic_attack") else ("fight",)


def attack_worth(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> float:
    """What an attack is worth; nothing makes up for odds that are not fair enough."""
    chances = duel_odds(game, one, other, kind)
    spoils = LAST_WOUND if other.endurance <= _deadly(game, one, kind) else SPOILS
    return chances.win * spoils - chances.loss * pain(game, one) if chances.win > FAIR else -inf


def _deadly(game: Game, one: Seeker, kind: FightKind) -> int:
    """Up to which Endurance who is beaten can be killed at once [6.5, A17]."""
    devoured = [mod.max_endurance for mod in mods(game, one, "devour")] if kind == "fight" else []
    return max([1, *devoured])


# The area itself -----------------------------------------------------------------------------------------------


def chamber_worth(game: Game, one: Seeker) -> float:
    """What a Chamber brings on average, of whatever kind it is."""
    return fmean(gain(game, one, kind.do) for kind in game.tables.chambers.chamber)


def area_worth(game: Game, one: Seeker, at: str, chamber: float) -> float:
    """What the area itself brings: instruction, cards to draw, what lies there; ``chamber``: what a Chamber does."""
    area, cards = game.area(at), [game.card(id) for id in game.lying.get(at, ())]
    lying = _lying_worth(game, one, at, cards)
    if area.kind == "special":
        return gain(game, one, game.tables.board.instruction(area.instruction).do) + lying
    if area.kind == "chamber" and at != game.crystal:
        return chamber + VISIT + SEARCH * is_searched(game, at) + lying
    return lying + draws_worth(game, one, max(0, area.draw - len(cards)))


def _lying_worth(game: Game, one: Seeker, at: str, cards: Sequence[Card]) -> float:
    """Enemies first; what else lies there is had only when they are beaten [5.8]."""
    if not cards:
        return GOLD * game.gold.get(at, 0)
    living = [card for card in cards if card.strength]
    spirits = [card for card in cards if card.power]
    fight, psychic = _odds_of(game, one, "fight", living), _odds_of(game, one, "psychic", spirits)
    rest = sum(_find_worth(game, one, card) for card in cards if card not in living and card not in spirits)
    rest += GOLD * game.gold.get(at, 0)
    after = _met(game, one, psychic, spirits, 0.0, rest)
    trophies = VALUE * sum(card.strength for card in living) / game.tables.seekers.trophies
    return _met(game, one, fight, living, trophies, after)


def _odds_of(game: Game, one: Seeker, kind: FightKind, foes: Sequence[Card]) -> Odds:
    """The chances against Enemies who fight together."""
    if not foes:
        return Odds(1.0, 0.0)
    value = sum(card.strength if kind == "fight" else card.power for card in foes)
    return odds_against(game, one, kind, value, [card.type for card in foes])


def _met(game: Game, one: Seeker, chances: Odds, foes: Sequence[Card], prize: float, after: float) -> float:
    """A fight, and what comes when it is won."""
    if not foes:
        return after
    won = prize + sum(gain(game, one, card.on_win) for card in foes) + after
    lost = sum(gain(game, one, card.on_lose) for card in foes) - pain(game, one)
    fought, slips = chances.win * won + chances.loss * lost, escape_chance(game, one, [card.type for card in foes])
    return max(fought, slips * after + (1 - slips) * fought)


def _find_worth(game: Game, one: Seeker, card: Card) -> float:
    if card.type == "gold":
        return GOLD * (card.gold + bonus(game, one, "gold_bonus"))
    if card.type in ("item", "magic_item"):
        return _item_worth(game, one, card.id)
    return use_of(game, one, card.id) if card.type == "follower" else gain(game, one, card.do)


def _item_worth(game: Game, one: Seeker, id: str) -> float:
    """Who can carry no more has to leave something else."""
    full = len(one.items) >= item_limit(game, one)
    least = min((use_of(game, one, item) for item in one.items), default=0.0)
    return max(0.0, use_of(game, one, id) - (least if full else 0.0))


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
    "explore": lambda game, one, _: area_worth(game, one, one.at, chamber_worth(game, one)),
    "trial": trial_worth,
    "trial.wealth": lambda game, one, _: trial_worth(game, one, WEALTH),
    "attack": lambda game, one, other: attack_worth(game, one, game.seeker_of(other.seat), "fight"),
    "psychic": lambda game, one, other: attack_worth(game, one, game.seeker_of(other.seat), "psychic"),
    "steal": lambda game, one, other: _loot(game.seeker_of(other.seat)),
}
"""What each thing is worth where the move ended, by its kind; others are looked at in the state that one may see."""
