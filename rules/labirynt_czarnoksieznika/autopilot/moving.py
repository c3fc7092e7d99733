"""Moves: which character, by which way, with which scroll, to which board; and which Rune is nearer."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Any

from rules.kernel.answers import Value
from rules.kernel.grid import distances
from rules.kernel.requests import Action, Choose, NextAction, Seat
from rules.kernel.taking import about, take, verb_of
from rules.labirynt_czarnoksieznika.arriving import STOP
from rules.labirynt_czarnoksieznika.autopilot.plans import FAR, Plan, crystals_of, distance, plan_of, spare
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.tables.places import board_of, chamber_of, exits
from rules.labirynt_czarnoksieznika.ways import BY_DIE

SAVED_BY_A_SCROLL = 2.0
"""A scroll is read for no less than so many Moves."""

VERBS = ("step", "jump", "haste")


def choose_move(game: Game, request: NextAction, seat: Seat) -> Value:
    """The Move after which the least is left to do; who brings the game's last Crystal home goes before all others."""
    moves = [action for action in request.of(seat) if verb_of(action) in VERBS]
    plans = {id: plan_of(game, game.characters[id]) for id in dict.fromkeys(_mover(move) for move in moves)}
    _, answer = min(
        ((cost, answer) for move in moves for cost, answer in _ways(game, plans[_mover(move)], move)),
        key=lambda way: way[0],
    )
    return answer


def _mover(action: Action[Any]) -> str:
    return about(action).partition(":")[0]


def _ways(game: Game, plan: Plan, move: Action[Any]) -> Iterator[tuple[float, Value]]:
    """The answers that take this action, each with what is left to do after it."""
    one = game.characters[_mover(move)]
    won = -FAR if crystals_of(one) and spare(game, one) >= 0 else 0
    if verb_of(move) == "step":
        yield won + plan.through(about(move).partition(":")[2]), take(move, choose_board(game, one, move.ask))
    elif verb_of(move) == "jump":
        assert isinstance(move.ask, Choose)  # it asks where to
        for option in move.ask.options:
            yield won + SAVED_BY_A_SCROLL + plan.through(option.id), take(move, option.id)
    else:
        steps = game.tables.finds.of("haste").steps
        yield won + SAVED_BY_A_SCROLL + plan.through(_best_within(game, one, plan, steps)), take(move)


def choose_board(game: Game, one: Character, ask: Any) -> Value:
    """To which board a Teleport shall lead: to the own one when Gems are spare, else as the die says."""
    if not isinstance(ask, Choose):
        return None
    own = str(game.teams[one.seat].board)
    goes_home = crystals_of(one) and spare(game, one) >= game.tables.gems.choose_board
    return own if goes_home and any(option.id == own for option in ask.options) else BY_DIE


# Haste ---------------------------------------------------------------------------------------------------------


def _best_within(game: Game, one: Character, plan: Plan, steps: int) -> str:
    """The best chamber that so many steps can reach, the own one only if it can be left and come back to."""
    near = _near(game, one, chamber_of(one.at), steps)
    return min(near, key=lambda chamber: (plan.through(chamber), near[chamber]))


def _near(game: Game, one: Character, start: str, steps: int) -> dict[str, int]:
    """Chambers within so many steps, without the start; nobody walks on through a Teleport chamber."""
    face, home = game.face_at(one.at), game.teams[one.seat].board == board_of(one.at)

    def ways(chamber: str) -> list[str]:
        through = chamber == start or chamber != face.teleport
        return [to for to in exits(face, chamber).values() if home or to != face.camp] if through else []

    return {chamber: far for chamber, far in distances(start, ways).items() if 0 < far <= steps}


def hasten(game: Game, request: Choose, seat: Seat) -> Value:
    """The next step under Haste: on towards the best chamber that is left in reach, or stop."""
    one = game.characters[game.entered]
    offered = [option.id for option in request.options]
    plan, left = plan_of(game, one), _left(game, request)
    ends = {chamber: _end(game, one, plan, chamber, left - 1) for chamber in offered if chamber != STOP}
    best = min(ends, key=ends.__getitem__)
    stays = plan.costs.get(chamber_of(one.at), FAR) + plan.after
    return STOP if STOP in offered and stays < ends[best] else best


def _left(game: Game, request: Choose) -> int:
    """How many steps there are, this one among them."""
    return game.tables.finds.of("haste").steps + 1 - int(str(request.facts["number"]))


def _end(game: Game, one: Character, plan: Plan, chamber: str, left: int) -> float:
    """What is left at best when the steps that remain go on from this chamber."""
    goes_on = chamber != game.face_at(one.at).teleport
    ends = [plan.through(end) for end in _near(game, one, chamber, left)] if goes_on and left else []
    return min([plan.through(chamber), *ends])


# Runes ---------------------------------------------------------------------------------------------------------


def pick_rune(game: Game, runes: list[str], seat: Seat) -> str:
    """The one whose chambers are nearest to the Teleports of the other boards."""
    boards = [board for board in range(len(game.boards)) if board != game.teams[seat].board]
    return min(runes, key=lambda rune: fmean(_far(game, board, rune) for board in boards))


def _far(game: Game, board: int, rune: str) -> float:
    face = game.face(board)
    return distance(face, face.teleport, getattr(face, rune))
