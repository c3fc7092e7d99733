"""Release 1.0.0 and today's program as one bot on one PostgreSQL, as in a rolling update."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path

import pytest

from bot.store.fleet.postgres import newest_version, version_of
from tests.bot.a_fleet import Fleet, a_fleet
from tests.bot.a_running_bot import gone
from tests.bot.store.a_server import Server
from tests.saves.release import unpack_program

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.fleet,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc"),
]


async def test_an_update_from_the_release_one_process_at_a_time(tmp_path: Path, server: Server) -> None:
    """The old process plays on while the new one migrates and takes over half of the shards, and then the rest."""
    release = unpack_program("1.0.0", tmp_path / "release")
    async with a_fleet(tmp_path, server) as fleet, contextlib.AsyncExitStack() as stack:
        old = await stack.enter_async_context(fleet.process(release))
        await fleet.served(owners=1)
        await fleet.until(lambda: any(fleet.discord.world.commands.values()))
        await fleet.open_tables()
        await fleet.play(3)
        released = version_of(fleet.address).version

        await stack.enter_async_context(fleet.process())
        await fleet.served(owners=2)
        fleet.outcomes.clear()
        await fleet.play(5)
        await fleet.at_rest()
        together, outcomes = _wrong_but_words(fleet), [*fleet.outcomes]

        old.say(signal.SIGTERM)
        await gone(old.pid)
        await fleet.served(owners=1)
        await fleet.play(3)
        await fleet.at_rest()

        assert (together, _wrong_but_words(fleet)) == ([], [])
        assert released < version_of(fleet.address).version == newest_version()
        assert outcomes.count("failed") == 0


def _wrong_but_words(fleet: Fleet) -> list[str]:
    """Return what the judge finds, without the stories: the release told them in other words than today's program."""
    return [fault for fault in fleet.verdict() if ": stories: " not in fault]
