"""A database file that is to stay, under another name."""

from __future__ import annotations

import time
from pathlib import Path

BESIDE = ("", "-wal", "-shm")
"""What belongs to a database, and its journal, which holds answers that are in no other file."""


def keep_beside(file: Path, why: str) -> Path:
    """Give a file, which nobody holds, a name beside it that says what became of it and when (UTC)."""
    when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    names = (file.with_name(f"{file.name}.{why}-{when}{more}") for more in ("", *(f"-{n}" for n in range(2, 100))))
    kept = next(name for name in names if not name.exists())
    for one, there in zip(with_journal(file), with_journal(kept), strict=True):
        if one.exists():
            one.rename(there)
    return kept


def with_journal(file: Path) -> list[Path]:
    """The files of a database, whether they are there or not."""
    return [file.with_name(f"{file.name}{beside}") for beside in BESIDE]
