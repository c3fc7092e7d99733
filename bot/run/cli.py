"""The command ``labirynt``. Exit codes: 0 yes, 1 no, 2 misuse.

Each command imports what it needs, so that a roll of the dice does not load Discord's library.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from msgspec import to_builtins
from typer import Argument, Option

from bot.rights import barred
from bot.run import terminal
from bot.run.game_commands import games, inspect, replay
from bot.run.help_words import HelpInWords, run_in_words
from rules.kernel.errors import Refused

if TYPE_CHECKING:
    from bot.run.doctor import Finding
    from rules.kernel.proof import Verdict
    from rules.kernel.scenario import Director


def _readable_file(words: str) -> Any:
    return Argument(metavar="FILE", exists=True, dir_okay=False, readable=True, help=words)


class Commands(HelpInWords):
    """The sub-commands; ``lookup`` and those of ``tables`` are loaded when they are asked for.

    ``table`` is the name that ``lookup`` had in 1.0.
    """

    def find_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of this name."""
        if cmd_name == "tables":
            from bot.run.own_table_commands import tables

            group = typer.main.get_group(tables)
            group.name = cmd_name
            return group
        if cmd_name not in ("lookup", "table"):
            return super().find_command(ctx, cmd_name)
        from bot.run.table_commands import lookup

        return typer.main.get_command(lookup)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return all names in the order of the help."""
        return [*super().list_commands(ctx), "lookup", "tables"]


app = typer.Typer(
    name="labirynt",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line."""
    terminal.speak_plainly_where_signs_are_missing()
    try:
        sys.exit(run_in_words(app))
    except PermissionError as denied:
        not_ours = barred([Path(denied.filename)]) if denied.filename else ""
        if not not_ours:
            raise
        terminal.echo(f"{not_ours}.", err=True)
        sys.exit(terminal.MISUSE)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"labirynt {version('labirynt')}")
        raise typer.Exit


@app.callback()
def _run_before_commands(
    version: Annotated[  # its callback has answered
        bool, Option("--version", help="Say which version this is.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Mistrz Labiryntu: a game master for Polish dungeon board games, in Discord."""


@app.command()
def play(
    port: Annotated[int, Option(min=0, max=65535, help="Port of the page on 127.0.0.1; 0: any free one.")] = 8765,
    data: Annotated[Path | None, Option(metavar="DIR", help="Where games are kept.")] = None,
    open_page: Annotated[bool, Option("--open/--no-open", help="Open the page in the browser.")] = True,
    table: Annotated[bool, Option("--table", help="Begin with a table for people who sit together.")] = False,
) -> None:
    """Start the bot in the playground: a page like a channel, without an account."""
    from bot.run.playing import play

    play(port=port, data=data, open_page=open_page, table=table)


@app.command()
def run() -> None:
    """Start the bot in Discord, and restart it if it fails."""
    from bot.run.start import run

    run()


@app.command()
def doctor(as_json: terminal.Json = False, data: terminal.DataFolder = None) -> None:
    """Check settings, token, folder, database, tables, words and typefaces; exit code 1 if something is wrong. Changes
    nothing.
    """
    from bot.run.doctor import examine

    _report_findings(examine(data), as_json)


@app.command()
def backup(
    to: Annotated[
        Path | None,
        Argument(metavar="FILE|DIR", help="A new file, or a folder; else LABIRYNT_BACKUPS."),
    ] = None,
    keep: Annotated[int | None, Option(min=1, help="Keep so many backups in DIR, delete older ones.")] = None,
    verify: Annotated[
        bool,
        Option("--verify", help="Write none; check FILE, or the newest in DIR, and replay games."),
    ] = False,
    data: terminal.DataFolder = None,
    tables: terminal.OwnTables = None,
    lang: terminal.Lang = None,
) -> None:
    """Write all games into one file, also while the bot runs; print its size and SHA-256. --verify: try a backup."""
    from bot.run.inspecting import verify_backup
    from bot.run.store_commands import backup

    narrator = terminal.voice(lang)
    good, said = (
        verify_backup(to, terminal.own_tables(tables), narrator) if verify else (True, backup(to, data, narrator, keep))
    )
    terminal.echo(said)
    _exit_unless(good)


@app.command()
def restore(
    file: Annotated[Path, _readable_file("A file that labirynt backup has written.")],
    data: terminal.DataFolder = None,
    lang: terminal.Lang = None,
) -> None:
    """Replace all games by a backup, while no bot runs; the previous games are kept beside it."""
    from bot.run.store_commands import restore

    terminal.echo(restore(file, data, terminal.voice(lang)))


@app.command()
def prune(
    dry_run: Annotated[bool, Option("--dry-run", help="Change nothing; only say by table what would go.")] = False,
    data: terminal.DataFolder = None,
    as_json: terminal.Json = False,
    lang: terminal.Lang = None,
) -> None:
    """Make room: pack old stages, turn games that are long over into archives. The bot also does this by itself."""
    from bot.run.store_commands import prune

    rows, said = prune(data, terminal.voice(lang), dry=dry_run)
    terminal.print_rows(rows, as_json)
    terminal.echo(said, err=as_json)


@app.command()
def move(
    to: Annotated[str | None, Option("--to", metavar="ADDRESS", help="Move from the file to this server.")] = None,
    out_of: Annotated[
        str | None, Option("--from", metavar="ADDRESS", help="Move from this server to the file.")
    ] = None,
    data: terminal.DataFolder = None,
    as_json: terminal.Json = False,
    lang: terminal.Lang = None,
) -> None:
    """Move all games from the data folder's file to a PostgreSQL server, or back, while no bot runs.

    ADDRESS is postgresql://user:password@host/name, or the word LABIRYNT_DATABASE for the server of that setting.

    If anything goes wrong, nothing has changed. The old file is kept under another name; a server keeps its rows.
    """
    from bot.run.store_commands import SHOWN, move_games

    moved, said = move_games(to, out_of, data, terminal.voice(lang), terminal.progress_bar)
    rows = [
        {
            "table": moved_table.table,
            "rows": moved_table.rows,
            "digest": moved_table.digest[: None if as_json else SHOWN],
        }
        for moved_table in moved
    ]
    terminal.print_rows(rows, as_json)
    terminal.echo(said, err=as_json)


@app.command()
def verify(
    file: Annotated[Path, _readable_file("A file of /dice proof, or of /game export.")], as_json: terminal.Json = False
) -> None:
    """Compute every die of a game again, from its proof or its export; exit code 1 if one differs or is missing.

    Prints each seed with its hash, to be compared with the message in the channel, and what no file can show.
    """
    from bot.acts.copies.verify import BadProof, verify_file
    from rules.games import load

    with terminal.kindly(BadProof):
        verdict = verify_file(file, lambda game: load(game, terminal.own_tables(None)))
    if as_json:
        terminal.echo(terminal.as_line(to_builtins(verdict)))
    else:
        terminal.echo("\n".join(_verdict_lines(verdict)))
    _exit_unless(not (verdict.faults or verdict.unchecked))


for command in (games, inspect, replay):
    app.command()(command)


def _verdict_lines(found: Verdict) -> Iterator[str]:
    sealed = f"{found.fair} dice as sealed" if found.faults else f"{found.fair} dice, all as sealed"
    yield f"{sealed}; {found.human} thrown by hand."
    yield from (f"Wrong: {terminal.printable(fault)}" for fault in found.faults)
    for version, stages in sorted(found.unchecked.items()):
        yield f"Not checked: {stages} of the stages; played by rules {version}, the file has no dice of them."
    if found.untold:
        yield f"Not confirmed: {terminal.printable(found.untold)}."
        yield "Another version of the bot may have told it otherwise; the dice do not depend on the story."
    yield f"Stages: {found.stages}."
    if found.seeds > 1:
        yield f"{found.seeds} sealed seeds threw in turn: a fresh one takes over when somebody may know the one before."
    if found.corrections:
        rulings = "1 ruling" if found.corrections == 1 else f"{found.corrections} rulings"
        yield f"The log holds {rulings}: something set right, a die thrown again or a house rule changed."
    yield ""
    yield from _seal_lines(found)
    yield ""
    yield "What this check cannot know:"
    yield "- whether these are the hashes that were shown in the channel;"
    if found.by_rules:
        yield "- whether stages were cut off at the end;"
        yield "- whether the players gave these answers, or somebody made them up."
    else:
        yield "- whether stages were cut off at the end: the last message of the game says how many there were;"
        yield "- whether the players gave these answers, and the rules asked for these dice and piles."


def _seal_lines(found: Verdict) -> Iterator[str]:
    for seal in found.seals:
        yield f"Hash: {terminal.printable(seal.commitment)}"
        yield f"Seed: {terminal.printable(seal.seed)}"
    begun = "when the game began"
    if found.begun_at is not None:
        begun += f" ({datetime.fromtimestamp(found.begun_at, UTC):%Y-%m-%d %H:%M} UTC)"
    yield f"Compare with the message in the channel: the first hash was shown {begun}."
    if len(found.seals) > 1:
        yield "Each later hash was shown when its seed took over."


@app.command()
def simulate(
    game: Annotated[str | None, Option(help="Which game; else the first one.")] = None,
    games: Annotated[int, Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, Option(help="The same seed gives the same games.")] = 1,
    stages: Annotated[int | None, Option(min=1, help="The most stages of one game; usually enough.")] = None,
    players: Annotated[int | None, Option(min=1, max=6, help="How many seats; usually the fewest.")] = None,
    option: Annotated[list[str] | None, Option(metavar="NAME=VALUE", help="A house rule; repeat it.")] = None,
    policy: Annotated[
        str,
        Option(help="How they are played: careful, as the autopilot is in the bot, or another way of the game."),
    ] = "careful",
    calendar: Annotated[bool, Option("--calendar", help="How many days people need who look in now and then.")] = False,
    looks: Annotated[int | None, Option(min=1, max=50, help="How often a day they look in; usually 3.")] = None,
    questions: Annotated[bool, Option("--questions", help="What is asked how often, and answered.")] = False,
    jobs: Annotated[int | None, Option(min=1, help="Games at the same time; else one for each core.")] = None,
    tables: terminal.OwnTables = None,
    as_json: terminal.Json = False,
) -> None:
    """Play whole games by the autopilot, and tell how they went."""
    from bot.run.simulating import LOOKS, Wanted, cores, play_all
    from bot.words import house_rules
    from rules.games import all_games, load

    with terminal.kindly():
        own = terminal.own_tables(tables)
        rules = load(game or next(iter(all_games())), own).playing(policy)
        _check_players(rules.name, rules.seats, players or rules.seats[0])
        options = house_rules.parse_rules(" ".join(option or ()))
        rules.begin(["s1"], options)  # refuses house rules that do not exist before the bar appears
    seats = players or rules.seats[0]
    with terminal.progress_bar(games) as progress:
        days = (looks or LOOKS) if calendar or looks else 0
        facts = play_all(
            Wanted(rules.name, own, seed, stages or rules.budget, seats, options, days, questions, policy),
            games,
            jobs or cores(),
            progress,
        )
    if questions and not as_json:
        terminal.print_rows(facts.pop("questions"), as_json)
    terminal.print_facts(facts, as_json)


@app.command()
def words(
    lang: terminal.Lang = "pl",
    game: Annotated[list[str] | None, Option(help="Which game is listened to; repeat it. Else all.")] = None,
    games: Annotated[int, Option(min=0, help="How many games of each.")] = 3,
    key: Annotated[str, Option(help="Only keys that begin so, for example event. or note.spell.")] = "",
    as_json: terminal.Json = False,
) -> None:
    """Print every sentence that the bot may say, with facts from whole games, to be read through."""
    from bot.run.print_words import Listener, listen, rows
    from rules.games import all_games, load

    with terminal.kindly():
        loaded = [load(name) for name in game or all_games()]
    listener = Listener(terminal.voice(lang).locale)
    with terminal.progress_bar(len(loaded)) as progress:
        for done, rules in enumerate(loaded, start=1):
            listen(rules, listener, 1, games)
            progress(done)
    terminal.print_rows(list(rows(listener, key)), as_json)


@app.command()
def scenario(
    files: Annotated[list[Path], _readable_file("Scenario files, as in docs/scenarios.md.")],
    as_json: terminal.Json = False,
) -> None:
    """Play scenario files; print each expectation that does not hold, exit code 1 when there is one."""
    from rules.kernel.scenario import play_file

    with terminal.kindly():
        failures = {str(file): play_file(file, _load_director) for file in files}
    if as_json:
        terminal.echo(terminal.as_line(failures))
    else:
        for file, failed in failures.items():
            terminal.echo("\n".join(map(terminal.printable, failed or [f"{file}: holds"])))
    _exit_unless(not any(failures.values()))


@cache
def _load_director(game: str) -> Director:
    """Return the function that sets up the game's scenarios, always with the shipped tables, which the scenarios
    assume.
    """
    from rules.games import load

    return cast("Director", load(game))


@app.command()
def pictures(
    to: Annotated[Path, Option(metavar="DIR", file_okay=False, help="Where they are written.")] = Path("pictures"),
    lang: terminal.Lang = "pl",
) -> None:
    """Write contact sheets: all artwork, and pictures of a game of each kind, at full size and as on a phone."""
    from bot.run.printing import write_sheets

    terminal.echo(f"{len(write_sheets(to, terminal.voice(lang).locale))} pictures in {to}")


@app.command("print")
def print_(
    game: Annotated[str, Argument(metavar="GAME", help="A game's name; or an exported game, or a channel's id.")],
    what: Annotated[str, Option(help="sheets, tables, map or cards; of a game's name blank sheets.")] = "sheets",
    paper: Annotated[str, Option(help="a4 or letter.")] = "a4",
    to: Annotated[Path | None, Option(metavar="FILE", help="The PDF; else a name of its own, here.")] = None,
    data: Annotated[Path | None, Option(metavar="DIR", help="Where channels' games are; else as set.")] = None,
    seat: Annotated[str | None, Option(metavar="NAME", help="For whose eyes; else what everybody knows.")] = None,
    tables: terminal.OwnTables = None,
    lang: terminal.Lang = None,
) -> None:
    """Print sheets of characters, tables, maps or cards as a PDF, black on white.

    Of a game that is played: by the file of /game export, or by its channel (or its own id) in the data folder.
    """
    from bot.run.printing import Wanted, print_to

    terminal.echo(print_to(Wanted(game, what, paper, to, data, seat), tables, terminal.voice(lang)))


@app.command()
def roll(
    code: Annotated[str, Argument(metavar="CODE", help="1K6, 2K6+1, 1K3, 1K6x4, d6, 2d6+1 …")],
    lang: terminal.Lang = None,
    as_json: terminal.Json = False,
) -> None:
    """Roll dice."""
    from bot.lookup.asking import roll_in_words, throw_typed

    narrator = terminal.voice(lang)
    with terminal.kindly(narrator=narrator):
        rolled = throw_typed(code)
    if as_json:
        terminal.echo(terminal.as_line({"code": rolled.code, "dice": rolled.dice, "total": int(rolled)}))
    else:
        terminal.echo(terminal.typeset(roll_in_words(narrator, rolled), styled=False))


@app.command()
def shell(lang: terminal.Lang = None, tables: terminal.OwnTables = None) -> None:
    """Look up and roll at a prompt: troll 2, bribe 9 60, 2d6+1; ? helps.

    In a pipe each line is answered; exit code 1 when one of them could not be.
    """
    from bot.run.table_commands import run_shell

    with terminal.kindly(ValueError):
        good = run_shell(lang, terminal.own_tables(tables))
    _exit_unless(good)


def _exit_unless(good: bool) -> None:
    if not good:
        raise typer.Exit(terminal.NO)


def _check_players(game: str, seats: tuple[int, int], players: int) -> None:
    least, most = seats
    if not least <= players <= most:
        raise Refused("players", game=game, least=least, most=most, players=players)


def _report_findings(findings: Sequence[Finding], as_json: bool) -> None:
    """Print the findings and exit with 1 if one of them is a fault."""
    if as_json:
        terminal.echo(terminal.as_line([{"ok": finding.ok, "words": finding.words} for finding in findings]))
    else:
        for finding in findings:
            terminal.echo(f"{'✓' if finding.ok else '✗'} {finding.words}")
    _exit_unless(all(finding.ok for finding in findings))
