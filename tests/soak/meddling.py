"""A game master who sets something right at random moments of a game that others play."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from rules.kernel.advance import Position, Snapshot, advance, cut, run
from rules.kernel.answers import Answer, Value, judge
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.corrections import AGAIN, CORRECTION, entry, rulable, waits
from rules.kernel.errors import Refused
from rules.kernel.game import seat_ids
from rules.kernel.requests import GM, Action, NextAction, Request, Seat
from tests.rules.contract.witness import GameWitness
from tests.soak.journeys import Game
from tests.soak.promises import Check, looks_well, stored

TRIES = 50
MOST_IN_A_ROW = 3


class Meddled(msgspec.Struct, frozen=True):
    """One stage with what was set right in it, and what was found wrong meanwhile."""

    snapshot: Snapshot
    log: list[Answer]
    end: Position[Any]
    wrong: list[str]


class Meddler:
    """The game master of one game: what was offered, and the verbs of what was done.

    ``shown``: finds what is wrong with a position that waits.
    """

    def __init__(self, game: Game, shown: Check) -> None:
        self.game = game
        self.rules = game.rules
        self.shown = shown
        self.chance = Random(f"gm {game.seed.hex()}")
        self.offers: list[NextAction] = []
        self.done: list[str] = []

    def play(self, budget: int) -> Iterator[Meddled]:
        """Each stage, until the game is over or the budget is used up."""
        state, chain = self.rules.begin(seat_ids(self.game.seats), self.game.options), Sealed(self.game.seed).chain
        for number in range(budget):
            snapshot = cut(self.rules, state, number, chain)
            stage = self._stage(snapshot)
            yield stage
            state, chain = stage.end.state, self._chain_after(stage)
            if self.rules.over(state):
                return

    def _stage(self, snapshot: Snapshot) -> Meddled:
        untouched = self._finish(snapshot, [])
        log: list[Answer] = untouched.given
        wrong: list[str] = []
        if log and self.chance.random() < 0.8:
            before = self.chance.choice(log).step
            log = self._meddle(snapshot, [row for row in log if row.step < before], wrong)
        end = self._finish(snapshot, log)
        return Meddled(snapshot, [*log, *end.given], end, wrong)

    def _meddle(self, snapshot: Snapshot, log: list[Answer], wrong: list[str]) -> list[Answer]:
        """The log with some entries before the question that it leads to."""
        step = -1
        for nth in range(self.chance.randint(1, MOST_IN_A_ROW)):
            position = advance(self.rules, snapshot, log, self._sealed(snapshot))
            wrong += [*self.shown(position), *looks_well(self.rules, position)] if position.waiting else []
            log = [*log, *position.given]
            if position.waiting is None or (nth and position.step != step):
                return log
            step = position.step
            log.append(self._entry(position, step, nth))
        return log

    def _entry(self, position: Position[Any], step: int, nth: int) -> Answer:
        offers = rulable(self.rules, position.state, now=position.rulable).actions
        if not offers:
            return entry(step, nth, AGAIN)
        self.offers.append(NextAction(who=GM, why=CORRECTION, actions=offers))
        verb = self.chance.choice(sorted(dict.fromkeys(one.option.id.partition(":")[0] for one in offers)))
        action = self.chance.choice([one for one in offers if one.option.id.partition(":")[0] == verb])
        answer = self._legal_answer(self.offers[-1], action)
        if action.ask is not None and answer is None:
            return entry(step, nth, AGAIN)
        self.done.append(verb)
        later = waits(self.rules, position.state, action.option.id, answer, now=position.rulable)
        whispered = not later and self.chance.random() < 0.2
        return entry(step, nth, action.option.id, answer, whispered=whispered, waits=later)

    def _legal_answer(self, offers: NextAction, action: Action[Any]) -> Value:
        """Return any answer that the check of a form accepts; None if there is no question, or none was found."""
        for _ in range(TRIES if action.ask is not None else 0):
            assert action.ask is not None
            answer = anything(action.ask, GM, self.chance.randrange)
            with contextlib.suppress(Refused):
                judge(offers, [action.option.id, answer], GM)
                return answer
        return None

    def _finish(self, snapshot: Snapshot, log: list[Answer]) -> Position[Any]:
        state = self.rules.decode(snapshot.state, self.rules.schema)
        speaker = self.game.people.choice(state.seats)

        def people(request: Request[Any], seat: Seat) -> Value:
            return self.game.player(state, request, seat)

        return run(self.rules, state, log, self._sealed(snapshot), people, speaker)

    def _sealed(self, snapshot: Snapshot) -> Sealed:
        return Sealed(self.game.seed, snapshot.chain)

    def _chain_after(self, stage: Meddled) -> bytes:
        chance = self._sealed(stage.snapshot)
        advance(self.rules, stage.snapshot, stage.log, chance)
        return chance.chain


def replayed(meddler: Meddler, stage: Meddled) -> list[str]:
    """How a stage differs when its stored log is played again."""
    again = advance(meddler.rules, stage.snapshot, stored(stage.log), Sealed(meddler.game.seed, stage.snapshot.chain))
    differences = {
        "asks again": again.waiting is not None or bool(again.given),
        "another state": meddler.rules.encode(again.state) != meddler.rules.encode(stage.end.state),
        "other events": again.told != stage.end.told,
    }
    return [difference for difference, is_so in differences.items() if is_so]


class Story(msgspec.Struct):
    """What came of a game: everything wrong with it, the verbs of what was set right, the events that were told."""

    wrong: list[str]
    done: list[str]
    told: list[str]


def meddled(
    witness: GameWitness, game: Game, budget: int, by: type[Meddler] = Meddler, forgiven: Sequence[str] = ()
) -> Story:
    """Play a game with a game master in it: impossible states, views that tell too much, other replays."""
    meddler, story = by(game, witness.badly_shown), Story([], [], [])
    for stage in meddler.play(budget):
        wrong = [*stage.wrong, *witness.between_stages(stage.end.state), *replayed(meddler, stage)]
        found = [fault for fault in wrong if not any(part in fault for part in forgiven)]
        story.wrong += [f"stage {stage.snapshot.stage}: {fault}" for fault in found]
        story.told += [type(one.event).__name__ for one in stage.end.told]
    story.done += meddler.done
    return story
