"""A ruling at a question at which nothing may change waits until the rules allow it, and is told then and now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from rules.games import load
from rules.kernel.advance import Position, advance, dealt, run
from rules.kernel.answers import Answer
from rules.kernel.chance import ByHand, Sealed
from rules.kernel.corrections import (
    TAKE_BACK,
    Ruled,
    RulingDropped,
    RulingTakenBack,
    RulingWaits,
    entry,
    offered_later,
    rulable,
    taken,
    waits,
)
from rules.kernel.errors import Diverged, Refused
from rules.kernel.requests import Amount, Draw, Roll
from rules.kernel.saving import WaitingRuling
from rules.kernel.words import Phrase
from tests.soak.journeys import Game, Stage, play, sensible

STAGES = 14
NUMBERS = {"labirynt-smierci": "gold", "labirynt-czarnoksieznika": "life", "jaskinia": "purse"}
"""By game the verb that sets a number which everybody alive has."""


class Moment(msgspec.Struct, frozen=True):
    """An open question of a game at a real table: its stage and the answers before it."""

    game: Game
    stage: Stage
    before: list[Answer]
    position: Position[Any]

    def number(self) -> tuple[str, Any]:
        """Return a number that may be ruled here, and another value than it has."""
        verb = NUMBERS[self.game.rules.name]
        for offer in offered_later(self.game.rules, self.position.state).actions:
            now = offer.option.facts.get("now")
            if offer.option.id.startswith(f"{verb}:") and isinstance(offer.ask, Amount):
                return offer.option.id, offer.ask.most if now != offer.ask.most else offer.ask.least
        raise Refused("gm_not_now")

    def then(self, *entries: Answer) -> Position[Any]:
        """Play the stage to its end with these entries at the question."""
        rules, stage = self.game.rules, self.stage
        state = rules.decode(stage.snapshot.state, rules.schema)
        log = [*self.before, *entries]

        def people(request: Any, seat: str) -> Any:
            return self.game.player(state, request, seat)

        return run(rules, state, log, Sealed(self.game.seed, stage.snapshot.chain), people, stage.speaker)


def moments(name: str) -> Iterator[Moment]:
    """Each question after the set-up, where people throw all dice and draw all pieces themselves."""
    rules = load(name)
    game = sensible(rules, 3)
    by_hand = ByHand((), rules.draws)
    for stage, _ in list(play(game, STAGES))[1:]:
        for nth in range(len(stage.log)):
            if nth and stage.log[nth].step == stage.log[nth - 1].step:
                continue  # one of several who answer at once
            before = stage.log[:nth]
            position = advance(rules, stage.snapshot, before, dealt(game.seed, stage.snapshot.chain, by_hand))
            if rules.corrections_later(position.state):
                yield Moment(game, stage, before, position)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_can_be_ruled_at_every_question(name: str) -> None:
    """Dice, draws, laying, orders, one's own turn or all at once: everywhere somebody's number is on the list."""
    kinds = set()
    for moment in moments(name):
        waiting = moment.position.waiting
        kinds.add((type(waiting), moment.position.rulable))
        what, answer = moment.number()
        offers = rulable(moment.game.rules, moment.position.state, now=moment.position.rulable)
        assert taken(offers, what, answer).id == what

    assert {kind for kind, now in kinds if not now} >= {Roll}
    assert any(now for _, now in kinds)


@pytest.mark.parametrize("name", NUMBERS)
def test_what_waits_changes_no_die_until_it_takes_effect(name: str) -> None:
    """What falls before that is what would have fallen; then the number is set and told, as in a later stage."""
    seen = 0
    for moment in moments(name):
        if moment.position.rulable or not isinstance(moment.position.waiting, Roll | Draw):
            continue
        what, answer = moment.number()
        state = moment.position.state
        assert waits(moment.game.rules, state, what, answer, now=False)
        plain = moment.then()
        ruled = moment.then(entry(moment.position.step, 0, what, answer, waits=True))
        first = next(row for row in ruled.given if row.step == moment.position.step)
        told = [fact.event for fact in ruled.told]
        nth = next(nth for nth, event in enumerate(told) if isinstance(event, RulingWaits))
        assert first == next(row for row in plain.given if row.step == moment.position.step)
        done = [event for event in told[nth:] if type(event).__module__.endswith("events.corrections")]
        assert bool(done) != bool(ruled.state.rulings or any(isinstance(event, RulingDropped) for event in told))
        seen += 1

    assert seen


@pytest.mark.parametrize("name", NUMBERS)
def test_what_waits_is_kept_with_the_stage_and_can_be_taken_back(name: str) -> None:
    """A stage that begins with a ruling from the one before has it in its list; taken back, it is as if never made."""
    moment = next(one for one in moments(name) if not one.position.rulable and isinstance(one.position.waiting, Roll))
    rules, step, (what, answer) = moment.game.rules, moment.position.step, moment.number()
    made = entry(step, 0, what, answer, waits=True)
    back = entry(step, 1, f"{TAKE_BACK}:0", waits=True)

    waiting = advance(rules, moment.stage.snapshot, [*moment.before, made], dealt(moment.game.seed, b"", ByHand(())))
    kept = rules.decode(rules.encode(waiting.state), rules.schema)
    untouched, undone = moment.then(), moment.then(made, back)

    assert [(ruling.what, ruling.answer) for ruling in kept.rulings] == [(what, answer)]
    assert undone.given == untouched.given
    assert [type(fact.event) for fact in undone.told if isinstance(fact.event, Ruled)] == [RulingWaits, RulingTakenBack]
    with pytest.raises(Diverged):
        moment.then(back)


def test_what_has_become_impossible_is_dropped() -> None:
    """A ruling on somebody who dies before it takes effect."""
    moment = next(one for one in moments("labirynt-smierci") if not one.position.rulable)
    rules, step, (what, answer) = moment.game.rules, moment.position.step, moment.number()
    character = what.partition(":")[2]
    entries = [entry(step, 0, what, answer, waits=True)]
    state = rules.decode(moment.stage.snapshot.state, rules.schema)
    too_much = WaitingRuling(f"gold:{character}", 10**6, Phrase("option.gm.gold"))  # more than anybody may have
    state.rulings.append(too_much)
    snapshot = msgspec.structs.replace(moment.stage.snapshot, state=rules.encode(state))
    gone = msgspec.structs.replace(moment, stage=msgspec.structs.replace(moment.stage, snapshot=snapshot))

    end = gone.then(*entries)

    assert [fact.event.what for fact in end.told if isinstance(fact.event, RulingDropped)] == [too_much.said]
    assert too_much not in end.state.rulings


def test_a_strength_that_waits_brings_nobody_back() -> None:
    """Whoever has died meanwhile stays dead: to bring somebody back is another ruling, whatever its number."""
    seen = 0
    for moment in moments("labirynt-smierci"):
        step, people = moment.position.step, moment.position.state.people
        if moment.position.rulable or len(people) < 3:
            continue
        hero = people[0].id
        dies, lives = (entry(step, nth, f"strength:{hero}", now, waits=True) for nth, now in enumerate((0, 3)))
        end = moment.then(dies, lives)
        if end.state.outcome or len(end.state.rulings) < 2 or len(end.state.people) < 2:
            continue
        later = run(
            moment.game.rules, end.state, [], Sealed(moment.game.seed), partial(moment.game.rules.autopilot, end.state)
        )
        seen += 1
        assert not later.state.characters[hero].alive
        assert sum(isinstance(fact.event, RulingDropped) for fact in later.told) == 1
        break

    assert seen
