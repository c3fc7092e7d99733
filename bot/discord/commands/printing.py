"""``/print``: a PDF for the real table, with what the one who asks may know, or for all to see."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.discord.commands.localised import localised_choice, localised_description, localised_name
from bot.discord.commands.lookup import library_here, offered_games
from bot.discord.commands.registering import AnyCommand, ShortText, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import view
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import DRAWING
from bot.lookup.titles import game_title
from bot.printing.paper import SIZES, WHAT, Order, Size, What, print_order
from bot.words.narrator import Said
from rules.kernel.errors import Refused

OPTIONS = ("what", "game", "paper", "blank", "public")


class Wish(msgspec.Struct, frozen=True):
    """What somebody wants printed; ``game``: as it was typed, '' for the one that is played here."""

    what: What
    game: str
    paper: Size
    blank: bool
    public: bool


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command that prints."""
    one_at_a_time = asyncio.Semaphore()

    @app_commands.rename(**{name: localised_name(f"print.option.{name}") for name in OPTIONS})
    @app_commands.describe(**{name: localised_description(f"print.option.{name}") for name in OPTIONS})
    @app_commands.choices(
        what=[localised_choice(f"print.{one}", one) for one in WHAT],
        paper=[localised_choice(f"print.{one}", one) for one in SIZES],
    )
    async def give(
        interaction: Interaction,
        what: str,
        game: ShortText = "",
        paper: str = SIZES[0],
        blank: bool = False,
        public: bool = False,
    ) -> None:
        wish = Wish(_one_of(WHAT, what), game, _one_of(SIZES, paper), blank, public)

        async def work(reply: Reply) -> None:
            order = await _order(service, interaction, wish)
            await reply.acknowledge()
            async with one_at_a_time:  # so that maps, for which a table waits, have a thread left
                await _print(service, reply, wish, order)

        await serve(service, interaction, work, public=public, share="copy")

    made = command("print", give)
    made.autocomplete("game")(offered_games)
    yield made


def _one_of(known: tuple[Any, ...], picked: str) -> Any:
    """One of the choices; Discord sends no other, a stranger's hand gets the first."""
    return picked if picked in known else known[0]


async def _order(service: TableService, interaction: Interaction, wish: Wish) -> Order:
    """What is to be printed; refuses a game that does not exist, or none at all."""
    library = await library_here(service, interaction, wish.game)
    book = library.chosen or library.here
    if book is None:
        raise Refused("print_which")
    seen = None if wish.blank else await _seen(service, interaction, book.game, wish)
    return Order(book, wish.what, wish.paper, library, seen)


async def _print(service: TableService, reply: Reply, wish: Wish, order: Order) -> None:
    narrator = await service.voice(reply.interaction)
    file = await DRAWING.do(print_order, narrator, order)
    is_less = wish.public and order.view is not None
    facts = {"what": Said(narrator.say(f"print.{wish.what}")), "game": Said(game_title(narrator, order.book))}
    said = narrator.say("print.done.open" if is_less else "print.done", **facts)
    paper = discord.File(BytesIO(file.data), file.name)
    await (reply.post(Shown(said, view()), [paper]) if wish.public else reply.whisper(said, [paper]))


async def _seen(service: TableService, interaction: Interaction, game: str, wish: Wish) -> Any:
    """What the one who asks may know of the game that is played here; of a public sheet what everybody knows.

    None: another game was chosen, or none has begun.
    """
    standing = await service.sessions.standing(interaction.channel_id or 0)
    if standing is None or standing.record.game != game or standing.state is None:
        return None
    seat = None if wish.public else standing.record.seat_of(interaction.user.id)
    return service.games[game].view(standing.state, seat)
