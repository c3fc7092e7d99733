"""Seeded games of all kinds, each as one digest, written down once: what pure moves and renames may not change.

``make test`` compares the first ``SHORT`` stages of each game, ``make soak`` the first ``LONG``.
``python -m tests.rules.same_games`` writes both anew, for whoever has changed a rule, a table or the autopilot on
purpose, and says so; it takes some minutes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules.games import load
from rules.kernel.answers import Value
from rules.kernel.autopilot import anything
from rules.kernel.errors import Refused
from rules.kernel.game import Rules, seat_ids
from rules.kernel.offers import Offer
from rules.kernel.requests import NextAction, Request, Seat
from rules.simulation import seed_of
from tests.soak.fingerprint import fingerprint
from tests.soak.journeys import Game, Player

FILE = Path(__file__).with_name("same_games.json")
GAMES = ("jaskinia", "labirynt-czarnoksieznika", "labirynt-smierci")
EACH = 3
"""Games of each kind with each number of people."""
MOST = 4
"""People."""
SHORT, LONG = 20, 120
"""Stages of a game that are compared by ``make test`` and by ``make soak``."""
LATER = ("board", "pace")
"""Switches that are younger than what is written down: they stay as usual."""


def autopilot(rules: Rules[Any], people: Random) -> Player:
    """Everybody plays as usual."""
    return rules.autopilot


def random(rules: Rules[Any], people: Random) -> Player:
    """Everybody does anything that is legal."""

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        return anything(request, seat, people.randrange)

    return player


def mixed(rules: Rules[Any], people: Random) -> Player:
    """As usual, save one time in three: so games at random get far, and careful ones into odd places."""

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        if people.randrange(3):
            return rules.autopilot(state, request, seat)
        return anything(request, seat, people.randrange)

    return player


KINDS: dict[str, Callable[[Rules[Any], Random], Player]] = {"autopilot": autopilot, "random": random, "mixed": mixed}


def games_of(rules: Rules[Any], kind: str) -> list[Game]:
    """The seeded games of a kind, with one to four people as the game allows; switches as they fall."""
    made = []
    for seats in range(rules.seats[0], min(rules.seats[1], MOST) + 1):
        for n in range(EACH):
            people = Random(f"{kind} {seats} {n}")
            options = _switches(rules, seats, people) if n else {}
            made.append(Game(rules, seed_of(73, n), seats, options, KINDS[kind](rules, people), people))
    return made


def _switches(rules: Rules[Any], seats: int, people: Random) -> dict[str, str]:
    """House rules as they fall, until a game can begin with them."""
    while True:
        switches = {switch: values for switch, values in rules.switches.items() if switch not in LATER}
        options = {switch: people.choice(values) for switch, values in switches.items()}
        with contextlib.suppress(Refused):
            rules.begin(seat_ids(seats), options)
            return options


def watched(game: Game, asked: set[str]) -> Game:
    """The same game, in which every action that somebody is asked about is looked at; ``asked``: in what questions."""

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        if isinstance(request, NextAction):
            asked.add(request.why)
            assert [action for action in request.actions if not isinstance(action, Offer)] == []
        return game.player(state, request, seat)

    return msgspec.structs.replace(game, player=player)


def digests(stages: int, game: str, kind: str, limit: int | None = None) -> list[str]:
    """Play the seeded games of a kind, or the first of them, for so many stages; return the digest of each."""
    return [fingerprint(seeded, stages) for seeded in games_of(load(game), kind)[:limit]]


def written(stages: int, game: str, kind: str) -> list[str]:
    """Return the digests that were written down."""
    return msgspec.json.decode(FILE.read_bytes(), type=Written)[str(stages)][game][kind]


Written = dict[str, dict[str, dict[str, list[str]]]]
"""Digests by the number of stages, the game and the kind."""


PLAYED = tuple(product((LONG, SHORT), GAMES, KINDS))
"""The number of stages, the game and the kind of whatever is digested together."""


def write(played: Mapping[tuple[int, str, str], list[str]]) -> None:
    """Write the digests of all that is ``PLAYED`` down."""
    all_digests: Written = {
        str(stages): {game: {kind: played[stages, game, kind] for kind in KINDS} for game in GAMES}
        for stages in (SHORT, LONG)
    }
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(all_digests)) + b"\n")


if __name__ == "__main__":
    with ProcessPoolExecutor() as processes:
        write(dict(zip(PLAYED, processes.map(digests, *zip(*PLAYED, strict=True)), strict=True)))
