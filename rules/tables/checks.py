"""General checks of what the types of table files cannot say.

Each yields faults: a key below the sheet or row that it is given, and what was expected there. A path such as
``hero[].id`` names a field of each row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rules.kernel.errors import BadTable, expected
from rules.kernel.table_types import meant_of
from rules.kernel.tables import DIE, Fault, repeated

Kinds = Sequence[str]
"""The kinds of rows that have a field."""


def fault(reason: str, key: str, template: str, **facts: Any) -> Fault:
    """Return what was expected at a key."""
    return key, expected(reason, template, **facts)


def within(key: str, found: Iterable[Fault]) -> Iterator[Fault]:
    """Yield faults found below a key with their whole key."""
    for inner, said in found:
        yield f"{key}.{inner}".removesuffix(".").replace(".[", "["), said


def each_row(sheet: Any, path: str, check: Callable[..., Iterator[Fault]], *about: Any) -> Iterator[Fault]:
    """Yield the faults that a check finds in each row of the list at a path."""
    for key, row in values_at(sheet, f"{path}[]"):
        yield from within(key, check(row, *about))


def values_at(sheet: Any, path: str) -> list[tuple[str, Any]]:
    """Return the values at a path, each with its key."""
    found = [("", sheet)]
    for step in path.split("."):
        name, _, is_list = step.partition("[")
        found = [(f"{key}.{name}".removeprefix("."), getattr(value, name)) for key, value in found]
        if is_list:
            found = [(f"{key}[{n}]", row) for key, rows in found for n, row in enumerate(rows)]
    return found


def each_once(values: Sequence[tuple[str, Any]]) -> Iterator[Fault]:
    """Check that no value occurs twice."""
    for key, value in repeated(values):
        yield fault("twice", key, "each once, got {got!r} twice", got=value)


def unique(sheet: Any, path: str) -> Iterator[Fault]:
    """Check that no value at a path occurs twice."""
    return each_once(values_at(sheet, path))


def covers(sheet: Any, path: str, wanted: Sequence[Any]) -> Iterator[Fault]:
    """Check that every wanted value occurs exactly once at a path."""
    return covers_all(values_at(sheet, path), path.partition("[")[0], wanted)


def covers_all(values: Sequence[tuple[str, Any]], whole: str, wanted: Sequence[Any]) -> Iterator[Fault]:
    """Check that every wanted value occurs exactly once; ``whole``: the key at which one is missing."""
    yield from each_once(values)
    found, names = [value for _, value in values], tuple(map(str, wanted))
    for missing in (value for value in wanted if value not in found):
        yield fault("each_once", whole, "each of {all} once, {missing} is missing", all=names, missing=str(missing))


def covers_die(sheet: Any, key: str, what: str = "", field: str = "kind") -> Iterator[Fault]:
    """Check that each result of one die belongs to exactly one row, of those of one kind."""
    each = "each of 1 to 6 once for {what}" if what else "each of 1 to 6 once"
    rows = [(at, row) for at, row in values_at(sheet, f"{key}[]") if not what or getattr(row, field) == what]
    rolls = [(f"{at}.rolls", roll) for at, row in rows for roll in row.rolls]
    for at, roll in repeated(rolls):
        yield fault("roll_twice", at, each + ", got {got} twice", what=what, got=roll)
    taken = [roll for _, roll in rolls]
    for roll in (roll for roll in DIE if roll not in taken):
        yield fault("roll_missing", key, each + ", {roll} is missing", what=what, roll=roll)


def some_results(sheet: Any, key: str, *paths: str) -> Iterator[Fault]:
    """Check for at least one result of a die and no repetition, at a key or at several paths together."""
    faces = [face for path in paths or (key,) for face in values_at(sheet, f"{path}[]")]
    if not faces:
        yield fault("some_result", key, "at least one result of 1K6")
    yield from each_once(faces)


def refers_to(sheet: Any, path: str, known: Sequence[str]) -> Iterator[Fault]:
    """Check that the names at a path are known."""
    found = [(key, names if isinstance(names, tuple) else (names,)) for key, names in values_at(sheet, path)]
    return known_names([(key, name) for key, names in found for name in names], known)


def known_names(names: Sequence[tuple[str, str]], known: Sequence[str]) -> Iterator[Fault]:
    """Check that these names are known; they come with their keys."""
    for key, name in names:
        if name not in known:
            meant, allowed = meant_of(name, known), tuple(known)
            yield fault("one_of", key, "one of {allowed}, got {got!r}", meant=meant, allowed=allowed, got=name)


def at_least(sheet: Any, key: str, least: int) -> Iterator[Fault]:
    """Check that a list has enough rows."""
    if (number := len(getattr(sheet, key))) < least:
        yield fault("at_least_rows", key, "at least {least} rows, got {number}", least=least, number=number)


def ascending(sheet: Any, path: str) -> Iterator[Fault]:
    """Check that each value at a path is higher than the one before."""
    return ascending_values(values_at(sheet, path))


def ascending_values(values: Sequence[tuple[str, int]]) -> Iterator[Fault]:
    """Check that each of these values is higher than the one before; they come with their keys."""
    for (_, before), (key, got) in pairwise(values):
        if got <= before:
            yield fault("ascending", key, "more than {before} (rows ascend), got {got}", before=before, got=got)


def as_wide(sheet: Any, path: str, columns: str) -> Iterator[Fault]:
    """Check that each row at a path has a cell for each column."""
    width = len(getattr(sheet, columns))
    for key, row in values_at(sheet, path):
        if len(row) != width:
            template = "{width} numbers, one for each of {columns}, got {got}"
            yield fault("as_wide", key, template, width=width, columns=columns, got=len(row))


def needs(row: Any, kind: str, fields: Mapping[str, Kinds]) -> Iterator[Fault]:
    """Check that a row of this kind has the fields without which it would do nothing."""
    for name, kinds in fields.items():
        if kind in kinds and not getattr(row, name):
            yield fault("needs", name, "{name} for {kind!r}, which needs it", name=name, kind=kind)


def only_if(row: Any, kind: str, fields: Mapping[str, Kinds]) -> Iterator[Fault]:
    """Check that a row has fields of its kind only."""
    for name, kinds in fields.items():
        if kind not in kinds and getattr(row, name):
            template = "no {name} for {kind!r}, only for {allowed}"
            yield fault("only_if", name, template, name=name, kind=kind, allowed=tuple(kinds))


def bad_tables(found: Mapping[str, Iterator[Fault]]) -> Iterator[BadTable]:
    """Return the faults of each file as errors."""
    for name, wrong in found.items():
        yield from (BadTable(f"{name}.toml", key, said) for key, said in wrong)
