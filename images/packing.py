"""PNG files out of packed strips, and a bounded cache of what was drawn lately."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from struct import pack
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from PIL import Image

from images import palette

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """``room`` bytes at most: beyond it goes what was not asked for the longest. Threads may share it."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._lock = Lock()
        self._found: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._size = 0

    def get(self, key: K) -> V | None:
        """What was kept under this key."""
        with self._lock:
            found = self._found.get(key)
            if found is None:
                return None
            self._found.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep it; ``size``: about so many bytes."""
        with self._lock:
            _, before = self._found.pop(key, (None, 0))
            self._found[key] = (value, size)
            self._size += size - before
            while self._size > self.room:
                self._size -= self._found.popitem(last=False)[1][1]

    def items(self) -> list[tuple[K, V]]:
        """All that is kept, the latest last."""
        with self._lock:
            return [(key, value) for key, (value, _) in self._found.items()]

    def clear(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._found.clear()
            self._size = 0

    @property
    def size(self) -> int:
        """The bytes that are kept."""
        return self._size


LEVEL: Final = 1
"""zlib's level: for flat colours the fastest is nearly as small as the best."""
MEMORY: Final = 7
"""zlib's memory level: the quickest for pictures of this size, and a small hash table is soon cleared."""
_MODULUS: Final = 65521
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS_OF_A_PALETTE: Final = b"\x08\x03\0\0\0"


class Strip(NamedTuple):
    """Some rows of a picture, packed."""

    chunk: bytes
    """An IDAT chunk."""
    adler: int
    """The checksum of what is packed."""
    length: int
    """How many bytes are packed."""


def strips(plate: Image.Image, height: int) -> list[memoryview]:
    """A plate of colour indices in strips for packing, each so many rows high, the last perhaps less."""
    wide = Image.new("L", (plate.width + 1, plate.height))
    wide.paste(plate, (1, 0))
    rows, step = memoryview(wide.tobytes()), wide.width * height
    return [rows[start : start + step] for start in range(0, len(rows), step)]


def pack_strips(strips: Iterable[bytes | memoryview]) -> list[Strip]:
    """Pack strips one by one: of each its rows, a zero byte before each row, then a byte for each pixel."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, MEMORY)
    return [
        Strip(_png_chunk(b"IDAT", press.compress(rows) + press.flush(zlib.Z_FULL_FLUSH)), zlib.adler32(rows), len(rows))
        for rows in strips
    ]


def png(width: int, strips: Iterable[Strip]) -> bytes:
    """The file of a picture so many pixels wide, its colours those of the palette."""
    known, total = list(strips), 1
    height = sum(strip.length for strip in known) // (width + 1)
    for strip in known:
        # The Adler-32 of what came before and a strip after it.
        low, high = total & 0xFFFF, total >> 16
        more, higher = strip.adler & 0xFFFF, strip.adler >> 16
        total = (high + higher + strip.length * (low - 1)) % _MODULUS << 16 | (low + more - 1) % _MODULUS
    return b"".join(
        (
            _SIGNATURE,
            _png_chunk(b"IHDR", pack(">II", width, height) + _EIGHT_BITS_OF_A_PALETTE),
            _PALETTE,
            _png_chunk(b"IDAT", b"\x78\x01"),
            *(strip.chunk for strip in known),
            _png_chunk(b"IDAT", b"\x03\0" + pack(">I", total)),
            _png_chunk(b"IEND", b""),
        )
    )


def _png_chunk(kind: bytes, body: bytes) -> bytes:
    return b"".join((pack(">I", len(body)), kind, body, pack(">I", zlib.crc32(body, zlib.crc32(kind)))))


_PALETTE: Final = _png_chunk(b"PLTE", bytes(palette.flat()))
