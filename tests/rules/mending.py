"""How a test sets something right in a game, as its game master would."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.answers import Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.corrections import Aloud, offered
from rules.kernel.events import Event, Told
from rules.kernel.requests import GM
from rules.kernel.table import Table
from tests.rules.contract.witness import GameWitness


class GameMaster(msgspec.Struct, frozen=True):
    """Whoever may set right what this game offers."""

    witness: GameWitness

    def heard(self, game: Any, what: str, answer: Value = None, *, whispered: bool = False) -> list[Told]:
        """Set one thing right; what is told, and to whom. Nothing about the game is impossible that was not before."""
        before = self.witness.impossible(game, "")
        table = Table((), Scripted({}))
        taken = judge(offered(self.witness.rules, game), [what] if answer is None else [what, answer], GM)
        self.witness.rules.correct(Aloud(table, whispered=whispered), game, taken)
        forgiven = self.witness.meddling.forgiven if self.witness.meddling else ()
        found = [wrong for wrong in self.witness.impossible(game, "") if not any(part in wrong for part in forgiven)]
        assert [wrong for wrong in found if wrong not in before] == []
        return table.story.told

    def set_right(self, game: Any, what: str, answer: Value = None) -> list[Event]:
        """Set one thing right; all that is told."""
        return [one.event for one in self.heard(game, what, answer)]

    def open_now(self, game: Any) -> list[str]:
        """The ids of everything that may be set right."""
        return [action.option.id for action in self.witness.rules.corrections(game)]

    def question(self, game: Any, what: str) -> Any:
        """What is asked for a correction."""
        return next(action.ask for action in offered(self.witness.rules, game).actions if action.option.id == what)

    def options(self, game: Any, what: str) -> list[str]:
        """The ids that may be answered to it."""
        return [option.id for option in self.question(game, what).options]
