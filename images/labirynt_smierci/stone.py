"""The stone of a level in tiles, kept by what is on each: a new segment costs its own tile and those beside it.

A tile is a block of squares. What it looks like follows from its squares' keys alone: their floors, the slots of rock
whose strokes reach into them, and the doors on their edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Final

from PIL import Image

from images import stonework
from images.canvas import Canvas
from images.kept import Kept
from images.labirynt_smierci.chart import STEP, Chart, Segments
from images.squares import Cell
from images.stonework import HANDS, PERIOD

SIDE: Final = 96
"""A tile is about so many pixels wide: one segment at full size, several of a smaller scale."""
LEVELS: Final = 256
"""Drawn parts of levels of which the keys are remembered."""

Stone = Mapping[Cell, tuple[str, bool]]
"""Squares, each with its sides and whether it is a room."""
Key = tuple[int | str | bool, ...]
Tiles = Mapping[Cell, tuple[Key, ...]]
"""The tiles on which there is stone, by column and row, and what their squares look like."""
Planes = tuple[Image.Image, Image.Image]
"""Ground and ink."""

TILES: Final[Kept[tuple[int, tuple[Key, ...]], Planes]] = Kept(12 * 2**20)
"""Tiles drawn lately: some 600 of full size."""

_REACHING: Final = (
    (0, -1, 0xF000),
    (0, 1, 0x000F),
    (-1, 0, 0x8888),
    (1, 0, 0x1111),
    (-1, -1, 0x8000),
    (1, -1, 0x1000),
    (-1, 1, 0x0008),
    (1, 1, 0x0001),
)
"""Neighbours, and the slots of each whose strokes reach across the edge: none reaches farther than into the next."""
_BLOCK: Final = tuple(product((-1, 0, 1), repeat=2))


def side_of(cell: int) -> int:
    """A tile's side in pixels."""
    return cell * _span(cell)


def _span(cell: int) -> int:
    """How many squares are a tile's side."""
    return max(1, SIDE // cell)


def tiles(known: Segments, cell: int) -> Tiles:
    """The tiles of a part of a level, all of whose segments are ``known``."""
    stone = ((place, (one.sides, stonework.is_room(one.sides, one.kind))) for place, one in known.items())
    return _tiles(tuple(stone), _span(cell))


@lru_cache(maxsize=LEVELS)
def _tiles(stone: tuple[tuple[Cell, tuple[str, bool]], ...], span: int) -> Tiles:
    cells = dict(stone)
    rock = stonework.hatched(cells)
    blocks: dict[Cell, list[Key]] = {}
    for x, y in sorted({(x + across, y + down) for x, y in rock for across, down in _BLOCK}):
        if key := _square(x, y, rock, cells):
            blocks.setdefault((x // span, y // span), []).append((x % span, y % span, *key))
    return {place: tuple(block) for place, block in blocks.items()}


def _square(x: int, y: int, rock: Mapping[Cell, int], cells: Stone) -> Key:
    """All that a square's stone depends on; nothing where there is none."""
    reaching = [rock.get((x + across, y + down), 0) & slots for across, down, slots in _REACHING]
    hatched = (rock.get((x, y), 0), *reaching, _doors(x, y, cells))
    floor = cells.get((x, y))
    if floor is None and not any(hatched):
        return ()
    return (x % PERIOD, y % PERIOD, *hatched, *(() if floor is None else (*floor, stonework.scatter(x, y) % HANDS)))


def _doors(x: int, y: int, cells: Stone) -> int:
    """On which sides of a square there are doors between the known and the unknown, as bits."""
    here, found = cells.get((x, y)), 0
    for side, (across, down) in enumerate(STEP.values()):
        beyond = cells.get((x + across, y + down))
        if here is None:
            door = beyond is not None and beyond[0][(side + 2) % 4] == "D"
        else:
            door = beyond is None and here[0][side] == "D"
        found |= door << side
    return found


def lay(canvas: Canvas, cell: int, origin: Cell, known: Segments, found: Tiles) -> None:
    """Lay the tiles as far as they are on the canvas; ``origin``: the pixel at the corner of segment (0, 0)."""
    side = side_of(cell)
    shown = {
        place: corner
        for place in found
        if _touches(corner := (origin[0] + place[0] * side, origin[1] + place[1] * side), side, canvas.size)
    }
    drawn = {place: TILES.get((cell, found[place])) for place in shown}
    if missing := [place for place, planes in drawn.items() if planes is None]:
        drawn.update(_drawn(cell, missing, known, found))
    for place, corner in shown.items():
        if planes := drawn[place]:
            canvas.ground.paste(planes[0], corner)
            canvas.ink.paste(planes[1], corner)


def _touches(corner: Cell, side: int, size: Cell) -> bool:
    return -side < corner[0] < size[0] and -side < corner[1] < size[1]


def _drawn(cell: int, missing: Iterable[Cell], known: Segments, found: Tiles) -> dict[Cell, Planes]:
    """Draw tiles that are not kept, all at once, and keep them."""
    columns, rows = [x for x, _ in missing], [y for _, y in missing]
    side, left, top = side_of(cell), min(columns), min(rows)
    canvas = Canvas((max(columns) - left + 1) * side, (max(rows) - top + 1) * side)
    Chart(canvas, cell, (-left * side, -top * side), known).stone()
    drawn: dict[Cell, Planes] = {}
    for place in missing:
        x, y = (place[0] - left) * side, (place[1] - top) * side
        box = (x, y, x + side, y + side)
        planes = drawn[place] = canvas.ground.crop(box), canvas.ink.crop(box)
        TILES.put((cell, found[place]), planes, 2 * side * side)
    return drawn
