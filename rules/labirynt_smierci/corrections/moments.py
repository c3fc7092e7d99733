"""When what may be set right: never so that a rule that is running would stand on nothing."""

from __future__ import annotations

from rules.labirynt_smierci.model import Game


def open_to_corrections(game: Game) -> bool:
    """Whether the party has set out, the game goes on, and no segment is in anybody's hand."""
    return bool(game.levels) and not game.outcome and game.drawn is None and bool(game.people)


def quiet(game: Game) -> bool:
    """Between two fights, and nothing lies there to be divided."""
    return game.fight is None and not game.heap and not game.fallen


def calm(game: Game) -> bool:
    """Quiet, and no monsters wait for what the party does: the next question is where to go."""
    return quiet(game) and (game.outside or game.met is None or game.met.stance == "truce")
