"""What all moving pictures share: which moments are shown, how much of the map, and a file that any client plays."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageSequence

from images import map_film
from images.canvas import Canvas
from images.map_film import FAR, HELD, MOST, POSTER, QUICKEST, ROOM, SLIMMEST, SLOWEST, TALLEST, FilmFrame, Part
from images.palette import RED

Trail = tuple[tuple[int, int], ...]


def a_trail(length: int) -> list[Trail]:
    """Squares from one corner to the opposite one, one more at each moment."""
    squares = [(n // 2, (n + 1) // 2) for n in range(length)]
    return [tuple(squares[: n + 1]) for n in range(length)]


def draw(canvas: Canvas, frame: FilmFrame, trail: Trail) -> None:
    """Each square in red, the corner that is shared left free."""
    for x, y in trail:
        left, top = frame.origin[0] + x * frame.cell, frame.origin[1] + y * frame.cell
        canvas.block((left + 1, top + 1, left + frame.cell, top + frame.cell), RED)


def a_film(shown: Sequence[Trail]) -> bytes:
    """The trail as it grows."""
    return map_film.moving(shown, [map_film.around(trail) for trail in shown], draw)


def alone(part: Part, whole: Part, trail: Trail) -> Image.Image:
    """A moment as a picture of its own."""
    return map_film._draw_plate(map_film.sheet(whole), part, trail, draw)


def frames(data: bytes) -> list[Image.Image]:
    """The frames as a browser shows them."""
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]


def test_each_frame_is_what_was_drawn_though_only_what_is_new_is_stored() -> None:
    """First the end as a poster, then every moment; no pixel is left over from before."""
    shown = a_trail(9)
    parts = map_film.framed([map_film.around(trail) for trail in shown])

    played = frames(a_film(shown))

    drawn = [alone(part, parts[-1], trail) for part, trail in zip(parts, shown, strict=True)]
    for picture in drawn:
        picture.putpalette(map_film.palette.flat())
    whole = [picture.convert("RGB") for picture in drawn]
    assert [one.tobytes() for one in played] == [one.tobytes() for one in (whole[-1], *whole)]


def test_it_plays_for_ever_and_stands_still_at_both_ends() -> None:
    """A short story is not hurried, a long one does not last."""
    for length, pace in ((6, SLOWEST), (MOST, QUICKEST)):
        picture = Image.open(BytesIO(a_film(a_trail(length))))

        paces = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]

        assert picture.info["loop"] == 0
        assert (paces[0], set(paces[1:-1]), paces[-1]) == (POSTER, {pace}, HELD)


def test_of_more_moments_so_many_are_shown_from_the_first_to_the_last() -> None:
    """Evenly spread; what is as before is no moment."""
    told = map_film.moments([n // 2 for n in range(1000)], lambda view: view)

    assert len(told) == MOST
    assert (told[0], told[-1]) == (0, 499)
    assert {later - earlier for earlier, later in pairwise(told)} == {2, 3}


def test_what_is_framed_holds_what_is_known_and_seldom_changes() -> None:
    """From a few squares to hundreds in less than ten steps, each larger than the one before."""
    known = [map_film.around(trail) for trail in a_trail(40)]

    framed = map_film.framed(known)

    assert all(part.joined(one) == part for part, one in zip(framed, known, strict=True))
    assert len(set(framed)) < 10
    assert framed == sorted(framed, key=lambda part: part.size)


def test_of_a_large_map_the_neighbourhood_is_shown_and_in_the_end_all_of_it() -> None:
    """The window stands still while it holds what matters, and never leaves the map."""
    known = [Part(n, 3, n + 1, 4) for n in range(60)]
    whole = [Part(0, 0, 60, 9)] * 60

    shown = map_film.followed(whole, known)

    assert all(part.joined(at) == part for part, at in zip(shown, known, strict=True))
    assert {(part.right - part.left, part.bottom - part.top) for part in shown} == {(FAR, 9)}
    assert len(set(shown)) < 60 / FAR * 2 + 1
    assert (shown[0].left, shown[-1].right) == (0, 60)


def test_the_beginning_is_shown_larger_than_the_end() -> None:
    """Nobody looks at a dot on an empty sheet."""
    shown = a_trail(40)

    poster, first, *_, last = frames(a_film(shown))

    assert poster.tobytes() == last.tobytes()
    assert red(first) > 4 * red(last) / len(shown)


def red(picture: Image.Image) -> int:
    """How many pixels are red."""
    return sum(count for count, colour in picture.getcolors(4096) or () if colour == map_film.palette.RED_RGB)


@pytest.mark.parametrize("part", [Part(0, 0, 1, 1), Part(-3, 2, 40, 4), Part(0, 0, 3, 70), Part(0, 0, 300, 300)])
def test_a_picture_is_neither_too_large_nor_too_slim(part: Part) -> None:
    """Long levels have paper beside them; of the largest ones squares are as small as they get."""
    width, height = map_film.sheet(part)

    assert SLIMMEST * width - 1 <= height <= TALLEST * width + 1
    assert width <= max(ROOM[0], max(part.size) * map_film.CELLS[-1] / TALLEST + 1)
