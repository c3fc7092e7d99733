"""``labirynt tables``: a folder for a group's own tables, and what is still missing in it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from bot.run.terminal import as_line, echo, printable

tables = typer.Typer(help="A group's own tables: start a folder for them, and check it.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", file_okay=False, help="The folder of LABIRYNT_TABLES.")]
WORDS: Final = """\
# What people read of a row of your own stands below it, in one language or in both; the forms with a number and the
# cases are optional (`labirynt tables check` says which are missing):
#
# [{table}.words.pl]
# name = "bazyliszek"
# many = ["bazyliszki", "bazyliszków"]
# acc  = "bazyliszka"
# text = "Kto na niego spojrzy, ten pamięta to długo."
# [{table}.words.en]
# name = "basilisk"
# many = ["basilisks"]
# text = "Whoever meets its eye remembers it for long."
#
# emblem = "imp" in the row has it drawn like another one; a drawing of your own is art/PLACE/ID.svg in this folder.
"""
ONE_ROW: Final = "A row looks like this:"
ALL_ROWS: Final = "The rows belong together: those that you write stand instead of all of ours. They look like this:"
EMPTY: Final = """\
# As it stands, this file changes nothing. Rows that you write below are added to ours, or stand instead of the row of
# ours that they are another form of; without the next line this file stands instead of ours altogether.
extends = true
"""


@tables.command()
def init(folder: Folder) -> None:
    """Start a folder: every table of every game as a file that explains itself and changes nothing yet."""
    written = 0
    for path, text in _starting_files():
        file = folder / path
        if file.exists():
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        written += 1
    echo(f"{written} files in {folder}; what was there is as it was. Then: LABIRYNT_TABLES={folder}")


@tables.command()
def check(folder: Folder) -> None:
    """Say everything that is missing or wrong; exit code 1 when something does not work."""
    from bot.games.own_tables import missing

    if not folder.is_dir():
        echo(f"{folder}: there is no such folder; labirynt tables init {folder} makes one", err=True)
        raise typer.Exit(2)
    found = list(missing(folder))
    for one in found:
        echo(f"{'✗' if one.grave else '·'} {printable(str(one))}")
    echo(f"{sum(one.grave for one in found)} wrong, {sum(not one.grave for one in found)} could be said better.")
    if any(one.grave for one in found):
        raise typer.Exit(1)


def _starting_files() -> Iterator[tuple[Path, str]]:
    from bot.games.own_tables import shipped_tables

    for one in shipped_tables():
        head, _, rest = one.text.partition("\n\n")
        table, row = _first_row(rest)
        sample = (
            _comment(f"{ONE_ROW if table in one.added_to else ALL_ROWS}\n\n[[{table}]]\n{_lines(row)}") if row else ""
        )
        words = f"#\n{WORDS.format(table=table)}" if row and one.is_named else ""
        yield Path(one.package) / f"{one.name}.toml", "\n".join(filter(None, (f"{head}\n", EMPTY, sample + words)))


def _first_row(text: str) -> tuple[str, dict[str, Any]]:
    """The first list of rows in a table, and its first row; nothing where it has none."""
    lists = ((name, value) for name, value in tomllib.loads(text).items() if isinstance(value, list))
    return next(((name, value[0]) for name, value in lists if isinstance(value[0], dict)), ("", {}))


def _lines(row: Mapping[str, Any]) -> str:
    return "\n".join(f"{key} = {_toml(value)}" for key, value in row.items())


def _toml(value: Any) -> str:
    """A value as TOML has it; text, numbers and lists are the same as in JSON."""
    match value:
        case dict():
            return f"{{ {', '.join(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}"
        case list():
            return f"[{', '.join(map(_toml, value))}]"
    return as_line(value)


def _comment(text: str) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())
