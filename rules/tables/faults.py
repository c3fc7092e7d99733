"""Finds all faults of a group's table files at once, each with its row and line; reading stops at the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec
from msgspec import Struct, ValidationError, convert, inspect

from rules.kernel import text_files
from rules.kernel.errors import BadTable, Expected, expected
from rules.kernel.table_types import shown, value_faults
from rules.kernel.tables import (
    AllTables,
    Shelf,
    double_rows,
    extended,
    harmless_words,
    identity_of,
    sheet_types,
    tells_apart,
)
from rules.kernel.toml_lines import Place, find_lines, line_of

A = TypeVar("A", bound=AllTables)
Faults = Sequence[tuple[Place, Expected]]
Checks = Callable[[A], Iterator[BadTable]]
_PART = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_EXTENDS = "extends"
NAMELESS = "row_without_id_"
MOST_STAND_INS = 24


class TableFault(NamedTuple):
    """A fault of a file: its row and key, its line from 1, and what was expected."""

    file: str
    key: str
    line: int | None
    expected: str


class Findings(NamedTuple):
    """All faults of a game's tables in a folder, and the tables without the faulty values."""

    folder: str
    faults: tuple[TableFault, ...]
    tables: AllTables


class _OwnFile(Struct):
    """A group's own file; ``printed``: the values of ours; ``merged``: both, if the file ``extends`` ours.

    ``own_rows``: the numbers of the own rows by key and identity; ``has_unknown_rows``: some have no identity.
    """

    name: str
    kind: type[Any]
    values: dict[str, Any]
    printed: dict[str, Any]
    lines: Mapping[Place, int]
    extends: bool
    faults: list[tuple[Place, Expected]] = []
    merged: dict[str, Any] = {}
    own_rows: dict[tuple[str, str], int] = {}
    has_unknown_rows: bool = False


def find_all_faults(kind: type[A], folder: Path, own: Path, checks: Checks[A]) -> Findings:
    """Return every fault of a group's own files, and the tables without the faulty values."""
    files, found, unread = _read_own_files(kind, folder, own)
    printed = {name: Shelf(folder).read(name, sheet) for name, sheet in sheet_types(kind).items()}
    first = kind(**printed | _usable_sheets(files, 0), digest="")
    found += [
        TableFault(file.name, _key_of(place, _row_at(file.values, place)), line_of(file.lines, place), said)
        for file in files.values()
        for place, said in file.faults
    ]
    between = list(_faults_between_rows(checks(first), files, unread))
    # Something stands in place of each faulty value. A fault that is not there with another thing is none.
    for stand_in in range(1, max(map(_count_stand_ins, files.values()), default=1)):
        if between:
            tables = kind(**printed | _usable_sheets(files, stand_in), digest="")
            others = list(_faults_between_rows(checks(tables), files, unread))
            between = [fault for fault in between if fault in others]
    in_order = sorted(dict.fromkeys((*found, *between)), key=lambda fault: (fault.file, fault.line or 0))
    return Findings(own.name, tuple(in_order), first)


def _read_own_files(kind: type[A], folder: Path, own: Path) -> tuple[dict[str, _OwnFile], list[TableFault], str]:
    """Return the files that are valid TOML, the faults of the others, and the text of those that are not."""
    files: dict[str, _OwnFile] = {}
    found: list[TableFault] = []
    unread = ""
    for name, sheet in sheet_types(kind).items():
        path = own / f"{name}.toml"
        if path.is_file():
            try:
                files[name] = _read_own_file(path, sheet, folder)
            except (OSError, ValueError) as error:
                found.append(_describe_unreadable(path.name, error))
                unread += "" if isinstance(error, OSError) else path.read_bytes().decode(errors="replace")
    return files, found, unread


def line_of_field(path: Path, key: str, id: str, *fields: str) -> int | None:
    """Return the line of a field of the row with this id in a valid file, else of what is around it."""
    text = text_files.read_text(path)
    number = next((n for n, row in enumerate(text_files.parse_toml(text).get(key, ())) if row.get("id") == id), None)
    return None if number is None else line_of(find_lines(text), (key, number, *fields))


def _read_own_file(path: Path, kind: type[Any], folder: Path) -> _OwnFile:
    text = text_files.read_text(path)
    values = text_files.parse_toml(text)
    extends = values.pop(_EXTENDS, False)
    printed = text_files.parse_toml(text_files.read_text(folder / path.name))
    file = _OwnFile(path.name, kind, values, printed, find_lines(text), extends is not False)
    if not isinstance(extends, bool):
        file.faults.append(((_EXTENDS,), expected("yes_or_no", "true or false, got {got}", got=shown(extends))))
    found = list(value_faults(values, inspect.type_info(kind), ()))
    missing = tuple(said.facts["field"] for place, said in found if not place and said.reason == "missing_field")
    file.faults += [(place, said) for place, said in found if place or said.reason != "missing_field"]
    if missing and not file.extends:
        file.extends = True
        template = (
            "`extends = true` in the first line, to add rows to ours (or a whole table of your own, with {fields})"
        )
        file.faults.append(((), expected("extends", template, fields=missing)))
    told = [place for place, _ in file.faults]
    meant = [(said.meant,) for place, said in found if len(place) == 1 and said.reason == "unknown_field"]
    file.faults = [(place, said) for place, said in file.faults if not (place in meant and said.reason == "heading")]
    file.has_unknown_rows = any(
        len(place) == 1 and isinstance(values.get(str(place[0])), (list, dict)) for place in told
    )
    file.faults += [(place, said) for key, said in harmless_words(values) if (place := _place_of(key)) not in told]
    file.faults += [(_place_of(key), said) for key, said in double_rows(values, kind) if file.extends]
    return file


def _usable_sheets(files: Mapping[str, _OwnFile], stand_in: int) -> dict[str, Any]:
    """Return the sheets that can be used when printed values stand in for the faulty ones."""
    sheets = {name: _usable_sheet(file, stand_in) for name, file in files.items()}
    return {name: sheet for name, sheet in sheets.items() if sheet is not None}


def _usable_sheet(file: _OwnFile, stand_in: int) -> Any:
    file.own_rows = {}
    meant = _meant_fields(file.values, file.faults, ())
    values = {key: _usable_value(file, key, value, stand_in) for key, value in meant.items()}
    known = [field.encode_name for field in msgspec.structs.fields(file.kind)]
    values = {key: value for key, value in values.items() if key in known}
    merged = extended(file.printed, values, file.kind) if file.extends else values
    file.merged = merged
    try:
        return convert(merged, file.kind)
    except ValidationError as error:
        if not file.faults:
            message, _, key = str(error).partition(" - at `")
            said = expected("unreadable", "cannot be read: {why}", why=message)
            file.faults.append((_place_of(key.strip("`").removeprefix("$.")), said))
        return None


def _meant_fields(values: Mapping[str, Any], faults: Faults, place: Place) -> dict[str, Any]:
    """Return the values with each mistyped field below the name that was meant."""
    meant = {wrong[-1]: said.meant for wrong, said in faults if wrong[:-1] == place and said.reason == "unknown_field"}
    return {
        name if meant.get(name) in ("", *values) else meant.get(name, name): value for name, value in values.items()
    }


def _usable_value(file: _OwnFile, key: str, value: Any, stand_in: int) -> Any:
    """Return a value of the file; printed ones stand in for a faulty value, field or row."""
    rows = file.values.get(key)
    faults = [(place, said) for place, said in file.faults if place[:1] == (key,)]
    told_by = _told_by(file, key)
    whole = [place[1] for place, said in faults if len(place) == 2 and said.reason != "missing_field"]
    if not isinstance(rows, list) or (key,) in dict(faults) or (whole and not told_by):
        return file.printed.get(key) if faults else value
    if not all(isinstance(row, dict) for row in rows):
        return value
    usable = []
    for n in (n for n in range(len(rows)) if n not in whole):
        row = _usable_row(file, (key, n), stand_in)
        file.has_unknown_rows |= row is None
        if row is not None:
            usable.append(row)
            file.own_rows.setdefault((key, identity_of(row, told_by)), n)
    return usable


def _usable_row(file: _OwnFile, place: Place, stand_in: int) -> dict[str, Any] | None:
    """Return the row without faulty values; None if it is not known which row it is."""
    row = _row_at(file.values, place)
    faulty = _faulty_fields(file, place)
    if not faulty:
        return dict(row)
    key, others = str(place[0]), _stand_ins(file, place)
    other = others[stand_in % len(others)]
    named = _meant_fields(row, file.faults, place)
    for name in _told_by(file, key):
        if name in faulty or name not in named:
            if name != "id":
                return None
            file.has_unknown_rows = True
            named[name] = others[0]["id"] if stand_in else f"{NAMELESS}{place[1]}"
    row_type = inspect.type_info(get_args(_field_type(file, key))[0])
    usable = _without(named, faulty)
    faulty += [str(wrong[0]) for wrong, _ in value_faults(usable, row_type, ()) if wrong and wrong != ("id",)]
    usable = _without(usable, faulty)
    usable |= {name: other[name] for name in faulty if name in other and name not in usable}
    return None if any(value_faults(usable, row_type, ())) else usable


def _without(row: Mapping[str, Any], faulty: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in faulty or name == "id"}


def _faulty_fields(file: _OwnFile, place: Place) -> list[str]:
    """Return the fields of a row that have faults or are missing."""
    faults = [(wrong, said) for wrong, said in file.faults if wrong[:2] == place]
    missing = [said.facts["field"] for wrong, said in faults if len(wrong) == 2 and said.reason == "missing_field"]
    return [*(str(wrong[2]) for wrong, _ in faults if len(wrong) > 2), *missing]


def _stand_ins(file: _OwnFile, place: Place) -> list[Mapping[str, Any]]:
    """Return the printed rows that differ in the faulty fields of a row, those most like it first."""
    key, fields, row = str(place[0]), _faulty_fields(file, place), _row_at(file.values, place)
    rows = [each for each in file.printed.get(key, ()) if isinstance(each, dict)]
    told_by = _told_by(file, key)
    rows.sort(key=lambda each: -sum(each.get(name) == value for name, value in row.items()))
    rows.sort(key=lambda each: identity_of(each, told_by) != identity_of(row, told_by))
    differing: dict[str, Mapping[str, Any]] = {
        repr([each.get(field) for field in sorted(fields)]): each for each in reversed(rows)
    }
    return list(reversed(differing.values()))[:MOST_STAND_INS] or [{}]


def _count_stand_ins(file: _OwnFile) -> int:
    rows = [place[:2] for place, _ in file.faults if len(place) > 1 and _row_at(file.values, place)]
    return max((len(_stand_ins(file, place)) for place in rows), default=1)


def _told_by(file: _OwnFile, key: str) -> tuple[str, ...]:
    return tells_apart(_field_type(file, key))


def _field_type(file: _OwnFile, key: str) -> Any:
    return next((field.type for field in msgspec.structs.fields(file.kind) if field.encode_name == key), None)


def _faults_between_rows(found: Iterator[BadTable], files: Mapping[str, _OwnFile], unread: str) -> Iterator[TableFault]:
    """Return the faults across rows and files, except names that an unreadable file or row may define."""
    by_name = {file.name: file for file in files.values()}
    for fault in found:
        file, said = by_name.get(fault.file), fault.expected
        reason, got = (said.reason, said.facts.get("got")) if isinstance(said, Expected) else ("", "")
        if f'"{got}' in unread or (reason == "one_of" and any(other.has_unknown_rows for other in by_name.values())):
            continue
        if not file:
            yield TableFault(fault.file, fault.key, None, said)
            continue
        place = _place_of(fault.key)
        own_place = _own_place(file, place)
        row = _row_at(file.values, own_place) if own_place else _row_at(file.merged, place)
        if own_place is None or not _is_faulty(file, own_place):
            line = line_of(file.lines, own_place) if own_place else None
            yield TableFault(file.name, _key_of(own_place or place, row), line, said)


def _own_place(file: _OwnFile, place: Place) -> Place | None:
    """Return the place of a merged value in the group's own file; None if it is not there."""
    key = str(place[0]) if place else ""
    identity = identity_of(_row_at(file.merged, place), _told_by(file, key))
    if not identity:
        return place
    number = file.own_rows.get((key, identity))
    return None if number is None else (key, number, *place[2:])


def _is_faulty(file: _OwnFile, place: Place) -> bool:
    """Return whether something else stands in for the value at a place."""
    if len(place) < 3 or isinstance(place[1], str):
        return place[:1] in [wrong[:1] for wrong, _ in file.faults if wrong] and not _row_at(file.values, place)
    return str(place[2]) in _faulty_fields(file, place[:2])


def _row_at(values: Any, place: Place) -> Mapping[str, Any]:
    """Return the row around a place; empty if there is none."""
    try:
        row = values[place[0]][place[1]]
    except (LookupError, TypeError):
        return {}
    return row if isinstance(row, dict) else {}


def _place_of(key: str) -> Place:
    return tuple(int(number) if number else name for number, name in _PART.findall(key))


def _key_of(place: Place, row: Mapping[str, Any]) -> str:
    """Return a place as people read it: a row by its id or its number from 1."""
    id = row.get("id")
    named = [f" {id}"] if isinstance(id, str) and id and len(place) > 1 else []
    steps = place[2:] if named else place[1:]
    parts = [f" {step + 1}" if isinstance(step, int) else f".{step}" for step in steps]
    return "".join([*map(str, place[:1]), *named, *parts])


def _describe_unreadable(file: str, error: OSError | ValueError) -> TableFault:
    if isinstance(error, OSError):
        return TableFault(file, "", None, expected("unreadable", "cannot be read: {why}", why=error.strerror or ""))
    said = error.args[0]
    return TableFault(file, "", said.facts.get("line") if isinstance(said, Expected) else None, said)
