"""What can be printed, and a file of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from bot.games import face_of
from bot.games.face import Face
from bot.lookup.library import Library
from bot.lookup.titles import game_title
from bot.printing.tables import cards_of, tables_of_game
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book

What = Literal["sheets", "tables", "map", "cards"]
Size = Literal["a4", "letter"]
WHAT: tuple[What, ...] = ("sheets", "tables", "map", "cards")
SIZES: tuple[Size, ...] = ("a4", "letter")


class Order(msgspec.Struct, frozen=True):
    """What is to be printed, of which game, on which paper, out of which tables.

    ``view``: what the one who asks may know of a game that is played; None: blank sheets.
    """

    book: Book[Any]
    what: What
    size: Size
    library: Library
    view: Any = None


class File(msgspec.Struct, frozen=True):
    """A file with its name."""

    name: str
    data: bytes


def print_order(narrator: Narrator, order: Order) -> File:
    """Draw what was ordered as a PDF; refuses what there is nothing of. Takes some tenths of a second."""
    data = _drawer(narrator.plain, face_of(order.book.game), order)
    return File(f"{order.book.game}-{order.what}-{order.size}.pdf", data())


def _drawer(plain: Narrator, face: Face, order: Order) -> Callable[[], bytes]:
    foot, size, locale = _foot(plain, order), order.size, plain.locale
    match order.what:
        case "sheets":
            from images.printing.sheets import print_sheets

            sheets = face.blank_sheets(plain) if order.view is None else face.filled_sheets(plain, order.view)
            return lambda: print_sheets(_some(sheets), size, foot, locale)
        case "tables":
            from images.printing.tables import print_tables

            return lambda: print_tables(_some(tables_of_game(plain, order.library, order.book)), size, foot, locale)
        case "map":
            from images.printing.plans import print_plans

            if order.view is None:
                raise Refused("print_map")
            plans = face.plans(plain, order.view)
            return lambda: print_plans(_some(plans), size, foot, locale)
        case "cards":
            from images.printing.cards import print_cards

            return lambda: print_cards(
                _some(cards_of(plain, order.library, order.book, face.decks)), size, foot, locale
            )


def _some(things: list[Any]) -> list[Any]:
    if not things:
        raise Refused("nothing_to_show")
    return things


def _foot(plain: Narrator, order: Order) -> str:
    return plain.say("print.foot", game=Said(game_title(plain, order.book)), what=plain.say(f"print.{order.what}"))
