"""The stone of boards and caves: drawn once, and the same from the cache."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from images import canvas, stonework
from images.jaskinia import plan as cave
from images.jaskinia.surroundings import draw_surroundings as draw_cave_part
from images.labirynt_czarnoksieznika.plan import draw_surroundings as draw_board_part
from tests.images import caves, dungeons
from tests.images.mazes import words


def board_part(*, changed: bool = False) -> bytes:
    """Return a part of a board; ``changed``: another passage is walled up."""
    view = dungeons.a_crowded_game()
    board = view.boards[0]
    if changed:
        chamber = next(chamber for chamber in board.chambers if len(chamber.sides) > 1)
        other = replace(chamber, sides=chamber.sides[1:])
        board = replace(board, chambers=tuple(other if one is chamber else one for one in board.chambers))
    return draw_board_part(view, words, (board,))


def cave_part(*, changed: bool = False) -> bytes:
    """Return a part of a cave; ``changed``: a passage is not there."""
    view = caves.a_crowded_cave()
    if changed:
        here = next(area for area in view.areas if area.id == "D6")
        other = replace(here, exits=dict([*here.exits.items()][1:]))
        view = replace(view, areas=tuple(other if area is here else area for area in view.areas))
    return draw_cave_part(view, words, "D6")


@pytest.mark.parametrize("draw", [board_part, cave_part])
def test_stone_is_drawn_once(draw: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """And anew when a passage has changed."""
    canvas.GROUNDS.clear()
    drawn: list[int] = []
    lay_patches = stonework.lay_patches

    def counting(*args: object) -> None:
        drawn.append(1)
        lay_patches(*args)  # type: ignore[arg-type]

    for module in (stonework, cave):
        monkeypatch.setattr(module, "lay_patches", counting)

    first, again = draw(), draw()
    assert (first == again, len(drawn)) == (True, 1)

    changed = draw(changed=True)
    assert (changed != first, len(drawn)) == (True, 2)

    canvas.GROUNDS.clear()
    assert draw(changed=True) == changed
