"""The default of each field of each game's state, written down: saves leave out what is at its default.

``python -m tests.rules.state_defaults`` adds new fields and drops those that are gone. It refuses to write down another
value for a known field: saves that leave it out would be read differently.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import FieldInfo

from rules.games import all_games, load
from rules.kernel.saving import as_plain

FILE = Path(__file__).with_name("state_defaults.json")
Struct = type[msgspec.Struct]
Written = dict[str, dict[str, dict[str, Any]]]
"""Defaults by game, struct and field."""


def structs_in(kind: Any) -> Iterator[Struct]:
    """Yield a struct and all structs inside it, those within lists, maps and unions as well; some come twice."""
    seen: set[Struct] = set()
    open_kinds = [kind]
    while open_kinds:
        kind = open_kinds.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in seen:
                seen.add(kind)
                yield kind
                open_kinds.extend(field.type for field in msgspec.structs.fields(kind))
        else:
            open_kinds.extend(typing.get_args(kind))


def structs_of(game: str) -> list[Struct]:
    """Return the structs of a game's state, each once."""
    state = load(game).state  # type: ignore[attr-defined]  # every game's rules are a Rulebook
    return sorted(structs_in(state), key=lambda struct: struct.__name__)


def with_default(struct: Struct) -> list[FieldInfo]:
    """Return the fields that may be left out."""
    return [field for field in msgspec.structs.fields(struct) if not field.required]


def default_of(field: FieldInfo) -> Any:
    """Return the value of a field that is left out, as plain data."""
    made = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return None if made is msgspec.UNSET else as_plain(made)


def defaults() -> Written:
    """Return all defaults as they are now."""
    return {
        game: {
            struct.__name__: {field.name: default_of(field) for field in with_default(struct)}
            for struct in structs_of(game)
            if struct.__struct_config__.omit_defaults
        }
        for game in all_games()
    }


def written() -> Written:
    """Return the defaults that were written down."""
    return msgspec.json.decode(FILE.read_bytes(), type=Written)


def changed(before: Written, now: Written) -> list[str]:
    """Return the fields that have another default now."""
    return [
        f"{game}: {struct}.{name} was {old!r} and is {now[game][struct][name]!r}"
        for game, structs in before.items()
        for struct, fields in structs.items()
        for name, old in fields.items()
        if name in now.get(game, {}).get(struct, {}) and now[game][struct][name] != old
    ]


def write() -> None:
    """Write the defaults down; ends with an error if one has changed."""
    now = defaults()
    if FILE.exists() and (others := changed(written(), now)):
        sys.exit("\n".join([*others, "Saves that leave the field out would be read differently: nothing is written."]))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(now)) + b"\n")


if __name__ == "__main__":
    write()
