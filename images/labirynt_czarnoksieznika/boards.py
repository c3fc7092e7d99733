"""All boards of a game in one picture, two by two, their Teleports linked."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from images import page
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import captions, chambers, pieces
from images.labirynt_czarnoksieznika.chambers import ELEMENTS
from images.labirynt_czarnoksieznika.plan import ACROSS, DIGIT_SPOT, EDGE, ELEMENT_SPOT, SIGN_SPOT, Plan, numeral
from images.lettering import Say, display_name, fit_line, shrink_to_fit, width
from rules.labirynt_czarnoksieznika.view import BoardView, ChamberView, View

CELL: Final = 104
"""Side of a chamber in pixels: digits of so many boards are still readable on a phone."""
DIGIT: Final = 0.285
"""Height of a digit in parts of a chamber."""
ABREAST: Final = 2
MARGIN: Final = 22
NAMES: Final = 30
"""Room for the letters of columns and the numbers of rows, in pixels."""
ROCK: Final = round(EDGE * CELL)
BLOCK: Final = ACROSS * CELL + 2 * ROCK + NAMES
"""Width of a board with its edge, in pixels."""
TITLE: Final = 78
"""Height of a board's title."""
BETWEEN: Final = 20
"""From the boards on the left to those on the right."""
STRIP: Final = 84
"""Between the upper and the lower boards, for where their Teleports lead and the sign to which all do."""
FOOT: Final = 24
HUB: Final = 52
WIDTH: Final = 2 * BLOCK + BETWEEN + 2 * MARGIN
NUMERAL: Final = 34
NAME: Final = 33
NAME_LEAST: Final = 26
OWNER: Final = 29
LEADS: Final = 40
"""Room for the sign before where a Teleport leads, in pixels."""
LEADS_TYPE: Final = 27
LEAD: Final = 58
"""Room for the number of a board, in pixels."""
DOT: Final = 10
PITCH: Final = 17
"""From one dot of a link to the next."""
LYING: Final = 0.2
"""Size of what lies between the digit and the pawns, in parts of a chamber."""
CRAMPED: Final = 0.17
"""The same beside a great sign."""
ALONE: Final = 0.27
"""The same where nobody stands."""
CLEAR: Final = 0.18
"""How far dots keep from digits and signs, in parts of a chamber."""

Pixel = tuple[int, int]
Spots = tuple[tuple[float, float], tuple[float, float]]
BETWEEN_ALL: Final[Spots] = ((-0.27, 0.0), (-0.03, 0.0))
BELOW: Final[Spots] = ((-0.22, 0.14), (0.06, 0.14))
BEFORE: Final[Spots] = ((-0.27, 0.03), (-0.27, 0.26))
"""Before the only pawn."""
ASIDE: Final[Spots] = ((0.14, -0.28), (0.31, -0.28))


def draw_boards(view: View, say: Say) -> bytes:
    """Every board of the game as a PNG, 1064 pixels wide: two by two, the titles outwards, the legend at the end."""
    rows = -(-len(view.boards) // ABREAST)
    free = rows > 1 and len(view.boards) % ABREAST == 1
    room = BLOCK - 2 * MARGIN if free else WIDTH - 4 * MARGIN
    legend = captions.draw_captions(captions.entries(view.boards, view, say, captions.LARGE.sign), room)
    bottom = page.HEADING + rows * (TITLE + BLOCK + STRIP) - STRIP + FOOT
    canvas = Canvas(WIDTH, bottom + (legend.size[1] + 2 * FOOT if legend and not free else 0))
    page.draw_frame(canvas, say("plan.title", round=view.round))
    plans = [Plan(canvas, CELL, _origin(number), board, view) for number, board in enumerate(view.boards)]
    for plan in plans:
        plan.stone()
    if rows > 1:
        _links(canvas, plans)
    for number, plan in enumerate(plans):
        _contents(plan)
        plan.names(number < ABREAST, number % ABREAST == 0)
        _title(canvas, number, plan.board, view, say)
        _leads(canvas, number, plan.board)
    if legend:
        _mounted(canvas, legend, free, bottom)
    return canvas.png()


def _left(number: int) -> int:
    """Where the block of a board begins."""
    return MARGIN + number % ABREAST * (BLOCK + BETWEEN)


def _top(number: int) -> int:
    return page.HEADING + number // ABREAST * (TITLE + BLOCK + STRIP)


def _origin(number: int) -> tuple[int, int]:
    """The corner of a board's first chamber; names and title are on the outer sides."""
    upper, before = number < ABREAST, number % ABREAST == 0
    left, top = _left(number) + ROCK, _top(number) + ROCK
    return left + (NAMES if before else 0), top + (TITLE + NAMES if upper else 0)


def _mounted(canvas: Canvas, legend: Canvas, free: bool, bottom: int) -> None:
    """The legend in the place of a fourth board, or under all of them."""
    if free:
        canvas.plate(legend, _left(1) + MARGIN, _top(ABREAST) + (BLOCK + TITLE - legend.size[1]) // 2)
    else:
        canvas.rule(MARGIN, bottom, WIDTH - 2 * MARGIN, 1, 4)
        canvas.plate(legend, 2 * MARGIN, bottom + FOOT // 2)


def _links(canvas: Canvas, plans: list[Plan]) -> None:
    """Dots from every Teleport to one spiral between the boards."""
    hub = (WIDTH // 2, page.HEADING + TITLE + BLOCK + STRIP // 2)
    for plan in plans:
        for dot in _trail(plan, hub):
            canvas.stamp(pieces.dot(DOT), *dot)
    canvas.stamp(chambers.sign("teleport", HUB), *hub)


def _trail(plan: Plan, hub: Pixel) -> Iterator[Pixel]:
    """Where the dots of a board lie: never on a digit or a sign."""
    signs = [spot for chamber in plan.board.chambers for spot in _taken(plan, chamber)]
    for chamber in plan.board.chambers:
        if chamber.kind == "teleport":
            for x, y in _dots(plan.spot(chamber.name, *SIGN_SPOT), hub):
                if all(hypot(x - u, y - v) > CLEAR * CELL for u, v in signs):
                    yield x, y


def _taken(plan: Plan, chamber: ChamberView) -> list[Pixel]:
    """Where the digit and the sign of a chamber are."""
    spots = [] if chamber.digit is None else [DIGIT_SPOT]
    if chamber.kind != "plain":
        spots.append(ELEMENT_SPOT if chamber.kind in ELEMENTS else SIGN_SPOT)
    return [plan.spot(chamber.name, *spot) for spot in spots]


def _dots(start: Pixel, end: Pixel) -> Iterator[Pixel]:
    """Points at even steps between two others."""
    steps = round(hypot(end[0] - start[0], end[1] - start[1]) / PITCH)
    for step in range(1, steps):
        yield (start[0] + (end[0] - start[0]) * step // steps, start[1] + (end[1] - start[1]) * step // steps)


def _contents(plan: Plan) -> None:
    plan.signs(DIGIT)
    for chamber in plan.board.chambers:
        lying(plan, chamber)
    plan.pawns()
    plan.special()


def lying(plan: Plan, chamber: ChamberView) -> None:
    """A tile with the number of Finds, a gem with that of Crystals."""
    crystals = sum(map(pieces.is_crystal, chamber.floor))
    (finds_at, crystals_at), part = _room(plan, chamber)
    if finds := len(chamber.floor) - crystals:
        plan.stamp(pieces.pile(finds, plan.size(part)), chamber.name, *finds_at)
    if crystals:
        plan.stamp(pieces.crystal(crystals, plan.size(part)), chamber.name, *crystals_at)


def _room(plan: Plan, chamber: ChamberView) -> tuple[Spots, float]:
    """Where things lie in a chamber, and how large they are."""
    standing = len(plan.within(chamber.name))
    if not standing:
        return BELOW, ALONE
    if chamber.digit is None:
        return ASIDE, CRAMPED
    return BEFORE if standing == 1 else BETWEEN_ALL, LYING


def _title(canvas: Canvas, number: int, board: BoardView, view: View, say: Say) -> None:
    """Number and name of a board, and below whose it is."""
    left, top = _left(number) + 6, _top(number) + (0 if number < ABREAST else BLOCK + 4)
    start, room = left + LEAD, BLOCK - LEAD - 6
    canvas.text(left, top + 34, numeral(number), "bold-italic", NUMERAL)
    words, size = shrink_to_fit(display_name(board.name, say), "bold", NAME, NAME_LEAST, room)
    canvas.text(start, top + 34, words, "bold", size)
    if board.owner_team:
        canvas.stamp(pieces.badge(board.owner_team, 34), left + 24, top + 59)
    team = next((display_name(team.name, say) for team in view.teams if team.seat == board.owner), "")
    whose = say("plan.owner", team=team, who=board.owner) if board.owner else say("plan.neutral")
    canvas.text(start, top + 70, fit_line(whose, "text", OWNER, room), "text", OWNER)


def _leads(canvas: Canvas, number: int, board: BoardView) -> None:
    """Faces of the die and the boards to which the Teleport leads, on the inner side of a board."""
    base = _top(number) + (TITLE + BLOCK + 26 if number < ABREAST else -10)
    words = "   ".join(f"{faces} → {numeral(other)}" for faces, other in board.leads_to)
    if words:
        left = _origin(number)[0]
        if number % ABREAST:
            left += ACROSS * CELL - LEADS - round(width(words, "text", LEADS_TYPE))
        canvas.stamp(chambers.sign("teleport", 30), left + 15, base - 8)
        canvas.text(left + LEADS, base, words, "text", LEADS_TYPE)
