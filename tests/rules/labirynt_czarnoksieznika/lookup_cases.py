"""What a game master may ask the tables of Labirynt Czarnoksiężnika."""

from __future__ import annotations

from rules.kernel.lookups import Facts
from rules.labirynt_czarnoksieznika.lookups import BOOK
from tests.rules.contract.looking_up import Cases, Given, Refusal

ROWS = {"encounter": 17, "find": 14, "character": 12, "ability": 12, "token": 5, "board": 8, "rune": 4, "gem": 8}

ENTRIES: list[tuple[str, Given, Facts]] = [
    ("encounter", {"total": 5}, {"encounter": "imp", "strength": 2, "wounds": 0, "special": ("steal_token",)}),
    ("encounter", {"name": "acid monster"}, {"total": 9, "finds": 2, "special": ("dissolve_weapon",)}),
    ("encounter", {"total": "3"}, {"encounter": "bundle", "kind": "event", "finds": 1, "section": "encounter"}),
    ("encounter", {"name": "spring"}, {"kind": "event", "heal": 1, "origin": "house"}),
    ("find", {"name": "Axe"}, {"kind": "weapon", "bonus": 3, "count": 5}),
    ("find", {"name": "weakness"}, {"magic": "incantation", "bonus": -2}),
    ("character", {"name": "ryjek"}, {"team": "ratmen", "backpack": 5, "magic": ("incantation",)}),
    ("ability", {"name": "tree_of_life"}, {"characters": ["liriel"], "brings": "tree", "works_on": (3, 4, 5, 6)}),
    ("token", {"name": "cloud"}, {"dissolves_on": (3, 4), "wounds_on": (5, 6), "count": 2}),
    ("token", {"name": "zombie"}, {"strength": 3, "life": 1, "backpack": 1}),
    ("token", {"name": "glove"}, {"bonus": 3, "wounds": 2, "gems": 3}),
    ("board", {"id": "3B"}, {"camp": "A3", "teleport": "D3", "runes": "B4", "side": "grim"}),
    ("rune", {"element": "water"}, {"count": 3, "section": "tasks"}),
    ("gem", {"use": "win"}, {"gems": 18, "origin": "rulebook"}),
    ("gem", {"use": "crystals"}, {"number": 21}),
]


ROLLS: list[tuple[str, Given, tuple[int, ...], Facts]] = [
    ("encounter", {"digit": 5}, (2, 3), {"encounter": "wraiths", "total": 10, "digit": 5}),
    ("encounter", {"digit": 0}, (1, 1), {"encounter": "cache", "total": 2}),
    ("encounter", {"total": 18}, (), {"encounter": "dragon"}),
    ("token", {"name": "trap"}, (3,), {"result": "wounds"}),
    ("token", {"name": "trap"}, (4,), {"result": "nothing"}),
    ("token", {"name": "cloud"}, (3,), {"result": "dissolves"}),
    ("token", {"name": "cloud"}, (6,), {"result": "wounds"}),
    ("token", {"name": "cloud"}, (2,), {"result": "nothing"}),
    ("ability", {"name": "trap"}, (2,), {"works": False}),
    ("ability", {"name": "raise_zombie"}, (3,), {"works": True, "brings": "zombie"}),
]


REFUSED: list[Refusal] = [
    ("encounter", {"total": 19}, False, "lookup_value", {"parameter": "total", "got": "19"}),
    ("encounter", {"name": "troll", "total": 2}, False, "lookup_value", {"parameter": "total", "values": ("14",)}),
    ("encounter", {"digit": 3}, False, "lookup_missing", {"parameters": ("total",)}),
    ("encounter", {}, True, "lookup_missing", {"parameters": ("digit",)}),
    ("find", {"name": "wand"}, False, "lookup_value", {"parameter": "name", "got": "wand"}),
    ("token", {"name": "tree"}, True, "lookup_dice", {"table": "token"}),
    ("ability", {"name": "six_wins"}, True, "lookup_dice", {"table": "ability"}),
    ("gem", {"use": "win"}, True, "lookup_dice", {"table": "gem"}),
]


NEEDED: dict[str, Given] = {"encounter": {"digit": 5}, "token": {"name": "trap"}, "ability": {"name": "trap"}}
"""What cannot be rolled."""

CASES = Cases(BOOK, ROWS, ENTRIES, ROLLS, REFUSED, NEEDED)
