"""The game as the kernel and the bot know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.the_well.model import CHOICES, EVENTS, Game, read
from rules.the_well.stage import AGAIN, STOP, play_stage
from rules.the_well.tables import Tables, load
from rules.the_well.view import view

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.errors import BadTable
from rules.kernel.requests import Action, Request, Seat, Taken
from rules.kernel.rulebook import Rulebook
from rules.kernel.scenario import Scene
from rules.kernel.table import Table

ENOUGH = 3
"""With so many coins in the bucket a careful player stops."""


class TheWell(Rulebook[Game, Tables]):
    """The Well with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = "the-well"
    version = 1
    seats = (1, 4)
    rivals = True
    budget = 500
    events = EVENTS
    switches = CHOICES
    rolls = ("well",)
    draws: tuple[str, ...] = ()

    state = Game
    load = staticmethod(load)
    read = staticmethod(read)
    stage = staticmethod(play_stage)
    view = staticmethod(view)

    def advise(self, game: Game, request: Request[Any], seat: Seat) -> Advice:
        """The autopilot's answer, without a reason."""
        return Advice(self.autopilot(game, request, seat))

    def autopilot(self, game: Game, request: Request[Any], seat: Seat) -> Value:
        """Stops in good time."""
        return STOP.id if game.bucket >= ENOUGH else AGAIN.id

    def agree(self, game: Game, options: Mapping[str, str]) -> None:
        """How many coins win may change."""
        game.options = read(options)

    def figures(self, game: Game) -> Mapping[str, int]:
        """How long it took."""
        return {"turns": game.stage - 1}

    def corrections(self, game: Game) -> Sequence[Action[Any]]:
        """A game master has nothing to set right."""
        return ()

    def correct(self, table: Table, game: Game, taken: Taken) -> None:
        """So nothing ever is."""

    @staticmethod
    def direct(tables: Tables, rule: str, setup: Mapping[str, Any]) -> tuple[Game, Scene]:
        """There are no scenario files."""
        raise BadTable("the-well", rule, "there are no scenes")
