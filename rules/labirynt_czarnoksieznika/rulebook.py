"""The game as the kernel and the bot know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.kernel.answers import Value
from rules.kernel.requests import Action, Request, Seat, Taken
from rules.kernel.saving import Codec
from rules.kernel.scenario import Scene
from rules.kernel.table import Event, Table
from rules.labirynt_czarnoksieznika import autopilot
from rules.labirynt_czarnoksieznika.corrections import agree, correct, corrections
from rules.labirynt_czarnoksieznika.events import EVENTS
from rules.labirynt_czarnoksieznika.figures import figures
from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.options import CHOICES, read
from rules.labirynt_czarnoksieznika.scenes import scene
from rules.labirynt_czarnoksieznika.sight import view
from rules.labirynt_czarnoksieznika.stage import play_stage
from rules.labirynt_czarnoksieznika.tables import Tables, load
from rules.labirynt_czarnoksieznika.view import View

NAME = "labirynt-czarnoksieznika"
SCHEMA = 1
VERSION = 1
ROLLS = ("setup", "teleport", "encounter", "fight", "trap", "cloud", "ability", "bones")
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""


class LabiryntCzarnoksieznika:
    """Labirynt Czarnoksiężnika with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = NAME
    version = VERSION
    schema = SCHEMA
    seats = (2, 4)
    budget = 800
    events: tuple[type[Event], ...] = EVENTS
    switches = CHOICES
    rolls = ROLLS

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._codec = Codec(Game, SCHEMA)

    @classmethod
    def with_tables(cls, own: Path | None = None) -> LabiryntCzarnoksieznika:
        """The game with the shipped tables, or a group's own where its folder has them; raises ``BadTable``."""
        return cls(load(own))

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""
        return self.tables.digest

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The state before the set-up; refuses options that do not exist."""
        game = Game(options=read(options), seats=tuple(seats))
        game.play_with(self.tables)
        return game

    def stage(self, table: Table, state: Game) -> None:
        """Play one stage."""
        play_stage(table, state)

    def corrections(self, state: Game) -> Sequence[Action[Any]]:
        """What a game master may set right or place now."""
        return corrections(state)

    def correct(self, table: Table, state: Game, taken: Taken) -> None:
        """Set it right."""
        correct(table, state, taken)

    def agree(self, state: Game, options: Mapping[str, str]) -> None:
        """Put changed house rules in force; refuses those of the set-up."""
        agree(state, options)

    def over(self, state: Game) -> bool:
        """Whether the game has ended."""
        return state.outcome != ""

    def view(self, state: Game, viewer: Seat | None) -> View:
        """What a seat may know."""
        return view(state, viewer)

    def autopilot(self, state: Game, request: Request[Any], seat: Seat) -> Value:
        """A sensible answer."""
        return autopilot.answer(state, request, seat)

    def figures(self, state: Game) -> dict[str, int]:
        """Fights, deaths, Crystals, Gems, who won on which board."""
        return figures(state)

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Game, Scene]:
        """A position and a rule for a scenario file; raises ``BadTable``."""
        return scene(self.tables, rule, setup)

    def encode(self, state: Game) -> bytes:
        """The state as MessagePack."""
        return self._codec.encode(state)

    def decode(self, saved: bytes, schema: int) -> Game:
        """The state with the tables in force; raises ``BadSave``."""
        game = self._codec.decode(saved, schema)
        game.play_with(self.tables)
        return game
