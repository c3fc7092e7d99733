"""Twin games: one position twice, but for what one player hides. Could anybody else tell them apart?

Everything that the others know is written down whenever somebody is asked: who, what, at which step, what was told and
is seen until then. It ends where the hidden hand is not what it was, as what is played is hidden no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.kernel.answers import Value
from rules.kernel.chance import Chance
from rules.kernel.errors import Refused
from rules.kernel.events import Told
from rules.kernel.game import Rules
from rules.kernel.requests import NextAction, Request, Seat
from rules.kernel.table import Table

Player = Callable[[Any, Request[Any], Seat], Value]
"""Answers for a seat, seeing the state."""
Stage = Callable[[Table, Any], object]


class Moment(msgspec.Struct, frozen=True):
    """What everybody but the hider knows when somebody is asked, or ('' ) when it is over.

    ``would``: what the autopilot would answer in the place of anybody else who is asked.
    """

    step: int
    asked: str
    facts: tuple[tuple[str, Any], ...]
    offered: tuple[Any, ...]
    told: tuple[Told, ...]
    views: tuple[Any, ...]
    would: Value


class Hidden(msgspec.Struct, frozen=True):
    """Whose hand it is, and how to look into it. ``seen``: whether the others see as much of it in both games."""

    seat: Seat
    hand: Callable[[Any, Seat], object]
    seen: bool = True


class _Played(BaseException):
    """Something of the hand was played, or is gone."""


class Witness:
    """One of the twins as it is played, by everybody who does not hide anything."""

    def __init__(self, rules: Rules[Any], state: Any, hidden: Hidden, player: Player) -> None:
        self._rules, self._state, self._hidden, self._player = rules, state, hidden, player
        self._held = hidden.hand(state, hidden.seat)
        self._table: Table
        self.moments: list[Moment] = []
        self.asked: list[tuple[Seat, str]] = []
        self.answers: list[Value] = []
        self.played = False
        self.lost = ""

    def plays(self, stage: Stage, chance: Chance) -> Witness:
        """Play it to its end, to the card that is played, or to an answer of the twin's that nobody may give here.

        Where that is the hider's own it names a card of the other hand: played there, even if nothing came of it, as
        other answers make other dice.
        """
        self._table = Table((), chance, self._answer)
        try:
            stage(self._table, self._state)
            self._look(None, "")
        except _Played:
            self.played = True
        except Refused as refusal:
            self.played = self.asked[-1][0] == self._hidden.seat
            self.lost = f"{self.asked[-1]} cannot be answered as by the twin: {refusal}"
        return self

    def _answer(self, request: Request[Any], seat: Seat) -> Value:
        self._look(request, seat)
        self.asked.append((seat, request.why))
        self.answers.append(self._player(self._state, request, seat))
        return self.answers[-1]

    def _look(self, request: Request[Any] | None, seat: Seat) -> None:
        if self._hidden.hand(self._state, self._hidden.seat) != self._held:
            raise _Played
        facts = tuple(request.facts.items()) if request else ()
        offered = tuple(self._offered(request)) if request else ()
        asked = request.asked if request else ""
        would = self._would(request, seat) if request else None
        self.moments.append(Moment(self._table.log.step, asked, facts, offered, self._told(), self._views(), would))

    def _would(self, request: Request[Any], seat: Seat) -> Value:
        if seat == self._hidden.seat or not self._hidden.seen:
            return None
        return self._rules.autopilot(self._state, request, seat)

    def _offered(self, request: Request[Any]) -> Iterator[Any]:
        """What others are offered, looked at now, as it is made of this moment; of the hider only what is open."""
        if isinstance(request, NextAction):
            shown = [one for one in request.actions if one.who != self._hidden.seat or not one.secret]
            assert all(one.ask is None or one.ask.asked for one in shown)
            yield from shown
        elif request.who != self._hidden.seat or not request.secret:
            yield request

    def _told(self) -> tuple[Told, ...]:
        told = self._table.story.told
        return tuple(one for one in told if one.to is None or any(seat != self._hidden.seat for seat in one.to))

    def _views(self) -> tuple[Any, ...]:
        others = (None, *(seat for seat in self._state.seats if seat != self._hidden.seat))
        return tuple(self._rules.view(self._state, viewer) for viewer in others) if self._hidden.seen else ()


def repeated(answers: list[Value]) -> Player:
    """People who answer as they did in the other game, whatever they are asked."""
    left = iter(answers)
    return lambda state, request, seat: next(left, None)


def told_apart(one: Witness, other: Witness) -> str:
    """By what two games could be told apart, as a sentence; '' if by nothing."""
    for here, there in zip(one.moments, other.moments, strict=False):
        if here != there:
            return f"step {here.step}: {_apart(here, there)}"
    if not other.played and len(other.moments) < len(one.moments):
        return other.lost or "the other one ends before"
    if not one.played and len(one.moments) < len(other.moments):
        return f"it goes on with {other.moments[len(one.moments)].asked!r}"
    return ""


def _apart(here: Moment, there: Moment) -> str:
    names = [name for name in Moment.__struct_fields__ if getattr(here, name) != getattr(there, name)]
    name = names[-1] if names[0] != "asked" else "asked"
    return f"{', '.join(names)} differ: {getattr(here, name)!r:.600} and {getattr(there, name)!r:.600}"
