"""Views for the tests of pictures: mazes built from the game's own tiles by legal joins, fights, parties."""

from __future__ import annotations

from itertools import product

from images.stonework import scattered
from rules.kernel.requests import Seat
from rules.kernel.words import Fact, Term
from rules.labirynt_smierci.view import (
    BattleView,
    CharacterView,
    ExitView,
    FighterView,
    MapView,
    PartyView,
    PlacementOption,
    PlacementView,
    SegmentView,
)

FEATURES = ("stairs", "mirror", "fountain", "statue", "trapdoor", "furniture", "altar", "art")
TILES = (
    *(("corridor", sides) for sides in ("WWCC", "WCWC", "WCDC", "DCDC", "DDCC", "CWDC", "WCCD")),
    *(("room", sides) for sides in ("DWWW", "DDWW", "DWDW")),
    *((kind, "DDDD") for kind in FEATURES),
)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]
Laid = dict[Cell, tuple[str, str]]


def words(key: str, /, **facts: Fact) -> str:
    """A stand-in for the catalogue: the key and its facts."""
    return " ".join([key, *map(str, facts.values())])


def beyond(place: Cell, side: int) -> Cell:
    """The cell on the other side."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def openings(laid: Laid) -> list[tuple[Cell, int]]:
    """Openings into unexplored cells."""
    return [
        (place, side)
        for (place, (_, sides)), side in product(laid.items(), range(4))
        if sides[side] != "W" and beyond(place, side) not in laid
    ]


def fits(laid: Laid, place: Cell, sides: str) -> bool:
    """Whether the sides join every neighbour."""
    near = ((laid.get(beyond(place, side)), side) for side in range(4))
    return all(other is None or other[1][(side + 2) % 4] == sides[side] for other, side in near)


def laid_out(size: int, seed: int) -> Laid:
    """A legal maze of about so many segments, always the same for the same seed."""
    laid: Laid = {(0, 0): ("entrance", "CWWW")}
    for attempt in range(size * 60):
        ways = openings(laid)
        if len(laid) >= size or not ways:
            break
        place, side = ways[scattered(attempt, seed, 1) % len(ways)]
        kind, sides = TILES[scattered(attempt, seed, 2) % len(TILES)]
        turn = scattered(attempt, seed, 3) % 4
        sides = sides[turn:] + sides[:turn]
        closing = len(ways) == 1 and sides.count("W") == 3
        if not closing and fits(laid, beyond(place, side), sides):
            laid[beyond(place, side)] = (kind, sides)
    return laid


def a_maze(size: int, seed: int = 1, party: bool = True) -> MapView:
    """A level of about so many segments; the party stands on the last one laid."""
    laid = laid_out(size, seed)
    here = list(laid)[-1]
    segments = tuple(
        SegmentView(*place, kind, sides, monsters=4 if scattered(*place, seed) % 9 == 0 else 0)
        for place, (kind, sides) in laid.items()
    )
    letters = iter("ABCD")
    exits = [
        ExitView(*place, "nesw"[side], next(letters) if place == here and party else "", beyond(place, side) in laid)
        for (place, (_, sides)), side in product(laid.items(), range(4))
        if sides[side] != "W" and (place == here or beyond(place, side) not in laid)
    ]
    return MapView(1, 14, segments, tuple(exits), here if party else None, 6)


def every_feature() -> MapView:
    """A level with each kind of segment, seals, monsters, and the party on stairs with every way lettered."""
    kinds = ("entrance", *FEATURES, "gate")
    segments = [SegmentView(n % 5, n // 5, kind, "DDDD", monsters=n % 2 * n) for n, kind in enumerate(kinds)]
    segments.append(SegmentView(5, 0, "corridor", "WWCD", sealed="e"))
    exits = [ExitView(1, 0, side, letter, side != "n") for side, letter in zip("nesw", "ABCD", strict=True)]
    exits += [ExitView(1, 0, "up", "E", True), ExitView(1, 0, "down", "F", True), ExitView(5, 0, "s", "", False)]
    return MapView(2, 103, tuple(segments), tuple(exits), (1, 0), 5)


def a_placement() -> PlacementView:
    """A bend beside the segment at (5, 0), three ways to lie."""
    ways = ("CWDC", "CDCW", "CCWD")
    return PlacementView(5, 1, "corridor", tuple(PlacementOption(s, x, s) for x, s in zip("ABC", ways, strict=True)))


def a_fighter(mark: str, name: Term, kind: str, strength: int = 5, full: int = 8) -> FighterView:
    """Somebody in a fight, sword in hand."""
    return FighterView(f"{kind}-{mark}", mark, name, kind, "sword", strength, full)


def a_battle(name: Term = "Gwaigilion") -> BattleView:
    """Three in front and one behind against three monsters and a mage."""
    party = ((a_fighter("1", name, "elf"), a_fighter("2", "Raman", "halfcronk"), a_fighter("3", "Zurik", "dwarf", 0)),)
    front = (a_fighter("A", "ork", "orc"), a_fighter("B", "meduza", "medusa", 1), a_fighter("C", "troll", "troll"))
    return BattleView(3, (*party, (a_fighter("4", "Almuric", "human"),)), (front, (a_fighter("D", "", "evil_mage"),)))


def a_character(seat: Seat, name: Term, race: str, alive: bool = True) -> CharacterView:
    """A sheet with a bit of everything."""
    numbers = {"strength": 6 if alive else 0, "full": 9, "wounds": 3, "resistance": 2, "dexterity": 4}
    return CharacterView(
        id=f"{race}-{name}",
        seat=seat,
        name=name,
        apprentice=False,
        race=race,
        alive=alive,
        potential=(3, 4, 5),
        weapons=("sword", "knife"),
        in_hand="sword",
        weapon_skill={"sword": 2},
        skills={},
        known=(),
        usable=(),
        **numbers,
    )


def a_party(name: Term = "Gwaigilion") -> PartyView:
    """Two in the first rank, one in the second, one dead, one nowhere."""
    who = [
        a_character("ala", name, "elf"),
        a_character("ola", "Gislan", "dwarf"),
        a_character("ala", "Żaneta", "human"),
    ]
    who += [a_character("ola", "Sliggoth", "dwarf", alive=False), a_character("ala", "Raman", "halfcronk")]
    formation = ((who[0].id, who[1].id), (who[2].id,))
    return PartyView({"ala": "Ala", "ola": "Ola"}, tuple(who), formation, 137, "red", 1, 3)
