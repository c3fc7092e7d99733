"""Stealing from another Seeker, an encounter of its own kind [5.2, 12]."""

from __future__ import annotations

from rules.jaskinia.events.fights import ItemStolen, StealingFailed, StealingTried
from rules.jaskinia.fight_evading import evades
from rules.jaskinia.fight_spoils import rob
from rules.jaskinia.limits import card_word
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.things import give_item, random_item
from rules.jaskinia.values import mods
from rules.kernel.table import Table


def steal(table: Table, game: Game, one: Seeker, other: Seeker) -> bool:
    """Whether the other evaded, so that something else can be done here; else the turn ends, whatever the die says."""
    table.tell(StealingTried(one.name, other.name))
    if evades(table, game, one, other):
        return True
    if _is_skilful(table, game, one, other) and (other.gold or other.items):
        _take(table, game, one, other)
    else:
        table.tell(StealingFailed(one.name, other.name))
    game.trip.over = True
    return False


def _is_skilful(table: Table, game: Game, one: Seeker, other: Seeker) -> bool:
    face = int(table.roll("1K6", "steal.roll", character=one.name, whom=other.name))
    return any(face in mod.faces for mod in mods(game, one, "steal"))


def _take(table: Table, game: Game, one: Seeker, other: Seeker) -> None:
    """One bag of gold, or a random Item of who has none."""
    if other.gold:
        rob(table, one, other)
        return
    item = random_item(table, other.items, "steal.item", character=other.name)
    table.tell(ItemStolen(one.name, other.name, card_word(item)))
    give_item(table, game, other, one, item)
