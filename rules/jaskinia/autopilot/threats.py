"""Who may come: how likely other Seekers can be on an area in their next turn, and what their attack would cost."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.autopilot.goals import distances
from rules.jaskinia.autopilot.odds import deadly, escape_chance, kinds_of_attack, save_chance
from rules.jaskinia.autopilot.worth import GOLD, pain, use_of
from rules.jaskinia.fight.odds import duel_odds
from rules.jaskinia.fight.scores import RIVAL_TYPES
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.movement import branch_of
from rules.jaskinia.places import branches, closed_gate, is_chamber, neighbours
from rules.jaskinia.seeker.values import has, power
from rules.kernel.odds import FACES

TEMPTED = 0.4
"""From which chance to win on a rival is reckoned with."""
WILLING = 0.5
"""How likely who could attack does; whoever would be killed at once is surely attacked."""


class Threats:
    """What it costs a Seeker, on average, to be found on an area by the others before its next turn."""

    def __init__(self, game: Game, one: Seeker) -> None:
        self._entrance = game.tables.board.entrance
        harmful = [(other, harm(game, one, other)) for other in game.seekers if other.seat != one.seat]
        self._reached = [(cost, reach(game, other)) for other, cost in harmful if cost > 0]

    def at(self, area: str) -> float:
        """On this area; nobody is attacked at the Entrance [5.3]."""
        if area == self._entrance:
            return 0.0
        return sum(cost * reached.get(area, 0.0) for cost, reached in self._reached)


# What an attack costs ------------------------------------------------------------------------------------------


def harm(game: Game, one: Seeker, other: Seeker) -> float:
    """What it costs on average that another may attack."""
    stays = 1 - escape_chance(game, one, RIVAL_TYPES)
    return stays * max(_by_attack(game, one, other, kind) for kind in kinds_of_attack(game, other))


def _by_attack(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> float:
    chance = duel_odds(game, other, one, kind).win
    sure = 1.0 if _is_eaten(game, one, other, kind) else WILLING
    return sure * chance * price_of_defeat(game, one, other, kind) if chance >= TEMPTED else 0.0


def price_of_defeat(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> float:
    """What another takes from a Seeker whom it beats: its life if it can, else what is dearest."""
    if _is_eaten(game, one, other, kind):
        return pain(game, one, one.endurance)
    saved = save_chance(game, one) if kind == "fight" else 0.0
    return max((1 - saved) * pain(game, one), _robbed(game, one))


def _is_eaten(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> bool:
    return has(game, other, "devour") and one.endurance <= deadly(game, other, kind)


def _robbed(game: Game, one: Seeker) -> float:
    """What is the dearest that may be taken."""
    return max([GOLD * (one.gold > 0), *(use_of(game, one, item) for item in one.items)])


# Where somebody may be after the next turn -----------------------------------------------------------------------


def reach(game: Game, other: Seeker) -> Mapping[str, float]:
    """How likely a Seeker is on each area after its next move if it wants to [4.4, 4.5, 4.11]."""
    if other.lost:
        return {}
    free = power(game, other) >= game.tables.seekers.free_power
    found: dict[str, float] = {}
    if not other.slow:
        _throws(game, other, found, at_choice=free or has(game, other, "free_turn"))
    if other.slow or not free:
        found.update(dict.fromkeys(neighbours(game, other.at), 1.0))
    return found


def _throws(game: Game, other: Seeker, found: dict[str, float], *, at_choice: bool) -> None:
    if at_choice:
        far = distances(game, other.at)
        found.update({at: 1 / len(FACES) for at, n in far.items() if 0 < n <= len(FACES)})
        return
    for first in neighbours(game, other.at):
        for at, chance in _ends(game, other.at, first).items():
            found[at] = max(found.get(at, 0.0), chance)


def _ends(game: Game, start: str, first: str) -> Mapping[str, float]:
    """Where the die leads that decides at every fork after the first step, and how likely."""
    ends: dict[str, float] = {}
    for die in FACES:
        chance, before, here, left = 1 / len(FACES), start, first, die - 1
        while True:
            to = _onward(game, before, here, die) if left else None
            held = chance if to is None or to == start else chance * _held(game, here)
            ends[here] = ends.get(here, 0.0) + held
            if to is None or to == start:
                break
            chance, before, here, left = chance - held, here, to, left - 1
    return ends


def _onward(game: Game, before: str, here: str, die: int) -> str | None:
    """The next area, or None where the move ends [4.6–4.8]."""
    ways = branches(game.area(here), before)
    if not ways or here == game.tables.board.entrance:
        return None
    to = branch_of(ways, die)
    return None if closed_gate(game, here, to) else to


def _held(game: Game, at: str) -> float:
    """How likely a Chamber on the way ends the move [4.9]."""
    return 1 - len(game.tables.seekers.go_on) / len(FACES) if is_chamber(game, at) else 0.0
