"""The ``/lookup`` and ``/print`` commands: the games' tables in any channel, and PDF files for play on paper."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from discord import File, app_commands
from msgspec import Struct

from bot.acts.table_settings import lock_of
from bot.discord.commands import registering
from bot.discord.commands.finding import language_of
from bot.discord.commands.service import TableService
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import DRAWING, READING
from bot.lookup.asking import complete_lookup, look_up
from bot.lookup.tables import Library, find_game, game_offers, game_title, table_offers
from bot.printing import SIZES, WHAT, Order, Size, What, print_order
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, Said
from rules.games import books
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book

MOST_PAGES = 9


async def _show_entry(
    service: TableService,
    reply: Reply,
    name: registering.ShortText = "",
    table: registering.ShortText = "",
    game: registering.ShortText = "",
    roll: bool = False,
    page: app_commands.Range[int, 1, MOST_PAGES] = 1,
    public: bool = False,
) -> None:
    narrator = Narrator(language_of(reply.interaction))
    try:
        library = await library_here(service, reply.interaction, game)
        said = await READING.do(look_up, narrator, library, table, name, throw=roll, page=page)
    except Refused as refusal:  # for the asker alone, and in the language of the answer
        await reply.whisper(narrator.say(f"refused.{refusal.reason}", **refusal.facts))
        return
    if table and (found := library.table(table)):
        service.favourites.note(reply.user_id, found.key)
    await (reply.post(Shown(said)) if public else reply.whisper(said))


async def library_here(service: TableService, interaction: Interaction, game: str) -> Library:
    """Return the tables of the chosen game and of the game in this channel; refuses an unknown game."""
    standing = await service.sessions.standing(interaction.channel_id or 0)
    here = next((book for book in books() if standing and book.game == standing.record.game), None)
    return library_of(service, find_game(game) if game else None, here)


def library_of(service: TableService, chosen: Book | None, here: Book | None) -> Library:
    """Return the tables in force for look-ups; ``chosen`` and ``here`` as in ``Library``."""

    def in_force(game: str) -> Any:
        return getattr(service.games.get(game), "tables", None)

    return Library(in_force, chosen, here)


async def _game_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    return matching_offers(game_offers(Narrator(language_of(interaction), marked=False)), begun)


async def _table_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    library = await library_here(service, interaction, registering.other_option(interaction, "game"))
    return matching_offers(table_offers(Narrator(language_of(interaction), marked=False), library.books), begun)


async def _entry_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    narrator, throw = (
        Narrator(language_of(interaction), marked=False),
        bool(registering.other_option(interaction, "roll")),
    )
    library = await library_here(service, interaction, registering.other_option(interaction, "game"))
    return await READING.do(
        complete_lookup, narrator, library, registering.other_option(interaction, "table"), begun, throw=throw
    )


class Wish(Struct, frozen=True):
    """A print request; ``game``: as typed, '' for the game in this channel."""

    what: What
    game: str
    paper: Size
    blank: bool
    public: bool


@app_commands.choices(
    what=[registering.localised_choice(f"print.{kind}", kind) for kind in WHAT],
    paper=[registering.localised_choice(f"print.{size}", size) for size in SIZES],
)
async def _print(
    service: TableService,
    reply: Reply,
    what: str,
    game: registering.ShortText = "",
    paper: str = SIZES[0],
    blank: bool = False,
    public: bool = False,
) -> None:
    wish = Wish(_known_choice(WHAT, what), game, _known_choice(SIZES, paper), blank, public)
    order = await _print_order(service, reply.interaction, wish)
    await reply.acknowledge()
    async with lock_of("print", 0):  # so that maps, for which a table waits, have a thread left
        await _send_printout(service, reply, wish, order)


def _known_choice(known: tuple[Any, ...], picked: str) -> Any:
    """Return the picked choice; forged values, which Discord itself never sends, become the first choice."""
    return picked if picked in known else known[0]


async def _print_order(service: TableService, interaction: Interaction, wish: Wish) -> Order:
    library = await library_here(service, interaction, wish.game)
    book = library.chosen or library.here
    if not book:
        raise Refused("print_which")
    seen = None if wish.blank else await _visible_view(service, interaction, book.game, wish)
    return Order(book, wish.what, wish.paper, library, seen)


async def _send_printout(service: TableService, reply: Reply, wish: Wish, order: Order) -> None:
    narrator = await service.voice(reply.interaction)
    file = await DRAWING.do(print_order, narrator, order)
    is_less = wish.public and order.view is not None
    facts = {"what": Said(narrator.say(f"print.{wish.what}")), "game": Said(game_title(narrator, order.book))}
    said = narrator.say("print.done.open" if is_less else "print.done", **facts)
    paper = File(BytesIO(file.data), file.name)
    await (reply.post(Shown(said), [paper]) if wish.public else reply.whisper(said, [paper]))


async def _visible_view(service: TableService, interaction: Interaction, game: str, wish: Wish) -> Any:
    """Return the requester's (or the public) view of the game here; None if it is another game or has not begun."""
    standing = await service.sessions.standing(interaction.channel_id or 0)
    if not standing or standing.record.game != game or standing.state is None:
        return None
    seat = None if wish.public else standing.record.seat_of(interaction.user.id)
    return service.games[game].view(standing.state, seat)


PRINT_COMMAND = registering.command("print", _print, public="public", share="copy", game=_game_offers)
"""The command ``/print``."""

LOOKUP_COMMAND = registering.command(
    "lookup",
    _show_entry,
    public="public",
    share="look",
    name=_entry_offers,
    table=_table_offers,
    game=_game_offers,
)
"""The command ``/lookup``, which searches the tables of any game."""
