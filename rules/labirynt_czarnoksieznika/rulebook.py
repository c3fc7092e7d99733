"""The game's implementation of ``Rules``, the migrations of older schemas, and figures for simulations."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any, ClassVar

from rules.kernel.rulebook import Rulebook
from rules.kernel.saving import Migration
from rules.kernel.turns import ordered_anew
from rules.labirynt_czarnoksieznika.autopilot import advise, answer
from rules.labirynt_czarnoksieznika.corrections import DEEDS, WAITING, agree, corrections, put_to_rest
from rules.labirynt_czarnoksieznika.events import EVENTS
from rules.labirynt_czarnoksieznika.free_actions import ORDER_WORDS
from rules.labirynt_czarnoksieznika.make_view import view
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS, Game
from rules.labirynt_czarnoksieznika.options import CHOICES, LENGTH, read
from rules.labirynt_czarnoksieznika.scenario_setup import scene
from rules.labirynt_czarnoksieznika.stage import play_stage
from rules.labirynt_czarnoksieznika.tables import Tables, load


def figures(game: Game) -> dict[str, int]:
    """Return the counts of a game; ``spread.`` names are shown by percentiles, ``rate.`` names as shares of games.

    ``rate.won.TEAM``, ``rate.seat.SEAT`` and ``rate.face.FACE``: victories of a team, of a seat, and of the owner of a
    board with this face up.
    ``spread.busiest``: the percentage of Moves that the busiest character of a team made, as a mean over the teams.
    """
    tally = game.tally
    teams = [[game.tally.moves.get(card.id, 0) for card in game.cards_of(seat)] for seat in game.seats]
    return {
        "spread.rounds": tally.rounds,
        "spread.busiest": round(fmean([100 * max(moves) / sum(moves) for moves in teams if sum(moves)] or [0])),
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
        **{f"rate.seat.{seat}": int(seat == game.winner) for seat in game.seats},
        **{f"rate.face.{game.boards[team.board]}": int(team.seat == game.winner) for team in game.teams.values()},
    }


def _upgrade_asked_orders(state: dict[str, Any]) -> dict[str, Any]:
    """Migrate 1 → 2: the old default ``ask`` for scrolls and Force shield meant to ask only with such
    a scroll in hand.
    """
    return ordered_anew(state, "teams", {"scrolls": ("ask", "turn"), "shield": ("ask", "life")})


ROLLS = ("setup", "teleport", "encounter", "fight", "trap", "cloud", "ability", "bones")
"""The kinds of roll: first parts of ``why``, in the order of the rulebook."""


class LabiryntCzarnoksieznika(Rulebook[Game, Tables]):
    """The rules of Labirynt Czarnoksiężnika with tables in force; implements ``rules.kernel.game.Rules``."""

    name = "labirynt-czarnoksieznika"
    version = 5
    schema = 2
    migrations: ClassVar[Mapping[int, Migration]] = {1: _upgrade_asked_orders}
    seats = (2, 4)
    rivals = True
    budget = 800
    events = EVENTS
    switches = CHOICES
    length = LENGTH
    usual_orders = USUAL_ORDERS
    order_words = ORDER_WORDS
    rolls = ROLLS
    draws = ("setup.team", "setup.board")

    state = Game
    load = staticmethod(load)
    read = staticmethod(read)
    stage = staticmethod(play_stage)
    corrections = staticmethod(corrections)
    deeds = DEEDS
    waiting = WAITING
    put_to_rest = staticmethod(put_to_rest)
    agree = staticmethod(agree)
    view = staticmethod(view)
    autopilot = staticmethod(answer)
    advise = staticmethod(advise)
    figures = staticmethod(figures)
    direct = staticmethod(scene)
