"""A map drawn from kept layers is the map that is drawn of nothing, pixel for pixel, whatever happened in between."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from images.labirynt_smierci.maps import draw_map
from rules.labirynt_smierci.view import MapView
from tests.images.looking import opened
from tests.images.mazes import a_maze, words
from tests.images.walks import KEPT, Walk, cold, elsewhere, forget
from tests.sampled import first_of


def pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    """A picture's size and its pixels."""
    picture = opened(png)
    return picture.size, picture.tobytes()


def told_apart(drawn: list[bytes], levels: list[MapView]) -> Iterator[int]:
    """The numbers of those whose pixels are not those of the same level drawn of nothing."""
    for number, (png, level) in enumerate(zip(drawn, levels, strict=True)):
        if pixels(png) != pixels(cold(level)):
            yield number


@pytest.mark.parametrize("seed", first_of(range(6), 2))
def test_each_step_of_a_walk_is_drawn_as_if_it_were_the_first(seed: int) -> None:
    """The party goes and lays, marks change, the map grows, is cut to what is around the party, and moves with it."""
    levels = list(Walk(seed).views(70))
    forget()

    drawn = [draw_map(level, words) for level in levels]

    assert list(told_apart(drawn, levels)) == []


@pytest.mark.parametrize("seed", first_of(range(3), 1))
def test_walks_on_several_levels_do_not_mix(seed: int) -> None:
    """Two parties by turns, and both levels seen from afar, at every scale."""
    walks = [Walk(seed).views(120), Walk(seed + 50).views(120)]
    levels = [seen for both in zip(*walks, strict=True) for one in both for seen in (one, elsewhere(one))][::5]
    forget()

    drawn = [draw_map(level, words) for level in levels]

    assert list(told_apart(drawn, levels)) == []


def test_a_step_draws_little() -> None:
    """Where the map stays, most strips are those of the picture before."""
    forget()
    level = a_maze(40)
    draw_map(level, words)
    packed = {kept: kept.size for kept in KEPT}

    draw_map(level, words)

    assert packed == {kept: kept.size for kept in KEPT}


def test_threads_draw_the_same_from_shared_layers() -> None:
    """Each finds what others kept, or draws it at the same time."""
    levels = list(islice(Walk(9).views(40), 10, None))
    forget()

    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda level: draw_map(level, words), levels * 2))

    assert list(told_apart(drawn[: len(levels)], levels)) == []
    assert [pixels(png) for png in drawn[: len(levels)]] == [pixels(png) for png in drawn[len(levels) :]]


def test_layers_stay_within_bounds() -> None:
    """Many great levels, one after the other, and no more is kept than there is room for."""
    forget()
    for seed in range(4):
        draw_map(a_maze(163, seed), words)
        draw_map(a_maze(163, seed, party=False), words)

    assert all(0 < kept.size <= kept.room for kept in KEPT)
    assert sum(kept.room for kept in KEPT) <= 32 * 2**20
