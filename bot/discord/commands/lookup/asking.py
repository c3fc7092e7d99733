"""``/lookup`` as it is asked: for the tables that there are, for one of them, or for an entry."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from bot.discord.commands.lookup import titles, whole
from bot.discord.commands.lookup.entry import entry
from bot.discord.commands.lookup.titles import Table, find_table, find_table_here, tables_of
from bot.discord.commands.lookup.values import (
    complete_entry,
    entries,
    first_asked,
    is_value,
    label,
    parse_values,
    values,
)
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import CONTENT
from bot.words.clip import clip
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import LOCALES, Narrator
from rules.games import book as book_of
from rules.games import books
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Parameter


@cache
def _shipped(game: str) -> Any:
    return book_of(game).tables()


class Library(NamedTuple):
    """The tables that are looked into: those in force, the shipped ones of a game that is not played.

    ``chosen``: the only game that is looked into; ``here``: the one that is played where somebody asks.
    """

    service: TableService | None = None
    chosen: Book[Any] | None = None
    here: Book[Any] | None = None

    @property
    def books(self) -> Sequence[Book[Any]]:
        """The games whose tables are offered."""
        only = self.chosen or self.here
        return [only] if only else books()

    def tables(self, book: Book[Any]) -> Any:
        """The tables of a game that are in force."""
        found = getattr(self.service.games.get(book.game), "tables", None) if self.service else None
        return _shipped(book.game) if found is None else found

    def table(self, typed: str) -> Table | None:
        """The table that is meant."""
        return find_table(typed, [self.chosen]) if self.chosen else find_table_here(typed, self.here)


def look_up(narrator: Narrator, library: Library, table: str, name: str, *, throw: bool = False, page: int = 1) -> str:
    """The tables that there are, one of them, or an entry; refuses in the reader's words.

    Without a table: the entries of this name in all of them.
    """
    if not table:
        return _anywhere(narrator, library, name, throw) if name else _listed(narrator, library)
    found = library.table(table)
    if found is None:
        known = tuple(str(narrator.plain.say(f"lookup.table.{one.key}")) for one in tables_of(library.books))
        raise Refused("lookup_table", got=table[:40], values=known)
    return _looked_up(narrator, library, found, name, throw, page)


def _listed(narrator: Narrator, library: Library) -> str:
    match library.books:
        case [book]:
            return whole.tables(narrator, book, library.tables(book))
    return whole.games(narrator, library.books)


def _looked_up(narrator: Narrator, library: Library, table: Table, name: str, throw: bool, page: int = 1) -> str:
    tables = library.tables(table.book)
    dice = thrower(secrets.token_bytes(32)) if throw else None
    try:
        found = table.one.answer(tables, parse_values(tables, table, name, throw), dice)
    except Refused as refusal:
        raise _in_words(narrator, tables, table, refusal) from refusal
    return whole.table(narrator, table, found, page) if isinstance(found, list) else entry(narrator, table, found)


def _in_words(narrator: Narrator, tables: Any, table: Table, refusal: Refused) -> Refused:
    """A refusal with the names that the reader sees."""
    facts = dict(refusal.facts)
    asked = {asked.name: asked for asked in table.one.parameters}
    option = str(narrator.plain.say("command.lookup.option.name.name"))
    if "parameter" in facts:
        parameter = asked[str(facts["parameter"])]
        what = label(narrator, table, parameter)
        facts["parameter"] = f"{option} ({what})" if what else option
        if parameter.type == "choice":
            facts["values"] = _named_values(narrator, tables, table, parameter, facts["values"])
    if "parameters" in facts:
        missing = facts["parameters"] if isinstance(facts["parameters"], tuple) else ()
        facts["parameters"] = tuple(label(narrator, table, asked[str(one)]) or option for one in missing)
    if "table" in facts:
        facts["table"] = str(narrator.plain.say(f"lookup.table.{table.key}"))
    return Refused(refusal.reason, **facts)


def _named_values(narrator: Narrator, tables: Any, table: Table, asked: Parameter[Any], ids: Any) -> tuple[str, ...]:
    known = values(narrator.plain, tables, table, asked)
    return tuple(id if asked.called else said for said, id in known if id in ids)


def _anywhere(narrator: Narrator, library: Library, name: str, throw: bool) -> str:
    """The entries of this name in all tables; those that are only like it where none has it."""
    every = _open(library, throw)
    holding = [one for one in every if _holds(library, one, name, throw)] or [
        one
        for one in every
        if any(is_value(library.tables(one.book), one, each, name) for each in first_asked(one, throw))
    ]
    if not holding:
        raise Refused("lookup_entry", got=name[:40])
    return clip("\n\n".join(_looked_up(narrator, library, one, name, throw) for one in holding), CONTENT)


def _open(library: Library, throw: bool) -> list[Table]:
    """The tables in which something can be looked up; with dice those on which they are thrown."""
    return [table for table in tables_of(library.books) if table.one.roll or not throw]


def _holds(library: Library, table: Table, name: str, throw: bool) -> bool:
    """Whether a table has an entry of just this name in any language."""
    tables = library.tables(table.book)
    known = [offer for locale in LOCALES for offer in entries(Narrator(locale, marked=False), tables, table, throw)]
    return any(titles.is_same_name(called, name) for offer in known for called in offer)


# Completion ------------------------------------------------------------------------------------------------


def complete_lookup(
    narrator: Narrator, library: Library, table: str, begun: str, *, throw: bool = False
) -> list[Offer]:
    """What may be asked of a table, or, where none was chosen, the entries of all tables that have a name."""
    if table:
        found = library.table(table)
        return complete_entry(narrator, library.tables(found.book), found, begun, throw) if found else []
    every = [
        offer for one in _open(library, throw) for offer in entries(narrator, library.tables(one.book), one, throw)
    ]
    return matching_offers(dict.fromkeys(offer for offer in every if throw or not offer[1].isdecimal()), begun)
