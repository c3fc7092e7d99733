"""One digest of each table, written down after the table was compared with the printed sheet.

``python -m tests.rules.table_digests`` writes them anew and names the tables that have changed: for whoever has changed
a value on purpose, after comparing the table with its source once more. Comments and spaces of a file do not count.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

import rules
from rules.kernel.text_files import parse_toml, read_text

FILE = Path(__file__).with_name("table_digests.json")
RULES = Path(rules.__path__[0])


def tables() -> dict[str, Path]:
    """Return the file of each table of each game, by its game and name."""
    files = sorted(RULES.glob("*/data/*.toml"))
    return {f"{file.parents[1].name}/{file.stem}": file for file in files}


def digest(text: str) -> str:
    """Return the digest of a table's values: rows in their order, the fields of a row in any."""
    return sha256(msgspec.json.encode(parse_toml(text), order="sorted")).hexdigest()


def digests() -> dict[str, str]:
    """Return the digest of each table as it is now."""
    return {name: digest(read_text(file)) for name, file in tables().items()}


def reviewed() -> dict[str, str]:
    """Return the digests that were written down."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, str])


def write() -> list[str]:
    """Write the digests down; return the tables that have changed since."""
    before, now = reviewed() if FILE.exists() else {}, digests()
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(now)) + b"\n")
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


if __name__ == "__main__":
    print(*write(), sep="\n")
