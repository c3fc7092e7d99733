"""PNG files out of packed strips: a strip that was packed before is not packed again."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from struct import pack
from typing import Final, NamedTuple

from PIL import Image

from images import palette

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
        # Combine two Adler-32 sums without reading the strip again.
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
