"""What a group writes into its own tables is played; what cannot be used is in ``slips.py``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

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
from tests.rules.contract.slips import edited

TABLES = load()


edit = partial(edited, FOLDER)


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
