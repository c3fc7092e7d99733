"""Builds PNG files from packed strips, so that unchanged strips are not packed again."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from struct import pack
from typing import NamedTuple

from PIL import Image

from images import palette
from images.cache import Kept

LEVEL = 1
"""zlib's compression level: for flat colours the fastest is nearly as small as the best."""
MEMORY = 7
"""zlib's memory level: fastest for pictures of this size, because a small hash table is quickly cleared."""
_MODULUS = 65521
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS_OF_A_PALETTE = b"\x08\x03\0\0\0"


class Strip(NamedTuple):
    """Packed rows of a picture."""

    chunk: bytes
    """A PNG IDAT chunk."""
    adler: int
    """The Adler-32 checksum of the unpacked data."""
    length: int
    """The length of the unpacked data in bytes."""


def strips(plate: Image.Image, height: int) -> list[memoryview]:
    """Split colour indices into strips of ``height`` rows for packing; the last may be shorter."""
    wide = Image.new("L", (plate.width + 1, plate.height))
    wide.paste(plate, (1, 0))
    rows, step = memoryview(wide.tobytes()), wide.width * height
    return [rows[start : start + step] for start in range(0, len(rows), step)]


def pack_strips(strips: Iterable[bytes | memoryview]) -> list[Strip]:
    """Pack strips independently; each row is a zero byte and one byte per pixel."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, MEMORY)
    return [
        Strip(_png_chunk(b"IDAT", press.compress(rows) + press.flush(zlib.Z_FULL_FLUSH)), zlib.adler32(rows), len(rows))
        for rows in strips
    ]


STRIPS: Kept[bytes, Strip] = Kept(4 * 2**20)
"""Cache of packed strips by their rows."""
OVERHEAD = 300
"""Bytes per cached strip in addition to its rows and the packed data."""


def pack_plate(plate: Image.Image, height: int) -> list[Strip]:
    """Pack colour indices in strips of ``height`` rows; those that were packed before come from the cache."""
    seen = [bytes(rows) for rows in strips(plate, height)]
    found = {rows: STRIPS.get(rows) for rows in seen}
    missing = [rows for rows, strip in found.items() if not strip]
    for rows, strip in zip(missing, pack_strips(missing), strict=True):
        found[rows] = strip
        STRIPS.put(rows, strip, len(rows) + len(strip.chunk) + OVERHEAD)
    return [strip for strip in map(found.get, seen) if strip]


def png(width: int, strips: Iterable[Strip]) -> bytes:
    """Return a PNG file of this width in the colours of the palette."""
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


_PALETTE, _DARK_PALETTE = (_png_chunk(b"PLTE", bytes(palette.flat(dark=dark))) for dark in (False, True))


def darkened(file: bytes) -> bytes:
    """Return a PNG file of the palette on dark paper."""
    return file.replace(_PALETTE, _DARK_PALETTE, 1)
