"""``labirynt table``: the games' tables at a terminal, with or without dice."""

from __future__ import annotations

import inspect
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from bot.lookup.asking import find, tell
from bot.lookup.library import Library, sheet
from bot.lookup.titles import Table, find_table, tables_of, title_of
from bot.run.language import Lang, voice
from bot.run.terminal import Json, OwnTables, as_line, kindly, line_width, own_tables, print_rows, read_tables
from bot.run.typeset import typeset
from rules.games import book, books
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts, Lookup, Parameter, Throw, plain_name

Dice = Annotated[bool, typer.Option("--roll", help="Throw the dice for what is left open.")]
Seed = Annotated[int | None, typer.Option(help="Throw them from this seed: the same seed throws the same dice.")]
Game = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="Which game's; else that of the first game which has such a table."),
]


class TableGroup(TyperGroup):
    """The sub-commands of ``table``; a wrong name is answered with those that exist."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """``--game`` may stand anywhere on the line: it decides what the other options are."""
        at = [n for n, arg in enumerate(args) if arg == "--game" or (n and args[n - 1] == "--game")]
        at += [n for n, arg in enumerate(args) if arg.startswith("--game=")]
        return super().parse_args(ctx, [args[n] for n in at] + [arg for n, arg in enumerate(args) if n not in at])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of the table of this name, in the game of ``--game`` or else in the first that has one."""
        with kindly():
            return _command(_meant(cmd_name, ctx.params.get("game")))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all tables, each once, of the game named by ``--game`` or of all games."""
        return list(dict.fromkeys(table.one.name for table in tables_of(_games(ctx.params.get("game")))))


def _games(game: str | None) -> tuple[Book[Any], ...]:
    return (book(game),) if game else books()


def _meant(name: str, game: str | None) -> Table:
    """The table of this name in the game that is named, else in the first that has one; else one that is called so."""
    known = tables_of(_games(game))
    named = (table for table in known if plain_name(name) in (table.one.name, table.key))
    if found := next(named, None) or find_table(name, _games(game)):
        return found
    raise Refused("lookup_table", got=name[:40], values=tuple(dict.fromkeys(table.one.name for table in known)))


table = typer.Typer(
    name="table",
    cls=TableGroup,
    help="Look something up in a game's tables.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@table.callback()
def list_tables(context: typer.Context, game: Game = None, lang: Lang = None, as_json: Json = False) -> None:
    """Look something up in a game's tables; without a name: which tables there are."""
    if context.invoked_subcommand is not None:
        return
    with kindly():
        known = tables_of(_games(game))
    narrator = voice(lang)
    rows = [_listed(one, {"about": one.one.about} if as_json else {"title": title_of(narrator, one)}) for one in known]
    print_rows(rows, as_json)


def _listed(table: Table, more: Facts) -> Facts:
    return {"table": table.one.name, "options": _usage(table.one), **more, "game": table.book.game}


def _usage(one: Lookup[Any]) -> str:
    return " ".join(f"--{asked.name}" if asked.required else f"[--{asked.name}]" for asked in one.parameters)


THROWN = "dice"
"""What ``--roll`` without a number stands for, where a table has an option of that name."""


class Rollable(TyperCommand):
    """A table that has an option ``--roll N`` of its own: without the number the dice are thrown for it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Gives a ``--roll`` without a number its value, `THROWN`, since Typer would ask for one."""
        bare = [name == "--roll" and (not after or after.startswith("--")) for name, after in _pairs(args)]
        return super().parse_args(ctx, [f"--roll={THROWN}" if b else a for a, b in zip(args, bare, strict=True)])


def _pairs(args: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(args, [*args, ""][1:], strict=True)


def _command(of: Table) -> Any:
    """Typer reads a command's options from its signature, so each table gets a signature of its own."""

    def command(
        tables: Path | None, as_json: bool, lang: str | None = None, seed: int | None = None, **given: Any
    ) -> None:
        roll = given.get("roll") in (True, THROWN) or seed is not None
        asked = {name: value for name, value in given.items() if value not in (None, False, True, THROWN)}
        narrator = voice(lang)
        with kindly(narrator=narrator):
            in_force = read_tables(of.book, own_tables(tables))
            library = Library(lambda _: in_force, paper=sheet(line_width()))
            found = find(narrator, library, of, asked, _throw(seed) if roll else None)
        said = as_line(found) if as_json else typeset(tell(narrator, library, of, found), styled=sys.stdout.isatty())
        typer.echo(said)

    own_roll = any(asked.name == "roll" for asked in of.one.parameters)
    command.__signature__ = inspect.Signature(list(_options(of.one, own_roll)))  # type: ignore[attr-defined]  # inspect's own protocol
    command.__annotations__ = {}
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(of.one.name, cls=Rollable if of.one.roll and own_roll else TyperCommand, help=_help(of))(command)
    return typer.main.get_command(app)


def _options(one: Lookup[Any], own_roll: bool) -> Iterator[inspect.Parameter]:
    yield from map(_option, one.parameters)
    if one.roll and not own_roll:
        yield _keyword("roll", Dice, False)
    if one.roll:
        yield _keyword("seed", Seed, None)
    yield from (_keyword("tables", OwnTables, None), _keyword("lang", Lang, None), _keyword("as_json", Json, False))


def _help(of: Table) -> str:
    same = [other.book.game for other in tables_of(books()) if other.one.name == of.one.name]
    also = "".join(f" There is one of {game} too: --game {game}." for game in same if game != of.book.game)
    return f"{of.one.about} Without options: the whole table.{also}"


def _throw(seed: int | None) -> Throw:
    return thrower(secrets.token_bytes(32) if seed is None else str(seed).encode()[:64])


def _option(asked: Parameter[Any]) -> inspect.Parameter:
    """Numbers come in as text too: the lookup refuses a wrong one in one sentence."""
    about = asked.about if asked.required else f"{asked.about} May be left out."
    about += " Without a number: the dice are thrown." if asked.name == "roll" else ""
    metavar = "N" if asked.type == "int" else asked.name.upper()
    option = typer.Option(f"--{asked.name}", metavar=metavar, help=about)
    return _keyword(asked.name, Annotated[str | None, option], None)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
