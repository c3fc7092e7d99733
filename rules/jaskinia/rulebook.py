"""The game as the kernel and the bot know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.jaskinia.autopilot import answer
from rules.jaskinia.corrections import agree, correct, corrections
from rules.jaskinia.events import EVENTS
from rules.jaskinia.figures import figures
from rules.jaskinia.model import Game
from rules.jaskinia.options import CHOICES, read
from rules.jaskinia.scenes import scene
from rules.jaskinia.sight import view
from rules.jaskinia.stage import play_stage
from rules.jaskinia.tables import Tables, load
from rules.kernel.requests import Seat
from rules.kernel.rulebook import Rulebook
from rules.kernel.scenario import Scene
from rules.kernel.table import Event

NAME = "jaskinia"
SCHEMA = 1
VERSION = 1
ROLLS = ("setup", "move", "gate", "chamber", "crystal", "effect", "fight", "psychic", "duel", "evade", "save", "steal")
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""


class Jaskinia(Rulebook[Game, Tables]):
    """Jaskinia with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = NAME
    version = VERSION
    schema = SCHEMA
    seats = (1, 6)
    rivals = True
    budget = 3000
    events: tuple[type[Event], ...] = EVENTS
    switches = CHOICES
    rolls = ROLLS

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, Game)

    @classmethod
    def with_tables(cls, own: Path | None = None) -> Jaskinia:
        """The game with the shipped tables, or a group's own where its folder has them; raises ``BadTable``."""
        return cls(load(own))

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The state before the set-up; refuses options that do not exist."""
        return self.in_force(Game(options=read(options), seats=tuple(seats)))

    stage = staticmethod(play_stage)
    corrections = staticmethod(corrections)
    correct = staticmethod(correct)
    agree = staticmethod(agree)
    view = staticmethod(view)
    autopilot = staticmethod(answer)
    figures = staticmethod(figures)

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Game, Scene]:
        """A position and a rule for a scenario file; raises ``BadTable``."""
        return scene(self.tables, rule, setup)
