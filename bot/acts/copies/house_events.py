"""What the bot itself tells of a table: a file may claim only what could have been told at such a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.acts.changing_habits import MENUS
from bot.acts.copies.papers import LATEST
from bot.acts.house_rules import value_term
from bot.table.events import DiceResealed, HabitChanged, HouseEvent, HouseRuleChanged, Overdue, RollForced
from rules.kernel.game import Rules
from rules.kernel.requests import GM, PARTY, Seat
from rules.kernel.words import Word

KEEPER = "keeper"
_SEAL = re.compile(r"[0-9a-f]{64}")
_HABIT = re.compile(r"(habit|rolls|drawn)\.[\w.]{1,60}")
MOST_PIPS = 99
"""No throw has more dice."""
MOST_WORDS = 64
"""No habit takes more words."""


def can_be_told(rules: Rules[Any], seats: Sequence[Seat], event: HouseEvent) -> bool:
    """Whether the bot could have told this event of its own at a table with these rules and seats."""
    match event:
        case DiceResealed(seal=seal):
            return _SEAL.fullmatch(seal) is not None
        case HouseRuleChanged(switch=switch, value=value):
            return any(
                switch == Word(f"house.{name}") and value in [value_term(name, one) for one in values]
                for name, values in rules.switches.items()
            )
        case HabitChanged(habit=habit, value=words):
            known = habit in [Word(f"habit.{name}") for name in MENUS]
            return known and len(words) <= MOST_WORDS and all(_HABIT.fullmatch(word.key) for word in words)
        case RollForced(pips=pips):
            return len(pips) <= MOST_PIPS and all(1 <= pip <= 6 for pip in pips) and 0 <= event.answers <= LATEST
        case Overdue(then=then):
            right = then in [Word(f"then.{one}") for one in ("autopilot", "leader", "nothing")]
            return right and _are_seats(seats, event.seats)
    return all(_is_a_tables(seats, fact) for fact in msgspec.structs.asdict(event).values())


def _is_a_tables(seats: Sequence[Seat], fact: Any) -> bool:
    """Whether a fact is a number that can be said, or one or several of the people at the table."""
    match fact:
        case int():
            return 0 <= fact <= LATEST
        case str():
            return fact in (*seats, GM, PARTY, KEEPER)
        case tuple():
            return _are_seats(seats, fact)
    return False


def _are_seats(seats: Sequence[Seat], some: Sequence[Seat]) -> bool:
    """Whether these are seats of the table, and no more than it has: each word of a story costs time."""
    return len(some) <= len(seats) and all(one in seats for one in some)
