"""Rulebook tables as data: TOML files checked against their type, each with its section and origin.

A folder given by whoever runs the game overrides file by file, so that a group can enter its own sheet.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from rules.kernel.errors import BadTable

T = TypeVar("T")

Origin = Literal["rulebook", "published", "house"]
Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every table file says of itself: the rulebook's section and where the values come from."""

    section: str
    origin: Origin


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a table; it may name an origin or a section of its own when they differ from the sheet's."""

    origin: Origin | None = None
    section: str | None = None


class Shelf:
    """A folder of table files, and a folder of the group's own that goes before it."""

    def __init__(self, folder: Path, own: Path | None = None) -> None:
        self._folder = folder
        self._own = own
        self._digest = blake2b(digest_size=8)

    def read(self, name: str, kind: type[T]) -> T:
        """One table by its file name without ending; raises ``BadTable`` with file, key and what was expected."""
        file = self._find(name)
        try:
            raw = file.read_bytes()
            table = msgspec.convert(tomllib.loads(raw.decode("utf-8")), kind)
        except tomllib.TOMLDecodeError as error:
            raise BadTable(file.name, "", f"is not valid TOML: {error}") from error
        except UnicodeDecodeError as error:
            raise BadTable(file.name, "", "is not written in UTF-8") from error
        except OSError as error:
            raise BadTable(file.name, "", f"cannot be read: {error.strerror}") from error
        except msgspec.ValidationError as error:
            message, _, key = str(error).partition(" - at `")
            raise BadTable(file.name, key.strip("`").removeprefix("$."), message) from error
        except ValueError as error:
            raise BadTable(file.name, "", str(error)) from error
        self._digest.update(raw)
        return table

    @property
    def digest(self) -> str:
        """A short hash of everything read so far."""
        return self._digest.hexdigest()

    def _find(self, name: str) -> Path:
        if self._own is not None and (own := self._own / f"{name}.toml").is_file():
            return own
        return self._folder / f"{name}.toml"


class AllTables(msgspec.Struct, frozen=True):
    """All tables of a game in force; a game adds a field for each file. ``digest``: a short hash of them."""

    digest: str


A = TypeVar("A", bound=AllTables)


def read_all(kind: type[A], folder: Path, own: Path | None, faults: Callable[[A], Iterator[BadTable]]) -> A:
    """All tables of a game, each from the file of its field's name, a group's own folder first.

    Raises ``BadTable`` with file, key and what was expected; of the ``faults`` of tables which are well-formed each for
    itself the first.
    """
    shelf = Shelf(folder, own)
    kinds = {field.name: field.type for field in msgspec.structs.fields(kind) if field.name != "digest"}
    sheets = {name: shelf.read(name, sheet) for name, sheet in kinds.items()}
    tables = kind(**sheets, digest=shelf.digest)
    for fault in faults(tables):
        raise fault
    return tables


def band(bounds: Sequence[int], value: int) -> int | None:
    """The index of the highest of ascending bounds that ``value`` reaches; None below the first."""
    at = bisect_right(bounds, value)
    return at - 1 if at else None
