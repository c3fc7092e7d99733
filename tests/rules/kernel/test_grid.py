"""Squares, sides and quarter turns; north is up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.grid import OPPOSITE, SIDES, Square, distances, rotations, turned

squares = st.builds(Square, st.integers(-99, 99), st.integers(-99, 99))
tiles = st.text("CDW", min_size=4, max_size=4)


@pytest.mark.parametrize(("side", "x", "y"), [("n", 0, -1), ("e", 1, 0), ("s", 0, 1), ("w", -1, 0)])
def test_north_is_up(side: str, x: int, y: int) -> None:
    """y grows southwards, as on a screen."""
    assert Square(0, 0).beyond(side) == Square(x, y)


def test_neighbours_go_clockwise_from_the_north() -> None:
    """Letters and pictures rely on that order."""
    assert [side for side, _ in Square(2, 3).neighbours()] == list(SIDES)
    assert list(Square(2, 3).neighbours())[1] == ("e", Square(3, 3))


def test_a_quarter_turn_brings_the_western_corridor_to_the_north() -> None:
    """A bend south–west lies west–north after one turn clockwise."""
    assert turned("WWCC", 1) == "CWWC"
    assert turned("NESW", 1) == "WNES"


def test_a_straight_corridor_can_lie_in_two_ways_and_a_crossing_in_one() -> None:
    """No way to lie is offered twice."""
    assert rotations("WCWC") == ((0, "WCWC"), (1, "CWCW"))
    assert rotations("DDDD") == ((0, "DDDD"),)
    assert len(rotations("CWDC")) == 4


@given(squares, st.sampled_from(SIDES))
def test_there_and_back_again(square: Square, side: str) -> None:
    """Beyond the opposite side of a neighbour is where one came from."""
    assert square.beyond(side).beyond(OPPOSITE[side]) == square


@given(tiles, st.integers(-9, 9), st.integers(-9, 9))
def test_turns_add_up(sides: str, first: int, second: int) -> None:
    """Two turns are one turn of the sum; four quarters are none; no side is lost."""
    assert turned(turned(sides, first), second) == turned(sides, first + second)
    assert turned(sides, 4) == sides
    assert sorted(turned(sides, first)) == sorted(sides)


@given(tiles)
def test_the_ways_to_lie_are_all_different_and_all_of_them(sides: str) -> None:
    """Each way is named by the turn that leads to it."""
    ways = rotations(sides)

    assert all(turned(sides, quarters) == lying for quarters, lying in ways)
    assert sorted(lying for _, lying in ways) == sorted({turned(sides, quarters) for quarters in range(4)})


@given(st.frozensets(squares, max_size=30).map(sorted), squares)
def test_the_nearest_way_is_found(island: list[Square], start: Square) -> None:
    """Each step to a neighbour changes the distance by at most one; whatever is reached is joined to the start."""
    land = [start, *island]

    found = distances(start, lambda here: [there for _, there in here.neighbours() if there in land])

    assert found[start] == 0
    for square, steps in found.items():
        near = [found[there] for _, there in square.neighbours() if there in found]
        assert square in land
        assert all(abs(steps - other) <= 1 for other in near)
        assert square == start or steps - 1 in near


def test_squares_are_ordered_and_can_be_keys() -> None:
    """A map is a dict of squares; ties are broken by their order."""
    assert sorted([Square(1, 0), Square(0, 5), Square(0, -1)]) == [Square(0, -1), Square(0, 5), Square(1, 0)]
    assert {Square(1, 2): "altar"}[Square(1, 2)] == "altar"
