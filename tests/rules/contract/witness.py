"""What a game says of itself so that the contract of all games can be held against it, and who plays such games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules.kernel.advance import Position
from rules.kernel.answers import Value
from rules.kernel.autopilot import anything
from rules.kernel.events import Event
from rules.kernel.game import Rules
from rules.kernel.offers import Offer
from rules.kernel.requests import NextAction, Request, Seat
from rules.simulation import seed_of
from tests.soak.journeys import Game, play
from tests.soak.promises import broken, redone_from


class Meddling(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a kind in which a game master meddles for ``stages``.

    ``reckless``: few, and such that everything is set right in one of them; where a change of the rules leaves a thing
    out, one of ``more`` in which it is set right is added. ``careful``: of the autopilot. ``rare``: the verbs and the
    names of events that are not expected. ``forgiven``: parts of what cannot be unless a game master wills it.
    """

    stages: int
    reckless: Sequence[int]
    more: Sequence[int]
    careful: Sequence[int]
    deeds: Sequence[str]
    rare: Sequence[str] = ()
    forgiven: Sequence[str] = ()


class GameWitness(msgspec.Struct, frozen=True, kw_only=True):
    """One game, as the contract knows it. Each game has one in ``tests/rules/<game>/witness.py``.

    ``seeds``: of the games of the autopilot, and of those at random; ``careful``, ``reckless``: their stages.
    ``outcomes``: how a game may end. ``deep``, ``paused``: see ``broken_promises``.
    ``impossible``: everything that cannot be about a state in which this is asked ('' between two questions);
    ``settled``: what must be, too, when a stage is over. ``asked``: what is wrong with a question; ``shown``: with what
    is seen while it waits. ``disguise``: puts other things wherever a viewer sees nothing, into a copy.
    ``private``: whose the events are that one player is told alone. ``settled_switches``: those that make another kind
    of game of it, with tests of its own; ``fixed``: those that made the game, and change no more. ``wanderers_end``:
    the stages after which even a game at random is over.
    """

    rules: Rules[Any]
    seeds: tuple[int, int]
    careful: int
    reckless: int
    outcomes: Sequence[str]
    deep: int = 9
    paused: int = 4
    impossible: Callable[[Any, str], list[str]] = lambda game, why: []
    settled: Callable[[Any], Sequence[str]] = lambda game: ()
    asked: Callable[[Any, Request[Any]], Sequence[str]] = lambda game, request: ()
    shown: Callable[[Position[Any]], Sequence[str]] = lambda position: ()
    disguise: Callable[[Any, Seat | None], None] = lambda game, viewer: None
    private: Mapping[type[Event], Callable[[Any, Any], Seat]] = {}
    settled_switches: Sequence[str] = ()
    fixed: Sequence[str] = ()
    wanderers_end: int = 0
    meddling: Meddling | None = None

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

        return msgspec.structs.replace(careful, player=player)

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
            if isinstance(request, NextAction) and not all(isinstance(action, Offer) for action in request.actions):
                wrong.append("an action does not know what it does")
            found.extend(f"stage {state.stage}, asked for {request.why}: {one}" for one in wrong)
            return game.player(state, request, seat)

        return msgspec.structs.replace(game, player=player)

    # What is looked at ---------------------------------------------------------------------------------------

    def copied(self, game: Any) -> Any:
        """The same state, which nothing done to the first one changes."""
        return self.rules.decode(self.rules.encode(game), self.rules.schema)

    def disguised(self, game: Any, viewer: Seat | None) -> Any:
        """A copy of the state with other things wherever this viewer sees nothing."""
        other = self.copied(game)
        self.disguise(other, viewer)
        return other

    def between_stages(self, game: Any) -> list[str]:
        """What cannot be about a state in which nothing is asked."""
        return [*self.impossible(game, ""), *self.settled(game)]

    def badly_shown(self, position: Position[Any]) -> list[str]:
        """What is impossible in a state that waits, and what a view tells that it must not, or does not show."""
        wrong = self.impossible(position.state, position.waiting.why if position.waiting else "")
        viewers = (None, *position.state.seats)
        leaks = (leak for viewer in viewers for leak in self.leaks(position.state, viewer))
        return [*wrong, *self.shown(position), *leaks]

    def leaks(self, game: Any, viewer: Seat | None) -> Iterator[str]:
        """Whether a viewer sees a difference between this state and one in which only what others hide is different."""
        if self.rules.view(game, viewer) != self.rules.view(self.disguised(game, viewer), viewer):
            yield f"{viewer or 'a spectator'} sees what others hide"

    # What is kept --------------------------------------------------------------------------------------------

    def broken_promises(self, game: Game, budget: int, deep: int = 1, paused: int = 7) -> list[str]:
        """Play a game; every question and stage is looked at. At last it ends as it may, or goes on after ``budget``.

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
        if state.outcome not in self.outcomes and (state.outcome or len(journey) < budget):
            found.append(f"it ended with {state.outcome!r}")
        return [*found, *redone_from(self.rules, game.seed, journey, len(journey) * (deep - 1) // deep)]
