"""The course of a game: the set-up, then a turn to a stage [2, 3]."""

from __future__ import annotations

from rules.kernel.turns import in_turns
from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.setup import set_up
from rules.labirynt_czarnoksieznika.turn import play_turn

play_stage = in_turns(set_up, play_turn, Game.lives)
"""One stage; stage 0 is the set-up, every other the turn of one player who still has characters [2.10, 8.10]."""
