"""A game in numbers, for the report of a simulation."""

from __future__ import annotations

from statistics import fmean

from rules.labirynt_czarnoksieznika.model import Game


def figures(game: Game) -> dict[str, int]:
    """What was counted; ``spread.``: shown by its percentiles; ``rate.``: shares of the games that have the figure.

    ``rate.won.TEAM`` and ``rate.face.FACE``: won by this team, by the owner of a board with this face upwards.
    ``spread.busiest``: of how many of a hundred Moves of its team one character made, as a mean of the teams.
    """
    tally = game.tally
    return {
        "spread.rounds": tally.rounds,
        "spread.busiest": _busiest(game),
        "table_rolls": tally.table_rolls,
        "monsters_beaten": tally.monsters_won,
        "monsters_lost_to": tally.monsters_lost,
        "monsters_tied": tally.monsters_tied,
        "duels": tally.duels,
        "duels_won_by_attacker": tally.duels_won,
        "deaths": tally.deaths,
        "crystals_won": tally.crystals,
        "crystals_brought_home": tally.brought_home,
        "gems_from_monsters": tally.gems_won,
        "gloves": tally.gloves,
        "rerolls": tally.rerolls,
        "scrolls": tally.scrolls,
        **{f"rate.won.{team.team}": int(team.seat == game.winner) for team in game.teams.values()},
        **{f"rate.face.{game.boards[team.board]}": int(team.seat == game.winner) for team in game.teams.values()},
    }


def _busiest(game: Game) -> int:
    teams = [[game.tally.moves.get(one.id, 0) for one in game.cards_of(seat)] for seat in game.seats]
    return round(fmean([100 * max(moves) / sum(moves) for moves in teams if sum(moves)] or [0]))
