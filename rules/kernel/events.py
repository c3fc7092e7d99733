"""Events: facts that rules tell during a stage, with their listeners, and the stretches told in short."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, dataclass_transform

from msgspec import Struct

from rules.kernel.requests import Seat
from rules.kernel.words import Phrase, Term, Word


@dataclass_transform(frozen_default=True)
class Event(Struct, frozen=True, tag=True):
    """A fact that happened; its text in the catalogues is under the class's name.

    ``fold`` marks events of a stretch that runs by itself: ``begins`` starts it, ``routine`` is left out of the short
    story, ``sum`` ends it and summarizes it. A ``detail`` is told only on request.
    """

    fold: ClassVar[Literal["", "detail", "begins", "routine", "sum"]] = ""


class CharacterEvent(Event):
    """An event that happens to a character."""

    who: Term


class NamedEvent(Event):
    """An event that happens to a character whom the catalogues name."""

    who: Word


class PlayerEvent(Event):
    """An event that a player brings about, or whose character does."""

    by: Seat


class DiceRolled(Event, omit_defaults=True):
    """Dice were rolled: purpose, code, pips, result, by whom; ``plus`` is added, ``measure`` is mentioned.

    ``whose``: for whom people rolled by hand, a monster with its ``mark``; empty if the bot rolled.
    """

    why: str
    code: str
    pips: tuple[int, ...]
    total: int
    by: Seat
    plus: int = 0
    measure: Phrase | None = None
    whose: tuple[Term, ...] = ()
    mark: str = ""


class DecidedUnasked(Event):
    """For the first time brisk pace decided something for these players; ``order``: the standing order that did."""

    players: tuple[Seat, ...]
    order: Word


class Told(Struct, frozen=True, eq=False):
    """An event and the seats that learn of it; None: everybody.

    ``nth``: its number among the game's events of this kind, from 1 (0: not counted); it selects the wording. Equality
    ignores it.
    """

    event: Event
    to: tuple[Seat, ...] | None = None
    nth: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and (self.event, self.to) == (other.event, other.to)


NOBODY: tuple[Seat, ...] = ()
"""The listeners of an event that nobody is told."""


class Story:
    """The events told in a stage, in order."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self._quiet: tuple[type[Event], ...] = ()
        self._line: Callable[[], Event | None] | None = None
        self._dice: list[Told] = []

    def tell(self, fact: Told) -> None:
        """Add an event, unless a ``hush`` suppresses it; decisions without a question do not end one."""
        if self._line and isinstance(fact.event, DecidedUnasked):
            self.told.append(fact)
        elif self._line and isinstance(fact.event, DiceRolled):
            self._dice.append(fact)
        elif self._line and isinstance(fact.event, self._quiet):
            self.told += [Told(each.event, NOBODY) for each in (*self._dice, fact)]
            self._dice = []
        else:
            self.speak_up()
            self.told.append(fact)

    def hush(self, quiet: tuple[type[Event], ...], line: Callable[[], Event | None]) -> None:
        """Suppress events of these kinds, and the dice before them, until another event is told.

        Then, or at ``speak_up``, the event from ``line`` (if any) is told first in their place.
        """
        self._quiet, self._line, self._dice = quiet, line, []

    def speak_up(self) -> None:
        """End a ``hush``: tell its line now; from here on everything is told."""
        if self._line:
            said, self._line = self._line(), None
            self.told += [*([Told(said)] if said is not None else []), *self._dice]

    @property
    def told_openly(self) -> int:
        """The number of events told to everybody."""
        return sum(fact.to is None for fact in self.told)
