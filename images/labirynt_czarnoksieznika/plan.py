"""One board as a plan: sixteen chambers in hatched rock, their signs, and what stands and lies in them.

Places within a chamber are in parts of a chamber, measured from its middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from images import marks, stonework
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import chambers, pieces
from images.lettering import size_for_capitals
from images.palette import GOLD
from images.squares import Squares
from rules.kernel.grid import SIDES
from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.view import BoardView, PawnView, View

NUMERALS: Final = ("I", "II", "III", "IV")
ACROSS: Final = 4
"""Chambers to a side of a board."""
EDGE: Final = 0.26
"""Rock around a board, in parts of a chamber."""

SIGN: Final = 0.4
"""Size of the sign of a chamber without a digit."""
SIGN_SPOT: Final = (-0.165, -0.155)
ELEMENT: Final = 0.33
ELEMENT_SPOT: Final = (0.2, -0.24)
DIGIT_SPOT: Final = (-0.25, -0.23)
TAB: Final = (-0.43, -0.43)
GOAL: Final = 0.36
"""How far the gold of a goal reaches from the middle of a chamber."""
SPECIAL: Final = 0.3
SPECIAL_SPOT: Final = (0.255, 0.015)
SPECIAL_ALONE: Final = (0.23, -0.25)
"""Where no sign is in the way."""

Spot = tuple[float, float]
STANDING: Final[Mapping[int, tuple[float, tuple[Spot, ...]]]] = {
    1: (0.42, ((0.07, 0.19),)),
    2: (0.38, ((-0.2, 0.22), (0.2, 0.22))),
    3: (0.3, ((-0.27, 0.24), (0.0, 0.24), (0.27, 0.24))),
}
"""How large so many pawns are, and where they stand."""


class Plan(Squares[str]):
    """A board on a canvas; ``cell`` pixels to a chamber, the corner of chamber A1 at ``origin`` pixels."""

    def __init__(self, canvas: Canvas, cell: int, origin: tuple[int, int], board: BoardView, view: View) -> None:
        super().__init__(canvas, cell, origin, place_of)
        self.board = board
        self.teams: Mapping[Seat, str] = {team.seat: team.team for team in view.teams}
        self.acting = [pawn.id for pawn in board.pawns if may_act(pawn, view)]

    def stone(self, shaded: tuple[str, ...] = ()) -> None:
        """Rock, floors and walls; ``shaded`` chambers have a darker floor."""
        cells = {place_of(one.name): (_walls(one.sides), True) for one in self.board.chambers}
        stonework.hatch(self.canvas, self.cell, self.origin, cells)
        for one in self.board.chambers:
            place = place_of(one.name)
            self.stamp(stonework.floor(self.cell, *cells[place], stonework.hand(*place), one.name in shaded), one.name)

    def signs(self, capital: float) -> None:
        """What is printed in the chambers; digits with capitals of so many parts of a chamber."""
        for chamber in self.board.chambers:
            if chamber.digit is not None:
                self.written(str(chamber.digit), chamber.name, DIGIT_SPOT, capital)
            if chamber.kind == "camp":
                self.stamp(chambers.camp(self.board.owner_team, self.size(SIGN)), chamber.name, *SIGN_SPOT)
            elif chamber.kind in chambers.ELEMENTS:
                self.stamp(chambers.sign(chamber.kind, self.size(ELEMENT)), chamber.name, *ELEMENT_SPOT)
            elif chamber.kind != "plain":
                self.stamp(chambers.sign(chamber.kind, self.size(SIGN)), chamber.name, *SIGN_SPOT)

    def written(self, words: str, chamber: str, spot: Spot, capital: float) -> None:
        """Write a few signs in bold around a spot."""
        x, y = self.spot(chamber, *spot)
        self.canvas.text(x, round(y + self.cell * capital / 2), words, "bold", self.type_size(capital), True)

    def type_size(self, capital: float) -> int:
        """The type whose capitals are so many parts of a chamber high."""
        return size_for_capitals(self.cell * capital)

    def special(self) -> None:
        """Special tokens with their owners' signs."""
        for chamber in self.board.chambers:
            if chamber.token:
                sign = pieces.special(chamber.token, self.teams.get(chamber.token_of, ""), self.size(SPECIAL))
                self.stamp(sign, chamber.name, *(SPECIAL_ALONE if chamber.kind == "plain" else SPECIAL_SPOT))

    def within(self, chamber: str) -> list[PawnView]:
        """Who stands in a chamber."""
        return [pawn for pawn in self.board.pawns if pawn.chamber == chamber]

    def pawns(self, least: int, numbered: int) -> None:
        """Everybody, whoever acts on top; in type of so many pixels at least, where so many at most stand together."""
        for chamber in self.board.chambers:
            here = self.within(chamber.name)
            part, spots = STANDING[min(max(len(here), 1), len(STANDING))]
            placed = sorted(zip(here, spots, strict=False), key=lambda pair: pair[0].id in self.acting)
            for pawn, spot in placed:
                mark = pawn.mark if len(here) <= numbered else ""
                sprite = pieces.pawn(pawn.team, mark, self.size(part), pawn.id in self.acting, least)
                self.stamp(sprite, pawn.chamber, *spot)

    def goals(self, chambers: Iterable[str]) -> None:
        """A golden floor where something is to be brought."""
        for chamber in chambers:
            (left, top), (right, bottom) = self.spot(chamber, -GOAL, -GOAL), self.spot(chamber, GOAL, GOAL)
            self.canvas.block((left, top, right, bottom), GOLD, None)

    def tabs(self, type_size: int) -> None:
        """The name of each chamber as words have it, on a tab in its corner."""
        for chamber in self.board.chambers:
            self.stamp(marks.tab(chamber.name, type_size), chamber.name, *TAB)

    def names(self, above: bool, before: bool, size: int) -> None:
        """The letters of the columns above or below the board, the numbers of the rows before or behind it."""
        column = -0.5 - EDGE if above else 0.5 + EDGE
        row = -0.5 - EDGE if before else 0.5 + EDGE
        for number in range(ACROSS):
            letter, digit = "ABCD"[number], str(number + 1)
            x, y = self.spot(letter + ("1" if above else "4"), 0, column)
            self.canvas.text(x, y + (-5 if above else size * 4 // 5), letter, "italic", size, True)
            x, y = self.spot(("A" if before else "D") + digit, row)
            self.canvas.text(x + (-size // 3 if before else size // 3), y + size // 3, digit, "italic", size, True)


def numeral(number: int) -> str:
    """How a board is called by its number, from 0."""
    return NUMERALS[number % len(NUMERALS)]


def may_act(pawn: PawnView, view: View) -> bool:
    """Whether it is the one that acts, or before the Move one of those that may: who is stunned may not."""
    return pawn.moving or (not view.active and not view.outcome and pawn.seat == view.turn_of and not pawn.held)


def place_of(chamber: str) -> tuple[int, int]:
    """Column and row of a chamber, from 0."""
    return "ABCD".index(chamber[0]), int(chamber[1]) - 1


def _walls(open_sides: str) -> str:
    """The four sides as stonework takes them."""
    return "".join("P" if side in open_sides else "W" for side in SIDES)
