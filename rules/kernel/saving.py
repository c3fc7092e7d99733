"""States of games: what all have in common, and as bytes with their schema versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.errors import BadSave
from rules.kernel.tables import AllTables

T = TypeVar("T", bound=AllTables)


class State(msgspec.Struct, Generic[T], kw_only=True, dict=True):
    """A game's state; a game adds its fields."""

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


def plain_number(value: object) -> int:
    """A rolled result is a number that knows its dice; what is saved is the number."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be saved")


class Codec(Generic[S]):
    """Encodes states of one type as MessagePack; ``migrations[n]`` turns schema n into n + 1."""

    def __init__(self, kind: type[S], schema: int, migrations: Mapping[int, Migration] | None = None) -> None:
        self.schema = schema
        self._migrations = dict(migrations or {})
        self._kind = kind
        self._encoder = msgspec.msgpack.Encoder(enc_hook=plain_number)
        self._decoder = msgspec.msgpack.Decoder(kind)

    def encode(self, state: S) -> bytes:
        """The state as bytes."""
        return self._encoder.encode(state)

    def decode(self, saved: bytes, schema: int) -> S:
        """The state; raises ``BadSave`` for a newer schema or damaged bytes."""
        try:
            if schema == self.schema:
                return self._decoder.decode(saved)
            return msgspec.convert(self._migrated(saved, schema), self._kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadSave(f"damaged state of schema {schema}: {error}") from error

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
