"""What a seat may know of the game: everything, for nobody hides a coin."""

from __future__ import annotations

import msgspec
from rules.the_well.model import Game

from rules.kernel.requests import Seat


class View(msgspec.Struct, frozen=True):
    """Everybody's coins, in the order of play; who has won, '' while nobody has."""

    coins: tuple[tuple[Seat, int], ...]
    goal: int
    winner: Seat


def view(game: Game, viewer: Seat | None) -> View:
    """The game as anybody sees it."""
    return View(tuple(game.coins.items()), game.options.coins, game.outcome)
