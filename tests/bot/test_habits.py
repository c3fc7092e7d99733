"""How a table plays: changed by whoever leads it, in words that everybody reads, and in force at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.acts import table_settings
from bot.playground import Message, Outcome
from bot.session.transaction import Transaction
from bot.table.events import HabitChanged
from bot.table.habits import Habits
from bot.table.records import Standing
from rules.kernel.errors import Refused
from rules.kernel.requests import Roll
from rules.kernel.words import Word
from tests.bot.a_channel import HERE, Channel, a_channel, a_table
from tests.bot.a_table import ALA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice
from tests.bot.toy_game import Dug, ToyRules

HOUR = 3600.0
DECIDING, CALL, REMIND, DEADLINE, THEN, DICE = range(6)
"""The menus of the panel, from above."""


async def alter(house: House, standing: Standing, user: int = ALA, **changes: Any) -> Standing:
    """Somebody changes how the table plays."""
    return (
        await table_settings.change_habits(house.sessions, standing.record.id, user, an_interaction(), **changes)
    ).standing


async def due_at(house: House) -> list[str]:
    """The tables that the clock has to look at now."""
    return await house.store.due(house.clock.now, 9)


# The table itself ------------------------------------------------------------------------------------------


async def test_the_leader_and_the_game_master_may_change_it_and_nobody_else(tmp_path: Path) -> None:
    """Olek is told whose it is."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK)

        async def appoint(turn: Transaction) -> None:
            turn.rewrite(gm_id=STRANGER)

        await house.sessions.change(standing.record.id, None, appoint)
        with pytest.raises(Refused, match="not_table_leader"):
            await alter(house, standing, OLEK, deciding="vote")
        await alter(house, standing, ALA, deciding="leader")
        after = await alter(house, standing, STRANGER, remind_after=6.0)

    assert after.record.habits == Habits(deciding="leader", remind_after=6.0)


async def test_hours_that_cannot_be_kept_change_nothing(tmp_path: Path) -> None:
    """A deadline before its reminder is refused, and what was in force stays."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA)
        with pytest.raises(Refused, match="hours"):
            await alter(house, standing, deadline_after=12.0)
        now = await house.sessions.standing_of(standing.record.id)

    assert now is not None
    assert now.record.habits == Habits()


async def test_what_changed_is_told_and_nothing_else(tmp_path: Path) -> None:
    """One line for each habit that is another one now; the same again is no news."""
    async with a_house(tmp_path / "house.db") as house:
        game_id = (await house.mine(ALA)).record.id
        habits: dict[str, Any] = {"deciding": "vote", "deadline_after": 48.0}
        first = await table_settings.change_habits(house.sessions, game_id, ALA, an_interaction(), **habits)
        again = await table_settings.change_habits(house.sessions, game_id, ALA, an_interaction(), **habits)

    assert [one.event for one in first.told] == [
        HabitChanged(Word("habit.deciding"), (Word("habit.deciding.vote"),)),
        HabitChanged(Word("habit.deadline_after"), (Word("habit.hours.48"),)),
    ]
    assert again.told == ()


async def test_a_new_reminder_makes_the_clock_look_earlier(tmp_path: Path) -> None:
    """After six hours instead of a day; without reminder and deadline it need not look at all."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA)
        house.clock.now += 7 * HOUR
        before = await due_at(house)
        await alter(house, standing, remind_after=6.0)
        sooner = await due_at(house)
        await alter(house, standing, remind_after=0.0)
        house.clock.now += 1000 * HOUR
        never = await due_at(house)

    assert (before, sooner, never) == ([], [standing.record.id], [])


async def test_real_dice_are_waited_for_and_the_bot_takes_them_back(tmp_path: Path) -> None:
    """With real dice a dig asks for them; when the bot throws again, the open roll falls at once."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK)
        await alter(house, standing, dice="hand")
        asked = await house.press(standing, OLEK, ["dig-s2"])
        after = await table_settings.change_habits(
            house.sessions, standing.record.id, ALA, an_interaction(), dice="bot"
        )

    assert isinstance(asked.standing.waiting, Roll)
    assert [type(one.event) for one in after.told if isinstance(one.event, Dug)] == [Dug]
    assert not isinstance(after.standing.waiting, Roll)


async def test_only_kinds_of_roll_that_there_are_go_by_hand(tmp_path: Path) -> None:
    """The game says which it has."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA)
        with pytest.raises(Refused, match="option"):
            await alter(house, standing, dice="hand", by_hand=("poker",))
        after = await alter(house, standing, dice="hand", by_hand=("mine",))

    assert after.record.habits.by_hand == ("mine",)


# In the channel --------------------------------------------------------------------------------------------


def lobby_of(channel: Channel) -> Message:
    """The newest message that everybody sees."""
    return [one for one in channel.hands.messages(HERE, "Darek") if not one.ephemeral][-1]


async def pick(channel: Channel, panel: Outcome, nth: int, *labels: str) -> Outcome:
    """The panel after a pick of Ala's."""
    return await channel.pick("Ala", panel.message, nth, *labels)


class TwoKinds(ToyRules):
    """A mine with two kinds of roll."""

    rolls = ("mine", "vein")
    draws: tuple[str, ...] = ()


async def test_the_lobby_opens_the_panel_and_shows_what_was_settled(tmp_path: Path) -> None:
    """Menus for the leader alone; everybody reads in the lobby what is not as usual."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        settings = await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Stół…")
        said = (await pick(channel, panel, DECIDING, "głosowanie")).text
        await channel.press("Bartek", "Ustawienia…")
        read_only = await channel.press("Bartek", "Stół…")

        assert (settings.kind, panel.kind) == ("ephemeral", "update")
        assert "Za drużynę decyduje: **głosowanie**" in said
        assert "**Stół:** za drużynę decyduje: głosowanie" in lobby_of(channel).text
        assert read_only.message is not None
        assert read_only.message.selects == []
        assert "głosowanie" in read_only.text


async def test_a_refused_pick_leaves_the_panel_as_it_was(tmp_path: Path) -> None:
    """A deadline before the reminder: one sentence, and the menu says again what is in force."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala") as channel:
        panel = await channel.command("Ala", "table")
        said = await pick(channel, panel, DEADLINE, "po 12 godzinach")

        assert "Termin odpowiedzi: **brak**" in said.text
        assert "a termin mijać dopiero po przypomnieniu" in channel.texts("Ala")[-1]


async def test_the_call_to_the_others_can_be_turned_off(tmp_path: Path) -> None:
    """By the menu, which begins at three hours, or typed; the table reads it."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek") as channel:
        panel = await channel.command("Ala", "table")
        off = await pick(channel, panel, CALL, "brak")
        later = await channel.command("Ala", "table", **{"call-others": "12"})
        told = await channel.command("Ala", "story")

        assert "Wołanie pozostałych: **po 3 godzinach**" in panel.text
        assert "Wołanie pozostałych: **brak**" in off.text
        assert "Wołanie pozostałych: **po 12 godzinach**" in later.text
        assert "wołanie pozostałych: **po 12 godzinach**.*" in told.text


async def test_everything_can_be_typed_at_once(tmp_path: Path) -> None:
    """One command, several habits; a running game tells them to the table."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek") as channel:
        typed = {"deciding": "leader", "remind": "6", "deadline": "24", "then": "autopilot"}
        shown = await channel.command("Ala", "table", **typed)
        refused = await channel.command("Bartek", "table", deciding="anyone")

        assert "Po terminie: **odpowiada automat**" in shown.text
        told = await channel.command("Ala", "story")
        assert "*Przy tym stole od teraz – przypomnienie: **po 6 godzinach**.*" in told.text
        assert "To ustala osoba, która prowadzi stół (Ala)" in refused.text


async def test_some_kinds_of_roll_are_thrown_by_hand(tmp_path: Path) -> None:
    """Every kind picked is the same as all; nothing picked gives the dice back to the bot."""
    async with a_table(tmp_path, TwoKinds(), "Ala") as channel:
        panel = await channel.command("Ala", "table")
        some = await pick(channel, panel, DICE, "mine")
        every = await pick(channel, some, DICE, "mine", "vein")
        none = await pick(channel, every, DICE)

        assert "Kości: **mine**" in some.text
        assert "Kości: **prawdziwe, wszystkie rzuty**" in every.text
        assert "Kości: **rzuca bot**" in none.text


async def test_the_open_question_says_how_it_is_decided_now(tmp_path: Path) -> None:
    """From a vote to the leader: who had voted is forgotten, and the prompt that stands in the channel says so."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Bartek", "A")
        await channel.command("Ala", "table", deciding="leader")
        shown = [one for one in channel.hands.messages(HERE, "Darek") if one.buttons][-1]

        assert "Decyduje osoba, która prowadzi stół" in shown.text
        assert "Głosy:" not in channel.story()
