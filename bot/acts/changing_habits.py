"""How a table plays over days, changed by whoever leads it or is its game master, and told to all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bot.session.lobby import leader_name
from bot.session.party import question
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.events import HabitChanged
from bot.table.habits import Habits, keepable, unknown_by_hand
from bot.table.records import Accepted, GameRecord
from rules.kernel.errors import Refused
from rules.kernel.words import Word

MENUS = ("deciding", "remind_after", "deadline_after", "deadline_then", "dice")
"""The habits in the order in which they are shown; the dice go together with what is thrown by hand."""


def may_change(record: GameRecord, user_id: int) -> bool:
    """Whether a person may change how this table plays."""
    return user_id in (record.leader_id, record.gm_id) and record.phase in ("lobby", "playing")


async def change(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, **changes: Any) -> Accepted:
    """Change a table's habits; raises ``Refused`` with not_table_leader, hours or option."""

    async def alter(action: Transaction) -> None:
        before = action.record.habits
        _must_be_allowed(action, user_id)
        habits = keepable(msgspec.structs.replace(before, **changes))
        _must_be_rolls(action, habits)
        if changes.get("deadline_then") == "leader" and action.record.rivals:
            raise Refused("rivals_then")
        action.rewrite(habits=habits)
        if habits.deciding != before.deciding:
            action.unvote()
            action.close_matter(question(action.address))
        if action.record.phase == "playing":
            for event in _news(before, habits):
                action.tell(event)
            await _throw_again(action, before)

    return await sessions.accept(game_id, interaction_id, alter)


def _must_be_allowed(action: Transaction, user_id: int) -> None:
    if action.record.phase == "ended":
        raise Refused("game_over")
    if not may_change(action.record, user_id):
        raise Refused("not_table_leader", name=leader_name(action.record))


def _must_be_rolls(action: Transaction, habits: Habits) -> None:
    if found := unknown_by_hand(habits, action.rules):
        unknown, known = found
        raise Refused("option", name=unknown[:40], values=tuple(known))


async def _throw_again(action: Transaction, before: Habits) -> None:
    """What waits for somebody's hand goes on at once when the bot throws or draws it from now on."""
    if before.hands != action.record.habits.hands and action.waiting is not None:
        await action.look()


def _news(before: Habits, after: Habits) -> Iterator[HabitChanged]:
    for habit in MENUS:
        if value_in_words(before, habit) != value_in_words(after, habit):
            yield HabitChanged(Word(f"habit.{habit}"), value_in_words(after, habit))


def value_in_words(habits: Habits, habit: str) -> tuple[Word, ...]:
    """A habit's value as words of the catalogues."""
    value = getattr(habits, habit)
    if habit == "dice" and (habits.drawn or habits.by_hand):
        dice = [Word(f"rolls.{kind}") for kind in habits.by_hand] or [Word(f"habit.dice.{value}")]
        return (*dice, *(Word(f"drawn.{why}") for why in habits.drawn))
    if habit in ("remind_after", "deadline_after"):
        return (Word(f"habit.hours.{value:g}"),)
    return (Word(f"habit.{habit}.{value}"),)
