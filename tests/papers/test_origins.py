"""What the papers say of the tables' origins: which are the rulebook's, which are published, which are ours."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.papers.pages import ROOT

GAMES = {
    "Labirynt Śmierci": "labirynt_smierci",
    "Labirynt Czarnoksiężnika": "labirynt_czarnoksieznika",
    "Jaskinia": "jaskinia",
}
ORIGINS = ("rulebook", "published", "house")
PLAYING = (ROOT / "docs" / "playing.md", ROOT / "docs" / "pl" / "playing.md")
TABLE = re.compile(r"`(\w+)`(?: \((\d+) (?:of|z) (\d+)\))?")
"""A table in a cell and, where only some of its rows are of that origin, how many of how many."""


def tables(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of a game by name, as they are written down."""
    for file in sorted((ROOT / "rules" / GAMES[game] / "data").glob("*.toml")):
        yield file.stem, tomllib.loads(file.read_text("utf-8"))


def rows(table: dict[str, Any]) -> Counter[str]:
    """How many rows of a table are of each origin."""
    listed = [row for value in table.values() if isinstance(value, list) for row in value if isinstance(row, dict)]
    return Counter(row.get("origin", table["origin"]) for row in listed)


def origins(table: dict[str, Any]) -> set[str]:
    """Every origin that a table, one of its rows or one of its parts is marked with."""
    parts = [value for value in table.values() if isinstance(value, dict)]
    return {table["origin"], *rows(table), *(part["origin"] for part in parts if "origin" in part)}


def cells(paper: Path, game: str) -> list[str]:
    """The cells behind a game's name, of its last line in a paper's tables."""
    lines = [line for line in paper.read_text("utf-8").splitlines() if line.startswith(f"| *{game}* |")]
    return [cell.strip() for cell in lines[-1].strip("|").split("|")][1:]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", PLAYING, ids=["en", "pl"])
def test_the_papers_say_which_tables_are_ours(paper: Path, game: str) -> None:
    """A column for each origin; of a table that is ours in part, how many rows are."""
    marked: dict[str, list[tuple[str, str, str]]] = {origin: [] for origin in ORIGINS}
    for name, table in tables(game):
        count = rows(table)
        in_part = 0 < count["house"] < count.total()
        for origin in origins(table):
            some = (str(count[origin]), str(count.total())) if origin == "house" and in_part else ("", "")
            marked[origin].append((name, *some))

    said = dict(zip(ORIGINS, map(TABLE.findall, cells(paper, game)), strict=True))

    assert said == marked


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_says_how_many_rows_are_ours(game: str) -> None:
    """Of all rows of a game's tables."""
    count = sum((rows(table) for _, table in tables(game)), Counter[str]())

    assert cells(ROOT / "README.md", game)[-1] == f"{count['house']} of {count.total()}"
