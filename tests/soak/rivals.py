"""What the games of rivals share: who plays them, what is looked at on the way, what each stage must keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from rules.kernel.advance import Position
from rules.kernel.answers import Value
from rules.kernel.autopilot import anything
from rules.kernel.game import Rules
from rules.kernel.requests import Request, Seat
from rules.simulation import seed_of
from tests.soak.journeys import Game, play
from tests.soak.promises import broken, redone_from


class Rivals(msgspec.Struct, frozen=True):
    """One game of rivals, as the long runs know it.

    ``seeds``: of the games of the autopilot, and of those at random. ``impossible``: everything that cannot be about a
    state in which this is asked ('' between two questions); ``settled``: what must be, too, when a stage is over.
    ``asked``: what is wrong with a question. ``disguised``: the state with other things wherever a viewer sees nothing.
    ``settled_switches``: those that make another kind of game of it, with tests of its own.
    """

    rules: Rules[Any]
    seeds: tuple[int, int]
    impossible: Callable[[Any, str], list[str]]
    settled: Callable[[Any], list[str]]
    disguised: Callable[[Any, Seat | None], Any]
    asked: Callable[[Any, Request[Any]], Sequence[str]] = lambda game, request: ()
    settled_switches: Sequence[str] = ()

    # Who plays -----------------------------------------------------------------------------------------------

    def sensible(self, n: int) -> Game:
        """The n-th game of the autopilot, for as few to as many as can play."""
        return Game(self.rules, seed_of(self.seeds[0], n), self._seats(n), {}, self.rules.autopilot, Random(n))

    def honest(self, n: int) -> Game:
        """The same, of an autopilot that must answer alike where others hide other things, and leave all as it was."""
        careful = self.sensible(n)

        def player(state: Any, request: Request[Any], seat: Seat) -> Value:
            before = self.rules.encode(state)
            value = self.rules.autopilot(state, request, seat)
            assert self.rules.encode(state) == before, request.why
            assert self.rules.autopilot(self.disguised(state, seat), request, seat) == value, request.why
            return value

        return Game(careful.rules, careful.seed, careful.seats, {}, player, careful.people)

    def wild(self, n: int) -> Game:
        """The n-th game of people who do anything that is legal, with switches as they fall."""
        people = Random(f"wild {n}")

        def player(state: Any, request: Request[Any], seat: Seat) -> Value:
            return anything(request, seat, people.randrange)

        switches = {name: values for name, values in self.rules.switches.items() if name not in self.settled_switches}
        options = {switch: people.choice(values) for switch, values in switches.items()}
        return Game(self.rules, seed_of(self.seeds[1], n), self._seats(n), options, player, people)

    def _seats(self, n: int) -> int:
        fewest, most = self.rules.seats
        return fewest + n % (most - fewest + 1)

    def watched(self, game: Game, found: list[str]) -> Game:
        """The same game; whatever is impossible when somebody is asked is added to ``found``."""

        def player(state: Any, request: Request[Any], seat: Seat) -> Value:
            wrong = [*self.impossible(state, request.why), *self.asked(state, request)]
            found.extend(f"stage {state.stage}, asked for {request.why}: {one}" for one in wrong)
            return game.player(state, request, seat)

        return Game(game.rules, game.seed, game.seats, game.options, player, game.people)

    # What is looked at ---------------------------------------------------------------------------------------

    def between_stages(self, game: Any) -> list[str]:
        """What cannot be about a state in which nothing is asked."""
        return [*self.impossible(game, ""), *self.settled(game)]

    def badly_shown(self, position: Position[Any]) -> list[str]:
        """What is impossible in a state that waits, and what a view tells that it must not."""
        wrong = self.impossible(position.state, position.waiting.why if position.waiting else "")
        viewers = (None, *position.state.seats)
        return [*wrong, *(leak for viewer in viewers for leak in self.leaks(position.state, viewer))]

    def leaks(self, game: Any, viewer: Seat | None) -> Iterator[str]:
        """Whether a viewer sees a difference between this state and one in which only what others hide is different."""
        if self.rules.view(game, viewer) != self.rules.view(self.disguised(game, viewer), viewer):
            yield f"{viewer or 'a spectator'} sees what others hide"

    # What is kept --------------------------------------------------------------------------------------------

    def broken_promises(self, game: Game, budget: int, deep: int = 1, paused: int = 7) -> list[str]:
        """Play a game; every question and stage is looked at.

        Each ``deep``-th stage is saved, replayed, undone and played again, every ``paused``-th of these is cut, too.
        """
        found: list[str] = []
        journey = []
        for stage, state in play(self.watched(game, found), budget):
            journey.append(stage)
            wrong, nth = self.between_stages(state), stage.snapshot.stage
            if nth % deep == 0:
                check = self.badly_shown if nth // deep % paused == 0 else None
                wrong += broken(self.rules, game.seed, stage, check)
            found += [f"stage {nth}: {one}" for one in wrong]
        return [*found, *redone_from(self.rules, game.seed, journey, len(journey) * (deep - 1) // deep)]
