"""What stands in a segment and where: a feature in the middle of its room, or aside for whoever else is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from images import pictograms, stonework
from images.canvas import Sprite
from images.labirynt_smierci.letters import BACK, GIVES_WAY, INNER, STEP, Spot
from images.plights import plight
from rules.labirynt_smierci.view import SegmentView

PLAIN: Final = ("corridor", "room")
FIGURES: Final = {"party": 40, "monsters": 44}
"""Least sizes of signs, in pixels, on which a figure is legible on a phone; a smaller one has none."""

# Sizes of signs in parts of a segment: alone, beside others; in a corridor.
SIZES: Final = {
    "feature": (0.56, 0.42, 0.46),
    "gate": (0.66, 0.60, 0.54),
    "monsters": (0.60, 0.55, 0.52),
    "stone": (0.50, 0.36, 0.40),
    "party": (0.54, 0.485, 0.50),
}
LEAST: Final = {"party": 20, "gate": 24}
"""Sizes under which these do not shrink, in pixels: what is looked for first."""
MOVABLE: Final = ("feature", "monsters")
"""What leaves the middle of a room to others, so that nothing is hidden behind them."""
CROWDED: Final = (1.0, 0.8, 0.56)
"""A sign is no larger than this part of the floor: alone, beside another, or beside more without the middle."""
TICK: Final = 0.28
ALONG: Final = 0.33
"""How far from the middle of a corridor the party stands behind another sign; others end where the segment does."""
MOST_OF_STONE: Final = 3
"""Figures of stone that are drawn."""

UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
WANTED: Final = {
    "monsters": (LOWER_RIGHT, LOWER_LEFT, *CORNERS),
    "party": (LOWER_RIGHT, UPPER_RIGHT, *CORNERS),
    "stone": (UPPER_LEFT, *CORNERS),
    "feature": (UPPER_LEFT, *CORNERS),
    "tick": (LOWER_LEFT, UPPER_LEFT, *CORNERS),
    "up": (UPPER_RIGHT, UPPER_LEFT, *CORNERS),
    "down": (LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT, *CORNERS),
}
"""The corners that a sign takes, the first that is free."""
PRESSING: Final = {"monsters": frozenset(("party", "stone")), "party": frozenset(("monsters",))}
"""Beside which a sign leaves the first corner that it wants to others."""


class Sign(NamedTuple):
    """What stands somewhere: its name in SIZES, and how it looks so many pixels large."""

    name: str
    draw: Callable[[int], Sprite]


class Stood(NamedTuple):
    """A sign with its middle so far from that of its segment, and its size, all in parts of a segment."""

    sign: Sign
    spot: Spot
    size: float


class Yield(NamedTuple):
    """The side of a segment from which a letter reaches in, and how far, in parts of a segment."""

    side: str
    reach: float


def gate_of(segment: SegmentView) -> str:
    """The state of the Black Gate in a segment: open, destroyed, or '' where it is not."""
    return segment.gate or ("open" if segment.kind == "gate" else "")


def signs_of(segment: SegmentView, living: int | None) -> list[Sign]:
    """What stands in a segment, what matters most first."""
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
    if living is not None:
        signs.append(Sign("party", lambda size: _party(living, size)))
    return signs


def _party(living: int, size: int) -> Sprite:
    """With the number of the living; a grave where there is nobody left."""
    if not living:
        return plight("dead", size)
    return pictograms.party(living, size) if size >= FIGURES["party"] else pictograms.token(size)


def stood(segment: SegmentView, signs: list[Sign], giving_way: Yield | None = None) -> list[Stood]:
    """Where signs stand, in the order in which they are laid; in a room they give way to a letter."""
    if not stonework.is_room(segment.sides, segment.kind):
        return _along(segment.sides, signs, giving_way)
    middle, half = _floor(giving_way)
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
        found.insert(1, _ticked(corners["tick"], middle, half))
    return [more for one in found for more in (_fanned(one, segment.stone) if one.sign.name == "stone" else [one])]


def corners_of(segment: SegmentView, signs: list[Sign]) -> dict[str, Cell]:
    """Which corner of a room each sign takes, save one that keeps the middle, and what else wants one.

    Hardly any stairs lead both ways: where no corner is left for those down, it is that for those up.
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


Cell = tuple[int, int]


def _floor(giving_way: Yield | None) -> tuple[Spot, Spot]:
    """The middle of a room's floor and half its width and height, without what a letter takes."""
    if giving_way is None:
        return (0.0, 0.0), (INNER, INNER)
    (across, down), less = STEP[giving_way.side], giving_way.reach / 2
    return (-across * less, -down * less), (INNER - abs(across) * less, INNER - abs(down) * less)


def _ticked(corner: Cell, middle: Spot, half: Spot) -> Stood:
    across, down = corner
    spot = (middle[0] + across * (half[0] - 0.17), middle[1] + down * (half[1] - 0.17))
    return Stood(Sign("tick", pictograms.tick), spot, TICK)


def _fanned(one: Stood, number: int) -> list[Stood]:
    """Several of stone, one behind the other."""
    (x, y), shown = one.spot, min(number, MOST_OF_STONE)
    return [one._replace(spot=(x + 0.07 * back, y - 0.03 * back)) for back in reversed(range(shown))]


def _along(sides: str, signs: list[Sign], giving_way: Yield | None) -> list[Stood]:
    """One behind the other along a corridor, the first in its middle; away from a letter in the rock beside it.

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
