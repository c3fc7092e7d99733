"""The worth of wounds, gold, Items, Spells, cards and operations to a Seeker, in turns.

It uses public facts only: the contents of a deck, never its order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import fmean
from typing import Any

from msgspec import Struct

from rules.jaskinia.fight.odds import odds_against
from rules.jaskinia.model import CAVE, DECKS, FightKind, Game, Seeker
from rules.jaskinia.seeker.values import (
    bonus,
    has,
    holds,
    item_limit,
    may_have,
    might,
    mods,
    shares_of,
    spell_limit,
    total,
)
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Effect
from rules.jaskinia.tables.sheets import Card, Mod
from rules.kernel.odds import FACES, odds


def kinds_of_attack(game: Game, seeker: Seeker) -> tuple[FightKind, ...]:
    """Return the kinds of attack that a Seeker may make."""
    return ("fight", "psychic") if has(game, seeker, "psychic_attack") else ("fight",)


def deadly(game: Game, seeker: Seeker, kind: FightKind) -> int:
    """Return the highest Endurance at which a beaten Seeker can be killed at once [6.5, A17]."""
    devoured = [mod.max_endurance for mod in mods(game, seeker, "devour")] if kind == "fight" else []
    return max([1, *devoured])


def escape_chance(game: Game, seeker: Seeker, types: Sequence[str]) -> float:
    """Return the chance to evade all opponents of these types by an ability."""
    ways = [len(mod.faces) for mod in mods(game, seeker, "evade") if all(type in mod.types for type in types)]
    return max(ways, default=0) / len(FACES)


def save_chance(game: Game, seeker: Seeker) -> float:
    """Return the chance that an Item saves the Endurance after a lost fight [6.2]."""
    return max((len(mod.faces) for mod in mods(game, seeker, "save")), default=0) / len(FACES)


def chance_of_at_least(needed: int) -> float:
    """Return the chance that a die shows at least this number."""
    return min(1.0, max(0.0, (len(FACES) + 1 - needed) / len(FACES)))


VALUE = 3.0
"""The worth of one point of own Strength or Power."""
GOLD, SPELL, TURN, SLOW, ITEM = 0.7, 0.8, 1.0, 0.3, 0.5
"""The worth of one bag of gold, Spell, turn, slow turn, and Item (for the Trial of Wealth alone)."""
LIFE = 4 * (GOLD + TURN)
"""The worth of the last point of Endurance; the second is worth half, the fourth the cost of its cure [8.2]."""
WASTED = 2 * TURN
"""The cost of a visit to Enemies that bring nothing; what they take counts twice, as there was another way."""
DEATH, GROWTH, OUT = 8.0, 2.0, 20.0
"""The cost of a death, of each value point above the card, and of a death once the dead stay dead [8.5]."""
PASSED = 4.0
"""The worth of each passed trial to a Seeker who would lose it."""
OF_USE: Mapping[str, float] = {"always": 3.0, "fight": 2.2, "psychic": 1.6, "fight_animal": 0.9, "psychic_spirit": 0.9}
"""The worth of one point of Strength or Power that counts only in this case."""
MODS: Mapping[str, float] = {"carry": 0.6, "spell_limit": 0.8, "evade": 0.8, "free_turn": 0.8, "gate": 0.4}
"""The worth of other mods: of each, or of each point for mods with a number."""
SAVE = 0.4
"""The worth of each face that saves the Endurance."""


# Endurance -----------------------------------------------------------------------------------------------------


def pain(game: Game, seeker: Seeker, n: int = 1) -> float:
    """Return the cost of a number of wounds, and of the death that they may cause."""
    wounds = sum(LIFE / left for left in range(max(1, seeker.endurance - n + 1), seeker.endurance + 1))
    return wounds + (_death_cost(game, seeker) if n >= seeker.endurance else 0.0)


def _death_cost(game: Game, seeker: Seeker) -> float:
    sheet = game.sheet(seeker)
    grown = GROWTH * (seeker.strength + seeker.power - sheet.strength - sheet.power)
    return OUT + PASSED * len(seeker.trials) if game.crystal else DEATH + grown


def relief(seeker: Seeker, n: int) -> float:
    """Return the worth of healing a number of wounds, up to the level."""
    return sum(LIFE / left for left in range(seeker.endurance + 1, min(seeker.level, seeker.endurance + n) + 1))


# Things --------------------------------------------------------------------------------------------------------


def use_of(game: Game, seeker: Seeker, id: str) -> float:
    """Return the worth of an Item or a Follower; a second Weapon is worth no more than any Item."""
    card = game.card(id)
    if id == game.tables.crystal.map_card and not game.crystal:
        return VALUE
    better = card.weapon and any(_is_as_good_a_weapon(game, card, other) for other in seeker.items if other != id)
    return ITEM if better else ITEM + sum(_mod_worth(mod) for mod in card.mods)


def _is_as_good_a_weapon(game: Game, card: Card, other: str) -> bool:
    rival = game.card(other)
    return rival.weapon and sum(mod.n for mod in rival.mods) >= sum(mod.n for mod in card.mods)


def _mod_worth(mod: Mod) -> float:
    if mod.mod in ("strength", "power"):
        return mod.n * OF_USE[mod.when]
    if mod.mod == "save":
        return SAVE * len(mod.faces)
    return MODS.get(mod.mod, 1.0) * max(1, mod.n)


def price_of_gold(seeker: Seeker, n: int) -> float:
    """Return the cost of a number of bags of gold; bags needed for healing cost as much as the wounds."""
    needed = max(0, n - max(0, seeker.gold - max(0, seeker.level - seeker.endurance)))
    return GOLD * (n - needed) + max(GOLD, relief(seeker, 1) - TURN) * needed


# Cards ---------------------------------------------------------------------------------------------------------


def draws_worth(game: Game, seeker: Seeker, n: int) -> float:
    """Return the average worth of a number of cards from the better deck."""
    return n * max((deck_worth(game, seeker, deck) for deck in DECKS), default=0.0)


def deck_worth(game: Game, seeker: Seeker, deck: str) -> float:
    """Return the average worth of a card of this deck, from the cards left in it [5.5]."""
    pile = game.decks[deck] or game.used[deck]
    if not pile:
        return -inf
    arms = {type: arms_for(game, seeker, kind, [type]) for type, kind in ENEMIES.items()}
    brings = sum(copies * _card_worth(game, seeker, game.card(id), arms) for id, copies in pile.items())
    return brings / sum(pile.values()) + (VALUE / game.tables.seekers.cards if deck == CAVE else 0.0)


def _card_worth(game: Game, seeker: Seeker, card: Card, arms: Mapping[str, Arms]) -> float:
    return (
        _fight_worth(game, seeker, [card], 0.0, arms[card.type])
        if card.type in arms
        else find_worth(game, seeker, card)
    )


# Enemies -------------------------------------------------------------------------------------------------------

ENEMIES: Mapping[str, FightKind] = {"animal": "fight", "monster": "fight", "spirit": "psychic"}
"""The kind of fight for each type of Enemy."""


class Arms(Struct, frozen=True):
    """A Seeker's side in a fight: value, chance to evade, cost of a wound."""

    kind: FightKind
    might: int
    escape: float
    wound: float


def arms_for(game: Game, seeker: Seeker, kind: FightKind, types: Sequence[str]) -> Arms:
    """Return the Seeker's side in a fight with Enemies of these types."""
    hurts = 1 - save_chance(game, seeker) if kind == "fight" else 1.0
    return Arms(kind, might(game, seeker, kind, types), escape_chance(game, seeker, types), hurts * pain(game, seeker))


def met(game: Game, seeker: Seeker, kind: FightKind, foes: Sequence[Card], after: float) -> float:
    """Return the worth of meeting these Enemies together, fought or evaded; ``after``: the gain after a victory."""
    if not foes:
        return after
    worth = _fight_worth(game, seeker, foes, after, arms_for(game, seeker, kind, [card.type for card in foes]))
    return worth if worth > 0 else 2 * worth - WASTED


def _fight_worth(game: Game, seeker: Seeker, foes: Sequence[Card], after: float, arms: Arms) -> float:
    chances = odds(arms.might - sum(card.strength if arms.kind == "fight" else card.power for card in foes))
    won, lost = prize(game, seeker, foes) + after, penalty(game, seeker, foes, arms.wound)
    fought = chances.win * won - chances.loss * lost
    return max(fought, arms.escape * after + (1 - arms.escape) * fought)


def prize(game: Game, seeker: Seeker, foes: Sequence[Card]) -> float:
    """Return the worth of beating these Enemies: trophies and the effects of their cards."""
    trophies = VALUE * sum(card.strength for card in foes) / game.tables.seekers.trophies
    return trophies + sum(gain(game, seeker, card.on_win) for card in foes)


def penalty(game: Game, seeker: Seeker, foes: Sequence[Card], wound: float) -> float:
    """Return the cost of a lost fight: a wound that no Item saves, or a ransom, and the effects of the cards."""
    ransom = -gain(game, seeker, foes[0].lose_instead) if len(foes) == 1 else 0.0
    return (ransom or wound) - sum(gain(game, seeker, card.on_lose) for card in foes)


def find_worth(game: Game, seeker: Seeker, card: Card) -> float:
    """Return the worth of a card found on an area, such as an Item or a stranger."""
    if card.type == "gold":
        return GOLD * (card.gold + bonus(game, seeker, "gold_bonus"))
    if not may_have(game, seeker, card.id):
        return 0.0
    if card.type in ("item", "magic_item"):
        # A Seeker that can carry no more has to drop something.
        full = len(seeker.items) >= item_limit(game, seeker)
        least = min((use_of(game, seeker, item) for item in seeker.items), default=0.0)
        return max(0.0, use_of(game, seeker, card.id) - (least if full else 0.0))
    return use_of(game, seeker, card.id) if card.type == "follower" else gain(game, seeker, card.do)


# Operations ----------------------------------------------------------------------------------------------------


def gain(game: Game, seeker: Seeker, do: Do) -> float:
    """Return the average worth of a list of operations; negative if it costs."""
    return sum(_effect_gain(game, seeker, op, do[:nth]) for nth, op in enumerate(do))


def _effect_gain(game: Game, seeker: Seeker, op: Effect, before: Do) -> float:
    weigh = GAINS.get(type(op))
    if not weigh:
        return 0.0
    return weigh(game, seeker, op) * (
        _chance_to_lose_protection(seeker, op, before) if holds(game, seeker, op.unless) else 1.0
    )


def _chance_to_lose_protection(seeker: Seeker, op: Effect, before: Do) -> float:
    """Return the chance that the protecting Item falls in an earlier operation: the Rope on the Bridge."""
    falling = sum(each.n for each in before if isinstance(each, e.LoseItem) and each.pick == "random")
    return min(1.0, falling / len(seeker.items)) if op.unless.partition(":")[2] in seeker.items else 0.0


def _roll_table_gain(game: Game, seeker: Seeker, op: e.RollTable) -> float:
    return sum(share * gain(game, seeker, do) for do, share in shares_of(game, seeker, op))


def _test_gain(game: Game, seeker: Seeker, op: e.Test) -> float:
    chance = chance_of_at_least(op.target - total(game, seeker, op.stat))
    return chance * gain(game, seeker, op.passed) + (1 - chance) * gain(game, seeker, op.fail)


def _fight_effect_gain(game: Game, seeker: Seeker, op: e.Fight | e.Psychic) -> float:
    chances = odds_against(game, seeker, *op.against)
    return chances.win * gain(game, seeker, op.win) + chances.loss * gain(game, seeker, op.lose)


def way_gain(game: Game, seeker: Seeker, way: e.ChoiceWay) -> float:
    """Return the worth of a way less its price."""
    spared = sorted(use_of(game, seeker, item) for item in seeker.items)[: way.cost_item]
    return gain(game, seeker, way.do) - price_of_gold(seeker, way.cost_gold) - sum(spared)


def _best_way_gain(game: Game, seeker: Seeker, op: e.ChooseWay) -> float:
    payable = [way for way in op.options if seeker.gold >= way.cost_gold and len(seeker.items) >= way.cost_item]
    return max((way_gain(game, seeker, way) for way in payable), default=0.0)


def _item_loss_gain(game: Game, seeker: Seeker, op: e.LoseItem) -> float:
    uses = sorted(use_of(game, seeker, item) for item in seeker.items)
    if not uses:
        return 0.0
    each = uses[0] if op.pick == "choice" else fmean(uses)
    return -each * min(op.n, len(uses))


GAINS: Mapping[type[Any], Callable[[Game, Seeker, Any], float]] = {
    e.GainStrength: lambda game, seeker, op: VALUE * op.n,
    e.GainPower: lambda game, seeker, op: VALUE * op.n,
    e.LosePower: lambda game, seeker, op: -VALUE * max(0, min(op.n, seeker.power - game.sheet(seeker).power)),
    e.LoseEndurance: lambda game, seeker, op: -pain(game, seeker, op.n),
    e.GainEndurance: lambda game, seeker, op: LIFE / (seeker.endurance + 1) * op.n,
    e.RaiseEndurance: lambda game, seeker, op: LIFE / (seeker.endurance + 1) * op.n,
    e.Heal: lambda game, seeker, op: relief(seeker, op.n),
    e.Gold: lambda game, seeker, op: GOLD * max(op.n, -seeker.gold),
    e.DrawSpell: lambda game, seeker, op: SPELL * min(op.n, max(0, spell_limit(game, seeker) - len(seeker.spells))),
    e.LoseSpell: lambda game, seeker, op: -SPELL * min(op.n, len(seeker.spells)),
    e.LoseItem: _item_loss_gain,
    e.LoseTurn: lambda game, seeker, op: -TURN * op.n,
    e.Slow: lambda game, seeker, op: -SLOW * op.n,
    e.DrawCards: lambda game, seeker, op: draws_worth(game, seeker, op.n),
    e.RollTable: _roll_table_gain,
    e.Test: _test_gain,
    e.Fight: _fight_effect_gain,
    e.Psychic: _fight_effect_gain,
    e.If: lambda game, seeker, op: gain(game, seeker, op.then if holds(game, seeker, op.cond) else op.otherwise),
    e.ChooseWay: _best_way_gain,
}
"""The worth of each operation; operations that are missing here are worth 0."""
