"""How a table is asked: what for, with which dice, and what an answer consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import msgspec

from rules.kernel.dice import Rolled, use_ascii_signs
from rules.kernel.errors import Refused
from rules.kernel.tables import Row, Sheet, package_of

T = TypeVar("T")
"""All tables of a game."""
Facts = dict[str, Any]
Values = Callable[[T], Sequence[int] | Sequence[str]]
Throw = Callable[[str], Rolled]
"""Throws the dice of a code: a sealed seed's, a script's, a hand's."""

DIE = range(1, 7)
MOST = 24
"""More than so many of a thing nobody rolls at once."""


class Parameter(msgspec.Struct, Generic[T], frozen=True):
    """What a lookup may be asked for: one of some ``values``, or any whole number where there are none.

    ``called``: under which key the catalogues have the name of a value that is an id of the map, and no name itself.

    ``dice`` are thrown for it when it is left out. ``rolled``: the roll of the table can do without it. ``rolling``: it
    matters only when dice are thrown.
    """

    name: str
    about: str
    type: Literal["int", "choice"]
    values: Values[T] | None = None
    required: bool = True
    dice: str = ""
    rolled: bool = False
    rolling: bool = False
    called: Callable[[T, str], str] | None = None

    def read(self, tables: T, given: int | str) -> int | str:
        """The value that is meant; refuses what is none and names those that exist."""
        if self.values is None:
            return self._whole_number(given)
        values, wanted = self.values(tables), plain_name(str(given))
        alike = [value for value in values if plain_name(str(value)) == wanted]
        alike = alike or [value for value in values if plain_name(str(value)).rpartition(".")[2] == wanted]
        if self.called is not None:
            alike = alike or [value for value in values if plain_name(self.called(tables, str(value))) == wanted]
        if len(alike) != 1:
            listed = tuple(map(str, alike or values))
            raise Refused("lookup_value", parameter=self.name, got=str(given)[:40], values=listed)
        return alike[0]

    def _whole_number(self, given: int | str) -> int:
        try:
            return int(use_ascii_signs(str(given)))
        except ValueError as error:
            raise Refused("lookup_number", parameter=self.name, got=str(given)[:40]) from error


class Throws:
    """The dice of one answer, each kept with what it decided."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self.facts: list[Facts] = []

    def roll(self, code: str, what: str) -> Rolled:
        """Throw these dice."""
        rolled = self._throw(code)
        self.facts.append({"for": what, "code": rolled.code, "dice": list(rolled.dice), "total": int(rolled)})
        return rolled

    def number(self, code: int | str, what: str) -> int:
        """A number as it stands, or dice thrown."""
        return int(code) if str(code).isdecimal() else int(self.roll(str(code), what))

    def settled(self, facts: Facts, *names: str) -> Facts:
        """The facts, with dice thrown for those of these names."""
        return facts | {name: self.number(facts[name], name) for name in names if facts.get(name)}


class Lookup(msgspec.Struct, Generic[T], frozen=True):
    """A table, how to ask for one entry of it, how to list it whole, and how to roll on it.

    ``words``: under which key the catalogues have its words, where another game has a table of this name.
    """

    name: str
    about: str
    parameters: tuple[Parameter[T], ...]
    find: Callable[..., Facts]
    rows: Callable[[T], list[Facts]]
    roll: Callable[..., Facts] | None = None
    words: str = ""

    @property
    def key(self) -> str:
        """The key of its words; no two tables of the house have the same."""
        return self.words or self.name

    def answer(self, tables: T, given: Mapping[str, int | str], throw: Throw | None = None) -> Facts | list[Facts]:
        """One entry; without arguments all rows; with ``throw`` the dice are thrown for what is left open.

        Refuses arguments that are missing or wrong.
        """
        if throw is not None:
            return self._rolled(tables, given, Throws(throw))
        if not given:
            return self.rows(tables)
        return self.find(tables, **dict(self._asked(tables, given, rolling=False)))

    def _rolled(self, tables: T, given: Mapping[str, int | str], throws: Throws) -> Facts:
        if self.roll is None:
            raise Refused("lookup_dice", table=self.name)
        asked = dict(self._asked(tables, given, rolling=True))
        for parameter in self.parameters:
            if parameter.dice and parameter.name not in asked:
                asked[parameter.name] = int(throws.roll(parameter.dice, parameter.name))
        found = self.roll(tables, throws, **asked)
        return {**found, "rolled": throws.facts}

    def _asked(self, tables: T, given: Mapping[str, int | str], *, rolling: bool) -> Iterator[tuple[str, int | str]]:
        needed = [
            parameter
            for parameter in self.parameters
            if parameter.required and not (rolling and (parameter.dice or parameter.rolled))
        ]
        if missing := tuple(parameter.name for parameter in needed if parameter.name not in given):
            raise Refused("lookup_missing", table=self.name, parameters=missing)
        for parameter in self.parameters:
            if parameter.name in given and (rolling or not parameter.rolling):
                yield parameter.name, parameter.read(tables, given[parameter.name])


class Book(msgspec.Struct, Generic[T], frozen=True):
    """A game's tables, in the order of its rulebook, and how they are read."""

    game: str
    lookups: tuple[Lookup[T], ...]
    load: Callable[[Path | None], T]

    def tables(self, own: Path | None = None) -> T:
        """The tables, a group's own first: they lie in a folder of the game's name within ``own``."""
        return self.load(own / package_of(self.game) if own else None)

    def lookup(self, name: str) -> Lookup[T]:
        """The lookup of this name; refuses a wrong one and names those that exist."""
        return find(self.lookups, name)

    def listed(self, tables: T) -> list[Facts]:
        """The tables there are: how many rows, from which section, of which origin."""
        rows = {lookup.name: lookup.rows(tables) for lookup in self.lookups}
        return [
            {"table": name, "rows": len(found), "section": found[0]["section"], "origin": found[0]["origin"]}
            for name, found in rows.items()
        ]


def find(known: Sequence[Lookup[T]], name: str) -> Lookup[T]:
    """The first of these lookups that is called so; refuses a wrong name and names those that exist."""
    for lookup in known:
        if lookup.name == plain_name(name):
            return lookup
    raise Refused("lookup_table", got=name[:40], values=tuple(dict.fromkeys(lookup.name for lookup in known)))


def plain_name(name: str) -> str:
    """«Lord Dil», «lord-dil» and «lord_dil» are one."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def sourced(found: Facts, sheet: Sheet, row: Row | None = None) -> Facts:
    """The facts with section and origin: the row's own where it has them, else the sheet's."""
    section, origin = (row.section, row.origin) if row else (None, None)
    return {**found, "section": section or sheet.section, "origin": origin or sheet.origin}


def columns(row: Row) -> Facts:
    """A row as facts, without its source and how it is called and drawn."""
    found: Facts = msgspec.to_builtins(row)
    return {name: value for name, value in found.items() if name not in ("section", "origin", "words", "emblem")}


def agreeing(parameter: str, given: int | None, known: Sequence[int]) -> None:
    """Refuses a number that contradicts what was asked for by name."""
    if given is not None and given not in known:
        raise Refused("lookup_value", parameter=parameter, got=str(given), values=tuple(map(str, known)))


def as_printed(sheet: str, rows: str) -> Callable[[Any], list[Facts]]:
    """All rows of a sheet as they stand in its file."""

    def whole(tables: Any) -> list[Facts]:
        table = getattr(tables, sheet)
        return [sourced(columns(row), table, row) for row in getattr(table, rows)]

    return whole


def just(find: Callable[..., Facts]) -> Callable[..., Facts]:
    """The roll of a table on which dice choose the entry, and nothing else is diced for."""

    def rolled(tables: Any, throws: Throws, **asked: int | str) -> Facts:
        return find(tables, **asked)

    return rolled


def number(name: str, about: str, values: Values[T] | None = None) -> Parameter[T]:
    """A whole number."""
    return Parameter(name, about, "int", values)


def choice(name: str, about: str, values: Values[T]) -> Parameter[T]:
    """One of some names."""
    return Parameter(name, about, "choice", values)


def called(parameter: Parameter[T], name: Callable[[T, str], str]) -> Parameter[T]:
    """The same, but its values have names, too."""
    return msgspec.structs.replace(parameter, called=name)


def on_die(name: str, about: str, dice: str = "1K6") -> Parameter[T]:
    """The result of one die; it is thrown when it is left out."""
    return Parameter(name, about, "int", lambda _: DIE, dice=dice)


def optional(parameter: Parameter[T]) -> Parameter[T]:
    """The same, but it may be left out."""
    return msgspec.structs.replace(parameter, required=False)


def for_rolling(parameter: Parameter[T]) -> Parameter[T]:
    """The same, but it matters only when dice are thrown, and may be left out."""
    return msgspec.structs.replace(parameter, required=False, rolling=True)


def unless_rolled(parameter: Parameter[T]) -> Parameter[T]:
    """The same, but the roll of the table works it out when it is left out."""
    return msgspec.structs.replace(parameter, rolled=True)
