"""Where a character can go [4]."""

from __future__ import annotations

from collections.abc import Iterator

from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.places import (
    CHAMBERS,
    Place,
    board_of,
    chamber_of,
    exits,
    neighbours,
    place,
)

ROOM = 3
"""Characters that a chamber holds [4.2]."""
DIE = 6


def has_room(game: Game, where: Place, one: Character) -> bool:
    """Whether a character finds room beside the others in a chamber [4.2]."""
    return sum(other.id != one.id for other in game.inside(where)) < ROOM


def is_closed(game: Game, where: Place, one: Character) -> bool:
    """Whether it is a Camp that is not the character's own [4.3]."""
    return game.kind_at(where) == "camp" and game.camp_of(one.seat) != where


def steps(game: Game, one: Character) -> list[tuple[str, Place]]:
    """Each side by which a character can leave its chamber, and where that leads [4.1–4.3, 4.7]."""
    chamber, board = chamber_of(one.at), board_of(one.at)
    face = game.face(board)
    through_walls = game.card(one.id).ability == "walk_through_walls"
    ways = neighbours(chamber) if through_walls else exits(face, chamber).items()
    return [(side, place(beyond, board)) for side, beyond in ways if can_enter(game, place(beyond, board), one)]


def can_enter(game: Game, where: Place, one: Character) -> bool:
    """Whether a step into this neighbouring chamber is legal."""
    if is_closed(game, where, one) or not has_room(game, where, one):
        return False
    beyond = targets(game, board_of(where)) if game.kind_at(where) == "teleport" else [where]
    return any(has_room(game, there, one) for there in beyond)


def is_wall(game: Game, one: Character, where: Place) -> bool:
    """Whether a step to there goes through a wall."""
    return chamber_of(where) not in exits(game.face_at(one.at), chamber_of(one.at)).values()


def other_boards(game: Game, left: int) -> list[int]:
    """The other boards in order, counted from the one just left [4.5]."""
    count = len(game.boards)
    return [(left + n) % count for n in range(1, count)]


def targets(game: Game, left: int) -> list[Place]:
    """The Teleport chambers of the other boards, in order."""
    return [place(game.face(board).teleport, board) for board in other_boards(game, left)]


def target_of(game: Game, left: int, face: int) -> Place:
    """To which Teleport chamber a die leads: its faces are shared evenly among the other boards [4.5]."""
    ways = targets(game, left)
    return ways[(face - 1) * len(ways) // DIE]


def havens(game: Game, one: Character) -> Iterator[Place]:
    """Chambers of the same board to which a Teleport scroll can take a character."""
    board = board_of(one.at)
    for where in (place(chamber, board) for chamber in CHAMBERS):
        closed = is_closed(game, where, one) or game.kind_at(where) == "teleport"
        if where != one.at and not closed and has_room(game, where, one):
            yield where
