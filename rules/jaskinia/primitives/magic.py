"""Primitives that only Spells have; and all that a Spell may do [7, 12]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.effects import Deed, Work
from rules.jaskinia.events.magic import BonusGained, SpellCancelled
from rules.jaskinia.limits import spell_word
from rules.jaskinia.model import Game
from rules.jaskinia.primitives import basic, branches
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Operation
from rules.kernel.table import Table
from rules.kernel.words import Word


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


DEEDS: Mapping[type[Operation], Deed] = {
    **basic.DEEDS,
    **branches.DEEDS,
    e.Evade: do_evade,
    e.FightBonus: do_fight_bonus,
    e.CancelSpell: do_cancel_spell,
}
"""What each operation of a Spell does."""
