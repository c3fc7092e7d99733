"""How a level grew: an animated picture, a frame for each step of the party or change of the map.

APNG, as every browser shows it and flat colours stay sharp in it. Frames have no writing on them that changes: what
is the same as before is not stored again, so that a step takes a corner of the picture and not all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Final

import msgspec
from PIL import Image

from images.canvas import Canvas
from images.labirynt_smierci import chart
from images.labirynt_smierci.frame import Extent, extent
from images.labirynt_smierci.maps import unlettered
from rules.labirynt_smierci.view import MapView

CELLS: Final = (64, 56, 48, 40, 34, 28, 24, 20, 16, 12, 8)
"""Sides of a segment in pixels: the largest at which the whole level fits."""
ROOM: Final = (720, 720)
"""Greatest width × height of a picture, in pixels: all frames are in memory while they are packed."""
MOST: Final = 150
"""Frames; of more steps so many are shown, evenly spread."""
WHOLE: Final = 30_000
"""Milliseconds that a long story takes; a step is never shorter than ``QUICKEST`` nor longer than ``SLOWEST``."""
QUICKEST: Final = 140
SLOWEST: Final = 600
HELD: Final = 5_000
"""Milliseconds for which the last frame stands."""
COMPRESSION: Final = 9
"""zlib's level: drawn once, kept for good."""


def steps(frames: Iterable[MapView]) -> list[MapView]:
    """The views in which the map or the party's square is another than before, at most ``MOST`` of them."""
    changed: list[MapView] = []
    for view in frames:
        if not changed or (view.segments, view.party) != (changed[-1].segments, changed[-1].party):
            changed.append(view)
    if len(changed) > MOST:
        changed = [changed[n * (len(changed) - 1) // (MOST - 1)] for n in range(MOST)]
    return changed


def growth(frames: Iterable[MapView]) -> bytes:
    """One level from the first view of it to the last, as an animated PNG that begins anew after its end."""
    shown = steps(frames)
    first, *later = _drawn(shown)
    pace = max(QUICKEST, min(SLOWEST, WHOLE // len(shown)))
    timed = {"duration": [*[pace] * len(later), HELD], "loop": 0}
    file = BytesIO()
    first.save(file, "PNG", save_all=True, append_images=later, compress_level=COMPRESSION, **timed)
    return file.getvalue()


def _drawn(shown: Sequence[MapView]) -> list[Image.Image]:
    """The frames, all of the size that the level has in the end."""
    whole = extent(segment for view in shown for segment in view.segments)
    cell = next((cell for cell in CELLS if _fits(whole, cell)), CELLS[-1])
    return [_frame(view, whole, cell) for view in shown]


def _fits(whole: Extent, cell: int) -> bool:
    return (whole.across + 1) * cell <= ROOM[0] and (whole.down + 1) * cell <= ROOM[1]


def _frame(view: MapView, whole: Extent, cell: int) -> Image.Image:
    """The level as it was, with half a segment of paper around what it will be."""
    width, height = (whole.across + 1) * cell, (whole.down + 1) * cell
    canvas = Canvas(width, height)
    origin = (cell // 2 - whole.left * cell, cell // 2 - whole.top * cell)
    chart.draw_chart(canvas, cell, origin, msgspec.structs.replace(view, exits=unlettered(view.exits)))
    canvas.frame((0, 0, width, height), 2)
    return canvas.picture()
