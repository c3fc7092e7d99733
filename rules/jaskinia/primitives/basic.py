"""Primitives of values, things, turns and places [12]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.effects import Deed, Work
from rules.jaskinia.events.effects import NothingHappens
from rules.jaskinia.gates import open_gate
from rules.jaskinia.hand import draw_spells
from rules.jaskinia.limits import card_options, give_up_spells, plain
from rules.jaskinia.model import Game
from rules.jaskinia.moving import transport, where_to
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Operation
from rules.jaskinia.things import gain_gold, leave_area_card, lose_gold, lose_items, random_item
from rules.jaskinia.wounds import (
    gain_endurance,
    gain_power,
    gain_strength,
    heal,
    lose_endurance,
    lose_power,
    lose_turns,
    raise_level,
    slow,
)
from rules.kernel.requests import Choose
from rules.kernel.table import Table
from rules.kernel.words import Fact

# Values --------------------------------------------------------------------------------------------------------


def do_gain_strength(table: Table, game: Game, work: Work, op: e.GainStrength) -> Do:
    """Own Strength + n."""
    gain_strength(table, work.one, op.n)
    return ()


def do_gain_power(table: Table, game: Game, work: Work, op: e.GainPower) -> Do:
    """Own Power + n."""
    gain_power(table, work.one, op.n)
    return ()


def do_lose_power(table: Table, game: Game, work: Work, op: e.LosePower) -> Do:
    """Own Power − n."""
    lose_power(table, game, work.one, op.n)
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
        table.tell(NothingHappens(work.one.name))
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
        table.tell(NothingHappens(work.one.name))
    return ()


def do_lose_item(table: Table, game: Game, work: Work, op: e.LoseItem) -> Do:
    """n Items, by chance or by choice."""
    if not work.one.items:
        table.tell(NothingHappens(work.one.name))
    lose_some(table, game, work, op.n, op.pick)
    return ()


def lose_some(table: Table, game: Game, work: Work, n: int, pick: str) -> None:
    """So many, one after the other; all where there are fewer: with a bag goes what was in it."""
    for _ in range(n):
        if work.one.items:
            lose_items(table, game, work.one, [_which_item(table, work, pick)])


def _which_item(table: Table, work: Work, pick: str) -> str:
    if pick == "random":
        return random_item(table, work.one.items, "effect.item", character=work.one.name)
    facts: dict[str, Fact] = {"character": work.one.name, "source": work.source}
    ask = Choose(who=work.one.seat, why="effect.item", options=card_options(work.one.items), facts=facts)
    return plain([table.ask(ask)])[0]


def do_discard_this(table: Table, game: Game, work: Work, op: e.DiscardThis) -> Do:
    """The card at work goes."""
    if work.card in game.lying.get(work.one.at, ()):
        leave_area_card(table, game, work.one.at, work.card)
    return ()


# Turns and places ----------------------------------------------------------------------------------------------


def do_lose_turn(table: Table, game: Game, work: Work, op: e.LoseTurn) -> Do:
    """n turns."""
    lose_turns(table, game, work.one, op.n)
    return ()


def do_slow(table: Table, game: Game, work: Work, op: e.Slow) -> Do:
    """n slow turns."""
    slow(table, work.one, op.n)
    return ()


def do_move_to(table: Table, game: Game, work: Work, op: e.MoveTo) -> Do:
    """Elsewhere: as a Spell says, by chance, or as the player chooses."""
    transport(table, game, work.one, work.target or where_to(table, game, work.one, op.to, work.source))
    return ()


def do_open_gate(table: Table, game: Game, work: Work, op: e.OpenGate) -> Do:
    """The Gates at which the Spell was aimed open."""
    open_gate(table, game, work.one, work.target, "word")
    return ()


DEEDS: Mapping[type[Operation], Deed] = {
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
    e.MoveTo: do_move_to,
    e.OpenGate: do_open_gate,
}
"""What each operation does."""
