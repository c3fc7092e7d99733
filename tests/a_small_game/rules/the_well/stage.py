"""The sequence of play: a stage is the turn of one player."""

from __future__ import annotations

from rules.the_well.model import BucketTipped, BucketUp, CoinsKept, Game, WellWon

from rules.kernel.requests import Option
from rules.kernel.table import Table

AGAIN, STOP = Option("again", "well_again"), Option("stop", "well_stop")


def play_stage(table: Table, game: Game) -> None:
    """Nobody has a coin; then one turn after the other, until somebody has enough."""
    if game.stage == 0:
        game.coins = dict.fromkeys(game.seats, 0)
    else:
        play_turn(table, game)
    game.stage += 1


def play_turn(table: Table, game: Game) -> None:
    """Bucket after bucket, until the player stops or the bucket tips over [2]."""
    game.bucket = 0
    while draw(table, game):
        table.set_right()
        if table.choose(game.active, "well.next", (STOP, AGAIN), bucket=game.bucket) == STOP.id:
            keep(table, game)
            return


def draw(table: Table, game: Game) -> bool:
    """Let the bucket down; whether it comes up with anything [1]."""
    coins = game.tables.brought(int(table.roll("1K6", "well.draw", player=game.active))).coins
    if not coins:
        table.tell(BucketTipped(game.active))
        return False
    game.bucket += coins
    table.tell(BucketUp(game.active, coins, game.bucket))
    return True


def keep(table: Table, game: Game) -> None:
    """The coins are the player's; who has enough wins [3]."""
    game.coins[game.active] += game.bucket
    table.tell(CoinsKept(game.active, game.coins[game.active]))
    if game.coins[game.active] >= game.options.coins:
        game.outcome = game.active
        table.tell(WellWon(game.active))
