"""``labirynt tables``: starting a folder of own tables, and checking it, in the language of the terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument

from bot.run import terminal
from bot.run.fault_words import describe_fault
from bot.run.help_words import HelpInWords
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused

tables = typer.Typer(
    cls=HelpInWords, help="A group's own tables: start a folder for them, and check it.", no_args_is_help=True
)

Folder = Annotated[Path, Argument(metavar="FOLDER", file_okay=False, help="The folder of LABIRYNT_TABLES.")]
WORDS = """\

[{table}.words.pl]
name = "bazyliszek"
many = ["bazyliszki", "bazyliszków"]
acc  = "bazyliszka"
text = "Kto na niego spojrzy, ten pamięta to długo."
[{table}.words.en]
name = "basilisk"
many = ["basilisks"]
text = "Whoever meets its eye remembers it for long."

"""


@tables.command()
def init(folder: Folder, lang: terminal.Lang = None) -> None:
    """Start a folder: every table of every game as a file that explains itself and changes nothing yet."""
    narrator = terminal.voice(lang)
    written = 0
    for path, text in _starting_files(narrator):
        file = folder / path
        if file.exists():
            continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        except OSError as trouble:
            refused = Refused("print_unwritten", file=Said(file), why=Said(trouble.strerror or trouble))
            terminal.misuse(terminal.sentence(narrator, refused), trouble)
        written += 1
    terminal.echo(narrator.say("tables.init.done", number=written, folder=Said(folder)))


@tables.command()
def check(folder: Folder, lang: terminal.Lang = None) -> None:
    """Say everything that is missing or wrong; exit code 1 when something does not work."""
    from bot.games.own_tables import missing

    narrator = terminal.voice(lang)
    if not folder.is_dir():
        terminal.echo(narrator.say("tables.check.no_folder", folder=Said(folder)), err=True)
        raise typer.Exit(terminal.MISUSE)
    found = list(missing(folder))
    for problem in found:
        terminal.echo(f"{'✗' if problem.grave else '·'} {terminal.printable(describe_fault(narrator, problem))}")
    grave = sum(problem.grave for problem in found)
    terminal.echo(narrator.say("tables.check.found", wrong=grave, gaps=len(found) - grave))
    if grave:
        raise typer.Exit(1)


def _starting_files(narrator: Narrator) -> Iterator[tuple[Path, str]]:
    from bot.games.own_tables import shipped_tables

    for shipped in shipped_tables():
        head, _, rest = shipped.text.partition("\n\n")
        own_head = narrator.first_known(f"tables.init.head.{shipped.package}.{shipped.name}")
        head = _toml_comment(own_head).rstrip("\n") or head
        lists = ((name, value) for name, value in tomllib.loads(rest).items() if isinstance(value, list))
        table, row = next(((name, value[0]) for name, value in lists if isinstance(value[0], dict)), ("", {}))
        intro = narrator.say(f"tables.init.{'one_row' if table in shipped.added_to else 'all_rows'}")
        sample = _toml_comment(f"{intro}\n\n[[{table}]]\n{toml_lines(row)}") if row else ""
        sample += (
            _toml_comment(
                f"\n{narrator.say('tables.init.words')}{WORDS.format(table=table)}{narrator.say('tables.init.art')}"
            )
            if row and shipped.is_named
            else ""
        )
        parts = (f"{head}\n", _toml_comment(narrator.say("tables.init.empty")) + "extends = true\n", sample)
        yield Path(shipped.package) / f"{shipped.name}.toml", "\n".join(filter(None, parts))


def toml_lines(row: Mapping[str, Any]) -> str:
    """Return a row as TOML has it."""
    return "\n".join(f"{key} = {_toml_value(value)}" for key, value in row.items())


def _toml_value(value: Any) -> str:
    """A value as TOML has it; text, numbers and lists are the same as in JSON."""
    match value:
        case dict():
            return f"{{ {', '.join(f'{key} = {_toml_value(inner)}' for key, inner in value.items())} }}"
        case list():
            return f"[{', '.join(map(_toml_value, value))}]"
    return terminal.as_line(value)


def _toml_comment(text: str) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())
