"""Makes PDF files for play at a real table: sheets, maps, tables and cards of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from bot.games import face_of
from bot.games.face import Face
from bot.games.table_words import Deck
from bot.lookup import words
from bot.lookup.tables import Library, Table, game_title, tables_of, title_of
from bot.words.narrator import Narrator, Said
from images.printing import shapes
from images.printing.shapes import Card, Field
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts

SPACED = re.compile(r",(?=[^\W\d])")
"""A comma before a word, after which a line may break."""
FEW_SPARSE = 3


def tables_of_game(plain: Narrator, library: Library, book: Book) -> list[shapes.Table]:
    """Return every table of a game in full, for printing."""
    found = [(table, table.lookup.rows(library.tables(book))) for table in tables_of([book])]
    return [_printed_table(plain, table, rows) for table, rows in found if rows]


def _printed_table(plain: Narrator, table: Table, found: Sequence[Facts]) -> shapes.Table:
    heading, cells = words.columns(plain, table, found)
    note = plain.first_known(f"lookup.legend.{table.key}")
    rows = [tuple(SPACED.sub(", ", cell) for cell in row) for row in cells]
    return shapes.Table(title_of(plain, table), *_without_sparse_columns(heading, rows), note)


def _without_sparse_columns(
    heading: Sequence[str], rows: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Gather columns that are mostly empty in one, each cell with its heading; two of them stay as they are."""
    sparse = [n for n in range(1, len(heading)) if 2 * [row[n] for row in rows].count(words.NOTHING) > len(rows)]
    if len(sparse) < FEW_SPARSE:
        return tuple(heading), tuple(rows)
    dense = [n for n in range(len(heading)) if n not in sparse]

    def gathered(row: Sequence[str]) -> str:
        return "; ".join(f"{heading[n]} {row[n]}".removesuffix(" +") for n in sparse if row[n] != words.NOTHING)

    return (*(heading[n] for n in dense), ""), tuple((*(row[n] for n in dense), gathered(row)) for row in rows)


def cards_of(plain: Narrator, library: Library, book: Book, decks: Sequence[Deck]) -> list[Card]:
    """Return a card for each row of these decks."""
    return [card for deck in decks for card in _cards_of_deck(plain, library, book, deck)]


def _cards_of_deck(plain: Narrator, library: Library, book: Book, deck: Deck) -> Iterator[Card]:
    tables = library.tables(book)
    table = next(each_table for each_table in tables_of([book]) if each_table.key == deck.table)
    for row in table.lookup.rows(tables):
        if deck.holds(row):
            yield _printed_card(plain, table, row, deck)


def _printed_card(plain: Narrator, table: Table, row: Facts, deck: Deck) -> Card:
    from images.artwork import known

    art = known(deck.drawings, str(row[table.words.heads[table.key]]), "icons/manuscript")
    facts = tuple(Field(label, said) for label, said in words.facts(plain, table, row))
    kind = plain.say(f"print.card.{table.key}")
    return Card(words.name_of(plain, table, row), kind, art, facts, words.effect(plain, table, row))


What = Literal["sheets", "tables", "map", "cards"]
Size = Literal["a4", "letter"]
WHAT: tuple[What, ...] = ("sheets", "tables", "map", "cards")
SIZES: tuple[Size, ...] = ("a4", "letter")


class Order(Struct, frozen=True):
    """A print order: the document, the game, the paper size and the tables.

    ``view``: what the person may know of a running game; None: blank sheets and maps.
    """

    book: Book
    what: What
    size: Size
    library: Library
    view: Any = None


class File(Struct, frozen=True):
    """A file's content and its name."""

    name: str
    data: bytes


def print_order(narrator: Narrator, order: Order) -> File:
    """Draw the document as a PDF in some tenths of a second; raises ``Refused`` if there is nothing to print."""
    data = _drawing_function(narrator.plain, face_of(order.book.game), order)
    return File(f"{order.book.game}-{order.what}-{order.size}.pdf", data())


def _drawing_function(plain: Narrator, face: Face, order: Order) -> Callable[[], bytes]:
    foot, size, locale = (
        plain.say("print.foot", game=Said(game_title(plain, order.book)), what=plain.say(f"print.{order.what}")),
        order.size,
        plain.locale,
    )
    match order.what:
        case "sheets":
            from images.printing.sheets import print_sheets

            sheets = face.blank_sheets(plain) if order.view is None else face.filled_sheets(plain, order.view)
            return lambda: print_sheets(_require_some(sheets), size, foot, locale)
        case "tables":
            from images.printing.sheets import print_tables

            return lambda: print_tables(
                _require_some(tables_of_game(plain, order.library, order.book)), size, foot, locale
            )
        case "map":
            from images.printing.plans import print_plans

            in_force = order.library.tables(order.book)
            plans = face.plans(plain, order.view) if order.view is not None else face.blank_plans(plain, in_force)
            return lambda: print_plans(_require_some(plans), size, foot, locale)
        case "cards":
            from images.printing.plans import print_cards

            return lambda: print_cards(
                _require_some(cards_of(plain, order.library, order.book, face.decks)), size, foot, locale
            )


def _require_some(things: list[Any]) -> list[Any]:
    if not things:
        raise Refused("nothing_to_show")
    return things
