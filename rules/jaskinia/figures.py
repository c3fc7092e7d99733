"""A game in numbers, for the report of a simulation."""

from __future__ import annotations

from rules.jaskinia.model import Game, Tally

APART = ("rounds", "found", "searched")
"""Of the tally what is not shown as a mean."""


def figures(game: Game) -> dict[str, int]:
    """What was counted; ``spread.``: shown by its percentiles; ``rate.``: shares of the games that have the figure.

    ``rate.won.SEEKER``: each Seeker's share of the games that somebody won; ``rate.found.…``: how the Crystal Chamber
    was found, of the games in which it was.
    """
    tally = game.tally
    counted = {name: getattr(tally, name) for name in Tally.__struct_fields__ if name not in APART}
    return {"spread.rounds": tally.rounds, **counted, **_found(tally), **_winner(game)}


def _found(tally: Tally) -> dict[str, int]:
    """In which round, and how."""
    if not tally.found:
        return {}
    by_search = int(tally.searched > 0)
    return {"spread.found_in_round": tally.found, "rate.found.search": by_search, "rate.found.map": 1 - by_search}


def _winner(game: Game) -> dict[str, int]:
    """Who won, and what the Seeker with the Crystal was worth."""
    if not game.winner:
        return {}
    player = game.players[game.winner]
    one, everybody = player.seeker, game.tables.seekers.seeker
    won = {f"rate.won.{sheet.id}": int(sheet.id == (one.id if one else player.last)) for sheet in everybody}
    if one is None or game.outcome != "crystal":
        return won
    return {**won, "spread.own_strength_of_winner": one.strength, "spread.own_power_of_winner": one.power}
