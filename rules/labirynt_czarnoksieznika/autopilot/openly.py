"""The purpose of the usual Move, told only if it follows from public facts and so reveals nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from rules.kernel.answers import Value
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.autopilot.free_actions import can_win, is_a_step_from_camp
from rules.labirynt_czarnoksieznika.autopilot.moving import Move
from rules.labirynt_czarnoksieznika.autopilot.plans import plan_of, spare
from rules.labirynt_czarnoksieznika.exploration.exploring import hidden_on_the_way
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS, board_of, chamber_of, place
from rules.labirynt_czarnoksieznika.ways import Stepping

BLANK = "-"
"""Stands for an unknown token that is no Crystal."""


class Aim(Struct, frozen=True):
    """The purpose of a Move, by its target chamber; ``reached``: the Move enters this chamber.

    ``what`` is ``win`` for a Move that ends the game, or for the Gem that pays for it.
    """

    what: str
    where: str
    reached: bool


def aim_of(game: Game, request: NextAction, value: Value) -> Aim | None:
    """Return the purpose of a step, a scroll or a Gem for another Move, or None for other answers."""
    if value == ["again"]:
        return _winning_aim(game, request)
    move = next(
        (action for action in request.actions if isinstance(action, Move) and action.option.id == value[0]), None
    )
    if not move or move.aside:
        return None
    character, goal = move.character, plan_of(game, move.character).goal
    kind = game.kind_at(place(goal, board_of(character.at)))
    at_home = game.teams[character.seat].board == board_of(character.at)
    if kind in ELEMENTS or kind == "plain":
        kind = "rune" if kind == character.rune and not at_home else "crystal"
    ends = chamber_of(move.where) if isinstance(move, Stepping) else value[-1]
    if kind == "camp" and ends == goal and spare(game, character) >= 0:
        kind = "win"
    return Aim(kind, goal, ends == goal)


def _winning_aim(game: Game, request: NextAction) -> Aim | None:
    seats = [action.who for action in request.actions if action.option.id == "again"]
    people = [
        person
        for seat in seats
        for person in game.people_of(seat)
        if can_win(game, person) and is_a_step_from_camp(game, person)
    ]
    return Aim("win", chamber_of(game.camp_of(people[0].seat)), reached=True) if people else None


def foretold(game: Game, request: NextAction, seat: Seat) -> tuple[Value, Aim | None] | None:
    """Return the usual answer and its aim, or None if they depend on hidden things.

    Every possible content of this seat's Runes and Backpacks is tried; the true one is restored at the end.
    """
    people = game.people_of(seat)
    kept = [(person, person.rune, person.pack) for person in people]
    answers: list[Value] = []
    aims: list[Aim | None] = []
    try:
        for hidden in product(*(list(_possible_hidden_loads(game, person)) for person in people)):
            for character, (rune, pack) in zip(people, hidden, strict=True):
                character.rune, character.pack = rune, pack
            answers.append(answer(game, request, seat))
            aims.append(aim_of(game, request, answers[-1]))
            if answers[-1] != answers[0]:
                break
    finally:
        for character, rune, pack in kept:
            character.rune, character.pack = rune, pack
    if any(each != answers[0] for each in answers):
        return None
    return answers[0], aims[0] if all(aim == aims[0] for aim in aims) else None


def _possible_hidden_loads(game: Game, character: Character) -> Iterator[tuple[str, list[str]]]:
    """Return each Rune and number of Crystals that the character may carry by public knowledge."""
    known = int(game.teams[character.seat].crystal == character.id)
    most = min(len(character.pack), known + hidden_on_the_way(game))
    for rune in ELEMENTS if character.rune else ("",):
        for crystals in range(min(known, most), most + 1):
            yield rune, [CRYSTAL] * crystals + [BLANK] * (len(character.pack) - crystals)
