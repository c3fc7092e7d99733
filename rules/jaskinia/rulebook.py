"""The game's entry point for the kernel and the bot, with the upgrades of old schemas and the figures
of a simulation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.jaskinia import effects, movement
from rules.jaskinia.autopilot import advise, answer
from rules.jaskinia.corrections import DEEDS, WAITING, agree, corrections, put_to_rest
from rules.jaskinia.events import EVENTS
from rules.jaskinia.exploration import chambers
from rules.jaskinia.fight import enemies
from rules.jaskinia.make_view import view
from rules.jaskinia.model import ORDER_WORDS, USUAL_ORDERS, Annex, Game, Tally
from rules.jaskinia.options import ALONE, CHOICES, LENGTH, SPELLS_TOO, read
from rules.jaskinia.scenario_setup import scene
from rules.jaskinia.tables import Tables, load
from rules.jaskinia.turn import play_stage
from rules.kernel.requests import Seat
from rules.kernel.rulebook import Rulebook
from rules.kernel.saving import Migration
from rules.kernel.turns import ordered_anew

APART = ("rounds", "found", "searched")
"""Fields of the tally that are not shown as a mean."""


def figures(game: Game) -> dict[str, int]:
    """Return the figures of a game. ``spread.``: shown by percentiles; ``rate.``: a share of the games that have the
    figure.

    ``rate.won.SEEKER``, ``rate.seat.SEAT``: each one's share of the games that somebody won; ``rate.found.…``: how the
    Crystal Chamber was found, of the games in which it was.
    """
    tally = game.tally
    counted = {name: getattr(tally, name) for name in Tally.__struct_fields__ if name not in APART}
    return {"spread.rounds": tally.rounds, **counted, **_crystal_found_stats(tally), **_winner_stats(game)}


def _crystal_found_stats(tally: Tally) -> dict[str, int]:
    if not tally.found:
        return {}
    by_search = int(tally.searched > 0)
    return {"spread.found_in_round": tally.found, "rate.found.search": by_search, "rate.found.map": 1 - by_search}


def _winner_stats(game: Game) -> dict[str, int]:
    if not game.winner:
        return {}
    player = game.players[game.winner]
    seeker, everybody = player.seeker, game.tables.seekers.seeker
    won = {f"rate.won.{sheet.id}": int(sheet.id == (seeker.id if seeker else player.last)) for sheet in everybody}
    won |= {f"rate.seat.{seat}": int(seat == game.winner) for seat in game.seats}
    if not seeker or game.outcome != "crystal":
        return won
    return {**won, "spread.own_strength_of_winner": seeker.strength, "spread.own_power_of_winner": seeker.power}


def _upgrade_asked_orders(state: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 → 2: the old default ``ask`` meant to ask only with such a Spell in hand."""
    return ordered_anew(state, "players", {"dispel": ("ask", "aimed"), "defence": ("ask", "losing")})


ROLLS = ("setup", "move", "gate", "chamber", "crystal", "effect", "fight", "psychic", "duel", "evade", "save", "steal")
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""

CHAPTERS = (effects, movement, enemies, chambers)
"""The modules that register operations in ``effects.OPERATIONS``; importing them makes the game complete."""


class Jaskinia(Rulebook[Game, Tables]):
    """The rules of Jaskinia with their tables; implements ``rules.kernel.game.Rules``."""

    name = "jaskinia"
    version = 6
    schema = 2
    migrations: ClassVar[Mapping[int, Migration]] = {1: _upgrade_asked_orders}
    seats = (1, 6)
    rivals = True
    budget = 3000
    events = EVENTS
    switches = CHOICES
    length = LENGTH
    usual_orders = USUAL_ORDERS
    order_words = ORDER_WORDS
    rolls = ROLLS
    draws = ("setup.seeker", "seeker.next", "cards.cave", "cards.adventure")

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """Return the state before the set-up, with an ``Annex`` if the Cave lies beside the main board."""
        game = super().begin(seats, options)
        board = options.get("board", ALONE)
        if board != ALONE:
            game.annex = Annex(dealt=board == SPELLS_TOO)
        return game

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
