"""The autopilot's routes, also used to tell players what to aim at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.grid import distances
from rules.kernel.offers import answer_with, meanings, picks
from rules.kernel.requests import Choose, NextAction, Seat
from rules.kernel.words import Phrase, phrase
from rules.labirynt_smierci.autopilot import strength
from rules.labirynt_smierci.autopilot.dangers import casts
from rules.labirynt_smierci.autopilot.free_actions import is_bold_enough
from rules.labirynt_smierci.course.journeys import TRAVEL, Goal, Path, is_waited_at, known_paths
from rules.labirynt_smierci.course.leaving import wins
from rules.labirynt_smierci.course.setup import ENTRANCE
from rules.labirynt_smierci.course.ways import ways_out
from rules.labirynt_smierci.exploration import LEVELS, Spot, open_exits, steps_from
from rules.labirynt_smierci.finds.features import MIRROR
from rules.labirynt_smierci.finds.outcomes import tells_of_the_gate
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.experience import wanderers_teach
from rules.labirynt_smierci.tables.sheets_finds import FEATURES
from rules.labirynt_smierci.view import View

HOME: Spot = (1, ENTRANCE)
BADLY_HURT, PER_STEP, HURT_ANYWHERE = 0.55, 0.005, 0.8
"""The health below which the party turns home at the entrance, its increase per step, and its limit."""
UNKNOWN_WAY = 30
"""The assumed number of steps home if monsters wait on the way."""
HOMEWARD = 0.5
"""The weight of a step away from home when unexplored openings are compared."""
FAR = 10
"""The distance in steps from which a teleport is worth its price."""
ROUND = 4
"""The number of stages after which a patrol takes another way."""
RESTED = 0.9
"""A party with this health does not leave to heal, so that the entrance is not farmed."""


class Wanted(Struct, frozen=True):
    """A goal to look for.

    ``through``: an opening into the unknown; ``pressed``: the Gate, because nothing better is left.
    """

    at: Callable[[Spot], bool]
    through: bool = False
    pressed: bool = False


class Ahead(Struct, frozen=True):
    """The known paths, the best path with its goal, and whether to turn home instead.

    ``ready``: for the Gate, whose level is known; ``pressed``: nothing better is left.
    """

    paths: Sequence[Path]
    goal: tuple[Path, Wanted] | None
    homeward: bool
    ready: bool
    pressed: bool


def look_ahead(game: Game) -> Ahead:
    """Return where to go from here; the players' hints use the same result [13, 16, 17]."""
    paths = list(known_paths(game))
    quiet, from_home = (steps_without_meeting(game, start) for start in ((game.level, game.square), HOME))
    places = [Path((game.level, game.square), "", 0), *paths]
    # Who is hurt explores near home rather than turning round on the way home.
    last, health = strength.adventures_left(game) <= 0, strength.health(game)
    near = [place for place in places if last or health >= badly_hurt(from_home.get(place.to, UNKNOWN_WAY))]
    ready = game.gate is not None and strength.ready_for_the_gate(game)
    wanted = list(goals(game, ready=ready))
    goal = next(
        (goal for some in (near, places) for goal in _paths_to_goals(game, some, wanted, quiet, from_home)), None
    )
    there = goal[0].to if goal else (game.level, game.square)
    done = game.gate is not None and game.gate.destroyed
    idle = goal is None and strength.gate_is_close(game) and not wanderers_teach(game)
    pressed = idle or (goal is not None and goal[1].pressed)
    turns = done or idle or wants_home(game, from_home.get(there, UNKNOWN_WAY), ready=ready, pressed=pressed)
    return Ahead(paths, goal, turns, ready, pressed)


def choose_way(game: Game, request: NextAction, seat: Seat) -> Advice:
    """Return the next step or a journey to the goal, and what it is for."""
    ahead = look_ahead(game)
    return Advice(_next_step(game, request, seat, ahead), _aim(game, ahead))


def _aim(game: Game, ahead: Ahead) -> Phrase | None:
    """Return what comes before the next step to the common victory, if anything does."""
    gate = game.gate
    if gate and gate.destroyed:
        return None
    if ahead.homeward:
        if strength.adventures_left(game) <= 0:
            return phrase("aim.short.out")
        full = sum(person.strength for person in game.people)
        return phrase("usual.for.heal", now=strength.party_strength(game), full=full)
    if not gate or _is_useful_mirror(game, (game.level, game.square)):
        return None
    if ahead.goal is None and wanderers_teach(game):
        return phrase("usual.for.wanderers")
    return None if ahead.pressed or ahead.ready else phrase("aim.short.grow")


def _next_step(game: Game, request: NextAction, seat: Seat, ahead: Ahead) -> Value:
    if ahead.homeward:
        home = next((path for path in ahead.paths if path.to == HOME), None)
        return (
            (_teleport_home(game, request, seat, home) or _travel_to(request, seat, home))
            if home
            else (["out"] if (game.level, game.square) == HOME else _patrol(game))
        )
    if ahead.goal is None:
        return _patrol(game)
    there, wanted = ahead.goal
    if passed := _unexamined_feature_on_way(game, ahead.paths, there):
        return _travel_to(request, seat, passed)
    if wanted.through and (onward := [id for id, goal in _journeys_to(request, seat, there.to) if goal.onward]):
        return onward
    return _travel_to(request, seat, there, through=wanted.through) if there.steps else [_unexplored_exit_here(game)]


def _paths_to_goals(
    game: Game,
    paths: Sequence[Path],
    wanted_places: Sequence[Wanted],
    quiet: Mapping[Spot, int],
    from_home: Mapping[Spot, int],
) -> Iterator[tuple[Path, Wanted]]:
    for ahead in ([path for path in paths if path.to in quiet], paths):
        for wanted in wanted_places:
            if there := [path for path in ahead if wanted.at(path.to) and (path.steps or _unexplored_exit_here(game))]:
                # Explore near home first, not all in one line.
                yield (
                    min(there, key=lambda path: path.steps + HOMEWARD * from_home.get(path.to, UNKNOWN_WAY))
                    if wanted.through
                    else there[0],
                    wanted,
                )


def _teleport_home(game: Game, request: NextAction, seat: Seat, home: Path) -> Value:
    for pick in casts(request, seat, "teleport") if home.steps >= FAR and game.level == HOME[0] else ():
        for way in pick.ways:
            if way.meant.target == HOME[1] and way.meant.caster.strength_now > game.tables.spells.of("teleport").cost:
                return pick.answer(way)
    return None


def steps_without_meeting(game: Game, start: Spot) -> dict[Spot, int]:
    """Return the number of steps from the start to each known segment that is reached without meeting waiting monsters.

    Monsters in a truce with the party do not count as waiting.
    """
    standing = (game.level, game.square)
    free = standing if game.met and game.met.stance == "truce" else None
    return distances(
        start,
        lambda here: (there for _, there in steps_from(game, here) if there == free or not is_waited_at(game, there)),
    )


def _journeys_to(request: NextAction, seat: Seat, place: Spot) -> list[tuple[str, Goal]]:
    journeys = [(pick.option.id, pick.ways[0].meant) for pick in picks(request, seat, TRAVEL)]
    return [(id, goal) for id, goal in journeys if goal.to == place]


def _travel_to(request: NextAction, seat: Seat, wanted: Path, *, through: bool = False) -> Value:
    if wanted.steps == 1:
        return [wanted.first]
    near = _journeys_to(request, seat, wanted.to)
    fitting = [id for id, goal in near if bool(goal.side) == through]
    for action in () if fitting else request.of(seat):
        if action.option.id == TRAVEL and isinstance(action.ask, Choose):
            for id, goal in meanings(action.ask).items():
                if goal.to == wanted.to:
                    return answer_with(action, id)
    return fitting[:1] or [id for id, _ in near[-1:]] or [wanted.first]


def wants_home(game: Game, far: int, *, ready: bool, pressed: bool) -> bool:
    """Whether the party should go home to heal, badly hurt or unfit for the Gate.

    In the last adventure it goes home only when it is too weak before the Gate's door.
    ``far``: steps from home of the next goal; ``ready``, ``pressed``: as in ``Ahead``.
    """
    if strength.adventures_left(game) <= 0 and (ready or not strength.gate_is_close(game)):
        return False
    if (game.level, game.square) == HOME:
        if strength.health(game) > RESTED:
            return False
        far = max(far, UNKNOWN_WAY)  # who has come home to heal does not turn round at the door
    if (
        strength.health(game) <= RESTED
        and strength.gate_is_close(game)
        and (pressed or (ready and not strength.fit_for_the_gate(game)))
    ):
        return True
    return strength.health(game) < badly_hurt(far)


def badly_hurt(far: int) -> float:
    """The health below which the party turns home; it rises with the distance from home of the next goal.

    The distance of the goal counts, not of the party, so that the party does not turn round half-way.
    """
    return min(BADLY_HURT + PER_STEP * far, HURT_ANYWHERE)


def goals(game: Game, *, ready: bool) -> Iterator[Wanted]:
    """Yield the goals, the best first: the Gate when ready, mirrors, unexplored exits of the first level, any exit.

    The Gate comes last when nothing is left to explore or to learn, and never where it would hardly fall.
    """
    gate = game.gate
    yield Wanted(lambda place: _is_useful_mirror(game, place))
    if ready and gate:
        yield _unexplored_exits_of_level(game, gate.level)
        yield Wanted(lambda place: place[0] != gate.level and game.levels[place[0]][place[1]].kind == "stairs")
    for number in LEVELS:
        if ready or not strength.is_last_segment(game, number):
            yield _unexplored_exits_of_level(game, number)
    hemmed_in = gate is not None and strength.gate_is_close(game) and not wanderers_teach(game)
    if gate and hemmed_in and strength.fit_for_the_gate(game, pressed=True):
        yield replace(_unexplored_exits_of_level(game, gate.level), pressed=True)


def _unexplored_exits_of_level(game: Game, number: int) -> Wanted:
    squares = {square for square, _ in open_exits(game.levels.get(number, {}))}
    return Wanted(lambda place: place[0] == number and place[1] in squares, through=True)


def _unexamined_feature_on_way(game: Game, paths: Sequence[Path], goal: Path) -> Path | None:
    ahead = (path for path in paths if path.first == goal.first and path.steps < goal.steps)
    return next((path for path in ahead if _may_be_examined(game, path.to)), None)


def _may_be_examined(game: Game, place: Spot) -> bool:
    segment = game.levels[place[0]][place[1]]
    unknown = segment.kind in FEATURES and segment.visited and not segment.examined
    return unknown and not is_waited_at(game, place) and is_bold_enough(game, segment.kind)


def _is_useful_mirror(game: Game, place: Spot) -> bool:
    segment = game.levels[place[0]][place[1]]
    return segment.kind == MIRROR and not segment.examined and bool(tells_of_the_gate(game, place[0]))


def _unexplored_exit_here(game: Game) -> str:
    return next((way.id for way in ways_out(game) if not way.known), "")


def _patrol(game: Game) -> Value:
    """Walk through known segments without going back or into waiting monsters; go out only if nothing else is left."""
    ways = [way for way in ways_out(game) if way.id != "out"]
    known = [way for way in ways if way.known] or ways or ways_out(game)
    waited = [way for way, there in steps_from(game, (game.level, game.square)) if is_waited_at(game, there)]
    quiet = [way for way in known if way.id not in waited] or known
    onward = [way for way in quiet if way.id != game.entered_by] or quiet
    return [onward[game.stage // ROUND % len(onward)].id]


def weighed(game: Game, view: View) -> View:
    """Add the odds at the Gate and the hint to turn home to the view, while the game runs."""
    if not game.levels or game.outcome or not game.people:
        return view
    ahead = None if game.outside else look_ahead(game)
    pressed = ahead is not None and ahead.pressed
    return replace(
        view, homeward=ahead is not None and ahead.homeward, prospects=strength.prospects_view(game, pressed=pressed)
    )


def is_at_a_loss(game: Game) -> bool:
    """Whether nothing is left but to go home with no victory, which no player is advised to do."""
    if strength.adventures_left(game) > 0 or game.outside or not strength.gate_is_close(game):
        return False
    return look_ahead(game).homeward and not (game.winners or any(wins(game, person) for person in game.people))
