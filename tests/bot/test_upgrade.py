"""A bot of today on what older versions left: tables in the middle of a question lose nothing and hear nothing."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.acts.old_proofs import record_old_proofs
from rules.games import all_games, load
from tests.bot import an_old_database
from tests.bot.a_channel import HERE, a_channel
from tests.bot.store.a_server import IN_A_FILE, everywhere
from tests.sampled import first_of
from tests.saves.release import RELEASES, channels_of_all_games, unpack
from tests.saves.test_saves import NOW, OLD

VERSIONS = an_old_database.versions()
EACH_VERSION_AND_GAME = [
    (version, NOW[(nth + shift) % len(NOW)]) for shift in range(len(NOW)) for nth, version in enumerate(VERSIONS)
]
"""All pairs; the first of them have each version once, and each game."""
BEFORE = "before-1.1"
"""What the program left in the days before 1.1, in the midst of what that release changed."""
LEFT = sorted(one.name for one in RELEASES.iterdir() if one.name != BEFORE)


@pytest.mark.parametrize(("version", "file"), first_of(EACH_VERSION_AND_GAME, len(VERSIONS)))
async def test_a_table_in_the_middle_of_a_question_goes_on(tmp_path: Path, file: Path, version: int) -> None:
    """From every schema: nothing is said at the start, the button of before counts, every die to the end is fair."""
    saved = an_old_database.kept(file)
    async with a_channel(tmp_path, load(saved.game), undo_stages=len(saved.stages)) as channel:
        data = channel.settings.sqlite_file
        unit = an_old_database.a_table_in(channel.playground, saved, an_old_database.amid(saved), HERE)
        await an_old_database.put_into(data, unit)
        async with channel.bot_up():
            await channel.hands.until(channel.asking)
            await channel.hands.settled()
        logged = an_old_database.answers_in(data)
        await asyncio.to_thread(an_old_database.as_of, data, version)
        assert (an_old_database.version_in(data), an_old_database.answers_in(data)) == (version, logged)

        calls = len(channel.playground.requests)
        async with channel.bot_up() as client:
            await channel.hands.settled()
            standing = await client.service.sessions.standing_of(unit.record.id)
            assert standing is not None
            assert standing.address == unit.address
            assert an_old_database.told_in_channels(channel, calls) == []

            await an_old_database.press_what_stands_there(channel, client, unit.record.id)
            await an_old_database.finish(client.service.sessions, unit.record.id)
            verdict = await an_old_database.verdict_on(client.service.sessions, unit.record.id)

    assert verdict.faults == ()
    assert verdict.fair > 50
    assert [row for row in logged if row not in an_old_database.answers_in(data)] == []
    assert an_old_database.version_in(data) == VERSIONS[-1]
    if not everywhere():
        assert data.with_name(f"{data.name}.before-{VERSIONS[-1]:04}").exists() == (version < VERSIONS[-1])


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
async def test_a_table_of_older_rules_goes_on(tmp_path: Path, file: Path) -> None:
    """In the oldest database: at most it is said, once, that the open stage begins anew; it is played to its end."""
    saved = an_old_database.kept(file)
    async with a_channel(tmp_path, load(saved.game)) as channel:
        data = channel.settings.sqlite_file
        unit = an_old_database.a_table_in(channel.playground, saved, an_old_database.amid(saved), HERE)
        await an_old_database.put_into(data, unit)
        await asyncio.to_thread(an_old_database.as_of, data, VERSIONS[0])

        async with channel.bot_up() as client:
            sessions, game_id = client.service.sessions, unit.record.id
            await channel.hands.until(channel.asking)
            await channel.hands.settled()
            standing = await sessions.standing_of(game_id)
            assert standing is not None
            anew = standing.address.epoch > unit.address.epoch
            told = [type(one.event).__name__ for row in await sessions.chronicle(game_id) for one in row.told]
            assert told.count("StageAgain") == anew

            await an_old_database.press_what_stands_there(channel, client, game_id)
            await an_old_database.finish(sessions, game_id)
            verdict = await an_old_database.verdict_on(sessions, game_id)
    first = unit.address.stage  # the saved file has no state of the stages before
    assert verdict.faults == (f"the file begins with stage {first}: what came before it is missing",)
    assert verdict.fair > 50


@IN_A_FILE
@pytest.mark.parametrize("release", LEFT)
async def test_what_a_release_left_goes_on(tmp_path: Path, release: str) -> None:
    """Its whole database and its buttons, word for word: as above, at each of its tables."""
    unpack(release, tmp_path)
    async with channels_of_all_games(tmp_path) as channels:
        with closing(sqlite3.connect(channels.settings.sqlite_file)) as database:
            ((then,),) = database.execute("SELECT max(stirred_at) FROM games")
        async with channels.bot_up(clock=lambda: then + 60.0) as client:
            sessions = client.service.sessions
            games = sorted(entry.id for entry in sessions.live())
            await channels.hands.settled()
            assert an_old_database.told_in_channels(channels, 0) == []

            for game_id in games:
                await an_old_database.press_what_stands_there(channels, client, game_id)
                await an_old_database.finish(sessions, game_id)
            verdicts = [await an_old_database.verdict_on(sessions, game_id) for game_id in games]
    assert len(games) == len(all_games())
    assert [verdict.faults for verdict in verdicts] == [()] * len(games)
    assert min(verdict.fair for verdict in verdicts) > 50


@IN_A_FILE
async def test_open_moments_of_changed_rules_go_on_to_a_proof(tmp_path: Path) -> None:
    """A fight, a trap, monsters that may be bribed, a duel, and Tremor between two dice: at most the stage restarts."""
    unpack(BEFORE, tmp_path)
    async with channels_of_all_games(tmp_path) as channels:
        data = channels.settings.sqlite_file
        logged = an_old_database.answers_in(data)
        with closing(sqlite3.connect(data)) as database:
            ((then,),) = database.execute("SELECT max(stirred_at) FROM games")
        async with channels.bot_up(clock=lambda: then + 60.0) as client:
            sessions = client.service.sessions
            games = sorted(entry.id for entry in sessions.live())
            await record_old_proofs(sessions, pause=0)
            restarted: dict[str, int] = {}
            verdicts = []
            for game_id in games:
                await client.posting.deliver(game_id)  # as the clock does: a question that begins anew is posted anew
                await channels.hands.settled()
                await an_old_database.press_what_stands_there(channels, client, game_id)
                await an_old_database.finish(sessions, game_id)
                told = [type(one.event).__name__ for row in await sessions.chronicle(game_id) for one in row.told]
                restarted[game_id] = told.count("StageAgain")
                verdicts.append(await an_old_database.verdict_on(sessions, game_id))
    assert len(games) == 5
    assert max(restarted.values()) <= 1
    assert [(verdict.faults, verdict.unchecked) for verdict in verdicts] == [((), {})] * len(games)
    assert [row for row in logged if row not in an_old_database.answers_in(data)] == []


def test_every_release_has_left_its_database() -> None:
    """Whoever writes a version into the changelog keeps what it leaves behind."""
    released = re.findall(r"^## \[([\d.]+)\]", Path("CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert [one for one in released if one not in LEFT] == []
