"""The tables hold what was compared with the printed sheets."""

from __future__ import annotations

import pytest

from rules.kernel.text_files import read_text
from tests.rules.table_digests import digest, reviewed, tables

ANEW = "compare it with the sheet that its comment names, value by value, then: python -m tests.rules.table_digests"


@pytest.mark.parametrize("table", tables())
def test_a_table_holds_what_was_compared_with_its_sheet(table: str) -> None:
    """Whoever changes a value on purpose compares the table with its source and writes the digest down anew."""
    assert digest(read_text(tables()[table])) == reviewed().get(table), f"{table} has changed; {ANEW}"


def test_no_table_is_gone() -> None:
    """A digest is written down for each table of each game, and for nothing else."""
    assert sorted(reviewed()) == sorted(tables())
    assert len(tables()) > 30


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('origin = "house"\n\n# Two rows\nrow = [{ n = 1, id = "a" }, { n = 2, id = "b" }]', True),
        ('origin = "house"\nrow = [{ id = "b", n = 2 }, { id = "a", n = 1 }]', False),
        ('origin = "house"\nrow = [{ id = "a", n = 1 }, { id = "b", n = 3 }]', False),
        ('origin = "house"\nrow = [{ id = "a", n = 1 }, { id = "b", n = "2" }]', False),
        ('origin = "published"\nrow = [{ id = "a", n = 1 }, { id = "b", n = 2 }]', False),
    ],
)
def test_a_digest_tells_values_apart_and_no_spaces(text: str, same: bool) -> None:
    """A number, its type, the order of rows and the source count; comments, spaces and the order of fields do not."""
    written = 'origin = "house"\nrow = [{ id = "a", n = 1 }, { id = "b", n = 2 }]'

    assert (digest(text) == digest(written)) is same
