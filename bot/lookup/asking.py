"""A look-up as it is asked for: the tables that there are, one of them, or an entry."""

from __future__ import annotations

import secrets
from typing import Any

from bot.lookup import whole
from bot.lookup.entry import entry
from bot.lookup.library import Library
from bot.lookup.reading import understand
from bot.lookup.titles import Table, tables_of
from bot.lookup.values import Given, complete_entry, entries, id_of, label, parse_values, values
from bot.words.clip import clip
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, Said
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Parameter, Throw


def look_up(narrator: Narrator, library: Library, table: str, name: str, *, throw: bool = False, page: int = 1) -> str:
    """The tables that there are, one of them, or an entry; refuses in the reader's words.

    Without a table: whatever the words name, in all of them.
    """
    if not table:
        return look_up_anywhere(narrator, library, name, throw=throw) if name else list_tables(narrator, library)
    found = library.table(table)
    if found is None:
        known = tuple(str(narrator.plain.say(f"lookup.table.{one.key}")) for one in tables_of(library.books))
        raise Refused("lookup_table", got=table[:40], values=known)
    return answer(narrator, library, found, name, throw=throw, page=page)


def list_tables(narrator: Narrator, library: Library) -> str:
    """The tables that there are."""
    match library.books:
        case [book]:
            return whole.tables(narrator, book, library.tables(book), library.paper)
    return whole.games(narrator, library.books, library.paper)


def look_up_anywhere(narrator: Narrator, library: Library, typed: str, *, throw: bool = False) -> str:
    """Whatever the words name in all tables: one of the tables (``trap 4``), or an entry (``troll 2``)."""
    understood = understand(narrator, library, typed, throw=throw)
    found, refusal = [], None
    for reading in understood.readings:
        try:
            found.append(answer(narrator, library, reading.table, reading.entry, throw=throw))
        except Refused as refused:
            refusal = refusal or refused
    if refusal and not found:
        raise refusal
    meant = [str(narrator.say("lookup.meant", got=understood.typed, name=Said(understood.meant)))]
    return clip("\n\n".join([*meant * bool(understood.meant), *found]), library.paper.room)


def answer(narrator: Narrator, library: Library, table: Table, name: str, *, throw: bool = False, page: int = 1) -> str:
    """A table, or an entry of it, in words; refuses in the reader's."""
    dice = thrower(secrets.token_bytes(32)) if throw else None
    return tell(narrator, library, table, find(narrator, library, table, name, dice), page)


def find(
    narrator: Narrator, library: Library, table: Table, asked: str | Given, dice: Throw | None
) -> Facts | list[Facts]:
    """An entry of a table, or all its rows, by typed words, or by what is called how; refuses in the reader's words."""
    tables = library.tables(table.book)
    try:
        if isinstance(asked, str):
            given = parse_values(tables, table, asked, dice is not None)
        else:
            named = [(one, str(asked[one.name])) for one in table.one.parameters if one.name in asked]
            given = {one.name: id_of(tables, table, one, typed) for one, typed in named}
        return table.one.answer(tables, given, dice)
    except Refused as refusal:
        raise in_words(narrator, tables, table, refusal) from refusal


def tell(narrator: Narrator, library: Library, table: Table, found: Facts | list[Facts], page: int = 1) -> str:
    """What was found in a table, in words."""
    if isinstance(found, list):
        return whole.table(narrator, table, found, page, library.paper)
    return clip(entry(narrator, table, found), library.paper.room)


def in_words(narrator: Narrator, tables: Any, table: Table, refusal: Refused) -> Refused:
    """A refusal with the names that the reader sees."""
    facts = dict(refusal.facts)
    asked = {asked.name: asked for asked in table.one.parameters}
    option = str(narrator.plain.say("command.lookup.option.name.name"))
    if "parameter" in facts:
        parameter = asked[str(facts["parameter"])]
        what = label(narrator, table, parameter)
        facts |= {"parameter": f"{option} ({what})" if what else option, "what": what or option}
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


# Completion ------------------------------------------------------------------------------------------------


def complete_lookup(
    narrator: Narrator, library: Library, table: str, begun: str, *, throw: bool = False
) -> list[Offer]:
    """What may be asked of a table, or, where none was chosen, the entries of all tables that have a name."""
    if table:
        found = library.table(table)
        return complete_entry(narrator, library.tables(found.book), found, begun, throw) if found else []
    every = [
        offer
        for one in tables_of(library.books)
        if one.one.roll or not throw
        for offer in entries(narrator, library.tables(one.book), one, throw)
    ]
    return matching_offers(dict.fromkeys(offer for offer in every if throw or not offer[1].isdecimal()), begun)
