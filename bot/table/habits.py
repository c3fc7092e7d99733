"""How a table plays over days, and when its people sleep: plain wishes, checked when they are set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast, get_args

import msgspec

from rules.kernel.chance import ByHand
from rules.kernel.errors import Refused
from rules.kernel.game import Rules

LONGEST_HOURS = 24 * 60
"""No reminder and no deadline waits longer than sixty days."""


HOURS = ("call_after", "remind_after", "deadline_after")
"""The habits that are hours since the question was asked (0: never)."""

Pings = Literal["needed", "every", "daily", "never"]


class Person(msgspec.Struct, frozen=True):
    """A player's own wishes, the same at all tables.

    ``zone`` is an IANA name. Quiet hours are minutes of the local day, the last one not among them; two equal ends
    mean that there are none.

    ``pings``: when a question needs this person and nobody sits at the table (``needed``), at every question, once a
    day when the night is over, or never.
    """

    user_id: int
    zone: str = "Europe/Warsaw"
    quiet_from: int = 22 * 60
    quiet_to: int = 8 * 60
    pings: Pings = "needed"


class Habits(msgspec.Struct, frozen=True):
    """How a table plays over days.

    ``remind_after``, ``deadline_after`` and ``call_after`` are hours since the question was asked, 0: never. After
    ``call_after`` those are pinged who may answer, too, and were not, as somebody else sat at the table. ``by_hand``
    names the kinds of roll that are thrown by hand when ``dice`` says so; empty: all of them. ``in_person``: whoever
    has no account sits at a real table with the game master, who answers for them. ``drawn``: what is drawn by hand,
    too, from a real box: the ``why`` of each draw.
    """

    deciding: Literal["anyone", "leader", "vote"] = "anyone"
    remind_after: float = 24.0
    deadline_after: float = 0.0
    deadline_then: Literal["autopilot", "leader", "nothing"] = "nothing"
    dice: Literal["bot", "hand"] = "bot"
    by_hand: tuple[str, ...] = ()
    in_person: bool = False
    drawn: tuple[str, ...] = ()
    call_after: float = 3.0

    @property
    def hands(self) -> ByHand:
        """What people throw and draw themselves."""
        return ByHand(self.by_hand if self.dice == "hand" else None, self.drawn)


def wish(typed: str) -> Pings:
    """When somebody wants to be pinged; raises ``Refused("option")`` for what there is not."""
    for known in get_args(Pings):
        if typed == known:
            return cast("Pings", known)
    raise Refused("option", name=typed[:40], values=get_args(Pings))


def of_a_real_table(habits: Habits) -> Habits:
    """These habits for people who sit together: nobody is reminded, nothing is late, and the dice are their own."""
    return msgspec.structs.replace(
        habits, remind_after=0.0, deadline_after=0.0, call_after=0.0, dice="hand", in_person=True
    )


def of_rivals(habits: Habits) -> Habits:
    """These habits for people who play against each other: the leader answers for nobody, the autopilot does."""
    then = "autopilot" if habits.deadline_then == "leader" else habits.deadline_then
    return msgspec.structs.replace(habits, deadline_then=then)


def unknown_by_hand(habits: Habits, rules: Rules[Any]) -> tuple[str, Sequence[str]] | None:
    """What is to be thrown or drawn by hand though the game has no such thing, and what it has; None: nothing."""
    for named, known in ((habits.by_hand, rules.rolls), (habits.drawn, rules.draws)):
        if unknown := [name for name in named if name not in known]:
            return unknown[0], known
    return None


def keepable(habits: Habits) -> Habits:
    """These habits; raises ``Refused("hours")`` if an hour is too long, or the deadline not after the reminder."""
    if not all(0 <= getattr(habits, habit) <= LONGEST_HOURS for habit in HOURS):
        raise Refused("hours", most=LONGEST_HOURS)
    if 0 < habits.deadline_after <= habits.remind_after:
        raise Refused("hours", most=LONGEST_HOURS)
    return habits
