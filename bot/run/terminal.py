"""Output of the ``labirynt`` commands: language, facts, rows, JSON, and one sentence before an exit code."""

from __future__ import annotations

import codecs
import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer import Option

from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator, Said
from rules.kernel.answers import JOINER
from rules.kernel.errors import BadTable, Expected, Refused, expected
from rules.kernel.lookups import Book
from rules.kernel.tables import UNPRINTABLE
from rules.kernel.text_files import find_encoding

if TYPE_CHECKING:
    from bot.settings import Settings
    from rules.kernel.lookups import Facts


NO, MISUSE = 1, 2
ENV_FILE, TABLES = Path(".env"), "LABIRYNT_TABLES"
"""Where the settings may name a folder of own tables."""
PAPER_WIDTH = 200
MISSING_SIGN = "\ufffd"

Json = Annotated[bool, Option("--json", help="Print JSON.")]
DataFolder = Annotated[Path | None, Option("--data", metavar="DIR", help="The bot's data folder; else LABIRYNT_DATA.")]
OwnTables = Annotated[
    Path | None,
    Option("--tables", metavar="DIR", help="A folder of your own tables, else LABIRYNT_TABLES."),
]


PLAINLY = str.maketrans(
    {"✓": "ok", "✗": "wrong:", "→": "->", "…": "...", "–": "-", "›": ">", "≤": "<=", "🎲": "*", "ł": "l", "Ł": "L"}
)
"""Signs for which many terminals have nothing, and what is written for them."""


BREAKING = ("strict", "surrogateescape", "backslashreplace")
"""How Python itself takes a sign that a terminal has not: not at all, or as a number that nobody can read."""


def speak_plainly_where_signs_are_missing() -> None:
    """Replace characters that the terminal or file cannot encode, instead of failing."""
    codecs.register_error("labirynt", _replace_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in BREAKING:
            stream.reconfigure(errors="labirynt")
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors in BREAKING:
        sys.stdin.reconfigure(errors="replace")


def printable(text: str) -> str:
    """Return text of a file or a person on one line, with control and deceptive characters replaced."""
    return text if text.isprintable() else "".join(map(_printable_sign, text))


def _printable_sign(sign: str) -> str:
    return MISSING_SIGN if sign != JOINER and unicodedata.category(sign) in UNPRINTABLE else sign


def echo(text: str, *, err: bool = False) -> None:
    """Print lines, each made ``printable``."""
    typer.echo("\n".join(map(printable, text.split("\n"))), err=err)


def piped_lines() -> Iterator[str]:
    """Yield the lines of the standard input; a byte-order mark, as PowerShell writes it, gives the encoding."""
    if isinstance(sys.stdin, TextIOWrapper) and isinstance(sys.stdin.buffer, BufferedReader):
        encoding = find_encoding(sys.stdin.buffer.peek(), sys.stdin.encoding)
        sys.stdin.reconfigure(encoding=encoding, errors=sys.stdin.errors)
    return (line.rstrip("\n") for line in sys.stdin)


def _replace_unencodable(trouble: UnicodeError) -> tuple[str, int]:
    assert isinstance(trouble, UnicodeEncodeError)
    missing = trouble.object[trouble.start : trouble.end].translate(PLAINLY)
    bare = unicodedata.normalize("NFKD", missing).encode("ascii", "ignore").decode()
    return bare or "?", trouble.end


@contextmanager
def kindly(*also: type[Exception], narrator: Narrator | None = None) -> Iterator[None]:
    """Print one sentence instead of a traceback for errors that are not ours."""
    try:
        yield
    except Refused as refused:
        misuse(sentence(narrator, refused), refused)
    except BadTable as bad:
        misuse(bad_table_in_words(narrator or voice(), bad), bad)
    except also as bad:
        misuse(in_words(bad, narrator) if isinstance(bad, ValueError) else printable(str(bad)), bad)


def in_words(wrong: ValueError, narrator: Narrator | None = None) -> str:
    """Return what is wrong with settings or a value, one line each, in the terminal's words."""
    speaker, lines = narrator or voice(), []
    for fault in getattr(wrong, "faults", [wrong]):
        facts = {name: Said(fact) for name, fact in getattr(fault, "facts", {}).items()}
        lines.append(speaker.first_known(f"setting.{getattr(fault, 'reason', '')}", **facts) or str(fault))
    return "\n".join(lines)


def bad_table_in_words(narrator: Narrator, bad: BadTable) -> str:
    """Return every fault of the tables, one line each."""
    if bad.find_all is None and not isinstance(bad.expected, Expected):
        return printable(str(bad))
    from bot.games.own_tables import faults_of
    from bot.run.fault_words import describe_fault

    return "\n".join(printable(describe_fault(narrator, fault)) for fault in faults_of(bad))


def sentence(narrator: Narrator | None, refused: Refused) -> str:
    """Return why something is refused, in the terminal's words, else in those of Discord."""
    speaker, key = narrator or voice(), f"refused.{refused.reason}"
    return str(speaker.first_known(f"terminal.{key}", key, **refused.facts) or refused)


def misuse(sentence: str, cause: Exception) -> None:
    """Print what is wrong with the line and exit with code 2."""
    echo(sentence, err=True)
    raise typer.Exit(MISUSE) from cause


def own_tables(given: Path | None) -> Path | None:
    """Return the folder of own tables from the line, else the bot's; raises ``BadTable`` if it does not exist."""
    with kindly(ValueError):
        own = given or _tables_from_settings()
    if own and not own.is_dir():
        raise BadTable(str(own), "", expected("no_folder", "a folder: there is no such folder of tables"))
    return own


def read_tables(book: Book, own: Path | None) -> Any:
    """Return a game's tables with a group's own names; raises ``BadTable``."""
    tables = book.tables(own)
    if own:
        from bot.games.own_tables import take_in

        take_in(book.game, tables, own)
    return tables


def _tables_from_settings() -> Path | None:
    """Return the folder in the settings, which are read only if there are any, because that takes long."""
    is_set = any(value for name, value in os.environ.items() if name.upper() == TABLES)
    if not is_set and not ENV_FILE.is_file():
        return None
    # merged

    return read_settings().tables


def moment(seconds: float | None) -> str:
    """Return a time in UTC to the minute; '' for none."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}" if seconds else ""


def as_line(value: object) -> str:
    """Return JSON on one line, with unprintable characters escaped."""
    line = json.dumps(value, ensure_ascii=False)
    if line.isprintable():
        return line
    return "".join(sign if _printable_sign(sign) == sign else json.dumps(sign)[1:-1] for sign in line)


def print_facts(facts: Mapping[str, Any], as_json: bool) -> None:
    """Print each fact on its line."""
    echo(as_line(facts) if as_json else "\n".join(_fact_lines(facts)))


def _fact_lines(facts: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    width = max(map(len, facts), default=0)
    for name, value in ((printable(name), value) for name, value in facts.items()):
        if isinstance(value, Mapping) and value:
            yield f"{indent}{name}"
            yield from _fact_lines(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{indent}{name}"
            yield from (f"{indent}  {format_fact(inner)}" for inner in value)
        else:
            yield f"{indent}{name:<{width}}  {format_fact(value)}"


def print_rows(rows: Sequence[Facts], as_json: bool) -> None:
    """Print a table with a column for each fact, as wide as the terminal, or wide in a file."""
    if as_json:
        echo(as_line(rows))
        return
    from rich.console import Console
    from rich.table import Table

    columns = list(dict.fromkeys(name for row in rows for name in row))
    paper = Table(*map(printable, columns), box=None)
    for row in rows:
        paper.add_row(*(format_fact(row.get(name)) for name in columns))
    Console(width=line_width(), markup=False, highlight=False).print(paper)


def line_width() -> int:
    """Return the width of a line: the terminal's, or a wide one in a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PAPER_WIDTH


def format_fact(value: Any) -> str:
    """Return a fact as text."""
    match value:
        case None | "":
            return "–"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return " ".join(f"{printable(name)} {format_fact(inner)}" for name, inner in value.items()) or "–"
        case list() | tuple():
            return ", ".join(map(format_fact, value)) or "–"
        case _:
            return printable(str(value))


NO_SUCH_TOKEN = "LABIRYNT_TOKEN does not look like a bot's token (three parts with dots between them)"


def read_settings(**fixed: Any) -> Settings:
    """Return the settings; a wrong one ends the program with its name and the expected value."""
    from bot.run.supervisor import HOPELESS
    from bot.settings import Settings, WrongSetting

    try:
        return Settings.read(**fixed)
    except WrongSetting as wrong:
        give_up(in_words(wrong), HOPELESS)


def give_up(sentence: str, code: int = 1) -> NoReturn:
    """Print this sentence and end the program."""
    echo(sentence, err=True)
    raise SystemExit(code)


VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says in which language programs speak, the first that is set before the others."""

Lang = Annotated[
    str | None,
    Option("--lang", "--language", metavar="|".join(LOCALES), help="The language; else that of LC_ALL or LANG."),
]


def voice(lang: str | None = None) -> Narrator:
    """Return a narrator in the wanted language, else in the environment's, else in English."""
    if lang is not None and lang not in LOCALES:
        raise typer.BadParameter(f"{lang!r}: there are {', '.join(LOCALES)}.", param_hint="--lang")
    return Narrator(lang or surroundings(os.environ), marked=False)


def surroundings(variables: Mapping[str, str]) -> str:
    """Return the language of these environment variables, such as «pl» of ``pl_PL.UTF-8``."""
    spoken = next(filter(None, (variables.get(name, "") for name in VARIABLES)), "")
    return spoken[:2].lower()


BOLD, FAINT, ITALIC, PLAIN = "\033[1m", "\033[2m", "\033[3m", "\033[0m"
_MARKED = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*\n]+)\*|`(?P<code>[^`\n]+)`")
FRAME = "```"
SMALL = "-# "


def typeset(said: str, *, styled: bool) -> str:
    """Return what a terminal shows of Markdown; ``styled``: with codes for bold, italic and faint text."""
    return "\n".join(_styled_line(printable(line), styled) for line in said.splitlines() if line != FRAME)


def _styled_line(line: str, styled: bool) -> str:
    small = line.startswith(SMALL)
    words = _MARKED.sub(lambda found: _style_match(found, styled), line.removeprefix(SMALL))
    return f"{FAINT}{words}{PLAIN}" if small and styled else words


def _style_match(found: re.Match[str], styled: bool) -> str:
    sign = ITALIC if found["italic"] else BOLD
    words = found["bold"] or found["italic"] or found["code"]
    return f"{sign}{words}{PLAIN}" if styled else words


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """Return a progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
