"""The game as the kernel and the bot know it, and how states of older schemas become today's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.jaskinia import gates, movement
from rules.jaskinia.autopilot import answer
from rules.jaskinia.corrections import agree, correct, corrections
from rules.jaskinia.effects import primitives
from rules.jaskinia.events import EVENTS
from rules.jaskinia.exploration import chambers
from rules.jaskinia.fight import enemies
from rules.jaskinia.figures import figures
from rules.jaskinia.model import Annex, Game
from rules.jaskinia.options import ALONE, CHOICES, SPELLS_TOO, read
from rules.jaskinia.scenes import scene
from rules.jaskinia.sight import view
from rules.jaskinia.stage import play_stage
from rules.jaskinia.tables import Tables, load
from rules.kernel.orders import ordered_anew
from rules.kernel.requests import Seat
from rules.kernel.rulebook import Rulebook
from rules.kernel.saving import Migration
from rules.kernel.table import Event


def _asked_in_every_window(state: dict[str, Any]) -> dict[str, Any]:
    """1 → 2: to be asked was usual for Dispel and Spells in defence, and meant with such a Spell in hand only."""
    return ordered_anew(state, "players", {"dispel": ("ask", "aimed"), "defence": ("ask", "losing")})


MIGRATIONS: Mapping[int, Migration] = {1: _asked_in_every_window}

NAME = "jaskinia"
SCHEMA = 2
VERSION = 5
ROLLS = ("setup", "move", "gate", "chamber", "crystal", "effect", "fight", "psychic", "duel", "evade", "save", "steal")
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""

CHAPTERS = (primitives, movement, gates, enemies, chambers)
"""The modules that register what operations do (``effects.OPERATIONS``): a game has all of them."""


class Jaskinia(Rulebook[Game, Tables]):
    """Jaskinia with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = NAME
    version = VERSION
    schema = SCHEMA
    migrations = MIGRATIONS
    seats = (1, 6)
    rivals = True
    budget = 3000
    events: tuple[type[Event], ...] = EVENTS
    switches = CHOICES
    rolls = ROLLS
    draws = ("setup.seeker", "seeker.next", "cards.cave", "cards.adventure")

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The state before the set-up; beside the main board with what there is only there."""
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
    correct = staticmethod(correct)
    agree = staticmethod(agree)
    view = staticmethod(view)
    autopilot = staticmethod(answer)
    figures = staticmethod(figures)
    direct = staticmethod(scene)
