"""What Labirynt Czarnoksiężnika says of tables of one's own, and of positions in scenario files."""

from __future__ import annotations

from rules.labirynt_czarnoksieznika.model import Character, Orders, Token
from rules.labirynt_czarnoksieznika.scenario_setup import Position
from rules.labirynt_czarnoksieznika.tables import FOLDER, load
from tests.rules.contract.slips import Misplaced, Slip, Slips

# fmt: off
BROKEN: list[Slip] = [
    ("boards", 'camp     = "A4"', 'camp     = "E4"', "board[0].camp", "matching regex"),
    ("boards", 'camp     = "A4"', 'camp     = "B2"', "board[0].teleport", "got B2 twice"),
    ("boards", "A1 = 2, A2", "A1 = 2, A4 = 1, A2", "board[0].digits", "no digit for A4"),
    ("boards", "A1 = 2, A2", "A2", "board[0].digits", "A1 is missing"),
    ("boards", "A1 = 2, A2", "A1 = -2, A2", "board[0].digits[...]", ">= 0"),
    ("boards", '"A1-A2"', '"A1-B2"', "board[0].passages", "two neighbouring chambers, got A1-B2"),
    ("boards", '"A1-A2"', '"B1-A1"', "board[0].passages", "each passage once, got A1-B1 twice"),
    ("boards", '"A1-A2"', '"A1-E1"', "board[0].passages[0]", "matching regex"),
    ("boards", 'id       = "1B"', 'id       = "1a"', "board[1].id", "got '1a' twice"),
    ("boards", 'side     = "grim"', 'side     = "mild"', "board[1].side", "got 'mild' twice"),
    ("boards", 'side     = "grim"', 'side     = "dark"', "board[1].side", "Invalid enum value 'dark'"),
    ("boards", 'board    = "crypt"', 'board    = "mine"', "board[6].side", "got 'mild' twice"),
    ("characters", '"osten"', '"azghul"', "character[1].id", "got 'azghul' twice"),
    ("characters", '"osten"', '"zombie"', "character[1].id", "another id than 'zombie'"),
    ("characters", 'team = "undead"', 'team = "elves"', "character", "3 characters in each team"),
    ("characters", '"raise_zombie"', '"trap"', "character", "one character with the ability 'raise_zombie'"),
    ("characters", '"bone_body"', '"raise_zombie"', "character", "one character with the ability 'raise_zombie'"),
    ("characters", '"undead"', '"ghosts"', "character[0].team", "Invalid enum value 'ghosts'"),
    ("characters", "life = 3", "life = 0", "character[0].life", ">= 1"),
    ("characters", "armour_slots = 2", "armour_slots = 3", "character[0].armour_slots", "<= 2"),
    ("characters", '"spell", "incantation"', '"prayer"', "character[0].magic[0]", "Invalid enum value 'prayer'"),
    ("encounters", "total =  3", "total =  2", "encounter[1].total", "got 2 twice"),
    ("encounters", "total = 18", "total = 19", "encounter", "18 is missing"),
    ("encounters", "strength = 1", "strength = 0", "encounter[2].strength", "strength for 'monster'"),
    ("encounters", "n = 2", "n = 0", "encounter[0].n", "n for 'event'"),
    ("encounters", '"bundle"', '"cache"', "encounter[1].id", "got 'cache' twice"),
    ("encounters", '["twice"]', '["twice", "twice"]', "encounter[8].special[1]", "got 'twice' twice"),
    ("encounters", '["stun"]', '["stare"]', "encounter[4].special[0]", "Invalid enum value 'stare'"),
    ("finds", '"sword"', '"dagger"', "find[1].id", "got 'dagger' twice"),
    ("finds", '"sword"', '"crystal"', "find[1].id", "it is no Find"),
    ("finds", "count = 14, bonus = 1", "count = 14", "find[0].bonus", "bonus for 'weapon'"),
    ("finds", ', part = "helmet"', "", "find[3].part", "part for 'armour'"),
    ("finds", "heal = 1", "heal = 0", "find[5].heal", "heal for 'elixir'"),
    ("finds", "count = 14", "count = -1", "find[0].count", ">= 0"),
    ("finds", '"rust"', '"moths"', "find[12].id", "one of teleport, fate,"),
    ("finds", ", steps = 3", "", "find[10].steps", "steps for 'haste'"),
    ("finds", '"axe",         kind', '"rust",        kind', "find[12].id", "got 'rust' twice"),
    ("runes", '"water"', '"fire"', "rune[1].id", "got 'fire' twice"),
    ("runes", '"water"', '"wood"', "rune[1].id", "Invalid enum value 'wood'"),
    ("gems", "start        = 1", "start        = 18", "start", "less than win (18)"),
    ("gems", "reroll       = 2", "", "", "missing required field `reroll`"),
    ("powers", "[3, 4, 5, 6]", "[3, 3]", "success[1]", "got 3 twice"),
    ("powers", "[3, 4, 5, 6]", "[]", "success", "at least one result"),
    ("powers", "springs = [1, 2, 3]", "springs = [7]", "trap.springs[0]", "<= 6"),
    ("powers", "wounds = [5, 6]", "wounds = [4, 5]", "cloud.wounds[0]", "got 4 twice"),
]

MISPLACED: list[Misplaced] = [
    ({"board": ["1A"]}, "turn", "unknown field `board`"),
    ({"boards": ["1A", "9C"]}, "turn", "setup.boards[1]: Expected one of 1A, "),
    ({"boards": ["1A"]}, "turn", "setup.boards: Expected 2 boards, or a neutral one more"),
    ({"teams": ["orcs"]}, "turn", "setup.teams[0]: Expected one of undead, "),
    ({"turn": "s7"}, "turn", "setup.turn: Expected one of s1, s2, got 's7'"),
    ({"gems": {"s7": 1}}, "turn", "setup.gems: Expected one of s1, s2"),
    ({"characters": [{"id": "osten", "mood": ""}]}, "turn",
     "setup.characters[0]: Object contains unknown field `mood`"),
    ({"tokens": {"A1@0": {"kind": "trap", "seat": "s1", "age": 1}}}, "turn", "setup.tokens.A1@0: Object contains"),
    ({"orders": {"s1": {"joined": "ask"}}}, "turn", "setup.orders.s1: Object contains unknown field `joined`"),
    ({"characters": [{"id": "gandalf"}]}, "turn", "setup.characters[0].id: Expected one of azghul, "),
    ({"characters": [{"id": "osten", "at": "E1@0"}]}, "turn", "setup.characters[0].at: Expected a place like"),
    ({"characters": [{"id": "osten", "life": 9}]}, "turn", "setup.characters[0].life: Expected 1 to 3"),
    ({"characters": [{"id": "osten", "hand": "helmet"}]}, "turn", "setup.characters[0].hand: Expected one of"),
    ({"characters": [{"id": "velsa", "worn": ["helmet"]}]}, "turn", "setup.characters[0].worn: Expected at most 0"),
    ({"characters": [{"id": "osten", "pack": ["axe"] * 3}]}, "turn", "setup.characters[0].pack: Expected at most 2"),
    ({"characters": [{"id": "osten", "pack": ["ring"]}]}, "turn", "setup.characters[0].pack[0]: Expected one of"),
    ({"characters": [{"id": "osten", "rune": "ice"}]}, "turn", "setup.characters[0].rune: Expected one of fire, "),
    ({"floor": {"A1@7": ["axe"]}}, "turn", "setup.floor: Expected a place like 'A3@0' on boards 0 to 2"),
    ({"floor": {"A1@0": ["ring"]}}, "turn", "setup.floor.A1@0[0]: Expected one of crystal, "),
    ({"tokens": {"A1@0": {"kind": "trap", "seat": "s7"}}}, "turn", "setup.tokens.A1@0.seat: Expected one of s1"),
    ({"bag": {"ring": 1}}, "turn", "setup.bag: Expected one of dagger, "),
    ({}, "dance", "rule: one of ahead, appear, "),
    ({}, "meet:azghul", "rule: meet:WHO:FOE, got 'meet:azghul'"),
    ({}, "meet:azghul:orc", "rule: a foe that the position has, got 'orc'"),
    ({}, "enter:eriald:A1", "rule: a who that the position has, got 'eriald'"),
    ({}, "enter:azghul:Z1", "rule: a place that the position has, got 'Z1'"),
    ({}, "earn:s1:many", "rule: a number that the position has, got 'many'"),
]
# fmt: on


SLIPS = Slips(
    folder=FOLDER,
    load=load,
    changed=("encounters", "strength = 8", "strength = 9"),
    read=lambda tables: tables.encounters.of("dragon").strength,
    value=9,
    kept="boards",
    broken=BROKEN,
    misplaced=MISPLACED,
    fields=(Position, Character, Token, Orders),
)
