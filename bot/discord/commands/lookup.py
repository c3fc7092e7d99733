"""``/lookup``: the games' tables for whoever runs a game, in any channel, with or without dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, ShortText, choices, command, serve
from bot.discord.commands.service import TableService, language_of
from bot.discord.prompts.controls import view
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.lookup.asking import complete_lookup, look_up
from bot.lookup.library import Library
from bot.lookup.titles import find_game, game_offers, table_offers
from bot.words.narrator import Narrator
from rules.games import books
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book

MOST_PAGES = 9
OPTIONS = ("game", "table", "name", "roll", "page", "public")


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command that looks something up in the tables of any game."""

    @app_commands.rename(**{name: localised_name(f"lookup.option.{name}") for name in OPTIONS})
    @app_commands.describe(**{name: localised_description(f"lookup.option.{name}") for name in OPTIONS})
    async def show(
        interaction: Interaction,
        game: ShortText = "",
        table: ShortText = "",
        name: ShortText = "",
        roll: bool = False,
        page: app_commands.Range[int, 1, MOST_PAGES] = 1,
        public: bool = False,
    ) -> None:
        async def work(reply: Reply) -> None:
            narrator = Narrator(language_of(interaction))
            try:
                library = await library_here(service, interaction, game)
                said = look_up(narrator, library, table, name, throw=roll, page=page)
            except Refused as refusal:  # for the asker alone, and in the language of the answer
                await reply.whisper(narrator.say(f"refused.{refusal.reason}", **refusal.facts))
                return
            if table and (found := library.table(table)):
                service.favourites.note(interaction.user.id, found.key)
            await (reply.post(Shown(said, view())) if public else reply.whisper(said))

        await serve(service, interaction, work, public=public, share="look")

    made = command("lookup", show)
    made.autocomplete("game")(offered_games)
    made.autocomplete("table")(_tables(service))
    made.autocomplete("name")(_names(service))
    yield made


async def library_here(service: TableService, interaction: Interaction, game: str) -> Library:
    """The game that was chosen, and the one that is played in this channel; refuses a game that does not exist."""
    standing = await service.sessions.standing(interaction.channel_id or 0)
    here = next((book for book in books() if standing and book.game == standing.record.game), None)
    return library_of(service, find_game(game) if game else None, here)


def library_of(service: TableService, chosen: Book[Any] | None, here: Book[Any] | None) -> Library:
    """The tables in force, to be looked into; ``chosen`` and ``here`` as in ``Library``."""

    def in_force(game: str) -> Any:
        return getattr(service.games.get(game), "tables", None)

    return Library(in_force, chosen, here)


async def offered_games(interaction: Interaction, begun: str) -> list[Choice[str]]:
    """The games that may be meant by what was typed so far."""
    return choices(game_offers(Narrator(language_of(interaction), marked=False)), begun)


def _tables(service: TableService) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            library = await library_here(service, interaction, _typed(interaction, "game"))
        except Refused:
            return []
        return choices(table_offers(Narrator(language_of(interaction), marked=False), library.books), begun)

    return complete


def _names(service: TableService) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator, throw = Narrator(language_of(interaction), marked=False), bool(_typed(interaction, "roll"))
        try:
            library = await library_here(service, interaction, _typed(interaction, "game"))
        except Refused:
            return []
        return choices(complete_lookup(narrator, library, _typed(interaction, "table"), begun, throw=throw))

    return complete


def _typed(interaction: Interaction, option: str) -> str:
    """What is in another option while one is typed; '' when nothing is."""
    return str(getattr(interaction.namespace, option, "") or "")
