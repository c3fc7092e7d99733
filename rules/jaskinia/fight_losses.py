"""What a lost fight costs: Endurance, unless an Item saves it [6.2, 6.3, 6.5]."""

from __future__ import annotations

from rules.jaskinia.events.fights import ItemDidNotSave, ItemSaved
from rules.jaskinia.limits import card_word
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.wounds import lose_endurance
from rules.kernel.table import Table


def wounded(table: Table, game: Game, one: Seeker, kind: FightKind) -> None:
    """One Endurance in all; in a fight one roll with the best Item may save it [6.2, 6.3, 6.8]."""
    if kind != "fight" or not _saved(table, game, one):
        lose_endurance(table, game, one, 1)


def _saved(table: Table, game: Game, one: Seeker) -> bool:
    item = max(one.items, key=lambda item: len(_faces(game, item)), default="")
    if not item or not _faces(game, item):
        return False
    saved = int(table.roll("1K6", "save.roll", character=one.name, item=card_word(item))) in _faces(game, item)
    table.tell((ItemSaved if saved else ItemDidNotSave)(one.name, card_word(item)))
    return saved


def _faces(game: Game, item: str) -> list[int]:
    """The faces on which an Item saves."""
    return [face for mod in game.card(item).mods if mod.mod == "save" for face in mod.faces]
