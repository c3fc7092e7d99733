"""Look-ups in a game's tables: their parameters, dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from typing_extensions import TypeVar

from rules.kernel.dice import Rolled, use_ascii_signs
from rules.kernel.errors import Refused
from rules.kernel.tables import Row, Sheet, package_of

T = TypeVar("T", default=Any)
Facts = dict[str, Any]
Values = Callable[[T], Sequence[int] | Sequence[str]]
Throw = Callable[[str], Rolled]

DIE = range(1, 7)
MOST = 24
"""The highest number of rolls of one kind at once."""


class Parameter(Struct, Generic[T], frozen=True):
    """A parameter of a look-up: one of ``values``, or any whole number if ``values`` is None.

    ``called`` returns the catalogue key for the name of a value that is only a map id. ``dice`` are rolled when the
    parameter is left out.

    ``rolled``: not needed when the table is rolled on. ``rolling``: used only when dice are rolled.
    """

    name: str
    type: Literal["int", "choice"]
    values: Values[T] | None = None
    required: bool = True
    dice: str = ""
    rolled: bool = False
    rolling: bool = False
    called: Callable[[T, str], str] | None = None

    def read(self, tables: T, given: int | str) -> int | str:
        """Return the parsed value; raises ``Refused`` with the known values when it is invalid."""
        if not self.values:
            return self._whole_number(given)
        values, wanted = self.values(tables), plain_name(str(given))
        alike = [value for value in values if plain_name(str(value)) == wanted]
        alike = alike or [value for value in values if plain_name(str(value)).rpartition(".")[2] == wanted]
        if self.called:
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
    """The dice rolled for one answer, each with its purpose."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self.facts: list[Facts] = []

    def roll(self, code: str, what: str) -> Rolled:
        """Roll the dice of this code and record them; ``what`` is their purpose."""
        rolled = self._throw(code)
        self.facts.append({"for": what, "code": rolled.code, "dice": list(rolled.dice), "total": int(rolled)})
        return rolled

    def number(self, code: int | str, what: str) -> int:
        """Return a number as it is, or the result of rolling a dice code."""
        return int(code) if str(code).isdecimal() else int(self.roll(str(code), what))

    def settled(self, facts: Facts, *names: str) -> Facts:
        """Return the facts with the dice codes under these names replaced by rolled numbers."""
        return facts | {name: self.number(facts[name], name) for name in names if facts.get(name)}


class Lookup(Struct, Generic[T], frozen=True):
    """A look-up in one table: finds one entry, lists all rows or rolls on the table.

    ``whole``: all rows, unless they are the entries of the first parameter's values. ``words``: the catalogue key of
    its words, if another game has a table of this name.
    """

    name: str
    parameters: tuple[Parameter[T], ...]
    find: Callable[..., Facts]
    roll: Callable[..., Facts] | None = None
    whole: Callable[[T], list[Facts]] | None = None
    words: str = ""

    @property
    def key(self) -> str:
        """The catalogue key of its words, unique among the tables of all games."""
        return self.words or self.name

    def rows(self, tables: T) -> list[Facts]:
        """Return all rows of the table."""
        if self.whole:
            return self.whole(tables)
        first = self.parameters[0]
        return [self.find(tables, **{first.name: value}) for value in (first.values(tables) if first.values else ())]

    def answer(self, tables: T, given: Mapping[str, int | str], throw: Throw | None = None) -> Facts | list[Facts]:
        """Return one entry, or all rows if no arguments are given; with ``throw``, roll for arguments left out.

        Raises ``Refused`` when arguments are missing or wrong.
        """
        if throw:
            return self._rolled(tables, given, Throws(throw))
        if not given:
            return self.rows(tables)
        return self.find(tables, **dict(self._asked(tables, given, rolling=False)))

    def _rolled(self, tables: T, given: Mapping[str, int | str], throws: Throws) -> Facts:
        if not self.roll:
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
        for parameter in self.parameters:
            if parameter.name in given and (rolling or not parameter.rolling):
                yield parameter.name, parameter.read(tables, given[parameter.name])
        if missing := tuple(parameter.name for parameter in needed if parameter.name not in given):
            raise Refused("lookup_missing", table=self.name, parameters=missing)


class Book(Struct, Generic[T], frozen=True):
    """A game's tables and look-ups, in the order of its rulebook."""

    game: str
    lookups: tuple[Lookup[T], ...]
    load: Callable[[Path | None], T]

    def tables(self, own: Path | None = None) -> T:
        """Load the tables; a folder with the game's name in ``own`` overrides them."""
        return self.load(own / package_of(self.game) if own else None)

    def lookup(self, name: str) -> Lookup[T]:
        """Return the look-up of this name; raises ``Refused`` with the known names."""
        return find(self.lookups, name)


def find(known: Sequence[Lookup[T]], name: str) -> Lookup[T]:
    """Return the first look-up of this name; raises ``Refused`` with the known names."""
    for lookup in known:
        if lookup.name == plain_name(name):
            return lookup
    raise Refused("lookup_table", got=name[:40], values=tuple(dict.fromkeys(lookup.name for lookup in known)))


def plain_name(name: str) -> str:
    """Return the normalized name: «Lord Dil» and «lord-dil» become ``lord_dil``."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def sourced(found: Facts, sheet: Sheet, row: Row | None = None) -> Facts:
    """Return the facts with section and origin, from the row if it has them, else from the sheet."""
    section, origin = (row.section, row.origin) if row else (None, None)
    return {**found, "section": section or sheet.section, "origin": origin or sheet.origin}


def columns(row: Row) -> Facts:
    """Return a row's values without its source, words and emblem."""
    found: Facts = to_builtins(row)
    return {name: value for name, value in found.items() if name not in ("section", "origin", "words", "emblem")}


def as_printed(sheet: str, *lists: str, show: Callable[[Any], Facts] = columns) -> Callable[[Any], list[Facts]]:
    """Return a function that lists all rows of a sheet's lists as its file has them; ``show`` returns a row's facts."""

    def whole(tables: Any) -> list[Facts]:
        table = getattr(tables, sheet)
        return [sourced(show(row), table, row) for rows in lists for row in getattr(table, rows)]

    return whole


def keys(sheet: str, rows: str, key: str = "id") -> Callable[[Any], list[Any]]:
    """Return a function that lists the keys of a sheet's rows."""
    return lambda tables: [getattr(row, key) for row in getattr(getattr(tables, sheet), rows)]


def by_key(sheet: str, rows: str, show: Callable[[Any], Facts] = columns, **keys: str) -> Callable[..., Facts]:
    """Return a function that finds the row of all given values; raises ``Refused`` if there is none.

    ``keys``: for each parameter the field that has its value, or has it among others. ``show`` returns a row's facts.
    """

    def find(tables: Any, **given: Any) -> Facts:
        table = getattr(tables, sheet)
        found = getattr(table, rows)
        if not given:
            raise Refused("lookup_missing", table=rows, parameters=(list(keys)[-1],))
        for name, value in given.items():
            known = [getattr(row, keys[name]) for row in found]
            pairs = zip(found, known, strict=True)
            found = [row for row, its in pairs if its == value or (isinstance(its, tuple) and value in its)]
            if not found:
                raise Refused("lookup_value", parameter=name, got=str(value), values=tuple(map(str, known)))
        return sourced(show(found[0]), table, found[0])

    return find


def just(find: Callable[..., Facts]) -> Callable[..., Facts]:
    """Return the roll of a look-up in which dice only choose the entry."""

    def rolled(tables: Any, throws: Throws, **asked: int | str) -> Facts:
        return find(tables, **asked)

    return rolled


def number(name: str, values: Values[T] | None = None) -> Parameter[T]:
    """Return a parameter that takes a whole number."""
    return Parameter(name, "int", values)


def choice(name: str, values: Values[T]) -> Parameter[T]:
    """Return a parameter that takes one of some names."""
    return Parameter(name, "choice", values)


def called(parameter: Parameter[T], name: Callable[[T, str], str]) -> Parameter[T]:
    """Return the parameter with names for its values."""
    return replace(parameter, called=name)


def on_die(name: str, dice: str = "1K6") -> Parameter[T]:
    """Return a parameter that takes the result of one die; it is rolled when left out."""
    return Parameter(name, "int", lambda _: DIE, dice=dice)


def optional(parameter: Parameter[T]) -> Parameter[T]:
    """Return the parameter, made optional."""
    return replace(parameter, required=False)


def for_rolling(parameter: Parameter[T]) -> Parameter[T]:
    """Return the parameter, made optional and used only when dice are rolled."""
    return replace(parameter, required=False, rolling=True)


def unless_rolled(parameter: Parameter[T]) -> Parameter[T]:
    """Return the parameter, made optional for rolls on the table."""
    return replace(parameter, rolled=True)
