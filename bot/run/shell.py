"""``labirynt shell``: the tables and dice at a prompt that stays; in a pipe a line for a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.lookup.library import Library, sheet
from bot.lookup.line import Desk
from bot.run.language import voice
from bot.run.terminal import echo, line_width, piped_lines, read_tables, sentence
from bot.run.typeset import typeset
from bot.words.narrator import Narrator
from rules.games import books
from rules.kernel.errors import Refused

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History

HISTORY = "labirynt.shell_history"
"""What was typed, in the data folder; a folder that is not there is not made for it."""
PROMPT = "› "
MOST_OFFERED = 50


def run_shell(lang: str | None, own: Path | None) -> bool:
    """Answer lines until there are no more; in a pipe False when one could not be answered. Raises ``BadTable``."""
    narrator, at_terminal = voice(lang), sys.stdin.isatty() and sys.stdout.isatty()
    in_force = {known.game: read_tables(known, own) for known in books()}  # what is wrong with them is said at once
    desk = Desk(narrator, Library(in_force.get, paper=sheet(line_width())))
    if not at_terminal:
        return answer_lines(desk, narrator, piped_lines())
    _print(narrator.say("shell.hello"), styled=True)
    answer_lines(desk, narrator, typed_lines(desk, _data_folder()), styled=True)
    return True


def answer_lines(desk: Desk, narrator: Narrator, lines: Iterable[str], *, styled: bool = False) -> bool:
    """Print the answer to each line until somebody goes; what cannot be done is said beside, in one sentence."""
    good = True
    for line in lines:
        if desk.is_over(line):
            break
        try:
            _print(desk.answer(line), styled=styled)
        except Refused as refused:
            good = False
            echo(sentence(narrator, refused), err=not styled)
    return good


def _print(said: str, *, styled: bool) -> None:
    if said:
        print(typeset(said, styled=styled), flush=True)


# The prompt ------------------------------------------------------------------------------------------------


def typed_lines(desk: Desk, data: Path) -> Iterator[str]:
    """What is typed line by line, with completion and history, until the end of input."""
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession(
        PROMPT, completer=completer(desk.complete), history=_history(data), complete_while_typing=True
    )
    while True:
        try:
            yield session.prompt()
        except KeyboardInterrupt:  # Ctrl-C: another line
            continue
        except EOFError:
            return


def completer(complete: Callable[[str], Iterable[Any]]) -> Any:
    """What the prompt's library asks for completions."""
    from prompt_toolkit.completion import Completer, Completion

    class Offers(Completer):
        """The first completions of a line."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            """Each in place of what was begun."""
            for one, _ in zip(complete(document.text_before_cursor), range(MOST_OFFERED), strict=False):
                yield Completion(one.said, -one.instead, display_meta=one.about)

    return Offers()


def _data_folder() -> Path:
    from bot.run.giving_up import read_settings

    return read_settings().data


def _history(data: Path) -> History:
    """In the data folder, for nobody else's eyes; where there is none it lasts as long as the shell."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    if not data.is_dir():
        return InMemoryHistory()
    try:
        os.close(os.open(data / HISTORY, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError:  # somebody else's folder
        return InMemoryHistory()
    return FileHistory(data / HISTORY)
