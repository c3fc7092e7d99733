"""The base class of game states and their encoding as bytes with schema versions.

The structs of a state have ``omit_defaults``: a field at its default is not written. So a new field with a default
changes no stored byte, and a default must never change; ``tests/rules/state_defaults.json`` records them. House rules
are written in full, as their usual values may change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import MsgspecError, Struct, convert, to_builtins
from msgspec.structs import astuple, fields

from rules.kernel.errors import BadSave
from rules.kernel.requests import Seat
from rules.kernel.tables import AllTables
from rules.kernel.turns import Pace
from rules.kernel.words import Phrase

T = TypeVar("T", bound=AllTables)
V = TypeVar("V")


def always_saved(value: V) -> V:
    """Return a field default that is written in spite of ``omit_defaults``.

    msgspec compares with defaults by identity. For structs, tuples and words that are no ``Literal`` the bytes would
    depend on the origin of the value.
    """
    default: V = msgspec.field(default_factory=lambda: value)
    return default


class WaitingRuling(Struct, frozen=True, omit_defaults=True):
    """A game master's ruling that waits: the correction, its answer, and both in words.

    ``number``: it sets one, to ``after``. ``chosen``: it has an answer that everybody may know, ``to``.
    """

    what: str
    answer: Any
    said: Phrase
    number: bool = False
    after: int = 0
    chosen: bool = False
    to: Phrase | None = None


class State(Struct, Generic[T], kw_only=True, dict=True, omit_defaults=True):
    """The base class of a game's state.

    ``events_told``: the number of events of each kind before this stage. ``decided``: for each seat, the standing
    orders of which it was told that brisk pace decides by them. ``rulings``: those of a game master that wait until the
    rules allow them.
    """

    pace: Pace = "brisk"
    decided: dict[Seat, list[str]] = {}
    events_told: dict[str, int] = {}
    rulings: list[WaitingRuling] = []

    @property
    def tables(self) -> T:
        """The tables in force."""
        tables: T = self.__dict__["tables_in_force"]
        return tables

    def play_with(self, tables: T) -> None:
        """Set the tables in force."""
        self.__dict__["tables_in_force"] = tables


S = TypeVar("S")
Migration = Callable[[dict[str, Any]], dict[str, Any]]
"""Changes a decoded state to the next schema; fields at their default are missing in it."""


def plain_number(value: object) -> int:
    """Return a rolled result as a plain int for saving."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be saved")


def as_plain(value: Any) -> Any:
    """Return a part of a state as maps, lists and numbers, including fields at their default."""
    if isinstance(value, Struct):
        if value.__struct_config__.array_like:
            return [as_plain(part) for part in astuple(value)]
        found = {name: getattr(value, name) for name in value.__struct_fields__}
        return {name: as_plain(part) for name, part in found.items() if part is not msgspec.UNSET}
    if isinstance(value, Mapping):
        return {as_plain_key(key): as_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(part) for part in value]
    return to_builtins(value, enc_hook=plain_number)


def as_plain_key(key: Any) -> Any:
    """Return a key of a map as MessagePack reads it."""
    return astuple(key) if isinstance(key, Struct) else key


def _names_nothing_else(saved: Any, value: Any) -> bool:
    """Whether a decoded part of a saved state has the same values; fields that it leaves out are ignored.

    Only structs with ``omit_defaults`` may leave out other than default values: a field may be newer than the save.
    """
    if isinstance(value, Struct) and not value.__struct_config__.array_like:
        return isinstance(saved, dict) and all(
            _names_nothing_else(saved[field.encode_name], getattr(value, field.name))
            if field.encode_name in saved
            else value.__struct_config__.omit_defaults or getattr(value, field.name) == field.default
            for field in fields(value)
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
        """Return the state as bytes, equal for equal states: a decoding before makes defaults identical."""
        return self._encoder.encode(self._decoder.decode(self._encoder.encode(state)))

    def decode(self, saved: bytes, schema: int) -> S:
        """Return the state; raises ``BadSave`` for a newer schema or damaged bytes."""
        try:
            if schema == self.schema:
                return self._decoder.decode(saved)
            return convert(self._migrated(saved, schema), self._kind)
        except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadSave(f"damaged state of schema {schema}: {error}") from error

    def matches(self, state: S, saved: bytes, schema: int) -> bool:
        """Whether saved bytes contain no value that differs from this state; raises ``BadSave`` as ``decode`` does.

        Values missing in the save were defaults or did not exist yet, so they are ignored.
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
