"""A bounded cache of drawn pictures, keyed by what they were drawn from. Imports nothing that draws."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """A thread-safe cache of at most ``room`` bytes that drops the least recently used entries."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._lock = Lock()
        # A plain dict hashes no key while it is read through, and the keys here are large.
        self._found: dict[K, tuple[V, int]] = {}
        self._size = 0

    def get(self, key: K) -> V | None:
        """Return the value under this key, or None."""
        with self._lock:
            found = self._found.pop(key, None)
            if found is None:
                return None
            self._found[key] = found
            return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Store a value; ``size`` is its approximate size in bytes."""
        with self._lock:
            _, before = self._found.pop(key, (None, 0))
            self._found[key] = (value, size)
            self._size += size - before
            while self._size > self.room:
                self._size -= self._found.pop(next(iter(self._found)))[1]

    def drop(self, key: K) -> None:
        """Remove this key."""
        with self._lock:
            _, size = self._found.pop(key, (None, 0))
            self._size -= size

    def items(self) -> list[tuple[K, V]]:
        """Return all entries, the most recently used last."""
        with self._lock:
            return [(key, value) for key, (value, _) in self._found.items()]

    def clear(self) -> None:
        """Remove all entries."""
        with self._lock:
            self._found.clear()
            self._size = 0

    @property
    def size(self) -> int:
        """The size of all entries in bytes."""
        return self._size
