"""Who marches where, and with what in hand: fighters in front, archers and casters behind them, the dying nowhere near.

A person's own order is left alone as long as it is nearly as good; see ``MUCH_BETTER``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rules.kernel.answers import Value
from rules.kernel.requests import Form, NextAction, Ranks, Seat
from rules.kernel.taking import take
from rules.labirynt_smierci.autopilot.strength import champion
from rules.labirynt_smierci.magic.casting import can_cast
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.party.formation import FRONT, WIDEST, in_ranks
from rules.labirynt_smierci.party.traits import GATE, spells_of
from rules.labirynt_smierci.party.weapons import FRONT_RANK, SECOND_RANK, best_weapon, better_weapon, wounds_with

MUCH_BETTER = 1.0
"""Worth of an order of march above that of the present one that makes it worth a change."""
STURDY = 10
"""More strength than this makes nobody stand better in front."""
DYING = 3
"""Whose strength is no more than this does not belong in front."""
BOLD = ("charm", "sleep", "mental_attack", "lightning", "blast", "explosion", "wrath_of_god", "redemption")
"""Spells that are cast from the second rank."""
CASTER = 1.2
"""What casting from the second rank is worth, in wounds dealt."""
PER_STRENGTH, PER_ARMOUR, IN_DANGER = 0.12, 0.3, 2.0
"""What strength and armour are worth in front; what it costs to put the dying there, and one more for each wound."""
WEAK, FRAIL = 5, 0.5
"""Who can take no more wounds than this is better spared the front, and costs so much there for each one less."""


def drawn_up(game: Game, request: NextAction, seat: Seat, group: Group | None = None) -> Value:
    """A better order of march, better weapons in hand; None: all is well."""
    marching = any(action.option.id == "formation" for action in request.of(seat))
    if marching and (ranks := wanted_ranks(game, group)) is not None:
        return ["formation", ranks]
    return readied(game, request, seat)


# The order of march ----------------------------------------------------------------------------------------------


def wanted_ranks(game: Game, group: Group | None = None) -> list[list[str]] | None:
    """A better order of march; None: the present one is good enough. Before the Gate the champion stands in front."""
    at_the_gate = group is not None and any(monster.kind == GATE for monster in group.living)
    best = best_ranks(game, first=champion(game) if at_the_gate else None)
    if best == game.formation:
        return None
    placed = not at_the_gate or game.formation[FRONT_RANK][-1] == champion(game).id
    spared = any(is_dying(game.characters[one]) and one not in best[FRONT_RANK] for one in game.formation[FRONT_RANK])
    if placed and not spared and worth(game, best) < worth(game, game.formation) + MUCH_BETTER:
        return None
    return [list(rank) for rank in best]


def best_ranks(game: Game, first: Character | None = None, *, full: bool = False) -> Ranks:
    """The best order there is; ``first``: who must stand in front, as the last to act there; ``full``: when healed."""
    living = game.living
    before = {one.id: front_worth(game, one, full=full) for one in living}
    behind = {one.id: behind_worth(game, one) for one in living}
    least, choices = min(FRONT, len(living)), [one.id for one in living]
    fronts = [front for n in range(least, min(WIDEST, len(living)) + 1) for front in combinations(choices, n)]
    allowed = [front for front in fronts if first is None or first.id in front]
    best = max(allowed, key=lambda front: _worth_of(front, before, behind))
    return _ranked(game, best, behind, first)


def _worth_of(front: Sequence[str], before: Mapping[str, float], behind: Mapping[str, float]) -> float:
    """With these in front, and whoever does most behind them."""
    second = sorted((worth for one, worth in behind.items() if one not in front), reverse=True)
    return sum(before[one] for one in front) + sum(second[:WIDEST])


def _ranked(game: Game, front: Sequence[str], worth: Mapping[str, float], first: Character | None) -> Ranks:
    """These in front, whoever does most behind them, the others last; as they stood, as far as can be."""
    behind = [one.id for one in game.living if one.id not in front]
    second = sorted(behind, key=lambda one: -worth[one])[:WIDEST]
    third = [one for one in behind if one not in second]
    last = [first.id] if first is not None else []
    before = [one for one in front if one not in last] + last
    return (tuple(before), *in_ranks([*(one for one in behind if one in second), *third]))


def worth(game: Game, ranks: Ranks) -> float:
    """What all do in a round from where they stand, and how well they stand there."""
    by_rank = (front_worth, behind_worth)
    return sum(by_rank[n](game, game.characters[one]) for n, rank in enumerate(ranks[:2]) for one in rank)


def front_worth(game: Game, one: Character, *, full: bool = False) -> float:
    """In the first rank: what he strikes with, and what he can take."""
    strength = one.strength if full else one.strength_now
    takes = strength + one.absorbs
    danger = IN_DANGER + DYING - strength if strength <= DYING else FRAIL * max(0, WEAK + 1 - takes)
    body = PER_STRENGTH * min(takes, STURDY) + PER_ARMOUR * one.armour
    return wounds_from(game, one, FRONT_RANK) + body - danger


def is_dying(one: Character) -> bool:
    """Whether the next blow may be somebody's last."""
    return one.strength_now + one.absorbs <= DYING


def behind_worth(game: Game, one: Character) -> float:
    """In the second: what he shoots with, or casts."""
    return max(wounds_from(game, one, SECOND_RANK), CASTER if _casts(game, one) else 0.0)


def _casts(game: Game, one: Character) -> bool:
    if game.sun is None:
        return any(spell in BOLD for spell in one.known)
    return bool(one.usable) and any(spell in BOLD and can_cast(game, one, spell) for spell in spells_of(game, one))


def wounds_from(game: Game, one: Character, rank: int) -> float:
    """Mean wounds of an attack with the best weapon for this rank."""
    weapon = best_weapon(game, one, rank)
    return wounds_with(game, one, weapon) if weapon else 0.0


# Weapons in hand -------------------------------------------------------------------------------------------------


def readied(game: Game, request: NextAction, seat: Seat) -> Value:
    """The better weapons in hand, where somebody of the seat's holds a worse one; None: nobody does."""
    better = dict(_better_weapons(game, seat))
    for action in request.of(seat) if better else ():
        if action.option.id == "weapons" and isinstance(action.ask, Form):
            fields = action.ask.fields
            return take(action, {field.name: better.get(field.name, _in_hand(game, field.name)) for field in fields})
    return None


def _in_hand(game: Game, one: str) -> str:
    return game.characters[one].in_hand


def _better_weapons(game: Game, seat: Seat) -> Iterator[tuple[str, str]]:
    """Who should hold what."""
    for one in game.of_seat(seat):
        if (best := better_weapon(game, one)) is not None:
            yield one.id, best
