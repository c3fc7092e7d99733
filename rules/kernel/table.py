"""The table: the interface through which rules ask for answers and tell events.

A rule that takes ``table`` may wait for days. The table reads answers from the log; at the log's end it raises
``Waiting``, a ``BaseException``, so that no rule can swallow it. With the next answer the stage is run again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar

import msgspec

from rules.kernel import requests
from rules.kernel.answers import (
    ASIDE,
    Answer,
    Value,
    in_the_open,
    is_beside,
    is_waited_for,
    judge,
    only_answer,
    part_beside,
    plain,
    recorded,
)
from rules.kernel.autopilot import plain as plain_answer
from rules.kernel.chance import Chance
from rules.kernel.dice import Rolled
from rules.kernel.errors import Diverged
from rules.kernel.words import Fact, Phrase

T = TypeVar("T")

Respond = Callable[[requests.Request[Any], requests.Seat], Value]
"""Answers for people at once: an autopilot, a simulation or a script."""
Correct = Callable[["Table", Answer], None]


class Event(msgspec.Struct, frozen=True, tag=True):
    """A fact that happened; its text in the catalogues is under the class's name.

    ``fold`` marks events of a stretch that runs by itself: ``begins`` starts it, ``routine`` is left out of the short
    story, ``sum`` ends it and summarizes it. A ``detail`` is told only on request.
    """

    fold: ClassVar[Literal["", "detail", "begins", "routine", "sum"]] = ""


class DiceRolled(Event, frozen=True, tag=True, omit_defaults=True):
    """Dice were rolled: purpose, code, pips, result, by whom; ``plus`` is added, ``measure`` is mentioned."""

    why: str
    code: str
    pips: tuple[int, ...]
    total: int
    by: requests.Seat
    plus: int = 0
    measure: Phrase | None = None


class Told(msgspec.Struct, frozen=True, eq=False):
    """An event and the seats that learn of it; None: everybody.

    ``nth``: its number among the game's events of this kind, from 1 (0: not counted); it selects the wording. Equality
    ignores it.
    """

    event: Event
    to: tuple[requests.Seat, ...] | None = None
    nth: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and (self.event, self.to) == (other.event, other.to)


NOBODY: tuple[requests.Seat, ...] = ()
"""The listeners of an event that nobody is told."""


class Waiting(BaseException):
    """Raised at the end of the log: somebody must answer ``request``, step ``step`` of the stage."""

    def __init__(self, request: requests.Request[Any], step: int, done: tuple[requests.Seat, ...] = ()) -> None:
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
        correct: Correct | None = None,
        corrections: Sequence[Answer] = (),
        usual: Respond = plain_answer,
    ) -> None:
        self._log = log
        self._read = 0
        self._correct = correct
        self._corrections = corrections
        self._corrected = 0
        self._chance = chance
        self._people = people
        self._usual = usual
        self._speaker = speaker
        self.step = 0
        self._open: requests.NextAction | None = None
        self._news = 0
        self.set_right_at = -1
        self.told: list[Told] = []
        self.given: list[Answer] = []
        self._quiet: tuple[type[Event], ...] = ()
        self._line: Callable[[], Event | None] | None = None
        self._dice: list[Told] = []

    # What a rule may do ------------------------------------------------------------------------------------

    def roll(self, code: str, why: str, **facts: Fact) -> Rolled:
        """Roll dice and tell the result, with the facts ``plus`` and ``measure``."""
        pips, by = self._ask(request := requests.Roll(who=requests.CHANCE, why=why, code=code, facts=facts))
        rolled = Rolled(code, pips)
        self._say(Told(DiceRolled(why, code, rolled.pips, int(rolled), by, request.plus, request.measure)))
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
        step = self._next_step()
        rows = self._rows_of(step, why, asks)
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
                self.given.append(Answer(step, seat, request.asked, seat, value))
        if missing := {seat: request for seat, request in asks.items() if seat not in answers}:
            raise Waiting(
                requests.Everyone(who=requests.PARTY, why=why, asks=missing, secret=secret), step, tuple(rows)
            )
        for seat, request in asks.items():
            self._chance.hear(request, seat, plain(request, answers[seat], seat))
        return {seat: answers[seat] for seat in asks}

    def next_action(
        self, why: str, actions: Sequence[requests.Action[Any]], *, secret: bool = False, **facts: Fact
    ) -> requests.Taken:
        """Ask for the next action; the first seat to act decides."""
        return self.ask(
            requests.NextAction(who=requests.PARTY, why=why, actions=tuple(actions), facts=facts, secret=secret)
        )

    def tell(self, event: Event, to: tuple[requests.Seat, ...] | None = None, shadow: Event | None = None) -> None:
        """Tell an event to everybody, or to the seats ``to``; all others are told ``shadow``."""
        self._say(Told(event, to))
        if shadow is not None:
            self._say(Told(shadow))

    def hush(self, quiet: tuple[type[Event], ...], line: Callable[[], Event | None]) -> None:
        """Suppress events of these kinds, and the dice before them, until another event is told.

        Then, or at ``speak_up``, the event from ``line`` (if any) is told first in their place.
        """
        self._quiet, self._line, self._dice = quiet, line, []

    def speak_up(self) -> None:
        """End a ``hush``: tell its line now; from here on everything is told."""
        if self._line is not None:
            said, self._line = self._line(), None
            self.told += [*([Told(said)] if said is not None else []), *self._dice]

    def _say(self, fact: Told) -> None:
        if self._line is not None and isinstance(fact.event, DiceRolled):
            self._dice.append(fact)
        elif self._line is not None and isinstance(fact.event, self._quiet):
            self.told += [Told(each.event, NOBODY) for each in (*self._dice, fact)]
            self._dice = []
        else:
            self.speak_up()
            self.told.append(fact)

    def set_right(self) -> None:
        """Apply the game master's corrections before the next question.

        Rules call it when all answers have taken effect and the question is not built yet. Corrections are applied only
        there.
        """
        while self.set_one_right():
            continue

    def set_one_right(self) -> bool:
        """Apply the next correction only, so that its consequences precede the others; return whether there was one."""
        self._leave_asides(self._open)
        self.set_right_at = self.step
        return self._take_correction()

    def ask(self, request: requests.Request[T]) -> T:
        """Ask the request; one with a single possible answer is not asked."""
        only = only_answer(request)
        return judge(request, only, request.who) if only is not None else self._ask(request)[0]

    # How it finds the answer -------------------------------------------------------------------------------

    def _take_corrections(self) -> None:
        while self._take_correction():
            continue

    def _take_correction(self) -> bool:
        row = self._correction
        if self._correct is None or row is None or row.step != self.step or self._is_first(self.unread, row):
            return False
        self._corrected += 1
        self._correct(self, row)
        self._chance.note(row.seat, row.value)
        self._news = self._told_openly
        return True

    @property
    def _correction(self) -> Answer | None:
        return self._corrections[self._corrected] if self._corrected < len(self._corrections) else None

    @property
    def left(self) -> Answer | None:
        """The first unused entry of the log, or None."""
        return self.unread or self._correction

    @property
    def unread(self) -> Answer | None:
        """The first unused answer of the log, or None."""
        return self._log[self._read] if self._read < len(self._log) else None

    def _ask(self, request: requests.Request[T]) -> tuple[T, requests.Seat]:
        if self._open is not None:
            self._leave_asides(request)
        if self._corrections:
            self._take_corrections()
        step = self.step
        row = self._log[self._read] if self._read < len(self._log) else None
        if row is not None:
            self._read += 1
            if row.step != step:
                raise Diverged(row.step, row.asked, request.asked)
            seat, part = row.seat, row.part
            answer = recorded(row, request, request.who if request.who == requests.CHANCE else seat)
        else:
            value, seat = self._fresh(request, step)
            answer, part = judge(request, value, seat), None
        value = plain(request, answer, seat)
        if part is None:
            part = (
                part_beside([*self._log[: self._read], *self._corrections, *self.given], self.step)
                if is_beside(request, value, seat)
                else ""
            )
            self.given.append(Answer(step, part, request.asked, seat, value))
        self._go_on_from(request, part)
        self._chance.hear(request, seat, value)
        return answer, seat

    # On the side, in secret --------------------------------------------------------------------------------

    def _go_on_from(self, request: requests.Request[Any], part: str) -> None:
        """Go to the next step after an answer; a secret free action leaves the question open."""
        if part[:1] != ASIDE:
            self._next_step()
            return
        self.set_right_at = -1
        if self._open is None and isinstance(request, requests.NextAction):
            self._open, self._news = in_the_open(request), self._told_openly

    def _leave_asides(self, request: requests.Request[Any] | None) -> None:
        """Go to the next step if this is another question than before the secret free actions.

        The log decides; at its end the question stays while no other seat can notice the action.
        """
        if self._is_left(request):
            self.set_right_at += self.set_right_at == self.step
            self._next_step()

    def _is_left(self, request: requests.Request[Any] | None) -> bool:
        if self._open is None:
            return False
        left = [row.step for row in (self.unread, self._correction) if row is not None]
        if left:
            return min(left) > self.step
        unlike = not isinstance(request, requests.NextAction) or in_the_open(request) != self._open
        return unlike or self._news < self._told_openly

    @property
    def _told_openly(self) -> int:
        return sum(fact.to is None for fact in self.told)

    def _is_first(self, row: Answer | None, entry: Answer) -> bool:
        """Whether the log has a free action at this step before the correction."""
        if row is None or row.step != entry.step or row.part[:1] != ASIDE:
            return False
        return row.part[-3:] < entry.part[-3:]

    def _fresh(self, request: requests.Request[Any], step: int) -> tuple[Value, requests.Seat]:
        if isinstance(request, requests.Roll | requests.Draw):
            value = self._chance.answer(request)
            if value is not None:
                return value, requests.CHANCE
            raise Waiting(msgspec.structs.replace(request, who=requests.PARTY), step)
        if self._people is None:
            raise Waiting(request, step)
        seat = self._spokesman(request)
        return self._people(request, seat), seat

    def _spokesman(self, request: requests.Request[Any]) -> requests.Seat:
        """Return the seat that answers in a simulation: the asked one, for the party the speaker if it
        is waited for.
        """
        if request.who != requests.PARTY or is_waited_for(request, self._speaker):
            return self._speaker if request.who == requests.PARTY else request.who
        assert isinstance(request, requests.NextAction)  # everything else that the party is asked anybody may answer
        return self._speaker if request.idle and self._speaker in request.movers else request.movers[0]

    def _rows_of(
        self, step: int, why: str, asks: Mapping[requests.Seat, requests.Request[T]]
    ) -> dict[requests.Seat, Answer]:
        rows: dict[requests.Seat, Answer] = {}
        while (row := self.unread) is not None and row.step == step:
            if row.part not in asks:
                raise Diverged(row.step, f"{row.asked} of {row.part or row.seat}", f"{why} of {', '.join(asks)}")
            rows[row.part] = row
            self._read += 1
        return rows

    def _next_step(self) -> int:
        self._open = None
        self.step += 1
        return self.step - 1
