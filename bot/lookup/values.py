"""The values with which a table is queried: their names, their completion, and how typed words are read as values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from bot.lookup.tables import Table
from bot.lookup.words import capitalised
from bot.words.catalogues import LOCALES
from bot.words.matching import Names, Offer, find_matches, matching_offers, spend
from bot.words.narrator import Narrator, fold, fold_name
from rules.kernel.errors import Refused
from rules.kernel.lookups import Parameter, plain_name

LONGEST = 100
"""Discord's maximum length of a completed value in characters."""
Asked = Parameter
Given = dict[str, Any]
T = TypeVar("T")
_remembered: dict[tuple[str, ...], tuple[Any, Any]] = {}
"""Cached names with their tables; a completion reads hundreds of them for each typed letter."""


def remember(key: tuple[str, ...], tables: Any, make: Callable[[], T]) -> T:
    """Return what was made of these tables under this key; make it if it is new, or if the tables are others."""
    of, known = _remembered.get(key, (None, None))
    if of is not tables:
        known = make()
        _remembered[key] = tables, known
    return cast("T", known)


def values(narrator: Narrator, tables: Any, table: Table, asked: Asked) -> list[Offer]:
    """Return the possible values of a parameter with their names."""

    def named_values() -> list[Offer]:
        ids = asked.values(tables) if asked.values else ()
        return [(_named_value(narrator.plain, tables, table, asked, str(value)), str(value)) for value in ids]

    return remember((narrator.locale, table.key, asked.name), tables, named_values)


def _named_value(narrator: Narrator, tables: Any, table: Table, asked: Asked, id: str) -> str:
    """Return a value's name, with its id if people know both."""
    name = asked.called(tables, id) if asked.called else id
    said = capitalised(table.words.word(narrator, table.key, asked.name, name))
    return f"{id} · {said}" if asked.called else said


def entries(narrator: Narrator, tables: Any, table: Table, throw: bool) -> list[Offer]:
    """Return the possible queries of a table: their names and ids."""
    return [offer for asked in first_asked(table, throw) for offer in values(narrator, tables, table, asked)]


def entry_aliases(table: Table, id: str) -> list[str]:
    """Return other names under which people look for an entry, in every language."""
    said = (Narrator(locale, marked=False).first_known(f"lookup.called.{table.key}.{id}") for locale in LOCALES)
    return [name for names in said if names for name in names.split(", ")]


def first_asked(table: Table, throw: bool) -> list[Asked]:
    """Return the parameters that a single word may fill; ``throw``: those that the roll needs."""
    rolling = [asked for asked in table.lookup.parameters if asked.rolling]
    return rolling if throw and rolling else [asked for asked in table.lookup.parameters if not asked.rolling]


def label(narrator: Narrator, table: Table, asked: Asked) -> str:
    """Return the label of a parameter; '' if it needs none."""
    return narrator.plain.first_known(f"lookup.asked.{table.key}.{asked.name}", f"lookup.asked.{asked.name}")


def complete_entry(narrator: Narrator, tables: Any, table: Table, begun: str, throw: bool) -> list[Offer]:
    """Return completions of a query: an entry, and after a comma the other parameters."""
    if not throw and (pairs := _pairs_of_dice(tables, table)):
        return [
            offer for offer in pairs if offer[0].replace(",", "").startswith(" ".join(begun.replace(",", " ").split()))
        ]
    if "," not in begun:
        return matching_offers(entries(narrator, tables, table, throw), begun)
    head, last = begun.rsplit(",", 1)
    filled = parse_values(tables, table, head, throw)
    offers = _labelled_values(narrator, tables, table, filled)
    whole = [(f"{head.strip()}, {said}", f"{head.strip()}, {value}") for said, value in matching_offers(offers, last)]
    return [offer for offer in whole if len(offer[1]) <= LONGEST]


def _pairs_of_dice(tables: Any, table: Table) -> list[Offer]:
    """Return all results of a table that needs two dice, «4, 2»; none for other tables."""
    needed = [asked for asked in table.lookup.parameters if asked.required and not asked.rolling]
    if len(needed) != 2 or not all(asked.dice and asked.values for asked in needed):
        return []
    first, second = (tuple(asked.values(tables)) for asked in needed if asked.values)
    return [(f"{red}, {blue}", f"{red}, {blue}") for red in first for blue in second]


def _labelled_values(narrator: Narrator, tables: Any, table: Table, filled: Collection[str]) -> list[Offer]:
    """Return the values of the parameters that are not filled in yet."""
    return [
        (f"{label(narrator, table, asked)} {said}".strip(), f"{asked.name} {value}")
        for asked in table.lookup.parameters
        if asked.name not in filled
        for said, value in values(narrator, tables, table, asked)
    ]


# Reading typed values --------------------------------------------------------------------------------------


def parse_values(tables: Any, table: Table, typed: str, throw: bool) -> Given:
    """Return the values in the typed words by parameter: one value if all the words fit it, else several."""
    if not typed.strip():
        return {}
    if fitting := [asked for asked in _completed_parameters(table, throw) if is_value(tables, table, asked, typed)]:
        return {fitting[0].name: id_of(tables, table, fitting[0], typed)}
    pieces, filled = list(_split_values(tables, table, typed)), Given()
    for piece in pieces:
        alone = len(pieces) == 1
        first = first_asked(table, throw)[0] if alone else _first_open_parameter(tables, table, piece, filled, throw)
        asked, value = _labelled_parameter(table, piece) or (first, piece)
        filled[asked.name] = id_of(tables, table, asked, value)
    return filled


def _completed_parameters(table: Table, throw: bool) -> list[Asked]:
    first = first_asked(table, throw)
    return [*first, *(asked for asked in table.lookup.parameters if asked not in first and asked.type == "choice")]


def _split_values(tables: Any, table: Table, typed: str) -> Iterator[str]:
    """Yield the values in the words, separated by commas or by the longest matches; the last has all the rest."""
    most = len(table.lookup.parameters)
    if "," in typed or ";" in typed or most == 1:
        pieces = [piece for piece in map(str.strip, typed.replace(";", ",").split(",")) if piece]
        yield from [*pieces[:most], *[", ".join(pieces[most:])] * (len(pieces) > most)]
        return
    words, longest = typed.split(), longest_value(tables, table)
    for _ in range(most):
        ends = range(min(len(words), longest), 0, -1)
        end = next((end for end in ends if _means_something(tables, table, " ".join(words[:end]))), len(words))
        yield " ".join(words[:end])
        words = words[end:]
        if not words:
            return
    yield " ".join(words)


def _means_something(tables: Any, table: Table, piece: str) -> bool:
    return _labelled_parameter(table, piece) is not None or any(
        is_value(tables, table, parameter, piece) for parameter in table.lookup.parameters
    )


def _first_open_parameter(tables: Any, table: Table, piece: str, filled: Given, throw: bool) -> Asked:
    """Return the first open parameter that the piece fits, else the first, which refuses it; rolled ones come last."""
    first = first_asked(table, throw)
    still_open = [
        asked for asked in table.lookup.parameters if asked.name not in filled and (throw or not asked.rolling)
    ]
    still_open.sort(key=lambda asked: throw and bool(asked.dice or asked.rolled))
    fitting = [asked for asked in still_open if is_value(tables, table, asked, piece)]
    return (fitting or [asked for asked in first if asked.name not in filled] or first)[0]


def _labelled_parameter(table: Table, piece: str) -> tuple[Asked, str] | None:
    """Return the parameter and the value of a labelled piece: «poziom 2», «level: 2»."""
    words = piece.replace(":", " ").replace("=", " ").split()
    for asked in table.lookup.parameters:
        for name in _label_names(table, asked):
            size = len(name.split())
            if words[size:] and fold(" ".join(words[:size])) == fold_name(name):
                return asked, " ".join(words[size:])
    return None


def _label_names(table: Table, asked: Asked) -> tuple[str, ...]:
    """Return the labels of a parameter: its name, and its label in every language."""
    return remember(
        ("labels", table.key, asked.name),
        table.book,
        lambda: tuple(filter(None, (asked.name, *(label(Narrator(locale), table, asked) for locale in LOCALES)))),
    )


def is_value(tables: Any, table: Table, asked: Asked, typed: str) -> bool:
    """Whether the words are a value of this parameter."""
    spend(1)
    if asked.type == "choice":
        return _is_choice(_value_names(tables, table, asked), typed)
    return _is_read(tables, asked, typed)


def _is_read(tables: Any, asked: Asked, value: str) -> bool:
    try:
        asked.read(tables, value)
    except Refused:
        return False
    return True


@dataclass(frozen=True, eq=False)  # each is its own cache key
class ValueNames:
    """The values of a parameter: normalized ids, the value of each folded name, and all names of each value."""

    tables: Any
    asked: Asked
    ids: frozenset[str]
    exact: Mapping[str, str]
    names: Names


def _value_names(tables: Any, table: Table, asked: Asked) -> ValueNames:
    """Return the names of a parameter's values in every language, with their aliases."""

    def collected() -> ValueNames:
        known = [offer for locale in LOCALES for offer in values(Narrator(locale, marked=False), tables, table, asked)]
        known += [(alias, id) for id in dict.fromkeys(id for _, id in known) for alias in entry_aliases(table, id)]
        names: dict[str, list[str]] = {}
        for said, value in known:
            names.setdefault(value, []).append(said)
        exact = {fold_name(said): value for said, value in reversed(known)}
        return ValueNames(tables, asked, frozenset(map(plain_name, names)), exact, names)

    return remember(("names", table.key, asked.name), tables, collected)


def id_of(tables: Any, table: Table, asked: Asked, typed: str) -> str:
    """Return the id of the value with this name in any language; the typed words if none or several fit."""
    if asked.type != "choice":
        return typed
    return _choice_meant(_value_names(tables, table, asked), typed)


def _choice_meant(known: ValueNames, typed: str) -> str:
    if plain_name(typed) in known.ids:
        return typed
    if exact := known.exact.get(fold(typed)):
        return exact
    near = find_matches(known.names, typed)
    return near[0] if len(near) == 1 else typed


@lru_cache(maxsize=256)  # the readings of one line share their values
def _is_choice(known: ValueNames, typed: str) -> bool:
    spend(len(known.ids))
    return _is_read(known.tables, known.asked, _choice_meant(known, typed))


def longest_value(tables: Any, table: Table) -> int:
    """Return the number of words of the longest value of a table, with the longest label in front of it."""

    def longest() -> int:
        labels = [name for asked in table.lookup.parameters for name in _label_names(table, asked)]
        names = [
            name
            for asked in table.lookup.parameters
            if asked.type == "choice"
            for known in _value_names(tables, table, asked).names.values()
            for name in known
        ]
        return sum(max((len(name.split()) for name in some), default=1) for some in (labels, names))

    return remember(("longest", table.key), tables, longest)
