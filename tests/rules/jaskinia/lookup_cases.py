"""What a game master may ask the tables of Jaskinia."""

from __future__ import annotations

from rules.jaskinia.lookups import BOOK
from rules.kernel.lookups import Facts
from tests.rules.contract.looking_up import Cases, Given, Refusal

ROWS = {
    "number": 7,
    "limit": 4,
    "chamber": 6,
    "crystal": 5,
    "area": 41,
    "gate": 3,
    "special": 5,
    "card": 87,
    "spell": 10,
    "seeker": 8,
}

ENTRIES: list[tuple[str, Given, Facts]] = [
    ("number", {"use": "trophies"}, {"value": 7, "section": "1.4", "origin": "rulebook"}),
    ("number", {"use": "go on"}, {"on": (1, 2, 3, 4)}),
    ("limit", {"power": 2}, {"spells": 0, "origin": "rulebook"}),
    ("limit", {"power": 5}, {"spells": 2}),
    ("limit", {"power": "11"}, {"spells": 3}),
    ("limit", {"power": 0}, {"spells": 0}),
    ("chamber", {"face": 3}, {"id": "grotto", "section": "12.4", "origin": "house"}),
    ("chamber", {"name": "Dread"}, {"face": 1}),
    ("chamber", {"face": 6}, {"id": "abyss", "zone": "inner", "crystal_on": (3, 4, 5, 6)}),
    ("crystal", {"part": "strength"}, {"strength": 8}),
    ("crystal", {"part": "wealth"}, {"points": 5, "per_gold": 1, "per_magic_item": 2}),
    ("crystal", {"part": "map"}, {"map_card": "map_fragment", "number": 2}),
    ("crystal", {"part": "search"}, {"face": 6, "on": (3, 4, 5, 6)}),
    ("area", {"id": "e6"}, {"kind": "fork", "ways": ["N E5", "E F6", "S E7", "W D6"], "gates": []}),
    ("area", {"id": "A4"}, {"zone": "outer", "draw": 1, "gates": ["W1"]}),
    ("gate", {"id": "w2"}, {"areas": ("E4", "E3"), "gate_target": 8}),
    ("special", {"name": "bridge"}, {"areas": ["E5"]}),
    ("card", {"name": "Cave dragon"}, {"type": "monster", "strength": 8, "on_win": [{"op": "gold", "n": 4}]}),
    ("card", {"name": "pickaxe"}, {"weapon": True, "origin": "house", "section": "equipment"}),
    ("card", {"name": "map fragment"}, {"copies": 3}),
    ("card", {"name": "pict"}, {"set_aside": True, "origin": "rulebook", "section": "setup"}),
    ("spell", {"name": "giant might"}, {"window": "before_fight", "target": "self"}),
    ("seeker", {"name": "cannibal"}, {"align": "evil", "strength": 5, "spells": 0}),
]

ROLLS: list[tuple[str, Given, tuple[int, ...], Facts]] = [
    ("number", {"use": "go_on"}, (4,), {"hits": True}),
    ("number", {"use": "go_on"}, (5,), {"hits": False}),
    ("chamber", {}, (2, 6), {"id": "temple", "comes": [{"op": "gain_power", "n": 1}]}),
    ("chamber", {"face": 2}, (3,), {"id": "temple", "comes": [{"op": "nothing"}]}),
    ("chamber", {}, (1, 3), {"id": "dread", "stat": "power", "needed": 4}),
    ("chamber", {"name": "demons"}, (2,), {"theirs": 7}),
    ("chamber", {"name": "gladiators"}, (6,), {"theirs": 12}),
    ("chamber", {"name": "abyss"}, (3,), {"comes": [{"op": "move_to", "to": "entrance"}]}),
    ("crystal", {"part": "search"}, (3,), {"hits": True}),
    ("crystal", {"part": "search"}, (2,), {"hits": False}),
    ("crystal", {"part": "power"}, (5,), {"theirs": 12}),
    ("gate", {"id": "W3"}, (5,), {"needed": 3}),
    (
        "area",
        {"id": "E5"},
        (1,),
        {
            "comes": [
                {"op": "lose_item", "n": 1, "pick": "random"},
                {"op": "lose_endurance", "unless": "has:rope", "n": 1},
            ]
        },
    ),
    ("special", {"name": "forge"}, (4,), {"comes": [{"op": "gain_strength", "n": 1}]}),
    ("card", {"name": "spectre"}, (2,), {"theirs": 7}),
    ("card", {"name": "rock worm"}, (6,), {"theirs": 12}),
    ("card", {"name": "shield"}, (5,), {"saved": True}),
    ("card", {"name": "helmet"}, (5,), {"saved": False}),
    ("card", {"name": "blind hermit"}, (1,), {"comes": [{"op": "nothing"}]}),
    ("card", {"name": "dark altar"}, (2,), {"comes": [{"op": "lose_endurance", "n": 1}]}),
]


REFUSED: list[Refusal] = [
    ("card", {"name": "unicorn"}, False, "lookup_value", {"parameter": "name", "got": "unicorn"}),
    ("chamber", {"face": 7}, False, "lookup_value", {"parameter": "face", "got": "7"}),
    ("chamber", {"name": "temple", "face": 1}, False, "lookup_value", {"parameter": "face", "values": ("2",)}),
    ("limit", {"power": "many"}, False, "lookup_number", {"parameter": "power", "got": "many"}),
    ("area", {"id": "E9"}, False, "lookup_value", {"parameter": "id", "got": "E9"}),
    ("card", {"name": "rope"}, True, "lookup_dice", {"table": "card"}),
    ("card", {"name": "gift"}, True, "lookup_dice", {"table": "card"}),
    ("area", {"id": "E6"}, True, "lookup_dice", {"table": "area"}),
    ("special", {"name": "spring"}, True, "lookup_dice", {"table": "special"}),
    ("crystal", {"part": "wealth"}, True, "lookup_dice", {"table": "crystal"}),
    ("number", {"use": "items"}, True, "lookup_dice", {"table": "number"}),
    ("spell", {"name": "dispel"}, True, "lookup_dice", {"table": "spell"}),
    ("card", {}, True, "lookup_missing", {"parameters": ("name",)}),
]


NEEDED: dict[str, Given] = {
    "number": {"use": "go_on"},
    "crystal": {"part": "search"},
    "gate": {"id": "W3"},
    "area": {"id": "E5"},
    "special": {"name": "forge"},
    "card": {"name": "spectre"},
}
"""What cannot be rolled."""

CASES = Cases(BOOK, ROWS, ENTRIES, ROLLS, REFUSED, NEEDED)
