"""Chapter 14, talismans of the suns: while their sun dominates, their wearers can use more of what they know."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.amounts import amount
from rules.labirynt_smierci.events.treasure import TalismanShone
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.spells.casting import count_uses
from rules.labirynt_smierci.tables.sheets import COLOURS

SUNS: Mapping[str, tuple[str, ...]] = {
    "red_sun": ("red",),
    "yellow_sun": ("yellow",),
    "blue_sun": ("blue",),
    "all_suns": COLOURS,
}


def shine_on_all(table: Table, game: Game) -> None:
    """At the start of an adventure: the talismans that are worn already."""
    for one in game.people:
        for item in [item for item in one.items if item.worn and item.kind == "talisman"]:
            shine(table, game, one, item)


def shine(table: Table, game: Game, one: Character, item: Item) -> None:
    """Under its sun, once in an adventure: so many of the known spells can be used besides [14]."""
    spare = [spell for spell in one.known if spell not in one.usable]
    if game.outside or game.sun not in SUNS.get(item.name, ()) or item.shone == game.adventure or not spare:
        return
    item.shone = game.adventure
    count = min(amount(table, game.tables.items.sun, "talisman.sun"), len(spare))
    options = [Option(spell, f"spell.{spell}", "spells.cost", {"cost": _cost(game, spell)}) for spell in spare]
    spells = table.choose_some(
        one.seat, "talisman.spells", options, least=count, most=count, name=one.name, count=count, item=item.title
    )
    one.usable += spells
    table.tell(TalismanShone(one.name, item.title, tuple(Word(f"spell.{spell}") for spell in spells)))
    count_uses(table, game, one)


def _cost(game: Game, spell: str) -> int:
    return game.tables.spells.of(spell).cost
