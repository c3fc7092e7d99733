"""Every question of every game: what is offered is accepted and played, nothing else is; chance covers all of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.kernel.advance import advance, run
from rules.kernel.answers import ASIDE, Answer, Value, is_beside, judge, may_answer, part_beside, plain, refusal_of
from rules.kernel.autopilot import anything
from rules.kernel.chance import Scripted, Sealed
from rules.kernel.dice import parse
from rules.kernel.requests import (
    CHANCE,
    Amount,
    Choose,
    ChooseSome,
    Draw,
    Everyone,
    Form,
    NextAction,
    Option,
    Request,
    Roll,
    Seat,
)  # fmt: skip
from tests.rules.contract.witness import GameWitness
from tests.rules.contract.witnesses import each_game
from tests.sampled import first_of
from tests.soak.journeys import Game, Stage, play

pytestmark = pytest.mark.long

STAGES, EVERY = 24, 3
"""Of so many stages every third is asked again, question by question."""
THROWS, PERCENT = (36,), (99, 100, 101)
"""What chances add up to; those in percent are rounded."""
NOBODY = "nobody:knows"
"""No option's id."""


def asked_again(witness: GameWitness, game: Game) -> Iterator[tuple[Stage, int, Request[Any]]]:
    """Each question of some stages, chance's too, with the number of the row that answered it."""
    for stage, _ in play(game, STAGES):
        for nth, row in enumerate(stage.log if stage.snapshot.stage % EVERY == 0 else ()):
            waiting = advance(witness.rules, stage.snapshot, stage.log[:nth], Scripted({})).waiting
            assert waiting is not None
            yield stage, nth, waiting.asks[row.part] if isinstance(waiting, Everyone) else waiting


def offered(request: Request[Any], seat: Seat, luck: Random) -> list[Value]:
    """An answer for each thing that this seat is offered, and one as chance has it."""
    answers: list[Value] = []
    match request:
        case Choose():
            answers += [option.id for option in request.options]
        case ChooseSome():
            answers += [[option.id] for option in request.options if request.least <= 1 <= request.most]
        case Amount():
            answers += [request.least, request.most]
        case NextAction():
            answers += [
                [action.option.id, *([anything(action.ask, seat, luck.randrange)] if action.ask else [])]
                for action in request.of(seat)
            ]
    return [*answers, anything(request, seat, luck.randrange)]


def not_offered(request: Request[Any], seat: Seat) -> list[Value]:
    """Answers that are none."""
    match request:
        case Amount():
            return [request.least - 1, request.most + 1, NOBODY]
        case ChooseSome():
            return [[NOBODY], [option.id for option in (*request.options, *request.options)]]
        case Form():
            return [NOBODY, {field.name: {NOBODY: NOBODY} for field in request.fields}]
        case NextAction():
            others = [action.option.id for action in request.actions if action not in request.of(seat)]
            own = [action.option.id for action in request.of(seat)]
            return [[NOBODY], *([id] for id in others if id not in own)]
    return [NOBODY]


@each_game
@pytest.mark.parametrize("n", first_of(range(6), 2))
def test_whatever_is_offered_is_accepted_and_played_and_nothing_else(witness: GameWitness, n: int) -> None:
    """At each question of people who do anything: every other answer leads on, too, to a question or a stage's end."""
    game, luck = witness.wild(n), Random(n)
    for stage, nth, request in asked_again(witness, game):
        row = stage.log[nth]
        if row.seat == CHANCE:
            continue
        assert may_answer(request, row.seat)
        for value in offered(request, row.seat, luck):
            taken = plain(request, judge(request, value, row.seat), row.seat)
            before = stage.log[:nth]
            part = "" if row.part.startswith(ASIDE) else row.part
            part = part_beside(before, row.step) if is_beside(request, value, row.seat) else part
            log = [*before, Answer(row.step, part, row.asked, row.seat, taken)]
            advance(witness.rules, stage.snapshot, log, Sealed(game.seed, stage.snapshot.chain))
        for value in not_offered(request, row.seat):
            assert refusal_of(request, value, row.seat), f"{value} is accepted to {request.why}"


@each_game
@pytest.mark.parametrize("n", first_of(range(4), 1))
def test_dice_and_draws_cover_all_and_odds_add_up(witness: GameWitness, n: int) -> None:
    """Each face and each piece can come, and no other; what wins, ties and loses is all that the dice can do."""
    seen = set[type]()
    for stage, nth, request in asked_again(witness, witness.wild(n)):
        seen.add(type(request))
        for facts in _facts_of(request):
            if "wins" in facts and "ties" in facts:
                assert facts["wins"] + facts["ties"] + facts["losses"] in (*THROWS, *PERCENT), request.why
        match request:
            case Roll():
                count = parse(request.code).count
                assert request.why.partition(".")[0] in witness.rules.rolls
                assert [face for face in range(8) if _may_come(request, [face] * count)] == [*range(1, 7)]
                assert not _may_come(request, [1] * (count + 1))
            case Draw():
                assert stage.log[nth].value in request.pile
                assert min(request.pile.values()) > 0
                assert all(_may_come(request, piece) for piece in request.pile)
                assert not _may_come(request, NOBODY)
                assert {piece.id for piece in request.offered} <= {*request.pile}
    assert Roll in seen


def _may_come(request: Request[Any], value: Value) -> bool:
    return refusal_of(request, value, "s1") is None


def _facts_of(request: Request[Any]) -> Iterator[Any]:
    options: list[Option] = [action.option for action in getattr(request, "actions", ())]
    yield request.facts
    yield from (option.facts for option in (*options, *getattr(request, "options", ())))


@each_game
@pytest.mark.parametrize("n", first_of(range(4), 1))
def test_what_is_done_to_a_copy_changes_nothing(witness: GameWitness, n: int) -> None:
    """Nor is the copy another state: the same bytes, and the same stage comes of both."""
    game = witness.wild(n)
    for stage, state in play(game, STAGES):
        if witness.rules.over(state):
            break
        before, copies = witness.rules.encode(state), [witness.copied(state) for _ in range(2)]
        ends = []
        for copy in copies:
            luck = Random(n)
            people = lambda request, seat, luck=luck: anything(request, seat, luck.randrange)  # noqa: E731
            position = run(witness.rules, copy, (), Sealed(game.seed, stage.chain), people, stage.speaker)
            ends.append((position.told, witness.rules.encode(position.state)))

        assert ends[0] == ends[1]
        assert ends[0][1] != before
        assert witness.rules.encode(state) == before
