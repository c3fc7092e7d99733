"""Gems: enough of them win the game, some buy another throw of a die [8.2, 8.3, E1]."""

from __future__ import annotations

from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.events.course import GameWon
from rules.labirynt_czarnoksieznika.events.fights import DieRethrown
from rules.labirynt_czarnoksieznika.model import Game, Outcome


def earn(table: Table, game: Game, seat: Seat, gems: int) -> None:
    """Gems for a player, who wins with enough of them at once [E1]."""
    game.teams[seat].gems += gems
    if game.teams[seat].gems >= game.options.gems:
        win(table, game, seat, "gems")


def win(table: Table, game: Game, seat: Seat, how: Outcome) -> None:
    """The game is over, unless it was so before."""
    if game.outcome:
        return
    game.outcome, game.winner = how, seat
    team = game.teams[seat]
    table.tell(GameWon(seat, Word(f"team.{team.team}"), Word(f"outcome.{how}"), team.gems))


# Another throw -------------------------------------------------------------------------------------------------

KEEP = "keep"
"""The answer of whoever lets a roll stand."""


def wants_asking(order: str, losing: bool, dying: bool = False) -> bool:
    """Whether a player with this standing order wants to be asked about a roll; ``losing``: it is a bad one.

    ``dying``: and costs somebody the last Life Point.
    """
    return order == "ask" or (order == "losing" and losing) or (order == "dying" and losing and dying)


def can_pay(game: Game, seat: Seat) -> bool:
    """Whether a player has the Gems for another throw [8.2]."""
    return game.teams[seat].gems >= game.tables.gems.reroll


def may_rethrow(game: Game, seat: Seat, losing: bool, dying: bool = False) -> bool:
    """Whether a player can pay for another throw, and wants to be asked [8.2]."""
    return can_pay(game, seat) and wants_asking(game.teams[seat].orders.reroll, losing, dying)


def price_facts(game: Game, seat: Seat) -> dict[str, Fact]:
    """What another throw costs, and what the player has."""
    return {"price": game.tables.gems.reroll, "gems": game.teams[seat].gems}


def again_option(game: Game, seat: Seat, id: str, label: str, face: int, note: str = "reroll", **facts: Fact) -> Option:
    """Another throw as an option; ``face`` is what the die shows, ``note`` what the throw is good for."""
    return Option(id, label, note, {"face": face, **price_facts(game, seat), **facts})


def rethrow(table: Table, game: Game, seat: Seat, before: int, why: str, **facts: Fact) -> int:
    """The player pays, the die is thrown, the new face stands [8.3]."""
    team = game.teams[seat]
    team.gems -= game.tables.gems.reroll
    game.tally.rerolls += 1
    after = int(table.roll("1K6", why, **facts))
    table.tell(DieRethrown(seat, before, after, team.gems))
    return after
