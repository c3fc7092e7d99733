"""What a game master may ask the tables of Labirynt Śmierci."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.lookups import Facts
from rules.labirynt_smierci.lookups import BOOK
from tests.rules.contract.looking_up import Cases, Given, Refusal

# fmt: off
ROWS = {
    "tile": 20, "level": 3, "hero": 23, "apprentice": 3, "potential": 5, "sun": 3, "trap": 6, "monster": 20,
    "resident": 36, "wandering": 18, "negotiation": 3, "bribe": 9, "combat": 11, "treasure": 12, "spell": 26,
    "experience": 1, "find": 34, "mirror": 3, "item": 41, "jewel": 11, "power": 6, "gate": 3,
}
# fmt: on

ENTRIES: list[tuple[str, Given, Facts]] = [
    ("tile", {"id": "j"}, {"kind": "corridor", "sides": "WCWC", "count": 14, "section": "2.2"}),
    ("tile", {"id": "x"}, {"kind": "altar", "origin": "house"}),
    ("level", {"level": 3}, {"strength": 4, "number": 2, "experience": 2, "section": "6.7"}),
    ("hero", {"name": "Lord Dil"}, {"id": "lord_dil", "gate": 2, "weapon_skill": {"sword": 2}, "section": "4.3"}),
    ("apprentice", {"race": "elf"}, {"strength": 5, "negotiation": 1, "section": "4.1 B3"}),
    ("potential", {"roll": 3}, {"potential": (2, 1, 0), "section": "4.4"}),
    ("sun", {"roll": 6}, {"colour": "blue", "section": "4.1 D", "origin": "rulebook"}),
    ("trap", {"roll": 2}, {"trap": "poisoned_arrows", "column": "bow", "poison": "1K3", "origin": "rulebook"}),
    ("trap", {"roll": 4}, {"trap": "explosion", "wounds": 1, "everyone": True}),
    ("monster", {"name": "troll", "level": 2}, {"strength": "2K6+5", "dexterity": 7, "reluctance": 5, "resident": "J"}),
    ("monster", {"name": "troll"}, {"strength": "2K6+3", "dexterity": 6, "reluctance": 4, "level": 1}),
    ("monster", {"name": "orc", "level": 3}, {"strength": "1K6+4", "reluctance": 2, "resident": "H"}),
    ("monster", {"name": "demon", "level": 3}, {"strength": "1K6+6", "reluctance": None}),
    ("monster", {"name": "hydra", "level": 1}, {"dexterity": "strength/2", "power": "heads"}),
    ("monster", {"name": "hydra", "level": 3}, {"dexterity": "strength/2+3"}),
    ("wandering", {"first": 6, "second": 4}, {"monster": "skeleton", "number": "1K3", "treasure": "A"}),
    ("negotiation", {"total": 10}, {"result": "intimidation", "section": "8.5"}),
    ("bribe", {"sum": 9, "gold": 60}, {"limit": 4, "section": "8.9"}),
    ("combat", {"weapon": "hammer", "roll": 12}, {"wounds": 3, "section": "9.9"}),
    ("treasure", {"type": "l"}, {"gold": {"chance": 6, "amount": "3K6x20"}, "section": "14.9"}),
    ("treasure", {"type": "I", "level": 3}, {"type": "K", "level": 3}),
    ("spell", {"name": "wrath-of-god"}, {"kind": "special", "cost": 3, "section": "10"}),
    ("spell", {"name": "heal"}, {"amount": "1K6", "uses": "1K3", "resisted": False, "origin": "house"}),
    ("experience", {"sum": 10, "survivors": 3, "level": 3}, {"each": 40, "section": "12", "origin": "house"}),
    ("find", {"feature": "fountain", "roll": 1}, {"find": "poison", "wounds": "1K3", "section": "13.9"}),
    ("find", {"feature": "trapdoor", "roll": 5}, {"find": "pit", "wounds": "1K6", "bottomless_on": (6,)}),
    ("find", {"feature": "furniture", "roll": 3}, {"find": "desk", "treasure": "F", "origin": "house"}),
    ("find", {"feature": "art", "roll": 5}, {"find": "icon", "worth": "1K6x10"}),
    ("mirror", {"roll": 3}, {"level": 2, "segments": "1K6+2"}),
    ("item", {"name": "ring.heal"}, {"item": "ring.heal", "worn": 2, "origin": "house", "section": "14"}),
    ("item", {"name": "strangling"}, {"item": "medallion.strangling", "wounds": 5}),
    ("item", {"first": 4, "second": 6}, {"item": "talisman.evil", "talks": -2}),
    ("item", {"first": 1, "second": 4, "third": 2}, {"item": "weapon.bow", "plus": 2}),
    ("item", {"first": 1, "second": 4, "third": 6}, {"item": "weapon.bow", "rolls": 2}),
    ("item", {"first": 2, "second": 5}, {"item": "armour.armour", "plus": 2, "worn": 1}),
    ("jewel", {"total": 7}, {"worth": 25, "section": "14"}),
    (
        "power",
        {"name": "fire-breath"},
        {"monsters": ["chimera"], "used_on": (1, 2), "wounds": "1K3", "origin": "house"},
    ),
    ("power", {"name": "stench"}, {"monsters": ["cronk"], "attack_bonus": -2}),
    ("gate", {"level": 2}, {"strength": 40, "blasts": 3, "guards": {"demon": "1K6+4", "nameless": "1K6+8"}}),
    (
        "resident",
        {"first": 4, "second": 2, "level": 3},
        {
            "monster": "chimera",
            "number": "2",
            "times": 2,
            "strength": "2K6+6",
            "dexterity": 10,
            "resistance": 2,
            "reluctance": 9,
            "treasure": "I",
            "level": 3,
            "section": "8.3",
            "origin": "published",
        },
    ),
]

NEEDED: Mapping[str, Given] = {
    "bribe": {"sum": 9, "gold": 60},
    "combat": {"weapon": "sword"},
    "treasure": {"type": "J"},
    "spell": {"name": "heal"},
    "find": {"feature": "altar", "resistance": 3},
    "power": {"name": "charm"},
}
"""What cannot be rolled."""

# fmt: off
ROLLS: list[tuple[str, Given, tuple[int, ...], Facts]] = [
    ("trap", {}, (2, 5, 1),
     {"trap": "poisoned_arrows", "sprung": [{"trap": "poisoned_arrows", "wounds": 1, "poison": 1}]}),
    ("trap", {}, (1, 2), {"sprung": [{"trap": "arrows", "wounds": 0}]}),
    ("trap", {"roll": 3}, (6,), {"sprung": [{"trap": "gas", "poison": 3}]}),
    ("monster", {"name": "orc", "level": 2, "number": 2}, (3, 4), {"number": 2, "strengths": [5, 6], "dexterity": 4}),
    ("monster", {"level": 3, "met": "resident"}, (4, 2, 1, 1, 1, 2, 2, 2, 3, 3),
     {"monster": "chimera", "number": 4, "strengths": [8, 9, 10, 12], "treasure": "I"}),
    ("monster", {"name": "evil_hero"}, (2, 6), {"strengths": [6], "weapon_skills": [6]}),
    ("resident", {"first": 2, "second": 1}, (3, 1, 6), {"monster": "orc", "number": 2, "strengths": [1, 6]}),
    ("wandering", {}, (6, 5, 1, 2), {"monster": "cronk", "number": 1, "strengths": [3]}),
    ("negotiation", {"reluctance": 4, "skill": 2}, (5, 6), {"total": 9, "result": "agreement"}),
    ("negotiation", {"reluctance": 4, "skill": 2}, (6, 6), {"total": 10, "result": "intimidation"}),
    ("negotiation", {"total": 3}, (), {"total": 3, "result": "failure"}),
    ("bribe", {"sum": 9, "gold": 60}, (4,), {"limit": 4, "taken": True}),
    ("bribe", {"sum": 9, "gold": 60}, (5,), {"limit": 4, "taken": False}),
    ("combat", {"weapon": "sword", "bonus": 5}, (6,), {"roll": 11, "wounds": 2}),
    ("combat", {"weapon": "sword", "roll": 9}, (), {"roll": 9, "wounds": 1}),
    ("treasure", {"type": "J"}, (3, 2, 2, 3, 4, 5, 6, 3, 1, 1, 4, 2),
     {"gold": 60, "jewels": [25, 100], "items": [{"item": "weapon.bow", "kind": "weapon", "plus": 2}]}),
    ("treasure", {"type": "J"}, (3, 3, 4), {"gold": 60, "jewels": [], "items": []}),
    ("treasure", {"type": "A"}, (), {"gold": 0, "jewels": [], "items": []}),
    ("spell", {"name": "rejuvenate"}, (3, 4, 6), {"amount": 8, "uses": 3}),
    ("spell", {"name": "blast"}, (), {"amount": 2, "uses": ""}),
    ("item", {}, (3, 1), {"item": "potion.poison", "wounds": "1K3"}),
    ("item", {"name": "potion.poison"}, (5,), {"item": "potion.poison", "wounds": 3}),
    ("item", {"name": "armour"}, (6, 1, 4), {"item": "armour.armour", "plus": 3}),
    ("item", {}, (2, 6, 1, 4), {"item": "armour.armour", "plus": 3}),
    ("item", {}, (1, 1, 6, 6, 1, 2, 4), {"item": "weapon.sword", "plus": 6}),
    ("item", {"name": "weapon.axe"}, (5,), {"item": "weapon.axe", "plus": 3}),
    ("item", {"first": 5, "second": 2}, (), {"item": "medallion.appraisal"}),
    ("jewel", {"number": 2}, (3, 4, 5, 6), {"jewels": [25, 100]}),
    ("jewel", {"total": 12}, (), {"worth": 150}),
    ("mirror", {}, (3, 3), {"level": 2, "segments": 5}),
    ("potential", {}, (6,), {"potential": (2, 2, 2)}),
    ("sun", {}, (1,), {"colour": "red"}),
    ("power", {"name": "fire_breath"}, (2, 3), {"used": True, "wounds": 2}),
    ("power", {"name": "fire_breath"}, (3,), {"used": False, "wounds": "1K3"}),
    ("power", {"name": "regeneration"}, (), {"cures": 1}),
    ("gate", {}, (3, 1, 2, 3, 4, 5), {"demons": 4, "guards": {"demon": [3, 4, 5, 6], "nameless": [11]}}),
    ("find", {"feature": "fountain"}, (1, 4), {"find": "poison", "wounds": 2}),
    ("find", {"feature": "fountain", "roll": 2}, (6, 3),
     {"find": "potion", "items": [{"item": "potion.healing", "kind": "potion", "cures": 3}]}),
    ("find", {"feature": "fountain", "roll": 4}, (3, 4), {"jewels": [25]}),
    ("find", {"feature": "statue", "roll": 2}, (3, 4, 5, 6), {"jewels": [25, 100]}),
    ("find", {"feature": "statue", "roll": 1, "level": 2}, (3, 4),
     {"met": {"monster": "medusa", "level": 2, "strengths": [9]}}),
    ("find", {"feature": "trapdoor", "roll": 1}, (4,),
     {"sprung": [{"trap": "explosion", "wounds": 1, "everyone": True}]}),
    ("find", {"feature": "trapdoor", "roll": 3}, (4,), {"find": "room", "met": None}),
    ("find", {"feature": "trapdoor", "roll": 5}, (6,), {"wounds": 6, "bottomless": True}),
    ("find", {"feature": "furniture", "roll": 3}, (4, 4, 2), {"gold": 0, "jewels": []}),
    ("find", {"feature": "furniture", "roll": 4}, (5, 2), {"cures": 5, "met": None}),
    ("find", {"feature": "furniture", "roll": 6}, (1, 3), {"shows": {"level": 1, "segments": 5}}),
    ("find", {"feature": "art", "roll": 1}, (4,), {"find": "tapestry", "worth": 20}),
    ("find", {"feature": "altar", "roll": 1, "resistance": 2}, (2,), {"resisted": True, "weapon_skill": "1"}),
    ("find", {"feature": "altar", "roll": 2, "resistance": 2}, (1, 6, 2), {"resisted": True, "shows": {"level": 3}}),
    ("find", {"feature": "altar", "roll": 3, "resistance": 2}, (3, 5), {"resisted": False, "wounds": 3}),
    ("find", {"feature": "altar", "roll": 3, "resistance": 2}, (2, 2, 3, 4), {"resisted": True, "jewels": [25]}),
    ("find", {"feature": "altar", "roll": 4, "resistance": 2}, (6, 1), {"resisted": False}),
    ("find", {"feature": "altar", "roll": 5, "resistance": 9}, (6, 6, 4),
     {"resisted": False, "wounds": 1, "poison": 2}),
    ("find", {"feature": "altar", "roll": 5, "resistance": 2}, (1, 3), {"resisted": True}),
    ("find", {"feature": "altar", "roll": 6}, (), {"find": "asmoday"}),
    ("item", {}, (6, 5), {"rolled": [
        {"for": "kind", "code": "1K6", "dice": [6], "total": 6},
        {"for": "ring", "code": "1K6", "dice": [5], "total": 5},
    ]}),
    # one of the two opens two more [7.1]
    ("trap", {}, (6, 4, 6, 3, 5, 1, 6), {"sprung": [
        {"trap": "explosion", "wounds": 1, "everyone": True},
        {"trap": "gas", "poison": 1}, {"trap": "oil", "wounds": 3},
    ]}),
]
# fmt: on

RING = "ring.neutralize_poison"
REFUSED: list[Refusal] = [
    ("monster", {"name": "trol"}, False, "lookup_value", {"parameter": "name", "got": "trol"}),
    ("trap", {"roll": 7}, False, "lookup_value", {"got": "7", "values": ("1", "2", "3", "4", "5", "6")}),
    ("level", {"level": 4}, False, "lookup_value", {"values": ("1", "2", "3")}),
    ("bribe", {"sum": "much", "gold": 3}, False, "lookup_number", {"parameter": "sum", "got": "much"}),
    ("bribe", {"gold": 3}, False, "lookup_missing", {"parameters": ("sum",)}),
    ("monster", {"level": 2}, False, "lookup_missing", {"parameters": ("name",)}),
    ("item", {"first": 3}, False, "lookup_missing", {"parameters": ("second",)}),
    ("item", {"third": 3}, False, "lookup_missing", {"parameters": ("name",)}),
    ("item", {"name": "neutralize poison"}, False, "lookup_value", {"values": ("medallion.neutralize_poison", RING)}),
    ("negotiation", {"skill": 2}, False, "lookup_missing", {"parameters": ("total",)}),
    ("hero", {"name": "zurik"}, True, "lookup_dice", {}),
    ("jewel", {"number": 25}, True, "lookup_value", {}),
]

CASES = Cases(BOOK, ROWS, ENTRIES, ROLLS, REFUSED, NEEDED)
