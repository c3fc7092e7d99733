"""The game as the kernel and the bot know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from rules.kernel.rulebook import Rulebook
from rules.kernel.scenario import Scene
from rules.kernel.table import Event
from rules.labirynt_smierci.autopilot import answer
from rules.labirynt_smierci.corrections import agree, correct, corrections
from rules.labirynt_smierci.events import EVENTS
from rules.labirynt_smierci.figures import figures
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.options import CHOICES, read
from rules.labirynt_smierci.scenes import scene
from rules.labirynt_smierci.sight import view
from rules.labirynt_smierci.stage import play_stage
from rules.labirynt_smierci.tables import Tables, load

NAME = "labirynt-smierci"
SCHEMA = 1
VERSION = 1
# fmt: off
ROLLS = (
    "setup", "monsters", "negotiation", "bribe", "combat", "powers", "resist", "spell", "spells", "resurrection",
    "traps", "treasure", "jewels", "items", "potion", "talisman", "finds", "mirrors", "gate",
)
# fmt: on
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""


class LabiryntSmierci(Rulebook[Game, Tables]):
    """Labirynt Śmierci with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = NAME
    version = VERSION
    schema = SCHEMA
    seats = (1, 6)
    budget = 400
    events: tuple[type[Event], ...] = EVENTS
    switches = CHOICES
    rolls = ROLLS

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, Game)

    @classmethod
    def with_tables(cls, own: Path | None = None) -> LabiryntSmierci:
        """The game with the shipped tables, or a group's own where its folder has them; raises ``BadTable``."""
        return cls(load(own))

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The state before the set-up; refuses options that do not exist."""
        chosen = read(options)
        if chosen.heroes > len(self.tables.heroes.hero):
            raise Refused("option", name="heroes", values=(f"0–{len(self.tables.heroes.hero)}",))
        if len(seats) > chosen.heroes + chosen.apprentices:
            raise Refused("more_seats", most=chosen.heroes + chosen.apprentices)
        return self.in_force(Game(options=chosen, seats=tuple(seats)))

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
