"""Chapter 6: laying the labyrinth. Every side must match every neighbour; no dead end may close the labyrinth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

import msgspec

from rules.kernel.chance import take_out
from rules.kernel.grid import OPPOSITE, SIDES, Square, distances, rotations
from rules.kernel.requests import PARTY, Option, Seat
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.combat import GateFound
from rules.labirynt_smierci.events.course import ChitsPutBack, ExitSealed, SegmentLaid, StairsJoinLevels, WallOpened
from rules.labirynt_smierci.model import Drawn, Game, Segment

WALL, DOOR = "W", "D"
"""What a side may be besides a corridor."""

_PLACE = {side: n for n, side in enumerate(SIDES)}

Level = dict[Square, Segment]
Spot = tuple[int, Square]
"""A segment by its level and square."""


def side_of(segment: Segment, side: str) -> str:
    """What a placed segment has on one side: C, D or W."""
    return segment.sides[_PLACE[side]]


@cache
def _open_side_indexes(sides: str) -> tuple[int, ...]:
    """Which of a segment's four sides are no walls."""
    return tuple(n for n, side in enumerate(sides) if side != WALL)


def ways_on(segment: Segment, square: Square) -> list[tuple[str, Square]]:
    """Each side of a segment that is no wall, with the square beyond it."""
    around = square.neighbours()
    return [around[n] for n in _open_side_indexes(segment.sides)]


def open_exits(level: Level) -> Iterator[tuple[Square, str]]:
    """Each opening of a level that leads to an empty square."""
    for square, segment in level.items():
        for side, beyond in ways_on(segment, square):
            if beyond not in level:
                yield square, side


MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mark_of(monster_id: str) -> str:
    """A monster's letter: A for the first of its group; numbers after Z."""
    n = int(monster_id.rpartition("-")[2])
    return MARKS[n - 1] if n <= len(MARKS) else str(n)


def mark_in_words(game: Game, monster_id: str) -> str:
    """Its letter beside its name; '' for who stands alone on the segment, as its name says which."""
    return "" if game.met is not None and len(game.met.monsters) == 1 else mark_of(monster_id)


class Outlook(msgspec.Struct, frozen=True, order=True):
    """What the openings of a segment lead to when it lies so: how many dead ends, links, and pieces of new ground."""

    dead: int = 0
    links: int = 0
    new: int = 0


def matters(level: Level, square: Square, ways: Sequence[str]) -> bool:
    """Whether somebody may care in which of these ways a segment lies there."""
    left = sensible_ways(level, square, ways)
    return any(outlook(level, square, way) != outlook(level, square, left[0]) for way in left)


def sensible_ways(level: Level, square: Square, ways: Sequence[str]) -> list[str]:
    """The ways with the fewest dead ends."""
    fewest = min(outlook(level, square, way).dead for way in ways)
    return [way for way in ways if outlook(level, square, way).dead == fewest]


def best_way(level: Level, square: Square, ways: Sequence[str]) -> str:
    """The way that leads to most new ground, then with most empty squares about its openings; of several the first."""
    return max(
        sensible_ways(level, square, ways),
        key=lambda way: (outlook(level, square, way).new, _empty_squares_nearby(level, square, way)),
    )


def outlook(level: Level, square: Square, way: str) -> Outlook:
    """What the openings lead to when a segment lies there so."""
    found = [_kind_of_square_behind(level, square, beyond) for beyond in _empty_squares_opened(level, square, way)]
    return Outlook(found.count("dead"), found.count("link"), found.count("new"))


def _empty_squares_opened(level: Level, square: Square, way: str) -> Iterator[Square]:
    """The empty squares onto which it opens."""
    for (_, beyond), what in zip(square.neighbours(), way, strict=True):
        if what != WALL and beyond not in level:
            yield beyond


def _kind_of_square_behind(level: Level, square: Square, beyond: Square) -> str:
    around = [(side, there) for side, there in beyond.neighbours() if there != square]
    if any(there in level and side_of(level[there], OPPOSITE[side]) != WALL for side, there in around):
        return "link"
    return "dead" if all(there in level for _, there in around) else "new"


def _empty_squares_nearby(level: Level, square: Square, way: str) -> int:
    """How many empty squares lie about those onto which it opens, within two steps."""
    near = [
        there for beyond in _empty_squares_opened(level, square, way) for there in _squares_within_two_steps(beyond)
    ]
    return sum(there not in level for there in near)


def _squares_within_two_steps(square: Square) -> list[Square]:
    near = [there for _, there in square.neighbours()]
    return [*near, *(beyond for there in near for _, beyond in there.neighbours())]


LEVELS = (1, 2, 3)
ANY = "."
"""What a side may be where nothing lies yet."""
LETTERS = "ABCDEFGHIJKL"
GATE = "gate"
DRAWS_BEFORE_SORTING = 10
"""After so many misses only fitting chits are drawn: the same chances, without a hundred tellings of misfits."""


def demands(level: Level, square: Square) -> str:
    """What the neighbours want of each side of a segment laid there: C, D, W, or ANY where nothing lies yet.

    The Black Gate joins whatever is laid beside it [6.5].
    """
    wanted = ""
    for side, beyond in square.neighbours():
        neighbour = level.get(beyond)
        wanted += ANY if neighbour is None or neighbour.kind == GATE else side_of(neighbour, OPPOSITE[side])
    return wanted


def fits(wanted: str, sides: str) -> bool:
    """Whether a segment lying so joins corridor to corridor, door to door, wall to wall with every neighbour."""
    return all(want in (ANY, side) for want, side in zip(wanted, sides, strict=True))


def ways_to_lie(game: Game, tile_id: str, level_number: int, square: Square) -> list[str]:
    """The sides, turned, with which a chit may be laid there; stairs must fit on every level [6.5]."""
    tile = game.tables.tiles.of(tile_id)
    levels = [game.levels.get(number, {}) for number in (LEVELS if tile.kind == "stairs" else (level_number,))]
    if any(square in level for level in levels):
        return []
    wanted = [demands(level, square) for level in levels]
    ways = [sides for _, sides in rotations(tile.sides) if all(fits(want, sides) for want in wanted)]
    if game.gate_found:
        return ways
    return [
        way for way in ways if all(_leaves_open_exit(*level, square, way) for level in zip(levels, wanted, strict=True))
    ]


def _leaves_open_exit(level: Level, wanted: str, square: Square, sides: str) -> bool:
    """Whether the level keeps an open exit when a segment is laid so; counted for each level by itself [6.4]."""
    if any(want == ANY and side != WALL for want, side in zip(wanted, sides, strict=True)):
        return True
    return any(there.beyond(side) != square for there, side in open_exits(level))


def fitting_chits(game: Game, level_number: int, square: Square) -> dict[str, int]:
    """What of the bag can be laid there: chit → how many."""
    return {chit: count for chit, count in game.bag.items() if ways_to_lie(game, chit, level_number, square)}


def anything_fits(game: Game, square: Square) -> bool:
    """Whether some chit of the whole game, in the bag or not, can be laid there on the party's level [6.1]."""
    return any(ways_to_lie(game, chit, game.level, square) for chit in {**fresh_bag(game), **game.bag})


def refill(game: Game) -> None:
    """A fresh copy of all chits into the bag, when it is empty or holds nothing that fits [2, house]."""
    for chit, count in fresh_bag(game).items():
        game.bag[chit] = game.bag.get(chit, 0) + count


def fresh_bag(game: Game) -> dict[str, int]:
    """All chits of the game but those that are set aside [4.1 E]."""
    return {tile.id: tile.count for tile in game.tables.tiles.tile if tile.count}


def explore(table: Table, game: Game, side: str, by: Seat = PARTY) -> list[Event] | None:
    """Lay a new segment beyond an exit of the party's segment, and what is seen by whoever goes there [6.1].

    ``by``: who chose the way there. None: the exit had to be sealed.
    """
    square = game.square.beyond(side)
    if gate_is_next(game):
        return [lay_the_gate(game, square)]
    if not anything_fits(game, square):
        seal(table, game, square, side)
        return None
    if not fitting_chits(game, game.level, square):
        refill(game)
    chit = draw_fitting(table, game, square)
    seen = lay(table, game, chit, square, by)
    count_down(game)
    return [*seen, *keep_open(game)]


def draw_fitting(table: Table, game: Game, square: Square) -> str:
    """Draw until a chit fits; what does not fit is told and put back [6.1]."""
    misfits: list[Word] = []
    pieces = partial(chits_that_fit, game, square)
    chit = table.draw(game.bag, "exploration.draw", pieces)
    while not ways_to_lie(game, chit, game.level, square):
        misfits.append(Word(f"segment.{game.tables.tiles.of(chit).kind}"))
        sorted_out = len(misfits) >= DRAWS_BEFORE_SORTING
        bag = fitting_chits(game, game.level, square) if sorted_out else game.bag
        chit = table.draw(bag, "exploration.draw", pieces)
    if misfits:
        table.tell(ChitsPutBack(tuple(dict.fromkeys(misfits))))
    return chit


def chits_that_fit(game: Game, square: Square) -> tuple[Option, ...]:
    """What people who draw from a real cup may keep; what does not fit they put back themselves [6.1]."""
    return tuple(_chit_option(game, chit) for chit in fitting_chits(game, game.level, square))


def _chit_option(game: Game, chit: str) -> Option:
    tile = game.tables.tiles.of(chit)
    goes_on = [side for side, what in zip(SIDES, tile.sides, strict=True) if what not in (DOOR, WALL)]
    shape = "room" if not goes_on else "straight" if any(OPPOSITE[side] in goes_on for side in goes_on) else "bend"
    seen: dict[str, Fact] = {"letter": chit, "kind": tile.kind, "sides": tile.sides}
    facts = {**seen, "segment": Word(f"segment.{tile.kind}"), "doors": tile.sides.count(DOOR)}
    return Option(chit, f"chit.{shape}", facts=facts)


def lay(table: Table, game: Game, chit: str, square: Square, by: Seat) -> list[Event]:
    """Lay a chit in one of the legal ways, and what is seen of it [6.2]."""
    kind = game.tables.tiles.of(chit).kind
    sides = choose_lying(table, game, chit, square, by)
    put_down(game, chit, square, sides)
    laid = SegmentLaid(Word(f"segment.{kind}"), game.level)
    return [laid, StairsJoinLevels(game.level)] if kind == "stairs" else [laid]


def choose_lying(table: Table, game: Game, chit: str, square: Square, by: Seat) -> str:
    """The way in which a chit shall lie: who chose the way there says so, when it matters [6.2, house ``laying``]."""
    ways, level = ways_to_lie(game, chit, game.level, square), game.levels[game.level]
    laying = game.options.laying
    if laying == "bot" or (laying == "matters" and not matters(level, square, ways)):
        return best_way(level, square, ways)
    kind = game.tables.tiles.of(chit).kind
    game.drawn = Drawn(tile=chit, kind=kind, level=game.level, square=square, ways=ways)
    options = [Option(way, "exploration.way", facts={"letter": LETTERS[n]}) for n, way in enumerate(ways)]
    table.speak_up()
    sides = table.choose(by, "exploration.lay", options, segment=Word(f"segment.{kind}"))
    game.drawn = None
    return sides


def put_down(game: Game, chit: str, square: Square, sides: str) -> None:
    """A chit lies there now, and is in the bag no more; stairs lie on every level [6.5]."""
    kind = game.tables.tiles.of(chit).kind
    take_out(game.bag, chit)
    if not game.bag:
        refill(game)
    for number in LEVELS if kind == "stairs" else (game.level,):
        game.levels.setdefault(number, {})[square] = Segment(kind=kind, sides=sides)
        join_the_gate(game.levels[number], square)


# The Black Gate --------------------------------------------------------------------------------------------------


def counts_towards_gate(game: Game) -> bool:
    """Whether new segments here bring the party nearer to the Gate: on its level, since a mirror told how many [13]."""
    gate = game.gate
    return gate is not None and not gate.found and gate.level == game.level and gate.segments_left is not None


def gate_is_next(game: Game) -> bool:
    """Whether the next new segment is the Gate."""
    return game.gate is not None and counts_towards_gate(game) and (game.gate.segments_left or 0) <= 1


def count_down(game: Game) -> None:
    """One new segment less to the Gate; stairs laid from another level do not count [13, house]."""
    if game.gate is not None and game.gate.segments_left is not None and counts_towards_gate(game):
        game.gate.segments_left -= 1


def lay_the_gate(game: Game, square: Square) -> Event:
    """No chit is drawn: the last of the counted segments is the Gate; it has no exits but its neighbours' [2, 13]."""
    assert game.gate is not None
    level = game.levels[game.level]
    level[square] = Segment(kind=GATE, sides=demands(level, square).replace(ANY, WALL))
    game.gate.segments_left = 0
    game.gate.found, game.gate.square = True, square
    return GateFound(game.level, below=False)


def join_the_gate(level: Level, square: Square) -> None:
    """A Gate beside a new segment opens where that one has an opening [6.5, house]."""
    for side, beyond in square.neighbours():
        if (neighbour := level.get(beyond)) and neighbour.kind == GATE:
            _set_side(neighbour, OPPOSITE[side], side_of(level[square], side))


# Dead ends -------------------------------------------------------------------------------------------------------


def reach(game: Game, start: Spot, shut: Spot | None = None) -> list[Spot]:
    """Everything that can be reached from there by known ways; with the door between ``start`` and ``shut`` locked."""
    found = [start]
    seen = {start: True}
    for here in found:
        for there in _connected_spots(game, here):
            if there not in seen and (here, there) not in ((start, shut), (shut, start)):
                seen[there] = True
                found.append(there)
    return found


def _connected_spots(game: Game, here: Spot) -> list[Spot]:
    level, square = here
    ahead = [(level, beyond) for beyond in joined_squares(game.levels[level], square)]
    if game.levels[level][square].kind == "stairs":
        ahead += [(other, square) for other in (level - 1, level + 1) if square in game.levels.get(other, {})]
    return ahead


def entrance_in(game: Game, known: list[Spot]) -> bool:
    """Whether the entrance is among these."""
    return any(game.levels[level][square].kind == "entrance" for level, square in known)


def can_explore(game: Game) -> bool:
    """Whether some open exit can be reached by known ways."""
    known = dict.fromkeys(reach(game, (game.level, game.square)))
    return any((number, square) in known for number, level in game.levels.items() for square, _ in open_exits(level))


def keep_open(game: Game) -> list[Event]:
    """Before the Gate is found there is always a way on that the party can reach, locked doors or not [6.4]."""
    return open_a_wall(game) if not game.gate_found and not can_explore(game) else []


def seal(table: Table, game: Game, square: Square, side: str) -> None:
    """Wall up a square that nothing fits, from all sides; a level without a way on gets a new door [6.1, 6.4]."""
    level = game.levels[game.level]
    for toward, beyond in square.neighbours():
        if (neighbour := level.get(beyond)) and side_of(neighbour, OPPOSITE[toward]) != WALL:
            wall_up(neighbour, OPPOSITE[toward])
    table.tell(ExitSealed(Word(f"side.{side}")))
    opened = open_a_wall(game) if not game.gate_found and not any(open_exits(level)) else []
    for event in (*opened, *keep_open(game)):
        table.tell(event)


def wall_up(segment: Segment, side: str) -> None:
    """One side of a segment becomes a wall for ever."""
    _set_side(segment, side, WALL)
    segment.sealed += side


def open_a_wall(game: Game) -> list[Event]:
    """The wall nearest to the party behind which some chit can lie becomes a door [6.4, house]."""
    level = game.levels[game.level]
    steps = distances(game.square, lambda here: joined_squares(level, here))
    for square in sorted(steps, key=lambda this_square: (steps[this_square], this_square)):
        for side, beyond in square.neighbours():
            segment = level[square]
            if side_of(segment, side) == WALL and side not in segment.sealed and beyond not in level:
                _set_side(segment, side, DOOR)
                if anything_fits(game, beyond):
                    return [WallOpened(Word(f"side.{side}"))]
                _set_side(segment, side, WALL)
    return []


def joined_squares(level: Level, here: Square) -> list[Square]:
    """The explored segments that can be reached directly."""
    return [beyond for _, beyond in ways_on(level[here], here) if beyond in level]


def _set_side(segment: Segment, side: str, what: str) -> None:
    at = SIDES.index(side)
    segment.sides = segment.sides[:at] + what + segment.sides[at + 1 :]
