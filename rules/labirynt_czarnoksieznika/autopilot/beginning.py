"""The set-up: a team, a side of the board, who sleeps."""

from __future__ import annotations

from collections.abc import Sequence

from rules.labirynt_czarnoksieznika.autopilot.odds import Prospect, prospects
from rules.labirynt_czarnoksieznika.autopilot.plans import CARRIED, FREE, ON_A_TASK, toll
from rules.labirynt_czarnoksieznika.autopilot.roads import costs
from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.places import CHAMBERS
from rules.labirynt_czarnoksieznika.tables.sheets import BoardFace, CharacterSheet

STRENGTH, LIFE = 5, 3
"""A character with a common Weapon, by whom boards are compared."""


def best_team(game: Game, teams: list[str]) -> str:
    """The one whose two best characters are the best."""
    return max(teams, key=lambda team: sum(sorted(_value(one) for one in _cards(game, team))[1:]))


def best_side(game: Game, faces: list[str]) -> str:
    """The side on which the round from the Camp by the Runes and the Teleport home costs least."""
    return min(faces, key=lambda face: _round(game, game.tables.boards.of(face)))


def who_sleeps(game: Game, ids: list[str]) -> str:
    """The weakest."""
    return min(ids, key=lambda id: _value(game.card(id)))


def _cards(game: Game, team: str) -> list[CharacterSheet]:
    return [one for one in game.tables.characters.character if one.team == team]


def _value(one: CharacterSheet) -> float:
    return one.strength + one.life / 2 + one.armour_slots / 2 + len(one.magic) / 4


def _round(game: Game, face: BoardFace) -> float:
    met = prospects(game.tables.encounters, STRENGTH, 0, "")
    legs = (
        (face.camp, face.runes, FREE),
        (face.runes, face.teleport, ON_A_TASK),
        (face.teleport, face.camp, CARRIED),
    )
    return sum(_leg(face, start, goal, met, stake / LIFE) for start, goal, stake in legs)


def _leg(face: BoardFace, start: str, goal: str, met: Sequence[Prospect], fear: float) -> float:
    tolls = tuple(toll(met[face.digits[one]], fear) if one in face.digits else 1.0 for one in CHAMBERS)
    return costs(face, goal, tolls, home=True)[start]
