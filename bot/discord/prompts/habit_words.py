"""A table's habits in words."""

from __future__ import annotations

import msgspec

from bot.acts import changing_habits
from bot.table.habits import Habits
from bot.words.narrator import Narrator, Said

HOURS = ("remind_after", "deadline_after")
"""The habits that are hours since the question was asked (0: never)."""


def key(habit: str, value: str) -> str:
    """The catalogue key of a habit's value."""
    return f"habit.hours.{value}" if habit in HOURS else f"habit.{habit}.{value}"


def name(narrator: Narrator, habit: str) -> Said:
    """The name of a habit."""
    return narrator.say(f"habit.{habit}")


def value_in_words(narrator: Narrator, habits: Habits, habit: str) -> Said:
    """The value that a habit has among these, in words."""
    return narrator.term(changing_habits.value_in_words(habits, habit))


def changes_in_words(narrator: Narrator, voted: str) -> Said:
    """The habits of a matter that rivals vote on."""
    changes = changing_habits.read_habits(voted)
    after = msgspec.structs.replace(Habits(), **changes)
    menus = dict.fromkeys("dice" if habit in ("by_hand", "drawn") else habit for habit in changes)
    return Said("; ".join(f"{name(narrator, habit)}: {value_in_words(narrator, after, habit)}" for habit in menus))


def differences_in_words(narrator: Narrator, habits: Habits) -> Said:
    """A line with the habits in which a table differs from a new one; '' when there are none."""
    others = [
        habit
        for habit in changing_habits.MENUS
        if changing_habits.value_in_words(habits, habit) != changing_habits.value_in_words(Habits(), habit)
    ]
    lines = [f"{name(narrator, habit)}: {value_in_words(narrator, habits, habit)}" for habit in others]
    return narrator.say("habit.agreed", habits=Said("; ".join(lines))) if lines else Said()
