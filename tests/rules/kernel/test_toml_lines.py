"""Lines of values in a TOML text: of headings, of rows inside a list, of keys behind strings that look like TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.toml_lines import find_lines, line_of

SHIPPED = sorted(Path(rules.__file__ or "").parent.glob("*/data/*.toml"))
ODD = '''
# a = 1, [[row]]
name = "a # no comment, [1, 2] = 3"
text = """
[[row]]
id = "no row"
"""
[[row]]
id = "first"
words.pl = { name = "}{", many = ["x", '],'] }
[row.more]
n = 1
[[row]]
id = 'second'
list = [
    { id = "inner" },  # { id = "none" }
    { id = "other", n = -1.5 }
]
'''
EXPECTED = {
    ("name",): 3,
    ("text",): 4,
    ("row", 0): 8,
    ("row", 0, "id"): 9,
    ("row", 0, "words", "pl", "many", 1): 10,
    ("row", 0, "more", "n"): 12,
    ("row", 1): 13,
    ("row", 1, "id"): 14,
    ("row", 1, "list", 0, "id"): 16,
    ("row", 1, "list", 1, "n"): 17,
}


def test_lines_of_an_odd_file() -> None:
    """Every way to write a row."""
    lines = find_lines(ODD)

    assert {place: lines.get(place) for place in EXPECTED} == EXPECTED
    assert ("row", 2) not in lines


def test_what_has_no_line_has_that_of_its_row() -> None:
    """A field that is missing is told where its row begins."""
    lines = find_lines(ODD)

    assert line_of(lines, ("row", 1, "weight")) == 13
    assert line_of(lines, ("nowhere",)) is None


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_each_value_of_our_tables_stands_on_its_line(file: Path) -> None:
    """Text and numbers of all our tables."""
    text = file.read_text("utf-8")
    lines, written = find_lines(text), text.split("\n")

    for place, value in _values_in(tomllib.loads(text), ()):
        assert str(value) in written[lines[place] - 1], place


def _values_in(value: Any, place: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in _values_in(inner, (*place, key))]
    if isinstance(value, list):
        return [pair for n, inner in enumerate(value) for pair in _values_in(inner, (*place, n))]
    return [(place, value)] if isinstance(value, str | int) and not isinstance(value, bool) else []
