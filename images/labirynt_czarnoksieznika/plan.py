"""Draws one board as a plan, whole or close up around the acting characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from images import cards, layout, moment_card, signs, stonework, versus
from images.canvas import Canvas, Squares
from images.clashes import Outcome
from images.labirynt_czarnoksieznika import pieces
from images.labirynt_czarnoksieznika.clash import draw_moment, portraits
from images.labirynt_czarnoksieznika.way_letters import APART, Spot, letter_spot, letters_by_side, place_of
from images.layout import TYPE, WIDTH, Entry, Form, form_for
from images.lettering import Say, display_name, size_for_capitals, width
from images.moments import Moment
from images.palette import GOLD
from rules.kernel.grid import SIDES
from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.view import BoardView, ChamberView, PawnView, View

ACROSS = 4
"""Chambers to a side of a board."""
EDGE = 0.26
"""Width of the rock around a board, as a fraction of a chamber."""

PLAN_SIGN = 0.4
"""Size of the sign of a chamber without a digit, as a fraction of a chamber."""
SIGN_SPOT = (-0.165, -0.155)
ELEMENT = 0.33
ELEMENT_SPOT = (0.2, -0.24)
DIGIT_SPOT = (-0.25, -0.23)
TAB = (-0.43, -0.43)
GOAL = 0.36
"""Half the side of a goal's golden floor, as a fraction of a chamber."""
SPECIAL = 0.3
SPECIAL_SPOT = (0.255, 0.015)
SPECIAL_ALONE = (0.23, -0.25)
"""Position of a special token in a chamber without a sign."""

STANDING: Mapping[int, tuple[float, tuple[Spot, ...]]] = {
    1: (0.42, ((0.07, 0.19),)),
    2: (0.38, ((-0.2, 0.22), (0.2, 0.22))),
    3: (0.3, ((-0.27, 0.24), (0.0, 0.24), (0.27, 0.24))),
}
"""Size and positions of pawns by their number in a chamber."""


class Plan(Squares[str]):
    """A board on a canvas; ``cell`` is the size of a chamber and ``origin`` the corner of chamber A1, in pixels."""

    def __init__(self, canvas: Canvas, cell: int, origin: tuple[int, int], board: BoardView, view: View) -> None:
        super().__init__(canvas, cell, origin, place_of)
        self.board = board
        self.teams: Mapping[Seat, str] = {team.seat: team.team for team in view.teams}
        self.acting = [pawn.id for pawn in board.pawns if may_act(pawn, view)]

    def stone(self, shaded: tuple[str, ...] = ()) -> None:
        """Draw rock, floors and walls; ``shaded`` chambers have a darker floor."""
        cells = {
            place_of(chamber.name): ("".join("P" if side in chamber.sides else "W" for side in SIDES), True)
            for chamber in self.board.chambers
        }
        stonework.hatch(self.canvas, self.cell, self.origin, cells)
        for chamber in self.board.chambers:
            place = place_of(chamber.name)
            self.stamp(
                stonework.floor(self.cell, *cells[place], stonework.hand(*place), chamber.name in shaded), chamber.name
            )

    def signs(self, capital: float) -> None:
        """Draw the print of the chambers; ``capital`` is the height of digits as a fraction of a chamber."""
        for chamber in self.board.chambers:
            if chamber.digit is not None:
                self.written(str(chamber.digit), chamber.name, DIGIT_SPOT, capital)
            if chamber.kind == "camp":
                self.stamp(pieces.camp(self.board.owner_team, self.size(PLAN_SIGN)), chamber.name, *SIGN_SPOT)
            elif chamber.kind in pieces.ELEMENTS:
                self.stamp(pieces.sign(chamber.kind, self.size(ELEMENT)), chamber.name, *ELEMENT_SPOT)
            elif chamber.kind != "plain":
                self.stamp(pieces.sign(chamber.kind, self.size(PLAN_SIGN)), chamber.name, *SIGN_SPOT)

    def written(self, words: str, chamber: str, spot: Spot, capital: float) -> None:
        """Write a few characters in bold, centred on a spot of a chamber."""
        x, y = self.spot(chamber, *spot)
        self.canvas.text(x, round(y + self.cell * capital / 2), words, "bold", self.type_size(capital), True)

    def type_size(self, capital: float) -> int:
        """Return the type size whose capitals have this height, a fraction of a chamber."""
        return size_for_capitals(self.cell * capital)

    def special(self) -> None:
        """Draw special tokens with their owners' signs."""
        for chamber in self.board.chambers:
            if chamber.token:
                sign = pieces.special(chamber.token, self.teams.get(chamber.token_of, ""), self.size(SPECIAL))
                self.stamp(sign, chamber.name, *(SPECIAL_ALONE if chamber.kind == "plain" else SPECIAL_SPOT))

    def within(self, chamber: str) -> list[PawnView]:
        """Return the pawns in a chamber."""
        return [pawn for pawn in self.board.pawns if pawn.chamber == chamber]

    def pawns(self, least: int, numbered: int) -> None:
        """Draw all pawns, the acting one on top.

        Numbers are at least ``least`` pixels high, and omitted where more than ``numbered`` pawns share a chamber.
        """
        for chamber in self.board.chambers:
            here = self.within(chamber.name)
            part, spots = STANDING[min(max(len(here), 1), len(STANDING))]
            placed = sorted(zip(here, spots, strict=False), key=lambda pair: pair[0].id in self.acting)
            for pawn, spot in placed:
                mark = pawn.mark if len(here) <= numbered else ""
                sprite = pieces.pawn(pawn.team, mark, self.size(part), pawn.id in self.acting, least)
                self.stamp(sprite, pawn.chamber, *spot)

    def goals(self, chambers: Iterable[str]) -> None:
        """Draw a golden floor in chambers to which something is to be brought."""
        for chamber in chambers:
            (left, top), (right, bottom) = self.spot(chamber, -GOAL, -GOAL), self.spot(chamber, GOAL, GOAL)
            self.canvas.block((left, top, right, bottom), GOLD, None)

    def tabs(self, type_size: int) -> None:
        """Write the name of each chamber on a tab in its corner."""
        for chamber in self.board.chambers:
            self.stamp(signs.tab(chamber.name, type_size), chamber.name, *TAB)

    def names(self, above: bool, before: bool, size: int) -> None:
        """Write the column letters above or below the board, and the row numbers before or after it."""
        column = -0.5 - EDGE if above else 0.5 + EDGE
        row = -0.5 - EDGE if before else 0.5 + EDGE
        for number in range(ACROSS):
            letter, digit = "ABCD"[number], str(number + 1)
            x, y = self.spot(letter + ("1" if above else "4"), 0, column)
            self.canvas.text(x, y + (-5 if above else size * 4 // 5), letter, "italic", size, True)
            x, y = self.spot(("A" if before else "D") + digit, row)
            self.canvas.text(x + (-size // 3 if before else size // 3), y + size // 3, digit, "italic", size, True)


def may_act(pawn: PawnView, view: View) -> bool:
    """Whether this pawn acts, or may act before the Move is chosen; stunned characters may not."""
    return pawn.moving or (not view.active and not view.outcome and pawn.seat == view.turn_of and not pawn.held)


TOKENS = ("trap", "cloud", "tree")
KINDS = (*pieces.ELEMENTS, "runes", "teleport")
OVERALL = {"teleport": "leads"}
"""Message keys of signs that need a longer description where all boards are shown."""
CLOSE = {"camp": "camp.own"}
"""Message keys of signs with a longer description in close-ups: a Camp is closed to others."""


def all_entries(boards: Iterable[BoardView], view: View, say: Say, sign: int) -> list[Entry]:
    """Return the legend: acting pawns, then things, then signs of chambers. ``sign`` is their size in pixels."""
    shown = tuple(boards)
    parts = (_digit_entries, _token_entries, _floor_entries, _chamber_entries)
    return _acting_pawn_entry(shown, view, say, sign) + [entry for part in parts for entry in part(shown, say, sign)]


def place_entries(boards: Iterable[BoardView], _: View, say: Say, sign: int) -> list[Entry]:
    """Return the legend of things and of signs of chambers."""
    shown = tuple(boards)
    return _token_entries(shown, say, sign) + _floor_entries(shown, say, sign) + _chamber_entries(shown, say, sign)


def thing_entries(boards: Iterable[BoardView], _: View, say: Say, sign: int) -> list[Entry]:
    """Return the legend of the elements (where Runes go), the Teleports and the things on the floor."""
    shown = tuple(boards)
    kinds = (*pieces.ELEMENTS, "teleport")
    signs = [Entry(pieces.sign(kind, sign), say(f"plan.legend.{OVERALL.get(kind, kind)}")) for kind in kinds]
    return signs + _token_entries(shown, say, sign) + _floor_entries(shown, say, sign)


def close_entries(board: BoardView, view: View, say: Say, sign: int) -> list[Entry]:
    """Return the legend of one board, with the teams on it and every token on its floors."""
    shown = (board,)
    tokens = dict.fromkeys(word for chamber in board.chambers for word in chamber.floor)
    floor = [Entry(pieces.floor_token(token, sign), display_name(token, say)) for token in tokens]
    people = _team_entries(board, view, say, sign) + _acting_pawn_entry(shown, view, say, sign)
    return (
        people
        + _digit_entries(shown, say, sign)
        + _token_entries(shown, say, sign)
        + floor
        + _chamber_entries(shown, say, sign, CLOSE)
    )


def _team_entries(board: BoardView, view: View, say: Say, sign: int) -> list[Entry]:
    present = {pawn.team for pawn in board.pawns}
    return [
        Entry(pieces.badge(team.team, sign - 6), display_name(team.name, say))
        for team in view.teams
        if team.team in present
    ]


def _acting_pawn_entry(boards: tuple[BoardView, ...], view: View, say: Say, sign: int) -> list[Entry]:
    acting = [pawn for board in boards for pawn in board.pawns if may_act(pawn, view)][:1]
    size = round(sign / cards.EMPHASIS)
    return [Entry(pieces.pawn(pawn.team, "", size, True), say("plan.legend.moving")) for pawn in acting]


def _digit_entries(boards: tuple[BoardView, ...], say: Say, sign: int) -> list[Entry]:
    there = any(chamber.digit is not None for board in boards for chamber in board.chambers)
    return [Entry(pieces.digit(sign), say("plan.legend.digit"))] if there else []


def _token_entries(boards: tuple[BoardView, ...], say: Say, sign: int) -> list[Entry]:
    there = {chamber.token for board in boards for chamber in board.chambers}
    return [Entry(pieces.special(kind, "", sign), say(f"plan.legend.{kind}")) for kind in TOKENS if kind in there]


def _floor_entries(boards: tuple[BoardView, ...], say: Say, sign: int) -> list[Entry]:
    floors = [word for board in boards for chamber in board.chambers for word in chamber.floor]
    crystals = [word for word in floors if pieces.is_crystal(word)]
    found = [Entry(pieces.pile(sign - 4), say("plan.legend.finds"))] if len(crystals) < len(floors) else []
    return found + ([Entry(pieces.crystal(sign - 4), say("plan.legend.crystal"))] if crystals else [])


def _chamber_entries(
    boards: tuple[BoardView, ...], say: Say, sign: int, more: Mapping[str, str] = OVERALL
) -> list[Entry]:
    """Return the legend of chamber signs; ``more`` maps kinds to their detailed descriptions."""
    kinds = {chamber.kind for board in boards for chamber in board.chambers}
    words = {kind: say(f"plan.legend.{more.get(kind, kind)}") for kind in ("camp", *KINDS) if kind in kinds}
    return [
        Entry(pieces.camp("", sign) if kind == "camp" else pieces.sign(kind, sign), said)
        for kind, said in words.items()
    ]


def draw_captions(found: list[Entry], room: int, form: Form) -> Canvas | None:
    """Draw the entries in rows, or return None if there are no entries."""
    return layout.draw_legend(found, room, form)


CELL = 132
"""Side of a chamber in pixels."""
MARGIN = 20
ROCK = round(EDGE * CELL)
BOARD = ACROSS * CELL + 2 * ROCK
LEFT = (WIDTH - BOARD) // 2 + ROCK
TOP = layout.HEADING + ROCK
LEGEND = form_for(WIDTH)
DIGIT = 0.2
"""Height of a digit as a fraction of a chamber."""
LETTER = 0.15
"""Height of a step's letter as a fraction of a chamber."""
DISC = 0.128
NUMBERED = 2
"""Maximum number of pawns in a small chamber that show their numbers."""
EVERYBODY = 99
"""Maximum number of pawns with numbers in a chamber: all of them."""

TOKEN = 0.175
"""Size of a token's pictogram as a fraction of a chamber."""
LARGE = 0.22
"""Size of a token's pictogram in a chamber without pawns, as a fraction of a chamber."""
MIDDLE = ((-0.27, 0.0), (-0.09, 0.0), (0.09, 0.0), (0.27, 0.0))
BESIDE = ((-0.3, 0.0), (-0.15, 0.0), (0.0, 0.0))
"""Positions of tokens where a special token takes the fourth place."""
ASIDE = ((0.12, -0.28), (0.3, -0.28), (0.12, -0.06), (0.3, -0.06))
BELOW = ((-0.25, 0.28), (0.0, 0.28), (0.25, 0.28))
ABOVE_THEM = ((-0.25, 0.02), (0.0, 0.02), (0.25, 0.02))


def draw_surroundings(
    view: View, say: Say, boards: Sequence[BoardView], above: Outcome | Moment | None = None
) -> bytes:
    """Return close-ups of the boards around the characters that may act, one below the other, as a PNG.

    A single close-up fills half a phone screen; it shows all four rows, smaller, if those characters are far apart.
    ``above`` is the outcome of a clash or a great moment.
    """
    room = HALF if len(boards) == 1 else SEVERAL
    taken = 0 if above is None else moment_card.HEIGHT if isinstance(above, Moment) else versus.STRIP
    parts = [
        _draw_part(view, say, board, _rows_to_show(view, board), room - (0 if nth else taken))
        for nth, board in enumerate(boards)
    ]
    drawn = Canvas(WIDTH, sum(part.size[1] for part in parts))
    top = 0
    for part in parts:
        drawn.plate(part, 0, top)
        top += part.size[1]
    if isinstance(above, Moment):
        return draw_moment(above, drawn).png()
    return (versus.under(above, portraits(above), drawn, say) if above else drawn).png()


def draw_board(view: View, say: Say, board: BoardView) -> bytes:
    """Return one board as a PNG of page width, with the letters of the steps and a legend."""
    return _draw_page(view, say, board).png()


HALF = int(WIDTH / layout.LANDSCAPE)
"""Height of a picture for half a phone screen, in pixels."""
SEVERAL = 324
"""Height of one close-up if there are several, in pixels."""
PART = 3
"""Number of rows of a board in a close-up."""
PART_CELL = 125
"""Side of a chamber in a close-up, in pixels; in smaller ones tokens cannot be told apart."""
NAMES = 34
"""Height of the line with the names of columns, in pixels."""
ROCK_BELOW = 12
SIDE = 98
"""Width of the column with the board's name, in pixels."""
NUMERAL = 44
NAME_LINES = 3
LETTER_LEAST = 18.0
DISC_LEAST = 15.0
"""Minimum radius of the disc of a step's letter, in pixels; ``LETTER_LEAST`` is the minimum height of the letter."""


def _rows_to_show(view: View, board: BoardView) -> range:
    """Return the rows of acting characters and their steps, extended to the more interesting third row."""
    wanted = [place_of(pawn.chamber)[1] for pawn in board.pawns if may_act(pawn, view)]
    wanted += [place_of(chamber.name)[1] for chamber in board.chambers if chamber.ways]
    wanted = wanted or [place_of(pawn.chamber)[1] for pawn in board.pawns if pawn.seat == view.turn_of]
    fits = [
        range(top, top + PART)
        for top in range(ACROSS - PART + 1)
        if wanted and top <= min(wanted) and max(wanted) < top + PART
    ]
    return max(fits, key=lambda rows: _worth_of_rows(board, rows), default=range(ACROSS))


def _worth_of_rows(board: BoardView, rows: range) -> int:
    """Count the tokens and pawns in these rows; a pawn counts twice."""
    chambers = [chamber for chamber in board.chambers if place_of(chamber.name)[1] in rows]
    names = {chamber.name for chamber in chambers}
    return sum(len(chamber.floor) + bool(chamber.token) for chamber in chambers) + sum(
        2 for pawn in board.pawns if pawn.chamber in names
    )


def _draw_part(view: View, say: Say, board: BoardView, rows: range, height: int) -> Canvas:
    large = len(rows) == PART and height >= PART * PART_CELL
    cell = PART_CELL if large else (height - NAMES - ROCK_BELOW) // len(rows)
    edge = (height - len(rows) * cell) // 2 if large else NAMES
    left = (WIDTH - SIDE - ACROSS * cell) // 2
    canvas = Canvas(WIDTH, height)
    window = Canvas(ACROSS * cell + 2 * (rock := min(left, round(EDGE * cell))), height)
    origin = (rock, edge - rows[0] * cell)
    whole = Plan(window, cell, origin, board, view)
    whole.lay(tuple((chamber.name, chamber.sides) for chamber in board.chambers), whole.stone)
    plan = Plan(window, cell, origin, _part_of_board(board, rows), view)
    if large:
        _draw_contents(plan)
    else:
        _draw_small_contents(plan)
    _draw_letters(plan)
    canvas.plate(window, left - rock, 0)
    if not large:
        _write_edge_names(canvas, rows, cell, (left, edge))
    _write_board_name(canvas, view, board, say)
    canvas.frame((0, 0, *canvas.size))
    return canvas


def _part_of_board(board: BoardView, rows: range) -> BoardView:
    chambers = tuple(chamber for chamber in board.chambers if place_of(chamber.name)[1] in rows)
    names = {chamber.name for chamber in chambers}
    pawns = tuple(pawn for pawn in board.pawns if pawn.chamber in names)
    return replace(board, chambers=chambers, pawns=pawns)


def _draw_small_contents(plan: Plan) -> None:
    """Draw pawns, with numbers if they fit, and tokens only as Finds and Crystals."""
    plan.signs(DIGIT)
    for chamber in plan.board.chambers:
        crystals = sum(map(pieces.is_crystal, chamber.floor))
        spots, _ = _token_spots(plan, chamber)
        piles = [pieces.pile] * (len(chamber.floor) > crystals) + [pieces.crystal] * (crystals > 0)
        for sprite_of, spot in zip(piles, spots, strict=False):
            plan.stamp(sprite_of(plan.size(LARGE)), chamber.name, *spot)
    plan.pawns(TYPE, NUMBERED)
    plan.special()


def _write_edge_names(canvas: Canvas, rows: range, cell: int, corner: tuple[int, int]) -> None:
    left, top = corner
    for number in range(ACROSS):
        canvas.text(left + number * cell + cell // 2, top - 8, "ABCD"[number], "italic", TYPE, True)
    for nth, row in enumerate(rows):
        canvas.text(left - TYPE, top + nth * cell + cell // 2 + TYPE // 3, str(row + 1), "italic", TYPE, True)


def _write_board_name(canvas: Canvas, view: View, board: BoardView, say: Say) -> None:
    middle, top = WIDTH - SIDE // 2 - 2, MARGIN + NUMERAL
    number = next((nth for nth, other in enumerate(view.boards) if other.id == board.id), 0)
    canvas.text(middle, top, pieces.numeral(number), "bold-italic", NUMERAL, True)
    if board.owner_team:
        canvas.stamp(pieces.badge(board.owner_team, NUMERAL), middle, top + NUMERAL)
        top += NUMERAL + MARGIN
    name = display_name(board.name, say).partition(",")[0]
    for nth, line in enumerate(cards.name_lines(name, SIDE - 8, NAME_LINES), 1):
        canvas.text(middle, top + nth * cards.LEADING + 10, line, "bold", TYPE, True)


def _draw_page(view: View, say: Say, board: BoardView) -> Canvas:
    block = draw_captions(close_entries(board, view, say, LEGEND.sign), WIDTH - 3 * MARGIN, LEGEND)
    bottom = layout.HEADING + BOARD
    canvas = Canvas(WIDTH, bottom + MARGIN + (block.size[1] if block else 0))
    names = [display_name(pawn.name, say) for pawn in board.pawns if pawn.id == view.active]
    layout.draw_frame(canvas, " · ".join([*names, display_name(board.name, say)]))
    plan = Plan(canvas, CELL, (LEFT, TOP), board, view)
    plan.stone()
    _draw_contents(plan)
    _draw_letters(plan)
    if block:
        canvas.rule(MARGIN, bottom, WIDTH - 2 * MARGIN, 1, 4)
        canvas.plate(block, MARGIN + MARGIN // 2, bottom + MARGIN // 4)
    return canvas


def _draw_contents(plan: Plan) -> None:
    plan.signs(DIGIT)
    for chamber in plan.board.chambers:
        _stamp_floor_tokens(plan, chamber)
    plan.pawns(TYPE, EVERYBODY)
    plan.special()
    plan.tabs(TYPE)


def _stamp_floor_tokens(plan: Plan, chamber: ChamberView) -> None:
    """Draw tokens as pictograms, equal ones with their count; a number tells how many do not fit."""
    spots, part = _token_spots(plan, chamber)
    kinds = list(Counter(chamber.floor).items())
    shown = kinds if len(kinds) <= len(spots) else kinds[: len(spots) - 1]
    for (token, number), (across, down) in zip(shown, spots, strict=False):
        plan.stamp(pieces.floor_token(token, plan.size(part)), chamber.name, across, down)
        if number > 1:
            _draw_count(plan.canvas, f"{number}", plan.spot(chamber.name, across + part * 0.55, down + part * 0.55))
    if rest := sum(number for _, number in kinds[len(shown) :]):
        x, y = plan.spot(chamber.name, *spots[len(shown)])
        plan.canvas.text(x, y + 8, f"+{rest}", "bold", TYPE, True)


def _token_spots(plan: Plan, chamber: ChamberView) -> tuple[tuple[Spot, ...], float]:
    in_the_way = bool(chamber.token) and chamber.kind != "plain"
    if not plan.within(chamber.name):
        return (BELOW if in_the_way or chamber.digit is None else (*ABOVE_THEM, *BELOW)), LARGE
    if chamber.digit is None:
        return (ASIDE[:2] if in_the_way else ASIDE), TOKEN
    return (BESIDE if in_the_way else MIDDLE), TOKEN


def _draw_count(canvas: Canvas, words: str, corner: tuple[int, int]) -> None:
    """Write a number on a cleared ground; ``corner`` is its lower right end."""
    wide = round(width(words, "bold", TYPE))
    canvas.block((corner[0] - wide - 1, corner[1] - 19, corner[0] + 2, corner[1] + 1))
    canvas.text(corner[0] - wide, corner[1], words, "bold", TYPE)


def _draw_letters(plan: Plan) -> None:
    """Write the letters of steps in the openings, or at the chamber's corner for steps from farther away.

    If two characters could swap places, their letters share the opening.
    """
    capital, disc = max(plan.cell * LETTER, LETTER_LEAST), max(plan.cell * DISC, DISC_LEAST)
    sign_of = {way: signs.letter(way, capital, disc) for chamber in plan.board.chambers for way in chamber.ways}
    apart = max(APART, (2 * disc + 3) / plan.cell)
    sides = {
        (place_of(each_chamber.name), side): ways
        for each_chamber in plan.board.chambers
        for side, ways in letters_by_side(each_chamber).items()
    }
    for chamber in plan.board.chambers:
        here = place_of(chamber.name)
        for side, ways in letters_by_side(chamber).items():
            back = sides.get(((here[0] + side[0], here[1] + side[1]), (-side[0], -side[1])), []) if any(side) else []
            both = sorted([*ways, *back])
            for way in ways:
                plan.stamp(sign_of[way], chamber.name, *letter_spot(side, both.index(way), len(both), apart))
