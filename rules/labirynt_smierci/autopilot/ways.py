"""Where the autopilot goes, and what it weighs for whoever asks what to aim at now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from rules.kernel.answers import Value
from rules.kernel.grid import distances
from rules.kernel.offers import picks
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot import strength
from rules.labirynt_smierci.autopilot.dangers import casts
from rules.labirynt_smierci.autopilot.free_actions import is_bold_enough
from rules.labirynt_smierci.course.journeys import TRAVEL, Path, is_waited_at, known_paths, steps_from
from rules.labirynt_smierci.course.setup import ENTRANCE
from rules.labirynt_smierci.course.ways import ways_out
from rules.labirynt_smierci.exploration import LEVELS, Spot, open_exits
from rules.labirynt_smierci.finds.features import MIRROR
from rules.labirynt_smierci.finds.outcomes import tells_of_the_gate
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.experience import wanderers_teach
from rules.labirynt_smierci.tables.sheets_finds import FEATURES
from rules.labirynt_smierci.view import View

HOME: Spot = (1, ENTRANCE)
BADLY_HURT, PER_STEP, HURT_ANYWHERE = 0.55, 0.005, 0.8
"""Below this health nobody goes on, beside the entrance; so much more for each step: one in six meets somebody."""
UNKNOWN_WAY = 30
"""So far home seems to be where somebody waits on the way."""
HOMEWARD = 0.5
"""So much does a step farther from home count of two openings into the unknown."""
FAR = 10
"""From so far magic is worth its price."""
ROUND = 4
"""On patrol another of several ways is taken after so many stages."""
RESTED = 0.9
"""With so much of its health nobody leaves for its sake: the entrance is not farmed."""


class Wanted(msgspec.Struct, frozen=True):
    """What to look for; ``through``: it is an opening into the unknown; ``pressed``: for want of anything better."""

    at: Callable[[Spot], bool]
    through: bool = False
    pressed: bool = False


class Ahead(msgspec.Struct, frozen=True):
    """What lies ahead: all known paths, the best goal with what it is sought for, whether to turn home instead."""

    paths: Sequence[Path]
    goal: tuple[Path, Wanted] | None
    homeward: bool

    @property
    def pressed(self) -> bool:
        """Whether it is the Gate for want of anything better."""
        return self.goal is not None and self.goal[1].pressed


def look_ahead(game: Game) -> Ahead:
    """Where to go from here; whoever is told what to aim at reads the same [13, 16, 17]."""
    paths = known_paths(game)
    quiet, from_home = (steps_without_meeting(game, start) for start in ((game.level, game.square), HOME))
    goal = next(_paths_to_goals(game, paths, quiet, from_home), None)
    there = goal[0].to if goal else (game.level, game.square)
    done = game.gate is not None and game.gate.destroyed
    ahead = Ahead(paths, goal, done)
    turns = done or wants_home(game, from_home.get(there, UNKNOWN_WAY), pressed=ahead.pressed)
    return msgspec.structs.replace(ahead, homeward=turns)


def choose_way(game: Game, request: NextAction, seat: Seat) -> Value:
    """The next step, or the journey there."""
    ahead = look_ahead(game)
    if ahead.homeward:
        home = _nearest_path(ahead.paths, lambda place: place == HOME)
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
    return _journey_to_opening(request, seat, there, wanted) or _go_towards(game, request, seat, there, wanted)


def _paths_to_goals(
    game: Game, paths: Sequence[Path], quiet: Mapping[Spot, int], from_home: Mapping[Spot, int]
) -> Iterator[tuple[Path, Wanted]]:
    """Where to go, the best first: nothing behind monsters that wait while there is anything else."""
    here = Path((game.level, game.square), "", 0)
    wanted_places = list(goals(game))
    for ahead in ([here, *(path for path in paths if path.to in quiet)], paths):
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
    """Teleport, where the way home is long."""
    for pick in casts(request, seat, "teleport") if home.steps >= FAR and game.level == HOME[0] else ():
        for way in pick.ways:
            if way.meant.target == HOME[1] and way.meant.caster.strength_now > game.tables.spells.of("teleport").cost:
                return pick.answer(way)
    return None


def steps_without_meeting(game: Game, start: Spot) -> dict[Spot, int]:
    """How many steps it is from there to every known segment that is reached past nobody who waits.

    Those who let the party be do not wait where it stands: it goes on from there, as it would from an empty room.
    """
    standing = (game.level, game.square)
    free = standing if game.met is not None and game.met.stance == "truce" else None
    return distances(
        start,
        lambda here: (there for _, there in steps_from(game, here) if there == free or not is_waited_at(game, there)),
    )


def _go_towards(game: Game, request: NextAction, seat: Seat, there: Path, wanted: Wanted) -> Value:
    return _travel_to(request, seat, there, through=wanted.through) if there.steps else [_unexplored_exit_here(game)]


def _journey_to_opening(request: NextAction, seat: Seat, there: Path, wanted: Wanted) -> Value:
    """To explore on, if that begins there."""
    for pick in picks(request, seat, TRAVEL):
        if wanted.through and pick.ways[0].meant.onward and pick.ways[0].meant.to == there.to:
            return pick.answer(pick.ways[0])
    return None


def _nearest_path(paths: Sequence[Path], wanted: Callable[[Spot], bool]) -> Path | None:
    return next((path for path in paths if wanted(path.to)), None)


def _travel_to(request: NextAction, seat: Seat, wanted: Path, *, through: bool = False) -> Value:
    """A journey there; ``through`` an opening of that place, where one is offered."""
    ways = [(pick, way) for pick in picks(request, seat, TRAVEL) for way in pick.ways if way.meant.to == wanted.to]
    if wanted.steps == 1 or not ways:
        return [wanted.first]
    pick, way = next((each_way for each_way in ways if bool(each_way[1].meant.side) == through), ways[-1])
    return pick.answer(way)


def wants_home(game: Game, far: int, *, pressed: bool = False) -> bool:
    """Whether the party should heal, with an adventure left to come back: badly hurt, or not fit for the Gate ahead.

    ``far``: how many steps from home it would go next; ``pressed``: to the Gate, whatever the odds.
    """
    if strength.adventures_left(game) <= 0:
        return False
    if (game.level, game.square) == HOME:
        if strength.health(game) > RESTED:
            return False
        far = max(far, UNKNOWN_WAY)  # who has come home to heal does not turn round at the door
    if (
        strength.health(game) <= RESTED
        and strength.gate_is_close(game)
        and (pressed or (strength.ready_for_the_gate(game) and not strength.fit_for_the_gate(game)))
    ):
        return True
    return strength.health(game) < badly_hurt(far)


def badly_hurt(far: int) -> float:
    """With less health the party turns home: the more, the longer the way from where it would go next.

    Not from where it stands: or it would turn round again half-way.
    """
    return min(BADLY_HURT + PER_STEP * far, HURT_ANYWHERE)


def goals(game: Game) -> Iterator[Wanted]:
    """What to look for, the best first: the Gate when ready, mirrors, unexplored exits of the first level, any exit.

    At last the Gate when nothing is left to explore or to learn: waiting makes nobody stronger.
    """
    gate = game.gate
    yield Wanted(lambda place: _is_useful_mirror(game, place))
    ready = strength.ready_for_the_gate(game)
    if ready and gate is not None:
        yield _unexplored_exits_of_level(game, gate.level)
        yield Wanted(lambda place: place[0] != gate.level and game.levels[place[0]][place[1]].kind == "stairs")
    for number in (*(LEVELS if ready or game.adventure > 2 else (1,)), *LEVELS):
        if not (strength.is_last_segment(game, number) and not ready):
            yield _unexplored_exits_of_level(game, number)
    if gate is not None and strength.gate_is_close(game) and not wanderers_teach(game):
        yield msgspec.structs.replace(_unexplored_exits_of_level(game, gate.level), pressed=True)


def _unexplored_exits_of_level(game: Game, number: int) -> Wanted:
    """The openings of one level into the unknown."""
    squares = [square for square, _ in open_exits(game.levels.get(number, {}))]
    return Wanted(lambda place: place[0] == number and place[1] in squares, through=True)


def _unexamined_feature_on_way(game: Game, paths: Sequence[Path], goal: Path) -> Path | None:
    """The next feature on the way there that nobody has examined, when the party is fit to."""
    ahead = (path for path in paths if path.first == goal.first and path.steps < goal.steps)
    return next((path for path in ahead if _may_be_examined(game, path.to)), None)


def _may_be_examined(game: Game, place: Spot) -> bool:
    segment = game.levels[place[0]][place[1]]
    unknown = segment.kind in FEATURES and segment.visited and not segment.examined
    return unknown and not is_waited_at(game, place) and is_bold_enough(game, segment.kind)


def _is_useful_mirror(game: Game, place: Spot) -> bool:
    """A mirror that may still tell something."""
    segment = game.levels[place[0]][place[1]]
    return segment.kind == MIRROR and not segment.examined and bool(tells_of_the_gate(game, place[0]))


def _unexplored_exit_here(game: Game) -> str:
    """An unexplored exit of the party's own segment, if it has one."""
    return next((way.id for way in ways_out(game) if not way.known), "")


def _patrol(game: Game) -> Value:
    """Where nothing better is to be done the party patrols what it knows, never back the way it came if it can go on.

    Past nobody who waits, as far as can be; out only when there is no other way.
    """
    ways = [way for way in ways_out(game) if way.id != "out"]
    known = [way for way in ways if way.known] or ways or ways_out(game)
    quiet = [way for way in known if not _is_waited_behind(game, way.id)] or known
    onward = [way for way in quiet if way.id != game.entered_by] or quiet
    return [onward[game.stage // ROUND % len(onward)].id]


def _is_waited_behind(game: Game, way: str) -> bool:
    there = dict(steps_from(game, (game.level, game.square))).get(way)
    return there is not None and is_waited_at(game, there)


def weighed(game: Game, view: View) -> View:
    """The view with the odds at the Gate, and whether to turn home; not before or after the game."""
    if not game.levels or game.outcome or not game.people:
        return view
    ahead = None if game.outside else look_ahead(game)
    pressed = ahead is not None and ahead.pressed
    return msgspec.structs.replace(
        view, homeward=ahead is not None and ahead.homeward, prospects=strength.prospects_view(game, pressed=pressed)
    )


def before_the_aim(game: Game) -> str:
    """What comes before the way to the Gate: to ``heal``, to ``grow``; '': nothing.

    It is what «as usual» has just weighed to find its way, so that nothing is fought on paper again.
    """
    ahead, gate = look_ahead(game), game.gate
    if gate is not None and gate.destroyed:
        return ""
    if ahead.homeward:
        return "heal"
    return "" if gate is None or ahead.pressed or strength.ready_for_the_gate(game) else "grow"
