"""What may be asked of a table, and which of it typed words mean.

One value is typed as it is called. Several stand one after the other (``troll 2``, ``miecz, 9``), each for the first
thing asked for that it fits, or with the name of what it is (``troll, poziom 2``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.lookup.entry import capitalised
from bot.lookup.titles import Table
from bot.words.catalogues import LOCALES
from bot.words.matching import Offer, find_matches, matching_offers
from bot.words.narrator import Narrator, fold, fold_name
from rules.kernel.errors import Refused
from rules.kernel.lookups import Parameter, plain_name

LONGEST = 100
"""Signs of a value that Discord completes."""
Asked = Parameter[Any]
Given = dict[str, Any]
_remembered: dict[tuple[str, str, str], tuple[Any, list[Offer]]] = {}
"""The names of what can be asked for, with the tables that they are of: each typed letter goes through hundreds."""


# What there is ---------------------------------------------------------------------------------------------


def values(narrator: Narrator, tables: Any, table: Table, asked: Asked) -> list[Offer]:
    """What can be asked for: as people call it, and its id."""
    key = (narrator.locale, table.key, asked.name)
    of, known = _remembered.get(key, (None, []))
    if of is not tables:
        ids = asked.values(tables) if asked.values else ()
        known = [(_called(narrator.plain, tables, table, asked, str(value)), str(value)) for value in ids]
        _remembered[key] = tables, known
    return known


def _called(narrator: Narrator, tables: Any, table: Table, asked: Asked, id: str) -> str:
    """A value's name; beside its id where people know it by both."""
    name = asked.called(tables, id) if asked.called else id
    said = capitalised(table.words.word(narrator, table.key, asked.name, name))
    return f"{id} · {said}" if asked.called else said


def entries(narrator: Narrator, tables: Any, table: Table, throw: bool) -> list[Offer]:
    """What can be asked of a table: as people call it, and its id."""
    return [offer for asked in first_asked(table, throw) for offer in values(narrator, tables, table, asked)]


def first_asked(table: Table, throw: bool) -> list[Asked]:
    """What a single word may stand for: when dice are thrown, what they need."""
    rolling = [asked for asked in table.one.parameters if asked.rolling]
    return rolling if throw and rolling else [asked for asked in table.one.parameters if not asked.rolling]


def label(narrator: Narrator, table: Table, asked: Asked) -> str:
    """What a value is, in words; '' for a mere name."""
    return narrator.plain.first_known(f"lookup.asked.{table.key}.{asked.name}", f"lookup.asked.{asked.name}")


def complete_entry(narrator: Narrator, tables: Any, table: Table, begun: str, throw: bool) -> list[Offer]:
    """Completion of what is asked of a table: an entry, and after a comma whatever else matters."""
    head, comma, last = begun.rpartition(",")
    if not comma:
        return matching_offers(entries(narrator, tables, table, throw), begun)
    filled = parse_values(tables, table, head, throw)
    others = [asked for asked in table.one.parameters if asked.name not in filled]
    offers = [offer for asked in others for offer in _labelled_values(narrator, tables, table, asked)]
    whole = [(f"{head.strip()}, {said}", f"{head.strip()}, {value}") for said, value in matching_offers(offers, last)]
    return [offer for offer in whole if len(offer[1]) <= LONGEST]


def _labelled_values(narrator: Narrator, tables: Any, table: Table, asked: Asked) -> list[Offer]:
    what = label(narrator, table, asked)
    known = values(narrator, tables, table, asked)
    return [(f"{what} {said}".strip(), f"{asked.name} {value}") for said, value in known]


# What is meant ---------------------------------------------------------------------------------------------


def parse_values(tables: Any, table: Table, typed: str, throw: bool) -> Given:
    """The values that the words mean, by what is asked for: one for the whole of them if it fits, else several."""
    if not typed.strip():
        return {}
    if fitting := [asked for asked in _for_one(table, throw) if is_value(tables, table, asked, typed)]:
        return {fitting[0].name: id_of(tables, table, fitting[0], typed)}
    pieces, filled = list(_pieces(tables, table, typed)), Given()
    for piece in pieces:
        alone = len(pieces) == 1
        first = first_asked(table, throw)[0] if alone else _first_open(tables, table, piece, filled, throw)
        asked, value = _labelled(table, piece) or (first, piece)
        filled[asked.name] = id_of(tables, table, asked, value)
    return filled


def _for_one(table: Table, throw: bool) -> list[Asked]:
    first = first_asked(table, throw)
    return [*first, *(asked for asked in table.one.parameters if asked not in first and asked.type == "choice")]


def _pieces(tables: Any, table: Table, typed: str) -> Iterator[str]:
    """The words parted at commas; else each as many of them as mean something together."""
    if "," in typed or ";" in typed or len(table.one.parameters) == 1:
        yield from filter(None, (piece.strip() for piece in typed.replace(";", ",").split(",")))
        return
    words = typed.split()
    while words:
        ends = range(len(words), 0, -1)
        end = next((end for end in ends if _means_something(tables, table, " ".join(words[:end]))), len(words))
        yield " ".join(words[:end])
        words = words[end:]


def _means_something(tables: Any, table: Table, piece: str) -> bool:
    return _labelled(table, piece) is not None or any(
        is_value(tables, table, one, piece) for one in table.one.parameters
    )


def _first_open(tables: Any, table: Table, piece: str, filled: Given, throw: bool) -> Asked:
    """The first thing asked for that is open still and that the piece fits, else the first, which then refuses it.

    What dice decide comes last where they are thrown.
    """
    first = first_asked(table, throw)
    still_open = [asked for asked in table.one.parameters if asked.name not in filled and (throw or not asked.rolling)]
    still_open.sort(key=lambda asked: throw and bool(asked.dice or asked.rolled))
    fitting = [asked for asked in still_open if is_value(tables, table, asked, piece)]
    return (fitting or [asked for asked in first if asked.name not in filled] or first)[0]


def _labelled(table: Table, piece: str) -> tuple[Asked, str] | None:
    """«poziom 2», «level: 2»."""
    words = piece.replace(":", " ").replace("=", " ").split()
    for asked in table.one.parameters:
        for name in filter(None, (asked.name, *(label(Narrator(locale), table, asked) for locale in LOCALES))):
            size = len(name.split())
            if words[size:] and fold(" ".join(words[:size])) == fold_name(name):
                return asked, " ".join(words[size:])
    return None


def is_value(tables: Any, table: Table, asked: Asked, typed: str) -> bool:
    """Whether the words are a value of what is asked for."""
    try:
        asked.read(tables, id_of(tables, table, asked, typed))
    except Refused:
        return False
    return True


def id_of(tables: Any, table: Table, asked: Asked, typed: str) -> str:
    """The id of what is called so in any language; the words as they are where there is none, or several."""
    if asked.type != "choice" or (
        asked.values and plain_name(typed) in map(plain_name, map(str, asked.values(tables)))
    ):
        return typed
    known = [offer for locale in LOCALES for offer in values(Narrator(locale, marked=False), tables, table, asked)]
    wanted = fold(typed)
    exact = [value for said, value in known if fold_name(said) == wanted]
    if exact:
        return exact[0]
    names: dict[str, list[str]] = {}
    for said, value in known:
        names.setdefault(value, []).append(said)
    near = find_matches(names, typed)
    return near[0] if len(near) == 1 else typed
