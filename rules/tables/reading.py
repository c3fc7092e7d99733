"""Reads all tables of a game and remembers them; an error can find all other faults of a group's files, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from rules.kernel.errors import BadTable
from rules.kernel.tables import AllTables, Shelf, sheet_types
from rules.tables.faults import find_all_faults

A = TypeVar("A", bound=AllTables)


def read_all(kind: type[A], folder: Path, own: Path | None, faults: Callable[[A], Iterator[BadTable]]) -> A:
    """Return all tables of a game, each from the file of its field's name, a group's own folder first.

    Raises ``BadTable`` with file, key and what was expected, or the first of ``faults``. Tables are immutable and
    cached by the text of their files.
    """
    try:
        tables: A = _read_all_tables(kind, folder, own, faults, _digest_of_files(kind, folder, own))
    except BadTable as bad:
        bad.find_all = partial(find_all_faults, kind, folder, own, faults) if own else None
        raise
    return tables


@lru_cache(maxsize=16)
def _read_all_tables(
    kind: type[A], folder: Path, own: Path | None, faults: Callable[[A], Iterator[BadTable]], written: bytes
) -> A:
    shelf = Shelf(folder, own)
    sheets = {name: shelf.read(name, sheet) for name, sheet in sheet_types(kind).items()}
    tables = kind(**sheets, digest=shelf.digest)
    for fault in faults(tables):
        raise fault
    if written != _digest_of_files(kind, folder, own):
        raise BadTable("", "", "the tables were changed while they were read: read them again")
    return tables


def _digest_of_files(kind: type[AllTables], folder: Path, own: Path | None) -> bytes:
    digest = blake2b()
    for file in (place / f"{name}.toml" for name in sheet_types(kind) for place in (folder, own) if place):
        try:
            text = file.read_bytes()
            digest.update(b"%d:%b" % (len(text), text))
        except OSError as error:
            digest.update(b"error %d:" % (error.errno or 0))
    return digest.digest()
