"""Maps of 163 segments against packing a ready picture of the same size as PNG with Pillow at zlib's level 1.

In processor time, as the share of one core is what a host has little of; each figure is the best of some rounds in
which map and packing take turns. Sprites are ready, as they are after the first minutes of a process.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from itertools import product
from statistics import median

from PIL import Image

from bot.games.labirynt_smierci.pictures import map_picture
from bot.words.narrator import Narrator
from images.labirynt_smierci.frame import Extent, choose_frame, extent
from images.labirynt_smierci.maps import draw_map
from rules.labirynt_smierci.view import MapView
from tests.bench.report import Figure
from tests.images.mazes import Cell, a_maze, beyond, laid_out, words
from tests.images.walks import Walk, elsewhere, forget
from tests.short_form import sized

SEGMENTS = 163
ROUNDS = 15
STEPS = 12
"""Steps of each kind, of which the median is told."""
LAID = laid_out(SEGMENTS, 1)
COLD, STEP = 5.5, 3.5
"""Bounds of growth for a map of which nothing is kept, and for one after a step."""
WHOLE = "whole"
AROUND = "around the party"
Step = tuple[MapView, MapView]


async def figures() -> list[Figure]:
    """Of nothing; after a step; and when the same view is asked for again."""
    return [
        _cold(a_maze(SEGMENTS, party=False), WHOLE),
        _cold(a_maze(SEGMENTS), AROUND),
        _after(_laid(WHOLE), f"{WHOLE}, after one new segment", STEP),
        _after(_laid(AROUND), f"{AROUND}, after one new segment", STEP),
        _after(_moves("same"), "after a step of the party in the part that is shown", STEP),
        _after(_moves("down"), "after a step with which what is shown moves up or down", None),
        _after(_moves("aside"), "after a step with which what is shown moves aside", None),
        await _again(),
    ]


def _cold(level: MapView, what: str) -> Figure:
    ours, packing = _compared(forget, level)
    return _figure(f"{what}, nothing of it kept", [(ours, packing)], COLD, f"{len(level.segments)} segments")


def _after(steps: list[Step], what: str, most: float | None) -> Figure:
    measured = [_compared(lambda before=before: _drawn(before), now) for before, now in steps]
    return _figure(what, measured, most, f"the median of {len(steps)} steps")


async def _again() -> Figure:
    """Through the bot: with the words beside the picture."""
    narrator, (first, again) = Narrator("en"), (a_maze(SEGMENTS), a_maze(SEGMENTS))
    kept = await map_picture(narrator, first)
    assert kept is not None
    ready, packing, drawing = _opened(kept.data), [], []
    for _ in range(sized(ROUNDS, 2)):
        packing.append(_spent(lambda: _packed(ready)))
        begin = time.process_time()
        shown = await map_picture(narrator, again)
        drawing.append(time.process_time() - begin)
        assert shown is not None
        assert shown.data is kept.data
    return _figure("the same view again, with its words", [(min(drawing), min(packing))], None, "bytes that were kept")


def _figure(what: str, measured: list[tuple[float, float]], most: float | None, detail: str) -> Figure:
    ours, packing = (median(times) * 1000 for times in zip(*measured, strict=True))
    ratio = median(one / other for one, other in measured)
    return Figure(f"a map, {what}", ratio, "x", f"{ours:.1f} ms against {packing:.1f} ms; {detail}", most=most)


def _compared(prepare: Callable[[], object], level: MapView) -> tuple[float, float]:
    """Seconds for the map, and for packing it when it is ready."""
    ready = _opened(draw_map(level, words))
    drawing, packing = [], []
    for _ in range(sized(ROUNDS, 2)):
        prepare()
        packing.append(_spent(lambda: _packed(ready)))
        drawing.append(_spent(lambda: draw_map(level, words)))
    return min(drawing), min(packing)


def _drawn(level: MapView) -> None:
    """As a process that has drawn this map and nothing else."""
    forget()
    draw_map(level, words)


def _spent(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as drawn:
        return drawn.copy()


def _packed(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


# Steps -----------------------------------------------------------------------------------------------------------


def _laid(what: str) -> list[Step]:
    """Before and after a segment was laid in the part that is shown; the level stays as large as it was."""
    at = list(LAID)[-1]
    now = Walk(1, LAID, at=at, turn=15).view()
    whole = extent(now.segments)
    shown = choose_frame(now, whole).shown
    steps = []
    for place in LAID:
        before = Walk(1, {one: LAID[one] for one in LAID if one != place}, at=at, turn=14)
        if (shown.holds(place) or what == WHOLE) and place != at and extent(before.view().segments) == whole:
            steps.append((before.view(), now))
    chosen = steps[:: max(1, len(steps) // STEPS)][: sized(STEPS, 1)]
    return [(elsewhere(one), elsewhere(other)) for one, other in chosen] if what == WHOLE else chosen


def _moves(kind: str) -> list[Step]:
    """Steps from a segment to the next."""
    steps: list[tuple[Cell, Cell]] = []
    for at, side in product(LAID, range(4)):
        there = beyond(at, side)
        if LAID[at][1][side] != "W" and there in LAID:
            before, after = _shown(at), _shown(there)
            if kind == ("same" if before == after else "down" if before.left == after.left else "aside"):
                steps.append((at, there))
    chosen = steps[:: max(1, len(steps) // STEPS)][: sized(STEPS, 1)]
    return [(Walk(1, LAID, at=at, turn=14).view(), Walk(1, LAID, at=to, turn=15).view()) for at, to in chosen]


def _shown(at: Cell) -> Extent:
    """What is shown at full size when the party is there."""
    level = Walk(1, LAID, at=at, turn=14).view()
    return choose_frame(level, extent(level.segments)).shown
