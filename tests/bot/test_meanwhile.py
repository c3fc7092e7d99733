"""Who comes back after hours is told in a few lines what they missed, for them alone."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord.prompts.meanwhile import AWAY, meanwhile
from bot.discord.prompts.open_question import Scene
from bot.table.records import OutboxRow
from rules.games import load
from rules.jaskinia.events.cards import LevelRaised
from rules.jaskinia.events.course import SeekerDied
from rules.kernel.events import Told
from rules.kernel.table import Table
from rules.kernel.words import Word
from tests.bot.a_channel import AS_USUAL, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction
from tests.bot.parlour import Heard, Parlour, ParlourRules, a_choice, said

HEAD = "Pod twoją nieobecność"


class Hands:
    """A clock that is put forward."""

    ahead = 0.0

    def __call__(self) -> float:
        """The time (seconds)."""
        return time.time() + self.ahead


class Turns(ParlourRules):
    """One question a stage, without end."""

    def stage(self, table: Table, state: Parlour) -> None:
        """Somebody's turn."""
        table.tell(Heard("door", said(table.ask(a_choice(state)))))


@pytest.fixture
def clock() -> Hands:
    """It runs like everybody's."""
    return Hands()


@pytest.fixture
async def table(tmp_path: Path, clock: Hands) -> AsyncIterator[Channel]:
    """Bartek has answered once, and Ala twice since."""
    async with a_channel(tmp_path, Turns()) as channel, channel.bot_up(clock=clock):
        await channel.opened("Ala", "Bartek")
        for who in ("Bartek", "Ala", "Ala"):
            await channel.press(who, AS_USUAL)
        yield channel


def told(channel: Channel, who: str) -> list[str]:
    """What somebody was told of their absence."""
    return [text for text in channel.texts(who) if HEAD in text]


async def test_a_press_after_hours_is_answered_with_what_was_missed(table: Channel, clock: Hands) -> None:
    """Sums of what happened since; nobody else sees it."""
    clock.ahead = AWAY + 60
    await table.press("Bartek", AS_USUAL)

    (missed,) = told(table, "Bartek")
    assert "2 razy" in missed
    assert told(table, "Ala") == []


async def test_who_was_away_for_less_is_told_nothing(table: Channel, clock: Hands) -> None:
    """An hour is no absence; and who has just been told is not told again."""
    clock.ahead = AWAY / 2
    await table.press("Bartek", AS_USUAL)
    assert told(table, "Bartek") == []

    clock.ahead = 2 * AWAY
    await table.press("Bartek", AS_USUAL)
    await table.press("Bartek", AS_USUAL)
    assert len(told(table, "Bartek")) == 0  # nothing happened since the last press


async def test_a_round_of_turns_is_no_absence(tmp_path: Path, clock: Hands) -> None:
    """What the only other player did since stands directly above the question."""
    async with a_channel(tmp_path, Turns()) as channel, channel.bot_up(clock=clock):
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", AS_USUAL)
        await channel.press("Ala", AS_USUAL)
        clock.ahead = AWAY + 60
        await channel.press("Bartek", AS_USUAL)

        assert told(channel, "Bartek") == []


async def test_back_tells_it_too(table: Channel) -> None:
    """However long it was."""
    await table.command("Bartek", "away", until="jutro")
    await table.command("Bartek", "back")

    assert any("2 razy" in text and "**Co wybieracie?**" in text for text in told(table, "Bartek"))


async def test_back_tells_it_though_the_absence_has_ended_by_itself(table: Channel) -> None:
    """Bartek has announced none; who has missed nothing is refused as before."""
    told_bartek = await table.command("Bartek", "back")
    told_ala = await table.command("Ala", "back")

    assert "2 razy" in told_bartek.text
    assert "nie ma z czego wracać" in told_ala.text


async def test_the_story_begins_with_it(table: Channel) -> None:
    """For whoever asks what happened since they acted last."""
    story = await table.command("Bartek", "story")

    assert f"{HEAD}:** 2 razy" in story.text


async def test_a_death_is_told_before_what_came_later(tmp_path: Path) -> None:
    """One's own first, others' heaviest next; of what weighs the same the newest, in the order of events."""
    async with a_house(tmp_path / "db", load("jaskinia")) as house:
        await house.lobby(ALA, OLEK)
        there = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
    died = SeekerDied("s1", "Gotfryd", Word("area.corridor"), "F6")
    others = [SeekerDied("s2", f"Bolek {nth}", Word("area.corridor"), "F6") for nth in range(5)]
    events = [*others, LevelRaised("Bolek", 5, 5), died]
    row = OutboxRow(1, there.record.id, CHANNEL, there.address, tuple(map(Told, events)), ("s2", "x"))

    lines = meanwhile(Scene(there, load("jaskinia")), [row], ["s1"])

    assert ["Gotfryd" in line for line in lines[1:]] == [True, False, False, False]
    assert [nth for nth in range(5) if any(f"Bolek {nth}" in line for line in lines[2:])] == [2, 3, 4]
