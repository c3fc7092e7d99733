"""Compares the values of a table file with their types and returns every difference; msgspec stops at the first."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import inspect

from rules.kernel.errors import Expected, expected
from rules.kernel.toml_lines import Place

LONGEST_SHOWN = 60
NEAR = 0.6
"""How similar a name must be to be suggested, from 0 to 1."""
Differences = Iterator[tuple[Place, Expected]]


def value_faults(value: Any, kind: inspect.Type, place: Place) -> Differences:
    """Yield each difference between a value and its type."""
    match kind:
        case inspect.StructType() if isinstance(value, dict):
            yield from _struct_faults(value, kind, place)
        case inspect.VarTupleType(item_type=item) if isinstance(value, list):
            for n, each in enumerate(value):
                yield from value_faults(each, item, (*place, n))
        case inspect.VarTupleType(item_type=inspect.StructType()) if isinstance(value, dict) and place:
            yield place, expected("heading", "two brackets around a row's heading: [[{field}]]", field=place[-1])
        case inspect.TupleType(item_types=items) if isinstance(value, list):
            if len(value) != len(items):
                yield place, expected("list_of", "a list of {number}, got {got}", number=len(items), got=len(value))
            for n, (each, item) in enumerate(zip(value, items, strict=False)):
                yield from value_faults(each, item, (*place, n))
        case inspect.DictType(key_type=key, value_type=inner) if isinstance(value, dict):
            for name, each in value.items():
                yield from ((place, said) for _, said in value_faults(name, key, place))
                yield from value_faults(each, inner, (*place, name))
        case inspect.UnionType(types=kinds):
            yield from _union_faults(value, kinds, place)
        case _ if said := _scalar_fault(value, kind):
            yield place, said
        case _:
            pass


def _struct_faults(value: Mapping[str, Any], kind: inspect.StructType, place: Place) -> Differences:
    fields = {field.encode_name: field for field in kind.fields}
    names = (*filter(None, (kind.tag_field,)), *fields)
    given = list(value)
    for name, each in value.items():
        if name in fields and (not isinstance(each, str) or each != fields[name].default):
            yield from value_faults(each, fields[name].type, (*place, name))
        elif kind.forbid_unknown_fields and name not in names:
            template = "no field {got} here; there are {allowed}"
            meant = meant_of(name, [field for field in names if field not in given])
            given.append(meant)
            meant = meant or meant_of(name, names)
            yield (*place, name), expected("unknown_field", template, meant, got=name, allowed=names)
    for name, field in fields.items():
        if field.required and name not in given:
            yield place, expected("missing_field", "a field {field}", field=name)


def _union_faults(value: Any, kinds: Sequence[inspect.Type], place: Place) -> Differences:
    structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
    if isinstance(value, dict) and structs:
        tagged = [kind for kind in structs if kind.tag_field is None or value.get(kind.tag_field) == kind.tag]
        if tagged:
            yield from _struct_faults(value, tagged[0], place)
        else:
            field, tags = structs[0].tag_field or "", tuple(str(kind.tag) for kind in structs)
            yield (*place, field), _choice_fault(value.get(field), tags)
        return
    said = [list(value_faults(value, kind, place)) for kind in kinds]
    if all(said):
        literals = tuple(str(value) for kind in kinds if isinstance(kind, inspect.LiteralType) for value in kind.values)
        yield from [(place, _choice_fault(value, literals))] if literals and isinstance(value, str) else said[0]


def _choice_fault(value: Any, allowed: Sequence[str]) -> Expected:
    known = tuple(filter(None, allowed))
    return expected("one_of", "one of {allowed}, got {got}", meant_of(str(value), known), allowed=known, got=str(value))


def _scalar_fault(value: Any, kind: inspect.Type) -> Expected | None:
    got = shown(value)
    match kind:
        case inspect.LiteralType(values=values):
            return None if value in values else _choice_fault(value, tuple(map(str, values)))
        case inspect.IntType():
            if not isinstance(value, int) or isinstance(value, bool):
                return expected("number", "a whole number, got {got}", got=got)
            return _range_fault(value, kind)
        case inspect.StrType():
            if not isinstance(value, str):
                return expected("text", 'text in quotes ("…"), got {got}', got=got)
            return _text_fault(value, kind)
        case inspect.BoolType():
            return None if isinstance(value, bool) else expected("yes_or_no", "true or false, got {got}", got=got)
        case inspect.VarTupleType() | inspect.TupleType():
            return expected("list", "a list in [ ], got {got}", got=got)
        case inspect.StructType() | inspect.DictType():
            return expected("table", "fields in {{ }} or below a heading in [ ], got {got}", got=got)
        case inspect.Metadata(type=inner, extra={"fault": fault}):
            said: Expected | None = _scalar_fault(value, inner) or fault(value)
            return said
        case inspect.NoneType():
            return expected("nothing", "nothing, got {got}", got=got)
        case _:
            return None


def _range_fault(value: int, kind: inspect.IntType) -> Expected | None:
    least, most = kind.ge, kind.le
    if (least is None or value >= least) and (most is None or value <= most):
        return None
    if most is None:
        return expected("at_least", "a whole number, {least} or more, got {got}", least=least, got=value)
    return expected("range", "a whole number from {least} to {most}, got {got}", least=least, most=most, got=value)


def _text_fault(value: str, kind: inspect.StrType) -> Expected | None:
    import re

    if kind.max_length is not None and len(value) > kind.max_length:
        return expected("long", "at most {most} signs, got {got}", most=kind.max_length, got=len(value))
    if kind.min_length is not None and len(value) < kind.min_length:
        return expected("short", "at least {least} signs, got {got}", least=kind.min_length, got=len(value))
    if kind.pattern is not None and not re.search(kind.pattern, value):
        return expected("pattern", "text like {pattern}, got {got}", pattern=kind.pattern, got=shown(value))
    return None


def key_at(place: Place) -> str:
    """Return a place as it is written in errors: ``monster[2].spells``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def shown(value: Any) -> str:
    """Return a value as it could stand in a file, cut to one short line."""
    match value:
        case bool():
            said = "true" if value else "false"
        case str():
            said = f'"{value}"'
        case list():
            said = f"[{', '.join(map(shown, value))}]"
        case dict():
            said = f"{{ {', '.join(f'{key} = {shown(inner)}' for key, inner in value.items())} }}"
        case _:
            said = str(value)
    return said if len(said) <= LONGEST_SHOWN else said[: LONGEST_SHOWN - 1] + "…"


def meant_of(name: str, known: Sequence[str]) -> str:
    """Return the known name that is most like a mistyped one; '' if none is."""
    return next(iter(difflib.get_close_matches(name, known, 1, NEAR)), "")
