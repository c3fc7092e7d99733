"""The set-up: decks, Seekers, who begins [2]."""

from __future__ import annotations

from rules.jaskinia.decks import fill
from rules.jaskinia.dying import first_seeker
from rules.jaskinia.events.course import SeekersOrder
from rules.jaskinia.hand import draw_spells
from rules.jaskinia.model import Game, Player
from rules.kernel.table import Table
from rules.kernel.turns import highest_begins


def set_up(table: Table, game: Game) -> None:
    """Stage 0: everything before the first turn."""
    fill(game)
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
