"""The tables of all games by their names, and the choice between custom and shipped tables."""

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

Books = Sequence[Book]
FEWEST_LETTERS = 3
"""Letters that are enough for the beginning of a game's name."""


class Table(NamedTuple):
    """A table of a game."""

    book: Book
    lookup: Lookup

    @property
    def key(self) -> str:
        """The key of the table's texts."""
        return self.lookup.key

    @property
    def words(self) -> TableWords:
        """The game's rules for wording its tables."""
        return table_words_of(self.book.game)


def tables_of(some: Books) -> list[Table]:
    """Return every table of these games."""
    return [Table(book, lookup) for book in some for lookup in book.lookups]


def game_title(narrator: Narrator, book: Book) -> str:
    """Return a game's short title."""
    return narrator.first_known(f"lookup.game.{book.game}", f"game.{book.game}") or book.game


def game_offers(narrator: Narrator) -> list[Offer]:
    """Return each game's title with its name, for completion."""
    return [(game_title(narrator, book), book.game) for book in books()]


def table_offers(narrator: Narrator, some: Books) -> list[Offer]:
    """Return each table's title with its key, for completion; with several games the titles name the game."""
    return [(_title(narrator, table, alone=len(some) == 1), table.key) for table in tables_of(some)]


def title_of(narrator: Narrator, table: Table) -> str:
    """Return a table's title."""
    return str(narrator.say(f"lookup.table.{table.key}"))


def _title(narrator: Narrator, table: Table, *, alone: bool) -> str:
    title = title_of(narrator, table)
    return title if alone else f"{title} ({game_title(narrator, table.book)})"


def find_game(typed: str) -> Book:
    """Return the game with this name, or this title in any language; raises ``Refused`` for none or several."""
    known = {book.game: [book.game, *(game_title(voice, book) for voice in all_narrators())] for book in books()}
    found = find_matches(known, typed)
    if len(found) != 1:
        raise Refused("lookup_game", got=typed[:40], values=tuple(names[-1] for names in known.values()))
    return next(book for book in books() if book.game == found[0])


def game_in_front(typed: str) -> tuple[Book | None, str]:
    """Return the game at the beginning of the words and the other words, or None and all words.

    A game is named by its title, the title's last word, or its initials.
    """
    words = typed.split()
    named = [(name, book) for book in books() for name in _short_names(book)]
    for end in range(min(len(words), max(len(name.split()) for name, _ in named)), 0, -1):
        head = fold(" ".join(words[:end]))
        if found := next((book for name, book in named if name == head), None):
            return found, " ".join(words[end:])
    return None, typed


def game_begun(typed: str) -> Book | None:
    """Return the one game of which a name begins with these letters; None for none, several or few letters."""
    wanted = fold(typed)
    found = [book for book in books() if any(name.startswith(wanted) for name in _short_names(book))]
    return found[0] if len(found) == 1 and len(wanted) >= FEWEST_LETTERS else None


def _short_names(book: Book) -> set[str]:
    """Return a game's names, titles and initials, folded; «lś» for «Labirynt Śmierci»."""
    names = [book.game, book.game.replace("-", " "), *(game_title(voice, book) for voice in all_narrators())]
    short = [fold_name(name) for name in names]
    initials = ["".join(word[0] for word in name.split()) for name in short if " " in name]
    return {*short, *(name.rpartition(" ")[2] for name in short), *initials}


def find_table(typed: str, some: Books) -> Table | None:
    """Return the table of these games with this key, name, or title in any language; None for none or several.

    If several games have a table of this name, the first game's is returned. Completions send the key, which is unique.
    """
    known = {table.key: table for table in tables_of(some)}
    names = {key: names_of(table) for key, table in known.items()}
    wanted = fold(typed)
    exact = [key for key, called in names.items() if wanted in map(fold_name, called)]
    found = exact[:1] if exact and typed not in known else find_matches(names, typed)
    return known[found[0]] if len(found) == 1 else None


def find_table_here(typed: str, here: Book | None) -> Table | None:
    """Return the table with this name; a table of the game ``here`` precedes others of the same title."""
    keyed = next((table for table in tables_of(books()) if table.key == typed), None)
    return keyed or (find_table(typed, [here]) if here else None) or find_table(typed, books())


def names_of(table: Table) -> list[str]:
    """Return all names of a table: its key, its name, its titles and other common names."""
    titles = [_title(voice, table, alone=alone) for voice in all_narrators() for alone in (True, False)]
    besides = [voice.first_known(f"lookup.called.{table.key}").split(", ") for voice in all_narrators()]
    return list(filter(None, (table.key, table.lookup.name, *titles, *(word for some in besides for word in some))))


class Paper(NamedTuple):
    """The space for an answer: its length and the width of an unbroken line in characters.

    ``options``: whether the answer explains options of Discord commands; elsewhere they are typed in one line.
    """

    room: int
    width: int
    options: bool = True


MESSAGE = Paper(room=2000, width=36)
"""The space of a Discord message on a phone."""


def sheet(width: int) -> Paper:
    """Return a paper of unlimited length and this width."""
    return Paper(sys.maxsize, width, options=False)


@cache
def shipped(game: str) -> Any:
    """Return the tables that a game ships with."""
    return book_of(game).tables()


class Library(NamedTuple):
    """The tables for look-ups: those in force, or the shipped ones of a game that is not played.

    ``in_force`` returns a game's tables by its name, or None if it has none of its own. ``chosen``: the only game to
    look into. ``here``: the game that is played where the question is asked. ``recent``: the game that was asked about
    last, whose tables go before those of the others.
    """

    in_force: Callable[[str], Any] | None = None
    chosen: Book | None = None
    here: Book | None = None
    paper: Paper = MESSAGE
    recent: Book | None = None

    @property
    def books(self) -> Sequence[Book]:
        """The games whose tables are offered."""
        only = self.chosen or self.here
        if only:
            return [only]
        return sorted(books(), key=lambda book: book != self.recent) if self.recent else books()

    def tables(self, book: Book) -> Any:
        """Return the tables of a game that are in force."""
        found = self.in_force(book.game) if self.in_force else None
        return shipped(book.game) if found is None else found

    def table(self, typed: str) -> Table | None:
        """Return the table with this name, or None."""
        if self.chosen:
            return find_table(typed, [self.chosen])
        return find_table_here(typed, self.here or self.recent)
