"""``labirynt table`` and ``shell``: look-ups in tables, by options or at a prompt."""

from __future__ import annotations

import inspect
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from bot.lookup.asking import THROWN as THROWN_LINE
from bot.lookup.asking import Desk, find, tell
from bot.lookup.tables import Library, Table, names_of, sheet, tables_of, title_of
from bot.run import terminal
from bot.words.narrator import Narrator, fold, fold_name
from rules.games import book, books
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts, Lookup, Parameter, plain_name

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History


Dice = Annotated[bool, typer.Option("--roll", help="Throw the dice for what is left open.")]
Seed = Annotated[int | None, typer.Option(help="Throw them from this seed: the same seed throws the same dice.")]
Words = Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="What is looked up, as in the shell.")]
Game = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="Which game's; else that of the first game which has such a table."),
]


class TableGroup(TyperGroup):
    """The sub-commands of ``table``; a wrong name is answered with the existing ones."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read ``--game`` anywhere on the line, because it decides the other options."""
        at = [n for n, arg in enumerate(args) if arg == "--game" or (n and args[n - 1] == "--game")]
        at += [n for n, arg in enumerate(args) if arg.startswith("--game=")]
        return super().parse_args(ctx, [args[n] for n in at] + [arg for n, arg in enumerate(args) if n not in at])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of the table of this name, in the game of ``--game`` or else in the first that has one.

        Words that name no table are looked up in all of them, as in the shell.
        """
        with terminal.kindly():
            table = _find_wanted_table(cmd_name, ctx.params.get("game"))
        return _command_for_table(table) if table else _command_for_line(cmd_name, ctx.params.get("game"))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all tables, of the game of ``--game`` or of all games."""
        return list(dict.fromkeys(table.lookup.name for table in tables_of(_wanted_books(ctx.params.get("game")))))


def _wanted_books(game: str | None) -> tuple[Book[Any], ...]:
    return (book(game),) if game else books()


def _find_wanted_table(name: str, game: str | None) -> Table | None:
    """Return the table of this name in the named game, else in the first that has one, else by a similar name."""
    known = tables_of(_wanted_books(game))
    named = (table for table in known if plain_name(name) in (table.lookup.name, table.key))
    wanted = fold(name)
    return next(named, None) or next((table for table in known if wanted in map(fold_name, names_of(table))), None)


table = typer.Typer(
    name="table",
    cls=TableGroup,
    help="Look something up in a game's tables.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@table.callback()
def list_tables(
    context: typer.Context, game: Game = None, lang: terminal.Lang = None, as_json: terminal.Json = False
) -> None:
    """Look something up in a game's tables; without a name: which tables there are."""
    if context.invoked_subcommand is not None:
        return
    with terminal.kindly():
        known = tables_of(_wanted_books(game))
    narrator = terminal.voice(lang)
    rows = [
        _table_facts(table, {"about": table.lookup.about} if as_json else {"title": title_of(narrator, table)})
        for table in known
    ]
    terminal.print_rows(rows, as_json)


def _table_facts(table: Table, more: Facts) -> Facts:
    return {"table": table.lookup.name, "options": _usage(table.lookup), **more, "game": table.book.game}


def _usage(lookup: Lookup[Any]) -> str:
    return " ".join(f"--{asked.name}" if asked.required else f"[--{asked.name}]" for asked in lookup.parameters)


THROWN = "dice"
"""What ``--roll`` without a number stands for, where a table has an option of that name."""


class Rollable(TyperCommand):
    """A table with an option ``--roll N``; without the number the dice are thrown."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give a ``--roll`` without a number its value ``THROWN``, because Typer would ask for one."""
        bare = [
            name == "--roll" and (not after or after.startswith("--"))
            for name, after in zip(args, [*args, ""][1:], strict=True)
        ]
        return super().parse_args(ctx, [f"--roll={THROWN}" if b else a for a, b in zip(args, bare, strict=True)])


def _command_for_line(first: str, game: str | None) -> Any:
    """Return a command that looks up the words of the line, as the shell does."""

    def command(
        words: Words = None, tables: terminal.OwnTables = None, roll: Dice = False, lang: terminal.Lang = None
    ) -> None:
        narrator = terminal.voice(lang)
        with terminal.kindly(narrator=narrator):
            chosen = book(game) if game else None
            own = terminal.own_tables(tables)
            in_force = {known.game: terminal.read_tables(known, own) for known in _wanted_books(game)}
            desk = Desk(narrator, Library(in_force.get, chosen, paper=sheet(terminal.line_width())))
            line = " ".join([first, *(words or [])])
            said = desk.answer(f"{line}{THROWN_LINE}" if roll else line)
        typer.echo(terminal.typeset(said, styled=sys.stdout.isatty()))

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(first, help="Look the words up in all tables.")(command)
    return typer.main.get_command(app)


def _command_for_table(of: Table) -> Any:
    """Return a command whose signature has the table's options, because Typer reads them from there."""

    def command(
        tables: Path | None, as_json: bool, lang: str | None = None, seed: int | None = None, **given: Any
    ) -> None:
        roll = given.get("roll") in (True, THROWN) or seed is not None
        line = " ".join(given.pop("words", None) or [])
        asked = {name: value for name, value in given.items() if value not in (None, False, True, THROWN)}
        narrator = terminal.voice(lang)
        with terminal.kindly(narrator=narrator):
            in_force = terminal.read_tables(of.book, terminal.own_tables(tables))
            library = Library(lambda _: in_force, paper=sheet(terminal.line_width()))
            found = find(
                narrator,
                library,
                of,
                line or asked,
                thrower(secrets.token_bytes(32) if seed is None else str(seed).encode()[:64]) if roll else None,
            )
        said = (
            terminal.as_line(found)
            if as_json
            else terminal.typeset(tell(narrator, library, of, found), styled=sys.stdout.isatty())
        )
        typer.echo(said)

    own_roll = any(asked.name == "roll" for asked in of.lookup.parameters)
    command.__signature__ = inspect.Signature(list(_option_parameters(of.lookup, own_roll)))  # type: ignore[attr-defined]  # inspect's own protocol
    command.__annotations__ = {}
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    same = [other.book.game for other in tables_of(books()) if other.lookup.name == of.lookup.name]
    also = "".join(f" There is one of {game} too: --game {game}." for game in same if game != of.book.game)
    app.command(
        of.lookup.name,
        cls=Rollable if of.lookup.roll and own_roll else TyperCommand,
        help=f"{of.lookup.about} Without options: the whole table.{also}",
    )(command)
    return typer.main.get_command(app)


def _option_parameters(lookup: Lookup[Any], own_roll: bool) -> Iterator[inspect.Parameter]:
    yield _keyword_parameter("words", Words, None)
    yield from map(_option_parameter, lookup.parameters)
    if lookup.roll and not own_roll:
        yield _keyword_parameter("roll", Dice, False)
    if lookup.roll:
        yield _keyword_parameter("seed", Seed, None)
    yield from (
        _keyword_parameter("tables", terminal.OwnTables, None),
        _keyword_parameter("lang", terminal.Lang, None),
        _keyword_parameter("as_json", terminal.Json, False),
    )


def _option_parameter(asked: Parameter[Any]) -> inspect.Parameter:
    """Return the parameter of an option; numbers are text, so that the look-up refuses a wrong one in a sentence."""
    about = asked.about if asked.required else f"{asked.about} May be left out."
    about += " Without a number: the dice are thrown." if asked.name == "roll" else ""
    metavar = "N" if asked.type == "int" else asked.name.upper()
    option = typer.Option(f"--{asked.name}", metavar=metavar, help=about)
    return _keyword_parameter(asked.name, Annotated[str | None, option], None)


def _keyword_parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


HISTORY = "labirynt.shell_history"
"""What was typed, in the data folder; a folder that is not there is not made for it."""
PROMPT = "› "
MOST_OFFERED = 50


def run_shell(lang: str | None, own: Path | None) -> bool:
    """Answer lines until the input ends; in a pipe return False if one could not be answered. Raises ``BadTable``."""
    narrator, at_terminal = terminal.voice(lang), sys.stdin.isatty() and sys.stdout.isatty()
    in_force = {
        known.game: terminal.read_tables(known, own) for known in books()
    }  # what is wrong with them is said at once
    desk = Desk(narrator, Library(in_force.get, paper=sheet(terminal.line_width())))
    if not at_terminal:
        return answer_lines(desk, narrator, terminal.piped_lines())
    _print_typeset(narrator.say("shell.hello"), styled=True)
    answer_lines(desk, narrator, typed_lines(desk, _data_folder()), styled=True)
    return True


def answer_lines(desk: Desk, narrator: Narrator, lines: Iterable[str], *, styled: bool = False) -> bool:
    """Print the answer to each line; an error is printed as one sentence."""
    good = True
    for line in lines:
        if desk.is_over(line):
            break
        try:
            _print_typeset(desk.answer(line), styled=styled)
        except Refused as refused:
            good = False
            terminal.echo(terminal.sentence(narrator, refused), err=not styled)
    return good


def _print_typeset(said: str, *, styled: bool) -> None:
    if said:
        print(terminal.typeset(said, styled=styled), flush=True)


# The prompt ------------------------------------------------------------------------------------------------


def typed_lines(desk: Desk, data: Path) -> Iterator[str]:
    """Yield the typed lines, with completion and history, until the end of input."""
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession(
        PROMPT, completer=completer(desk.complete), history=_shell_history(data), complete_while_typing=True
    )
    while True:
        try:
            yield session.prompt()
        except KeyboardInterrupt:  # Ctrl-C: another line
            continue
        except EOFError:
            return


def completer(complete: Callable[[str], Iterable[Any]]) -> Any:
    """Return a completer for the prompt's library."""
    from prompt_toolkit.completion import Completer, Completion

    class Offers(Completer):
        """Completes the beginning of a line."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            """Yield completions that replace the typed beginning."""
            for item, _ in zip(complete(document.text_before_cursor), range(MOST_OFFERED), strict=False):
                yield Completion(item.said, -item.instead, display_meta=item.about)

    return Offers()


def _data_folder() -> Path:
    from bot.run.terminal import read_settings

    return read_settings().data


def _shell_history(data: Path) -> History:
    """Return the history file in the data folder, readable for its owner only; without a folder a history in memory."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    if not data.is_dir():
        return InMemoryHistory()
    try:
        os.close(os.open(data / HISTORY, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError:  # somebody else's folder
        return InMemoryHistory()
    return FileHistory(data / HISTORY)
