"""Whole games played by the autopilot or at random, stage by stage, with everything needed to play them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from rules.games import load
from rules.kernel.advance import Snapshot, cut, run
from rules.kernel.answers import Answer, Value
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.events import Told
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Request, Seat
from rules.simulation import seed_of

Player = Callable[[Any, Request[Any], Seat], Value]
"""Answers for a seat, seeing the state."""


class Stage(msgspec.Struct, frozen=True):
    """One stage as it was played: where it began, what was answered and told, where it ended."""

    snapshot: Snapshot
    speaker: Seat
    log: list[Answer]
    told: list[Told]
    end: bytes
    chain: bytes


class Game(msgspec.Struct, frozen=True):
    """How a game is to be played: its seed, who sits there, with which options, by whom."""

    rules: Rules[Any]
    seed: bytes
    seats: int
    options: dict[str, str]
    player: Player
    people: Random


def labyrinth() -> Rules[Any]:
    """Labirynt Śmierci with the shipped tables."""
    return load("labirynt-smierci")


def sensible(rules: Rules[Any], n: int, seats: int | None = None) -> Game:
    """The n-th game of the autopilot, with one to four people."""
    people = Random(n)
    return Game(rules, seed_of(71, n), seats or 1 + n % 4, {}, rules.autopilot, people)


def wild(rules: Rules[Any], n: int, seats: int | None = None) -> Game:
    """The n-th game of people who do anything that is legal, with switches as they fall."""
    people = Random(f"wild {n}")

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        return anything(request, seat, people.randrange)

    players = seats or 2 + n % 3
    heroes = people.randint(0, 6)
    options = {
        "heroes": str(heroes),
        "apprentices": str(people.randint(max(players - heroes, 0), 6 - heroes)),
    }
    for switch, values in rules.switches.items():
        options.setdefault(switch, people.choice(values))
    return Game(rules, seed_of(72, n), players, options, player, people)


def play(game: Game, budget: int) -> Iterator[tuple[Stage, Any]]:
    """Each stage with the state after it, until the game is over or the budget is used up."""
    rules, chance = game.rules, Sealed(game.seed)
    state = rules.begin(seat_ids(game.seats), game.options)
    for number in range(budget):
        snapshot = cut(rules, state, number, chance.chain)
        speaker = game.people.choice(state.seats)
        position = run(
            rules, state, (), chance, lambda request, seat: game.player(state, request, seat), speaker=speaker
        )
        yield Stage(snapshot, speaker, position.given, position.told, rules.encode(state), chance.chain), state
        if rules.over(state):
            return
