"""The end of the game: the Crystal, or nobody else left [10.8, 10.9]."""

from __future__ import annotations

from rules.jaskinia.events.course import CaveWon, CrystalTaken, LastAlive
from rules.jaskinia.model import Game, Seeker
from rules.kernel.table import Table
from rules.kernel.words import Word


def take_crystal(table: Table, game: Game, one: Seeker) -> None:
    """All three trials passed: the game is won at once [10.8]."""
    if not game.outcome:
        game.outcome, game.winner = "crystal", one.seat
        table.tell(CrystalTaken(one.seat, one.name))


def look_for_the_last(table: Table, game: Game) -> None:
    """When all players but one are out the last one wins; alone one has lost [10.9]."""
    left = [player for player in game.players.values() if not player.out]
    if game.outcome or len(left) > 1 or (left and len(game.seats) == 1):
        return
    if not left:
        game.outcome = "lost"
        table.tell(CaveWon(game.active_seat))
        return
    last = left[0]
    game.outcome, game.winner = "last", last.seat
    table.tell(LastAlive(last.seat, Word(f"seeker.{last.seeker.id if last.seeker else last.last}")))
