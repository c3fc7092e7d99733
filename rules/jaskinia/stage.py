"""The course of a game: the set-up, then a turn to a stage [2, 4]."""

from __future__ import annotations

from rules.jaskinia.model import Game
from rules.jaskinia.setup import set_up
from rules.jaskinia.turn import play_turn
from rules.kernel.table import Table


def play_stage(table: Table, game: Game) -> None:
    """One stage; stage 0 is the set-up, every other the turn of one player."""
    if game.stage == 0:
        set_up(table, game)
    else:
        play_turn(table, game)
        pass_on(game)
    if not game.outcome:
        game.stage += 1


def pass_on(game: Game) -> None:
    """The next player who is still in the game is at turn [2.6]."""
    if game.outcome:
        return
    for _ in game.order:
        game.turn = (game.turn + 1) % len(game.order)
        if game.turn == 0:
            game.tally.rounds += 1
        if not game.players[game.active_seat].out:
            return
