"""Where the autopilot goes: over stairs and levels, round waiting monsters, home in time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property

from rules.kernel.grid import Square
from rules.labirynt_smierci.autopilot.strength import fit_for_the_gate, health, ready_for_the_gate
from rules.labirynt_smierci.course.ways import ways_out
from rules.labirynt_smierci.exploration import LEVELS, open_exits, ways_on
from rules.labirynt_smierci.model import Game

Place = tuple[int, Square]
HOME: Place = (1, Square(0, 0))
BADLY_HURT = 0.62
"""The same wherever the party stands, or it would turn round at every step across a border."""
ROUND, STRIDE = 4, 7
"""A patrol keeps its goal for so many stages; then it takes another, so many segments on."""
RESTED = 0.9
"""With so much of its health nobody leaves for its sake: the entrance is not farmed."""


def choose_way(game: Game) -> str:
    """The next step."""
    routes = Routes(game)
    if (game.gate is not None and game.gate.destroyed) or wants_home(game):
        return routes.step_to(lambda place: place == HOME) or _home(game, routes)
    for wanted in goals(game):
        if way := _exit_here(game, wanted):
            return way
        if step := routes.step_to(wanted):
            return step
    return _anywhere(game, routes)


def _home(game: Game, routes: Routes) -> str:
    return "out" if (game.level, game.square) == HOME else _anywhere(game, routes)


def wants_home(game: Game) -> bool:
    """Whether the party should heal, with an adventure left to come back: badly hurt, or not fit for the Gate ahead."""
    if game.options.adventures and game.adventure >= game.options.adventures:
        return False
    if (game.level, game.square) == HOME and health(game) > RESTED:
        return False
    if health(game) <= RESTED and _near_the_gate(game) and ready_for_the_gate(game) and not fit_for_the_gate(game):
        return True
    return health(game) < BADLY_HURT


def _near_the_gate(game: Game) -> bool:
    """Whether the next new segment of its level is the Gate, wherever the party is: it does not turn back half-way."""
    return game.gate is not None and _last_segment(game, game.gate.level)


def goals(game: Game) -> Iterator[Callable[[Place], bool]]:
    """What to look for, the best first: the Gate when ready, mirrors, unexplored exits of the first level, any exit."""
    exits = {number: [square for square, _ in open_exits(level)] for number, level in game.levels.items()}
    ready, gate = ready_for_the_gate(game), game.gate
    yield lambda place: _untold_mirror(game, place)
    if ready and gate is not None:
        yield lambda place: place[0] == gate.level and place[1] in exits[place[0]]
        yield lambda place: place[0] != gate.level and game.levels[place[0]][place[1]].kind == "stairs"
    for number in LEVELS if ready or game.adventure > 2 else (1,):
        if not (_last_segment(game, number) and not ready):
            yield lambda place, number=number: place[0] == number and place[1] in exits.get(number, [])  # type: ignore[misc]
    for number in LEVELS:
        if not (_last_segment(game, number) and not ready):
            yield lambda place, number=number: place[0] == number and place[1] in exits.get(number, [])  # type: ignore[misc]


def _untold_mirror(game: Game, place: Place) -> bool:
    """A mirror that may still tell something."""
    segment, gate = game.levels[place[0]][place[1]], game.gate
    if segment.kind != "mirror" or segment.examined:
        return False
    return gate is None or (gate.segments_left is None and gate.level == place[0] and not gate.found)


def _last_segment(game: Game, level: int) -> bool:
    """Whether the next new segment of a level is the Gate."""
    gate = game.gate
    return gate is not None and not gate.found and gate.level == level and gate.segments_left == 1


def _exit_here(game: Game, wanted: Callable[[Place], bool]) -> str:
    """An unexplored exit of the party's own segment, when that is what is wanted."""
    if not wanted((game.level, game.square)):
        return ""
    return next((way.id for way in ways_out(game) if not way.known), "")


# Paths -----------------------------------------------------------------------------------------------------------


class Routes:
    """The ways from where the party stands: searched once, for all that one might want."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def step_to(self, wanted: Callable[[Place], bool]) -> str:
        """The first step to the nearest wanted place; round waiting monsters when there is a way; '' if none."""
        for routes in (self._round_monsters, self._past_monsters):
            for there, first in routes:
                if wanted(there):
                    return first
        return ""

    @cached_property
    def _round_monsters(self) -> list[tuple[Place, str]]:
        return _reached(self._game, past_monsters=False)

    @cached_property
    def _past_monsters(self) -> list[tuple[Place, str]]:
        return _reached(self._game, past_monsters=True)


def _reached(game: Game, *, past_monsters: bool) -> list[tuple[Place, str]]:
    """Every place that can be reached, the nearest first, each with the first step of the way there."""
    start: Place = (game.level, game.square)
    queue: deque[tuple[Place, str]] = deque([(start, "")])
    seen, found = {start: True}, list[tuple[Place, str]]()
    while queue:
        here, first = queue.popleft()
        for way, there in neighbours(game, here):
            if there not in seen and (past_monsters or _peaceful(game, there)):
                seen[there] = True
                found.append((there, first or way))
                queue.append(found[-1])
    return found


def neighbours(game: Game, place: Place) -> Iterator[tuple[str, Place]]:
    """The explored segments that can be reached directly, by sides and stairs."""
    number, square = place
    level = game.levels[number]
    segment = level[square]
    for side, beyond in ways_on(segment, square):
        if beyond in level:
            yield side, (number, beyond)
    if segment.kind == "stairs":
        if number > 1:
            yield "up", (number - 1, square)
        if number < LEVELS[-1]:
            yield "down", (number + 1, square)


def _peaceful(game: Game, place: Place) -> bool:
    group = game.levels[place[0]][place[1]].group
    return group is None or not group.living


def _anywhere(game: Game, routes: Routes) -> str:
    """Where nothing better is to be done the party patrols what it knows; out only when there is no other way."""
    beat = sorted(game.levels[game.level])
    goal = (game.level, beat[game.stage // ROUND * STRIDE % len(beat)])
    if step := routes.step_to(lambda place: place == goal):
        return step
    ways = [way for way in ways_out(game) if way.id != "out"]
    choice = [way for way in ways if way.known] or ways or ways_out(game)
    return choice[game.stage % len(choice)].id
