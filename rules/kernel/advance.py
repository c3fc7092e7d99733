"""Play a stage as far as the answers reach. Pure: the same snapshot and answers give the same position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.answers import Answer
from rules.kernel.chance import NOTHING, START, ByHand, Chance, Hand, Sealed
from rules.kernel.corrections import agree, correcting, parted
from rules.kernel.errors import Diverged
from rules.kernel.game import Rules
from rules.kernel.requests import PARTY, Request, Seat
from rules.kernel.saving import State
from rules.kernel.table import Respond, Table, Told, Waiting

S = TypeVar("S")


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """Everything a stage depends on besides its answers and the seed."""

    game: str
    stage: int
    schema: int
    version: int
    tables: str
    chain: bytes
    state: bytes


class Position(msgspec.Struct, Generic[S], frozen=True):
    """Where the game stands: state, what was told since the stage began, what chance answered anew, who is asked.

    ``waiting`` is None when the stage is over; ``done`` are the seats that have answered a question to everyone.
    ``rulable``: a game master may set the state right before this question.
    """

    state: S
    told: list[Told]
    given: list[Answer]
    waiting: Request[Any] | None
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
    """Run a stage on a state that nobody else holds."""
    answers, entries = parted(answers)
    table = Table(answers, chance, people, speaker, correcting(rules, state), entries, partial(rules.autopilot, state))
    try:
        rules.stage(table, state)
        agree(rules, state, entries)
    except Waiting as wait:
        rulable = table.set_right_at == wait.step
        position = Position(state, table.told, table.given, wait.request, wait.step, wait.done, rulable)
    else:
        position = Position(state, table.told, table.given, None, table.step)
    position = msgspec.structs.replace(position, told=_numbered(position.told, state))
    if (left := table.left) is not None:
        asked = position.waiting.asked if position.waiting is not None else "the end of the stage"
        raise Diverged(left.step, left.asked, asked)
    return position


def _numbered(told: Sequence[Told], state: object) -> list[Told]:
    """Each fact with its number among those of its kind; the state's count is brought up to date."""
    before: dict[str, int] = state.events_told if isinstance(state, State) else {}
    numbered = []
    for fact in told:
        kind = type(fact.event).__name__
        before[kind] = before.get(kind, 0) + 1
        numbered.append(Told(fact.event, fact.to, before[kind]))
    return numbered


def cut(rules: Rules[S], state: S, stage: int, chain: bytes = START) -> Snapshot:
    """A snapshot at the beginning of a stage."""
    return Snapshot(rules.name, stage, rules.schema, rules.version, rules.digest, chain, rules.encode(state))


class Leg(msgspec.Struct, Generic[S], frozen=True):
    """One stage of a journey: the snapshot it began with and the position it reached."""

    snapshot: Snapshot
    position: Position[S]


def dealt(seed: bytes, chain: bytes, by_hand: ByHand = NOTHING) -> Sealed | Hand:
    """The chance of a stage; ``by_hand``: what people throw and draw themselves."""
    sealed = Sealed(seed, chain)
    return sealed if by_hand == NOTHING else Hand(sealed, by_hand)


def play_on(
    rules: Rules[S],
    snapshot: Snapshot,
    answers: Sequence[Answer],
    seed: bytes,
    by_hand: ByHand = NOTHING,
    newest: Rules[S] | None = None,
) -> list[Leg[S]]:
    """Advance through as many stages as need no human; the last leg waits for somebody, or the game is over.

    ``by_hand``: what people throw and draw themselves. ``newest``: the rules of later stages, if others.
    """
    legs: list[Leg[S]] = []
    while True:
        chance = dealt(seed, snapshot.chain, by_hand)
        position = advance(rules, snapshot, answers, chance)
        legs.append(Leg(snapshot, position))
        if position.waiting is not None or rules.over(position.state):
            return legs
        rules = newest or rules
        snapshot = cut(rules, position.state, snapshot.stage + 1, chance.chain)
        answers = ()
