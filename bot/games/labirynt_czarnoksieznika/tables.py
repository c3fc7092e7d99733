"""The words of the tables of Labirynt Czarnoksiężnika."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.table_words import TableWords


class LabiryntCzarnoksieznikaTables(TableWords):
    """Encounters, Finds, characters and what they can, tokens, boards, runes, Gems."""

    heads: Mapping[str, str] = {
        "encounter": "encounter",
        "sorcerer_find": "id",
        "character": "id",
        "ability": "ability",
        "token": "token",
        "board": "board",
        "rune": "rune",
        "gem": "use",
    }
    notes: Mapping[str, tuple[str, str]] = {
        "encounter": ("special", "note.trick"),
        "sorcerer_find": ("id", "note.loot"),
        "character": ("ability", "note.ability"),
        "ability": ("ability", "note.ability"),
        "token": ("token", "note.token"),
    }
    folders: Mapping[str, str] = {
        "encounter.encounter": "foe",
        "encounter.name": "foe",
        "encounter.kind": "lookup.encounter",
        "special": "trick",
        "sorcerer_find.id": "loot",
        "sorcerer_find.name": "loot",
        "sorcerer_find.kind": "lookup.finds",
        "part": "loot",
        "magic": "magic",
        "character.id": "character",
        "character.name": "character",
        "characters": "character",
        "team": "team",
        "ability": "ability",
        "ability.name": "ability",
        "brings": "token",
        "token": "token",
        "token.name": "token",
        "token.result": "lookup.token",
        "board": "board",
        "board.id": "board",
        "side": "board.side",
        "rune": "rune",
        "rune.element": "rune",
        "use": "lookup.gem",
    }
    untold = ("side",)
    hides_zero = ("plus", "bonus", "special")
    signed = ("bonus",)
