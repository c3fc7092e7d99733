"""The course of a game: the set-up, then a turn to a stage [2, 4]."""

from __future__ import annotations

from rules.jaskinia.model import Game
from rules.jaskinia.setup import set_up
from rules.jaskinia.turn import play_turn
from rules.kernel.requests import Seat
from rules.kernel.turns import in_turns


def is_in(game: Game, seat: Seat) -> bool:
    """Whether a player is still in the game: dead is who gets another Seeker, or is out [8.5]."""
    return not game.players[seat].out


play_stage = in_turns(set_up, play_turn, is_in)
"""One stage; stage 0 is the set-up, every other the turn of one player."""
