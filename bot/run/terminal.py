"""What the commands of ``labirynt`` print: facts, rows, JSON, and one sentence where something cannot be done."""

from __future__ import annotations

import codecs
import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from rules.kernel.errors import BadTable, Refused
from rules.kernel.lookups import Facts

MISUSE = 2
PAPER_WIDTH = 200

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OwnTables = Annotated[
    Path | None,
    typer.Option("--tables", metavar="DIR", help="A folder of your own tables, else LABIRYNT_TABLES."),
]

SENTENCES: Mapping[str, str] = {
    "dice_code": "{code!r} is no dice code: write 1K6, 2K6+1, 1K3 or 1K6x4 (or d6, 2d6+1), with 1 to {most} dice.",
    "lookup_table": "There is no table {got!r}; there are: {values}.",
    "lookup_value": "--{parameter} cannot be {got!r}; it can be: {values}.",
    "lookup_number": "--{parameter} cannot be {got!r}; it is a whole number.",
    "lookup_missing": "Table {table} needs also: {parameters}.",
    "lookup_dice": "Table {table} has nothing to roll.",
    "no_such_game": "There is no game {game!r}; there are: {games}.",
    "option_typed": "A house rule is written NAME=VALUE, for example adventures=8.",
    "option": "There is no such house rule or value for {name!r}; there are: {values}.",
    "party_size": "A party has one to {most} characters.",
    "policy": "{game} has no policy {policy!r}; there are: {policies}.",
    "players": "{game} is for {least} to {most} players, not {players}.",
}


PLAINLY = str.maketrans({"✓": "ok", "✗": "wrong:", "→": "->", "…": "...", "–": "-", "ł": "l", "Ł": "L"})
"""Signs for which many terminals have nothing, and what is written for them."""


def speak_plainly_where_signs_are_missing() -> None:
    """From now on nothing that is printed breaks on a terminal, or in a file, that has not all the signs."""
    codecs.register_error("labirynt", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="labirynt")


def _plain(trouble: UnicodeError) -> tuple[str, int]:
    assert isinstance(trouble, UnicodeEncodeError)
    missing = trouble.object[trouble.start : trouble.end].translate(PLAINLY)
    bare = unicodedata.normalize("NFKD", missing).encode("ascii", "ignore").decode()
    return bare or "?", trouble.end


@contextmanager
def kindly(*also: type[Exception]) -> Iterator[None]:
    """One sentence instead of a traceback for whatever is not our fault."""
    bad_files: tuple[type[Exception], ...] = (BadTable, *also)
    try:
        yield
    except Refused as refused:
        facts = {name: format_fact(fact) if isinstance(fact, tuple) else fact for name, fact in refused.facts.items()}
        misuse(SENTENCES.get(refused.reason, str(refused)).format(**facts), refused)
    except bad_files as bad:
        misuse(str(bad), bad)


def misuse(sentence: str, cause: Exception) -> None:
    """Say what is wrong with the line, and end with exit code 2."""
    typer.echo(sentence, err=True)
    raise typer.Exit(MISUSE) from cause


def own_tables(given: Path | None) -> Path | None:
    """The folder named on the line, or else the one the bot uses; raises ``BadTable`` where there is none."""
    from bot.settings import Settings

    with kindly(ValueError):
        own = given or Settings().tables
    if own is not None and not own.is_dir():
        raise BadTable(str(own), "", "there is no such folder of tables")
    return own


def as_line(value: object) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def print_facts(facts: Mapping[str, Any], as_json: bool) -> None:
    """Each fact on its line."""
    typer.echo(as_line(facts) if as_json else "\n".join(_lines(facts)))


def _lines(facts: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    width = max(map(len, facts), default=0)
    for name, value in facts.items():
        if isinstance(value, Mapping) and value:
            yield f"{indent}{name}"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{indent}{name}"
            yield from (f"{indent}  {format_fact(inner)}" for inner in value)
        else:
            yield f"{indent}{name:<{width}}  {format_fact(value)}"


def print_rows(rows: Sequence[Facts], as_json: bool) -> None:
    """A table with a column for each fact, as wide as the terminal; wide on paper."""
    if as_json:
        typer.echo(as_line(rows))
        return
    from rich.console import Console
    from rich.table import Table

    columns = list(dict.fromkeys(name for row in rows for name in row))
    paper = Table(*columns, box=None)
    for row in rows:
        paper.add_row(*(format_fact(row.get(name)) for name in columns))
    Console(width=None if sys.stdout.isatty() else PAPER_WIDTH, markup=False, highlight=False).print(paper)


def format_fact(value: Any) -> str:
    """A fact on paper."""
    match value:
        case None | "":
            return "–"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return " ".join(f"{name} {format_fact(inner)}" for name, inner in value.items()) or "–"
        case list() | tuple():
            return ", ".join(map(format_fact, value)) or "–"
        case _:
            return str(value)
