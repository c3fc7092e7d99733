"""Areas of the board, the Gates between them, and the guardians of the trials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.jaskinia.model import FightKind, Game
from rules.jaskinia.tables.sheets import Area, Gate
from rules.kernel.words import Fact, Word

WEALTH = "wealth"
FIGHTS: Mapping[str, FightKind] = {"strength": "fight", "power": "psychic"}
"""The trials that are fought."""


def trial_value(game: Game, trial: str) -> int:
    """Return a guardian's Strength or Power, or the points for the Trial of Wealth."""
    crystal = game.tables.crystal
    return {"strength": crystal.strength_guardian, "power": crystal.power_guardian, WEALTH: crystal.wealth_points}[
        trial
    ]


CLOCKWISE = "NESW"


def area_word(game: Game, id: str) -> Word:
    """Return the name of an area."""
    return Word(f"cavearea.{game.area(id).name}")


def area_facts(game: Game, id: str) -> Mapping[str, Fact]:
    """Return the facts of an area for a question: its name and its place on the map."""
    return {"where": area_word(game, id), "at": id}


def side_to(game: Game, here: str, there: str) -> Word:
    """Return the direction of a neighbouring area."""
    return Word(f"side.{next(side for side, beyond in game.area(here).exits.items() if beyond == there).lower()}")


def neighbours(game: Game, id: str) -> Iterator[str]:
    """Return the areas that can be entered from here, not those behind closed Gates."""
    for beyond in game.area(id).exits.values():
        if not closed_gate(game, id, beyond):
            yield beyond


def closed_gate(game: Game, first: str, other: str) -> Gate | None:
    """Return the closed Gates between two areas, if there are any."""
    for gate in game.tables.board.gate:
        if gate.id not in game.gates and first in gate.between and other in gate.between:
            return gate
    return None


def gates_at(game: Game, id: str) -> list[Gate]:
    """Return the closed Gates at this area [4.8]."""
    return [gate for gate in game.tables.board.gate if id in gate.between and gate.id not in game.gates]


def other_side(gate: Gate, id: str) -> str:
    """Return the area on the other side of the Gates."""
    name, other = gate.between
    return other if id == name else name


def branches(area: Area, came_from: str) -> list[str]:
    """Return the areas ahead, clockwise from the exit by which this one was entered: the first is left [4.6]."""
    back = next(side for side, beyond in area.exits.items() if beyond == came_from)
    turn = CLOCKWISE.index(back)
    order = (*CLOCKWISE[turn + 1 :], *CLOCKWISE[:turn])
    return [area.exits[side] for side in order if side in area.exits]


def is_chamber(game: Game, id: str) -> bool:
    """Whether an area is a Chamber."""
    return game.area(id).kind == "chamber"
