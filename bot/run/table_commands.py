"""``labirynt lookup`` and ``shell``: one desk answers a command line, a prompt or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from bot.lookup.asking import THROWN, Desk
from bot.lookup.tables import Library, sheet, tables_of
from bot.run import terminal
from bot.words.narrator import Narrator
from rules.games import book, books
from rules.kernel.errors import Refused

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History


lookup = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@lookup.command("lookup", context_settings={"ignore_unknown_options": True})
def look_up(
    words: Annotated[
        list[str] | None,
        Argument(metavar="WORDS", help="Such as: monster troll level 2; else all tables."),
    ] = None,
    game: Annotated[str | None, Option("--game", metavar="GAME", help="In which game; else in all.")] = None,
    tables: terminal.OwnTables = None,
    seed: Annotated[int | None, Option(help="Throw the dice from this seed: it always throws the same.")] = None,
    lang: terminal.Lang = None,
    as_json: terminal.Json = False,
) -> None:
    """Look something up in the games' tables, as in the shell: troll 2, bribe 9 60, trap for the whole table.

    The dice are thrown for trap! or trap --roll. What a table asks for may be named: bribe --gold 60 --sum 9.
    """
    narrator = terminal.voice(lang)
    line = " ".join(words or ()).replace(" --", ", ").removeprefix("--") + THROWN * (seed is not None)
    with terminal.kindly(narrator=narrator):
        desk = _open_desk(narrator, terminal.own_tables(tables), game, seed)
        if not as_json:
            _print_typeset(desk.answer(line or "tables"), styled=sys.stdout.isatty())
        else:
            terminal.echo(terminal.as_line(desk.find(line) if line else _list_tables(game)))


def _list_tables(game: str | None) -> list[dict[str, Any]]:
    return [
        {"table": of.lookup.name, "options": [asked.name for asked in of.lookup.parameters], "game": of.book.game}
        for of in tables_of([book(game)] if game else books())
    ]


def _open_desk(narrator: Narrator, own: Path | None, game: str | None = None, seed: int | None = None) -> Desk:
    """Return a desk with the tables in force, which are all read, so that their faults are reported first."""
    chosen = book(game) if game else None
    in_force = {known.game: terminal.read_tables(known, own) for known in ([chosen] if chosen else books())}
    library = Library(in_force.get, chosen, paper=sheet(terminal.line_width()))
    return Desk(narrator, library, None if seed is None else str(seed).encode()[:64])


HISTORY = "labirynt.shell_history"
"""What was typed, in the data folder; a folder that is not there is not made for it."""
PROMPT = "› "
MOST_OFFERED = 50


def run_shell(lang: str | None, own: Path | None) -> bool:
    """Answer lines until the input ends; in a pipe return False if one could not be answered. Raises ``BadTable``."""
    narrator, at_terminal = terminal.voice(lang), sys.stdin.isatty() and sys.stdout.isatty()
    desk = _open_desk(narrator, own)
    if not at_terminal:
        return answer_lines(desk, narrator, terminal.piped_lines())
    _print_typeset(narrator.say("shell.hello"), styled=True)
    answer_lines(desk, narrator, typed_lines(desk, terminal.read_settings().data), styled=True)
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
