"""What every stage of every game must keep: replay, undo, pauses, bytes. Each break is a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.kernel.advance import Position, Snapshot, advance, run
from rules.kernel.answers import Answer, Value, judge, may_answer
from rules.kernel.autopilot import plain
from rules.kernel.chance import Scripted, Sealed
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, Draw, Everyone, Request, Roll, Seat
from rules.kernel.saving import plain_number
from tests.soak.journeys import Stage

Check = Callable[[Position[Any]], list[str]]
"""Finds what is wrong with a position, state and view."""


def broken(rules: Rules[Any], seed: bytes, stage: Stage, check: Check | None) -> Iterator[str]:
    """What is wrong about a stage that is saved, replayed, undone to some of its answers, and cut after each."""
    yield from survives_saving(rules, stage)
    yield from replays(rules, seed, stage)
    for kept in range(0, len(stage.log) + 1, 1 + len(stage.log) // 4):
        yield from redoes(rules, seed, stage, kept)
    if check is not None:
        yield from pauses(rules, stage, check)


def survives_saving(rules: Rules[Any], stage: Stage) -> Iterator[str]:
    """Bytes to state to bytes, before and after the stage."""
    for when, saved in {"before": stage.snapshot.state, "after": stage.end}.items():
        if rules.encode(rules.decode(saved, rules.schema)) != saved:
            yield f"{when}: the state is not the same after saving and loading"


def replays(rules: Rules[Any], seed: bytes, stage: Stage) -> Iterator[str]:
    """The recorded answers lead from the snapshot to the same state, events and chain; nothing is asked again."""
    chance = Sealed(seed, stage.snapshot.chain)
    position = advance(rules, stage.snapshot, stored(stage.log), chance)
    if position.waiting is not None or position.given:
        yield f"the replay asks again: {position.waiting}, {position.given}"
    yield from _differences(rules, stage, position, chance)


def redoes(rules: Rules[Any], seed: bytes, stage: Stage, kept: int) -> Iterator[str]:
    """Undone to ``kept`` answers and played again by the same people: the same dice, state and events."""
    chance = Sealed(seed, stage.snapshot.chain)
    again = [answer.value for answer in stage.log[kept:] if answer.seat != CHANCE]
    state = rules.decode(stage.snapshot.state, rules.schema)
    log = stage.log[:kept]

    def people(request: Request[Any], seat: Seat) -> Value:
        return again.pop(0)

    position = run(rules, state, log, chance, people, stage.speaker)
    if [*log, *position.given] != stage.log:
        yield f"undone to {kept} and played again: {position.given}"
    yield from _differences(rules, stage, position, chance)


def _differences(rules: Rules[Any], stage: Stage, position: Position[Any], chance: Sealed) -> Iterator[str]:
    if rules.encode(position.state) != stage.end:
        yield "another state"
    if position.told != stage.told:
        yield "other events"
    if chance.chain != stage.chain:
        yield "another chain"


def pauses(rules: Rules[Any], stage: Stage, check: Check) -> Iterator[str]:
    """Cut after any answer the rules wait for exactly the next one, and can be looked at meanwhile."""
    log = stored(stage.log)
    for kept in range(len(log)):
        position = advance(rules, stage.snapshot, log[:kept], Scripted({}))
        for wrong in (*waits_for(position, log[kept]), *looks_well(rules, position), *check(position)):
            yield f"after {kept} answers of {len(log)}: {wrong}"


def waits_for(position: Position[Any], following: Answer) -> Iterator[str]:
    """The question that the log answers next."""
    ask = position.waiting
    if isinstance(ask, Everyone):
        if following.part not in ask.asks or following.part in position.done:
            yield f"waits for {list(ask.asks)}, not for {following.part!r}"
            return
        ask = ask.asks[following.part]
    if ask is None or position.step != following.step:
        yield f"waits for {ask} at {position.step}, the log has {following}"
    elif ask.asked != following.asked:
        yield f"waits for {ask.asked!r}, the log has {following.asked!r}"
    elif not _legal(ask, following.value, "s1" if following.seat == CHANCE else following.seat):
        yield f"{following.value!r} is no answer to {ask}"


def looks_well(rules: Rules[Any], position: Position[Any]) -> Iterator[str]:
    """Every seat and a spectator see something that can be sent; the autopilot knows an answer."""
    for viewer in (None, *position.state.seats):
        msgspec.json.encode(rules.view(position.state, viewer), enc_hook=plain_number)
    asks = position.waiting.asks if isinstance(position.waiting, Everyone) else {"": position.waiting}
    for part, ask in asks.items():
        if ask is None or isinstance(ask, Roll | Draw):
            continue
        for seat in [part] if part else [one for one in position.state.seats if may_answer(ask, one)]:
            yield from _autopilots(rules, position.state, ask, seat)


def _autopilots(rules: Rules[Any], state: Any, ask: Request[Any], seat: Seat) -> Iterator[str]:
    for name, value in {"autopilot": rules.autopilot(state, ask, seat), "plain": plain(ask, seat)}.items():
        if not _legal(ask, value, seat):
            yield f"{name} answers {value!r} to {ask}"


def _legal(ask: Request[Any], value: Value, seat: Seat) -> bool:
    try:
        judge(ask, value, seat)
    except Refused:
        return False
    return True


def stored(log: list[Answer]) -> list[Answer]:
    """The log as it comes back from the store."""
    return msgspec.json.decode(msgspec.json.encode(log), type=list[Answer])


def redone_from(rules: Rules[Any], seed: bytes, journey: list[Stage], number: int) -> Iterator[str]:
    """Undone to the beginning of a stage and played again to the end by the same people: the same game."""
    snapshot = journey[number].snapshot
    for stage in journey[number:]:
        chance = Sealed(seed, snapshot.chain)
        again = [answer.value for answer in stage.log if answer.seat != CHANCE]
        state = rules.decode(snapshot.state, snapshot.schema)
        position = run(rules, state, (), chance, lambda request, seat, left=again: left.pop(0), stage.speaker)
        if position.given != stage.log or rules.encode(position.state) != stage.end:
            yield f"played again from stage {number}, stage {stage.snapshot.stage} is another one"
            return
        snapshot = Snapshot(
            snapshot.game, snapshot.stage + 1, snapshot.schema, snapshot.version, snapshot.tables,
            chance.chain, rules.encode(position.state),
        )  # fmt: skip
