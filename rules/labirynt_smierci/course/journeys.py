"""Journeys: over known ground to a place that was named, as far as nothing happens on the way [5, house].

Every segment of it is a stage with its checks, as if each step had been chosen by hand. The journey ends

- where it leads; through an opening into the unknown it includes that step;
- as soon as anything is told but that a door was safe, that the party moved, and that nobody came: a trap, monsters,
  old or new, whatever comes of them for anybody, a new segment;
- on a segment that was never entered before, as there may be a feature that nobody has seen.

So nobody can miss a choice: whatever is asked on the way follows something told. What could be done before setting out
(heal, learn, hand over, examine what the party passes) can be done wherever the journey ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

import msgspec

from rules.kernel.grid import Square
from rules.kernel.offers import Offer, Pick, Way, does_with, one_way
from rules.kernel.requests import PARTY, Option
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.course.paths import Path, known_paths
from rules.labirynt_smierci.events.course import AllQuiet, DoorSafe, PartyMoved, StairsTaken, Travelled
from rules.labirynt_smierci.exploration import LETTERS, Spot, open_exits
from rules.labirynt_smierci.model import Game, Journey

QUIET: tuple[type[Event], ...] = (DoorSafe, PartyMoved, StairsTaken, AllQuiet)
"""What a journey goes on after; it is told in one line at its end."""
NEAREST = 3
"""So many of the openings into the unknown are offered by themselves."""
TRAVEL = "travel"
"""The kind of these offers."""


class Goal(msgspec.Struct, frozen=True):
    """Where a journey leads: to a place, or through its opening on this side; over how many known segments."""

    to: Spot
    side: str
    steps: int


# Where to --------------------------------------------------------------------------------------------------------


def lettered_goals(game: Game, paths: Sequence[Path], ways: int) -> list[tuple[str, Goal]]:
    """The journeys that are offered by themselves, with letters that follow those of so many ways."""
    return list(zip(LETTERS[ways:], near_goals(game, paths), strict=False))


def near_goals(game: Game, paths: Sequence[Path]) -> list[Goal]:
    """What is offered by itself: the nearest openings into the unknown, the nearest stairs, the entrance.

    Nothing that is one step away: that is among the ways on already.
    """
    far = [path for path in paths if path.steps > 1]
    openings = list(islice(_openings(game, far), NEAREST))
    stairs = [path for path in far if kind_at(game, path.to) == "stairs" and path.to[0] == game.level][:1]
    entrance = [path for path in far if kind_at(game, path.to) == "entrance"]
    return [*openings, *(Goal(path.to, "", path.steps) for path in (*stairs, *entrance))]


def _openings(game: Game, paths: Iterable[Path]) -> Iterator[Goal]:
    open_here: dict[Spot, list[str]] = {}
    for number, level in game.levels.items():
        for square, side in open_exits(level):
            open_here.setdefault((number, square), []).append(side)
    for path in paths:
        for side in open_here.get(path.to, ()):
            yield Goal(path.to, side, path.steps)


def kind_at(game: Game, spot: Spot) -> str:
    """What lies there: the kind of a known segment."""
    return game.levels[spot[0]][spot[1]].kind


def travel_offers(game: Game, ways: int) -> list[Offer[Goal]]:
    """An offer each of what is near and wanted, lettered after so many ways; all other known places in one."""
    paths = known_paths(game)
    near = lettered_goals(game, paths, ways)
    offers: list[Offer[Goal]] = [_near(game, goal, letter) for letter, goal in near]
    named = [goal.to for _, goal in near if not goal.side]
    others = tuple(_place(game, path) for path in paths if path.to not in named)
    if any(way.meant.steps > 1 for way in others):
        option = Option(TRAVEL, "way.travel")
        offers.append(Pick(PARTY, option, ways=others, why=TRAVEL, always=True, do=does_with(set_out, game)))
    return offers


def _near(game: Game, goal: Goal, letter: str) -> Offer[Goal]:
    label = "way.onward" if goal.side else f"way.to.{kind_at(game, goal.to)}"
    option = Option(f"go:{_id(goal)}", _of_level(game, goal, label), facts=_facts(game, goal, letter))
    return one_way(PARTY, TRAVEL, option, goal, does_with(set_out, game))


def _place(game: Game, path: Path) -> Way[Goal]:
    """A known place: what lies there, how far to which sides, on which level."""
    goal, square = Goal(path.to, "", path.steps), path.to[1]
    apart = (square.x != game.square.x) + (square.y != game.square.y)
    label = ("way.place.here", "way.place.straight", "way.place")[apart]
    return Way(Option(_id(goal), _of_level(game, goal, label), facts=_facts(game, goal)), goal)


def _id(goal: Goal) -> str:
    (level, square), side = goal.to, goal.side
    return f"{level}:{square.x}:{square.y}" + (f":{side}" if side else "")


def _of_level(game: Game, goal: Goal, label: str) -> str:
    return label if goal.to[0] == game.level else f"{label}.level"


def _facts(game: Game, goal: Goal, letter: str = "") -> dict[str, Fact]:
    facts: dict[str, Fact] = {"what": Word(f"place.{kind_at(game, goal.to)}"), "steps": goal.steps, "level": goal.to[0]}
    if goal.side:
        facts["side"] = Word(f"side.{goal.side}")
    return {**facts, "letter": letter} if letter else {**facts, **_whence(game, goal.to[1])}


def _whence(game: Game, square: Square) -> dict[str, Fact]:
    """How far it is from the party to one side, and to another."""
    east, south = square.x - game.square.x, square.y - game.square.y
    upright = (Word("side.s" if south > 0 else "side.n"), abs(south))
    across = (Word("side.e" if east > 0 else "side.w"), abs(east))
    (side, far), (other, wide) = (upright, across) if south else (across, upright)
    return {"side": side, "far": far, "other": other, "wide": wide}


# On the way ------------------------------------------------------------------------------------------------------


def set_out(table: Table, game: Game, goal: Goal) -> str:
    """Begin a journey; its first step."""
    (level, square), side = goal.to, goal.side
    game.journey = Journey(level=level, square=square, side=side)
    return go_on(table, game)


def go_on(table: Table, game: Game) -> str:
    """The next step of the journey that the party is on; '' when it is on none."""
    if game.journey is None:
        return ""
    table.hush(QUIET, partial(halt, game))
    if step := next_step(game, game.journey):
        return step
    table.speak_up()
    return ""


def next_step(game: Game, journey: Journey) -> str:
    """The next step towards where a journey leads; '' when it is there, or there is no way."""
    there = (journey.level, journey.square)
    if there == (game.level, game.square):
        return journey.side
    return next((path.first for path in known_paths(game) if path.to == there), "")


def halt(game: Game) -> Travelled:
    """The journey is over, here; how far it came."""
    journey, game.journey = game.journey, None
    assert journey is not None
    there = (journey.level, journey.square)
    left = 0 if there == (game.level, game.square) else next(p.steps for p in known_paths(game) if p.to == there)
    kind = "opening" if journey.side else kind_at(game, there)
    return Travelled(journey.gone, left, Word(f"place.{kind}"))


def arrive_on_journey(table: Table, game: Game, *, first_visit: bool) -> None:
    """After a quiet step: a journey ends where it leads, and where the party has never been."""
    journey = game.journey
    if journey is not None and (first_visit or not next_step(game, journey)):
        table.speak_up()
