"""The autopilot's Moves: character, way, scroll and board; and the choice of a Rune."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel.answers import Value, plain
from rules.kernel.grid import distances
from rules.kernel.offers import answer_with, meanings
from rules.kernel.requests import Choose, NextAction, Request, Seat
from rules.labirynt_czarnoksieznika.autopilot.plans import AT, FAR, Plan, crystals_of, danger, plan_of, spare, task_left
from rules.labirynt_czarnoksieznika.free_actions import Naming
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS, Place, board_of, chamber_of, exits, place
from rules.labirynt_czarnoksieznika.turn import Haste, Jump
from rules.labirynt_czarnoksieznika.ways import Board, Stepping

TURNS = 2.0
"""The penalty, in Moves, for each recent Move that a character made more than a team-mate."""
PATIENCE = 3.0
"""The penalty, in Moves, for each Move of a team-mate while a character waits with a Rune."""
DELIVERED = 40.0
"""The bonus, in Moves, for laying down a Rune or bringing a Crystal home; it outweighs all penalties."""
TAKEN = 10.0
"""The bonus, in Moves, for taking a Rune or Crystal or leaving its board with one; it outweighs ``TURNS``."""
BAD_ODDS = 2.0
"""A step whose toll is higher than this, in Moves, gets no ``TAKEN`` bonus."""
SAVED_BY_A_SCROLL = 2.0
"""A scroll must save at least this many Moves."""

Move = Stepping | Jump | Haste


def choose_move(game: Game, request: NextAction, seat: Seat) -> Value:
    """Return the Move with the least remaining cost; characters with similar errands take turns."""
    moves = [action for action in request.of(seat) if isinstance(action, Move) and not action.aside]
    if not moves:
        return ["stay"]
    people = {move.character.id: move.character for move in moves}
    plans = {id: plan_of(game, character) for id, character in people.items()}
    waits = {id: _wait_penalty(game, character, [*people.values()]) for id, character in people.items()}
    _, answer = min(
        (
            (
                _wait_penalty_of_move(game, plans[move.character.id], waits[move.character.id], move.character, ends)
                + cost,
                answer,
            )
            for move in moves
            for ends, cost, answer in _rated_move_answers(game, plans[move.character.id], move)
        ),
        key=lambda way: way[0],
    )
    return answer


def name_step(game: Game, naming: Naming) -> Value:
    """Return the planned step with the least remaining cost."""
    return answer_with(naming, _best_step(game, {way.option.id: way.meant for way in naming.ways}))


def step_ahead(game: Game, request: Choose[tuple[Character, Place] | None]) -> Value:
    """Return the planned step with the least remaining cost, for a question that asks for it alone."""
    return _best_step(game, meanings(request))


def _best_step(game: Game, ways: Mapping[str, tuple[Character, Place] | None]) -> str:
    steps = {id: step for id, step in ways.items() if step is not None}
    people = list({character.id: character for character, _ in steps.values()}.values())
    plans = {person.id: plan_of(game, person) for person in people}

    def left(character: Character, where: Place) -> float:
        waits = _wait_penalty_of_move(
            game, plans[character.id], _wait_penalty(game, character, people), character, where
        )
        return waits + _cost_left_after_move(game, plans[character.id], character, where)

    return min(steps, key=lambda id: left(*steps[id]))


def _wait_penalty(game: Game, character: Character, people: Sequence[Character]) -> float:
    """Return the penalty for moving before team-mates; a Crystal comes before all else, a winning one first."""
    if crystals_of(character):
        return -FAR if spare(game, character) >= 0 else -DELIVERED
    if character.rune and spare(game, character) + game.tables.gems.crystal >= 0:
        return 0.0
    moved = game.teams[character.seat].moved
    ahead = moved.count(character.id) - min(moved.count(other.id) for other in people)
    return TURNS * ahead - (
        PATIENCE * next((n for n, id in enumerate(reversed(moved)) if id == character.id), len(moved))
        if character.rune
        else 0.0
    )


def _cost_left_after_move(game: Game, plan: Plan, character: Character, where: Place) -> float:
    return plan.through(chamber_of(where)) + danger(game, character, where)


def _wait_penalty_of_move(game: Game, plan: Plan, waits: float, character: Character, where: Place) -> float:
    """Return the wait penalty of a Move; one that takes or delivers something has a bonus instead."""
    if chamber_of(where) != plan.goal:
        return waits
    kind, laden = game.kind_at(where), character.rune or crystals_of(character)
    if kind in (*ELEMENTS, "camp"):
        return min(waits, 0.0) - DELIVERED
    bad = plan.tolls[AT[plan.goal]] + danger(game, character, where) > BAD_ODDS
    return waits if bad or (kind == "teleport" and not laden) else min(waits, 0.0) - TAKEN


def _rated_move_answers(game: Game, plan: Plan, move: Move) -> Iterator[tuple[Place, float, Value]]:
    character = move.character
    match move:
        case Stepping(where=where):
            yield (
                where,
                _cost_left_after_move(game, plan, character, where),
                answer_with(move, choose_board(game, character, move.ask)),
            )
        case Jump(ways=ways):
            for way in ways:
                yield (
                    way.meant,
                    SAVED_BY_A_SCROLL + _cost_left_after_move(game, plan, character, way.meant),
                    move.answer(way),
                )
        case Haste():
            steps = game.tables.finds.of("haste").steps
            near = _chambers_within(game, character, chamber_of(character.at), steps)
            best = min(near, key=lambda chamber: (plan.through(chamber), near[chamber]))
            yield place(best, board_of(character.at)), SAVED_BY_A_SCROLL + plan.through(best), answer_with(move)


def choose_board(game: Game, character: Character, ask: Request[Board | None] | None) -> Value:
    """Choose the own board for a Teleport with Crystals and spare Gems, else let the die decide."""
    if not isinstance(ask, Choose):
        return None
    own = game.teams[character.seat].board
    goes_home = crystals_of(character) and spare(game, character) >= game.tables.gems.choose_board
    return plain(ask, own if goes_home and own in meanings(ask).values() else None, character.seat)


def choose_haven(game: Game, character: Character, request: Choose[Place]) -> Value:
    """Return the destination of a Teleport scroll with the least remaining cost."""
    plan, ways = plan_of(game, character), meanings(request)
    return min(ways, key=lambda id: _cost_left_after_move(game, plan, character, ways[id]))


# Haste ---------------------------------------------------------------------------------------------------------


def _chambers_within(game: Game, character: Character, start: str, steps: int) -> dict[str, int]:
    """Return the chambers within ``steps``, without the start; no way leads through a Teleport chamber."""
    face, home = game.face_at(character.at), game.teams[character.seat].board == board_of(character.at)

    def ways(chamber: str) -> list[str]:
        through = chamber == start or chamber != face.teleport
        return [to for to in exits(face, chamber).values() if home or to != face.camp] if through else []

    return {chamber: far for chamber, far in distances(start, ways).items() if 0 < far <= steps}


def hasten(game: Game, request: Choose[Place | None], seat: Seat) -> Value:
    """Return the next step under Haste towards the best chamber in reach, or stop."""
    character = game.characters[game.entered]
    offered = [*meanings(request).values()]
    plan, left = plan_of(game, character), game.tables.finds.of("haste").steps + 1 - int(str(request.facts["number"]))
    ends = {
        where: _least_cost_left(game, character, plan, chamber_of(where), left - 1)
        for where in offered
        if where is not None
    }
    best = min(ends, key=ends.__getitem__)
    stays = plan.costs.get(chamber_of(character.at), FAR) + plan.after
    return plain(request, None if None in offered and stays < ends[best] else best, seat)


def _least_cost_left(game: Game, character: Character, plan: Plan, chamber: str, left: int) -> float:
    goes_on = chamber != game.face_at(character.at).teleport
    ends = [plan.through(end) for end in _chambers_within(game, character, chamber, left)] if goes_on and left else []
    return min([plan.through(chamber), *ends])


# Runes ---------------------------------------------------------------------------------------------------------


def pick_rune(game: Game, character: Character, runes: list[str]) -> str:
    """Return the Rune with the shortest and safest Task, on average over the other boards."""
    return min(runes, key=lambda rune: task_left(game, character, rune))
