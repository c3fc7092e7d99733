"""Primitives that lead to other operations: a roll, a test, a condition, a choice [12]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.decks import left_in
from rules.jaskinia.effects import Deed, Work
from rules.jaskinia.events.effects import NothingHappens, TestFailed, TestPassed
from rules.jaskinia.model import SPELLS, Game
from rules.jaskinia.primitives.basic import lose_some
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Operation
from rules.jaskinia.things import lose_gold
from rules.jaskinia.values import SIX, bonus, holds, spell_limit, total
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


def do_roll(table: Table, game: Game, work: Work, op: e.RollTable) -> Do:
    """1K6, plus an ability of the own, at most 6: the matching list."""
    face = int(table.roll("1K6", "effect.roll", character=work.one.name, source=work.source))
    face = min(SIX, face + (bonus(game, work.one, op.mod) if op.mod else 0))
    do = next(do for faces, do in op.table.items() if face in e.faces_of(faces))
    if not do:
        table.tell(NothingHappens(work.one.name))
    return do


def do_test(table: Table, game: Game, work: Work, op: e.Test) -> Do:
    """1K6 + total Strength or Power."""
    value = total(game, work.one, op.stat)
    result = value + int(table.roll("1K6", "effect.test", character=work.one.name, source=work.source))
    told = TestPassed if result >= op.target else TestFailed
    table.tell(told(work.one.name, result, op.target))
    return op.passed if result >= op.target else op.fail


def do_if(table: Table, game: Game, work: Work, op: e.If) -> Do:
    """One list or the other."""
    return op.then if holds(game, work.one, op.cond) else op.otherwise


def do_choose(table: Table, game: Game, work: Work, op: e.ChooseWay) -> Do:
    """A way that can be paid for."""
    one = work.one
    ways = {str(n): way for n, way in enumerate(op.options) if _can_pay(work, way) and not _is_vain(game, work, way)}
    options = [_way_option(id, way) for id, way in ways.items()]
    way = ways[table.choose(one.seat, "effect.way", options, character=one.name, source=work.source)]
    if way.cost_gold:
        lose_gold(table, one, way.cost_gold)
    lose_some(table, game, work, way.cost_item, "choice")
    return way.do


def _can_pay(work: Work, way: e.Way) -> bool:
    return work.one.gold >= way.cost_gold and len(work.one.items) >= way.cost_item


def _is_vain(game: Game, work: Work, way: e.Way) -> bool:
    """Whether a way could do nothing: a Spell for who cannot hold it, healing for who has no wounds."""
    one = work.one
    full = len(one.spells) >= spell_limit(game, one) or not left_in(game, SPELLS)
    whole = one.endurance >= one.level
    vain = [(full and isinstance(op, e.DrawSpell)) or (whole and isinstance(op, e.Heal)) for op in way.do]
    return bool(vain) and all(vain)


def _way_option(id: str, way: e.Way) -> Option:
    """What it costs, and the number of the first thing that it brings."""
    number = next((getattr(op, name) for op in way.do for name in ("n", "strength", "power") if hasattr(op, name)), 0)
    facts: dict[str, Fact] = {"way": Word(f"caveway.{way.label}"), "gold": way.cost_gold, "number": number}
    return Option(id, "effect.way", f"caveway.{way.label}", facts)


DEEDS: Mapping[type[Operation], Deed] = {
    e.RollTable: do_roll,
    e.Test: do_test,
    e.If: do_if,
    e.ChooseWay: do_choose,
}
"""What each operation does."""
