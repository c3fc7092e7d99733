"""The tables of all games by the names people call them, and which of them are in force."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from bot.games import table_words_of
from bot.games.table_words import TableWords
from bot.words.matching import Offer, find_matches
from bot.words.narrator import Narrator, all_narrators, fold, fold_name
from rules.games import book as book_of
from rules.games import books
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Lookup

Books = Sequence[Book[Any]]


class Table(NamedTuple):
    """A table of a game."""

    book: Book[Any]
    lookup: Lookup[Any]

    @property
    def key(self) -> str:
        """The key of its words."""
        return self.lookup.key

    @property
    def words(self) -> TableWords:
        """How its game puts it into words."""
        return table_words_of(self.book.game)


def tables_of(some: Books) -> list[Table]:
    """Every table of some games."""
    return [Table(book, lookup) for book in some for lookup in book.lookups]


def game_title(narrator: Narrator, book: Book[Any]) -> str:
    """What a game is called in a few words."""
    return narrator.first_known(f"lookup.game.{book.game}", f"game.{book.game}") or book.game


def game_offers(narrator: Narrator) -> list[Offer]:
    """Each game's title with its name, for completion."""
    return [(game_title(narrator, book), book.game) for book in books()]


def table_offers(narrator: Narrator, some: Books) -> list[Offer]:
    """Each table's title with its key, for completion; of several games each with its game."""
    return [(_title(narrator, table, alone=len(some) == 1), table.key) for table in tables_of(some)]


def title_of(narrator: Narrator, table: Table) -> str:
    """What a table is called."""
    return str(narrator.say(f"lookup.table.{table.key}"))


def _title(narrator: Narrator, table: Table, *, alone: bool) -> str:
    title = title_of(narrator, table)
    return title if alone else f"{title} ({game_title(narrator, table.book)})"


def find_game(typed: str) -> Book[Any]:
    """The game that is meant by its name, or by its title in any language; refuses what means none, or several."""
    known = {book.game: [book.game, *(game_title(voice, book) for voice in all_narrators())] for book in books()}
    found = find_matches(known, typed)
    if len(found) != 1:
        raise Refused("lookup_game", got=typed[:40], values=tuple(names[-1] for names in known.values()))
    return next(book for book in books() if book.game == found[0])


def game_in_front(typed: str) -> tuple[Book[Any] | None, str]:
    """The game that the words begin with, and the rest of them: by its title, the last word of it, or initials."""
    words = typed.split()
    named = [(name, book) for book in books() for name in _short_names(book)]
    for end in range(min(len(words), max(len(name.split()) for name, _ in named)), 0, -1):
        head = fold(" ".join(words[:end]))
        if found := next((book for name, book in named if name == head), None):
            return found, " ".join(words[end:])
    return None, typed


def _short_names(book: Book[Any]) -> set[str]:
    """A game's names and titles, folded; «lś» for «Labirynt Śmierci»."""
    names = [book.game, book.game.replace("-", " "), *(game_title(voice, book) for voice in all_narrators())]
    short = [fold_name(name) for name in names]
    initials = ["".join(word[0] for word in name.split()) for name in short if " " in name]
    return {*short, *(name.rpartition(" ")[2] for name in short), *initials}


def find_table(typed: str, some: Books) -> Table | None:
    """The table of one of these games that is meant by its key, its name, or its title in any language.

    What several games call so is the first game's. A completed title comes as its key, which no two tables have.
    """
    known = {table.key: table for table in tables_of(some)}
    names = {key: names_of(table) for key, table in known.items()}
    wanted = fold(typed)
    exact = [key for key, called in names.items() if wanted in map(fold_name, called)]
    found = exact[:1] if exact and typed not in known else find_matches(names, typed)
    return known[found[0]] if len(found) == 1 else None


def find_table_here(typed: str, here: Book[Any] | None) -> Table | None:
    """The table that is meant where a game is played: its own before another's of the same title."""
    keyed = next((table for table in tables_of(books()) if table.key == typed), None)
    return keyed or (find_table(typed, [here]) if here else None) or find_table(typed, books())


def names_of(table: Table) -> list[str]:
    """All that a table may be called: its key, its name, its titles, and what people call it besides."""
    titles = [_title(voice, table, alone=alone) for voice in all_narrators() for alone in (True, False)]
    besides = [voice.first_known(f"lookup.called.{table.key}").split(", ") for voice in all_narrators()]
    return list(filter(None, (table.key, table.lookup.name, *titles, *(word for some in besides for word in some))))


class Paper(NamedTuple):
    """How many signs an answer may have, and how many a line that is not broken; whether it tells of options.

    Options are those of a command in Discord: what stands there is typed in one line elsewhere.
    """

    room: int
    width: int
    options: bool = True


MESSAGE = Paper(room=2000, width=36)
"""A message in Discord, on a phone."""


def sheet(width: int) -> Paper:
    """As long as need be."""
    return Paper(sys.maxsize, width, options=False)


@cache
def shipped(game: str) -> Any:
    """The tables of a game as they come with it."""
    return book_of(game).tables()


class Library(NamedTuple):
    """The tables that are looked into: those in force, the shipped ones of a game that is not played.

    ``in_force`` gives a game's tables by its name; None where it has none of its own. ``chosen``: the only game that is
    looked into; ``here``: the one that is played where somebody asks.
    """

    in_force: Callable[[str], Any] | None = None
    chosen: Book[Any] | None = None
    here: Book[Any] | None = None
    paper: Paper = MESSAGE

    @property
    def books(self) -> Sequence[Book[Any]]:
        """The games whose tables are offered."""
        only = self.chosen or self.here
        return [only] if only else books()

    def tables(self, book: Book[Any]) -> Any:
        """The tables of a game that are in force."""
        found = self.in_force(book.game) if self.in_force else None
        return shipped(book.game) if found is None else found

    def table(self, typed: str) -> Table | None:
        """The table that is meant."""
        return find_table(typed, [self.chosen]) if self.chosen else find_table_here(typed, self.here)
