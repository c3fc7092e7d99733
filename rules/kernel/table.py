"""The table: the interface through which rules ask for answers and tell events.

A rule that takes ``table`` may wait for days. The table reads answers from the log; at the log's end it raises
``Waiting``, a ``BaseException``, so that no rule can swallow it. With the next answer the stage is run again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from rules.kernel import requests
from rules.kernel.answers import ASIDE, Answer, Value, in_the_open, is_waited_for, judge, only_answer, plain, recorded
from rules.kernel.autopilot import plain as plain_answer
from rules.kernel.chance import Chance
from rules.kernel.dice import Rolled
from rules.kernel.events import DiceRolled, Event, Story, Told
from rules.kernel.log import Log
from rules.kernel.words import Fact

T = TypeVar("T")

Respond = Callable[[requests.Request, requests.Seat], Value]
"""Answers for people at once: an autopilot, a simulation or a script."""


class Rulings(Protocol):
    """A game master's rulings on the state of a running stage."""

    def enter(self, table: Table, row: Answer) -> bool:
        """Apply an entry of the log, or let it wait; return whether later dice depend on it from here on."""

    def apply_waiting(self, table: Table) -> Answer | None:
        """Apply the first waiting one that is allowed now; return its entry, or None if none is."""


class Waiting(BaseException):
    """Raised at the end of the log: somebody must answer ``request``, step ``step`` of the stage."""

    def __init__(self, request: requests.Request, step: int, done: tuple[requests.Seat, ...] = ()) -> None:
        super().__init__(request.asked)
        self.request = request
        self.step = step
        self.done = done


class Table:
    """Answers questions from the log, then from chance and (in a simulation) from ``people``; then raises ``Waiting``.

    ``speaker`` answers for the party in a simulation. ``correct`` applies ``corrections`` where rules call
    ``set_right``; ``set_right_at`` is the step of the question after the last such call. ``usual``: the autopilot for
    decisions left to standing orders.

    A secret free action takes no step while all other seats see an unchanged question and are told nothing.
    """

    def __init__(
        self,
        log: Sequence[Answer],
        chance: Chance,
        people: Respond | None = None,
        speaker: requests.Seat = requests.PARTY,
        correct: Rulings | None = None,
        corrections: Sequence[Answer] = (),
        usual: Respond = plain_answer,
    ) -> None:
        self.log = Log(log, corrections)
        self.story = Story()
        self._correct = correct
        self._chance = chance
        self._people = people
        self._usual = usual
        self._speaker = speaker
        self._open: requests.NextAction | None = None
        self._news = 0
        self.set_right_at = -1

    # What a rule may do ------------------------------------------------------------------------------------

    def roll(self, code: str, why: str, **facts: Fact) -> Rolled:
        """Roll dice and tell the result, with the facts ``plus`` and ``measure``."""
        pips, by = self._ask(request := requests.Roll(who=requests.CHANCE, why=why, code=code, facts=facts))
        rolled = Rolled(code, pips)
        told = DiceRolled(why, code, rolled.pips, int(rolled), by, request.plus, request.measure)
        if by != requests.CHANCE:
            told = replace(told, whose=request.whose, mark=request.mark)
        self.story.tell(Told(told))
        return rolled

    def draw(self, pile: Mapping[str, int], why: str, pieces: requests.Pieces | None = None, /, **facts: Fact) -> str:
        """Draw one piece blindly; the rule must take it out of the pile. ``pieces``: as in ``Draw``."""
        return self._ask(requests.Draw(who=requests.CHANCE, why=why, pile=pile, facts=facts, pieces=pieces))[0]

    def choose(
        self, who: requests.Seat, why: str, options: Sequence[requests.Option], *, secret: bool = False, **facts: Fact
    ) -> str:
        """Ask for one option; a single option is taken without asking."""
        return self.ask(requests.Choose(who=who, why=why, options=tuple(options), facts=facts, secret=secret))

    def as_usual(self, request: requests.Request[T], seat: requests.Seat) -> T:
        """Return the autopilot's answer for a seat that left the decision to a standing order; nothing is logged."""
        return judge(request, self._usual(request, seat), seat)

    def everyone(
        self, why: str, asks: Mapping[requests.Seat, requests.Request[T]], *, secret: bool = False
    ) -> Mapping[requests.Seat, T]:
        """Ask several seats at once and wait for all; answers are in the order of ``asks``."""
        self._leave_asides(None)
        self._take_corrections()
        step = self.log.step
        rows = self.log.take_answers_of(asks, why)
        self._next_step()
        answers: dict[requests.Seat, T] = {}
        for seat, request in asks.items():
            only = only_answer(request)
            if seat in rows:
                answers[seat] = recorded(rows[seat], request, seat)
            elif only is not None:
                answers[seat] = judge(request, only, seat)
            elif self._people:
                answers[seat] = judge(request, self._people(request, seat), seat)
                value = plain(request, answers[seat], seat)
                self.log.given.append(Answer(step, seat, request.asked, seat, value))
        if missing := {seat: request for seat, request in asks.items() if seat not in answers}:
            raise Waiting(
                requests.Everyone(who=requests.PARTY, why=why, asks=missing, secret=secret), step, tuple(rows)
            )
        for seat, request in asks.items():
            self._chance.hear(request, seat, plain(request, answers[seat], seat))
        return {seat: answers[seat] for seat in asks}

    def next_action(
        self, why: str, actions: Sequence[requests.Action], *, secret: bool = False, **facts: Fact
    ) -> requests.Taken:
        """Ask for the next action; the first seat to act decides."""
        return self.ask(
            requests.NextAction(who=requests.PARTY, why=why, actions=tuple(actions), facts=facts, secret=secret)
        )

    def tell(self, event: Event, to: tuple[requests.Seat, ...] | None = None, shadow: Event | None = None) -> None:
        """Tell an event to everybody, or to the seats ``to``; all others are told ``shadow``."""
        self.story.tell(Told(event, to))
        if shadow:
            self.story.tell(Told(shadow))

    def set_right(self, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Apply the game master's corrections before the next question.

        Rules call it when all answers have taken effect and the question is not built yet. Corrections are applied only
        there. ``goes_on``: whether the question will still be asked; once it will not be, the other corrections belong
        to a later question.
        """
        while goes_on() and self.set_one_right():
            continue

    def set_one_right(self) -> bool:
        """Apply the next correction only, so that its consequences precede the others; return whether there was one."""
        self._leave_asides(self._open)
        self.set_right_at = self.log.step
        return self._apply_waiting() or self._take_correction()

    def ask(self, request: requests.Request[T]) -> T:
        """Ask the request; one with a single possible answer is not asked."""
        only = only_answer(request)
        return judge(request, only, request.who) if only is not None else self._ask(request)[0]

    # How it finds the answer -------------------------------------------------------------------------------

    def _take_corrections(self) -> None:
        while self._take_correction():
            continue

    def _take_correction(self) -> bool:
        row = self.log.take_correction() if self._correct else None
        if not row or not self._correct:
            return False
        if self._correct.enter(self, row):
            self._chance.note(row.seat, row.value)
        self._news = self.story.told_openly
        return True

    def _apply_waiting(self) -> bool:
        row = self._correct.apply_waiting(self) if self._correct else None
        if not row:
            return False
        self._chance.note(row.seat, row.value)
        self._news = self.story.told_openly
        return True

    def _ask(self, request: requests.Request[T]) -> tuple[T, requests.Seat]:
        self._leave_asides(request)
        self._take_corrections()
        row = self.log.take_answer(request)
        if row:
            seat, part = row.seat, row.part
            answer = recorded(row, request, request.who if request.who == requests.CHANCE else seat)
            value = plain(request, answer, seat)
        else:
            fresh, seat = self._fresh(request, self.log.step)
            answer = judge(request, fresh, seat)
            value = plain(request, answer, seat)
            part = self.log.give(request, value, seat)
        self._go_on_from(request, part)
        self._chance.hear(request, seat, value)
        return answer, seat

    # On the side, in secret --------------------------------------------------------------------------------

    def _go_on_from(self, request: requests.Request, part: str) -> None:
        """Go to the next step after an answer; a secret free action leaves the question open."""
        if part[:1] != ASIDE:
            self._next_step()
            return
        self.set_right_at = -1
        if not self._open and isinstance(request, requests.NextAction):
            self._open, self._news = in_the_open(request), self.story.told_openly

    def _leave_asides(self, request: requests.Request | None) -> None:
        """Go to the next step if this is another question than before the secret free actions.

        The log decides; at its end the question stays while no other seat can notice the action.
        """
        if self._is_left(request):
            self.set_right_at += self.set_right_at == self.log.step
            self._next_step()

    def _is_left(self, request: requests.Request | None) -> bool:
        if not self._open:
            return False
        logged = self.log.next_logged_step
        if logged is not None:
            return logged > self.log.step
        unlike = not isinstance(request, requests.NextAction) or in_the_open(request) != self._open
        return unlike or self._news < self.story.told_openly

    def _fresh(self, request: requests.Request, step: int) -> tuple[Value, requests.Seat]:
        if isinstance(request, requests.Roll | requests.Draw):
            value = self._chance.answer(request)
            if value is not None:
                return value, requests.CHANCE
            raise Waiting(replace(request, who=requests.PARTY), step)
        if not self._people:
            raise Waiting(request, step)
        seat = self._spokesman(request)
        return self._people(request, seat), seat

    def _spokesman(self, request: requests.Request) -> requests.Seat:
        """Return the seat that answers in a simulation: the asked one, for the party the speaker if it
        is waited for.
        """
        if request.who != requests.PARTY or is_waited_for(request, self._speaker):
            return self._speaker if request.who == requests.PARTY else request.who
        assert isinstance(request, requests.NextAction)  # everything else that the party is asked anybody may answer
        return self._speaker if request.idle and self._speaker in request.movers else request.movers[0]

    def _next_step(self) -> None:
        self._open = None
        self.log.step += 1
