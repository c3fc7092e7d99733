"""The layout of the labyrinth [6]: every side must match its neighbours, and the labyrinth never closes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from msgspec import Struct

from rules.kernel.chance import take_out
from rules.kernel.events import Event
from rules.kernel.grid import OPPOSITE, SIDES, Square, distances, rotations
from rules.kernel.requests import PARTY, Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import tell_decided
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events.combat import GateFound
from rules.labirynt_smierci.events.course import ChitsPutBack, ExitSealed, SegmentLaid, StairsJoinLevels, WallOpened
from rules.labirynt_smierci.model import ORDER_WORDS, Drawn, Game, Segment

WALL, DOOR = "W", "D"

_PLACE = {side: n for n, side in enumerate(SIDES)}

Level = dict[Square, Segment]
Spot = tuple[int, Square]
"""A place of a segment: its level and square."""


def side_of(segment: Segment, side: str) -> str:
    """Return the kind of one side of a placed segment: C, D or W."""
    return segment.sides[_PLACE[side]]


def ways_on(segment: Segment, square: Square) -> tuple[tuple[str, Square], ...]:
    """Return each side of a segment that is not a wall, with the square beyond it."""
    return _open_sides(segment.sides, square)


@lru_cache(maxsize=4096)
def _open_sides(sides: str, square: Square) -> tuple[tuple[str, Square], ...]:
    return tuple(way for way, kind in zip(square.neighbours(), sides, strict=True) if kind != WALL)


def open_exits(level: Level) -> Iterator[tuple[Square, str]]:
    """Yield each opening of a level that leads to an empty square."""
    for square in level:
        for side in exits_of(level, square):
            yield square, side


def exits_of(level: Level, square: Square) -> list[str]:
    """Return the sides of a segment with an opening that leads to an empty square."""
    return [side for side, beyond in ways_on(level[square], square) if beyond not in level]


MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mark_of(monster_id: str) -> str:
    """Return a monster's letter: A for the first of its group; numbers after Z."""
    n = int(monster_id.rpartition("-")[2])
    return MARKS[n - 1] if n <= len(MARKS) else str(n)


def mark_in_words(game: Game, monster_id: str) -> str:
    """Return the monster's letter for a text; '' for a single monster."""
    return "" if game.met and len(game.met.monsters) == 1 else mark_of(monster_id)


class Outlook(Struct, frozen=True, order=True):
    """The numbers of dead ends, links and new areas behind the openings of a segment."""

    dead: int = 0
    links: int = 0
    new: int = 0


def matters(level: Level, square: Square, ways: Sequence[str]) -> bool:
    """Whether the choice between these orientations of a segment makes a difference."""
    return len({outlook(level, square, way) for way in sensible_ways(level, square, ways)}) > 1


def sensible_ways(level: Level, square: Square, ways: Sequence[str]) -> list[str]:
    """Return the orientations with the fewest dead ends."""
    dead = {way: outlook(level, square, way).dead for way in ways}
    return [way for way in ways if dead[way] == min(dead.values())]


def best_way(level: Level, square: Square, ways: Sequence[str]) -> str:
    """Return the orientation with the most new areas, then the most empty squares near its openings, then the first."""
    return max(
        sensible_ways(level, square, ways),
        key=lambda way: (outlook(level, square, way).new, _empty_squares_nearby(level, square, way)),
    )


def outlook(level: Level, square: Square, way: str) -> Outlook:
    """Count what lies behind the openings of a segment in this orientation."""
    found = [_kind_of_square_behind(level, square, beyond) for beyond in _empty_squares_opened(level, square, way)]
    return Outlook(found.count("dead"), found.count("link"), found.count("new"))


def _empty_squares_opened(level: Level, square: Square, way: str) -> Iterator[Square]:
    for (_, beyond), what in zip(square.neighbours(), way, strict=True):
        if what != WALL and beyond not in level:
            yield beyond


def _kind_of_square_behind(level: Level, square: Square, beyond: Square) -> str:
    around = [(side, there) for side, there in beyond.neighbours() if there != square]
    if any(there in level and side_of(level[there], OPPOSITE[side]) != WALL for side, there in around):
        return "link"
    return "dead" if all(there in level for _, there in around) else "new"


def _empty_squares_nearby(level: Level, square: Square, way: str) -> int:
    near = [
        there for beyond in _empty_squares_opened(level, square, way) for there in _squares_within_two_steps(beyond)
    ]
    return sum(there not in level for there in near)


def _squares_within_two_steps(square: Square) -> list[Square]:
    near = [there for _, there in square.neighbours()]
    return [*near, *(beyond for there in near for _, beyond in there.neighbours())]


LEVELS = (1, 2, 3)
STAIRS = {"up": -1, "down": 1}
ANY = "."
"""The demand on a side with no neighbour yet."""
LETTERS = "ABCDEFGHIJKL"
GATE = "gate"
DRAWS_BEFORE_SORTING = 10
"""After this many misses only fitting chits are drawn: equal chances without a long list of misfits."""


def demands(level: Level, square: Square) -> str:
    """Return what the neighbours demand of each side at this square: C, D, W, or ANY without a neighbour.

    The Black Gate accepts any side [6.5].
    """
    wanted = ""
    for side, beyond in square.neighbours():
        neighbour = level.get(beyond)
        wanted += ANY if not neighbour or neighbour.kind == GATE else side_of(neighbour, OPPOSITE[side])
    return wanted


def fits(wanted: str, sides: str) -> bool:
    """Whether these sides match the demands: corridor to corridor, door to door, wall to wall."""
    return all(want in (ANY, side) for want, side in zip(wanted, sides, strict=True))


def ways_to_lie(game: Game, tile_id: str, level_number: int, square: Square) -> list[str]:
    """Return the turned sides with which a chit may be laid there; stairs must fit on every level [6.5]."""
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
    """Whether the level keeps an open exit after this segment; each level is counted by itself [6.4]."""
    if any(want == ANY and side != WALL for want, side in zip(wanted, sides, strict=True)):
        return True
    return any(there.beyond(side) != square for there, side in open_exits(level))


def fitting_chits(game: Game, level_number: int, square: Square) -> dict[str, int]:
    """Return the chits of the bag that can be laid there, with their numbers."""
    return {chit: count for chit, count in game.bag.items() if ways_to_lie(game, chit, level_number, square)}


def anything_fits(game: Game, square: Square, chits: Iterable[str]) -> bool:
    """Whether any of these chits can be laid there on the party's level [6.1]."""
    return any(ways_to_lie(game, chit, game.level, square) for chit in chits)


def refill(game: Game) -> None:
    """Add a fresh copy of all chits to the bag, when it is empty or holds nothing that fits [2, house]."""
    for chit, count in fresh_bag(game).items():
        game.bag[chit] = game.bag.get(chit, 0) + count


def fresh_bag(game: Game) -> dict[str, int]:
    """Return all chits of the game except those set aside [4.1 E]."""
    return {tile.id: tile.count for tile in game.tables.tiles.tile if tile.count}


def explore(table: Table, game: Game, side: str, by: Seat = PARTY) -> list[Event] | None:
    """Lay a new segment beyond an exit of the party's segment and return its events [6.1].

    ``by``: the seat that chose the way. Return None if the exit had to be sealed.
    """
    square = game.square.beyond(side)
    if gate_is_next(game):
        return [lay_the_gate(game, square)]
    if not anything_fits(game, square, game.bag):
        if not anything_fits(game, square, fresh_bag(game)):
            seal(table, game, square, side)
            return None
        refill(game)
    chit = draw_fitting(table, game, square, side)
    seen = lay(table, game, chit, square, by)
    count_down(game)
    return [*seen, *keep_open(game)]


def draw_fitting(table: Table, game: Game, square: Square, side: str) -> str:
    """Draw for the exit on this side until a chit fits; chits that do not fit are told and put back [6.1]."""
    misfits: list[Word] = []
    where = Word(f"side.{side}")
    pieces = partial(chits_that_fit, game, square)
    chit = table.draw(game.bag, "exploration.draw", pieces, side=where)
    while not ways_to_lie(game, chit, game.level, square):
        misfits.append(Word(f"segment.{game.tables.tiles.of(chit).kind}"))
        sorted_out = len(misfits) >= DRAWS_BEFORE_SORTING
        bag = fitting_chits(game, game.level, square) if sorted_out else game.bag
        chit = table.draw(bag, "exploration.draw", pieces, side=where)
    if misfits:
        table.tell(ChitsPutBack(tuple(dict.fromkeys(misfits))))
    return chit


def chits_that_fit(game: Game, square: Square) -> tuple[Option, ...]:
    """Return the chits that players who draw by hand may keep; they put back the others themselves [6.1]."""
    return tuple(_chit_option(game, chit) for chit in fitting_chits(game, game.level, square))


def _chit_option(game: Game, chit: str) -> Option:
    tile = game.tables.tiles.of(chit)
    goes_on = [side for side, what in zip(SIDES, tile.sides, strict=True) if what not in (DOOR, WALL)]
    shape = "room" if not goes_on else "straight" if any(OPPOSITE[side] in goes_on for side in goes_on) else "bend"
    seen: Facts = {"letter": chit, "kind": tile.kind, "sides": tile.sides}
    facts = {**seen, "segment": Word(f"segment.{tile.kind}"), "doors": tile.sides.count(DOOR)}
    return Option(chit, f"chit.{shape}", facts=facts)


def lay(table: Table, game: Game, chit: str, square: Square, by: Seat) -> list[Event]:
    """Lay a chit in a legal orientation and return its events [6.2]."""
    kind = game.tables.tiles.of(chit).kind
    sides = choose_lying(table, game, chit, square, by)
    put_down(game, chit, square, sides)
    laid = SegmentLaid(Word(f"segment.{kind}"), game.level)
    return [laid, StairsJoinLevels(game.level)] if kind == "stairs" else [laid]


def choose_lying(table: Table, game: Game, chit: str, square: Square, by: Seat) -> str:
    """Return the orientation of a chit; the player who chose the way decides if it matters [6.2, house ``laying``]."""
    ways, level = ways_to_lie(game, chit, game.level, square), game.levels[game.level]
    laying = game.options.laying
    leaves = laying == "matters" and game.orders_of(by).laying == "usual"
    if laying == "bot" or (leaves and not matters(level, square, ways)):
        if leaves and len(ways) > 1 and by in game.seats and game.orders_laying:
            tell_decided(table, game, [by], ORDER_WORDS, "laying")
        return best_way(level, square, ways)
    kind = game.tables.tiles.of(chit).kind
    game.drawn = Drawn(tile=chit, kind=kind, level=game.level, square=square, ways=ways)
    options = [Option(way, "exploration.way", facts={"letter": LETTERS[n]}) for n, way in enumerate(ways)]
    table.story.speak_up()
    sides = table.choose(by, "exploration.lay", options, segment=Word(f"segment.{kind}"))
    game.drawn = None
    return sides


def put_down(game: Game, chit: str, square: Square, sides: str) -> None:
    """Lay a chit and take it out of the bag; stairs lie on every level [6.5]."""
    kind = game.tables.tiles.of(chit).kind
    take_out(game.bag, chit)
    if not game.bag:
        refill(game)
    for number in LEVELS if kind == "stairs" else (game.level,):
        game.levels.setdefault(number, {})[square] = Segment(kind=kind, sides=sides)
        join_the_gate(game.levels[number], square)


# The Black Gate --------------------------------------------------------------------------------------------------


def counts_towards_gate(game: Game) -> bool:
    """Whether new segments here count towards the Gate: on its level, after a mirror told the number [13]."""
    gate = game.gate
    return gate is not None and not gate.found and gate.level == game.level and gate.segments_left is not None


def gate_is_next(game: Game) -> bool:
    """Whether the next new segment is the Gate."""
    return game.gate is not None and counts_towards_gate(game) and (game.gate.segments_left or 0) <= 1


def count_down(game: Game) -> None:
    """Count a new segment towards the Gate; stairs laid from another level do not count [13, house]."""
    if game.gate and game.gate.segments_left is not None and counts_towards_gate(game):
        game.gate.segments_left -= 1


def lay_the_gate(game: Game, square: Square) -> Event:
    """Lay the Gate as the last counted segment, without a draw; only its neighbours' exits open to it [2, 13]."""
    assert game.gate
    level = game.levels[game.level]
    level[square] = Segment(kind=GATE, sides=demands(level, square).replace(ANY, WALL))
    game.gate.segments_left = 0
    game.gate.found, game.gate.square = True, square
    return GateFound(game.level, below=False)


def join_the_gate(level: Level, square: Square) -> None:
    """Open a Gate beside a new segment where that segment has an opening [6.5, house]."""
    for side, beyond in square.neighbours():
        if (neighbour := level.get(beyond)) and neighbour.kind == GATE:
            _set_side(neighbour, OPPOSITE[side], side_of(level[square], side))


# Dead ends -------------------------------------------------------------------------------------------------------


def reach(game: Game, start: Spot, shut: Spot | None = None) -> Iterator[Spot]:
    """Yield the places that can be reached by known ways, the nearest first.

    The door between ``start`` and ``shut`` counts as locked.
    """
    door, found, seen = (start, shut), [start], {start: True}
    for here in found:
        yield here
        for _, there in steps_from(game, here):
            if there not in seen and (here not in door or there not in door):
                seen[there] = True
                found.append(there)


def steps_from(game: Game, here: Spot) -> list[tuple[str, Spot]]:
    """Return the explored segments that can be reached in one step, by sides and stairs."""
    number, square = here
    level = game.levels[number]
    segment = level[square]
    steps = [(side, (number, beyond)) for side, beyond in ways_on(segment, square) if beyond in level]
    if segment.kind == "stairs":
        for way, deeper in STAIRS.items():
            if square in game.levels.get(number + deeper, {}):
                steps.append((way, (number + deeper, square)))
    return steps


def entrance_in(game: Game, known: Iterable[Spot]) -> bool:
    """Whether the entrance is among these places."""
    return any(game.levels[level][square].kind == "entrance" for level, square in known)


def can_explore(game: Game) -> bool:
    """Whether the party can reach an open exit by known ways."""
    return any(exits_of(game.levels[number], square) for number, square in reach(game, (game.level, game.square)))


def keep_open(game: Game) -> list[Event]:
    """Open a wall if the party cannot reach an open exit before the Gate is found; locked doors count [6.4]."""
    return open_a_wall(game) if not game.gate_found and not can_explore(game) else []


def seal(table: Table, game: Game, square: Square, side: str) -> None:
    """Wall up a square that nothing fits; a level without an open exit gets a new door [6.1, 6.4]."""
    level = game.levels[game.level]
    for toward, beyond in square.neighbours():
        if (neighbour := level.get(beyond)) and side_of(neighbour, OPPOSITE[toward]) != WALL:
            wall_up(neighbour, OPPOSITE[toward])
    table.tell(ExitSealed(Word(f"side.{side}")))
    opened = open_a_wall(game) if not game.gate_found and not any(open_exits(level)) else []
    for event in (*opened, *keep_open(game)):
        table.tell(event)


def wall_up(segment: Segment, side: str) -> None:
    """Make one side of a segment a wall for ever."""
    _set_side(segment, side, WALL)
    segment.sealed += side


def open_a_wall(game: Game) -> list[Event]:
    """Make a door in the wall nearest to the party behind which a chit fits [6.4, house]."""
    level = game.levels[game.level]
    steps = distances(game.square, lambda here: joined_squares(level, here))
    for square in sorted(steps, key=lambda this_square: (steps[this_square], this_square)):
        for side, beyond in square.neighbours():
            segment = level[square]
            if side_of(segment, side) == WALL and side not in segment.sealed and beyond not in level:
                _set_side(segment, side, DOOR)
                if anything_fits(game, beyond, fresh_bag(game) | game.bag):
                    return [WallOpened(Word(f"side.{side}"))]
                _set_side(segment, side, WALL)
    return []


def joined_squares(level: Level, here: Square) -> list[Square]:
    """Return the explored neighbours that can be reached directly on this level."""
    return [beyond for _, beyond in ways_on(level[here], here) if beyond in level]


def _set_side(segment: Segment, side: str, what: str) -> None:
    at = SIDES.index(side)
    segment.sides = segment.sides[:at] + what + segment.sides[at + 1 :]
