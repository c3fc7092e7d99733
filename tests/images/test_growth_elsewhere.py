"""How the cave and the boards became known: who stands where, where anybody has been, and nothing before its time."""

from __future__ import annotations

from io import BytesIO

import msgspec
from PIL import Image, ImageSequence

from images.jaskinia import cave
from images.labirynt_czarnoksieznika import boards
from images.palette import SHADE_RGB
from rules.jaskinia.view import View as CaveView
from rules.labirynt_czarnoksieznika.view import View as BoardsView
from tests.images.caves import a_cave, a_first_round, a_seeker, before_the_start
from tests.images.dungeons import a_first_round as at_home


def frames(data: bytes) -> list[Image.Image]:
    """The frames as a browser shows them; the first is the end."""
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]


def shaded(picture: Image.Image) -> int:
    """How much of a picture is in shade."""
    return sum(count for count, colour in picture.getcolors(4096) or () if colour == SHADE_RGB)


# Jaskinia ------------------------------------------------------------------------------------------------------


def a_walk() -> list[CaveView]:
    """From before the game through three moves: two Seekers, of whom one stays."""
    steps = (("E6", ("E7", "E6")), ("D6", ("E6", "D6")), ("D6", ("D6",)), ("B6", ("D6", "C6", "B6")))
    return [
        before_the_start(),
        *(a_cave([a_seeker(1, at=at), a_seeker(2, at="E7")], path=path) for at, path in steps),
    ]


def test_the_cave_is_shown_as_far_as_anybody_has_been() -> None:
    """Areas that a Seeker only went through are found as well; what stays as it was is no moment."""
    shown = cave.stages(a_walk())

    assert [sorted(moment.found) for moment in shown] == [
        ["E6", "E7"],
        ["D6", "E6", "E7"],
        ["B6", "C6", "D6", "E6", "E7"],
    ]
    assert len(frames(cave.growth(shown))) == len(shown) + 1


def test_gates_that_open_are_a_moment_and_whose_turn_it_is_is_none() -> None:
    """Nobody has to move for it."""
    before = a_first_round()
    open_ = a_cave(list(before.seekers), gates="W1", path=("E7",))
    later = msgspec.structs.replace(open_, turn_of="ola", round=9)

    assert [moment.view for moment in cave.stages([before, open_, later])] == [before, open_]


# Labirynt Czarnoksiężnika --------------------------------------------------------------------------------------


def moved(view: BoardsView, chamber: str) -> BoardsView:
    """The first pawn of the first board stands in another chamber."""
    board, *others = view.boards
    first, *rest = board.pawns
    pawns = (msgspec.structs.replace(first, chamber=chamber), *rest)
    return msgspec.structs.replace(view, boards=(msgspec.structs.replace(board, pawns=pawns), *others))


def test_chambers_are_in_shade_until_somebody_comes() -> None:
    """And light ever after."""
    start = at_home(2)
    walk = [moved(start, chamber) for chamber in ("A1", "B1", "C1", "C1")]

    shown = boards.stages(walk)
    dark = [shaded(one) for one in frames(boards.growth(shown))[1:]]

    assert [len(moment.found) for moment in shown] == [n + len(shown[0].found) for n in range(3)]
    assert dark == sorted(set(dark), reverse=True)


def test_a_board_where_nobody_ever_came_is_left_out() -> None:
    """The neutral one, and only while nobody stands on it."""
    start = at_home(2)

    (moment,) = boards.stages([start])

    assert set(moment.boards) == {board.id for board in start.boards if board.pawns}
