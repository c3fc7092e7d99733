"""Finds the table or entry that typed words name: ``trap 4``, ``troll 2``, ``bribe 9 60``.

Exact names go first, then whole words, then the longest beginning of a name; a typo is forgiven if nothing else fits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from bot.lookup.tables import Library, Table, names_of, tables_of, title_of
from bot.lookup.values import LONGEST, entries, entry_aliases, longest_value, parse_values, remember
from bot.words.catalogues import LOCALES
from bot.words.matching import Budget, Offer, has_each_word, has_whole_words, is_near, is_slip_of, spend
from bot.words.narrator import Narrator, fold, fold_name
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused

Split = tuple[str, str]
"""The first typed words, which may be a name, and the others."""
Way = Callable[[str, str], bool]
"""A way of matching a folded name with folded words."""
SLIPS = (is_slip_of, is_near)
"""The ways of matching that forgive typos."""
SHORT = 4
"""Fewer letters than this count only at the beginning of a word."""
MOST_WORDS = 8
"""The maximum number of words in a name; it limits the search in a pasted text."""
MOST_SLIPPED = 3
"""Typos are searched for in at most this number of words, because the search is slow."""
MOST_NEAR = 8
"""The maximum number of similar names that are suggested."""
MOST_COMPARISONS = 60_000
"""The most comparisons and parsed values of a look-up; ordinary ones need a tenth of it."""


class Name(NamedTuple):
    """A name of a table in some language, or of its entry with this ``id``."""

    table: Table
    id: str
    said: str


class Reading(NamedTuple):
    """A table with the requested entry; ``name`` is the name that matched."""

    table: Table
    entry: str
    name: Name


class Understood(NamedTuple):
    """The possible meanings of words, all with one name; ``meant`` is this name if ``typed`` was different."""

    readings: Sequence[Reading]
    typed: str = ""
    meant: str = ""


def understand(narrator: Narrator, library: Library, typed: str, *, throw: bool = False) -> Understood:
    """Return all meanings of the words, tables before entries; raises ``Refused`` for none or several names."""
    heads, unfit = list(_word_splits(typed)), list[Reading]()
    with Budget(MOST_COMPARISONS):
        for way, (head, tail), found in _readings_by_attempt(_known_names(library, throw), heads, unfit):
            if fitting := [reading for reading in found if _has_answer(library, reading, tail, throw)]:
                return _require_one_name(narrator, library, fitting, head)
            if way is str.__eq__ or any(sign.isdecimal() for sign in tail):  # else the head is not what is meant
                unfit += [] if unfit else found
    if not unfit:
        raise Refused("lookup_entry", got=typed[:40])
    return Understood(unfit)


def _readings_by_attempt(
    known: Iterable[Name], heads: Sequence[Split], unfit: Sequence[Reading]
) -> Iterator[tuple[Way, Split, list[Reading]]]:
    """Yield each attempt with the readings of the names that it fits; no typos once there are ``unfit`` readings."""
    names = [(fold_name(name.said), name) for name in known]
    every = {said for said, _ in names}
    likely = _names_with_first_word(every, heads)
    for way, (head, tail) in _attempts(heads):
        if unfit and way in SLIPS:
            continue
        tried = every if way in SLIPS else likely
        spend(len(tried))
        yield way, (head, tail), _fitting_readings(names, way, tried, fold(head), tail)


def _fitting_readings(
    names: Iterable[tuple[str, Name]], way: Way, tried: Iterable[str], wanted: str, tail: str
) -> list[Reading]:
    fits = {said for said in tried if way(said, wanted)}
    found = [_reading_of(name, tail) for said, name in names if said in fits]
    # A name that is equal in both languages is found twice.
    return list({(reading.table.key, reading.name.id): reading for reading in found}.values())


def _names_with_first_word(names: Collection[str], heads: Sequence[Split]) -> Collection[str]:
    """Return the names that contain the first typed word: without a typo no other name can be meant."""
    first = "".join(fold(heads[-1][0]).split()[:1]).rstrip(",;:") if heads else ""
    return {said for said in names if first in said}


def _attempts(heads: Sequence[Split]) -> Iterator[tuple[Way, Split]]:
    """Yield each way of matching with the words for it: a short prefix does not go before more words that fit."""
    yield from ((str.__eq__, head) for head in heads)
    yield from ((has_whole_words, head) for head in heads)
    yield from ((SLIPS[0], head) for head in heads[-MOST_SLIPPED:])
    for head in heads:
        yield from ((way, head) for way in (str.startswith, _contains, has_each_word))
    yield from ((SLIPS[1], head) for head in heads[-MOST_SLIPPED:])


def _contains(name: str, wanted: str) -> bool:
    return len(wanted) >= SHORT and wanted in name


def table_in_front(library: Library, typed: str) -> tuple[Table, str] | None:
    """Return the table named at the beginning, and the other words; None if its name may still go on."""
    for head, tail in _word_splits(f"{typed}|"):
        wanted = fold(head)
        if tail and (
            found := [table for table in tables_of(library.books) if wanted in map(fold_name, names_of(table))]
        ):
            return found[0], tail[:-1]
    return None


def _known_names(library: Library, throw: bool) -> Iterator[Name]:
    """Yield all names of tables and entries in every language; ``throw``: only of tables that have dice."""
    every = [table for table in tables_of(library.books) if table.lookup.roll or not throw]
    for table in every:
        yield from remember(("table", table.key), table.book, partial(_table_names, table))
    for table in every:
        key, tables = ("entries", table.key, "throw" * throw), library.tables(table.book)
        yield from remember(key, tables, partial(_entry_names, library, table, throw))


def _table_names(table: Table) -> list[Name]:
    return [Name(table, "", said) for said in names_of(table)]


def _entry_names(library: Library, table: Table, throw: bool) -> list[Name]:
    return [
        Name(table, id, name)
        for locale in LOCALES
        for said, id in _named_entry_offers(Narrator(locale, marked=False), library, table, throw)
        for name in (said, id, *entry_aliases(table, id))
    ]


def _named_entry_offers(narrator: Narrator, library: Library, table: Table, throw: bool) -> list[Offer]:
    more = entries(narrator, library.tables(table.book), table, throw=True) if throw else []
    return named_entries(narrator, library, table) + more


def named_entries(narrator: Narrator, library: Library, table: Table) -> list[Offer]:
    """Return the entries of a table that have a name, not only a number."""
    tables = library.tables(table.book)
    offers = [offer for offer in entries(narrator, tables, table, throw=False) if not offer[1].isdecimal()]
    return [*offers, *_row_offers(narrator, tables, table)]


def _row_offers(narrator: Narrator, tables: Any, table: Table) -> Iterator[Offer]:
    """Yield the rows that have a name of their own besides the values by which they are found: ``furniture 3``."""
    name = table.words.row_names.get(table.key, "")
    asked = [parameter.name for parameter in table.lookup.parameters if parameter.required]
    for row in table.lookup.rows(tables) if name else ():
        values = [row[each] if each in row else row[f"{each}s"][0] for each in asked]
        yield table.words.word(narrator, table.key, name, str(row[name])), " ".join(map(str, values))


def _word_splits(typed: str) -> Iterator[Split]:
    """Yield the splits of the words in two, the longest first part first."""
    words = typed[:LONGEST].split()
    for end in range(min(len(words), MOST_WORDS), 0, -1):
        if head := " ".join(words[:end]).rstrip(",;: "):
            yield head, " ".join(words[end:]).lstrip(",;: ")


def _reading_of(name: Name, tail: str) -> Reading:
    between = ", " if "," in tail or ";" in tail else " "
    return Reading(name.table, between.join(filter(None, (name.id, tail))), name)


def _has_answer(library: Library, reading: Reading, tail: str, throw: bool) -> bool:
    """Whether the table answers the reading; not if the words behind the name are more than its other values."""
    table, tables = reading.table, library.tables(reading.table.book)
    more = len(table.lookup.parameters) - bool(reading.name.id)
    if len(tail.split()) > more * longest_value(tables, table):
        return False
    try:
        table.lookup.answer(tables, parse_values(tables, table, reading.entry, throw), thrower(b"") if throw else None)
    except Refused:
        return False
    return True


def _require_one_name(narrator: Narrator, library: Library, fitting: Sequence[Reading], head: str) -> Understood:
    said = {fold_name(reading.name.said): reading.name.said for reading in fitting}
    if fold(head) in said:
        return Understood(fitting)
    names = list(dict.fromkeys(reader_name(narrator.plain, library, reading) for reading in fitting))
    if len(names) > 1 and len(said) > 1:
        more = ("…",) * (len(names) > MOST_NEAR)
        raise Refused("lookup_near", got=head[:40], values=(*names[:MOST_NEAR], *more))
    words = set(fold(head).split())
    is_whole = any(words <= set(name.split()) for name in said)
    return Understood(fitting) if is_whole else Understood(fitting, head[:40], names[0])


def reader_name(narrator: Narrator, library: Library, reading: Reading) -> str:
    """Return the name that was understood in the reader's language."""
    id = reading.name.id
    known = entries(narrator, library.tables(reading.table.book), reading.table, throw=False) if id else []
    return next((said for said, each in known if each == id), "") or title_of(narrator, reading.table)
