"""``labirynt table``: the games' tables at a terminal, with or without dice."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from bot.run.terminal import Json, OwnTables, kindly, own_tables, print_facts, print_rows
from rules.games import book, books
from rules.kernel.chance import thrower
from rules.kernel.lookups import Book, Lookup, Parameter, Throw, find

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
            return super().get_command(ctx, _meant(cmd_name, ctx.params.get("game")).key)

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all tables, each once, of the game named by ``--game`` or of all games."""
        return list(dict.fromkeys(one.name for meant in _games(ctx.params.get("game")) for one in meant.lookups))


def _games(game: str | None) -> tuple[Book[Any], ...]:
    return (book(game),) if game else books()


def _meant(name: str, game: str | None) -> Lookup[Any]:
    """The table of this name in the game that is named, else in the first that has one."""
    return find([one for meant in _games(game) for one in meant.lookups], name)


table = typer.Typer(cls=TableGroup, help="Look something up in a game's tables.", invoke_without_command=True)


@table.callback()
def list_tables(context: typer.Context, game: Game = None, as_json: Json = False) -> None:
    """Look something up in a game's tables; without a name: which tables there are."""
    if context.invoked_subcommand is None:
        with kindly():
            known = [(meant.game, one) for meant in _games(game) for one in meant.lookups]
        rows = [{"table": one.name, "options": _usage(one), "about": one.about, "game": of} for of, one in known]
        print_rows(rows, as_json)


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


def _add_lookup(of: Book[Any], one: Lookup[Any]) -> None:
    """Typer reads a command's options from its signature, so each table gets a signature of its own."""

    def command(tables: Path | None, as_json: bool, seed: int | None = None, **given: Any) -> None:
        roll = given.get("roll") in (True, THROWN) or seed is not None
        asked = {name: value for name, value in given.items() if value not in (None, False, True, THROWN)}
        with kindly():
            found = one.answer(of.tables(own_tables(tables)), asked, _throw(seed) if roll else None)
        if isinstance(found, list):
            print_rows(found, as_json)
        else:
            print_facts(found, as_json)

    options = [_option(asked) for asked in one.parameters]
    own_roll = any(asked.name == "roll" for asked in one.parameters)
    dice = [_keyword("roll", Dice, False)] * (not own_roll) + [_keyword("seed", Seed, None)] if one.roll else []
    shared = [_keyword("tables", OwnTables, None), _keyword("as_json", Json, False)]
    command.__signature__ = inspect.Signature(options + dice + shared)  # type: ignore[attr-defined]  # inspect's own protocol
    command.__annotations__ = {}
    kind = Rollable if one.roll and own_roll else TyperCommand
    table.command(one.key, cls=kind, help=_help(of, one))(command)


def _help(of: Book[Any], one: Lookup[Any]) -> str:
    same = [other.game for other in books() for its in other.lookups if its.name == one.name]
    also = "".join(f" There is one of {game} too: --game {game}." for game in same if game != of.game)
    return f"{one.about} Without options: the whole table.{also}"


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


for _book in books():
    for _lookup in _book.lookups:
        _add_lookup(_book, _lookup)
