"""``labirynt move``: all games from the data folder's file to a PostgreSQL server, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import typer

from bot.discord import logs
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.run.terminal import kindly
from bot.settings import Settings, WrongSetting, must_be_address
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.moving import Bar, Immovable, Moved, move
from bot.store.opening import NO_DRIVER, NoDriver
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused

AS_SET = "LABIRYNT_DATABASE"
"""Typed instead of an address: the one that is set, so that no password stands on the line."""
SHOWN = 16
"""Letters of a digest that a person compares."""


def move_games(
    to: str | None, out_of: str | None, data: Path | None, narrator: Narrator, bar: Bar
) -> tuple[list[Moved], str]:
    """Move all games ``to`` a server or ``out_of`` one; gives what was moved, and what to do next, in words.

    Exit code 2, and nothing has changed, where a bot holds either side, where they do not fit, or where it breaks off.
    """
    if (to is None) == (out_of is None):
        raise typer.BadParameter("either --to ADDRESS or --from ADDRESS.")
    with _plainly(narrator):
        settings = _settings(data)
        logs.set_up(settings.model_copy(update={"log_level": "error"}))  # what is printed may be JSON
        address = _address(to or out_of or "", settings, "--to" if to is not None else "--from")
        way = _to_server if to is not None else _from_server
        return way(address, settings.database_file, narrator, bar)


def _to_server(address: str, file: Path, narrator: Narrator, bar: Bar) -> tuple[list[Moved], str]:
    from bot.store.keeping import keep_beside
    from bot.store.moving_file import out_of
    from bot.store.moving_server import at_server, spoken_address

    if not file.is_file():
        raise Refused("move_nothing", file=Said(file))
    with occupy_folder(file.parent):
        with out_of(file) as source, at_server(address, receiving=True) as receiver:
            moved = move(source, receiver, bar)
        try:
            kept = keep_beside(file, "moved")
        except OSError as trouble:
            facts = {"server": Said(spoken_address(address)), "file": Said(file), "why": Said(trouble)}
            raise Refused("move_not_away", **facts) from trouble
    return moved, narrator.say("move.to", **_figures(moved), server=Said(spoken_address(address)), kept=Said(kept))


def _from_server(address: str, file: Path, narrator: Narrator, bar: Bar) -> tuple[list[Moved], str]:
    from bot.store.moving_file import into
    from bot.store.moving_server import at_server, spoken_address

    with occupy_folder(file.parent), at_server(address, receiving=False) as source, into(file) as receiver:
        moved = move(source, receiver, bar)
    return moved, narrator.say("move.from", **_figures(moved), server=Said(spoken_address(address)), file=Said(file))


def _figures(moved: list[Moved]) -> dict[str, Said]:
    games = next(one.rows for one in moved if one.table == "games")
    return {"games": Said(f"{games:,}"), "rows": Said(f"{sum(one.rows for one in moved):,}")}


def _settings(data: Path | None) -> Settings:
    try:
        return Settings.read() if data is None else Settings.read(data=data)
    except WrongSetting as wrong:
        raise typer.BadParameter(str(wrong)) from None


def _address(typed: str, settings: Settings, option: str) -> str:
    """What was typed, or the one that is set; a wrong one may hold a password, so it is not repeated."""
    address = settings.database.get_secret_value() if typed == AS_SET else typed
    if find_spec("psycopg_pool") is None:
        raise NoDriver("unreachable", NO_DRIVER)
    from bot.store.moving_server import spoken_address

    try:
        must_be_address(address)
        spoken_address(address)
    except ValueError as wrong:
        raise typer.BadParameter(
            f"expected an address such as postgresql://user@host/name, or {AS_SET} where one is set ({wrong}).",
            param_hint=option,
        ) from None
    return address


@contextmanager
def _plainly(narrator: Narrator) -> Iterator[None]:
    """One sentence for whatever stands in the way."""
    with kindly(FolderUnusable, NewerDatabase, NoDriver, narrator=narrator):
        try:
            yield
        except Immovable as why:
            raise Refused(f"move_{why.reason}", **{name: Said(fact) for name, fact in why.facts.items()}) from why
        except NoDriver:
            raise
        except (StoreUnavailable, OSError) as trouble:
            raise Refused("move_broke", why=Said(trouble)) from trouble
