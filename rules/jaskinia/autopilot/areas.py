"""The worth of an area to a Seeker who stops there, and the danger of attacks on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import fmean
from typing import Any

from rules.jaskinia.autopilot import worth
from rules.jaskinia.autopilot.goals import best_trial, cheapest_gift, dares_to_find, distances, trial_worth
from rules.jaskinia.fight.odds import RIVAL_TYPES, duel_odds
from rules.jaskinia.forecast import may_hide_crystal, percent
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.movement import branch_of
from rules.jaskinia.places import WEALTH, branches, closed_gate, is_chamber, neighbours
from rules.jaskinia.seeker.values import has, power
from rules.kernel.autopilot import Advice
from rules.kernel.odds import FACES
from rules.kernel.offers import Pick, answer_with, kind_of
from rules.kernel.requests import Action, NextAction, Seat
from rules.kernel.words import phrase

TEMPTED = 0.4
"""From this chance to win a rival is expected to attack."""
WILLING = 0.5
"""The chance that a Seeker who could attack does so; a deadly attack is certain."""


class Threats:
    """The average cost of attacks by other Seekers before the next turn, for each area."""

    def __init__(self, game: Game, seeker: Seeker) -> None:
        self._entrance = game.tables.board.entrance
        harmful = [(other, harm(game, seeker, other)) for other in game.seekers if other.seat != seeker.seat]
        self._reached = [(cost, reach(game, other)) for other, cost in harmful if cost > 0]

    def at(self, area: str) -> float:
        """Return the cost of attacks on this area; nobody is attacked at the Entrance [5.3]."""
        if area == self._entrance:
            return 0.0
        return sum(cost * reached.get(area, 0.0) for cost, reached in self._reached)


# What an attack costs ------------------------------------------------------------------------------------------


def harm(game: Game, seeker: Seeker, other: Seeker) -> float:
    """Return the average cost of an attack that another Seeker may make."""
    stays = 1 - worth.escape_chance(game, seeker, RIVAL_TYPES)
    return stays * max(_attack_danger(game, seeker, other, kind) for kind in worth.kinds_of_attack(game, other))


def _attack_danger(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> float:
    chance = duel_odds(game, other, seeker, kind).win
    sure = 1.0 if _can_be_devoured(game, seeker, other, kind) else WILLING
    return sure * chance * price_of_defeat(game, seeker, other, kind) if chance >= TEMPTED else 0.0


def price_of_defeat(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> float:
    """Return the cost of losing to another Seeker: the life if it can be taken, else the dearest belonging."""
    if _can_be_devoured(game, seeker, other, kind):
        return worth.pain(game, seeker, seeker.endurance)
    saved = worth.save_chance(game, seeker) if kind == "fight" else 0.0
    return max((1 - saved) * worth.pain(game, seeker), _dearest_loot_value(game, seeker))


def _can_be_devoured(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> bool:
    return has(game, other, "devour") and seeker.endurance <= worth.deadly(game, other, kind)


def _dearest_loot_value(game: Game, seeker: Seeker) -> float:
    return max([worth.GOLD * (seeker.gold > 0), *(worth.use_of(game, seeker, item) for item in seeker.items)])


# Where somebody may be after the next turn -----------------------------------------------------------------------


def reach(game: Game, other: Seeker) -> Mapping[str, float]:
    """Return the chance that a Seeker can reach each area in its next move [4.4, 4.5, 4.11]."""
    if other.lost:
        return {}
    free = power(game, other) >= game.tables.seekers.free_power
    found: dict[str, float] = {}
    if not other.slow:
        _add_roll_reach(game, other, found, at_choice=free or has(game, other, "free_turn"))
    if other.slow or not free:
        found.update(dict.fromkeys(neighbours(game, other.at), 1.0))
    return found


def _add_roll_reach(game: Game, other: Seeker, found: dict[str, float], *, at_choice: bool) -> None:
    if at_choice:
        far = distances(game, other.at)
        found.update({at: 1 / len(FACES) for at, n in far.items() if 0 < n <= len(FACES)})
        return
    for first in neighbours(game, other.at):
        for at, chance in _roll_end_chances(game, other.at, first).items():
            found[at] = max(found.get(at, 0.0), chance)


def _roll_end_chances(game: Game, start: str, first: str) -> Mapping[str, float]:
    """The same die decides the length of the move and every fork after the first step."""
    ends: dict[str, float] = {}
    for die in FACES:
        chance, before, here, left = 1 / len(FACES), start, first, die - 1
        while True:
            to = _next_area(game, before, here, die) if left else None
            held = (
                chance
                if to is None or to == start
                else chance * (1 - len(game.tables.seekers.go_on) / len(FACES) if is_chamber(game, here) else 0.0)
            )
            ends[here] = ends.get(here, 0.0) + held
            if to is None or to == start:
                break
            chance, before, here, left = chance - held, here, to, left - 1
    return ends


def _next_area(game: Game, before: str, here: str, die: int) -> str | None:
    """Return the next area, or None where the move ends [4.6–4.8]."""
    ways = branches(game.area(here), before)
    if not ways or here == game.tables.board.entrance:
        return None
    to = branch_of(ways, die)
    return None if closed_gate(game, here, to) else to


ATTACKS = ("attack", "psychic")
"""The kinds of actions that attack another Seeker."""
FAIR = 0.6
"""Another Seeker is attacked only with a better chance to win than this."""
LAST_WOUND, SPOILS = 6.0, 2.0
"""The worth of killing a rival, and of any other victory over one."""
VISIT, SEARCH = 0.5, 2.0
"""The worth of visiting a Chamber, apart from its effect, and of searching one for the Crystal."""


def worth_at(game: Game, seeker: Seeker, at: str, chamber: float, card: float | None = None) -> float:
    """Return the worth of stopping on an area: the best of an Encounter, a trial and the area itself.

    ``chamber``, ``card``: the average worth of a Chamber and of a drawn card.
    """
    drawn = worth.draws_worth(game, seeker, 1) if card is None else card
    return max(
        area_worth(game, seeker, at, chamber, drawn), best_encounter(game, seeker, at), best_trial(game, seeker, at)
    )


# Encounters ---------------------------------------------------------------------------------------------------


def best_encounter(game: Game, seeker: Seeker, at: str) -> float:
    """Return the worth of an attack on the easiest Seeker on an area; ``-inf`` if nobody can be attacked."""
    if at == game.tables.board.entrance:
        return -inf
    others = [other for other in game.seekers if other.at == at and other.seat != seeker.seat]
    kinds = worth.kinds_of_attack(game, seeker)
    return max((attack_worth(game, seeker, other, kind) for other in others for kind in kinds), default=-inf)


def attack_worth(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> float:
    """Return the worth of an attack; ``-inf`` if the odds are not fair enough."""
    chances = duel_odds(game, seeker, other, kind)
    lost = chances.loss * price_of_defeat(game, seeker, other, kind)
    return chances.win * spoils(game, seeker, other, kind) - lost if chances.win > FAIR else -inf


def spoils(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> float:
    """Return the worth of beating another Seeker."""
    return LAST_WOUND if other.endurance <= worth.deadly(game, seeker, kind) else SPOILS


# The area itself -----------------------------------------------------------------------------------------------


def chamber_worth(game: Game, seeker: Seeker) -> float:
    """Return the average worth of a Chamber of unknown kind."""
    return fmean(worth.gain(game, seeker, kind.do) for kind in game.tables.chambers.chamber)


def area_worth(game: Game, seeker: Seeker, at: str, chamber: float, card: float) -> float:
    """Return the worth of the area itself: its instruction, the cards to draw and the cards on it."""
    area, cards = game.area(at), game.lying.get(at, ())
    lying = lying_worth(game, seeker, at, cards)
    if area.kind == "special":
        return worth.gain(game, seeker, game.tables.board.instruction(area.instruction).do) + lying
    if area.kind == "chamber" and at != game.crystal:
        return chamber + VISIT + search_worth(game, seeker, at) + lying
    return lying + card * max(0, area.draw - len(cards))


def search_worth(game: Game, seeker: Seeker, at: str) -> float:
    """Return the worth of looking for the Crystal there; 0 for a Seeker whom the find would endanger."""
    return SEARCH if may_hide_crystal(game, at) and dares_to_find(game, seeker) else 0.0


def lying_worth(game: Game, seeker: Seeker, at: str, ids: Sequence[str]) -> float:
    """Return the worth of these cards; Enemies must be beaten before the others can be taken [5.8]."""
    rest = worth.GOLD * game.gold.get(at, 0)
    if not ids:
        return rest
    cards = [game.card(id) for id in ids]
    living = [card for card in cards if card.strength]
    spirits = [card for card in cards if card.power]
    rest += sum(worth.find_worth(game, seeker, card) for card in cards if not (card.strength or card.power))
    return worth.met(game, seeker, "fight", living, worth.met(game, seeker, "psychic", spirits, rest))


# Where the move ended ------------------------------------------------------------------------------------------


def act_here(game: Game, request: NextAction, seat: Seat) -> Advice:
    """Return the action that is worth most on the Seeker's area; attacks wait for fair odds (``FAIR``)."""
    seeker = game.seeker_of(seat)
    actions = [action for action in request.of(seat) if not action.aside]
    best = max(actions, key=lambda action: _action_worth(game, seeker, action))
    reason = phrase("cave.usual.risk") if lead(best) < 0 else None
    if kind_of(best) not in ATTACKS and any(kind_of(each) in ATTACKS and lead(each) > 0 for each in actions):
        reason = phrase("cave.usual.waits", fair=percent(FAIR))
    if not isinstance(best, Pick):
        return Advice(answer_with(best), reason)
    way = cheapest_gift(game, seeker, best) if best.why == "trial.wealth" else best.ways[0]
    return Advice(best.answer(way), reason)


def lead(action: Action) -> int:
    """Return the throws that win the fight of an action less those that lose it; 0 without a fight."""
    facts = action.option.facts
    return int(str(facts.get("wins", 0))) - int(str(facts.get("losses", 0)))


def _action_worth(game: Game, seeker: Seeker, action: Action) -> float:
    about = action.ways[0].meant if isinstance(action, Pick) else None
    return WORTHS[kind_of(action)](game, seeker, about)


def _stealing_worth(other: Seeker) -> float:
    return worth.GOLD if other.gold or other.items else -1.0


WORTHS: Mapping[str, Callable[[Game, Seeker, Any], float]] = {
    "explore": lambda game, seeker, _: area_worth(
        game, seeker, seeker.at, chamber_worth(game, seeker), worth.draws_worth(game, seeker, 1)
    ),
    "trial": trial_worth,
    "trial.wealth": lambda game, seeker, _: trial_worth(game, seeker, WEALTH),
    "attack": lambda game, seeker, other: attack_worth(game, seeker, game.seeker_of(other.seat), "fight"),
    "psychic": lambda game, seeker, other: attack_worth(game, seeker, game.seeker_of(other.seat), "psychic"),
    "steal": lambda game, seeker, other: _stealing_worth(game.seeker_of(other.seat)),
}
"""The worth of each action at the end of a move, by kind. Other Seekers are judged by what is public."""
