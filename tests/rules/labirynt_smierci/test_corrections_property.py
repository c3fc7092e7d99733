"""Whole games in which a game master meddles at random: nothing breaks, and everything replays."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.advance import Position
from rules.kernel.answers import Answer
from rules.kernel.autopilot import anything
from rules.kernel.corrections import AGAIN, entry, offered
from rules.kernel.requests import GM
from rules.labirynt_smierci.events import EVENTS, corrections
from tests.soak.journeys import labyrinth, sensible, wild
from tests.soak.labyrinth import badly_shown, impossible_between_stages
from tests.soak.meddling import BUDGET, Meddler, replayed

pytestmark = pytest.mark.long

RULES = labyrinth()

FORGIVEN = ("spells more than the potentials allow", " sun with ")
"""What cannot be unless a game master teaches, or takes the talisman away that had given spells."""


def broken_promises(meddler: Meddler, budget: int = BUDGET) -> list[str]:
    """What is wrong in a game that is meddled with: impossible states, views that fail, replays that differ."""
    found = []
    for stage in meddler.play(budget):
        wrong = [*stage.wrong, *impossible_between_stages(stage.end.state), *replayed(meddler, stage)]
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong if not any(of in one for of in FORGIVEN)]
    return found


@pytest.mark.parametrize("n", range(18))
def test_a_meddling_game_master_cannot_break_a_reckless_game(n: int) -> None:
    """Two to four people do anything that is legal, and so does the game master."""
    assert broken_promises(Meddler(wild(RULES, 500 + n), badly_shown)) == []


@pytest.mark.parametrize("n", range(6))
def test_a_meddling_game_master_cannot_break_a_careful_game(n: int) -> None:
    """The autopilot bears everything that happens to its party."""
    assert broken_promises(Meddler(sensible(RULES, 500 + n), badly_shown)) == []


def test_everything_is_set_right_some_day() -> None:
    """In a few games each kind of correction is taken, but for stones, who are rare; else we had looked at nothing."""
    done: dict[str, int] = {}
    told: dict[str, int] = {}
    for n in (*range(10), 14, 17, 19, 54):  # monsters are set right in a fight, the dead come back: both are rare
        meddler = Meddler(wild(RULES, 600 + n), badly_shown)
        for stage in meddler.play(BUDGET):
            told |= dict.fromkeys((type(one.event).__name__ for one in stage.end.told), 1)
        done |= dict.fromkeys(meddler.done, 1)

    assert sorted(verb for verb in done if verb != "flesh") == sorted(ALL)
    of_corrections = [event.__name__ for event in EVENTS if event.__module__ == corrections.__name__]
    assert [name for name in of_corrections if name not in told] == ["MonstersParted"]  # scenarios have it


class Caller(Meddler):
    """A game master who has only parts of the game run by the bot, and no more than the party may live through."""

    def _entry(self, position: Position[Any], step: int, nth: int) -> Answer:
        offers = offered(self.rules, position.state).actions if position.rulable else ()
        calls = [one for one in offers if one.option.id in ("monsters", "trap")]
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


def test_a_party_that_is_called_for_something_again_and_again_stays_whole() -> None:
    """Meetings of one kind or two, and traps, at whatever moment: nothing breaks, and all replays."""
    done: dict[str, int] = {}
    told: dict[str, int] = {}
    for n in range(6):
        caller = Caller(sensible(RULES, 900 + n), badly_shown)
        for stage in caller.play(BUDGET):
            assert [*stage.wrong, *impossible_between_stages(stage.end.state), *replayed(caller, stage)] == []
            told |= dict.fromkeys((type(one.event).__name__ for one in stage.end.told), 1)
        done |= dict.fromkeys(caller.done, 1)

    assert sorted(done) == ["monsters", "trap"]
    assert {"TrapCalled", "MonstersCalled"} <= told.keys()


ALL = (
    "strength", "full", "resistance", "dexterity", "gold", "experience", "formation",
    "give", "arm", "valuable", "take", "learn", "forget", "usable",
    "position", "lay", "sun", "adventure", "monsters", "trap", "lair", "dismiss", "foe",
)  # fmt: skip
