"""Where the playground keeps its world: one SQLite file of JSON things, and a folder of uploaded files."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from bot.playground.wire import JSON


class Store:
    """Things by kind and id; every change is on disk when the call returns, so a killed process loses nothing."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "attachments"
        self.files.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(folder / "playground.sqlite3", isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS things (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id))")

    def load(self, kind: str) -> dict[str, JSON]:
        """All things of a kind by their id, oldest first."""
        rows = self._db.execute("SELECT id, body FROM things WHERE kind = ? ORDER BY CAST(id AS INTEGER)", (kind,))
        return {thing_id: json.loads(body) for thing_id, body in rows}

    def save(self, kind: str, thing_id: str, body: JSON) -> None:
        """Keeps a thing, in place of an earlier one with the same kind and id."""
        text = json.dumps(body, ensure_ascii=False)
        self._db.execute("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, thing_id, text))

    def delete(self, kind: str, thing_id: str) -> None:
        """Forgets a thing; one that is not there is no error."""
        self._db.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, thing_id))

    def keep_file(self, file_id: str, content: bytes) -> None:
        """Keeps an uploaded file, so that after a crash it is there whole or not at all."""
        partial = self.files / f"{file_id}.part"
        partial.write_bytes(content)
        partial.replace(self.files / file_id)

    def file(self, file_id: str) -> bytes:
        """The content of an uploaded file."""
        return (self.files / file_id).read_bytes()

    def close(self) -> None:
        """Closes the SQLite file; nothing can be kept or loaded after that."""
        self._db.close()
