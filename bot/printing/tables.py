"""A game's tables, and the cards among them, as they go on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from bot.games.printed import Deck
from bot.lookup import entry, whole
from bot.lookup.library import Library
from bot.lookup.titles import Table, tables_of, title_of
from bot.words.narrator import Narrator
from images.printing import shapes
from images.printing.shapes import Card, Field
from rules.kernel.lookups import Book, Facts

SPACED = re.compile(r",(?=[^\W\d])")
"""A comma before a word: there a line may end."""


def tables_of_game(plain: Narrator, library: Library, book: Book[Any]) -> list[shapes.Table]:
    """Every table of a game, whole."""
    found = [(table, table.one.rows(library.tables(book))) for table in tables_of([book])]
    return [_table(plain, table, rows) for table, rows in found if rows]


def _table(plain: Narrator, table: Table, found: Sequence[Facts]) -> shapes.Table:
    heading, cells = whole.columns(plain, table, found)
    note = plain.first_known(f"lookup.legend.{table.key}")
    rows = [tuple(SPACED.sub(", ", cell) for cell in row) for row in cells]
    return shapes.Table(title_of(plain, table), tuple(heading), tuple(rows), note)


def cards_of(plain: Narrator, library: Library, book: Book[Any], decks: Sequence[Deck]) -> list[Card]:
    """A card for each row of these tables."""
    return [card for deck in decks for card in _deck(plain, library, book, deck)]


def _deck(plain: Narrator, library: Library, book: Book[Any], deck: Deck) -> Iterator[Card]:
    tables = library.tables(book)
    table = next(one for one in tables_of([book]) if one.key == deck.table)
    for row in table.one.rows(tables):
        if deck.holds(row):
            yield _card(plain, table, row, deck)


def _card(plain: Narrator, table: Table, row: Facts, deck: Deck) -> Card:
    from images.artwork import known

    art = known(deck.drawings, str(row[table.words.heads[table.key]]), deck.otherwise)
    facts = tuple(Field(label, said) for label, said in entry.facts(plain, table, row))
    kind = plain.say(f"print.card.{table.key}")
    return Card(entry.name_of(plain, table, row), kind, art, facts, entry.effect(plain, table, row))
