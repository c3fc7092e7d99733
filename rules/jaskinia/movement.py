"""Movement and Mighty Gates [4]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from rules.jaskinia import forecast, places
from rules.jaskinia.decks import draw_facts
from rules.jaskinia.effects import OPERATIONS
from rules.jaskinia.events import course
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.values import SIX, bonus, has, mood, number_named, power, strength, use_number
from rules.jaskinia.tables.effects import MoveTo, OpenGate
from rules.jaskinia.tables.sheets import Gate
from rules.kernel.grid import distances
from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Offer, Pick, Way, choice, does, does_with, ends, one_way
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Term, Word

Might = Callable[[Game, Seeker], int]

MIGHTS: Mapping[str, Might] = {
    "force": lambda game, seeker: strength(game, seeker) + bonus(game, seeker, "gate"),
    "magic": power,
}
"""The value added to the die by each way to open Gates."""
KEY = "key"


def gate_offers(game: Game, seeker: Seeker) -> Iterator[Pick[str]]:
    """Return the ways to open Gates in place of a move: a key if there is one, else dice that can be enough."""
    for gate in places.gates_at(game, seeker.at):
        if has(game, seeker, "gate_auto"):
            yield _gate_attempt_pick(game, seeker, gate, KEY, f"gate.{KEY}", "gate.sure")
            return
        for means, might in MIGHTS.items():
            needed = game.tables.board.gate_target - might(game, seeker) - number_named(game, seeker)
            if needed <= SIX:
                label = f"gate.{means}" if needed > 1 else f"gate.{means}.sure"
                helped = ".helped" if means == "force" and bonus(game, seeker, "gate") else ""
                note = f"gate.{means}{helped}" if needed > 1 else "gate.sure"
                yield _gate_attempt_pick(game, seeker, gate, means, label, note, needed)


def _gate_attempt_pick(
    game: Game, seeker: Seeker, gate: Gate, means: str, label: str, note: str = "", needed: int = 1
) -> Pick[str]:
    beyond = forecast.glimpse_inside(game, seeker, places.other_side(gate, seeker.at))
    facts: Facts = {"gate": gate.id, "beyond": beyond, "needed": max(1, needed)}
    facts["faces"] = SIX + 1 - max(1, needed)
    if means in MIGHTS:
        own, more = MIGHTS[means](game, seeker), bonus(game, seeker, "gate") if means == "force" else 0
        facts |= {"own": own - more, "bonus": more, "target": game.tables.board.gate_target}
    option = Option(f"gate:{means}", label, note, facts)
    return one_way(seeker.seat, "gate", option, means, ends(does_with(try_gate, game, seeker, gate)))


def try_gate(table: Table, game: Game, seeker: Seeker, gate: Gate, means: str) -> None:
    """Try once to open the Gates: a success leads through them, a failure ends the turn [4.8, A5]."""
    game.tally.gates += 1
    if means != KEY and not _roll_to_open_gate(table, game, seeker, gate, means):
        game.trip.over = True
        return
    open_gate(table, game, seeker, gate.id, means)


def _roll_to_open_gate(table: Table, game: Game, seeker: Seeker, gate: Gate, means: str) -> bool:
    own, target = MIGHTS[means](game, seeker) + number_named(game, seeker), game.tables.board.gate_target
    on = faces_said(face for face in FACES if own + face >= target)
    total = own + int(table.roll("1K6", f"gate.{means}", character=seeker.name, own=own, target=target, on=on))
    use_number(game, seeker)
    if total < target:
        table.tell(course.GateHeld(seeker.name, gate.id, total, target))
    return total >= target


def open_gate(table: Table, game: Game, seeker: Seeker, id: str, means: str) -> None:
    """Open the Gates for everybody to the end of the game and move the Seeker through them."""
    gate = next(gate for gate in game.tables.board.gate if gate.id == id)
    game.gates.append(id)
    table.tell(course.GateOpened(seeker.name, id, Word(f"cavemeans.{means}")))
    seeker.at = places.other_side(gate, seeker.at)
    game.trip.path.append(seeker.at)


OPERATIONS[OpenGate] = lambda table, game, work, op: open_gate(table, game, work.seeker, work.target, "word")


STOP, ON = "stop", "on"
FORKS, ENDS = "move.forks", "move.ends"
"""Notes of moves by the die: the first also explains forks, the others only list the end of each face."""
Halt: TypeAlias = course.ChamberHolds | course.GateStops
"""The event of a move that ends early."""


class Route(Struct, frozen=True):
    """A route: the areas to enter, and the closed Gates at its end, if any."""

    areas: tuple[str, ...]
    gate: str = ""

    @property
    def id(self) -> str:
        """The route's id as an option."""
        return "-".join([*self.areas, self.gate] if self.gate else self.areas)


# What is open --------------------------------------------------------------------------------------------------


def move_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """Return the open moves: an exact free move, a first step and then the die, or one area [4.4, 4.5, 4.11]."""
    first = [at for at in places.neighbours(game, seeker.at) if at not in game.trip.path]
    free = is_free(game, seeker)
    if not game.trip.slow:
        yield from _roll_offers(game, seeker, first)
    if game.trip.slow or not free:
        yield from (move_to(game, seeker, "go", at, odds=forecast.is_bare(game, seeker, at)) for at in first)


def is_free(game: Game, seeker: Seeker) -> bool:
    """Whether the total Power at the turn's beginning allows a free move of exactly the die's length [4.4, A8]."""
    return game.trip.power >= game.tables.seekers.free_power


def _roll_offers(game: Game, seeker: Seeker, first: Sequence[str]) -> Iterator[Offer]:
    if first and (is_free(game, seeker) or has(game, seeker, "free_turn")):
        yield Offer(
            seeker.seat,
            Option(
                "roll",
                "move.roll",
                "move.free" if is_free(game, seeker) else "move.free.able",
                {"deadly": forecast.death_by_cards(game, seeker, 1) > 0},
            ),
            do=ends(does(walk, game, seeker)),
        )
    else:
        farther = [at for at in first if not all(_areas_walked(game, seeker.at, at, die)[-1] == at for die in FACES)]
        notes = [FORKS, *(ENDS for _ in farther)]
        yield from (move_to(game, seeker, "roll", at, note) for at, note in zip(farther, notes, strict=False))


def move_to(
    game: Game, seeker: Seeker, verb: Literal["roll", "go"], at: str, note: str = ENDS, *, odds: bool = False
) -> Pick[str]:
    """Return a move to a neighbouring area: one area (``go``), or by the die with this first step (``roll``).

    ``odds``: with the chances of a drawn card.
    """
    label, move = ("move.first", walk) if verb == "roll" else ("move.one", go)
    note, there = _area_note(game, seeker, at, odds=odds) if verb == "go" else _roll_ends_note(game, seeker, at, note)
    facts = {**places.area_facts(game, at), "side": places.side_to(game, seeker.at, at), **there}
    if verb == "go":
        facts["brief"] = forecast.glimpse_inside(game, seeker, at)
    option = Option(f"{verb}:{at}", label, note, facts)
    return one_way(seeker.seat, verb, option, at, ends(does_with(move, game, seeker)))


def _area_note(game: Game, seeker: Seeker, at: str, *, odds: bool) -> forecast.Told:
    note, there = forecast.what_is_there(game, seeker, at)
    drawn = draw_facts(game, seeker) if odds else {}
    return (f"{note}.odds", {**there, **drawn}) if drawn else (note, there)


def _roll_ends_note(game: Game, seeker: Seeker, first: str, note: str) -> forecast.Told:
    """Return the end of the move for each face, if no Chamber holds the Seeker, with what is there.

    The Crystal Chamber counts as an end wherever the way leads through it, because one may stop there [4.10].
    """
    ways = {die: _areas_walked(game, seeker.at, first, die)[1:] for die in FACES}
    stops = {die: [at for at in way if at in (way[-1], game.crystal)] for die, way in ways.items()}
    ends = dict.fromkeys(at for die in FACES for at in stops[die])
    faces = {end: faces_said(die for die in FACES if end in stops[die]) for end in ends}
    seen = tuple(forecast.glimpse(game, seeker, end) for end in faces)
    told: Facts = {"faces": tuple(faces.values()), "ends": seen, **forecast.risks_of(seen)}
    return note if len(faces) > 1 else f"{ENDS}.same", told


def _areas_walked(game: Game, here: str, first: str, die: int) -> list[str]:
    """The areas include the start of the move [4.5–4.9]."""
    way = [here, first]
    while len(way) <= die and way[-1] != game.tables.board.entrance:
        ways = places.branches(game.area(way[-1]), way[-2])
        to = branch_of(ways, die) if ways else here
        if to in way or places.closed_gate(game, way[-1], to):
            break
        way.append(to)
    return way


# Walking -------------------------------------------------------------------------------------------------------


def walk(table: Table, game: Game, seeker: Seeker, first: str = "") -> None:
    """Throw and walk: by the same die after a first step, else on a free route [4.4, 4.5]."""
    die = int(table.roll("1K6", "move.roll", character=seeker.name))
    start = len(game.trip.path)
    halt = walk_by_die(table, game, seeker, first, die) if first else walk_route(table, game, seeker, die)
    tell_walk(table, game, seeker, start)
    if halt:
        table.tell(halt)


def go(table: Table, game: Game, seeker: Seeker, at: str) -> None:
    """Move one area without a die."""
    start = len(game.trip.path)
    enter(game, seeker, at)
    tell_walk(table, game, seeker, start)


def enter(game: Game, seeker: Seeker, at: str) -> None:
    """Put the Seeker on the next area of its path."""
    seeker.at = at
    game.trip.path.append(at)


def tell_walk(table: Table, game: Game, seeker: Seeker, start: int) -> None:
    """Tell the areas that the move entered."""
    along = tuple(game.trip.path[start:])
    table.tell(
        course.WentTo(
            seeker.name,
            along,
            places.area_word(game, seeker.at),
            seeker.at,
            mood(game, seeker, game.trip.path[start - 1]),
        )
    )


def walk_by_die(table: Table, game: Game, seeker: Seeker, first: str, die: int) -> Halt | None:
    """Walk with this first step; the same die decides at each fork [4.5, A1, A2]. Return the event of an early end."""
    to = first
    for left in range(die - 1, -1, -1):
        came_from = seeker.at
        enter(game, seeker, to)
        if left == 0:
            return None
        ended, halt = ends_here(table, game, seeker, asks=True)
        ways = places.branches(game.area(seeker.at), came_from)
        if ended or not ways:
            return halt
        to = branch_of(ways, die)
        if gate := places.closed_gate(game, seeker.at, to):
            return course.GateStops(seeker.name, gate.id)
        if to in game.trip.path:
            return None
    return None


def branch_of(ways: Sequence[str], die: int) -> str:
    """Return the exit for a die. Two exits: 1–3 left, 4–6 right; three: 1–2, 3–4, 5–6 [4.5]."""
    return ways[(die - 1) * len(ways) // SIX]


def ends_here(table: Table, game: Game, seeker: Seeker, *, asks: bool) -> tuple[bool, Halt | None]:
    """Return whether an area on the way ends the move: the Entrance, a Chamber, the Crystal Chamber [4.7–4.10].

    The second value is the event to tell after the move.
    """
    if seeker.at == game.tables.board.entrance:
        return True, None
    if not places.is_chamber(game, seeker.at):
        return False, None
    if asks and seeker.at == game.crystal and _ask_to_stop(table, game, seeker):
        return True, None
    halt = _roll_chamber_hold(table, game, seeker)
    return halt is not None, halt


def _ask_to_stop(table: Table, game: Game, seeker: Seeker) -> bool:
    options = (Option(STOP, "move.stop"), Option(ON, "move.on"))
    facts: Facts = {"character": seeker.name, **places.area_facts(game, seeker.at)}
    return table.ask(Choose(who=seeker.seat, why="move.stop", options=options, facts=facts)) == STOP


def _roll_chamber_hold(table: Table, game: Game, seeker: Seeker) -> course.ChamberHolds | None:
    """A die decides whether the move goes on through the Chamber [4.9]."""
    go_on = game.tables.seekers.go_on
    facts: Facts = {"character": seeker.name, **places.area_facts(game, seeker.at), "on": faces_said(go_on)}
    if int(table.roll("1K6", "move.chamber", **facts)) not in go_on:
        return course.ChamberHolds(seeker.name, places.area_word(game, seeker.at), seeker.at)
    table.tell(course.ChamberPassed(seeker.name, places.area_word(game, seeker.at), seeker.at))
    return None


# Branches at choice ----------------------------------------------------------------------------------------------


def walk_route(table: Table, game: Game, seeker: Seeker, die: int) -> Halt | None:
    """Let the player choose a route of exactly this length, or one that ends early [4.4, 4.7, 4.10].

    Return the event of an early end.
    """
    found = distinct_routes(game, routes(game, seeker, die))
    ways = [
        Way(_route_option(game, seeker, route, odds=forecast.is_bare(game, seeker, route.areas[-1])), route)
        for route in found
    ]
    if game.trip.towards:
        route = nearest(game, [way.meant for way in ways], game.trip.towards)
    else:
        route = table.ask(choice(seeker.seat, "move.route", ways, {"character": seeker.name, "number": die}))
    for at in route.areas:
        enter(game, seeker, at)
        if at != route.areas[-1]:
            ended, halt = ends_here(table, game, seeker, asks=False)
            if ended:
                return halt
    return course.GateStops(seeker.name, route.gate) if route.gate else None


def nearest(game: Game, found: Sequence[Route], to: str) -> Route:
    """Return the route that ends nearest to an area; the first of equal ones."""
    far = distances(to, lambda at: places.neighbours(game, at))
    return min(found, key=lambda route: far.get(route.areas[-1], len(game.tables.board.area)))


def _route_option(game: Game, seeker: Seeker, route: Route, *, odds: bool) -> Option:
    end = route.areas[-1]
    through = tuple(places.area_word(game, at) for at in route.areas[:-1] if places.is_chamber(game, at))
    label = "route.gate" if route.gate else "route.through" if through else "route.to"
    note, there = _area_note(game, seeker, end, odds=odds)
    way: Facts = {"gate": route.gate, "through": through, "brief": forecast.glimpse_inside(game, seeker, end)}
    facts: Facts = {**places.area_facts(game, end), **way, **there}
    return Option(route.id, label, note, facts)


def routes(game: Game, seeker: Seeker, die: int) -> Iterator[Route]:
    """Return every route of this length, and those that end early."""
    for at in places.neighbours(game, seeker.at):
        if at not in game.trip.path:
            yield from _routes_onward(game, (seeker.at, at), die - 1)


def _routes_onward(game: Game, walked: tuple[str, ...], left: int) -> Iterator[Route]:
    here, so_far = walked[-1], walked[1:]
    ways = places.branches(game.area(here), walked[-2])
    if left == 0 or here == game.tables.board.entrance or not ways:
        yield Route(so_far)
        return
    if here == game.crystal:
        yield Route(so_far)
    for to in ways:
        yield from _routes_by_step(game, walked, to, left)


def _routes_by_step(game: Game, walked: tuple[str, ...], to: str, left: int) -> Iterator[Route]:
    """Closed Gates, or an area already used, end the route."""
    gate = places.closed_gate(game, walked[-1], to)
    if gate:
        yield Route(walked[1:], gate.id)
    elif to in walked or to in game.trip.path:
        yield Route(walked[1:])
    else:
        yield from _routes_onward(game, (*walked, to), left - 1)


def distinct_routes(game: Game, found: Iterator[Route]) -> list[Route]:
    """Keep the first of all routes with the same end, Gates and Chambers on the way."""
    unlike: dict[tuple[Any, ...], Route] = {}
    for route in found:
        through = tuple(at for at in route.areas[:-1] if places.is_chamber(game, at))
        unlike.setdefault((route.areas[-1], route.gate, through), route)
    return list(unlike.values())


# Put elsewhere by an effect ------------------------------------------------------------------------------------


def transport(table: Table, game: Game, seeker: Seeker, at: str) -> None:
    """Put the Seeker on an area; in its own turn it explores there as after a move [5.7]."""
    seeker.at = at
    table.tell(course.Transported(seeker.name, places.area_word(game, at), at))
    if seeker.seat == game.active_seat:
        game.trip.moved, game.trip.evaded = True, []


def where_to(table: Table, game: Game, seeker: Seeker, to: str, source: Term) -> str:
    """Return the destination of an effect: fixed, by chance, or chosen by the player."""
    board = game.tables.board
    if to == "entrance":
        return board.entrance
    facts: Facts = {"character": seeker.name, "source": source}
    if to == "random_chamber":
        return table.draw(dict.fromkeys(board.chambers, 1), "effect.chamber", **facts)
    areas = [at for at in board.chambers if at != seeker.at] if to == "choice_chamber" else zone_of(game, seeker)
    game.trip.choice = areas
    options = tuple(_place_option(game, seeker, at) for at in areas)
    chosen = table.ask(Choose(who=seeker.seat, why="effect.where", options=options, facts=facts))
    game.trip.choice = []
    return chosen


OPERATIONS[MoveTo] = lambda table, game, work, op: transport(
    table, game, work.seeker, work.target or where_to(table, game, work.seeker, op.to, work.source)
)


def _place_option(game: Game, seeker: Seeker, at: str) -> Option:
    """The note tells who and what is there, or the distance from the Entrance."""
    note, there = forecast.what_is_there(game, seeker, at)
    far = distances(game.tables.board.entrance, lambda here: tuple(game.area(here).exits.values()))[at]
    facts: Facts = {**places.area_facts(game, at), "far": far, **there}
    return Option(at, f"place.{game.area(at).zone}", note or "place.far", facts)


def zone_of(game: Game, seeker: Seeker) -> list[str]:
    """Return all other areas of the Seeker's zone."""
    zone = game.area(seeker.at).zone
    return [area.id for area in game.tables.board.area if area.zone == zone and area.id != seeker.at]


def area_options(game: Game, areas: list[str], seeker: Seeker | None = None) -> tuple[Option, ...]:
    """Return the areas to choose from; with the forecast for the Seeker that goes there, if given."""
    return tuple(_area_option(game, at, seeker) for at in areas)


def _area_option(game: Game, at: str, seeker: Seeker | None) -> Option:
    note, there = forecast.what_is_there(game, seeker, at) if seeker else ("", {})
    return Option(at, "area.pick", note, {**places.area_facts(game, at), **there})
