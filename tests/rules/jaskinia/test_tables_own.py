"""A group's own file goes first; one that cannot be used is refused with file and key."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rules.jaskinia.beside.sheets import put_down, sheet_form
from rules.jaskinia.events.beside import ExitCrystal
from rules.jaskinia.make_view import cards
from rules.jaskinia.rulebook import Jaskinia
from rules.jaskinia.scenario_setup import build
from rules.jaskinia.seeker.dying import changes
from rules.jaskinia.seeker.values import power
from rules.jaskinia.tables import FOLDER, load
from rules.jaskinia.turn import set_up
from rules.kernel.answers import judge
from rules.kernel.chance import Scripted
from rules.kernel.table import Table
from tests.rules.own_tables import Slip, edited, refused

TABLES = load()


def test_a_groups_own_file_goes_first(tmp_path: Path) -> None:
    """A group that owns the box enters its own sheet; the other files stay, and the digest tells."""
    edit(tmp_path, "cards", "strength = 8", "strength = 9")

    own = load(tmp_path)

    assert own.cards.of("cave_dragon").strength == 9
    assert own.board == TABLES.board
    assert own.digest != TABLES.digest


edit = partial(edited, FOLDER)


GAS = 'do = [{ op = "lose_endurance", n = 1 }] },'
"""What Poison gas does, on the first row on which it stands so."""

BOARD = [
    ('id = "A6"', 'id = "J6"', "area[1].id", "matching regex"),
    ('id = "B6"', 'id = "A6"', "area[2].id", "got 'A6' twice"),
    ('exits = { N = "E6" }', 'exits = { N = "E5" }', "area[0].exits.N", "the next area on that side (E6), got E5"),
    ('exits = { N = "E6" }', 'exits = { N = "E6", E = "F7" }', "area[0].exits.E", "an area of the board, got F7"),
    ('E = "F6", S = "E7"', 'E = "F6"', "area[0].exits.N", "S of E6 does not lead to E7"),
    (
        '"chamber",  zone = "outer", name = "k2"',
        '"chamber",  zone = "outer", name = "k1"',
        "area[9].name",
        "'k1' twice",
    ),
    ('kind = "entrance"', 'kind = "corridor"', "area", "one area of the kind 'entrance', got 0"),
    ('kind = "chamber"', 'kind = "entrance"', "area", "one area of the kind 'entrance', got 2"),
    (
        'name = "k1",            draw = 0',
        'name = "k1", draw = 1',
        "area[1].draw",
        "only for corridor, fork",
    ),
    ('instruction = "bridge"', 'instruction = "ford"', "area[12].instruction", "one of spring, hollow, bridge,"),
    (
        'exits = { N = "A5", E = "B6" }',
        'exits = { N = "A5", E = "B6" }, instruction = "forge"',
        "area[1].instruction",
        "no instruction for 'chamber', only for special",
    ),
    (
        '"A3", kind = "corridor", zone = "inner"',
        '"A3", kind = "corridor", zone = "outer"',
        "area[24].exits.N",
        "Gates between A3 and A2",
    ),
    (
        '{ id = "W2", between = ["E4", "E3"], open = false, section = "11.3" },',
        "",
        "area[19].exits.N",
        "Gates between E4 and E3",
    ),
    ('between = ["A4", "A3"]', 'between = ["A4", "A2"]', "gate[0].between", "two neighbouring areas, got A4 and A2"),
    ('id = "W2"', 'id = "W1"', "gate[1].id", "got 'W1' twice"),
    ('id = "W2"', 'id = "W_2"', "gate[1].id", "letters and digits, got 'W_2'"),
    ('between = ["E4", "E3"]', 'between = ["A3", "A4"]', "gate[1].between", "one pair of Gates at an area"),
    ('{ id = "hollow"', '{ id = "spring"', "area[22].instruction", "got 'hollow'"),
    ("special = [", 'special = [\n{ id = "forge", do = [] },', "special[4].id", "got 'forge' twice"),
    ("special = [", 'special = [\n{ id = "My_den", do = [] },', "special[0].id", "small letters, digits and _"),
    ("gate_target = 8", "gate_target = 0", "gate_target", ">= 1"),
    (
        '"2-6" = [{ op = "draw_cards", n = 1 }]',
        '"2-5" = [{ op = "draw_cards", n = 1 }]',
        "special[2].do[0].table",
        "each of 1, 2, 3, 4, 5, 6 once, 6 is missing",
    ),
    ('unless = "has:rope"', 'unless = "has:ropes"', "special[2].do[0].table.1[1].unless", "got 'ropes'"),
    ('unless = "has:rope"', 'unless = "align:good"', "special[2].do[0].table[...][1].unless", "matching regex"),
    (
        'label = "buy_power"',
        'label = "buy_castle"',
        "special[1].do[0].options[1].label",
        "enum value 'buy_castle'",
    ),
    ('label = "buy_power"', 'label = "buy_spell"', "special[1].do[0].options[1].label", "got 'buy_spell' twice"),
    ('label = "leave", do', 'label = "leave", cost_gold = 1, do', "special[1].do[0].options", "way without a price"),
    ('do = [{ op = "heal", n = 1 }]', 'do = [{ op = "heals", n = 1 }]', "special[0].do[0].op", "Invalid value 'heals'"),
    ('do = [{ op = "heal", n = 1 }]', 'do = [{ op = "discard_this" }]', "special[0].do[0].op", "got 'discard_this'"),
    ('do = [{ op = "heal", n = 1 }]', 'do = [{ op = "evade" }]', "special[0].do[0].op", "got 'evade'"),
]
CHAMBERS = [
    ("face = 2", "face = 1", "chamber[1].face", "got 1 twice"),
    ("face = 2", "face = 7", "chamber[1].face", "<= 6"),
    ('id = "grotto"', 'id = "temple"', "chamber[2].id", "got 'temple' twice"),
    ('id = "grotto"', 'id = "The_grotto"', "chamber[2].id", "small letters, digits and _"),
    ('mod = "temple_bonus"', 'mod = "temple"', "chamber[1].do[0].mod", "Invalid enum value 'temple'"),
    (', "6" = [{ op = "gain_power", n = 1 }]', "", "chamber[1].do[0].table", "6 is missing"),
    ('"3" = []', '"2-3" = []', "chamber[1].do[0].table", "got 2 twice"),
    ('"1-2" = [{ op = "gold", n = 1 }]', '"2-1" = [{ op = "gold", n = 1 }]', "chamber[2].do[0].table", "1 is missing"),
    ('"ability:arena_friend"', '"ability:friend"', "chamber[4].do[0].cond", "got 'friend'"),
    ('"ability:arena_friend"', '""', "chamber[4].do[0].cond", "a condition"),
    ('op = "gold", n = -1', 'op = "gold", n = 0', "chamber[1].do[0].table.2[0].n", "more or less than 0"),
    (
        'fail = [{ op = "lose_endurance"',
        'fail = [{ op = "discard_this" }, { op = "lose_endurance"',
        "chamber[0].do[0].fail[0].op",
        "got 'discard_this'",
    ),
    (
        'win = [{ op = "gain_power"',
        'win = [{ op = "open_gate" }, { op = "gain_power"',
        "chamber[3].do[0].win[0].op",
        "got 'open_gate'",
    ),
]
CARDS = [
    ('id = "cave_in"', 'id = "tremor"', "card[4].id", "got 'tremor' twice"),
    ('id = "cave_in"', 'id = "Cave_in"', "card[1].id", "small letters, digits and _"),
    ('type = "event", order = 1', 'type = "event", order = 2', "card[1].order", "1 for the type 'event', got 2"),
    ("strength = 2 }", "strength = 0 }", "card[9].strength", "strength for 'animal'"),
    ("strength = 2 }", "power = 2 }", "card[9].strength", "strength for 'animal'"),
    ("power = 3 }", "power = 3, strength = 3 }", "card[29].strength", "no strength for 'spirit'"),
    ("gold = 3 }", "gold = 0 }", "card[40].gold", "gold for 'gold'"),
    ("gold = 3 }", "gold = 3, stays = true }", "card[40].stays", "no stays for 'gold'"),
    ("strength = 3 }", "strength = 3, weapon = true }", "card[11].weapon", "no weapon for 'animal'"),
    (GAS, 'mods = [{ mod = "carry", n = 1 }] },', "card[3].do", "do for 'event'"),
    ("gold = 3 }", 'gold = 3, mods = [{ mod = "carry", n = 1 }] }', "card[40].mods", "no mods for 'gold'"),
    (
        GAS,
        'do = [{ op = "lose_endurance", n = 1 }], on_win = [{ op = "gold", n = 1 }] },',
        "card[3].on_win",
        "no on_win for 'event'",
    ),
    (', set_aside = true, section = "setup"', ', section = "setup"', "card[0].set_aside", "it is in no deck"),
    (
        '"2-6" = [] } }',
        '"2-6" = [{ op = "lose_turn", n = 1, who = "all" }] } }',
        "card[4].do[0].table.2-6[0].who",
        "it is done to everybody",
    ),
    ('"2-6" = [] } }', '"2-6" = [{ op = "fight", strength = 3 }] } }', "card[4].do[0].table.2-6[0].op", "got 'fight'"),
    (GAS, 'do = [{ op = "psychic", power = 3, who = "all" }] },', "card[3].do[0].op", "got 'psychic'"),
    (GAS, 'do = [{ op = "draw_cards", n = 1 }] },', "card[3].do[0].op", "got 'draw_cards'"),
    (
        'on_lose = [{ op = "slow", n = 1 }]',
        'on_lose = [{ op = "discard_this" }]',
        "card[14].on_lose[0].op",
        "got 'discard_this'",
    ),
    ('unless = "has:torch"', 'unless = "has:goblin"', "card[2].do[0].unless", "got 'goblin'"),
    ('cond = "align:evil"', 'cond = "align:wicked"', "card[54].do[0].cond", "one of good, evil, neutral"),
    (
        'lose_instead = [{ op = "gold", n = -2 }]',
        'lose_instead = [{ op = "gold", n = 2 }]',
        "card[63].lose_instead[0]",
        "gold below 0",
    ),
    (
        'lose_instead = [{ op = "gold", n = -2 }]',
        'lose_instead = [{ op = "lose_spell", n = 1 }]',
        "card[63].lose_instead[0]",
        "gold below 0",
    ),
    (
        'mod = "strength", n = 1, when = "fight" }',
        'mod = "strength", n = 0, when = "fight" }',
        "card[41].mods[0].n",
        "n for 'strength'",
    ),
    (
        'mod = "strength", n = 1, when = "fight" }',
        'mod = "strength", n = 1, when = "psychic" }',
        "card[41].mods[0].when",
        "one of always, fight, fight_animal",
    ),
    ('mod = "gate", n = 2', 'mod = "gate", n = 2, faces = [6]', "card[41].mods[1].faces", "no faces for 'gate'"),
    ('mod = "save", faces = [6]', 'mod = "save", faces = []', "card[42].mods[0].faces", "faces for 'save'"),
    ('mod = "save", faces = [5, 6]', 'mod = "save", faces = [5, 5]', "card[43].mods[0].faces[1]", "got 5 twice"),
    ('mod = "carry", n = 2', 'mod = "save", faces = [6]', "card[53].mods[0].mod", "only Items save"),
    (
        'mod = "gate", n = 2 }] }',
        'mod = "gate", n = 2 }], barred = ["wicked"] }',
        "card[41].barred[0]",
        "matching regex",
    ),
    ('mod = "gate", n = 2 }] }', 'mod = "gate", n = 2 }], barred = [""] }', "card[41].barred[0]", "a condition"),
    (
        'mod = "gate", n = 2 }] }',
        'mod = "gate", n = 2 }], barred = ["align:bad"] }',
        "card[41].barred[0]",
        "one of good, evil",
    ),
    (
        'mod = "gate", n = 2 }] }',
        'mod = "gate", n = 2 }], barred = ["seeker:bard"] }',
        "card[41].barred[0]",
        "got 'bard'",
    ),
    ("gold = 3 }", 'gold = 3, barred = ["align:evil"] }', "card[40].barred", "no barred for 'gold'"),
]
SPELLS = [
    ("limit = [[1, 0], [3, 1]", "limit = [[3, 1], [3, 1]", "limit", "a first row from Power 1 on"),
    ("limit = [[1, 0], [3, 1], [4, 2]", "limit = [[1, 0], [4, 1], [3, 2]", "limit[2]", "more than 4"),
    ('id = "thought_dart"', 'id = "knit_wounds"', "spell[1].id", "got 'knit_wounds' twice"),
    ('do = [{ op = "evade" }]', "do = []", "spell[2].do", "what it does"),
    ('do = [{ op = "evade" }]', 'do = [{ op = "heal", n = 1 }]', "spell[2].do", "just evade or fight_bonus strength"),
    ('do = [{ op = "evade" }]', 'do = [{ op = "evade" }, { op = "evade" }]', "spell[2].do", "just evade or"),
    ('stat = "strength"', 'stat = "power"', "spell[3].do", "fight_bonus strength for 'before_fight'"),
    ('target = "one_opponent"', 'target = "self"', "spell[2].target", "'one_opponent' for evade, got 'self'"),
    ('target = "gate"', 'target = "self"', "spell[5].target", "'gate' for open_gate"),
    ('to = "choice_zone"', 'to = "entrance"', "spell[6].do", "just move_to choice_zone"),
    ('target = "any_seeker"', 'target = "self"', "spell[0].target", "one of any_seeker, other_seeker, got 'self'"),
    ('op = "heal", n = 4', 'op = "heal", n = 4, who = "all"', "spell[0].do[0].who", "whom a Spell hits"),
    ('op = "heal", n = 4', 'op = "move_to", to = "entrance"', "spell[0].do[0].op", "got 'move_to'"),
    ('op = "heal", n = 4', 'op = "cancel_spell"', "spell[0].do[0].op", "got 'cancel_spell'"),
    ('window = "gate"', 'window = "door"', "spell[5].window", "Invalid enum value 'door'"),
]
SEEKERS_BROKEN = [
    ('id = "miner"', 'id = "cannibal"', "seeker[1].id", "got 'cannibal' twice"),
    ('align = "good"', 'align = "mild"', "seeker[4].align", "Invalid enum value 'mild'"),
    ("strength = 5", "strength = 0", "seeker[0].strength", ">= 1"),
    ("go_on         = [1, 2, 3, 4]", "go_on         = [1, 1]", "go_on[1]", "got 1 twice"),
    ('mod = "gate", n = 3', 'mod = "gate"', "seeker[1].abilities[0].n", "n for 'gate'"),
    ('mod = "no_spells"', 'mod = "no_spells", n = 1', "seeker[0].abilities[0].n", "no n for 'no_spells'"),
    ('mod = "devour", max_endurance = 2', 'mod = "devour"', "seeker[0].abilities[1].max_endurance", "for 'devour'"),
    ('type = "animal", n = 1', "n = 1", "seeker[0].abilities[2].type", "type for 'heal_on_kill'"),
    ('types = ["spirit"], ', "", "seeker[6].abilities[0].types", "types for 'evade'"),
    ('mod = "map_need", n = 1', 'mod = "map_need", n = 2', "seeker[4].abilities[1].n", "less than map_fragments (2)"),
    ('mod = "psychic_attack"', 'mod = "save", faces = [6]', "seeker[2].abilities[0].mod", "only Items save"),
]
CRYSTAL = [
    ("second_die        = [3, 4, 5, 6]", "second_die = []", "second_die", "at least one result"),
    ("second_die        = [3, 4, 5, 6]", "second_die = [6, 6]", "second_die[1]", "got 6 twice"),
    ("search_face       = 6", "search_face = 7", "search_face", "<= 6"),
    ("gold = 1, item = 1", "gold = 0, item = 1", "wealth_value.gold", ">= 1"),
    ('map_card          = "map_fragment"', 'map_card = "goblin"', "map_card", "got 'goblin'"),
    ('map_card          = "map_fragment"', 'map_card = "porter"', "map_card", "got 'porter'"),
    ("map_fragments     = 2", "map_fragments = 4", "map_fragments", "the 3 copies of 'map_fragment', got 4"),
]
BROKEN = [
    (name, *row)
    for name, rows in {
        "board": BOARD,
        "chambers": CHAMBERS,
        "cards": CARDS,
        "spells": SPELLS,
        "seekers": SEEKERS_BROKEN,
        "crystal": CRYSTAL,
    }.items()
    for row in rows
]


@pytest.mark.parametrize("slip", BROKEN, ids="-".join)
def test_a_file_that_cannot_be_used(tmp_path: Path, slip: Slip) -> None:
    """File, key and what was expected there."""
    refused(load, FOLDER, tmp_path, slip)


# Cards of the main game that a group fills in --------------------------------------------------------------------

MINERAL = '{ id = "mineral",         deck = "adventure", type = "removed", order = 0,'
FILLED = '{ id = "mineral", deck = "adventure", type = "magic_item", order = 5, mods = [{ mod = "power", n = 1 }],'


def test_a_blank_card_that_a_group_filled_in_can_be_brought_along(tmp_path: Path) -> None:
    """The Mineral is a Magic Item of theirs; it stands among the cards of the sheet, and does what they wrote."""
    edit(tmp_path, "cards", MINERAL, f'{FILLED} text_pl = "Nasz kamień.",')
    rules = Jaskinia(load(tmp_path))
    game = rules.begin(("s1",), {"board": "table"})
    set_up(Table((), Scripted({})), game)

    sheet = {"name": "Bolek", "align": "good", "strength": "3", "power": "3", "cards": ["mineral:0"]}
    one = put_down(Table((), Scripted({})), game, "s1", judge(sheet_form(game, "s1"), sheet, "s1").values)

    assert one.items == ["mineral"]
    assert power(game, one) == 4
    assert cards(game, one.items)[0].own_text == {"pl": "Nasz kamień."}


def test_without_a_group_of_their_own_there_are_no_such_cards() -> None:
    """Nothing is guessed of a card whose text is unknown."""
    game = Jaskinia(TABLES).begin(("s1",), {"board": "table"})
    set_up(Table((), Scripted({})), game)

    assert [field.name for field in sheet_form(game, "s1").fields if field.name == "cards"] == []


def test_the_crystals_text_of_a_group_stands_on_the_exit_card(tmp_path: Path) -> None:
    """As they wrote it."""
    edit(tmp_path, "cards", 'id = "magic_crystal",', 'id = "magic_crystal", text_en = "Opens the Valley.",')
    place = {"options": {"board": "table"}, "guests": [{"name": "Bolek", "at": "E7", "items": ["magic_crystal"]}]}
    game = build(load(tmp_path), place)
    one = game.seeker_of("s1")

    (line,) = [line for line in changes(game, one, game.beside.visitors["s1"]) if isinstance(line, ExitCrystal)]  # type: ignore[union-attr]

    assert line.text == "Opens the Valley."
