"""A drawn map of 163 segments against the least that a picture of its size costs: zlib at level 1 over its pixels."""

from __future__ import annotations

import io
import zlib

from PIL import Image

from images.labirynt_smierci import draw_map
from tests.bench.report import Figure, best
from tests.images.mazes import a_maze, words

SEGMENTS = 163


async def figures() -> list[Figure]:
    """The whole level, and what players see while they stand in it: the part around the party, with an inset."""
    return [_map(party=False, what="whole"), _map(party=True, what="around the party")]


def _map(party: bool, what: str) -> Figure:
    level = a_maze(SEGMENTS, party=party)
    with Image.open(io.BytesIO(draw_map(level, words))) as picture:
        pixels, size = picture.tobytes(), picture.size
    ours, alone = best(lambda: draw_map(level, words)), best(lambda: zlib.compress(pixels, 1))
    detail = f"{ours * 1000:.1f} ms against {alone * 1000:.1f} ms; {len(level.segments)} segments, {size} pixels"
    return Figure(f"a map, {what}, against zlib level 1 over its pixels", ours / alone, "x", detail, most=3)
