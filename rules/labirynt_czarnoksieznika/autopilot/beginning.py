"""The set-up: a team, a side of the board, who sleeps."""

from __future__ import annotations

from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.tables.sheets import CharacterSheet

ON_DICE = ("six_wins", "wins_ties", "no_auto_loss")
"""Abilities that win clashes with the same Strength."""


def best_team(game: Game, teams: list[str]) -> str:
    """The one whose two best characters are the best."""
    return max(teams, key=lambda team: sum(sorted(_value(one) for one in _cards(game, team))[1:]))


def best_side(game: Game, faces: list[str]) -> str:
    """The milder one: nobody walks there more than its owner, who wins more often on it in simulated games."""
    return min(faces, key=lambda face: sum(game.tables.boards.of(face).digits.values()))


def who_sleeps(game: Game, ids: list[str]) -> str:
    """The weakest; in simulated games it costs most to let the strongest sleep."""
    return min(ids, key=lambda id: _value(game.card(id)))


def _cards(game: Game, team: str) -> list[CharacterSheet]:
    return [one for one in game.tables.characters.character if one.team == team]


def _value(one: CharacterSheet) -> float:
    body = one.strength + one.life / 2 + one.armour_slots / 2 + len(one.magic) / 4
    return body + (one.ability in ON_DICE)
