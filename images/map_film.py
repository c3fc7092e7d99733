"""Builds the animation of a growing map: selects frames, durations and map parts, and encodes the GIF.

A game only states what is known at each moment and draws it. GIF, because Discord shows only the first frame of an
animated PNG. Frames store only changed pixels, and at most two are in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from struct import pack
from typing import NamedTuple, TypeVar

from PIL import GifImagePlugin, Image, ImageChops

from images import palette
from images.canvas import Canvas

V = TypeVar("V")
"""The view of a game at a moment."""
MOST = 200
"""Maximum number of frames; more moments are sampled evenly."""
WHOLE = 30_000
"""Milliseconds of a long animation; a frame lasts from ``QUICKEST`` to ``SLOWEST``."""
QUICKEST = 150
SLOWEST = 600
POSTER = 1_500
"""Milliseconds for which the last frame is shown before the first: some clients show only the first image."""
HELD = 4_000
"""Milliseconds for which the last frame is shown at the end."""

CELLS = (128, 112, 96, 84, 72, 64, 56, 48, 40, 34, 28, 24, 20, 16, 12, 8)
"""Square sizes in pixels; the largest that fits is used. Few, because sprites of each size are cached."""
ROOM = 960, 720
"""Maximum width and height of a picture, in pixels."""
SLIMMEST, TALLEST = 0.62, 0.75
"""Least and greatest height by width: a map that ends long may begin compact, and a phone shows it beside words."""
SMALL = 12
"""Squares in the smallest framed part, edge included; each next part has twice as many."""
FAR = 14
"""Maximum number of squares across and down during moves; with more, pawns would be too small to see."""
TURNS = 24
"""Maximum number of changes of the framed part; each stores a full picture."""

CLEAR = len(palette.colours())
"""The colour index that leaves a pixel unchanged."""
COLOURS = 128
LEAST = (0, 0, 1, 1)
"""The box stored for an unchanged frame, which must have at least one pixel."""


class Part(NamedTuple):
    """A part of a map in squares: left, top, right, bottom; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        """The number of squares across and down, including a margin of half a square."""
        return self.right - self.left + 1, self.bottom - self.top + 1

    def joined(self, other: Part) -> Part:
        """Return the smallest part that holds both."""
        return Part(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))


class FilmFrame(NamedTuple):
    """The placement of a map part on a canvas: square size and corner of square (0, 0), in pixels."""

    cell: int
    origin: tuple[int, int]


Draw = Callable[[Canvas, FilmFrame, V], None]


def around(places: Iterable[tuple[int, int]]) -> Part:
    """Return the part of a map that holds these squares, at least one."""
    columns, rows = zip(*places, strict=True)
    return Part(min(columns), min(rows), max(columns) + 1, max(rows) + 1)


def moments(views: Iterable[V], seen: Callable[[V], object]) -> list[V]:
    """Return the views whose ``seen`` value differs from the previous one, at most ``MOST`` of them."""
    changed = [next(same) for _, same in groupby(views, key=seen)]
    if len(changed) > MOST:
        changed = [changed[n * (len(changed) - 1) // (MOST - 1)] for n in range(MOST)]
    return changed


def moving(shown: Sequence[V], known: Sequence[Part], draw: Draw[V]) -> bytes:
    """Return these moments as a looping GIF; ``known`` is the relevant part of the map at each moment.

    A frame shows all parts relevant so far, or a window of a large map; the last frame shows everything.
    """
    whole = framed(list(accumulate(known, Part.joined)))
    size = sheet(whole[-1])
    parts = [*followed(whole, known)[:-1], whole[-1]]
    pace = max(QUICKEST, min(SLOWEST, WHOLE // len(shown)))
    told = zip((parts[-1], *parts), (shown[-1], *shown), strict=True)
    plates = (_draw_plate(size, part, view, draw) for part, view in told)
    return b"".join(_gif_chunks(size, plates, [POSTER, *[pace] * (len(shown) - 1), HELD]))


# What is framed ----------------------------------------------------------------------------------------------


def framed(known: Sequence[Part]) -> list[Part]:
    """Return the part for each frame: the last one before the map doubles in size, so that it rarely changes."""
    shown: list[Part] = []
    for _, some in groupby(known, key=_doubling_count):
        parts = list(some)
        shown += [parts[-1]] * len(parts)
    return shown


def followed(parts: Sequence[Part], known: Sequence[Part]) -> list[Part]:
    """Replace parts that are too large by a window around the current place, moved only when that leaves it.

    If the window would move too often, the whole parts are shown.
    """
    shown: list[Part] = []
    for part, at in zip(parts, known, strict=True):
        stays = bool(shown) and shown[-1].joined(at) == shown[-1]
        shown.append(
            part if _is_near(part) else shown[-1] if stays and _is_near(shown[-1]) else _window_of_part(part, at)
        )
    return shown if sum(this_part != other for this_part, other in pairwise(shown)) <= TURNS else list(parts)


def _is_near(part: Part) -> bool:
    return max(part.size) <= FAR + 1


def _window_of_part(part: Part, at: Part) -> Part:
    left, right = _clip_to_window(part.left, part.right, at.left)
    top, bottom = _clip_to_window(part.top, part.bottom, at.top)
    return Part(left, top, right, bottom)


def _clip_to_window(start: int, end: int, at: int) -> tuple[int, int]:
    start = max(start, min(at - FAR // 2, end - FAR))
    return start, min(end, start + FAR)


def _doubling_count(part: Part) -> int:
    across, down = part.size
    return ((across * down - 1) // SMALL).bit_length()


def sheet(part: Part) -> tuple[int, int]:
    """Return the width and height in pixels of a picture of the whole part."""
    across, down = part.size
    cell = _cell_size(part, ROOM)
    height = max(down * cell, round(across * cell * SLIMMEST))
    return max(across * cell, round(height / TALLEST)), height


def _cell_size(part: Part, room: tuple[int, int]) -> int:
    across, down = part.size
    return next((cell for cell in CELLS if across * cell <= room[0] and down * cell <= room[1]), CELLS[-1])


def _draw_plate(size: tuple[int, int], part: Part, view: V, draw: Draw[V]) -> Image.Image:
    canvas = Canvas(*size)
    cell = _cell_size(part, size)
    left = (size[0] - (part.right - part.left) * cell) // 2 - part.left * cell
    draw(canvas, FilmFrame(cell, (left, (size[1] - (part.bottom - part.top) * cell) // 2 - part.top * cell)), view)
    canvas.frame((0, 0, *size))
    return canvas.plate_of_indices()


# Packing -----------------------------------------------------------------------------------------------------


def _gif_chunks(size: tuple[int, int], plates: Iterable[Image.Image], pauses: Iterable[int]) -> Iterator[bytes]:
    """Yield the file in pieces; ``pauses`` is the duration of each plate in milliseconds."""
    colours = bytes(palette.flat()).ljust(3 * COLOURS, b"\0")
    yield b"GIF89a" + pack("<HHBBB", *size, 0x80 | COLOURS.bit_length() - 2, 0, 0) + colours
    yield b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    before = None
    for plate, pause in zip(plates, pauses, strict=True):
        part, corner = (plate, (0, 0)) if before is None else _changed_part(before, plate)
        yield from GifImagePlugin.getdata(part, corner, duration=pause, transparency=CLEAR, disposal=1)
        before = plate
    yield b";"


def _changed_part(before: Image.Image, plate: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the box of changed pixels, with unchanged ones transparent, and its corner."""
    changed = ImageChops.difference(before, plate)
    box = changed.getbbox() or LEAST
    part = plate.crop(box)
    part.paste(CLEAR, mask=changed.crop(box).point(lambda value: 0 if value else 255))
    return part, box[:2]
