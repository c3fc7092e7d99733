"""The rock around floors: thrown down as by hand, thinner away from the walls, the same for the same place."""

from __future__ import annotations

from statistics import mean

from PIL import Image

from images import stonework
from images.canvas import Canvas

CELL = 96
Cells = dict[tuple[int, int], tuple[str, bool]]


def hatched(cells: Cells, across: int = 9, down: int = 5) -> Image.Image:
    """The ink of the rock alone around these cells."""
    canvas = Canvas(across * CELL, down * CELL)
    stonework.hatch(canvas, CELL, (CELL, CELL), cells)
    return canvas.ink


def darkness(ink: Image.Image, box: tuple[float, float, float, float]) -> float:
    """How much ink there is in a box, in cells from the left upper corner of the picture."""
    return mean(ink.crop(tuple(round(CELL * at) for at in box)).tobytes())


def test_strokes_thin_out_away_from_a_wall() -> None:
    """Along a corridor: three bands of rock, each lighter than the one before, the last bare."""
    ink = hatched({(x, 1): ("WCWC", False) for x in range(7)})

    bands = [darkness(ink, (2, 2.7 + depth, 7, 2.8 + depth)) for depth in (0.02, 0.14, 0.26, 0.46)]
    assert bands == sorted(bands, reverse=True)
    assert bands[0] > 1.5 * bands[2] > bands[3] == 0


def test_no_two_places_are_hatched_alike() -> None:
    """No pattern shows: of the cells along a corridor none has the rock of another near it."""
    ink = hatched({(x, 1): ("WCWC", False) for x in range(3)})

    pieces = {ink.crop((x * CELL, 2 * CELL, (x + 1) * CELL, 4 * CELL)).tobytes() for x in range(1, 4)}
    assert len(pieces) == 3


def test_an_opening_into_the_unknown_stays_clear() -> None:
    """And is hatched at its sides."""
    ink = hatched({(1, 1): ("CWWW", False)})

    assert darkness(ink, (2.42, 1.5, 2.58, 2)) == 0
    assert darkness(ink, (2.75, 2.0, 2.9, 2.5)) > 0.5


def test_rock_is_the_same_whatever_is_found_elsewhere() -> None:
    """A cell two away changes nothing."""
    one: Cells = {(1, 1): ("WWWW", True)}

    before, after = hatched(one), hatched({**one, (4, 1): ("WWWW", True)})

    box = (0, 0, 3 * CELL, 5 * CELL)
    assert before.crop(box).tobytes() == after.crop(box).tobytes()
    assert before.tobytes() != after.tobytes()
