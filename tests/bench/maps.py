"""A drawn map of 163 segments against packing a ready picture of the same size as PNG with zlib at level 1."""

from __future__ import annotations

import io

from PIL import Image

from images.labirynt_smierci.maps import draw_map
from tests.bench.report import Figure, best
from tests.images.mazes import a_maze, words

SEGMENTS = 163


async def figures() -> list[Figure]:
    """The whole level, and what players see while they stand in it: the part around the party, with an inset."""
    return [_map(party=False, what="whole"), _map(party=True, what="around the party")]


def _map(party: bool, what: str) -> Figure:
    level = a_maze(SEGMENTS, party=party)
    with Image.open(io.BytesIO(draw_map(level, words))) as drawn:
        ready = drawn.copy()
    size = ready.size
    ours, alone = best(lambda: draw_map(level, words)), best(lambda: _packed(ready))
    detail = f"{ours * 1000:.1f} ms against {alone * 1000:.1f} ms; {len(level.segments)} segments, {size} pixels"
    return Figure(
        f"a map, {what}, against packing and zlib level 1 of the ready picture", ours / alone, "x", detail, most=3
    )


def _packed(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
