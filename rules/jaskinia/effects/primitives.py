"""What the operations of no other chapter do: values, things, turns, branches; and what only Spells do [7, 12].

Each takes who is affected from ``work`` and returns the operations to be run next, if it leads to any.
"""

from __future__ import annotations

from rules.jaskinia.beside.sayings import before_the_die
from rules.jaskinia.cards import card_ways, spell_word
from rules.jaskinia.effects import ODDS, OPERATIONS, Work
from rules.jaskinia.events.effects import BonusGained, RollHelped, SpellCancelled, TestFailed, TestPassed
from rules.jaskinia.model import Game, Note, Seeker
from rules.jaskinia.seeker.belongings import (
    draw_spells,
    gain_gold,
    give_up_spells,
    leave_area_card,
    lose_gold,
    lose_items,
    random_item,
    spendable,
)
from rules.jaskinia.seeker.notes import note
from rules.jaskinia.seeker.values import SIX, bonus, holds, total, use_number
from rules.jaskinia.seeker.wounds import (
    gain_endurance,
    gain_power,
    gain_strength,
    heal,
    lose_endurance,
    lose_power,
    lose_turns,
    nothing,
    raise_level,
    slow,
)
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do
from rules.jaskinia.usefulness import can_pay, is_vain
from rules.kernel.offers import Way, choice
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

# Values --------------------------------------------------------------------------------------------------------


def do_gain_strength(table: Table, game: Game, work: Work, op: e.GainStrength) -> Do:
    """Own Strength + n."""
    gain_strength(table, work.one, op.n)
    note(game, work.one, Note("strength", work.source, op.n))
    return ()


def do_gain_power(table: Table, game: Game, work: Work, op: e.GainPower) -> Do:
    """Own Power + n."""
    gain_power(table, work.one, op.n)
    note(game, work.one, Note("power", work.source, op.n))
    return ()


def do_lose_power(table: Table, game: Game, work: Work, op: e.LosePower) -> Do:
    """Own Power − n."""
    before = work.one.power
    lose_power(table, game, work.one, op.n)
    if work.one.power < before:
        note(game, work.one, Note("power", work.source, work.one.power - before))
    return ()


def do_lose_endurance(table: Table, game: Game, work: Work, op: e.LoseEndurance) -> Do:
    """Endurance − n, no save."""
    lose_endurance(table, game, work.one, op.n)
    return ()


def do_gain_endurance(table: Table, game: Game, work: Work, op: e.GainEndurance) -> Do:
    """Endurance + n."""
    gain_endurance(table, work.one, op.n)
    return ()


def do_raise_endurance(table: Table, game: Game, work: Work, op: e.RaiseEndurance) -> Do:
    """Level and Endurance + n."""
    raise_level(table, work.one, op.n)
    return ()


def do_heal(table: Table, game: Game, work: Work, op: e.Heal) -> Do:
    """Endurance + n, up to the level."""
    heal(table, work.one, op.n)
    return ()


# Things --------------------------------------------------------------------------------------------------------


def do_gold(table: Table, game: Game, work: Work, op: e.Gold) -> Do:
    """± n gold."""
    if op.n > 0:
        gain_gold(table, work.one, op.n)
    elif work.one.gold:
        lose_gold(table, work.one, -op.n)
    else:
        table.tell(nothing(work.one, "gold"))
    return ()


def do_draw_spell(table: Table, game: Game, work: Work, op: e.DrawSpell) -> Do:
    """n Spells within the limit."""
    draw_spells(table, game, work.one, op.n)
    return ()


def do_lose_spell(table: Table, game: Game, work: Work, op: e.LoseSpell) -> Do:
    """n Spells of the owner's choice."""
    if work.one.spells:
        give_up_spells(table, game, work.one, op.n)
    else:
        table.tell(nothing(work.one, "spells"))
    return ()


def do_lose_item(table: Table, game: Game, work: Work, op: e.LoseItem) -> Do:
    """n Items, by chance or by choice."""
    if not work.one.items:
        table.tell(nothing(work.one, "items"))
    lose_some(table, game, work, op.n, op.pick)
    return ()


def lose_some(table: Table, game: Game, work: Work, n: int, pick: str, *, paid: bool = False) -> None:
    """So many, one after the other; all where there are fewer: with a bag goes what was in it."""
    for _ in range(n):
        if items := spendable(game, work.one.items) if paid else work.one.items:
            lose_items(table, game, work.one, [_which_item(table, work, items, pick)], paid=paid)


def _which_item(table: Table, work: Work, items: list[str], pick: str) -> str:
    if pick == "random":
        return random_item(table, items, "effect.item", character=work.one.name)
    facts: dict[str, Fact] = {"character": work.one.name, "source": work.source}
    return table.ask(choice(work.one.seat, "effect.item", card_ways(items), facts)).id


def do_discard_this(table: Table, game: Game, work: Work, op: e.DiscardThis) -> Do:
    """The card at work goes."""
    if work.card in game.lying.get(work.one.at, ()):
        leave_area_card(table, game, work.one.at, work.card)
    return ()


# Turns ---------------------------------------------------------------------------------------------------------


def do_lose_turn(table: Table, game: Game, work: Work, op: e.LoseTurn) -> Do:
    """n turns."""
    lose_turns(table, game, work.one, op.n)
    return ()


def do_slow(table: Table, game: Game, work: Work, op: e.Slow) -> Do:
    """n slow turns."""
    slow(table, work.one, op.n)
    return ()


# Leading to other operations: a roll, a test, a condition, a choice --------------------------------------------


def do_roll(table: Table, game: Game, work: Work, op: e.RollTable) -> Do:
    """1K6, plus an ability of the own, at most 6: the matching list."""
    thrown = int(table.roll("1K6", "effect.roll", character=work.one.name, source=work.source))
    face = min(SIX, thrown + (bonus(game, work.one, op.mod) if op.mod else 0))
    if face > thrown:
        table.tell(RollHelped(work.one.name, face - thrown, face))
    do = next(do for faces, do in op.table.items() if face in e.faces_of(faces))
    if not do:
        table.tell(nothing(work.one))
    return do


def do_test(table: Table, game: Game, work: Work, op: e.Test) -> Do:
    """1K6 + total Strength or Power."""
    if game.beside is not None:
        before_the_die(table, game, work.one)
    value = total(game, work.one, op.stat) + use_number(game, work.one)
    result = value + int(table.roll("1K6", "effect.test", character=work.one.name, source=work.source))
    told = TestPassed if result >= op.target else TestFailed
    table.tell(told(work.one.name, result, op.target))
    return op.passed if result >= op.target else op.fail


def do_if(table: Table, game: Game, work: Work, op: e.If) -> Do:
    """One list or the other; whom there is nothing for is told so."""
    do = op.then if holds(game, work.one, op.cond) else op.otherwise
    if not do:
        by_align = op.cond.startswith("align:")
        table.tell(nothing(work.one, game.sheet(work.one).align if by_align else ""))
    return do


def do_choose(table: Table, game: Game, work: Work, op: e.ChooseWay) -> Do:
    """A way that can be paid for."""
    one = work.one
    possible = [
        (n, way) for n, way in enumerate(op.options) if can_pay(game, one, way) and not _is_vain(game, one, way)
    ]
    ways = [Way(_way_option(game, one, str(n), way), way) for n, way in possible]
    facts: dict[str, Fact] = {"character": one.name, "source": work.source}
    way = table.ask(choice(one.seat, "effect.way", ways, facts))
    if way.cost_gold:
        lose_gold(table, one, way.cost_gold, paid=True)
    lose_some(table, game, work, way.cost_item, "choice", paid=True)
    if not (way.do or way.cost_gold or way.cost_item):
        table.tell(nothing(one, _why_left(game, one, op, len(ways))))
    return way.do


def _why_left(game: Game, one: Seeker, op: e.ChooseWay, ways: int) -> str:
    """Why a Seeker goes on as it came: it wanted to, cannot pay for anything, or has no use for what it could pay."""
    if ways > 1:
        return "left"
    return "vain" if any(can_pay(game, one, way) and _is_vain(game, one, way) for way in op.options) else "poor"


def _is_vain(game: Game, one: Seeker, way: e.Way) -> bool:
    """Whether a way could do nothing; to leave is none of these."""
    return bool(way.do) and is_vain(game, one, way.do)


def _way_option(game: Game, one: Seeker, id: str, way: e.Way) -> Option:
    """What it costs, and the number of the first thing that it brings; of a fight the odds."""
    number = next((getattr(op, name) for op in way.do for name in ("n", "strength", "power") if hasattr(op, name)), 0)
    facts: dict[str, Fact] = {"way": Word(f"caveway.{way.label}"), "gold": way.cost_gold, "number": number}
    return Option(id, "effect.way", f"caveway.{way.label}", facts | _odds(game, one, way))


def _odds(game: Game, one: Seeker, way: e.Way) -> dict[str, Fact]:
    """Of a way that leads to a fight."""
    fight = next((op for op in way.do if type(op) in ODDS), None)
    return ODDS[type(fight)](game, one, fight) if fight is not None else {}


# Of Spells only ------------------------------------------------------------------------------------------------


def do_evade(table: Table, game: Game, work: Work, op: e.Evade) -> Do:
    """One opponent is no opponent any more."""
    game.trip.evaded.append(work.target)
    return ()


def do_fight_bonus(table: Table, game: Game, work: Work, op: e.FightBonus) -> Do:
    """So much more for the side of who cast it."""
    fight = game.fight
    if fight is not None:
        side = "own" if work.one.seat == game.active_seat else "theirs"
        fight.bonus[side] = fight.bonus.get(side, 0) + op.n
        table.tell(BonusGained(work.one.name, Word(f"cavestat.{op.stat}"), op.n))
    return ()


def do_cancel_spell(table: Table, game: Game, work: Work, op: e.CancelSpell) -> Do:
    """The Spell that was announced does nothing."""
    table.tell(SpellCancelled(work.one.name, spell_word(work.target)))
    return ()


OPERATIONS.update(
    {
        e.GainStrength: do_gain_strength,
        e.GainPower: do_gain_power,
        e.LosePower: do_lose_power,
        e.LoseEndurance: do_lose_endurance,
        e.GainEndurance: do_gain_endurance,
        e.RaiseEndurance: do_raise_endurance,
        e.Heal: do_heal,
        e.Gold: do_gold,
        e.DrawSpell: do_draw_spell,
        e.LoseSpell: do_lose_spell,
        e.LoseItem: do_lose_item,
        e.DiscardThis: do_discard_this,
        e.LoseTurn: do_lose_turn,
        e.Slow: do_slow,
        e.RollTable: do_roll,
        e.Test: do_test,
        e.If: do_if,
        e.ChooseWay: do_choose,
        e.Evade: do_evade,
        e.FightBonus: do_fight_bonus,
        e.CancelSpell: do_cancel_spell,
    }
)
