"""A moving picture of how a map grew: which moments are shown, how long, how much of the map, and all of it packed.

A game only says what is known at each moment and draws a moment on a canvas. A GIF, as Discord shows of an animated PNG
its first frame alone; flat colours stay what they are in it. Of each frame only what is new is stored, and no more than
two of them are in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from struct import pack
from typing import Final, NamedTuple, TypeVar

from PIL import GifImagePlugin, Image, ImageChops

from images import palette
from images.canvas import Canvas

V = TypeVar("V")
"""What a game shows at a moment."""
MOST: Final = 200
"""Frames; of more moments so many are shown, evenly spread."""
WHOLE: Final = 30_000
"""Milliseconds that a long story takes; a frame is never shorter than ``QUICKEST`` nor longer than ``SLOWEST``."""
QUICKEST: Final = 150
SLOWEST: Final = 600
POSTER: Final = 1_500
"""Milliseconds for which the last frame stands before the first: some see no more than how a picture begins."""
HELD: Final = 4_000
"""Milliseconds for which the last frame stands at the end."""

CELLS: Final = (128, 112, 96, 84, 72, 64, 56, 48, 40, 34, 28, 24, 20, 16, 12, 8)
"""Sides of a square in pixels: the largest at which all fits that is shown. Few, as signs of each size are kept."""
ROOM: Final = 960
"""Greatest width and height of a picture, in pixels."""
SLIMMEST: Final = 0.62
"""A picture's shorter side in parts of the longer one, at least: a long map was none when it was small."""
SMALL: Final = 12
"""Squares, with those of the edge, of the smallest part that is framed; each next one has twice as many."""
FAR: Final = 14
"""Most squares across and down that are shown while somebody moves: of more one sees no pawns."""
TURNS: Final = 24
"""How often at most something else is framed: each time the whole picture is stored."""

CLEAR: Final = len(palette.colours())
"""The colour that leaves a pixel as it was."""
COLOURS: Final = 128
LEAST: Final = (0, 0, 1, 1)
"""What is stored of a frame in which nothing is new: a frame has a pixel at least."""


class Part(NamedTuple):
    """A part of a map in squares: left, top, right, bottom, the last two outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        """How many squares across and down, half a one around them included."""
        return self.right - self.left + 1, self.bottom - self.top + 1

    def joined(self, other: Part) -> Part:
        """The smallest part that holds both."""
        return Part(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))


class FilmFrame(NamedTuple):
    """Where a part of a map stands on a canvas: the side of a square, and where the corner of square (0, 0) is."""

    cell: int
    origin: tuple[int, int]


Draw = Callable[[Canvas, FilmFrame, V], None]


def around(places: Iterable[tuple[int, int]]) -> Part:
    """The part of a map that holds these squares; they must be some."""
    columns, rows = zip(*places, strict=True)
    return Part(min(columns), min(rows), max(columns) + 1, max(rows) + 1)


def moments(views: Iterable[V], seen: Callable[[V], object]) -> list[V]:
    """The views of which something else is seen than before, at most ``MOST`` of them."""
    changed = [next(same) for _, same in groupby(views, key=seen)]
    if len(changed) > MOST:
        changed = [changed[n * (len(changed) - 1) // (MOST - 1)] for n in range(MOST)]
    return changed


def moving(shown: Sequence[V], known: Sequence[Part], draw: Draw[V]) -> bytes:
    """These moments as a GIF that begins anew after its end; ``known``: what of the map matters at each of them.

    All that ever mattered until then is shown, and of a large map what does now; at the end all of it.
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
    """What each frame shows: as much as will be known by the time that it has doubled, so that it seldom changes."""
    shown: list[Part] = []
    for _, some in groupby(known, key=_doubling_count):
        parts = list(some)
        shown += [parts[-1]] * len(parts)
    return shown


def followed(parts: Sequence[Part], known: Sequence[Part]) -> list[Part]:
    """Of parts that are too large a window with what matters now, which stays until that is beyond its edge.

    Where it would have to leap about, all is shown.
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
    """Width and height in pixels of a picture of all of it."""
    across, down = part.size
    cell = _cell_size(part, (ROOM, ROOM))
    least = round(max(across, down) * cell * SLIMMEST)
    return max(across * cell, least), max(down * cell, least)


def _cell_size(part: Part, room: tuple[int, int]) -> int:
    across, down = part.size
    return next((cell for cell in CELLS if across * cell <= room[0] and down * cell <= room[1]), CELLS[-1])


def _draw_plate(size: tuple[int, int], part: Part, view: V, draw: Draw[V]) -> Image.Image:
    canvas = Canvas(*size)
    cell = _cell_size(part, size)
    left = (size[0] - (part.right - part.left) * cell) // 2 - part.left * cell
    draw(canvas, FilmFrame(cell, (left, (size[1] - (part.bottom - part.top) * cell) // 2 - part.top * cell)), view)
    canvas.frame((0, 0, *size), 2)
    return canvas.plate_of_indices()


# Packing -----------------------------------------------------------------------------------------------------


def _gif_chunks(size: tuple[int, int], plates: Iterable[Image.Image], pauses: Iterable[int]) -> Iterator[bytes]:
    """The file piece by piece; ``pauses``: milliseconds for which each plate of colour indices stands."""
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
    """What is another colour than before, nothing where it is the same, and its corner."""
    changed = ImageChops.difference(before, plate)
    box = changed.getbbox() or LEAST
    part = plate.crop(box)
    part.paste(CLEAR, mask=changed.crop(box).point(lambda value: 0 if value else 255))
    return part, box[:2]
