"""What is read, changed and written back: one change after the other, so that none is lost."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

_locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()


def lock_of(kind: str, id: int) -> asyncio.Lock:
    """Whoever holds it alone changes the settings of this guild or person (``kind``), as far as this process goes."""
    return _locks.setdefault((kind, id), asyncio.Lock())
