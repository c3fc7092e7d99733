"""``/lookup``: the games' tables for whoever runs a game, in any channel, with or without dice."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands import lookup_tables as whole
from bot.discord.commands import lookup_titles as titles
from bot.discord.commands.desk import Desk, language_of
from bot.discord.commands.localised import about, named
from bot.discord.commands.lookup_entry import answer, look_up, tables_of, typed, values
from bot.discord.commands.lookup_game import command_of, of_game
from bot.discord.commands.registering import FOR_GUILDS, IN_GUILDS, AnyCommand, choices, serve
from bot.discord.prompts.reply import Interaction, Reply
from bot.words.narrator import Narrator
from rules.games import books
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Lookup, Parameter

MOST_PAGES = 9


def commands(desk: Desk) -> Iterator[AnyCommand]:
    """The group of look-ups: one sub-command for each table of the first game, one for each other game, and one for
    tables as a whole. Discord has room for 25."""
    group = app_commands.Group(
        name=named("lookup"),
        description=about("lookup"),
        allowed_contexts=IN_GUILDS,
        allowed_installs=FOR_GUILDS,
    )
    flagship, *others = books()
    group.add_command(_whole(desk))
    for one in flagship.lookups:
        group.add_command(_entry(desk, flagship, one))
    for book in others:
        group.add_command(of_game(desk, book))
    yield group


# Whole tables ----------------------------------------------------------------------------------------------


def _whole(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.rename(**{name: _option(name) for name in ("name", "page", "public")})
    @app_commands.describe(
        name=about("lookup.option.table"), page=about("lookup.option.page"), public=about("lookup.option.public")
    )
    async def show(
        interaction: Interaction, name: str = "", page: app_commands.Range[int, 1, MOST_PAGES] = 1, public: bool = False
    ) -> None:
        async def work(reply: Reply) -> None:
            narrator = Narrator(language_of(interaction))
            game = await _game_at(desk, interaction)
            await answer(reply, narrator, lambda: _table(desk, narrator, game, name, page), public=public)

        await serve(desk, interaction, work, public=public, share="look")

    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        return choices(titles.begun(titles.titles(Narrator(language_of(interaction), marked=False)), begun))

    made = app_commands.Command[Any, ..., None](
        name=named("lookup.table"), description=about("lookup.table"), callback=show
    )
    made.autocomplete("name")(complete)
    return made


async def _game_at(desk: Desk, interaction: Interaction) -> str:
    """The game that is played in this channel; '' where there is none."""
    standing = await desk.sessions.standing(interaction.channel_id or 0)
    return standing.record.game if standing else ""


def _table(desk: Desk, narrator: Narrator, game: str, name: str, page: int) -> str:
    if not name:
        flagship, *others = books()
        more = [_also(narrator, book) for book in others]
        return "\n".join([whole.tables(narrator, flagship, tables_of(desk, flagship)), *more])
    found = titles.meant_at(name, game)
    if found is None:
        raise Refused("lookup_table", got=name[:40], values=tuple(title for title, _ in titles.titles(narrator.plain)))
    book, one = found
    return whole.table(narrator, one, one.rows(tables_of(desk, book)), page)


def _also(narrator: Narrator, book: Book[Any]) -> str:
    game = narrator.say(f"lookup.game.{book.game}")
    return narrator.say("lookup.also", game=game, name=command_of(narrator, book))


# One entry -------------------------------------------------------------------------------------------------


def _entry(desk: Desk, book: Book[Any], one: Lookup[Any]) -> app_commands.Command[Any, ..., None]:
    """A sub-command; discord.py reads its options from its signature, so each table gets a signature of its own."""

    async def run(interaction: Interaction, throw: bool = False, public: bool = False, **given: Any) -> None:
        async def work(reply: Reply) -> None:
            asked = {name: value for name, value in given.items() if value is not None}
            narrator = Narrator(language_of(interaction))
            look = partial(look_up, narrator, tables_of(desk, book), one, asked, throw=throw)
            await answer(reply, narrator, look, public=public)

        await serve(desk, interaction, work, public=public, share="look")

    run.__signature__ = inspect.Signature(list(_signature(one, tables_of(desk, book))))  # type: ignore[attr-defined]  # inspect's own protocol
    options = {asked.name: f"lookup.option.{typed(one, asked)}" for asked in one.parameters}
    options |= {"throw": "lookup.option.roll"} if one.roll else {}
    options |= {"public": "lookup.option.public"}
    app_commands.rename(**{name: named(key) for name, key in options.items()})(run)
    app_commands.describe(**{name: about(key) for name, key in options.items()})(run)
    made = app_commands.Command[Any, ..., None](
        name=named(f"lookup.{one.name}"), description=about(f"lookup.{one.name}"), callback=run
    )
    for asked in one.parameters:
        if asked.type == "choice":
            made.autocomplete(asked.name)(_completion(desk, book, one, asked))
    return made


def _signature(one: Lookup[Any], tables: Any) -> Iterator[inspect.Parameter]:
    yield _keyword("interaction", Interaction, inspect.Parameter.empty)
    for asked in one.parameters:
        yield _keyword(asked.name, _annotation(asked, tables), None)
    if one.roll:
        yield _keyword("throw", bool, False)
    yield _keyword("public", bool, False)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def _annotation(asked: Parameter[Any], tables: Any) -> Any:
    """Discord refuses numbers out of range itself; names are completed, and refused with those that exist."""
    if asked.type == "choice":
        return str
    if asked.values is None:
        return int
    values = [int(value) for value in asked.values(tables)]
    return app_commands.Range[int, min(values), max(values)]


def _option(name: str) -> app_commands.locale_str:
    return named(f"lookup.option.{name}")


def _completion(desk: Desk, book: Book[Any], one: Lookup[Any], asked: Parameter[Any]) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        return choices(titles.begun(values(narrator, tables_of(desk, book), one, asked), begun))

    return complete
