"""The course of a game: the set-up, then a turn to a stage [2, 4]."""

from __future__ import annotations

from rules.jaskinia.beside.outside import has_turn
from rules.jaskinia.cards import fill_decks
from rules.jaskinia.events.course import SeekersOrder
from rules.jaskinia.model import Game, Player
from rules.jaskinia.seeker.belongings import draw_spells
from rules.jaskinia.seeker.dying import first_seeker
from rules.jaskinia.turn import play_turn
from rules.jaskinia.turn_beside import play_turn_beside, set_up_beside
from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.kernel.turns import highest_begins, in_turns


def set_up(table: Table, game: Game) -> None:
    """Stage 0: everything before the first turn."""
    if game.beside is not None:
        set_up_beside(table, game)
        return
    fill_decks(game)
    gates = game.tables.board.gate
    game.gates = [gate.id for gate in gates if gate.open or game.options.gates == "open"]
    for seat in game.seats:
        game.players[seat] = Player(seat=seat)
    for seat in game.seats:
        first_seeker(table, game, seat)
    game.order = list(game.seats)
    for one in game.seekers:
        if spells := game.sheet(one).spells:
            draw_spells(table, game, one, spells)
    game.order = highest_begins(table, game.seats, "setup.first")
    game.tally.rounds = 1
    table.tell(SeekersOrder(tuple(game.order)))


def is_in(game: Game, seat: Seat) -> bool:
    """Whether a player has turns: dead is who gets another Seeker, or is out [8.5]; outside one has none."""
    return has_turn(game, seat) if game.beside is not None else not game.players[seat].out


def play_one_turn(table: Table, game: Game) -> None:
    """The turn of a player, alone or beside the main board."""
    if game.beside is not None:
        play_turn_beside(table, game)
    else:
        play_turn(table, game)


play_stage = in_turns(set_up, play_one_turn, is_in)
"""One stage; stage 0 is the set-up, every other the turn of one player."""
