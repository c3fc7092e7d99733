"""States of games: what all have in common, and as bytes with their schema versions.

The structs of a state have ``omit_defaults``: a field at its default is not written. So a new field with a default
changes no stored byte, and a default must never change: ``tests/rules/state_defaults.json`` keeps them. House rules are
written in full, as the usual value of a house rule may change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.errors import BadSave
from rules.kernel.tables import AllTables
from rules.kernel.turns import Pace

T = TypeVar("T", bound=AllTables)
V = TypeVar("V")


def always_saved(value: V) -> V:
    """Return a default that is written all the same.

    msgspec leaves a default out by identity, so that a default with equals (a struct, a tuple, a word that is no
    ``Literal``) would make the bytes depend on where the value came from.
    """
    default: V = msgspec.field(default_factory=lambda: value)
    return default


class State(msgspec.Struct, Generic[T], kw_only=True, dict=True, omit_defaults=True):
    """A game's state; a game adds its fields. ``events_told``: how many of each kind before this stage."""

    pace: Pace = "brisk"
    events_told: dict[str, int] = {}

    @property
    def tables(self) -> T:
        """The tables in force."""
        tables: T = self.__dict__["tables_in_force"]
        return tables

    def play_with(self, tables: T) -> None:
        """Put the tables in force."""
        self.__dict__["tables_in_force"] = tables


S = TypeVar("S")
Migration = Callable[[dict[str, Any]], dict[str, Any]]
"""Changes a decoded state; fields at their default are missing in it."""


def plain_number(value: object) -> int:
    """A rolled result is a number that knows its dice; what is saved is the number."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be saved")


def as_plain(value: Any) -> Any:
    """Return a part of a state as maps, lists and numbers, with the fields at their default."""
    if isinstance(value, msgspec.Struct):
        if value.__struct_config__.array_like:
            return [as_plain(part) for part in msgspec.structs.astuple(value)]
        found = {name: getattr(value, name) for name in value.__struct_fields__}
        return {name: as_plain(part) for name, part in found.items() if part is not msgspec.UNSET}
    if isinstance(value, Mapping):
        return {as_plain_key(key): as_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(part) for part in value]
    return msgspec.to_builtins(value, enc_hook=plain_number)


def as_plain_key(key: Any) -> Any:
    """Return a key of a map as MessagePack reads it."""
    return msgspec.structs.astuple(key) if isinstance(key, msgspec.Struct) else key


def _names_nothing_else(saved: Any, value: Any) -> bool:
    """Whether a decoded part of a saved state has the same values; what it leaves out may be anything.

    Only structs that omit defaults may leave out what is no default: a field may be younger than the save.
    """
    if isinstance(value, msgspec.Struct) and not value.__struct_config__.array_like:
        return isinstance(saved, dict) and all(
            _names_nothing_else(saved[field.encode_name], getattr(value, field.name))
            if field.encode_name in saved
            else value.__struct_config__.omit_defaults or getattr(value, field.name) == field.default
            for field in msgspec.structs.fields(value)
        )
    if isinstance(value, Mapping):
        parts = {as_plain_key(key): part for key, part in value.items()}
        return (
            isinstance(saved, dict)
            and saved.keys() == parts.keys()
            and all(_names_nothing_else(saved[key], part) for key, part in parts.items())
        )
    if isinstance(value, list | tuple):
        return (
            isinstance(saved, list | tuple) and len(saved) == len(value) and all(map(_names_nothing_else, saved, value))
        )
    return bool(as_plain(value) == saved)


class Codec(Generic[S]):
    """Encodes states of one type as MessagePack; ``migrations[n]`` turns schema n into n + 1."""

    def __init__(self, kind: type[S], schema: int, migrations: Mapping[int, Migration] | None = None) -> None:
        self.schema = schema
        self._migrations = dict(migrations or {})
        self._kind = kind
        self._encoder = msgspec.msgpack.Encoder(enc_hook=plain_number)
        self._decoder = msgspec.msgpack.Decoder(kind)

    def encode(self, state: S) -> bytes:
        """The state as bytes: the same for equal states, as a value that was decoded is its default or is not."""
        return self._encoder.encode(self._decoder.decode(self._encoder.encode(state)))

    def decode(self, saved: bytes, schema: int) -> S:
        """The state; raises ``BadSave`` for a newer schema or damaged bytes."""
        try:
            if schema == self.schema:
                return self._decoder.decode(saved)
            return msgspec.convert(self._migrated(saved, schema), self._kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadSave(f"damaged state of schema {schema}: {error}") from error

    def matches(self, state: S, saved: bytes, schema: int) -> bool:
        """Whether a saved state names no other value than this one has; raises ``BadSave`` as ``decode``.

        What the save does not name was at its default, or did not exist yet: the rules say what it is.
        """
        self.decode(saved, schema)
        raw = msgspec.msgpack.decode(saved) if schema == self.schema else self._migrated(saved, schema)
        return _names_nothing_else(raw, state)

    def _migrated(self, saved: bytes, schema: int) -> dict[str, Any]:
        if schema > self.schema:
            raise BadSave(f"saved by a newer version (schema {schema}, this one reads up to {self.schema})")
        raw: dict[str, Any] = msgspec.msgpack.decode(saved)
        for step in range(schema, self.schema):
            if step not in self._migrations:
                raise BadSave(f"no way from schema {step} to {step + 1}")
            try:
                raw = self._migrations[step](raw)
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise BadSave(f"damaged state of schema {schema}: it is not shaped like one") from error
        return raw
