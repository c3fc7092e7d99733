"""Game masters of Labirynt Śmierci who meddle at random, and what may not come of it."""

from __future__ import annotations

from typing import Any

from rules.kernel.advance import Position
from rules.kernel.answers import Answer
from rules.kernel.autopilot import anything
from rules.kernel.corrections import AGAIN, entry, offered
from rules.kernel.requests import GM
from tests.soak.labyrinth import impossible_between_stages
from tests.soak.meddling import BUDGET, Meddler, replayed

FORGIVEN = ("spells more than the potentials allow", " sun with ")
"""What cannot be unless a game master teaches, or takes the talisman away that had given spells."""


def broken_promises(meddler: Meddler, budget: int = BUDGET) -> list[str]:
    """Play a game that is meddled with; return impossible states, views that fail, replays that differ."""
    found = []
    for stage in meddler.play(budget):
        wrong = [*stage.wrong, *impossible_between_stages(stage.end.state), *replayed(meddler, stage)]
        found += [
            f"stage {stage.snapshot.stage}: {fault}" for fault in wrong if not any(of in fault for of in FORGIVEN)
        ]
    return found


class Caller(Meddler):
    """A game master who has only parts of the game run by the bot, and no more than the party may live through.

    ``told``: the kinds of events that were told.
    """

    told: frozenset[str] = frozenset()

    def broken_promises(self) -> list[str]:
        """Play the game; return what is wrong in it, and forgive nothing."""
        found = []
        for stage in self.play(BUDGET):
            found += [*stage.wrong, *impossible_between_stages(stage.end.state), *replayed(self, stage)]
            self.told |= {type(told.event).__name__ for told in stage.end.told}
        return found

    def _entry(self, position: Position[Any], step: int, nth: int) -> Answer:
        offers = offered(self.rules, position.state).actions if position.rulable else ()
        calls = [offer for offer in offers if offer.option.id in ("monsters", "trap", "treasure")]
        if not calls:
            return entry(step, nth, AGAIN)
        action = self.chance.choice(calls)
        self.done.append(action.option.id)
        answer = anything(action.ask, GM, self.chance.randrange)
        if action.option.id == "monsters":
            few = {"kind": "orc", "number": 1, "strength": 2, "second": "warg", "second_number": 1, "third": "nobody"}
            answer = {
                **answer,
                **few,
                "how": self.chance.choice(["meeting", "talks", "fight", "ambush"]),
                "after": "go",
            }
        return entry(step, nth, action.option.id, answer)
