"""PNG files out of strips: what is joined is what was packed, whatever strips it was joined of."""

from __future__ import annotations

import zlib
from struct import unpack

import pytest
from PIL import Image

from images import packing, palette
from images.packing import Strip, pack_strips, png
from images.stonework import scatter
from tests.images.looking import opened

SIZE = (90, 70)


def a_plate(salt: int = 0, size: tuple[int, int] = SIZE) -> Image.Image:
    """Half noise, half bare paper."""
    colours = len(palette.colours())
    noise = [scatter(x, y, salt) % colours * (x > y) for y in range(size[1]) for x in range(size[0])]
    return Image.frombytes("L", size, bytes(noise))


def strips(plate: Image.Image, height: int) -> list[Strip]:
    """A plate packed so many rows at a time."""
    return pack_strips(packing.strips(plate, height))


def rows(plate: Image.Image) -> bytes:
    """What is packed of a plate."""
    return b"".join(b"\0" + plate.crop((0, y, plate.width, y + 1)).tobytes() for y in range(plate.height))


def chunks(file: bytes) -> list[tuple[bytes, bytes]]:
    """Kind and body of each chunk; their sums are right."""
    found, at = [], 8
    while at < len(file):
        (length,) = unpack(">I", file[at : at + 4])
        kind, body, total = file[at + 4 : at + 8], file[at + 8 : at + 8 + length], file[at + 8 + length :][:4]
        assert unpack(">I", total) == (zlib.crc32(kind + body),)
        found.append((kind, body))
        at += 12 + length
    return found


@pytest.mark.parametrize("height", [1, 7, 16, 70, 100])
def test_a_picture_is_the_same_in_strips_of_any_height(height: int) -> None:
    """Read by Pillow, and by zlib, which looks at the checksum of the whole."""
    plate = a_plate()
    file = png(SIZE[0], strips(plate, height))

    picture = opened(file)
    assert (picture.mode, picture.size, picture.tobytes()) == ("P", SIZE, plate.tobytes())
    assert picture.getpalette("RGB") == palette.flat()
    body = b"".join(body for kind, body in chunks(file) if kind == b"IDAT")
    assert zlib.decompress(body) == rows(plate)


def test_a_strip_may_stand_in_another_picture() -> None:
    """Packed after and before other strips than those among which it is used."""
    one, other = a_plate(1), a_plate(2)
    mixed = [
        here if n % 2 else there for n, (here, there) in enumerate(zip(strips(one, 10), strips(other, 10), strict=True))
    ]
    picture = opened(png(SIZE[0], mixed))

    for n in range(7):
        box = (0, 10 * n, SIZE[0], 10 * n + 10)
        assert picture.crop(box).tobytes() == (one if n % 2 else other).crop(box).tobytes()
    body = b"".join(body for kind, body in chunks(png(SIZE[0], mixed)) if kind == b"IDAT")
    assert len(zlib.decompress(body)) == (SIZE[0] + 1) * SIZE[1]


def test_a_great_white_sheet_has_the_right_checksum() -> None:
    """Where sums wrap around many times."""
    sheet = Image.new("L", (4096, 300), 111)
    body = b"".join(body for kind, body in chunks(png(4096, strips(sheet, 64))) if kind == b"IDAT")

    assert zlib.decompress(body) == rows(sheet)


def test_rows_that_were_packed_before_are_not_packed_again() -> None:
    """Whatever picture they are in; the file is the same."""
    packing.STRIPS.clear()
    picture, other = (Image.effect_noise((40, 64), 30).point(lambda value: value % 8) for _ in range(2))
    other.paste(picture.crop((0, 16, 40, 32)), (0, 16))

    first, second = packing.pack_plate(picture, 16), packing.pack_plate(other, 16)

    assert [one is strip for one, strip in zip(first, second, strict=True)] == [False, True, False, False]
    assert packing.pack_plate(picture, 16) == packing.pack_strips(packing.strips(picture, 16)) == first
