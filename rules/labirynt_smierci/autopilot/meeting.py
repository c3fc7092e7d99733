"""Meeting monsters: fight what costs little, else talk, use magic, pay, lock the door; fight when nothing helps."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.answers import Value
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot.asides import named, taken, values
from rules.labirynt_smierci.autopilot.strength import champion, forecast, total
from rules.labirynt_smierci.bribe import bribe_limit, bribe_sum
from rules.labirynt_smierci.formation import FRONT, sensible
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.negotiation import eloquence_of
from rules.labirynt_smierci.traits import GATE, reluctance

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
    if (order := _gate_order(game, group)) is not None and any(named(request, seat, "formation")):
        return ["formation", order]
    cost = forecast(game, group).loss / max(total(game), 1)
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
    for action in named(request, seat, "negotiate"):
        offered = [one for one in game.people if action.ask is None or one.id in values(action, "negotiate")]
        speaker = max(offered, key=lambda one: eloquence_of(game, group, one))
        if 12 - reluctance(game, group) + eloquence_of(game, group, speaker) >= TALK_NEEDS:
            yield taken(action, speaker.id)
    for action in named(request, seat, "bribe"):
        if gold := good_bribe(game, group):
            yield taken(action, gold)
    yield from _casts(request, seat, "lock")


def _casts(request: NextAction, seat: Seat, spell: str) -> Iterator[Value]:
    for action in named(request, seat, f"cast:{spell}"):
        yield taken(action, values(action, f"cast:{spell}")[0])


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
    ranks = [list(rank) for rank in sensible(game.living)]
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
