"""The command ``labirynt``: play, run and check the bot, roll dice, look up tables. Exit code 0 yes, 1 no, 2 misuse.

What a command needs it imports itself, so that a roll of the dice does not wait for Discord's library.
"""

from __future__ import annotations

import inspect
import json
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec
import typer
from typer.core import TyperCommand, TyperGroup

from rules.kernel.chance import thrower
from rules.kernel.errors import BadTable, Refused
from rules.labirynt_smierci.lookups import LOOKUPS, Facts, Lookup, Parameter, Throw, lookup

if TYPE_CHECKING:
    from bot.doctor import Finding
    from rules.kernel.proof import Verdict
    from rules.kernel.scenario import Director

NO, MISUSE = 1, 2
PAPER_WIDTH = 200

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OwnTables = Annotated[
    Path | None,
    typer.Option("--tables", metavar="DIR", help="A folder of your own tables, else LABIRYNT_TABLES."),
]
Dice = Annotated[bool, typer.Option("--roll", help="Throw the dice for what is left open.")]
Seed = Annotated[int | None, typer.Option(help="Throw them from this seed: the same seed throws the same dice.")]
Readable = typer.Argument(metavar="FILE", exists=True, dir_okay=False, readable=True)

app = typer.Typer(
    name="labirynt",
    help="Mistrz Labiryntu: a game master for Polish dungeon board games, in Discord.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """The console script."""
    app()


@app.command()
def play(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page on 127.0.0.1; 0: any free one.")] = 8765,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Start the bot in the playground: a page like a channel, without an account."""
    from bot.start import play

    play(port=port, data=data, open_page=not no_open)


@app.command()
def run() -> None:
    """Start the bot in Discord, and start it again should it fall."""
    from bot.start import run

    run()


@app.command()
def doctor(as_json: Json = False) -> None:
    """Check settings, token, folder, database, tables, words and typefaces; exit code 1 when something is wrong."""
    from bot.doctor import examine

    _report(examine(), as_json)


@app.command()
def verify(file: Annotated[Path, Readable], as_json: Json = False) -> None:
    """Compute every die of a game again, from its proof or a copy of it; exit code 1 when one differs."""
    from bot.copies.verify import BadProof, verify_file
    from rules.games import load

    with _kindly(BadProof):
        verdict = verify_file(file, lambda game: load(game, _own_tables(None)))
    if as_json:
        typer.echo(_json(msgspec.to_builtins(verdict)))
    else:
        typer.echo("\n".join(_verdict(verdict)))
    _exit_with(not verdict.faults)


def _verdict(found: Verdict) -> Iterator[str]:
    sealed = f"{found.fair} dice as sealed" if found.faults else f"{found.fair} dice, all as sealed"
    yield f"{sealed}; {found.human} thrown by hand."
    if found.corrections:
        rulings = "1 ruling" if found.corrections == 1 else f"{found.corrections} rulings"
        yield f"The log holds {rulings}: something set right, a die thrown again or a house rule changed."
    yield from (f"Wrong: {fault}" for fault in found.faults)


@app.command()
def simulate(
    game: Annotated[str, typer.Option(help="Which game.")] = "labirynt-smierci",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    stages: Annotated[int, typer.Option(min=1, help="The most stages of one game.")] = 400,
    players: Annotated[int, typer.Option(min=1, max=6, help="How many seats.")] = 1,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A house rule; repeat it.")] = None,
    tables: OwnTables = None,
    as_json: Json = False,
) -> None:
    """Play whole games by the autopilot, and tell how they went."""
    from bot.commands import house_rules
    from rules.games import load
    from rules.simulation import simulate

    with _kindly():
        rules = load(game, _own_tables(tables))
        _check_players(rules.name, rules.seats, players)
        options = house_rules.read(" ".join(option or ()))
        rules.begin(["s1"], options)  # refuses house rules that do not exist before the bar appears
    with _progress(games) as progress:
        report = simulate(rules, games, seed, stages, players, options, progress)
    _print_facts(report.facts(), as_json)


@app.command()
def scenario(files: Annotated[list[Path], Readable], as_json: Json = False) -> None:
    """Play scenario files; print each expectation that does not hold, exit code 1 when there is one."""
    from rules.kernel.scenario import play_file

    with _kindly():
        failures = {str(file): play_file(file, _director) for file in files}
    if as_json:
        typer.echo(_json(failures))
    else:
        for file, failed in failures.items():
            typer.echo("\n".join(failed or [f"{file}: holds"]))
    _exit_with(not any(failures.values()))


@cache
def _director(game: str) -> Director:
    """A game's rules set its scenes too; always with the shipped tables, as the facts are about these."""
    from rules.games import load

    return cast("Director", load(game))


@app.command()
def roll(
    code: Annotated[str, typer.Argument(metavar="CODE", help="1K6, 2K6+1, 1K3, 1K6x4 …")], as_json: Json = False
) -> None:
    """Roll dice, as the rulebooks write them."""
    from rules.kernel.chance import throw
    from rules.kernel.dice import Rolled

    with _kindly():
        rolled = Rolled(code, throw(code, secrets.token_bytes(32)))
    if as_json:
        typer.echo(_json({"code": rolled.code, "dice": rolled.dice, "total": int(rolled)}))
    else:
        typer.echo(f"{rolled.code}: {' '.join(map(str, rolled.dice))} → {int(rolled)}")


class TableGroup(TyperGroup):
    """The sub-commands of ``table``; a wrong name is answered with those that exist."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        with _kindly():
            return super().get_command(ctx, lookup(cmd_name).name)


table = typer.Typer(cls=TableGroup, help="Look something up in the rulebook's tables.", invoke_without_command=True)
app.add_typer(table, name="table")


@table.callback()
def list_tables(context: typer.Context, as_json: Json = False) -> None:
    """Look something up in the rulebook's tables; without a name: which tables there are."""
    if context.invoked_subcommand is None:
        _print_rows([{"table": one.name, "options": _usage(one), "about": one.about} for one in LOOKUPS], as_json)


def _usage(one: Lookup) -> str:
    return " ".join(f"--{asked.name}" if asked.required else f"[--{asked.name}]" for asked in one.parameters)


THROWN = "dice"
"""What ``--roll`` without a number stands for, where a table has an option of that name."""


class Rollable(TyperCommand):
    """A table that has an option ``--roll N`` of its own: without the number the dice are thrown for it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        bare = [name == "--roll" and (not after or after.startswith("--")) for name, after in _pairs(args)]
        return super().parse_args(ctx, [f"--roll={THROWN}" if b else a for a, b in zip(args, bare, strict=True)])


def _pairs(args: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(args, [*args, ""][1:], strict=True)


def _add_lookup(one: Lookup) -> None:
    """Typer reads a command's options from its signature, so each table gets a signature of its own."""

    def command(tables: Path | None, as_json: bool, seed: int | None = None, **given: Any) -> None:
        roll = given.get("roll") in (True, THROWN) or seed is not None
        asked = {name: value for name, value in given.items() if value not in (None, False, True, THROWN)}
        with _kindly():
            found = one.answer(_tables(tables), asked, _throw(seed) if roll else None)
        if isinstance(found, list):
            _print_rows(found, as_json)
        else:
            _print_facts(found, as_json)

    options = [_option(asked) for asked in one.parameters]
    own_roll = any(asked.name == "roll" for asked in one.parameters)
    dice = [_keyword("roll", Dice, False)] * (not own_roll) + [_keyword("seed", Seed, None)] if one.roll else []
    shared = [_keyword("tables", OwnTables, None), _keyword("as_json", Json, False)]
    command.__signature__ = inspect.Signature(options + dice + shared)  # type: ignore[attr-defined]  # inspect's own protocol
    command.__annotations__ = {}
    kind = Rollable if one.roll and own_roll else TyperCommand
    table.command(one.name, cls=kind, help=f"{one.about} Without options: the whole table.")(command)


def _throw(seed: int | None) -> Throw:
    return thrower(secrets.token_bytes(32) if seed is None else str(seed).encode()[:64])


def _option(asked: Parameter) -> inspect.Parameter:
    """Numbers come in as text too: the lookup refuses a wrong one in one sentence."""
    about = asked.about if asked.required else f"{asked.about} May be left out."
    about += " Without a number: the dice are thrown." if asked.name == "roll" else ""
    metavar = "N" if asked.type == "int" else asked.name.upper()
    option = typer.Option(f"--{asked.name}", metavar=metavar, help=about)
    return _keyword(asked.name, Annotated[str | None, option], None)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


for _one in LOOKUPS:
    _add_lookup(_one)


def _tables(given: Path | None) -> Any:
    from rules.labirynt_smierci.tables import load

    own = _own_tables(given)
    return load(own / "labirynt_smierci" if own else None)


def _own_tables(given: Path | None) -> Path | None:
    """The folder named on the line, or else the one the bot uses; raises ``BadTable`` where there is none."""
    from bot.settings import Settings

    with _kindly(ValueError):
        own = given or Settings().tables
    if own is not None and not own.is_dir():
        raise BadTable(str(own), "", "there is no such folder of tables")
    return own


SENTENCES = {
    "dice_code": "{code!r} is no dice code: write 1K6, 2K6+1, 1K3 or 1K6x4, with 1 to {most} dice.",
    "lookup_table": "There is no table {got!r}; there are: {values}.",
    "lookup_value": "--{parameter} cannot be {got!r}; it can be: {values}.",
    "lookup_number": "--{parameter} cannot be {got!r}; it is a whole number.",
    "lookup_missing": "Table {table} needs also: {parameters}.",
    "lookup_dice": "Table {table} has nothing to roll.",
    "no_such_game": "There is no game {game!r}; there are: {games}.",
    "option_typed": "A house rule is written NAME=VALUE, for example adventures=8.",
    "option": "There is no such house rule or value for {name!r}; there are: {values}.",
    "party_size": "A party has one to {most} characters.",
    "players": "{game} is for {least} to {most} players, not {players}.",
}


@contextmanager
def _kindly(*also: type[Exception]) -> Iterator[None]:
    """One sentence instead of a traceback for whatever is not our fault."""
    bad_files: tuple[type[Exception], ...] = (BadTable, *also)
    try:
        yield
    except Refused as refused:
        facts = {name: _shown(fact) if isinstance(fact, tuple) else fact for name, fact in refused.facts.items()}
        _misuse(SENTENCES.get(refused.reason, str(refused)).format(**facts), refused)
    except bad_files as bad:
        _misuse(str(bad), bad)


def _misuse(sentence: str, cause: Exception) -> None:
    typer.echo(sentence, err=True)
    raise typer.Exit(MISUSE) from cause


def _exit_with(good: bool) -> None:
    if not good:
        raise typer.Exit(NO)


def _check_players(game: str, seats: tuple[int, int], players: int) -> None:
    least, most = seats
    if not least <= players <= most:
        raise Refused("players", game=game, least=least, most=most, players=players)


def _report(findings: Sequence[Finding], as_json: bool) -> None:
    """Print what was found, and say by the exit code whether all is well."""
    if as_json:
        typer.echo(_json([{"ok": one.ok, "words": one.words} for one in findings]))
    else:
        for one in findings:
            typer.echo(f"{'✓' if one.ok else '✗'} {one.words}")
    _exit_with(all(one.ok for one in findings))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; silence in a pipe."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _print_facts(facts: Mapping[str, Any], as_json: bool) -> None:
    typer.echo(_json(facts) if as_json else "\n".join(_lines(facts)))


def _lines(facts: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    width = max(map(len, facts), default=0)
    for name, value in facts.items():
        if isinstance(value, Mapping) and value:
            yield f"{indent}{name}"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{indent}{name}"
            yield from (f"{indent}  {_shown(inner)}" for inner in value)
        else:
            yield f"{indent}{name:<{width}}  {_shown(value)}"


def _print_rows(rows: Sequence[Facts], as_json: bool) -> None:
    """A table with a column for each fact, as wide as the terminal; wide on paper."""
    if as_json:
        typer.echo(_json(rows))
        return
    from rich.console import Console
    from rich.table import Table

    columns = list(dict.fromkeys(name for row in rows for name in row))
    paper = Table(*columns, box=None)
    for row in rows:
        paper.add_row(*(_shown(row.get(name)) for name in columns))
    Console(width=None if sys.stdout.isatty() else PAPER_WIDTH, markup=False, highlight=False).print(paper)


def _shown(value: Any) -> str:
    match value:
        case None | "":
            return "–"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return " ".join(f"{name} {_shown(inner)}" for name, inner in value.items()) or "–"
        case list() | tuple():
            return ", ".join(map(_shown, value)) or "–"
        case _:
            return str(value)
