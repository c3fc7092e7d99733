"""Whether something could do anything for a Seeker as it is now, by what everybody sees of it [3.8]."""

from __future__ import annotations

from rules.jaskinia.cards import spells_left
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.belongings import spendable
from rules.jaskinia.seeker.values import holds, spell_limit
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Effect, Way


def is_vain(game: Game, one: Seeker, do: Do) -> bool:
    """Whether none of these operations could do anything: healing without wounds, a Spell for whom none may hold."""
    return all(_does_nothing(game, one, op) for op in do)


def can_pay(game: Game, one: Seeker, way: Way) -> bool:
    """Whether a Seeker has what a way costs."""
    return one.gold >= way.cost_gold and len(spendable(game, one.items)) >= way.cost_item


def _does_nothing(game: Game, one: Seeker, op: Effect) -> bool:
    match op:
        case e.Heal():
            return one.endurance >= one.level
        case e.DrawSpell():
            return len(one.spells) >= spell_limit(game, one) or not spells_left(game)
        case e.Gold(n=n):
            return n < 0 and not one.gold
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return is_vain(game, one, then if holds(game, one, cond) else otherwise)
        case e.RollTable(table=table):
            return all(is_vain(game, one, do) for do in table.values())
        case e.ChooseWay(options=options):
            return all(is_vain(game, one, way.do) for way in options if can_pay(game, one, way))
    return False
