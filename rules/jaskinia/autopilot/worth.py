"""What things are worth to a Seeker, in turns: wounds, gold, Items, Spells, operations; and the odds of fights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any

import msgspec

from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.values import bonus, holds, might, mods, spell_limit, total
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Effect, faces_of
from rules.jaskinia.tables.sheets import Card, Mod

VALUE = 3.0
"""One own Strength or Power."""
GOLD, SPELL, TURN, SLOW, ITEM = 0.7, 0.8, 1.0, 0.3, 0.5
"""One of each; an Item that is good for nothing but the Trial of Wealth."""
CARD, DANGER = 0.82, 0.12
"""What is found by drawing a card, and how likely it wounds."""
LIFE = 4.0
"""The last point of Endurance; the second is worth half of it, and so on."""
DEATH, GROWTH, OUT = 5.0, 1.0, 12.0
"""What else the last one is worth, and each own value above the card's; or once the dead do not come again [8.5]."""
OF_USE: Mapping[str, float] = {"always": 3.0, "fight": 2.2, "psychic": 1.6, "fight_animal": 0.9, "psychic_spirit": 0.9}
"""What one more Strength or Power is worth that counts only there."""
MODS: Mapping[str, float] = {"carry": 0.6, "spell_limit": 0.8, "evade": 0.8, "free_turn": 0.8, "gate": 0.4}
"""What other mods are worth: each, and of those with a number each of it."""
SAVE = 0.4
"""Each face that saves."""


# Endurance -----------------------------------------------------------------------------------------------------


def pain(game: Game, one: Seeker, n: int = 1) -> float:
    """What so many wounds cost, and what dying of them does."""
    wounds = sum(LIFE / left for left in range(max(1, one.endurance - n + 1), one.endurance + 1))
    return wounds + (_death(game, one) if n >= one.endurance else 0.0)


def _death(game: Game, one: Seeker) -> float:
    """What is lost for good with a Seeker."""
    sheet = game.sheet(one)
    return OUT if game.crystal else DEATH + GROWTH * (one.strength + one.power - sheet.strength - sheet.power)


def relief(one: Seeker, n: int) -> float:
    """What so much healing is worth, up to the level."""
    return sum(LIFE / left for left in range(one.endurance + 1, min(one.level, one.endurance + n) + 1))


# Cards ---------------------------------------------------------------------------------------------------------


def draws_worth(game: Game, one: Seeker, n: int) -> float:
    """What so many cards bring that are still in the decks: less the more a wound hurts."""
    return n * (CARD - DANGER * pain(game, one))


def use_of(game: Game, one: Seeker, id: str) -> float:
    """What an Item or a Follower is worth; a second Weapon is worth no more than other things."""
    card = game.card(id)
    if id == game.tables.crystal.map_card and not game.crystal:
        return VALUE
    better = card.weapon and any(_beats(game, card, other) for other in one.items if other != id)
    return ITEM if better else ITEM + sum(_mod(mod) for mod in card.mods)


def _beats(game: Game, card: Card, other: str) -> bool:
    rival = game.card(other)
    return rival.weapon and sum(mod.n for mod in rival.mods) >= sum(mod.n for mod in card.mods)


def _mod(mod: Mod) -> float:
    if mod.mod in ("strength", "power"):
        return mod.n * OF_USE[mod.when]
    if mod.mod == "save":
        return SAVE * len(mod.faces)
    return MODS.get(mod.mod, 1.0) * max(1, mod.n)


def room_for_spells(game: Game, one: Seeker) -> int:
    """How many more a Seeker may hold."""
    return max(0, spell_limit(game, one) - len(one.spells))


# Operations ----------------------------------------------------------------------------------------------------


def gain(game: Game, one: Seeker, do: Do) -> float:
    """What a list of operations brings on average; below 0 it costs."""
    return sum(_gain(game, one, op) for op in do)


def _gain(game: Game, one: Seeker, op: Effect) -> float:
    weigh = GAINS.get(type(op))
    return 0.0 if weigh is None or holds(game, one, op.unless) else weigh(game, one, op)


def _rolled(game: Game, one: Seeker, op: e.RollTable) -> float:
    more = bonus(game, one, op.mod) if op.mod else 0
    thrown = [min(len(FACES), face + more) for face in FACES]
    shares = {faces: sum(map(thrown.count, faces_of(faces))) / len(FACES) for faces in op.table}
    return sum(share * gain(game, one, op.table[faces]) for faces, share in shares.items() if share)


def _tested(game: Game, one: Seeker, op: e.Test) -> float:
    chance = chance_of_at_least(op.target - total(game, one, op.stat))
    return chance * gain(game, one, op.passed) + (1 - chance) * gain(game, one, op.fail)


def _fought(game: Game, one: Seeker, op: e.Fight | e.Psychic) -> float:
    if isinstance(op, e.Fight):
        return _ended(game, one, odds_against(game, one, "fight", op.strength), op)
    return _ended(game, one, odds_against(game, one, "psychic", op.power), op)


def _ended(game: Game, one: Seeker, chances: Odds, op: e.Fight | e.Psychic) -> float:
    return chances.win * gain(game, one, op.win) + chances.loss * gain(game, one, op.lose)


def way_gain(game: Game, one: Seeker, way: e.Way) -> float:
    """What a way brings, less its price."""
    spared = sorted(use_of(game, one, item) for item in one.items)[: way.cost_item]
    return gain(game, one, way.do) - way.cost_gold * GOLD - sum(spared)


def _chosen(game: Game, one: Seeker, op: e.ChooseWay) -> float:
    payable = [way for way in op.options if one.gold >= way.cost_gold and len(one.items) >= way.cost_item]
    return max((way_gain(game, one, way) for way in payable), default=0.0)


def _lost_items(game: Game, one: Seeker, op: e.LoseItem) -> float:
    uses = sorted(use_of(game, one, item) for item in one.items)
    if not uses:
        return 0.0
    each = uses[0] if op.pick == "choice" else fmean(uses)
    return -each * min(op.n, len(uses))


GAINS: Mapping[type[Any], Callable[[Game, Seeker, Any], float]] = {
    e.GainStrength: lambda game, one, op: VALUE * op.n,
    e.GainPower: lambda game, one, op: VALUE * op.n,
    e.LosePower: lambda game, one, op: -VALUE * max(0, min(op.n, one.power - game.sheet(one).power)),
    e.LoseEndurance: lambda game, one, op: -pain(game, one, op.n),
    e.GainEndurance: lambda game, one, op: LIFE / (one.endurance + 1) * op.n,
    e.RaiseEndurance: lambda game, one, op: LIFE / (one.endurance + 1) * op.n,
    e.Heal: lambda game, one, op: relief(one, op.n),
    e.Gold: lambda game, one, op: GOLD * max(op.n, -one.gold),
    e.DrawSpell: lambda game, one, op: SPELL * min(op.n, room_for_spells(game, one)),
    e.LoseSpell: lambda game, one, op: -SPELL * min(op.n, len(one.spells)),
    e.LoseItem: _lost_items,
    e.LoseTurn: lambda game, one, op: -TURN * op.n,
    e.Slow: lambda game, one, op: -SLOW * op.n,
    e.DrawCards: lambda game, one, op: draws_worth(game, one, op.n),
    e.RollTable: _rolled,
    e.Test: _tested,
    e.Fight: _fought,
    e.Psychic: _fought,
    e.If: lambda game, one, op: gain(game, one, op.then if holds(game, one, op.cond) else op.otherwise),
    e.ChooseWay: _chosen,
}
"""What each operation is worth; those that are not here are worth nothing by themselves."""


# Odds ----------------------------------------------------------------------------------------------------------

FACES = range(1, 7)
THROWS = len(FACES) ** 2
RIVAL = ("seeker",)


class Odds(msgspec.Struct, frozen=True):
    """The chances to win and to lose; the rest are ties."""

    win: float
    loss: float


@lru_cache(maxsize=256)
def odds(lead: int) -> Odds:
    """The chances with this lead before the dice [6.2]."""
    ends = [lead + own - other for own in FACES for other in FACES]
    return Odds(sum(end > 0 for end in ends) / THROWS, sum(end < 0 for end in ends) / THROWS)


def odds_against(game: Game, one: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> Odds:
    """The chances against so much Strength or Power."""
    return odds(might(game, one, kind, types) - value)


def duel_odds(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> Odds:
    """The chances of one Seeker against another, without Spells."""
    return odds_against(game, one, kind, might(game, other, kind, RIVAL), RIVAL)


def escape_chance(game: Game, one: Seeker, types: Sequence[str]) -> float:
    """The chance to evade opponents of these types by an ability; one that leaves some to be fought does not count."""
    ways = [len(mod.faces) for mod in mods(game, one, "evade") if all(type in mod.types for type in types)]
    return max(ways, default=0) / len(FACES)


def chance_of_at_least(needed: int) -> float:
    """The chance that a die shows so much."""
    return min(1.0, max(0.0, (len(FACES) + 1 - needed) / len(FACES)))
