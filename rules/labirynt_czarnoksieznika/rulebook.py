"""The game as the kernel and the bot know it, and how states of older schemas become today's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.orders import ordered_anew
from rules.kernel.rulebook import Rulebook
from rules.kernel.saving import Migration
from rules.kernel.table import Event
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.corrections import agree, correct, corrections
from rules.labirynt_czarnoksieznika.events import EVENTS
from rules.labirynt_czarnoksieznika.figures import figures
from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.options import CHOICES, read
from rules.labirynt_czarnoksieznika.scenes import scene
from rules.labirynt_czarnoksieznika.sight import view
from rules.labirynt_czarnoksieznika.stage import play_stage
from rules.labirynt_czarnoksieznika.tables import Tables, load


def _asked_in_every_window(state: dict[str, Any]) -> dict[str, Any]:
    """1 → 2: to be asked was usual for scrolls and the Force shield, and meant with such a scroll in hand only."""
    return ordered_anew(state, "teams", {"scrolls": ("ask", "turn"), "shield": ("ask", "life")})


MIGRATIONS: Mapping[int, Migration] = {1: _asked_in_every_window}

NAME = "labirynt-czarnoksieznika"
SCHEMA = 2
VERSION = 4
ROLLS = ("setup", "teleport", "encounter", "fight", "trap", "cloud", "ability", "bones")
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""


class LabiryntCzarnoksieznika(Rulebook[Game, Tables]):
    """Labirynt Czarnoksiężnika with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = NAME
    version = VERSION
    schema = SCHEMA
    migrations = MIGRATIONS
    seats = (2, 4)
    rivals = True
    budget = 800
    events: tuple[type[Event], ...] = EVENTS
    switches = CHOICES
    rolls = ROLLS
    draws = ("setup.team", "setup.board")

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
