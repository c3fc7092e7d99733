"""A group's own tables: a file goes before ours, and one that cannot be used is refused with file and key."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rules.kernel.errors import BadTable
from rules.labirynt_smierci.lookups import BOOK
from rules.labirynt_smierci.tables import FOLDER, load
from tests.rules.contract.slips import edited

TABLES = load()


edit = partial(edited, FOLDER)


def test_traps_without_end(tmp_path: Path) -> None:
    """«Roll twice» on half of the die would never come to an end [7.1]."""
    printed = (FOLDER / "traps.toml").read_text("utf-8")
    (tmp_path / "traps.toml").write_text(printed.replace('"gas"', '"twice"').replace('"oil"', '"twice"'), "utf-8")

    with pytest.raises(BadTable, match=r"traps\.toml: trap: Expected twice on at most 2 results"):
        load(tmp_path)


def test_a_spell_may_be_left_out(tmp_path: Path) -> None:
    """A group that does not like Teleport takes its row away [10]."""
    row = '    { id = "teleport",          kind = "noncombat",   cost = 3, origin = "house" },\n'
    edit(tmp_path, "spells", row, "")

    own = load(tmp_path)

    assert "teleport" not in [spell.id for spell in own.spells.spell]


def test_a_rows_own_origin(tmp_path: Path) -> None:
    """A row that a group made its own says so; the other rows keep the sheet's origin."""
    edit(tmp_path, "spells", "cost = 3, resisted = true", 'cost = 2, resisted = true, origin = "house"')

    charm = BOOK.lookup("spell").answer(load(tmp_path), {"name": "charm"})
    blast = BOOK.lookup("spell").answer(load(tmp_path), {"name": "blast"})

    assert isinstance(charm, dict)
    assert isinstance(blast, dict)
    assert (charm["id"], charm["cost"], charm["section"], charm["origin"]) == ("charm", 2, "10", "house")
    assert (blast["id"], blast["cost"], blast["section"], blast["origin"]) == ("blast", 1, "10", "published")
