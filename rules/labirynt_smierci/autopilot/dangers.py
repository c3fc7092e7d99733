"""What the autopilot does about monsters it meets, traps, poison and the dying."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.offers import Way
from rules.kernel.requests import NextAction, Seat
from rules.kernel.taking import picks, take
from rules.labirynt_smierci.autopilot.asides import casts
from rules.labirynt_smierci.autopilot.strength import champion, forecast, party_strength
from rules.labirynt_smierci.encounter.bribe import bribe_limit, bribe_sum
from rules.labirynt_smierci.encounter.negotiation import eloquence_of
from rules.labirynt_smierci.magic.casting import NONE
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.party.formation import FRONT, first_through_the_door, sensible_ranks
from rules.labirynt_smierci.party.traits import GATE, reluctance, skill
from rules.labirynt_smierci.traps import NOBODY

# Monsters: fight what costs little, else talk, pay, lock the door ------------------------------------------------


ACCEPTABLE = 0.22
"""A fight may cost this part of the party's strength."""
DESPERATE = 0.45
"""Above this, magic is worth its price."""
BRIBE_WORTH = 4
TALK_NEEDS = 7


def meet(game: Game, request: NextAction, seat: Seat) -> Value:
    """Fight what can be beaten; talk to, bewitch, bribe or lock out the rest."""
    group = game.met
    if group is None:
        return ["fight"]
    marching = any(action.option.id == "formation" for action in request.of(seat))
    if marching and (order := _gate_order(game, group)) is not None:
        return ["formation", order]
    cost = forecast(game, group).loss / max(party_strength(game), 1)
    if cost <= ACCEPTABLE:
        return ["fight"]
    return next(_ways_round(game, group, request, seat, cost), ["fight"])


def _ways_round(game: Game, group: Group, request: NextAction, seat: Seat, cost: float) -> Iterator[Value]:
    """Everything that may spare the fight, the cheapest first."""
    if cost >= DESPERATE:
        for spell in ("cow", "daunt", "lock"):
            yield from _casts(request, seat, spell)
        if not group.persuasion:
            yield from _casts(request, seat, "oratory")
    for pick in picks(request, seat, "negotiation.speaker"):
        best = max(sorted(pick.ways, key=_in_ranks(game)), key=lambda way: eloquence_of(game, group, way.meant))
        if 12 - reluctance(game, group) + eloquence_of(game, group, best.meant) >= TALK_NEEDS:
            yield pick.answer(best)
    for action in request.of(seat):
        if action.option.id == "bribe" and (gold := good_bribe(game, group)):
            yield take(action, gold)
    yield from _casts(request, seat, "lock")


def _in_ranks(game: Game) -> Callable[[Way[Character]], int]:
    """Sorts ways by who marches first, so that of equals the first is taken."""
    return lambda way: game.people.index(way.meant)


def _casts(request: NextAction, seat: Seat, spell: str) -> Iterator[Value]:
    for pick in casts(request, seat, spell):
        yield pick.answer(pick.ways[0])


def good_bribe(game: Game, group: Group) -> int:
    """The least gold that is taken on 1–4, or the best that the purse can do; 0: not worth it."""
    price = game.tables.bribe.price(bribe_sum(game, group), BRIBE_WORTH)
    if price is not None and price <= game.purse:
        return price
    return game.purse if bribe_limit(game, group, game.purse) else 0


def _gate_order(game: Game, group: Group) -> list[list[str]] | None:
    """Before the Gate the champion stands in front, as the last to act there; None: he does."""
    if not any(monster.kind == GATE for monster in group.living):
        return None
    best = champion(game).id
    ranks = [list(rank) for rank in sensible_ranks(game.living)]
    for rank in ranks:
        if best in rank:
            rank.remove(best)
    if len(ranks[0]) >= 3:
        ranks.insert(1, [ranks[0].pop()])
        ranks = _closed(ranks)
    ranks[0].append(best)
    wanted = [rank for rank in ranks if rank]
    enough = len(wanted[0]) >= min(FRONT, len(game.living))
    return wanted if enough and tuple(map(tuple, wanted)) != game.formation else None


def _closed(ranks: list[list[str]]) -> list[list[str]]:
    """The ranks behind the first in threes again."""
    behind = [one for rank in ranks[1:] for one in rank]
    return [ranks[0], *(behind[n : n + 3] for n in range(0, len(behind), 3))]


# Traps, poison, the dying, spoils: what cannot wait --------------------------------------------------------------


FRAIL, STURDY = 3, 8
SURE_ENOUGH = 3
"""A skill of so much is better than a spell's price."""


def delegate(game: Game, request: NextAction, seat: Seat) -> Value:
    """The best at traps; the spell where nobody is good; without both whoever can best bear it."""
    offered = [action.option.id for action in request.of(seat)]
    people = [one for one in game.people if one.id in offered]
    skilled = max(people, key=lambda one: (_trust(game, one), one.strength_now, one.id))
    if skill(game, skilled, "traps") < SURE_ENOUGH:
        for spell in casts(request, seat, "thief"):
            return spell.answer(spell.ways[0])
    if NOBODY in offered and not skill(game, skilled, "traps") and skilled == first_through_the_door(game):
        return [NOBODY]
    return [skilled.id]


def _trust(game: Game, one: Character) -> float:
    """How gladly somebody is sent to a trap: the chance to disarm it; the weak only if they can do it well."""
    frail = 0.5 if one.strength_now <= FRAIL else 0.0
    return skill(game, one, "traps") / 6 + min(one.strength_now, STURDY) / 20 - frail


def reply(game: Game, request: NextAction, seat: Seat) -> Value:
    """Neutralize poison when hurt, call back the dead when the caster can bear it."""
    match request.why:
        case "poison":
            return _if_affordable(game, request, seat, "neutralize_poison", reserve=3)
        case "resurrection":
            return _if_affordable(game, request, seat, "resurrection", reserve=1)
    return plain(request, seat)


def _if_affordable(game: Game, request: NextAction, seat: Seat, spell: str, reserve: int) -> Value:
    for pick in casts(request, seat, spell):
        only = pick.ways[0]
        if only.meant.caster.strength_now - game.tables.spells.of(spell).cost >= reserve:
            return pick.answer(only)
    return [NONE]
