"""A table's settings for play over days and players' personal settings, checked when they are set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.chance import ByHand
from rules.kernel.errors import Refused
from rules.kernel.game import Rules

LONGEST_HOURS = 24 * 60
"""The longest reminder or deadline in hours: sixty days."""


HOURS = ("call_after", "remind_after", "deadline_after")
"""The habits in hours since the question was asked (0: never)."""

Pings = Literal["needed", "next", "every", "daily", "never"]
CallPlace = Literal["channel", "dm", "both"]
"""Where a person is called; dm: by direct message."""


class Person(Struct, frozen=True):
    """A player's own settings, for all tables.

    ``zone`` is an IANA name. Quiet hours are minutes of the local day, the end excluded; equal ends mean none.

    ``pings``: when a question needs this person and nobody is at the table (``needed``; ``next``: with a direct message
    a turn before), at every question, once a day after the night, or never. ``place``: where calls go. ``dm_id``: the
    channel of direct messages; 0: none are sent. ``locale``: the language in which the person asked for them; '': the
    table's. ``fame``: 1: later games on a server may name the person's fallen characters.
    """

    user_id: int
    zone: str = "Europe/Warsaw"
    quiet_from: int = 22 * 60
    quiet_to: int = 8 * 60
    pings: Pings = "needed"
    place: CallPlace = "channel"
    dm_id: int = 0
    locale: str = ""
    fame: int = 0

    @property
    def is_pinged(self) -> bool:
        """Whether calls ping the person in the table's channel."""
        return self.place != "dm" or not self.dm_id


Following = Literal["events", "morning", "evening"]


class Follower(Struct, frozen=True):
    """Somebody who is told of a game by direct messages; ``user_id`` 0: its own channel, told once a day.

    ``told_at``: until when they are told; ``due_at``: when they are told the rest (seconds; 0: as it happens).
    """

    game_id: str
    user_id: int
    how: Following
    dm_id: int = 0
    locale: str = ""
    told_at: float = 0.0
    due_at: float = 0.0


class Habits(Struct, frozen=True):
    """A table's settings for play over days.

    ``remind_after``, ``deadline_after`` and ``call_after`` are hours since the question was asked, 0: never.
    ``call_after``: when to ping those who may answer but were not pinged. ``by_hand``: kinds of rolls thrown by hand
    when ``dice`` says so; empty: all. ``in_person``: people without an account sit at a real table with the game
    master. ``drawn``: the ``why`` of draws made by hand from a real box. ``quick``: the autopilot makes the choices of
    the set-up, between dice and draws by hand.
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
    quick: bool = False

    @property
    def hands(self) -> ByHand:
        """Return what people throw and draw by hand."""
        return ByHand(self.by_hand if self.dice == "hand" else None, self.drawn)


def wish(typed: str, known: tuple[str, ...]) -> str:
    """Return one of the known settings; raises ``Refused("option")`` for another one."""
    if typed not in known:
        raise Refused("option", name=typed[:40], values=known)
    return typed


def of_a_real_table(habits: Habits) -> Habits:
    """Return these habits for people who sit together: no reminders, no deadlines, real dice."""
    return replace(habits, remind_after=0.0, deadline_after=0.0, call_after=0.0, dice="hand", in_person=True)


def of_rivals(habits: Habits) -> Habits:
    """Return these habits for rivals: after a deadline the autopilot answers, never the leader."""
    then = "autopilot" if habits.deadline_then == "leader" else habits.deadline_then
    return replace(habits, deadline_then=then)


def unknown_by_hand(habits: Habits, rules: Rules) -> tuple[str, Sequence[str]] | None:
    """Return the first unknown roll or draw in the habits and the known ones, or None."""
    for named, known in ((habits.by_hand, rules.rolls), (habits.drawn, rules.draws)):
        if unknown := [name for name in named if name not in known]:
            return unknown[0], known
    return None


def keepable(habits: Habits) -> Habits:
    """Return these habits; raises ``Refused("hours")`` if an hour is too long, or the deadline not
    after the reminder.
    """
    if not all(0 <= getattr(habits, habit) <= LONGEST_HOURS for habit in HOURS):
        raise Refused("hours", most=LONGEST_HOURS)
    if 0 < habits.deadline_after <= habits.remind_after:
        raise Refused("hours", most=LONGEST_HOURS)
    return habits
