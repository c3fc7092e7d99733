"""Levels that have outgrown a picture: what the part shows, the whole in small beside it, and all of it at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import msgspec
import pytest

from images.labirynt_smierci import insets
from images.labirynt_smierci.frame import Frame, choose_frame, extent, fold
from images.labirynt_smierci.maps import draw_map, draw_whole
from images.labirynt_smierci.standing import STEP
from rules.labirynt_smierci.view import MapView
from tests.images.looking import opened
from tests.images.mazes import a_maze, a_shaft, gate_afar, words

WIDEST = 800
GROWN = [partial(a_maze, 163, seed) for seed in range(6)] + [partial(a_shaft, length) for length in (12, 20, 45)]
"""Make levels that have outgrown a picture."""


def framed(level: MapView) -> Frame:
    """How a level is shown."""
    return choose_frame(level, extent(level.segments))


@pytest.mark.parametrize("make", GROWN)
def test_the_part_shows_the_party_and_where_it_can_go(make: Callable[[], MapView]) -> None:
    """The party's segment and those around it; every way from it that has a letter."""
    level = make()
    shown = framed(level).shown

    assert level.party is not None
    for way in level.exits:
        if way.letter and (way.x, way.y) == level.party:
            assert shown.holds((way.x + STEP[way.side][0], way.y + STEP[way.side][1]))


@pytest.mark.parametrize("make", GROWN)
def test_the_part_has_no_bare_edge(make: Callable[[], MapView]) -> None:
    """In its first and last column something is seen, unless it is as narrow as can be."""
    level = make()
    seen = framed(level)
    ways = [(way.x + STEP[way.side][0], way.y + STEP[way.side][1]) for way in level.exits if way.letter]
    columns = {x for x, y in (*ways, *((one.x, one.y) for one in level.segments)) if seen.shown.holds((x, y))}

    assert seen.shown.across == 4 or {seen.shown.left, seen.shown.left + seen.shown.across - 1} <= columns


@pytest.mark.parametrize("make", GROWN)
def test_the_whole_level_stands_beside_the_part_as_high_or_below_it_as_wide(
    make: Callable[[], MapView],
) -> None:
    """All of the free strip, and the level as large in it as fits."""
    level = make()
    seen = framed(level)

    assert seen.inset[0 if seen.below else 1] == seen.field[0 if seen.below else 1]
    assert seen.inset[0] >= 100
    assert opened(draw_map(level, words)).width <= WIDEST


def test_the_whole_level_in_small_shows_the_gate_what_stands_there_and_the_party() -> None:
    """Each of them changes it."""
    level = gate_afar()
    seen = framed(level)

    def drawn(level: MapView) -> bytes:
        return insets.draw(level.segments, level.party, seen.shown, seen.inset).tobytes()

    plain = [msgspec.structs.replace(one, kind="room", monsters=0, gate="") for one in level.segments]
    gate = [msgspec.structs.replace(plain[0], gate="open"), *plain[1:]]
    monsters = [msgspec.structs.replace(plain[0], monsters=3), *plain[1:]]
    stairs = [msgspec.structs.replace(plain[0], kind="stairs"), *plain[1:]]
    kinds = [msgspec.structs.replace(level, segments=tuple(one)) for one in (plain, gate, monsters, stairs)]
    away = msgspec.structs.replace(kinds[0], party=(0, 0))

    assert len({drawn(one) for one in (*kinds, away)}) == 5


@pytest.mark.parametrize("down", [20, 30, 45])
def test_a_long_thin_level_is_folded(down: int) -> None:
    """Two or three pieces, each beginning with the last row of the one before, and every segment on one of them."""
    level = a_shaft(down)
    pieces, cell = fold(level.segments)

    assert len(pieces) > 1
    assert all(any(piece.holds((one.x, one.y)) for piece in pieces) for one in level.segments)
    assert all(one.top + one.down - 1 == other.top for one, other in pairwise(pieces))
    assert cell > 22


def test_a_square_level_is_shown_in_one_piece() -> None:
    """There is nothing to be won."""
    assert len(fold(a_maze(163).segments).pieces) == 1


@pytest.mark.parametrize("make", GROWN)
def test_a_level_shown_whole_fits_a_telephone_and_has_no_letters(make: Callable[[], MapView]) -> None:
    """Buttons' letters belong to the part around the party."""
    level = make()
    bare = msgspec.structs.replace(level, exits=tuple(msgspec.structs.replace(way, letter="") for way in level.exits))

    assert framed(level).inset != (0, 0)
    assert draw_whole(level, words) == draw_whole(bare, words)
    assert opened(draw_whole(level, words)).width <= WIDEST
