"""Spells in hand: drawn within the limit, and which of them may be cast when [3.4, 3.8, 7.3]."""

from __future__ import annotations

from rules.jaskinia.decks import draw, left_in
from rules.jaskinia.events.finds import NoRoomForSpell, SpellsDrawn, SpellsSeen
from rules.jaskinia.limits import spell_word
from rules.jaskinia.model import SPELLS, Game, Seeker
from rules.jaskinia.tables.sheets import Spell, Window
from rules.jaskinia.values import spell_limit
from rules.kernel.table import Table


def draw_spells(table: Table, game: Game, one: Seeker, n: int) -> None:
    """Spells are drawn, as many as the limit lets; only their owner sees which [3.4, 3.8]."""
    drawn: list[str] = []
    while len(drawn) < n and len(one.spells) < spell_limit(game, one) and left_in(game, SPELLS):
        drawn.append(draw(table, game, SPELLS, player=one.seat))
        one.spells.append(drawn[-1])
    if not drawn:
        table.tell(NoRoomForSpell(one.name))
        return
    table.tell(SpellsDrawn(one.name, len(drawn)))
    table.tell(SpellsSeen(one.seat, tuple(map(spell_word, drawn))), to=(one.seat,))


def known(game: Game, window: Window) -> list[Spell]:
    """The Spells there are for a window, as everybody knows them."""
    return [spell for spell in game.tables.spells.spell if spell.window == window and not spell.set_aside]


def may_hold(game: Game, one: Seeker) -> bool:
    """Whether anybody must reckon with Spells of a Seeker, by what everybody sees of it [3.4]."""
    return spell_limit(game, one) > 0


def held(game: Game, one: Seeker, window: Window) -> list[str]:
    """The Spells in hand that may be cast in a window, each once."""
    return [spell for spell in dict.fromkeys(one.spells) if game.tables.spells.of(spell).window == window]
