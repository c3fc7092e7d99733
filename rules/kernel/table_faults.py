"""Finds all faults of a group's table files at once, each with its row and line; reading stops at the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

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
from rules.kernel.text_files import parse_toml, read_text
from rules.kernel.toml_lines import Place, find_lines, line_of

A = TypeVar("A", bound=AllTables)
Checks = Callable[[A], Iterator[BadTable]]
_PART: Final = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_EXTENDS: Final = "extends"


class TableFault(NamedTuple):
    """A fault of a file: its row and key, its line from 1, and what was expected."""

    file: str
    key: str
    line: int | None
    expected: str


class Findings(NamedTuple):
    """All faults of a game's tables, and the tables without the faulty values."""

    faults: tuple[TableFault, ...]
    tables: AllTables


class _OwnFile(msgspec.Struct):
    """A group's own file; ``merged``: its values, added to the printed table if the file ``extends`` it."""

    name: str
    kind: type[Any]
    values: dict[str, Any]
    lines: Mapping[Place, int]
    extends: bool
    faults: list[tuple[Place, str]] = []
    merged: dict[str, Any] = {}


def find_all_faults(kind: type[A], folder: Path, own: Path, checks: Checks[A]) -> Findings:
    """Return every fault of a group's own files, and the tables without the faulty values."""
    files: dict[str, _OwnFile] = {}
    sheets: dict[str, Any] = {}
    found: list[TableFault] = []
    unread = ""
    for name, sheet in sheet_types(kind).items():
        sheets[name] = Shelf(folder).read(name, sheet)
        path = own / f"{name}.toml"
        if path.is_file():
            try:
                file = files[name] = _read_own_file(path, sheet)
            except (OSError, ValueError) as error:
                found.append(_describe_unreadable(path.name, error))
                unread += "" if isinstance(error, OSError) else path.read_bytes().decode(errors="replace")
                continue
            sheets[name] = _usable_sheet(file, folder) or sheets[name]
            found += [_locate(file, place, said) for place, said in file.faults]
    tables = kind(**sheets, digest="")
    found += _faults_between_rows(checks(tables), files, unread)
    return Findings(tuple(dict.fromkeys(found)), tables)


def _read_own_file(path: Path, kind: type[Any]) -> _OwnFile:
    text = read_text(path)
    values = parse_toml(text)
    extends = values.pop(_EXTENDS, False)
    file = _OwnFile(path.name, kind, values, find_lines(text), extends is not False)
    if not isinstance(extends, bool):
        file.faults.append(((_EXTENDS,), expected("yes_or_no", "true or false, got {got}", got=shown(extends))))
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    missing = tuple(field.encode_name for field in info.fields if field.required and field.encode_name not in values)
    file.faults += [
        (place, said) for place, said in value_faults(values, info, ()) if place or said.reason != "missing_field"
    ]
    if missing and not file.extends:
        file.extends = True
        template = (
            "`extends = true` in the first line, to add rows to ours (or a whole table of your own, with {fields})"
        )
        file.faults.append(((), expected("extends", template, fields=missing)))
    file.faults += [(_place_of(key), said) for key, said in harmless_words(values)]
    file.faults += [(_place_of(key), said) for key, said in double_rows(values, kind) if file.extends]
    return file


def _usable_sheet(file: _OwnFile, folder: Path) -> Any:
    """Return the sheet with harmless values in place of faulty ones, or None if it cannot be used even then."""
    ours = parse_toml(read_text(folder / file.name))
    values = {
        key: _repaired_rows(file, key, ours.get(key)) if isinstance(value, list) else value
        for key, value in file.values.items()
        if (key,) not in [place[:2] for place, _ in file.faults]
    }
    file.merged = extended(ours, values, file.kind) if file.extends else values
    try:
        return msgspec.convert(file.merged, file.kind)
    except msgspec.ValidationError as error:
        if not file.faults:
            message, _, key = str(error).partition(" - at `")
            file.faults.append((_place_of(key.strip("`").removeprefix("$.")), message))
        return None


def _repaired_rows(file: _OwnFile, key: str, ours: Any) -> list[Any]:
    """Return the rows of a list; a faulty field gets the first printed row's value, so that others can be checked."""
    sample = ours[0] if isinstance(ours, list) and ours and isinstance(ours[0], dict) else {}
    rows = []
    for n, row in enumerate(file.values[key]):
        faults = [(place, said) for place, said in file.faults if place[:2] == (key, n)]
        faulty = {place[2] for place, _ in faults if len(place) > 2}
        whole = [said for place, said in faults if len(place) == 2]
        if any(not isinstance(said, Expected) or said.reason != "missing_field" for said in whole):
            continue
        if faults and isinstance(row, dict):
            missing = {said.facts["field"] for said in whole if isinstance(said, Expected)}
            added = {name: sample[name] for name in sample if name in faulty | missing}
            rows.append({**{name: value for name, value in row.items() if name not in faulty}, **added})
        else:
            rows.append(row)
    return rows


def _faults_between_rows(bad: Iterator[BadTable], files: Mapping[str, _OwnFile], unread: str) -> Iterator[TableFault]:
    """Return the faults across rows and files, except names that an unreadable file may define."""
    by_name = {file.name: file for file in files.values()}
    for fault in bad:
        file, said = by_name.get(fault.file), fault.cause or fault.expected
        if isinstance(said, Expected) and f'"{said.facts.get("got")}' in unread:
            continue
        if file is None:
            yield TableFault(fault.file, fault.key, None, said)
        else:
            yield _locate_merged(file, _place_of(fault.key), said)


def _locate_merged(file: _OwnFile, place: Place, said: str) -> TableFault:
    """Return the fault of a merged row at its place in the group's own file."""
    row = _row_at(file.merged, place)
    told_by = next((tells_apart(f.type) for f in msgspec.structs.fields(file.kind) if f.encode_name == place[0]), ())
    identity = identity_of(row, told_by)
    if identity:
        rows = file.values.get(str(place[0]), [])
        own = next((n for n, each in enumerate(rows) if identity_of(each, told_by) == identity), None)
        if own is None:
            return TableFault(file.name, _key_of(place, row), None, said)
        place = (place[0], own, *place[2:])
    return TableFault(file.name, _key_of(place, row), line_of(file.lines, place), said)


def _locate(file: _OwnFile, place: Place, said: str) -> TableFault:
    return TableFault(file.name, _key_of(place, _row_at(file.values, place)), line_of(file.lines, place), said)


def _row_at(values: Any, place: Place) -> Mapping[str, Any]:
    """Return the row around a place; empty if there is none."""
    rows = values.get(place[0]) if place else None
    number = place[1] if len(place) > 1 else None
    row = rows[number] if isinstance(rows, list) and isinstance(number, int) and number < len(rows) else None
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
    said = error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
    return TableFault(file, "", said.facts.get("line") if isinstance(said, Expected) else None, said)
