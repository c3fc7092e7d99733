"""Runs a stage of a game from a snapshot and the answers logged so far.

Pure: the same snapshot, answers and chance give the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from rules.kernel.answers import Answer
from rules.kernel.chance import NOTHING, START, ByHand, Chance, Hand, Sealed
from rules.kernel.corrections import Correcting, agree, parted
from rules.kernel.errors import Diverged
from rules.kernel.events import DecidedUnasked, Told
from rules.kernel.game import Rules
from rules.kernel.recording import Line, Recorder
from rules.kernel.requests import PARTY, Request, Seat
from rules.kernel.saving import State
from rules.kernel.table import Respond, Table, Waiting

S = TypeVar("S", default=Any)


class Snapshot(Struct, frozen=True, array_like=True):
    """A saved state at the beginning of a stage: all that the stage depends on, except its answers and the seed."""

    game: str
    stage: int
    schema: int
    version: int
    tables: str
    chain: bytes
    state: bytes


class Position(Struct, Generic[S], frozen=True):
    """The state of a game after a run: the events told in this stage, the new answers of chance and the open question.

    ``waiting`` is None when the stage is over. ``done`` lists the seats that have answered an open ``Everyone``.
    ``rulable``: a game master may correct the state before this question.
    """

    state: S
    told: list[Told]
    given: list[Answer]
    waiting: Request | None
    step: int
    done: tuple[Seat, ...] = ()
    rulable: bool = False


def advance(
    rules: Rules[S], snapshot: Snapshot, answers: Sequence[Answer], chance: Chance, people: Respond | None = None
) -> Position[S]:
    """Run the stage from its snapshot; raises ``Diverged`` when the log answers other questions."""
    return run(rules, rules.decode(snapshot.state, snapshot.schema), answers, chance, people)


def run(
    rules: Rules[S],
    state: S,
    answers: Sequence[Answer],
    chance: Chance,
    people: Respond | None = None,
    speaker: Seat = PARTY,
) -> Position[S]:
    """Run a stage on this state, which is changed in place."""
    answers, entries = parted(answers)
    rulings = Correcting(rules, state)
    table = Table(answers, chance, people, speaker, rulings, entries, partial(rules.autopilot, state))
    try:
        rules.stage(table, state)
        agree(rules, state, entries)
        if rules.over(state):
            rulings.end(table)
    except Waiting as wait:
        rulable = table.set_right_at == wait.step
        position = Position(state, table.story.told, table.log.given, wait.request, wait.step, wait.done, rulable)
    else:
        position = Position(state, table.story.told, table.log.given, None, table.log.step)
    position = replace(position, told=_numbered(position.told, state))
    if left := table.log.left:
        asked = position.waiting.asked if position.waiting else "the end of the stage"
        raise Diverged(left.step, left.asked, asked)
    return position


def _numbered(told: Sequence[Told], state: object) -> list[Told]:
    """Number each event among those of its kind, and update the state's counts.

    Decisions without a question are not counted, so that the counts of older games stay as they are.
    """
    before = state.events_told if isinstance(state, State) else {}
    numbered = []
    for fact in told:
        if isinstance(fact.event, DecidedUnasked):
            numbered.append(fact)
            continue
        kind = type(fact.event).__name__
        before[kind] = before.get(kind, 0) + 1
        numbered.append(Told(fact.event, fact.to, before[kind]))
    return numbered


def cut(rules: Rules[S], state: S, stage: int, chain: bytes = START) -> Snapshot:
    """Return a snapshot of this state at the beginning of a stage."""
    return Snapshot(rules.name, stage, rules.schema, rules.version, rules.digest, chain, rules.encode(state))


class Leg(Struct, Generic[S], frozen=True):
    """One stage of ``play_on``: its snapshot, the position that it reached, and the lines of its proof."""

    snapshot: Snapshot
    position: Position[S]
    lines: Sequence[Line] = ()


def dealt(seed: bytes, chain: bytes, by_hand: ByHand = NOTHING) -> Sealed | Hand:
    """Return the source of chance for a stage; ``by_hand`` says what people roll and draw themselves."""
    sealed = Sealed(seed, chain)
    return sealed if by_hand == NOTHING else Hand(sealed, by_hand)


def play_on(
    rules: Rules[S],
    snapshot: Snapshot,
    answers: Sequence[Answer],
    seed: bytes,
    by_hand: ByHand = NOTHING,
    newest: Rules[S] | None = None,
    seals: Sequence[int] = (),
    seal: int = 0,
) -> list[Leg[S]]:
    """Advance through stages until somebody must answer or the game is over.

    ``by_hand``: what people roll and draw themselves. ``newest``: rules for the later stages, if they differ.
    ``seals``: the index of the seed for each answer of chance in the log; ``seal``: the index of ``seed``.
    """
    legs: list[Leg[S]] = []
    while True:
        chance = dealt(seed, snapshot.chain, by_hand)
        recorder = Recorder(chance, seals, seal)
        position = advance(rules, snapshot, answers, recorder)
        legs.append(Leg(snapshot, position, recorder.lines))
        if position.waiting or rules.over(position.state):
            return legs
        rules = newest or rules
        snapshot = cut(rules, position.state, snapshot.stage + 1, chance.chain)
        answers = seals = ()
