"""``labirynt games``, ``inspect`` and ``replay``: which games there are, how one stands, whether its log fits."""

from __future__ import annotations

import math
import time
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer import Argument, Option

from bot.run import terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.run.inspecting import Break
    from rules.kernel.lookups import Facts

Game = Annotated[str, Argument(metavar="GAME", help="A channel's id, a game's id, or an exported file.")]
Phase = Literal["live", "lobby", "playing", "put_away", "ended", "all"]
AT_ONCE = 1000
"""Lines that are printed at once."""
WIDTH = 26
"""Of a column: an id of Discord and a space."""
TIMES = ("since", "until", "last_answer")
"""The columns that hold a time."""


def games(
    phase: Annotated[Phase, Option("--phase", help="Which games; live: in a lobby or in play.")] = "live",
    still: Annotated[
        float, Option("--still", metavar="DAYS", min=0, help="Only games in which nothing has happened so long.")
    ] = 0.0,
    channel: Annotated[int, Option("--channel", metavar="ID", help="Only games of this channel.")] = 0,
    people: Annotated[bool, Option("--people", help="With the user ids of those who are waited for.")] = False,
    data: terminal.DataFolder = None,
    as_json: terminal.Json = False,
) -> None:
    """List games, those that have stood longest first: whom they wait for and until when, the last answer, the rules.

    Changes nothing, wakes no table and runs no rules; labirynt inspect also says what is asked. Times are in UTC. In
    JSON each game is a line, ids are text, a time that there is not is null.
    """
    from bot.run.inspecting import games_in
    from bot.table.timekeeping import DAY

    lines = _lines(games_in(data, phase, time.time() - still * DAY if still else math.inf, channel), people, as_json)
    while some := list(islice(lines, AT_ONCE)):
        terminal.echo("\n".join(some))


def _lines(listed: Iterator[Facts], people: bool, as_json: bool) -> Iterator[str]:
    """Yield a line for each game, an object in JSON, else below a line of their names."""
    for nth, game in enumerate(listed):
        facts = game if people else {**game, "waits_for": list(game["waits_for"])}
        times = {name: terminal.moment(facts[name]) for name in TIMES}
        if as_json:  # a program may lose the end of a Discord id that is a number
            iso = {name: f"{at}Z".replace(" ", "T") if at else None for name, at in times.items()}
            yield terminal.as_line({**facts, **iso, **{name: str(facts[name]) for name in ("channel", "guild")}})
            continue
        if not nth:
            yield "\t".join(facts).expandtabs(WIDTH)
        yield "\t".join(map(terminal.format_fact, (facts | times).values())).expandtabs(WIDTH)


def inspect(
    game: Game,
    at: Annotated[
        str | None,
        Option("--at", metavar="STAGE[:STEP]", help="Show the game before this step; else as it stands now."),
    ] = None,
    data: terminal.DataFolder = None,
    tables: terminal.OwnTables = None,
    as_json: terminal.Json = False,
) -> None:
    """Show a game at one step: its times, whom it waits for, its state, the open question and the log so far; also what
    players hide.

    Reads a copy of the database, a server, or the file; exit code 1 if the log cannot be played up to that step.
    """
    from bot.run import inspecting

    with terminal.kindly(*inspecting.REFUSALS):
        found = inspecting.read_game(game, data, terminal.own_tables(tables))
        stage, step = inspecting.parse_place(at, found)
    facts, broken = inspecting.inspect(found, stage, step)
    terminal.print_facts(facts, as_json)
    _report_break(broken)


def replay(game: Game, data: terminal.DataFolder = None, tables: terminal.OwnTables = None) -> None:
    """Play a stored game again by the rules of this program. If its log does not fit them, say where; exit code 1.

    Reads a copy of the database, a server, or the file. labirynt verify also checks the dice.
    """
    from bot.run import inspecting

    with terminal.kindly(*inspecting.REFUSALS):
        found = inspecting.read_game(game, data, terminal.own_tables(tables))
    _report_break(inspecting.replay(found), found.rules.version)
    answers = sum(len(stage.log) for stage in found.stages)
    terminal.echo(f"{len(found.stages)} stages with {answers} rows of the log: all follow from the rules.")


def _report_break(broken: Break | None, ours: int = 0) -> None:
    if not broken:
        return
    place = f"stage {broken.stage}" if broken.step is None else f"stage {broken.stage}, step {broken.step}"
    said = f"Cannot be played again from {place}: played by rules {broken.played_by}, these are {ours} ({broken.why})."
    lost = terminal.voice().say("fault.tables", reference=broken.missing) if broken.missing else ""
    terminal.echo(lost or (said if broken.played_by else f"Breaks at {place}: {broken.why}"), err=True)
    if broken.trace:
        terminal.echo(broken.trace.rstrip(), err=True)
    raise typer.Exit(terminal.NO)
