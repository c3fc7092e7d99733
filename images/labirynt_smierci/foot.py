"""What is below a map: the legend, and above it the whole level in small where that is wide; drawn from kept layers."""

from __future__ import annotations

from typing import Final

from PIL import Image

from images import legend, packing
from images.canvas import Canvas, Sprite
from images.kept import Kept
from images.labirynt_smierci import edge
from images.legend import Entry
from images.packing import Strip

GAP: Final = 14
ROWS: Final = 24
"""Rows of a strip: where the party moves on the inset, few of them are packed anew."""
OVERHEAD: Final = 300
"""Bytes that a kept strip takes besides its rows and what is packed."""

LEGENDS: Final[Kept[tuple[object, ...], tuple[Image.Image, list[Sprite], list[Strip]]]] = Kept(4 * 2**20)
"""Feet without inset, with their signs and packed: a sign is known by its place in memory, so it must not go before."""
STRIPS: Final[Kept[bytes, Strip]] = Kept(4 * 2**20)
"""Strips by their rows."""


def strips(inset: Image.Image | None, entries: list[Entry], width: int) -> list[Strip]:
    """The rows below the field of a sheet so many pixels wide."""
    plate, _, packed = _with_legend(inset.height + GAP if inset else 0, entries, width)
    if not inset:
        return packed
    plate = plate.copy()
    plate.paste(inset, (edge.MARGIN, GAP))
    return _packed(plate)


def _packed(plate: Image.Image) -> list[Strip]:
    seen = [bytes(rows) for rows in packing.strips(plate, ROWS)]
    found = {rows: STRIPS.get(rows) for rows in seen}
    missing = [rows for rows, strip in found.items() if strip is None]
    for rows, strip in zip(missing, packing.pack_strips(missing), strict=True):
        found[rows] = strip
        STRIPS.put(rows, strip, len(rows) + len(strip.chunk) + OVERHEAD)
    return [strip for strip in map(found.get, seen) if strip]


def _with_legend(above: int, entries: list[Entry], width: int) -> tuple[Image.Image, list[Sprite], list[Strip]]:
    """The foot with so many rows left free above the legend."""
    key = (above, width, *((id(entry.sign), entry.words) for entry in entries))
    kept = LEGENDS.get(key)
    if kept is None:
        plate = _drawn(above, entries, width)
        kept = plate, [entry.sign for entry in entries], _packed(plate)
        LEGENDS.put(key, kept, plate.width * plate.height + sum(len(strip.chunk) for strip in kept[2]))
    return kept


def _drawn(above: int, entries: list[Entry], width: int) -> Image.Image:
    form = legend.form_for(width)._replace(sign=legend.SIGN)
    block = legend.draw_legend(entries, width - 4 * edge.MARGIN - 2 * GAP, form)
    foot = Canvas(width, edge.MARGIN + above + (block.size[1] + 2 * GAP if block else 0))
    if block:
        foot.rule(edge.MARGIN, above, width - 2 * edge.MARGIN, 1, 4)
        foot.plate(block, 2 * edge.MARGIN + GAP, above + GAP)
    edge.draw(foot, (-edge.FAR, foot.size[1]))
    return foot.plate_of_indices()
