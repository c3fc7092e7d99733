"""What running a stage again costs, and what a save costs."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from rules.kernel.advance import Snapshot, advance, cut, run
from rules.kernel.answers import Answer
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Request, Seat
from tests.bench.games import the_game
from tests.bench.report import Figure, best
from tests.bot.toy_game import ToyRules
from tests.short_form import sized

ANSWERS = sized(2000, 100)
SEED = bytes(range(32))


async def figures() -> list[Figure]:
    """Replay of a long stage, and saving."""
    return [_replay(), _saving()]


def _replay() -> Figure:
    rules = ToyRules()
    snapshot, answers = _long_stage(rules)
    keys = {n: n for n in range(ANSWERS)}
    ours = best(lambda: advance(rules, snapshot, answers, Sealed(SEED, snapshot.chain)))
    bare = best(lambda: [blake2b(b"%d" % keys[n], key=SEED, digest_size=16).digest() for n in range(ANSWERS)])
    detail = f"{ours * 1000:.1f} ms against {bare * 1000:.2f} ms, every second answer a roll (the mine)"
    return Figure(f"replay of {ANSWERS} answers against look-ups and hashes alone", ours / bare, "x", detail)


def _long_stage(rules: ToyRules) -> tuple[Snapshot, list[Answer]]:
    state = rules.begin(seat_ids(1), {})
    state.stage, state.bag = 1, {"copper": 0}
    snapshot, left = cut(rules, state, 1), iter(range(ANSWERS // 2))

    def dig(request: Request[Any], seat: Seat) -> object:
        return "share" if request.why == "mine.vote" else "dig-s1" if next(left, None) is not None else "descend"

    given = run(rules, state, (), Sealed(SEED), dig, "s1").given
    return snapshot, given[:ANSWERS]


def _saving() -> Figure:
    rules = the_game()
    state = _some_way_in(rules)
    encoder, decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(type(state))

    def ours() -> object:
        snapshot = cut(rules, state, 3)
        return rules.decode(snapshot.state, snapshot.schema)

    with_us, alone = best(ours, 50), best(lambda: decoder.decode(encoder.encode(state)), 50)
    detail = f"{rules.name}: {with_us * 1e6:.0f} µs against {alone * 1e6:.0f} µs, {len(rules.encode(state))} bytes"
    return Figure("save and load of a game against msgspec alone", with_us / alone, "x", detail, most=2.5)


def _some_way_in(rules: Rules[Any]) -> Any:
    state, chance = rules.begin(seat_ids(1), {}), Sealed(SEED)
    for _ in range(20):
        run(rules, state, (), chance, lambda request, seat: rules.autopilot(state, request, seat), "s1")
        if rules.over(state):
            break
    return state
