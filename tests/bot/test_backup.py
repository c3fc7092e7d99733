"""``labirynt backup`` and ``restore``: a file taken during play is a bot's whole memory, and plays on elsewhere."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from bot.acts.undo import find_return
from bot.run.cli import app
from bot.run.data_folder import occupy_folder
from bot.run.doctor import database
from bot.settings import Settings
from bot.store import NewerDatabase
from bot.store.backups import inspect_database
from bot.store.schema import shipped_migrations, steps
from bot.table.records import Press
from rules.games import load
from rules.kernel.proof import check
from tests.bot.a_channel import Channel, a_channel
from tests.bot.a_table import ALA, a_house, an_interaction
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.test_doctor import a_database

pytestmark = IN_A_FILE

NEWEST = max(steps(shipped_migrations()))


def labirynt(*line: str | Path, lang: str = "en_GB.UTF-8") -> Result:
    """The command as typed."""
    return CliRunner().invoke(app, [str(word) for word in line], env={"LC_ALL": lang})


async def test_a_backup_taken_during_play_plays_on_elsewhere(tmp_path: Path) -> None:
    """The bot goes on beside it; in an empty folder the open question is answered, and the dice are proven."""
    (old := tmp_path / "old").mkdir()
    async with a_house(old / "labirynt.sqlite3") as house:
        seen = await house.mine(ALA)
        seen = (await house.press(seen, ALA, "dig-s1")).standing
        said = await asyncio.to_thread(labirynt, "backup", tmp_path / "copy", "--data", old)
        later = (await house.press(seen, ALA, "dig-s1")).standing
    assert said.exit_code == 0
    assert later.address != seen.address

    back = await asyncio.to_thread(labirynt, "restore", tmp_path / "copy", "--data", tmp_path / "new")
    assert back.exit_code == 0
    async with a_house(tmp_path / "new" / "labirynt.sqlite3") as house:
        standing = await house.sessions.standing_of(seen.record.id)
        assert standing is not None
        assert msgspec.structs.replace(standing.address, epoch=seen.address.epoch) == seen.address
        assert standing.waiting == seen.waiting
        again = (await house.press(standing, ALA, "dig-s1")).standing
        assert again.state == later.state  # the same seed, the same answers, the same dice
        while again.waiting is not None:
            press = Press(seen.record.id, ALA, an_interaction(), None, usual=True)
            again = (await house.sessions.answer(press)).standing
        verdict = check(await house.sessions.proof(seen.record.id))
    assert verdict.faults == ()
    assert verdict.fair > 1


async def test_what_was_undone_before_the_backup_can_still_be_brought_back(tmp_path: Path) -> None:
    """The chronicle is that of then, and the next undo knows its way, too."""
    (old := tmp_path / "old").mkdir()
    async with a_house(old / "labirynt.sqlite3") as house:
        seen = await house.mine(ALA)
        for _ in range(2):
            house.clock.now += 60
            seen = (await house.press(seen, ALA, "dig-s1")).standing
        undone = await house.undo(seen.record.id)
        told = [row.told for row in await house.sessions.chronicle(seen.record.id)]
    labirynt("backup", tmp_path / "copy", "--data", old)
    labirynt("restore", tmp_path / "copy", "--data", old)

    async with a_house(old / "labirynt.sqlite3") as house:
        assert [row.told for row in await house.sessions.chronicle(seen.record.id)] == told
        standing = await house.sessions.standing_of(seen.record.id)
        assert standing is not None
        assert standing.state == undone.state
        back = await find_return(house.store, seen.record.id, standing.address)
        assert back.answers == 1
        again = await house.undo(seen.record.id)
        assert again.address.epoch == standing.address.epoch + 1


async def test_a_backup_of_the_first_version_is_put_back_and_brought_up_to_date(tmp_path: Path) -> None:
    """It knows neither epochs nor seals; the next start adds them."""
    file = await a_database(tmp_path / "old", version=1)
    shutil.move(file, tmp_path / "copy")
    (new := tmp_path / "new").mkdir()
    said = await asyncio.to_thread(labirynt, "restore", tmp_path / "copy", "--data", new)

    assert said.exit_code == 0
    assert inspect_database(new / "labirynt.sqlite3").version == 1
    async with a_house(new / "labirynt.sqlite3") as house:
        assert house.sessions.live() == []
    assert inspect_database(new / "labirynt.sqlite3").version == NEWEST


async def a_folder(folder: Path) -> Path:
    """A data folder with a lobby in it; its database."""
    await asyncio.to_thread(folder.mkdir)
    async with a_house(folder / "labirynt.sqlite3") as house:
        await house.lobby(ALA)
    return folder / "labirynt.sqlite3"


def everything_in(folder: Path) -> list[str]:
    """What lies in it."""
    return sorted(one.name for one in folder.iterdir())


async def test_a_backup_says_what_it_is_and_is_for_the_bots_own_eyes(tmp_path: Path) -> None:
    """Its size and digest are those of the file; nobody else may read the seeds in it."""
    await a_folder(tmp_path / "data")
    to = tmp_path / "copy"
    said = await asyncio.to_thread(labirynt, "backup", to, "--data", tmp_path / "data", lang="pl_PL.UTF-8")

    assert f"{to.stat().st_size:,} bajtów".replace(",", "\N{NO-BREAK SPACE}") in said.stdout
    assert str(tmp_path / "data" / "labirynt.sqlite3") in said.stdout  # of what, as it may have been the wrong folder
    assert "gry: 1" in said.stdout
    assert hashlib.sha256(to.read_bytes()).hexdigest() in said.stdout
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert inspect_database(to).version == NEWEST
    assert everything_in(tmp_path) == ["copy", "data"]


async def test_a_folder_that_is_not_there_is_named_with_the_file(tmp_path: Path) -> None:
    """The file that was asked for, and not what it would have been called while it was made."""
    await a_folder(tmp_path / "data")
    to = tmp_path / "nowhere" / "copy"
    said = await asyncio.to_thread(labirynt, "backup", to, "--data", tmp_path / "data")

    assert said.exit_code == 2
    assert f"{to}: No such file or directory." in said.stderr
    assert ".part" not in said.stderr


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that is there stays as it is."""
    await a_folder(tmp_path / "data")
    (tmp_path / "copy").write_text("dear to me")
    said = await asyncio.to_thread(labirynt, "backup", tmp_path / "copy", "--data", tmp_path / "data")

    assert said.exit_code == 2
    assert "is there already" in said.stderr
    assert (tmp_path / "copy").read_text() == "dear to me"


def test_where_no_bot_is_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    """No folder is made for the question."""
    said = labirynt("backup", tmp_path / "copy", "--data", tmp_path / "nowhere")

    assert said.exit_code == 2
    assert "There is no database" in said.stderr
    assert list(tmp_path.iterdir()) == []


async def test_nothing_is_put_back_under_a_bot_that_runs(tmp_path: Path) -> None:
    """It would write on into a file that is no more."""
    file = await a_folder(tmp_path / "data")
    labirynt("backup", tmp_path / "copy", "--data", tmp_path / "data")
    before = file.read_bytes()
    with occupy_folder(tmp_path / "data"):
        said = await asyncio.to_thread(labirynt, "restore", tmp_path / "copy", "--data", tmp_path / "data")

    assert said.exit_code == 2
    assert "Another bot uses the folder" in said.stderr
    assert file.read_bytes() == before


async def test_the_games_of_before_are_kept(tmp_path: Path) -> None:
    """With the journal that a bot which fell has left; where, is said."""
    file = await a_folder(tmp_path / "data")
    labirynt("backup", tmp_path / "copy", "--data", tmp_path / "data")
    before = file.read_bytes()
    file.with_name(f"{file.name}-wal").write_bytes(b"the last answers")
    said = await asyncio.to_thread(labirynt, "restore", tmp_path / "copy", "--data", tmp_path / "data")
    (kept,) = (one for one in file.parent.glob("*.replaced-*") if not one.name.endswith("-wal"))

    assert said.exit_code == 0
    assert str(kept) in said.stdout
    assert kept.read_bytes() == before
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == b"the last answers"
    assert not file.with_name(f"{file.name}-wal").exists()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
async def test_what_root_puts_back_is_the_bots(tmp_path: Path) -> None:
    """Else the bot, under its own account, could not open it."""
    file = await a_folder(tmp_path / "data")
    labirynt("backup", tmp_path / "copy", "--data", tmp_path / "data")
    os.chown(file, 12345, 12346)
    os.chown(file.parent, 12345, 12346)
    await asyncio.to_thread(labirynt, "restore", tmp_path / "copy", "--data", tmp_path / "data")

    assert {(one.stat().st_uid, one.stat().st_gid) for one in (file, *file.parent.glob("*.lock"))} == {(12345, 12346)}


def cut_short(file: Path) -> None:
    """Half of it did not arrive."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def another_programs(file: Path) -> None:
    """A database, but not the bot's."""
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (soup TEXT)")


def of_tomorrow(file: Path) -> None:
    """Made by a newer program."""
    with closing(sqlite3.connect(file)) as newer:
        newer.execute(f"PRAGMA user_version = {NEWEST + 1}")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (cut_short, "copy is damaged"),
        (lambda file: file.write_text("Not a database" * 99), "copy is damaged, cut short or no database"),
        (another_programs, "is not the bot's"),
        (of_tomorrow, "update it to a program that knows version"),
        (lambda file: file.write_bytes(b""), "empty"),
    ],
)
async def test_what_is_no_good_backup_is_refused_and_all_stays(
    tmp_path: Path, spoil: Callable[[Path], object], why: str
) -> None:
    """One sentence; the games that are there are as they were, under their own name."""
    file = await a_folder(tmp_path / "data")
    labirynt("backup", tmp_path / "copy", "--data", tmp_path / "data")
    spoil(tmp_path / "copy")
    before = file.read_bytes()
    said = await asyncio.to_thread(labirynt, "restore", tmp_path / "copy", "--data", tmp_path / "data")

    assert said.exit_code == 2
    assert len(said.stderr.splitlines()) == 1
    assert re.search(why, said.stderr)
    assert ".part" not in said.stderr
    assert str(tmp_path / "copy") in said.stderr or "knows version" in said.stderr
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.glob("*.replaced*")] == []


# Going back after an update ------------------------------------------------------------------------------------


async def test_an_older_program_says_what_is_needed_and_how_to_go_back(tmp_path: Path) -> None:
    """It names the version, and the newest copy of before the update that it can open; that copy plays."""
    file = await a_folder(tmp_path / "data")
    copy = file.with_name(f"{file.name}.before-{NEWEST + 1:04}")
    shutil.copy(file, copy)
    of_tomorrow(file)
    shutil.copy(file, file.with_name(f"{file.name}.before-{NEWEST + 2:04}"))  # of the update after: no use here
    with pytest.raises(NewerDatabase) as refused:
        async with a_house(file):
            pass
    said = str(refused.value)
    (found,) = database(Settings(_env_file=None, data=tmp_path / "data"))

    assert f"knows version {NEWEST + 1}" in said
    line = f"labirynt restore {copy} --data {copy.parent}"
    assert line in map(str.strip, said.splitlines())  # to be pasted as it stands
    assert said in found.words
    assert labirynt(*line.split()[1:]).exit_code == 0
    async with a_house(file) as house:
        assert len(house.sessions.live()) == 1


async def test_without_a_copy_no_way_back_is_promised(tmp_path: Path) -> None:
    """Then only the newer program helps."""
    file = await a_folder(tmp_path / "data")
    of_tomorrow(file)
    with pytest.raises(NewerDatabase) as refused:
        inspect_database(file)

    assert "restore" not in str(refused.value)


# A folder of backups ---------------------------------------------------------------------------------------------


async def test_only_the_newest_backups_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of another name, of another program, copies of updates and links stay, however old they are."""
    await a_folder(tmp_path / "data")
    monkeypatch.setenv("LABIRYNT_BACKUPS", str(kept := tmp_path / "kept"))
    kept.mkdir()
    for year in (2021, 2022, 2023):
        labirynt("backup", kept / f"labirynt-{year}0101T000000Z.sqlite3", "--data", tmp_path / "data")
    ours = (kept / "labirynt-20210101T000000Z.sqlite3").read_bytes()
    (kept / "labirynt.sqlite3.before-0008").write_bytes(ours)
    (kept / "labirynt-20200101T000000Z.sqlite3.before-0008").write_bytes(ours)
    (kept / "labirynt-20190101T000000Z.sqlite3").write_bytes(b"a diary")
    (kept / "labirynt-20180101T000000Z.sqlite3").symlink_to(tmp_path / "data" / "labirynt.sqlite3")
    before = everything_in(kept)

    said = await asyncio.to_thread(labirynt, "backup", "--keep", "2", "--data", tmp_path / "data")

    (new,) = {*everything_in(kept)} - {*before}
    gone = {"labirynt-20210101T000000Z.sqlite3", "labirynt-20220101T000000Z.sqlite3"}
    assert said.exit_code == 0
    assert "Older backups that were deleted: 2." in said.stdout
    assert {*before} - {*everything_in(kept)} == gone
    assert stat.S_IMODE((kept / new).stat().st_mode) == 0o600


async def test_a_failed_backup_deletes_none(tmp_path: Path) -> None:
    """The older ones go only once the new one is whole."""
    file = await a_folder(tmp_path / "data")
    (kept := tmp_path / "kept").mkdir()
    labirynt("backup", kept / "labirynt-20210101T000000Z.sqlite3", "--data", tmp_path / "data")
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(os.urandom(4096 * 4))

    said = await asyncio.to_thread(labirynt, "backup", kept, "--keep", "1", "--data", tmp_path / "data")

    assert said.exit_code == 2
    assert everything_in(kept) == ["labirynt-20210101T000000Z.sqlite3"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["--keep", "0", "."], "--keep"),
        (["--keep", "2", "new-file"], "new-file is no folder"),
        ([], "Name a file or a folder for the backup, or set LABIRYNT_BACKUPS."),
    ],
)
async def test_a_backup_without_a_place_or_with_nothing_kept_is_refused(
    line: list[str], said: str, tmp_path: Path
) -> None:
    """Nothing is written or deleted."""
    await a_folder(tmp_path / "data")

    result = await asyncio.to_thread(labirynt, "backup", *line, "--data", tmp_path / "data")

    assert result.exit_code == 2
    assert said in result.stderr


async def test_the_newest_backup_is_tried(tmp_path: Path) -> None:
    """A copy is opened and its games are played again; a log that does not fit is named, exit code 1."""
    async with a_channel(tmp_path / "bot", load("jaskinia"), kind=Channel) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Szybki start")
        await channel.press("Ala", "⭐")
        data = channel.settings.data
        (kept := tmp_path / "kept").mkdir()
        await asyncio.to_thread(labirynt, "backup", kept, "--data", data)
    (file,) = kept.iterdir()

    good = await asyncio.to_thread(labirynt, "backup", "--verify", kept)
    with closing(sqlite3.connect(file)) as connection, connection:
        ((game,),) = connection.execute("SELECT id FROM games")
        connection.execute("UPDATE answers SET asked = 'price Amount s1' WHERE seat != 'chance'")
    broken = await asyncio.to_thread(labirynt, "backup", "--verify", file)
    file.write_bytes(file.read_bytes()[:20_000])
    cut = await asyncio.to_thread(labirynt, "backup", "--verify", file)

    assert (good.exit_code, broken.exit_code, cut.exit_code) == (0, 1, 2)
    assert "games played again from its log: 1." in good.stdout
    assert f"Game {game} cannot be played again" in broken.stdout
    assert "damaged or cut short" in cut.stderr or "cut short" in cut.stderr
