"""Journeys over known segments to a chosen place; they stop when something happens on the way [5]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from heapq import heappop, heappush
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.events import DecidedUnasked, DiceRolled
from rules.kernel.grid import OPPOSITE, Square
from rules.kernel.offers import Asking, Offer, Way, choice, does_with, one_way
from rules.kernel.requests import PARTY, Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events import course
from rules.labirynt_smierci.exploration import LETTERS, STAIRS, Spot, exits_of, gate_is_next, steps_from
from rules.labirynt_smierci.model import Game, Journey
from rules.labirynt_smierci.party.traits import mood


class Path(Struct, frozen=True):
    """The best known path to a segment: its first step and the number of steps."""

    to: Spot
    first: str
    steps: int


def known_paths(game: Game) -> Iterator[Path]:
    """Yield the paths to all known segments that can be reached, the nearest first.

    The nearest has the fewest waiting groups on the way, then the fewest stairs, then the fewest steps, then the lowest
    level and square.
    """
    ahead = [(0, 0, 0, (game.level, game.square), "")]
    found: dict[Spot, int] = {}
    while ahead:
        met, climbed, steps, here, first = heappop(ahead)
        if here in found:
            continue
        found[here] = steps
        if steps:
            yield Path(here, first, steps)
        for way, there in steps_from(game, here):
            if there not in found:
                cost = (met + is_waited_at(game, there), climbed + (way in STAIRS), steps + 1)
                heappush(ahead, (*cost, there, first or way))


def is_waited_at(game: Game, there: Spot) -> bool:
    """Whether monsters wait at a known place."""
    group = game.levels[there[0]][there[1]].group
    return group is not None and bool(group.living)


PLAIN = ("corridor", "room")
"""Kinds of segments without contents."""
QUIET = (course.DoorSafe, course.PartyMoved, course.StairsTaken, course.AllQuiet)
"""Events that do not stop a journey; one line at its end sums them up."""
PASSED = (*QUIET, course.ChitsPutBack, course.SegmentLaid)
"""Events that do not stop exploring on; only plain segments count."""
EXPLORED = (*PASSED, course.Travelled, course.Explored, DiceRolled, DecidedUnasked)
"""``PASSED``, what is decided on the way, and the events that sum it up, if a question came on the way."""
NEAREST = 3
"""The number of unexplored openings that are offered one by one."""
TRAVEL, EXPLORE = "travel", "explore"


class Goal(Struct, frozen=True):
    """The goal of a journey: a place, or its opening on this side, and the number of known segments to it.

    ``onward``: explore on to the next opening, and so on.
    """

    to: Spot
    side: str
    steps: int
    onward: bool = False


# Where to --------------------------------------------------------------------------------------------------------


def lettered_goals(game: Game, paths: Iterable[Path], ways: int) -> list[tuple[str, Goal]]:
    """Return the journeys that are offered one by one, with letters that follow those of ``ways`` ways.

    Only openings on the party's level have letters, because the map shows them.
    """
    letters, near = iter(LETTERS[ways:]), near_goals(game, paths)
    return [(next(letters, "") if goal.side and goal.to[0] == game.level else "", goal) for goal in near]


def near_goals(game: Game, paths: Iterable[Path]) -> list[Goal]:
    """Return the goals to offer: the nearest opening, the nearest stairs, the entrance, more openings.

    Goals one step away are omitted; they are among the ways already.
    """
    far = [path for path in paths if path.steps > 1]
    openings = list(islice(_goals_at_openings(game, far), NEAREST))
    stairs = [path for path in far if kind_at(game, path.to) == "stairs" and path.to[0] == game.level][:1]
    entrance = [path for path in far if kind_at(game, path.to) == "entrance"]
    places = [Goal(path.to, "", path.steps) for path in (*stairs, *entrance)]
    return [*openings[:1], *places, *openings[1:]]


def _goals_at_openings(game: Game, paths: Iterable[Path]) -> Iterator[Goal]:
    for path in paths:
        number, square = path.to
        for side in exits_of(game.levels[number], square)[:1]:
            yield Goal(path.to, side, path.steps)


def next_opening(game: Game, paths: Iterable[Path]) -> Goal | None:
    """Return the nearest opening of the level to explore on; None if there is none or the Gate is next."""
    here = Path((game.level, game.square), "", 0)
    near = (path for path in chain([here], paths) if path.to[0] == game.level)
    found = None if gate_is_next(game) else next(_goals_at_openings(game, near), None)
    return found and replace(found, onward=True)


def kind_at(game: Game, spot: Spot) -> str:
    """Return the kind of a known segment."""
    return game.levels[spot[0]][spot[1]].kind


def travel_offers(game: Game, ways: int) -> list[Offer[Goal]]:
    """Return an offer for each near goal, lettered after ``ways`` ways, and one for all other known places."""
    paths = list(known_paths(game))
    near = lettered_goals(game, paths, ways)
    offers = [_lettered_journey_offer(game, goal, letter) for letter, goal in near]
    if goal := next_opening(game, paths):
        option = Option(EXPLORE, "way.explore")
        offers.insert(0, one_way(PARTY, TRAVEL, option, goal, does_with(set_out, game)))
    named = [goal.to for _, goal in near if not goal.side]
    others = [path for path in paths if path.to not in named]
    if any(path.steps > 1 for path in others):
        make = partial(_places_question, game, others)
        offers.append(Asking(PARTY, Option(TRAVEL, "way.travel"), make=make, do=does_with(set_out, game)))
    return offers


def _places_question(game: Game, paths: Iterable[Path]) -> Choose[Goal]:
    return choice(PARTY, TRAVEL, [_known_place_way(game, path) for path in paths])


def _lettered_journey_offer(game: Game, goal: Goal, letter: str) -> Offer[Goal]:
    label = "way.onward" if goal.side else f"way.to.{kind_at(game, goal.to)}"
    note = ""
    if goal.side and goal.to[0] == game.level and gate_is_next(game):
        label, note = f"{label}.gate", "way.gate"
    facts = _goal_facts(game, goal, letter)
    option = Option(f"go:{_goal_id(goal)}", _label_with_level(game, goal, label), note, facts)
    return one_way(PARTY, TRAVEL, option, goal, does_with(set_out, game))


def _known_place_way(game: Game, path: Path) -> Way[Goal]:
    goal, square = Goal(path.to, "", path.steps), path.to[1]
    apart = (square.x != game.square.x) + (square.y != game.square.y)
    label = ("way.place.here", "way.place.straight", "way.place")[apart]
    return Way(Option(_goal_id(goal), _label_with_level(game, goal, label), facts=_goal_facts(game, goal)), goal)


def _goal_id(goal: Goal) -> str:
    (level, square), side = goal.to, goal.side
    return f"{level}:{square.x}:{square.y}" + (f":{side}" if side else "")


def _label_with_level(game: Game, goal: Goal, label: str) -> str:
    return label if goal.to[0] == game.level else f"{label}.level"


def _goal_facts(game: Game, goal: Goal, letter: str = "") -> Facts:
    facts: Facts = {"what": Word(f"place.{kind_at(game, goal.to)}"), "steps": goal.steps, "level": goal.to[0]}
    if goal.side:
        facts["side"] = Word(f"side.{goal.side}")
    return {**facts, "letter": letter} if letter else {**_bearing_facts(game, goal.to[1]), **facts}


def _bearing_facts(game: Game, square: Square) -> Facts:
    east, south = square.x - game.square.x, square.y - game.square.y
    upright = (Word("side.s" if south > 0 else "side.n"), abs(south))
    across = (Word("side.e" if east > 0 else "side.w"), abs(east))
    (side, far), (other, wide) = (upright, across) if south else (across, upright)
    return {"side": side, "far": far, "other": other, "wide": wide}


# On the way ------------------------------------------------------------------------------------------------------


def set_out(table: Table, game: Game, goal: Goal) -> str:
    """Begin a journey and return its first step."""
    game.journey = _journey_of_goal(goal)
    return go_on(table, game)


def _journey_of_goal(goal: Goal, by: Seat = PARTY) -> Journey:
    level, square = goal.to
    return Journey(level=level, square=square, side=goal.side, onward=goal.onward, by=by)


def go_on(table: Table, game: Game) -> str:
    """Return the next step of the party's journey; '' if there is none."""
    if not game.journey:
        return ""
    table.story.hush(PASSED if game.journey.onward else QUIET, partial(halt, game))
    if step := next_step(game, game.journey):
        return step
    table.story.speak_up()
    return ""


def next_step(game: Game, journey: Journey) -> str:
    """Return the next step of a journey; '' at its goal or if no way leads there."""
    there = (journey.level, journey.square)
    if there == (game.level, game.square):
        return journey.side
    return next((path.first for path in known_paths(game) if path.to == there), "")


def halt(game: Game) -> course.Travelled | course.Explored | None:
    """End the journey here and return its summary; None for one through a neighbouring opening."""
    journey, game.journey = game.journey, None
    assert journey
    if journey.sides:
        how = Word(f"course.{_shape_of_journey(journey)}")
        return course.Explored(journey.gone, len(journey.sides), Word(f"side.{journey.sides[-1]}"), how, mood(game))
    there = (journey.level, journey.square)
    left = (
        0
        if (bool(journey.side) and game.square == journey.square.beyond(journey.side))
        else next((path.steps for path in known_paths(game) if path.to == there), 0)
    )
    if not (journey.gone or left):
        return None
    kind = "opening" if journey.side else kind_at(game, there)
    how = course.HOME if kind == "entrance" else mood(game)
    return course.Travelled(journey.gone, left, Word(f"place.{kind}"), how)


def _shape_of_journey(journey: Journey) -> str:
    if journey.gone > len(journey.sides):
        return "back"
    if journey.rooms:
        return "rooms"
    return "winding" if journey.sides.strip(journey.sides[-1]) else "straight"


def end_before_the_unknown(table: Table, game: Game) -> None:
    """End a journey before an unexplored segment, except when exploring on."""
    if not game.journey or not game.journey.onward:
        table.story.speak_up()


def count_step(game: Game, *, first_visit: bool) -> None:
    """Count a segment entered on the journey."""
    journey = game.journey
    if not journey:
        return
    journey.gone += 1
    if first_visit and journey.onward and game.entered_by is not None:
        journey.level, journey.square, journey.side = game.level, game.square, ""
        journey.sides += OPPOSITE[game.entered_by]
        journey.rooms += game.here.is_room


def arrive_on_journey(table: Table, game: Game, *, first_visit: bool) -> None:
    """End a journey after a quiet step at its goal or on a new segment; exploring on continues there."""
    journey = game.journey
    if not journey or (journey.onward and first_visit):
        return
    if first_visit or not next_step(game, journey):
        table.story.speak_up()


def explore_on(table: Table, game: Game, by: Seat, since: int) -> None:
    """Continue exploring to the next opening if nothing told ``since`` then may need a choice.

    A party that lays the segments itself looks at each of them first.
    """
    harmless = game.options.laying != "asked" and all(
        isinstance(fact.event, EXPLORED) for fact in table.story.told[since:]
    )
    journey = game.journey
    if journey and next_step(game, journey):
        return  # on known ground
    goal = next_opening(game, known_paths(game)) if harmless and game.here.kind in PLAIN else None
    if not goal:
        table.story.speak_up()
        return
    game.journey = _journey_of_goal(goal, by)
    if journey:
        game.journey.gone, game.journey.sides, game.journey.rooms = journey.gone, journey.sides, journey.rooms
