"""The autopilot's choice when it meets monsters: the cheapest of fight, talk, magic, bribe and lock.

All costs are means in wounds: a fight by its odds (see ``odds``), magic by its strength, gold and experience by fixed
rates. Talks are free and are tried first where they are likely to save more than the experience is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.dice import odds as chances
from rules.kernel.offers import answer_with, picks
from rules.kernel.requests import Amount, NextAction, Seat
from rules.kernel.words import Phrase, phrase
from rules.labirynt_smierci.autopilot.dangers import casts, strength_after
from rules.labirynt_smierci.autopilot.strength import drawn_up, is_hurt
from rules.labirynt_smierci.combat.odds import Odds, fight_odds
from rules.labirynt_smierci.encounter.talks import bribe_limit, eloquence_of
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.experience import wanderers_teach
from rules.labirynt_smierci.party.traits import GATE, reluctance
from rules.labirynt_smierci.tables import mean_amount

LIFE = 20.0
"""The cost of a lost member, in wounds, beside his remaining strength."""
PARTY = 150.0
"""The cost of losing the whole party, in wounds, beside ``LIFE``."""
LESSON = 5.0
"""The value of one improvement, in wounds."""
LEAST_STRENGTH = 2
"""The strength that a caster keeps before a fight."""
MAGIC = 1.5
"""The price of a point of strength spent on magic, in wounds; it comes back only outside."""
GOLD = 0.02
"""The value of a gold piece, in wounds."""
LOCKED = 4.0
"""The price of locking a door for ever, in wounds."""
LIKELY = 0.5
"""The chance of a bribe that is worth its gold when a fight would be better still."""
EAGER = 1.0
"""An alternative must be better than a fight by this many wounds."""
FREE = -1000.0
"""The price of talks: they come before all else, as they are free, and all else is open afterwards."""
FALLEN = 0.05
"""From this mean number of dead a fight is avoided for the sake of lives, else of strength."""


def meet(game: Game, request: NextAction, seat: Seat) -> Advice:
    """Put the ranks in order, draw better weapons, then choose the cheapest action."""
    group = game.met
    if not group:
        return Advice(["fight"])
    if order := drawn_up(game, request, seat, group):
        return Advice(order, _reason_to_prepare(game, order))
    if any(monster.kind == GATE for monster in group.living):
        return Advice(["fight"], phrase("aim.short.gate"))
    odds = fight_odds(game, group)
    fight = price_of(game, group, odds)
    means = (_ways_by_talking, _ways_by_magic, _ways_by_bribe)
    ways = [way for find_ways in means for way in find_ways(game, group, request, seat, fight)]
    best = min(ways, key=lambda way: way.price, default=None)
    if not best or best.price > fight - EAGER:
        if not best or odds.fallen < FALLEN:
            return Advice(["fight"])
        return Advice(["fight"], phrase(f"usual.for.{'lessons' if gain_of(game, group) else 'cheapest'}"))
    if best.price == FREE:
        return Advice(best.answer, phrase("usual.for.free"))
    return Advice(best.answer, phrase(f"aim.short.{'alive' if odds.fallen >= FALLEN else 'strength'}"))


def _reason_to_prepare(game: Game, order: list[Any]) -> Phrase | None:
    """Return who goes to the back for his wounds."""
    front = game.formation[0] if order[0] == "formation" else ()
    back = [game.characters[member] for member in front if member not in order[1][0]]
    weakest = min(filter(is_hurt, back), key=lambda person: person.strength_now, default=None)
    if not weakest:
        return None
    return phrase("usual.for.back", who=weakest.name, now=weakest.strength_now, full=weakest.strength)


# What it costs ---------------------------------------------------------------------------------------------------


def price_of(game: Game, group: Group, odds: Odds) -> float:
    """The mean cost of a fight with these odds, in wounds, less what it gains."""
    lost = odds.loss + LIFE * odds.fallen + PARTY * odds.wiped
    return lost - (1 - odds.wiped) * gain_of(game, group)


def gain_of(game: Game, group: Group) -> float:
    """The value of the experience for killing the whole group, in wounds; wanderers teach only explorers [12]."""
    if not group.resident and not wanderers_teach(game):
        return 0.0
    level, experience = game.tables.levels.of(group.level), game.tables.experience
    rolled = sum(max(monster.full - level.strength, 0) for monster in group.living if not monster.person)
    return LESSON * experience.factor * rolled * level.experience / experience.price


class WayRound(Struct, frozen=True):
    """An alternative to a fight and its mean cost in wounds."""

    answer: Value
    price: float


def _ways_by_talking(game: Game, group: Group, request: NextAction, seat: Seat, fight: float) -> Iterator[WayRound]:
    """A fight that is as good as won is fought rather than talked away."""
    for pick in picks(request, seat, "negotiation.speaker"):
        # Of equals the one who marches first is taken.
        best = max(
            sorted(pick.ways, key=lambda way: game.people.index(way.meant)),
            key=lambda way: eloquence_of(game, group, way.meant),
        )
        peace = peace_by_talk(game, group, eloquence_of(game, group, best.meant))
        if peace * fight > EAGER:
            yield WayRound(pick.answer(best), FREE)


def peace_by_talk(game: Game, group: Group, eloquence: int) -> float:
    """The chance that talks end well [8.5]."""
    shift = eloquence - reluctance(game, group)
    return sum(
        chance for total, chance in chances("2K6").items() if game.tables.negotiation.result(total + shift) != "failure"
    )


# Magic -----------------------------------------------------------------------------------------------------------


def _ways_by_magic(game: Game, group: Group, request: NextAction, seat: Seat, fight: float) -> Iterator[WayRound]:
    spells = game.tables.spells
    for spell in ("cow", "daunt", "lock", "oratory"):
        for answer, strength in _best_casters(game, request, seat, spell):
            peace, more = 1.0, 0.0
            if spell == "daunt" and reluctance(game, group) >= spells.reluctant:
                peace = len(spells.daunted) / 6
            if spell == "lock":
                more = LOCKED
            if spell == "oratory":
                best = max(eloquence_of(game, group, person) for person in game.people)
                peace = peace_by_talk(game, group, best + round(mean_amount(game.tables.spells.of("oratory").amount)))
            price = MAGIC * spells.of(spell).cost + (3.0 if strength <= LEAST_STRENGTH else 0.0)
            yield WayRound(answer, price + more + (1 - peace) * fight)


def _best_casters(game: Game, request: NextAction, seat: Seat, spell: str) -> Iterator[tuple[Value, int]]:
    for pick in casts(request, seat, spell):
        best = max(pick.ways, key=lambda way: way.meant.caster.strength_now)
        yield pick.answer(best), strength_after(game, best.meant)


# Gold ------------------------------------------------------------------------------------------------------------


def _ways_by_bribe(game: Game, group: Group, request: NextAction, seat: Seat, fight: float) -> Iterator[WayRound]:
    for action in request.of(seat):
        if action.option.id == "bribe" and (sums := bribes(game, group)):
            spurned = fight
            if any(GOLD * gold + (1 - chance) * fight <= fight - EAGER for gold, chance in sums):  # else none is chosen
                spurned = max(price_of(game, group, fight_odds(game, group, monsters_first=True)), fight)
            for gold, chance in sums:
                yield WayRound(answer_with(action, gold), GOLD * gold + (1 - chance) * spurned)


def best_bribe(game: Game, request: Amount) -> int:
    """Return the bribe with the lowest mean cost, refusals included, else the least that is likely enough."""
    sums = bribes(game, game.met) if game.met else []
    if not game.met or not sums:
        return request.least
    spurned = price_of(game, game.met, fight_odds(game, game.met, monsters_first=True))
    costs = {gold: GOLD * gold + (1 - chance) * spurned for gold, chance in sums}
    best = min(costs, key=costs.__getitem__)
    return best if costs[best] < spurned else next((gold for gold, chance in sums if chance >= LIKELY), sums[-1][0])


def bribes(game: Game, group: Group) -> list[tuple[int, float]]:
    """Return pairs of a sum and its chance: the least sum for each chance that the party can pay."""
    purse, sums = game.purse, dict[int, int]()
    for row in game.tables.bribe.row:
        limit = bribe_limit(game, group, row.gold) if row.gold <= purse else 0
        if limit:
            sums.setdefault(limit, row.gold)
    return [(gold, limit / 6) for limit, gold in sums.items()]
