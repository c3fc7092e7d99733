"""A host whose clock is wrong: it is reported, and its tables go on as with a right one."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.discord.requests import SAMPLES, HostClock
from bot.run.doctor import clock
from bot.settings import Settings
from tests.bot.a_channel import Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice

NOON = 1_800_000_000.0
HOURS = 3600.0


def date(at: float) -> str:
    """A ``Date`` header."""
    return format_datetime(datetime.fromtimestamp(at, UTC), usegmt=True)


async def messages_of_six_answers(channel: Channel) -> int:
    """How many public messages there are when Ala has answered six questions."""
    await channel.opened("Ala")
    for _ in range(6):
        await channel.press("Ala", "A · oak")
        await channel.hands.until(channel.is_asked)
    return sum(not message.ephemeral for message in channel.hands.messages("lochy", "Ala"))


@pytest.mark.parametrize("hours", [2.0, -2.0, 26.0])
async def test_a_sitting_goes_on_in_one_message(tmp_path: Path, hours: float) -> None:
    """By Discord's clock the message is young, whatever the host's says; the wrong clock is reported once."""
    rules = ParlourRules(*[a_choice] * 7)
    async with a_channel(tmp_path / "right", rules) as channel, channel.bot_up():
        expected = await messages_of_six_answers(channel)
    async with a_channel(tmp_path / "wrong", rules) as channel:
        with capture_logs() as logs:
            async with channel.bot_up(clock=lambda: time.time() + hours * HOURS) as bot:
                found = await messages_of_six_answers(channel)
                wrong = bot.host_clock.wrong_seconds

    assert found == expected
    assert wrong == pytest.approx(hours * HOURS, abs=5)
    assert [line["event"] for line in logs if line["event"].startswith("clock.")] == ["clock.wrong"]


def test_each_change_is_reported_once() -> None:
    """Wrong, wrong by something else, right; not each reply."""
    host = {"ahead": 0.0}
    measured = HostClock(lambda: NOON + host["ahead"])
    with capture_logs() as logs:
        for host["ahead"] in (0.0, 30.0, 7200.0, 7230.0, -3600.0, 1.0):
            for _ in range(2 * SAMPLES):
                measured.note_date(date(NOON))

    assert [(line["event"], line.get("seconds_ahead")) for line in logs] == [
        ("clock.wrong", 7200),
        ("clock.wrong", -3600),
        ("clock.right", None),
    ]


def test_a_slow_reply_does_not_matter() -> None:
    """One reply that took five minutes, and what is no date, leave the clock right."""
    measured = HostClock(lambda: NOON)
    for header in (date(NOON), date(NOON), date(NOON - 300), "soon", "", None):
        measured.note_date(header)

    assert measured.wrong_seconds == 0
    assert measured.discord_time() == NOON


def test_the_doctor_sees_a_clock_that_is_behind(tmp_path: Path) -> None:
    """The database was written in what the clock calls the future."""
    settings = Settings(_env_file=None, data=tmp_path)
    (before,) = clock(settings)
    settings.sqlite_file.write_bytes(b"games")
    later = time.time() + 2 * HOURS
    os.utime(settings.sqlite_file, (later, later))
    (after,) = clock(settings)

    assert before.ok
    assert not after.ok
    assert "NTP" in after.words
