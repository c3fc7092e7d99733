"""The game as the kernel and the bot know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Action, Request, Seat, Taken
from rules.kernel.saving import Codec
from rules.kernel.scenario import Scene
from rules.kernel.table import Event, Table
from rules.labirynt_smierci import autopilot
from rules.labirynt_smierci.corrections import agree, correct, corrections
from rules.labirynt_smierci.events import EVENTS
from rules.labirynt_smierci.figures import figures
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.options import CHOICES, read
from rules.labirynt_smierci.scenes import scene
from rules.labirynt_smierci.sight import view
from rules.labirynt_smierci.stage import play_stage
from rules.labirynt_smierci.tables import Tables, load
from rules.labirynt_smierci.view import View

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


class LabiryntSmierci:
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
        self.tables = tables
        self._codec = Codec(Game, SCHEMA)

    @classmethod
    def with_tables(cls, own: Path | None = None) -> LabiryntSmierci:
        """The game with the shipped tables, or a group's own where its folder has them; raises ``BadTable``."""
        return cls(load(own))

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""
        return self.tables.digest

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The state before the set-up; refuses options that do not exist."""
        chosen = read(options)
        if chosen.heroes > len(self.tables.heroes.hero):
            raise Refused("option", name="heroes", values=(f"0–{len(self.tables.heroes.hero)}",))
        if len(seats) > chosen.heroes + chosen.apprentices:
            raise Refused("more_seats", most=chosen.heroes + chosen.apprentices)
        game = Game(options=chosen, seats=tuple(seats))
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
        """Put changed house rules in force; refuses those that made the party."""
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
        """Fights, rounds, deaths, gold, experience, and who killed most."""
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
