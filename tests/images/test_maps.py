"""Maps: what is on them, how large they get, and that nothing about them is a matter of luck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image

from images import palette, stonework
from images.canvas import Canvas
from images.labirynt_smierci import chart, insets, standing
from images.labirynt_smierci.maps import draw_map, draw_placement
from images.labirynt_smierci.standing import Yield, corners_of, signs_of
from images.lettering import CAP_HEIGHT, font, size_for_capitals
from rules.labirynt_smierci.view import ExitView, MapView, PlacementView, SegmentView
from tests.images.looking import LEGIBLE, PHONE, opened
from tests.images.mazes import a_maze, a_placement, at_the_gate, every_feature, words

LIMIT = 500_000


@pytest.mark.parametrize("size", [1, 5, 14, 40, 163, 400])
@pytest.mark.parametrize("party", [True, False])
def test_a_map_is_a_palette_picture_of_modest_size(size: int, party: bool) -> None:
    """From one segment to more than the game has, with the party on it or not."""
    png = draw_map(a_maze(size, party=party), words)

    picture = opened(png)
    assert picture.mode == "P"
    assert len(picture.getcolors(256) or ()) <= 64
    assert "transparency" not in picture.info
    assert len(png) <= LIMIT


def test_the_same_view_gives_the_same_picture() -> None:
    """Nothing is random and nothing is left over from the picture before."""
    first = draw_map(a_maze(40), words)
    draw_map(a_maze(14, seed=3), words)

    assert draw_map(a_maze(40), words) == first


@pytest.mark.parametrize("size", [1, 14, 40, 163, 400])
def test_letters_stay_legible_on_a_phone(size: int) -> None:
    """Where the party is, capitals are at least 11 pixels high when the picture is shown 400 pixels wide."""
    width = opened(draw_map(a_maze(size), words)).width

    capital = -font("bold", size_for_capitals(standing.CAPITAL)).getbbox("H", anchor="ls")[1]
    assert capital * min(1, PHONE / width) >= LEGIBLE


def test_capitals_are_as_high_as_the_type_says() -> None:
    """The proportion by which type sizes are chosen is the type's own."""
    assert -font("bold", 1000).getbbox("H", anchor="ls")[1] == pytest.approx(1000 * CAP_HEIGHT, abs=15)


def test_a_cell_far_away_looks_the_same_when_another_is_explored() -> None:
    """Two maps in a row differ only where something happened."""
    corridor = [SegmentView(x, 0, "corridor", "WCWC") for x in range(7)]
    before = _charted(corridor[:6])
    after = _charted(corridor)

    untouched = (0, 0, 5 * 48, 3 * 48)
    assert before.crop(untouched).tobytes() == after.crop(untouched).tobytes()
    assert before.tobytes() != after.tobytes()


def _charted(segments: list[SegmentView]) -> Image.Image:
    canvas = Canvas(7 * 48, 3 * 48)
    chart.draw_chart(canvas, 48, (0, 48), MapView(1, 1, tuple(segments), (), None, 0))
    return canvas.picture()


@pytest.mark.parametrize("cell", [96, 54, 22])
@pytest.mark.parametrize("place", [(0, 0), (-3, 8), (11, -5)])
def test_joined_corridors_show_no_seam(cell: int, place: tuple[int, int]) -> None:
    """Where two corridors meet there is bare floor and nothing else, right across the opening."""
    canvas = Canvas(2 * cell, cell)
    both = (SegmentView(*place, "corridor", "WCWC"), SegmentView(place[0] + 1, place[1], "corridor", "WCWC"))
    chart.draw_chart(canvas, cell, (-place[0] * cell, -place[1] * cell), MapView(1, 1, both, (), None, 0))

    half = round(cell * (stonework.CORRIDOR - stonework.WALL)) - 1
    across = canvas.picture().crop((cell - 3, cell // 2 - half, cell + 3, cell // 2 + half))
    assert set(across.tobytes()) == {palette.FLOOR}


def test_a_door_between_two_rooms_has_two_bars() -> None:
    """Each side brings one of them; the line through the doorway crosses exactly two strokes."""
    canvas = Canvas(2 * 96, 96)
    rooms = (SegmentView(0, 0, "room", "WDWW"), SegmentView(1, 0, "room", "WWWD"))
    chart.draw_chart(canvas, 96, (0, 0), MapView(1, 1, rooms, (), None, 0))

    line = canvas.picture().crop((80, 48, 112, 49)).tobytes()
    dark = [value - palette.FLOOR >= 4 for value in line]
    assert sum(now and not before for before, now in zip([False, *dark], dark, strict=False)) == 2


def test_a_level_without_anything_is_still_a_sheet() -> None:
    """An empty level gives paper with a title."""
    assert opened(draw_map(MapView(1, 0, (), (), None, 0), words)).width > 100


def test_every_sign_finds_room() -> None:
    """Stairs with six letters, monsters everywhere, the Gate, a seal, a feature nobody knows, letters of two signs."""
    view = every_feature()
    odd = SegmentView(7, 0, "zzz", "DDDD", monsters=1234)
    more = MapView(3, 9999, (*view.segments, odd), (*view.exits, ExitView(7, 0, "n", "AB", False)), (7, 0), 12)

    assert draw_map(view, words) != draw_map(more, words)


def test_each_state_of_a_segment_shows() -> None:
    """Examined, the Gate below a trap door, the Gate destroyed, one of stone, two of stone: all look different."""
    states: list[dict[str, Any]] = [{}, {"examined": True}, {"gate": "open"}, {"gate": "destroyed"}, {"stone": 1}]
    rooms = [SegmentView(0, 0, "trapdoor", "DDDD", **state) for state in (*states, {"stone": 2})]

    assert len({_charted([room]).tobytes() for room in rooms}) == len(rooms)


def test_the_legend_names_what_there_is() -> None:
    """The Gate once, whichever way the view tells of it; examined and stone only where they are."""
    told = [[entry.words for entry in insets.entries(view, words)] for view in (at_the_gate(), every_feature())]

    assert [words.count("legend.gate") for words in told] == [1, 1]
    assert {"legend.examined", "legend.stone"} <= {*told[0]}
    assert not {"legend.examined", "legend.stone", "legend.gate.destroyed"} & {*told[1]}

    broken = at_the_gate("destroyed")
    assert "legend.gate.destroyed" in [entry.words for entry in insets.entries(broken, words)]


@pytest.mark.parametrize("sides", ["DDDD", "WCWC", "CWWW", "WWCD", "WWWW"])
@pytest.mark.parametrize("giving_way", [None, Yield("w", 0.3), Yield("n", 0.3)])
def test_the_fullest_segment_keeps_its_signs_apart(sides: str, giving_way: Yield | None) -> None:
    """Feature, Gate, monsters, stone and the party: each has a spot of its own inside the segment."""
    full = SegmentView(0, 0, "trapdoor", sides, monsters=3, gate="open", stone=1)
    signs = standing.signs_of(full, 5)

    for count in range(1, 6):
        stood = standing.stood(full, signs[:count], giving_way)
        assert [one.sign for one in stood] == signs[:count]
        assert len({one.spot for one in stood}) == count
        assert all(max(abs(x), abs(y)) < 0.4 for x, y in (one.spot for one in stood))


def test_the_way_out_has_its_letter_beyond_the_wall() -> None:
    """At the entrance, the letter for leaving changes the picture."""
    gate = (SegmentView(0, 0, "entrance", "CWWW"),)
    bare = MapView(1, 1, gate, (ExitView(0, 0, "n", "A", False),), (0, 0), 6)
    out = MapView(1, 1, gate, (*bare.exits, ExitView(0, 0, "out", "B", True)), (0, 0), 6)

    assert draw_map(bare, words) != draw_map(out, words)


def test_each_way_of_lying_has_its_panel() -> None:
    """The sheet grows with the ways; none at all is still a sheet."""
    placement = a_placement()
    one = PlacementView(5, 1, "corridor", placement.options[:1])
    none = PlacementView(5, 1, "corridor", ())

    sizes = [opened(draw_placement(every_feature(), words, view)).size for view in (none, one, placement)]
    assert sizes == sorted(set(sizes))


def test_pictures_may_be_drawn_in_several_threads() -> None:
    """Sprites are prepared when first needed, perhaps by two threads at once; the pictures are the same."""
    alone = [draw_map(a_maze(size), words) for size in (5, 14, 40)]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda size: draw_map(a_maze(size), words), (5, 14, 40) * 3))
    assert together == alone * 3


def test_monsters_stand_beside_what_they_guard() -> None:
    """At the opposite corner to the stairs, unless the party is there as well; then it goes before the other wall."""
    stairs = SegmentView(0, 0, "stairs", "DDDD", monsters=3)

    alone, with_party = (corners_of(stairs, signs_of(stairs, living)) for living in (None, 5))

    assert (alone["feature"], alone["monsters"]) == ((-1, -1), (1, 1))
    assert (with_party["monsters"], with_party["party"]) == ((-1, 1), (1, -1))
