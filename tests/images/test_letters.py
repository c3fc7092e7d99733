"""Letters of ways stand just outside their openings: on no door, no wall, and on nothing that stands in a segment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import msgspec
import pytest

from images import stonework
from images.canvas import Canvas, Cell
from images.labirynt_smierci import standing
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.frame import CLOSER, choose_frame, extent
from images.labirynt_smierci.standing import STEP, Letter
from rules.labirynt_smierci.view import ExitView, MapView, SegmentView
from tests.images.mazes import a_maze, every_feature
from tests.images.walks import Walk

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in segments."""
TOUCH = 0.004
"""Less than half a pixel."""


def charted(level: MapView, cell: int = CLOSER) -> Chart:
    """A whole level as it is drawn."""
    whole = extent(level.segments)
    size = ((whole.across + 2) * cell, (whole.down + 2) * cell)
    origin = ((1 - whole.left) * cell, (1 - whole.top) * cell)
    return Chart(Canvas(*size), cell, origin, by_place(level.segments))


def walls(segment: SegmentView) -> Iterator[Box]:
    """The walls of a segment, as thick as they are drawn."""
    thick = stonework.WALL / 2
    room = stonework.is_room(segment.sides, segment.kind)
    for line in stonework.walls(segment.sides, room):
        for (x, y), (u, v) in pairwise(line):
            left, right, top, bottom = min(x, u), max(x, u), min(y, v), max(y, v)
            yield (
                segment.x + left - thick,
                segment.y + top - thick,
                segment.x + right + thick,
                segment.y + bottom + thick,
            )


def doors(segment: SegmentView) -> Iterator[Box]:
    """Both bars of each of its doors."""
    for (across, down), side in zip(STEP.values(), segment.sides, strict=True):
        if side == "D":
            wide, high = (standing.DOOR, 0.13) if across else (0.13, standing.DOOR)
            x, y = segment.x + across / 2, segment.y + down / 2
            yield x - wide, y - high, x + wide, y + high


def signs(chart: Chart, level: MapView, found: list[Letter]) -> Iterator[tuple[Cell, Box]]:
    """What stands anywhere, and in which segment; of the party's round token the square within."""
    yielding = chart.yielding(level.exits, found)
    for place in chart.known:
        for one in chart.stood(level, place, yielding.get(place)):
            (x, y), half = one.spot, one.size / 2 * (0.8 if one.sign.name == "party" else 1)
            x, y = x + place[0], y + place[1]
            yield place, (x - half, y - half, x + half, y + half)


def covers(letter: Letter, box: Box) -> bool:
    """Whether a letter, its ring with it, is on something."""
    across = max(box[0] - letter.x, letter.x - box[2], 0.0)
    down = max(box[1] - letter.y, letter.y - box[3], 0.0)
    if letter.ringed:
        return bool((across**2 + down**2) ** 0.5 < letter.half[0] - TOUCH)
    return across < letter.half[0] - TOUCH and down < letter.half[1] - TOUCH


def levels() -> Iterator[MapView]:
    """Mazes seen from each of their places, and what a walk comes to see; letters at far openings, too."""
    for seed in range(24):
        yield a_maze(40, seed)
        yield from list(Walk(seed).views(40))[::4]
    for seed in range(8):
        maze = a_maze(60, seed)
        far = iter("GHIJKL")
        ways = [
            way if way.letter or way.known else msgspec.structs.replace(way, letter=next(far, "")) for way in maze.exits
        ]
        yield msgspec.structs.replace(maze, exits=tuple(ways))


@pytest.fixture(scope="module")
def drawn() -> list[tuple[MapView, Chart, list[Letter]]]:
    """Levels with what they are drawn from."""
    return [(level, chart, chart.letters(level)) for level in levels() if (chart := charted(level))]


Drawn = list[tuple[MapView, Chart, list[Letter]]]


def test_each_way_has_its_letter(drawn: Drawn) -> None:
    """None is lost."""
    assert sum(len(found) for _, _, found in drawn) > 900
    for level, _, found in drawn:
        assert sorted(one.sign for one in found) == sorted(way.letter for way in level.exits if way.letter)


def test_no_letter_is_on_a_wall_or_a_door(drawn: Drawn) -> None:
    """Wherever the way leads: on, up, down, or out."""
    for level, _, found in drawn:
        stone = [box for segment in level.segments for box in (*walls(segment), *doors(segment))]
        for letter in found:
            near = [box for box in stone if abs(box[0] - letter.x) < 2 and abs(box[1] - letter.y) < 2]
            assert not [box for box in near if covers(letter, box)], (letter, level.party)


def test_no_letter_is_on_a_feature_of_a_neighbour(drawn: Drawn) -> None:
    """Whoever stands there gives way; the letters of stairs alone are on the stairs of the party."""
    for level, chart, found in drawn:
        stood = list(signs(chart, level, found))
        stairs = {way.letter for way in level.exits if way.side in ("up", "down")}
        for letter in found:
            hit = {place for place, box in stood if covers(letter, box)}
            assert hit <= ({level.party} if letter.sign in stairs else set()), (letter, level.party)


def test_no_letter_is_on_another(drawn: Drawn) -> None:
    """Two openings into the same bare place have room for both."""
    for _, _, found in drawn:
        for one, other in product(found, repeat=2):
            assert one is other or not covers(one, other.box()) or one.ringed is other.ringed is True
            if one is not other and one.ringed and other.ringed:
                assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > (one.half[0] + other.half[0] - TOUCH) ** 2


def test_what_stands_in_a_segment_stays_in_it(drawn: Drawn) -> None:
    """Features keep to their rooms, and to their places when the party comes."""
    for level, chart, found in drawn:
        for place, box in signs(chart, level, found):
            inside = (place[0] - 0.6, place[1] - 0.6, place[0] + 0.6, place[1] + 0.6)
            assert box[0] > inside[0]
            assert box[1] > inside[1]
            assert box[2] < inside[2]
            assert box[3] < inside[3]


def test_a_feature_keeps_its_place_and_size_when_the_party_comes() -> None:
    """The party's token is laid over a corner of it."""
    there = every_feature()
    gone = msgspec.structs.replace(there, party=None, exits=())
    with_party, alone = charted(there), charted(gone)

    for place in with_party.known:
        one, other = (chart.stood(level, place)[:1] for chart, level in ((with_party, there), (alone, gone)))
        assert [(sign.spot, sign.size) for sign in one] == [(sign.spot, sign.size) for sign in other]


@pytest.mark.parametrize("seed", range(6))
def test_a_way_beyond_the_frame_has_its_letter_at_the_edge(seed: int) -> None:
    """Every letter on a button is on the map: wholly within the field, not upon another, pointing to where it leads."""
    level = far_away(a_maze(163, seed))
    framed = choose_frame(level, extent(level.segments))
    left, top = framed.shown.left * framed.cell, framed.shown.top * framed.cell
    origin = ((framed.field[0] - framed.shown.across * framed.cell) // 2 - left, -top)
    chart = Chart(Canvas(*framed.field), framed.cell, origin, by_place(level.segments), framed.shown.holds)
    found = chart.letters(level)
    edge = [one for one in found if one.sign in "WXYZ" and one.toward]

    assert sorted(one.sign for one in found) == sorted(way.letter for way in level.exits if way.letter)
    assert edge
    for one in edge:
        x, y = chart.spot((0, 0), one.x, one.y)
        assert standing.RADIUS <= x <= framed.field[0] - standing.RADIUS
        assert standing.RADIUS <= y <= framed.field[1] - standing.RADIUS
    for one, other in product(edge, repeat=2):
        assert one is other or not covers(one, other.box())


def far_away(level: MapView) -> MapView:
    """A level with letters at its four farthest openings."""
    x, y = level.party or (0, 0)
    open_ = [way for way in level.exits if not way.letter and not way.known]
    far = sorted(open_, key=lambda way: -abs(way.x - x) - abs(way.y - y))[:4]
    lettered = {id(way): sign for way, sign in zip(far, "WXYZ", strict=False)}
    ways = (msgspec.structs.replace(way, letter=lettered.get(id(way), way.letter)) for way in level.exits)
    return msgspec.structs.replace(level, exits=tuple(ways))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_cut_off_at_the_frame_has_no_signs(seed: int) -> None:
    """Rings, letters and features are drawn of what the frame holds, and of that all."""
    level = a_maze(163, seed)
    framed = choose_frame(level, extent(level.segments))
    chart = Chart(Canvas(*framed.field), framed.cell, (0, 0), by_place(level.segments), framed.shown.holds)

    assert all(framed.shown.holds(place) for place in chart.shown)
    assert framed.shown.holds(level.party or (0, 0))


def test_the_party_does_not_hide_the_entrance() -> None:
    """Both are looked for first: they stand one behind the other."""
    segment = SegmentView(0, 0, "entrance", "CWWW")

    entrance, party = standing.stood(segment, standing.signs_of(segment, 6))

    assert entrance.spot[1] - party.spot[1] > 0.85 * (entrance.size + party.size) / 2


def test_a_letter_at_the_edge_steps_aside_from_what_stands_there() -> None:
    """Where there is room beside it."""
    way, field = ExitView(0, 9, "s", "G", False), (-3.0, -3.0, 3.0, 3.0)
    (usual,) = standing.at_edge([way], 70, field, [], lambda place: False)
    here = (round(usual.x), round(usual.y))

    (aside,) = standing.at_edge([way], 70, field, [], lambda place: place == here)
    (crowded,) = standing.at_edge([way], 70, field, [], lambda place: True)

    assert (round(aside.x), round(aside.y)) != here
    assert aside.y == usual.y
    assert crowded == usual
