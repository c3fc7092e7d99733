"""How a table is asked: what for, with which dice, and what an answer consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rules.kernel.dice import Rolled
from rules.kernel.errors import Refused
from rules.kernel.tables import Sheet
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.tables.sheets import Row

Facts = dict[str, Any]
Values = Callable[[Tables], Sequence[int] | Sequence[str]]
Throw = Callable[[str], Rolled]
"""Throws the dice of a code: a sealed seed's, a script's, a hand's."""

DIE = range(1, 7)
MOST = 24
"""More than so many of a thing nobody rolls at once."""


class Parameter(msgspec.Struct, frozen=True):
    """What a lookup may be asked for: one of some ``values``, or any whole number where there are none.

    ``dice`` are thrown for it when it is left out. ``rolled``: the roll of the table can do without it. ``rolling``: it
    matters only when dice are thrown.
    """

    name: str
    about: str
    type: Literal["int", "choice"]
    values: Values | None = None
    required: bool = True
    dice: str = ""
    rolled: bool = False
    rolling: bool = False

    def read(self, tables: Tables, given: int | str) -> int | str:
        """The value that is meant; refuses what is none and names those that exist."""
        if self.values is None:
            return self._whole_number(given)
        values, wanted = self.values(tables), plain_name(str(given))
        alike = [value for value in values if plain_name(str(value)) == wanted]
        alike = alike or [value for value in values if plain_name(str(value)).rpartition(".")[2] == wanted]
        if len(alike) != 1:
            listed = tuple(map(str, alike or values))
            raise Refused("lookup_value", parameter=self.name, got=str(given)[:40], values=listed)
        return alike[0]

    def _whole_number(self, given: int | str) -> int:
        try:
            return int(given)
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


class Lookup(msgspec.Struct, frozen=True):
    """A table, how to ask for one entry of it, how to list it whole, and how to roll on it."""

    name: str
    about: str
    parameters: tuple[Parameter, ...]
    find: Callable[..., Facts]
    rows: Callable[[Tables], list[Facts]]
    roll: Callable[..., Facts] | None = None

    def answer(self, tables: Tables, given: Mapping[str, int | str], throw: Throw | None = None) -> Facts | list[Facts]:
        """One entry; without arguments all rows; with ``throw`` the dice are thrown for what is left open.

        Refuses arguments that are missing or wrong.
        """
        if throw is not None:
            return self._rolled(tables, given, Throws(throw))
        if not given:
            return self.rows(tables)
        return self.find(tables, **dict(self._asked(tables, given, rolling=False)))

    def _rolled(self, tables: Tables, given: Mapping[str, int | str], throws: Throws) -> Facts:
        if self.roll is None:
            raise Refused("lookup_dice", table=self.name)
        asked = dict(self._asked(tables, given, rolling=True))
        for one in self.parameters:
            if one.dice and one.name not in asked:
                asked[one.name] = int(throws.roll(one.dice, one.name))
        found = self.roll(tables, throws, **asked)
        return {**found, "rolled": throws.facts}

    def _asked(
        self, tables: Tables, given: Mapping[str, int | str], *, rolling: bool
    ) -> Iterator[tuple[str, int | str]]:
        needed = [one for one in self.parameters if one.required and not (rolling and (one.dice or one.rolled))]
        if missing := tuple(one.name for one in needed if one.name not in given):
            raise Refused("lookup_missing", table=self.name, parameters=missing)
        for one in self.parameters:
            if one.name in given and (rolling or not one.rolling):
                yield one.name, one.read(tables, given[one.name])


def plain_name(name: str) -> str:
    """«Lord Dil», «lord-dil» and «lord_dil» are one."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def sourced(found: Facts, sheet: Sheet, row: Row | None = None) -> Facts:
    """The facts with section and origin: the row's own where it has them, else the sheet's."""
    section, origin = (row.section, row.origin) if row else (None, None)
    return {**found, "section": section or sheet.section, "origin": origin or sheet.origin}


def columns(row: Row) -> Facts:
    """A row as facts, without its source."""
    found: Facts = msgspec.to_builtins(row)
    return {name: value for name, value in found.items() if name not in ("section", "origin")}


def as_printed(sheet: str, rows: str) -> Callable[[Tables], list[Facts]]:
    """All rows of a sheet as they stand in its file."""

    def whole(tables: Tables) -> list[Facts]:
        table = getattr(tables, sheet)
        return [sourced(columns(row), table, row) for row in getattr(table, rows)]

    return whole


def just(find: Callable[..., Facts]) -> Callable[..., Facts]:
    """The roll of a table on which dice choose the entry, and nothing else is diced for."""

    def rolled(tables: Tables, throws: Throws, **asked: int | str) -> Facts:
        return find(tables, **asked)

    return rolled


def number(name: str, about: str, values: Values | None = None) -> Parameter:
    """A whole number."""
    return Parameter(name, about, "int", values)


def choice(name: str, about: str, values: Values) -> Parameter:
    """One of some names."""
    return Parameter(name, about, "choice", values)


def on_die(name: str, about: str, dice: str = "1K6") -> Parameter:
    """The result of one die; it is thrown when it is left out."""
    return Parameter(name, about, "int", lambda _: DIE, dice=dice)


def optional(one: Parameter) -> Parameter:
    """The same, but it may be left out."""
    return msgspec.structs.replace(one, required=False)


def for_rolling(one: Parameter) -> Parameter:
    """The same, but it matters only when dice are thrown, and may be left out."""
    return msgspec.structs.replace(one, required=False, rolling=True)


def unless_rolled(one: Parameter) -> Parameter:
    """The same, but the roll of the table works it out when it is left out."""
    return msgspec.structs.replace(one, rolled=True)
