"""Another throw of a die, for Gems [8.2, 8.3]."""

from __future__ import annotations

from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.events.fights import DieRethrown
from rules.labirynt_czarnoksieznika.model import Game

KEEP = "keep"
"""The answer of whoever lets a roll stand."""


def wanted(order: str, losing: bool) -> bool:
    """Whether a player with this standing order wants to be asked about a roll; ``losing``: it is a bad one."""
    return order == "ask" or (order == "losing" and losing)


def may_rethrow(game: Game, seat: Seat, losing: bool) -> bool:
    """Whether a player can pay for another throw, and wants to be asked [8.2]."""
    team = game.teams[seat]
    return team.gems >= game.tables.gems.reroll and wanted(team.orders.reroll, losing)


def price(game: Game, seat: Seat) -> dict[str, Fact]:
    """What another throw costs, and what the player has."""
    return {"price": game.tables.gems.reroll, "gems": game.teams[seat].gems}


def again(game: Game, seat: Seat, id: str, label: str, face: int, **facts: Fact) -> Option:
    """Another throw as an option; ``face`` is what the die shows."""
    return Option(id, label, "reroll", {"face": face, **price(game, seat), **facts})


def rethrow(table: Table, game: Game, seat: Seat, before: int, why: str, **facts: Fact) -> int:
    """The player pays, the die is thrown, the new face stands [8.3]."""
    team = game.teams[seat]
    team.gems -= game.tables.gems.reroll
    game.tally.rerolls += 1
    after = int(table.roll("1K6", why, **facts))
    table.tell(DieRethrown(seat, before, after, team.gems))
    return after
