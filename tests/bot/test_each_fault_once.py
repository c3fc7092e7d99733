"""One slip in a group's tables is one line of ``labirynt tables check``: no other fault follows from it."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.games.own_tables import missing, shipped_tables
from bot.run.own_table_commands import toml_lines
from rules.games import load
from rules.kernel.errors import BadTable
from rules.tables.faults import TableFault

EXAMPLE = Path(__file__).parents[2] / "docs" / "own-tables"
CARDS, FINDS = "jaskinia/cards.toml", "labirynt_czarnoksieznika/finds.toml"
MONSTERS, WANDERING = "labirynt_smierci/monsters.toml", "labirynt_smierci/wandering.toml"
EVENT = '\n[[card]]\nid = "ours"\ndeck = "cave"\ntype = "event"\norder = 1\ndo = '

pytestmark = pytest.mark.usefixtures("nothing_stays")


@pytest.mark.parametrize(
    ("file", "before", "after", "key", "line"),
    [
        (CARDS, 'type     = "animal"', 'type     = "animl"', "card cave_eel.type", 26),
        (CARDS, "strength = 3", "strenght = 3", "card cave_eel.strenght", 28),
        (CARDS, "strength = 3\n", "", "card cave_eel.strength", 23),
        (CARDS, 'id       = "cave_eel"\n', "", "card 2", 23),
        (CARDS, '"cave_eel"', '"cave eel"', "card cave eel.id", 24),
        (CARDS, '"cave_eel"', '"miners_helmet"', "card miners_helmet", 23),
        (CARDS, '"save", faces', '"sav", faces', "card miners_helmet.mods 1.mod", 9),
        (CARDS, '"cave_eel"', '"cave_eel', "", 24),
        (CARDS, "extends = true", "", "", None),
        (CARDS, "", f'{EVENT}[{{ op = "gain_strenght", n = 1 }}]', "card ours.do 1.op", 67),
        (CARDS, "", f'{EVENT}[{{ op = "heal" }}]', "card ours.do 1", 67),
        (CARDS, "", f'{EVENT}[{{ op = "if", cond = "has:miner" }}]', "card ours.do 1.cond", 67),
        (CARDS, 'name = "Węgorz jaskiniowy"', "name = 3", "card cave_eel.words.pl.name", 32),
        (FINDS, 'kind   = "weapon"', 'kind   = "weapn"', "find spear.kind", 6),
        (FINDS, 'name = "włócznia"\n', "", "find spear.words.pl", 11),
        (MONSTERS, "resistance = 2", "resistence = 2", "monster drowner.resistence", 8),
        (MONSTERS, '"drowner"', "3", "monster 1.id", 5),
        (MONSTERS, "1K6+3", "1D6+3", "monster drowner.strength", 6),
        (MONSTERS, "[[monster]]", "[monster]", "monster", 4),
        (MONSTERS, "[[monster]]", "[[monsters]]", "monsters", 4),
        (MONSTERS, "[[monster]]", "[[monster]", "", 4),
        (WANDERING, "first   = 4", 'first   = "four"', "meeting 1.first", 5),
        (WANDERING, '"drowner"', '"drownr"', "meeting 1.monster", 7),
    ],
)
def test_one_slip_is_one_fault(tmp_path: Path, file: str, before: str, after: str, key: str, line: int | None) -> None:
    """With the row and the line of the slip; the gaps in the words of other rows are not counted."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    text = (own / file).read_text("utf-8")
    assert before in text
    (own / file).write_text(text.replace(before, after, 1) if before else text + after, "utf-8")

    assert [(one.file, one.key, one.line) for one in missing(own) if one.grave] == [(file, key, line)]


def _slips(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the row with each field mistyped, missing and of another type."""
    for name, value in row.items():
        yield {f"{key}x" if key == name else key: each for key, each in row.items()}
        yield {key: each for key, each in row.items() if key != name}
        yield {**row, name: "three" if isinstance(value, int) else 3}


def _faults(package: str, own: Path) -> tuple[TableFault, ...]:
    try:
        load(package.replace("_", "-"), own)
    except BadTable as bad:
        return tuple(bad.find_all().faults) if bad.find_all else ()
    return ()


@pytest.mark.parametrize("package", ["labirynt_smierci", "labirynt_czarnoksieznika", "jaskinia"])
def test_a_slip_in_any_field_is_one_fault(tmp_path: Path, package: str) -> None:
    """In a row of each list to which a group adds rows."""
    (tmp_path / package).mkdir()
    tried = 0
    for table in (table for table in shipped_tables() if table.package == package):
        lists = tomllib.loads(table.text)
        for key in sorted(table.added_to & lists.keys()):
            file = tmp_path / package / f"{table.name}.toml"
            for slip in _slips(lists[key][len(lists[key]) // 2]):
                file.write_text(f"extends = true\n[[{key}]]\n{toml_lines(slip)}\n", "utf-8")
                faults = _faults(package, tmp_path)
                assert [one.file for one in faults if one.line] == [file.name] * len(faults)
                assert len(faults) < 2, [str(one.expected) for one in faults]
                tried += len(faults)
            file.unlink()

    assert tried > 20
