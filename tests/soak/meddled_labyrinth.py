"""Game masters of Labirynt Śmierci who meddle at random, and what may not come of it."""

from __future__ import annotations

from typing import Any

from rules.kernel.advance import Position
from rules.kernel.answers import Answer
from rules.kernel.autopilot import anything
from rules.kernel.corrections import AGAIN, entry, offered
from rules.kernel.requests import GM
from tests.soak.meddling import Meddler


class Caller(Meddler):
    """A game master who has only parts of the game run by the bot, and no more than the party may live through."""

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
