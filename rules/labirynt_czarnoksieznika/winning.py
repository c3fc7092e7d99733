"""The end of the game: enough Gems, or nobody else left [E1, E2]."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import GameWon
from rules.labirynt_czarnoksieznika.model import Game, Outcome


def earn(table: Table, game: Game, seat: Seat, gems: int) -> None:
    """Gems for a player, who wins with enough of them at once [E1]."""
    game.teams[seat].gems += gems
    if game.teams[seat].gems >= game.options.gems:
        _won(table, game, seat, "gems")


def look_for_the_last(table: Table, game: Game) -> None:
    """When all other teams are finally dead the one that is left wins, whoever struck [E2]."""
    left = [seat for seat in game.order if game.lives(seat)]
    if len(left) == 1:
        _won(table, game, left[0], "last")


def _won(table: Table, game: Game, seat: Seat, how: Outcome) -> None:
    if game.outcome:
        return
    game.outcome, game.winner = how, seat
    team = game.teams[seat]
    table.tell(GameWon(seat, Word(f"team.{team.team}"), Word(f"outcome.{how}"), team.gems))
