"""Which tables are the rulebook's, which are published, which are ours, as the papers say it.

``make regenerate ARGS=origins`` writes it anew.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.papers.pages import ROOT

GAMES = {
    "Labirynt Śmierci": "labirynt_smierci",
    "Labirynt Czarnoksiężnika": "labirynt_czarnoksieznika",
    "Jaskinia": "jaskinia",
}
ORIGINS = ("rulebook", "published", "house")
README = ROOT / "README.md"
PLAYING = {ROOT / "docs/playing.md": "of", ROOT / "docs/pl/playing.md": "z"}
"""The papers with a column for each origin, and how each says “of”."""
PAPERS = (README, *PLAYING)


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


def cell(game: str, origin: str, of: str) -> str:
    """The tables of an origin; of a table that is ours in part, how many rows are."""
    names = []
    for name, table in tables(game):
        count = rows(table)
        in_part = origin == "house" and 0 < count["house"] < count.total()
        if origin in origins(table):
            names.append(f"`{name}` ({count['house']} {of} {count.total()})" if in_part else f"`{name}`")
    return ", ".join(names) or "–"


def with_origins(paper: Path) -> str:
    """A paper with the origins of today's tables: the first page has the rows that are ours, of all rows of a game."""
    lines = paper.read_text("utf-8").split("\n")
    for game in GAMES:
        at = max(nth for nth, line in enumerate(lines) if line.startswith(f"| *{game}* |"))
        if paper in PLAYING:
            lines[at] = " | ".join([f"| *{game}*", *(cell(game, origin, PLAYING[paper]) for origin in ORIGINS)]) + " |"
        else:
            count = sum((rows(table) for _, table in tables(game)), Counter[str]())
            lines[at] = f"{lines[at].rsplit(' | ', 1)[0]} | {count['house']} of {count.total()} |"
    return "\n".join(lines)


def write() -> None:
    """Write the papers anew."""
    for paper in PAPERS:
        paper.write_text(with_origins(paper), "utf-8")
