"""What the tables of all games are called, and which of them typed words mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from bot.words.narrator import LOCALES, Narrator, folded
from rules.games import books
from rules.kernel.lookups import Book, Lookup

Table = tuple[Book[Any], Lookup[Any]]


def all_tables() -> list[Table]:
    """Every table of every game, with its game."""
    return [(book, one) for book in books() for one in book.lookups]


def titles(narrator: Narrator) -> list[tuple[str, str]]:
    """Each table's title with its key; where two games have the same title, the game stands behind it."""
    bare = Counter(_bare(narrator, one) for _, one in all_tables())
    return [(_full(narrator, book, one, bare[_bare(narrator, one)]), one.key) for book, one in all_tables()]


def _bare(narrator: Narrator, one: Lookup[Any]) -> str:
    return str(narrator.say(f"lookup.table.{one.key}"))


def _full(narrator: Narrator, book: Book[Any], one: Lookup[Any], times: int) -> str:
    title = _bare(narrator, one)
    return f"{title} ({narrator.say(f'lookup.game.{book.game}')})" if times > 1 else title


def called(narrator: Narrator, key: str) -> str:
    """What a reader types for a table: its sub-command where it has one, else its title."""
    if not has_command(narrator, key):
        return next(title for title, of in titles(narrator.plain) if of == key)
    return str(narrator.plain.say(f"command.lookup.{key}.name")) if narrator.locale == "pl" else key


def has_command(narrator: Narrator, key: str) -> bool:
    """Whether a table has a sub-command of its own."""
    return narrator.knows(f"command.lookup.{key}.about")


def meant(typed: str, book: Book[Any] | None = None) -> Table | None:
    """The table that is meant by its title or its sub-command in any language, or by its key.

    A title of several games means the first game's, or that of the ``book``.
    """
    for of, one in all_tables():
        if of.game == (book.game if book else of.game) and any(same(name, typed) for name in _names(of, one)):
            return of, one
    return None


def meant_at(typed: str, game: str) -> Table | None:
    """The table that is meant where a game is played: its own before another's of the same title.

    A completed title comes as its key, which no two tables have.
    """
    keyed = next((table for table in all_tables() if table[1].key == typed), None)
    own = next((book for book in books() if book.game == game), None)
    return keyed or (meant(typed, own) if own else None) or meant(typed)


def _names(book: Book[Any], one: Lookup[Any]) -> Iterator[str]:
    yield from (one.key, one.name)
    for narrator in (Narrator(locale, marked=False) for locale in LOCALES):
        yield from (_bare(narrator, one), _full(narrator, book, one, times=2))
        yield narrator.first_known(f"command.lookup.{one.key}.name") or one.key


def same(one: str, other: str) -> bool:
    """Whether two typed names are the same to people."""
    return folded(one) == folded(other)


def begun(offers: Iterable[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Those that hold what was typed so far, those that begin with it first."""
    wanted = folded(typed)
    fitting = [offer for offer in offers if wanted in folded(offer[0]) or wanted in offer[1]]
    return sorted(fitting, key=lambda offer: not folded(offer[0]).startswith(wanted))
