"""Positions of figures in a segment, and of the letters of ways beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from images import signs as pictograms
from images import stonework
from images.canvas import Cell, Sprite
from images.lettering import size_for_capitals, width
from images.signs import plight
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.view import ExitView, SegmentView

CAPITAL = 22.8
"""Height of a letter in pixels at any scale: legible on a phone at half size."""
RADIUS = 18.5
"""Radius of a letter's ring, in pixels."""
APART = 0.06
"""Gap between two letters if there is room, in segments."""
CLEAR = 0.012
"""Gap between a letter and its surroundings, in segments."""
DOOR = stonework.BAR + stonework.BAR_LINE / 2
"""How far a door extends out of its segment, in segments."""
INNER = stonework.ROOM - stonework.WALL / 2
WALL = stonework.CORRIDOR + stonework.WALL / 2
"""Distance from the middle of a corridor to the rock beside it, in segments."""
FULLEST = 0.26
"""Distance from the middle of a corridor up to which figures extend beyond its walls, in segments."""
BACK = 0.1
"""Shift of a figure towards the closed end of a corridor with one opening, in segments."""
GIVES_WAY = 0.06
"""Shift of figures in a corridor away from a letter in the rock beside it, in segments."""
ASIDE = (0.0, 0.1, -0.1, 0.2, -0.2)
"""Sideways shifts to try for a letter at an opening if another is in the way, in segments."""

POINTED = 1.75
"""Extent of a pointed ring, in radii."""
ALONG_EDGE = (0.0, 2.4, -2.4, 4.8, -4.8, 7.2, -7.2)
"""Shifts along the edge of the field to try for a letter if another is in the way, in radii."""

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
STEP: Mapping[str, Cell] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Letter(NamedTuple):
    """A letter centred on (x, y); ``half`` is half its width and height, all in segments."""

    sign: str
    x: float
    y: float
    half: Spot
    ringed: bool
    toward: str = ""
    """The side to which the ring of the way out points, or ''."""

    def box(self) -> Box:
        """The left, top, right and bottom edges, in segments."""
        return self.x - self.half[0], self.y - self.half[1], self.x + self.half[0], self.y + self.half[1]


class Ground(NamedTuple):
    """The surroundings of letters.

    ``cell``: pixels per segment. ``taken``: whether figures stand at a place. ``on_paper``: whether the picture shows
    it.
    """

    cell: int
    known: Mapping[Cell, SegmentView]
    taken: Callable[[Cell], bool]
    on_paper: Callable[[Cell], bool]
    corner: Callable[[Cell, str], Spot]
    """The corner of a room in which the letter of stairs stands."""


@lru_cache(maxsize=64)
def half_of(sign: str, cell: int) -> Spot:
    """Return half the width and height of a letter without a ring, in segments."""
    return width(sign, "bold", size_for_capitals(CAPITAL)) / 2 / cell, CAPITAL / 2 / cell


def placed(exits: Iterable[ExitView], ground: Ground) -> list[Letter]:
    """Return the letters of all ways that have one, with their positions."""
    found: list[Letter] = []
    for way in exits:
        if way.letter and (way.x, way.y) in ground.known:
            found.append(_place_letter(way, ground, found))
    return found


def at_edge(
    exits: Iterable[ExitView], cell: int, field: Box, others: Iterable[Letter], taken_at: Callable[[Cell], bool]
) -> list[Letter]:
    """Place the letters of ways beyond the ``field`` at its nearest edge, pointing outwards.

    Places with figures (``taken_at``) are avoided if there is room beside them.
    """
    taken, found = list(others), []
    for way in exits:
        letter = _letter_at_edge(way, cell, field, taken, taken_at)
        found.append(letter)
        taken.append(letter)
    return found


def _letter_at_edge(
    way: ExitView, cell: int, field: Box, others: list[Letter], taken_at: Callable[[Cell], bool]
) -> Letter:
    left, top, right, bottom = field
    radius, room = RADIUS / cell, POINTED * RADIUS / cell
    x, y = min(max(way.x, left + room), right - room), min(max(way.y, top + room), bottom - room)
    sideways = abs(way.x - x) >= abs(way.y - y)
    toward = ("e" if way.x > x else "w") if sideways else ("s" if way.y > y else "n")
    spots = [(x, y + far * radius) if sideways else (x + far * radius, y) for far in ALONG_EDGE]
    inside = [(u, v) for u, v in spots if left + room <= u <= right - room and top + room <= v <= bottom - room]
    ways = [Letter(way.letter, u, v, (radius, radius), True, toward) for u, v in inside or spots[:1]]
    apart = [letter for letter in ways if not any(_are_letters_near(letter, other) for other in others)]
    clear = [letter for letter in apart if not taken_at((round(letter.x), round(letter.y)))]
    return next(iter(clear or apart or ways))


def _are_letters_near(letter: Letter, other: Letter) -> bool:
    return all(abs(a - b) < 2.2 * letter.half[0] for a, b in ((letter.x, other.x), (letter.y, other.y)))


def _place_letter(way: ExitView, ground: Ground, others: list[Letter]) -> Letter:
    if way.side not in STEP:
        return _way_out_letter(way, ground) if way.side == "out" else _stairs_letter(way, ground)
    across, down = STEP[way.side]
    there = (way.x + across, way.y + down)
    if way.known and there in ground.known:
        return _letter_on_known_segment(way, there, ground)
    if ground.on_paper(there):
        # Letters that stand too near one another have no ring.
        ways = [
            *(_ringed_letter(way, ground, aside) for aside in ASIDE),
            *(_unringed_letter(way, ground, aside) for aside in ASIDE),
        ]
        apart = (
            letter
            for gap in (APART, 0.0)
            for letter in ways
            if not any(_are_letters_within(gap, letter, other) for other in others)
        )
        return next(apart, ways[0])
    return _unringed_letter(way, ground)


def _ringed_letter(way: ExitView, ground: Ground, aside: float) -> Letter:
    radius = RADIUS / ground.cell
    return _letter_outside(way, 0.5 + DOOR + CLEAR + radius, aside, (radius, radius), ringed=True)


def _unringed_letter(way: ExitView, ground: Ground, aside: float = 0.0, start: float = 0.5 + DOOR + CLEAR) -> Letter:
    half = half_of(way.letter, ground.cell)
    return _letter_outside(way, start + half[way.side in "ns"], aside, half, ringed=False)


def _letter_outside(way: ExitView, reach: float, aside: float, half: Spot, *, ringed: bool) -> Letter:
    across, down = STEP[way.side]
    return Letter(
        way.letter, way.x + across * reach + down * aside, way.y + down * reach + across * aside, half, ringed
    )


def _are_letters_within(gap: float, letter: Letter, other: Letter) -> bool:
    if letter.ringed and other.ringed:
        return hypot(letter.x - other.x, letter.y - other.y) < letter.half[0] + other.half[0] + gap
    return all(
        abs(a - b) < half + more + gap
        for a, b, half, more in zip((letter.x, letter.y), (other.x, other.y), letter.half, other.half, strict=True)
    )


def _letter_on_known_segment(way: ExitView, there: Cell, ground: Ground) -> Letter:
    """Place a letter on the floor of the next segment, or beside the opening if a figure stands in that corridor."""
    segment = ground.known[there]
    if stonework.is_room(segment.sides, segment.kind):
        return _unringed_letter(way, ground, start=1 - INNER + CLEAR)
    half = half_of(way.letter, ground.cell)
    if not ground.taken(there):
        return Letter(way.letter, float(there[0]), float(there[1]), half, ringed=False)
    out, beside = half if way.side in "ew" else half[::-1]
    return _letter_outside(way, 1 - WALL - CLEAR / 2 - out, WALL + CLEAR / 2 + beside, half, ringed=False)


def _stairs_letter(way: ExitView, ground: Ground) -> Letter:
    half = half_of(way.letter, ground.cell)
    across, down = ground.corner((way.x, way.y), way.side)
    return Letter(
        way.letter, way.x + across * (INNER - CLEAR - half[0]), way.y + down * (INNER - CLEAR - half[1]), half, False
    )


def _way_out_letter(way: ExitView, ground: Ground) -> Letter:
    """Place the letter beyond a wall of the entrance, opposite its opening if free, else in the rock at a corner."""
    opened = next((n for n, side in enumerate(ground.known[way.x, way.y].sides) if side != "W"), 0)
    radius = RADIUS / ground.cell
    reach = BACK + FULLEST + CLEAR + radius
    sides = [list(STEP)[(opened + turn) % 4] for turn in (2, 1, 3)]
    for side in sides:
        across, down = STEP[side]
        if (way.x + across, way.y + down) not in ground.known:
            return Letter(way.letter, way.x + across * reach, way.y + down * reach, (radius, radius), True, side)
    (across, down), half = STEP[sides[0]], half_of(way.letter, ground.cell)
    x, y = ((WALL + CLEAR + more) * (across + down) for more in half)
    return Letter(way.letter, way.x + x, way.y + y, half, ringed=False)


PLAIN = ("corridor", "room")
FIGURES = {"party": 40, "monsters": 44, "grave": 30}
"""Minimum sizes of signs that show a number, in pixels; on smaller ones it is illegible on a phone."""

# Sizes of signs in parts of a segment: alone, beside others; in a corridor.
SIZES = {
    "feature": (0.56, 0.42, 0.46),
    "gate": (0.66, 0.60, 0.54),
    "monsters": (0.60, 0.55, 0.52),
    "stone": (0.50, 0.36, 0.40),
    "grave": (0.54, 0.48, 0.48),
    "party": (0.54, 0.485, 0.50),
}
LEAST = {"party": 20, "gate": 24}
"""Minimum sizes in pixels of the signs that players look for first."""
MOVABLE = ("feature", "monsters")
"""Signs that leave the middle of a room to others, so that nothing is hidden."""
CROWDED = (1.0, 0.8, 0.56)
"""Maximum size of a sign as a fraction of the floor: alone, beside one other, or beside more with the middle free."""
TICK = 0.28
ALONG = 0.33
"""Distance of the party from the middle of a corridor behind another sign; other signs stand at the segment's end."""
MOST_OF_STONE = 3
"""Maximum number of petrified figures drawn."""

UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
WANTED = {
    "monsters": (LOWER_RIGHT, LOWER_LEFT, *CORNERS),
    "party": (LOWER_RIGHT, UPPER_RIGHT, *CORNERS),
    "stone": (UPPER_LEFT, *CORNERS),
    "grave": (LOWER_LEFT, UPPER_LEFT, *CORNERS),
    "feature": (UPPER_LEFT, *CORNERS),
    "tick": (LOWER_LEFT, UPPER_LEFT, *CORNERS),
    "up": (UPPER_RIGHT, UPPER_LEFT, *CORNERS),
    "down": (LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT, *CORNERS),
}
"""Corners for each sign by preference; the first free one is taken."""
PRESSING = {"monsters": frozenset(("party", "stone")), "party": frozenset(("monsters",))}
"""Signs next to which a sign leaves its preferred corner to others."""


class Sign(NamedTuple):
    """A sign with its name in SIZES and a function that draws it at a size in pixels."""

    name: str
    draw: Callable[[int], Sprite]


class Stood(NamedTuple):
    """A sign with its offset from the middle of its segment and its size, in segments."""

    sign: Sign
    spot: Spot
    size: float


class Yield(NamedTuple):
    """The side from which a letter reaches into a segment, and how far, in segments."""

    side: str
    reach: float


def gate_of(segment: SegmentView) -> str:
    """Return the state of the Black Gate in a segment: open, destroyed, or '' without the Gate."""
    return segment.gate or ("open" if segment.kind == "gate" else "")


def signs_of(segment: SegmentView, living: int | None) -> list[Sign]:
    """Return the signs in a segment, the most important first."""
    signs: list[Sign] = []
    if state := gate_of(segment):
        signs.append(Sign("gate", pictograms.destroyed if state == "destroyed" else pictograms.black_gate))
    if segment.kind not in (*PLAIN, "gate"):
        signs.append(Sign("feature", lambda size: pictograms.feature(segment.kind, size, segment.examined)))
    if segment.monsters:
        signs.append(
            Sign(
                "monsters",
                lambda size: pictograms.monsters(segment.monsters if size >= FIGURES["monsters"] else 0, size),
            )
        )
    if segment.stone:
        signs.append(Sign("stone", pictograms.stone))
    if segment.graves:
        signs.append(Sign("grave", lambda size: _grave_sprite(segment.graves, size)))
    if living is not None:
        signs.append(Sign("party", lambda size: _party_sprite(living, size)))
    return signs


def _grave_sprite(names: Sequence[Term], size: int) -> Sprite:
    """Return a grave with the initial or the number of the dead, or a cross if that is not legible."""
    mark = initial_of(names[0]) if len(names) == 1 else str(len(names))
    return pictograms.grave(mark if size >= FIGURES["grave"] else "", size)


def initial_of(name: Term) -> str:
    """Return the initial of a name; heroes have equal initials in all languages."""
    return (name.key.rpartition(".")[2] if isinstance(name, Word) else name)[:1].upper()


def _party_sprite(living: int, size: int) -> Sprite:
    """Return the party with the number of the living, or a grave if all are dead."""
    if not living:
        return plight("dead", size)
    return pictograms.party(living, size) if size >= FIGURES["party"] else pictograms.token(size)


def stood(segment: SegmentView, signs: list[Sign], giving_way: Yield | None = None) -> list[Stood]:
    """Return the positions of signs in drawing order; in a room they give way to a letter."""
    if not stonework.is_room(segment.sides, segment.kind):
        return _figures_along_corridor(segment.sides, signs, giving_way)
    middle, half = _free_floor(giving_way)
    corners = corners_of(segment, signs)
    found = []
    for nth, sign in enumerate(signs):
        alone, beside, _ = SIZES[sign.name]
        size = alone if len(signs) == 1 else beside
        moved = nth > 0 or sign.name in MOVABLE
        size = min(size, 2 * min(half) * CROWDED[min(len(signs), 3 if moved else 2) - 1])
        across, down = corners.get(sign.name, (0, 0)) if moved else (0, 0)
        spot = (middle[0] + across * (half[0] - size / 2), middle[1] + down * (half[1] - size / 2))
        found.append(Stood(sign, spot, size))
    if segment.examined and signs:
        found.insert(1, _tick_in_corner(corners["tick"], middle, half))
    return [
        more
        for figure in found
        for more in (_fanned_figures(figure, segment.stone) if figure.sign.name == "stone" else [figure])
    ]


def corners_of(segment: SegmentView, signs: list[Sign]) -> dict[str, Cell]:
    """Assign a corner of a room to each sign, the tick and the letters of stairs; one sign may keep the middle.

    Stairs rarely lead both ways: if no corner is left for the way down, it shares that of the way up.
    """
    taken: dict[str, Cell] = {}
    names = [sign.name for sign in signs]
    moved = names if len(names) > 1 and names[0] in MOVABLE else names[1:]
    for name in (*moved, "tick", "up", "down"):
        if name == "tick" and not segment.examined:
            continue
        wanted = WANTED[name][1:] if PRESSING.get(name, frozenset()) & {*names} else WANTED[name]
        last = taken["up"] if name == "down" else wanted[0]
        taken[name] = next((corner for corner in wanted if corner not in taken.values()), last)
    return taken


def _free_floor(giving_way: Yield | None) -> tuple[Spot, Spot]:
    """Return the middle of a room's floor and half its size, without the part that a letter takes."""
    if not giving_way:
        return (0.0, 0.0), (INNER, INNER)
    (across, down), less = STEP[giving_way.side], giving_way.reach / 2
    return (-across * less, -down * less), (INNER - abs(across) * less, INNER - abs(down) * less)


def _tick_in_corner(corner: Cell, middle: Spot, half: Spot) -> Stood:
    across, down = corner
    spot = (middle[0] + across * (half[0] - 0.17), middle[1] + down * (half[1] - 0.17))
    return Stood(Sign("tick", pictograms.tick), spot, TICK)


def _fanned_figures(figure: Stood, number: int) -> list[Stood]:
    (x, y), shown = figure.spot, min(number, MOST_OF_STONE)
    return [figure._replace(spot=(x + 0.07 * back, y - 0.03 * back)) for back in reversed(range(shown))]


def _figures_along_corridor(sides: str, signs: list[Sign], giving_way: Yield | None) -> list[Stood]:
    """Place signs along a corridor, the first in its middle, away from a letter in the rock beside it.

    The entrance stands at its closed end, so that the party does not hide it.
    """
    across, down = STEP[giving_way.side] if giving_way else (0, 0)
    x, y = ((down - across) * GIVES_WAY, (across - down) * GIVES_WAY)
    ways = [STEP[way] for way, side in zip(STEP, sides, strict=True) if side != "W"] or [STEP["n"]]
    towards = [(0, 0), *ways, *CORNERS]
    back = BACK if len(ways) == 1 and signs[0].name == "feature" else 0.0
    found = []
    for sign, (u, v) in zip(signs, towards, strict=False):
        size = SIZES[sign.name][2]
        if (u, v) == (0, 0):
            found.append(Stood(sign, (x - back * ways[0][0], y - back * ways[0][1]), size))
            continue
        reach = ALONG if sign.name == "party" and (u, v) in ways else 0.5 - size / 2
        found.append(Stood(sign, (x + u * reach, y + v * reach), size))
    return found
