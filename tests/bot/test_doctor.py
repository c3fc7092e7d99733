"""The doctor looks, says what is wrong in plain words, and touches nothing."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr, ValidationError
from typer.testing import CliRunner

from bot.playground.core import TOKEN
from bot.run.cli import app, main
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.run.doctor import Finding, database, folder, secrets
from bot.settings import Settings, WrongSetting, unknown_settings
from bot.store import StoreUnavailable
from bot.store.backups import keep_beside
from bot.store.fleet.postgres import PostgresStore
from bot.store.schema import shipped_migrations, steps
from bot.store.sqlite import SqliteStore
from tests.bot.store.a_server import Server
from tests.bot.store.some_units import an_opening
from tests.bot.store.test_probe import on_a_small_disk
from tests.bot.store.test_sqlite import a_store
from tests.sampled import first_of

NEWEST = max(steps(shipped_migrations()))


def seen(data: Path) -> list[Finding]:
    """What the doctor says of this folder and its database."""
    settings = Settings(_env_file=None, data=data)
    return [*folder(settings), *database(settings)]


def everything(data: Path) -> dict[str, tuple[bytes, int, float]]:
    """Each file's bytes, rights and time."""
    files = {str(file.relative_to(data)): file for file in data.rglob("*") if file.is_file()}
    return {name: (file.read_bytes(), file.stat().st_mode, file.stat().st_mtime) for name, file in files.items()}


def migrations(folder: Path, version: int) -> Path:
    """The shipped ones up to a version."""
    folder.mkdir()
    for number, sql in steps(shipped_migrations()).items():
        if number <= version:
            (folder / f"{number:04}_shipped.sql").write_text(sql, "utf-8")
    return folder


async def a_database(data: Path, *, version: int = NEWEST) -> Path:
    """A data folder with a table in it; of that version."""
    known = migrations(data.with_name(f"{data.name}-migrations"), version)
    await asyncio.to_thread(data.mkdir, parents=True)
    async with a_store(data / "labirynt.sqlite3", migrations=known) as store:
        if version == NEWEST:
            await store.commit(an_opening("one", 1))
    return data / "labirynt.sqlite3"


async def test_a_good_database_is_called_good_and_stays_as_it_is(tmp_path: Path) -> None:
    """Not a byte, not a file, not a time changes."""
    await a_database(tmp_path / "data")
    before = everything(tmp_path / "data")
    found = seen(tmp_path / "data")

    assert [one.ok for one in found] == [True, True]
    assert "is whole and up to date" in found[-1].words
    assert everything(tmp_path / "data") == before


async def test_a_database_in_use_can_be_looked_at(tmp_path: Path) -> None:
    """The bot goes on meanwhile; what it wrote last is seen."""
    file = await a_database(tmp_path / "data")
    store = SqliteStore(file)
    await store.open()
    await store.commit(an_opening("two", 2))
    found = seen(tmp_path / "data")
    await store.commit(an_opening("three", 3))
    await store.close()

    assert [one.ok for one in found] == [True, True]


def test_nothing_is_made_where_nothing_is(tmp_path: Path) -> None:
    """Folder and database are made by the first start, and it says so."""
    found = seen(tmp_path / "nowhere" / "data")

    assert [one.ok for one in found] == [True, True]
    assert all("first start" in one.words for one in found)
    assert list(tmp_path.iterdir()) == []


async def test_a_pending_migration_is_named_and_left_for_the_start(tmp_path: Path) -> None:
    """The old program may still be running, and its way back must stay open."""
    await a_database(tmp_path / "data", version=1)
    before = everything(tmp_path / "data")
    found = seen(tmp_path / "data")

    assert found[-1].ok
    assert f"has version 1; the next start brings it to version {NEWEST}" in found[-1].words
    assert everything(tmp_path / "data") == before


async def test_what_is_wrong_with_a_file_is_named(tmp_path: Path) -> None:
    """Empty, cut short, bad pages, no database, of a newer program, half migrated."""
    whole = (await a_database(tmp_path / "data")).read_bytes()
    half = await a_database(tmp_path / "half", version=1)
    with contextlib.closing(sqlite3.connect(half)) as file:
        file.execute("ALTER TABLE games ADD COLUMN gm_id INTEGER NOT NULL DEFAULT 0")
    with contextlib.closing(sqlite3.connect(tmp_path / "newer")) as file:
        file.execute("PRAGMA user_version = 9999")
    with contextlib.closing(sqlite3.connect(tmp_path / "foreign")) as file:
        file.execute("CREATE TABLE shopping (bread)")
    torn = bytearray(whole)
    torn[3 * 4096 : 3 * 4096 + 64] = b"\xff" * 64
    wrong = {
        b"": "is empty",
        whole[: len(whole) // 2]: "is damaged or cut short",
        bytes(torn): "is damaged or cut short",
        b"Dear Ala, " * 500: "is damaged or cut short",
        (tmp_path / "newer").read_bytes(): "update it",
        half.read_bytes(): "has part of update 0002 already",
        (tmp_path / "foreign").read_bytes(): "is not the bot's",
    }
    for content, words in wrong.items():
        (tmp_path / "data" / "labirynt.sqlite3").write_bytes(content)
        before = everything(tmp_path / "data")
        last = seen(tmp_path / "data")[-1]

        assert (last.ok, words in last.words) == (False, True), (words, last)
        assert everything(tmp_path / "data") == before


@pytest.mark.parametrize(("mode", "words"), [(os.W_OK, "cannot be written to"), (os.R_OK, "cannot be read")])
async def test_a_file_of_somebody_else_is_named_with_its_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, words: str
) -> None:
    """It is not damaged: whose it is, with which rights, and who asks; the doctor says so, and a start."""
    file, really = await a_database(tmp_path / "data"), os.access
    file.chmod(0o440)
    monkeypatch.setattr(
        os, "access", lambda path, asked: (Path(path) != file or not asked & mode) and really(path, asked)
    )
    (said,) = [one.words for one in seen(tmp_path / "data") if not one.ok]
    with pytest.raises(StoreUnavailable) as refused:
        await SqliteStore(file).open()

    assert f"{file} {words}: it belongs to {file.owner()} with mode 0440, and this program runs as" in said
    assert str(refused.value).removeprefix("read_only: ") in said
    assert "damaged" not in said


@pytest.mark.parametrize("inside", ["", "inner"])
def test_a_folder_that_is_closed_to_its_visitor_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], inside: str
) -> None:
    """As without sudo the folder of the unit is: the doctor and every command say whose it is, without a traceback."""
    closed = tmp_path / "data"
    closed.mkdir()
    monkeypatch.setenv("LABIRYNT_DATA", str(closed / inside))
    monkeypatch.chdir(tmp_path)
    may, look = os.access, os.stat

    def stat(path: str | Path | int, *args: object, **kwargs: object) -> os.stat_result:
        if isinstance(path, str | Path) and closed in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(os, "access", lambda path, asked: Path(path) != closed and may(path, asked))
    for line in ("doctor", "backup copy.sqlite3", "prune --dry-run", "inspect 77", "print 77"):
        monkeypatch.setattr(sys, "argv", ["labirynt", *line.split()])
        with pytest.raises(SystemExit) as ended:
            main()
        said = "".join(capfd.readouterr())

        assert ended.value.code == (1 if line == "doctor" else 2), line
        assert f"cannot be reached, as {closed} cannot be entered: it belongs to {closed.owner()} with mode" in said
        assert "Traceback" not in said


async def test_games_that_were_moved_away_are_seen(tmp_path: Path) -> None:
    """The next start would begin with an empty file."""
    file = await a_database(tmp_path / "data")
    kept = keep_beside(file, "moved")
    (said,) = [one.words for one in seen(tmp_path / "data") if not one.ok]

    assert kept.name in said
    assert "would begin with an empty file" in said


FOLDER_ON_A_SMALL_DISK = """
import sys
from pathlib import Path
from bot.run.doctor import folder
from bot.settings import Settings
data = Path(sys.argv[1])
for ballast in (0, 3_000_000):
    try:
        (data / "ballast").write_bytes(bytes(ballast))
    except OSError:
        pass
    print(*(one.words for one in folder(Settings(_env_file=None, data=data))))
"""


def test_a_full_disk_is_no_folder_to_write_to(tmp_path: Path) -> None:
    """The rights are there, the room is not."""
    done = on_a_small_disk(tmp_path, FOLDER_ON_A_SMALL_DISK, size="2m")

    assert [line.endswith("can be written to.") for line in done.stdout.splitlines()] == [True, False]
    assert "No space left" in done.stdout


def test_a_folder_that_is_a_file_is_called_one(tmp_path: Path) -> None:
    """By the doctor and by whatever would use it."""
    (tmp_path / "data").write_text("a shopping list")
    with pytest.raises(FolderUnusable, match=r"data is a file\.$"), occupy_folder(tmp_path / "data"):
        pass

    assert "is no folder" in seen(tmp_path / "data")[0].words


def test_a_misspelt_setting_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be left out without a word; in the environment and in the file."""
    (tmp_path / ".env").write_text("LABIRYNT_KEEPDAYS=3\n")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["doctor"], env={"LABIRYNT_TOKN": "x"})

    assert "there is no setting LABIRYNT_TOKN; perhaps LABIRYNT_TOKEN is meant" in done.output
    assert "there is no setting LABIRYNT_KEEPDAYS; perhaps LABIRYNT_KEEP_DAYS is meant" in done.output
    assert done.output.count("there is no setting") == 2


def test_a_line_of_settings_without_a_value_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passed over in silence, it would leave the usual value in force: another data folder, say."""
    (tmp_path / ".env").write_text("# LABIRYNT_SHARDS\nLABIRYNT_DATA: /srv/games\n", "utf-8")
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(app, ["doctor"])

    assert done.exit_code == 1
    assert f"line 2 of {tmp_path / '.env'} is no NAME=VALUE" in done.output


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_settings_are_read_in_every_unicode_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """PowerShell's > writes UTF-16; a wrong name in the file is noticed there, too."""
    (tmp_path / ".env").write_bytes("# żółw\r\nLABIRYNT_SHARDS=7\r\nLABIRYNT_SHADRS=8\r\n".encode(encoding))
    monkeypatch.chdir(tmp_path)

    assert Settings.read().shards == 7
    assert list(unknown_settings()) == ["there is no setting LABIRYNT_SHADRS; perhaps LABIRYNT_SHARDS is meant"]


@pytest.mark.parametrize("line", ["doctor", "run", "shell", "print jaskinia", "prune"])
def test_settings_in_a_code_page_are_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """The file and the remedy; nothing of its content, maybe a secret."""
    (tmp_path / ".env").write_bytes("LABIRYNT_TOKEN=żółw\n".encode("cp1250"))
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, line.split())

    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)
    assert done.output.count("\n") == 1
    assert f"{tmp_path / '.env'} is not written in Unicode: save it as UTF-8" in done.output


def test_settings_that_may_not_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of another user's."""

    def read_bytes(file: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(file))

    (tmp_path / ".env").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    done = CliRunner().invoke(app, ["doctor"])

    assert f"{tmp_path / '.env'} cannot be read: Permission denied" in done.output


@pytest.mark.parametrize("line", ["doctor", "run"])
def test_a_settings_file_with_a_hidden_ending_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Notepad adds .txt, and Windows does not show it; beside a right file it is nobody's business."""
    (tmp_path / ".env.txt").write_text("LABIRYNT_TOKEN=x")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, [line])
    (tmp_path / ".env").write_text("LABIRYNT_TOKEN=x")
    beside = CliRunner().invoke(app, [line])

    assert ".env.txt is not read; rename it to .env" in done.output
    assert ".env.txt" not in beside.output


def test_all_wrong_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one would start three times to set three right."""
    for name, value in (("SHARDS", "none"), ("LOG_LEVEL", "loud"), ("HEALTH_PORT", "70000")):
        monkeypatch.setenv(f"LABIRYNT_{name}", value)
    with pytest.raises(WrongSetting) as wrong:
        Settings.read(_env_file=None)

    assert [line.split(":")[0] for line in str(wrong.value).splitlines()] == [
        "LABIRYNT_SHARDS",
        "LABIRYNT_LOG_LEVEL",
        "LABIRYNT_HEALTH_PORT",
    ]


# Secrets in files ----------------------------------------------------------------------------------------------

ADDRESS = "postgresql://labirynt:Tajne@192.0.2.7/labirynt"


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_secrets_are_read_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """One line each; what the program sets itself goes before a file."""
    for name, secret in (("TOKEN", TOKEN), ("DATABASE", ADDRESS)):
        (tmp_path / name).write_bytes(f"{secret}{ending}".encode())
        monkeypatch.setenv(f"LABIRYNT_{name}_FILE", str(tmp_path / name))
    settings = Settings.read(_env_file=None)

    assert (settings.token.get_secret_value(), settings.database.get_secret_value()) == (TOKEN, ADDRESS)
    assert TOKEN not in repr(settings)
    assert not Settings.read(_env_file=None, database=SecretStr("")).database


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("TOKEN", None, "there is no file {file}"),
        ("TOKEN", "folder", "{file} is a folder, not a file"),
        ("TOKEN", b"", "{file} has nothing in it"),
        ("TOKEN", b"Tajne\nTajne", "{file} has more than one line"),
        ("TOKEN", b"Tajne" * 2_000, "{file} has more than 8192 bytes"),
        ("TOKEN", "Tajne-żółw".encode("cp1250"), "{file} is not written in Unicode: save it as UTF-8"),
        ("DATABASE", b"mysql://labirynt:Tajne@host/name", "expected an address that begins with postgresql://"),
    ],
)
def test_a_file_without_a_secret_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | str | None, expected: str
) -> None:
    """The variable, the file and what is wrong; nothing of its content."""
    file = tmp_path / "secret"
    if content == "folder":  # as Docker makes it for a file that is missing
        file.mkdir()
    elif isinstance(content, bytes):
        file.write_bytes(content)
    monkeypatch.setenv(f"LABIRYNT_{name}_FILE", str(file))
    examined, run = (CliRunner().invoke(app, [command]) for command in ("doctor", "run"))

    assert (examined.exit_code, run.exit_code) == (1, 2)
    for said in (examined.output, run.output):
        assert f"LABIRYNT_{name}_FILE: {expected.format(file=file)}" in said
        assert "Tajne" not in said


def test_a_secret_that_is_given_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody knows which of them is in force."""
    (tmp_path / "token").write_text(TOKEN)
    monkeypatch.setenv("LABIRYNT_TOKEN", TOKEN)
    monkeypatch.setenv("LABIRYNT_TOKEN_FILE", str(tmp_path / "token"))
    with pytest.raises(WrongSetting, match=r"^LABIRYNT_TOKEN and LABIRYNT_TOKEN_FILE are both set: take one") as wrong:
        Settings.read(_env_file=None)

    assert TOKEN not in str(wrong.value)


def test_the_doctor_says_where_the_token_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the file, not by its content."""
    (tmp_path / "token").write_text(TOKEN)
    monkeypatch.delenv("LABIRYNT_TOKEN", raising=False)
    monkeypatch.setenv("LABIRYNT_TOKEN_FILE", str(tmp_path / "token"))
    said = CliRunner().invoke(app, ["doctor"]).output

    assert f"The token in {tmp_path / 'token'} looks like a token." in said
    assert TOKEN not in said

    (tmp_path / "token").write_text("something else")
    said = CliRunner().invoke(app, ["doctor"]).output

    assert f"(three parts with dots between them); it stands in {tmp_path / 'token'}." in said
    assert "something else" not in said


# On any terminal -----------------------------------------------------------------------------------------------


ANY_TERMINAL = first_of(
    [
        ("doctor", "ascii"),
        ("roll 2K6", "cp1250"),
        ("table", "ascii"),
        ("doctor", "cp1250"),
        ("roll 2K6", "ascii"),
        ("table", "cp1250"),
    ],
    2,
)
"""A line, and what the terminal writes in."""


@pytest.mark.parametrize(("line", "encoding"), ANY_TERMINAL)
def test_any_terminal_can_show_what_is_said(tmp_path: Path, encoding: str, line: str) -> None:
    """A Polish Windows, a plain one: signs that are not there are written otherwise, and nothing breaks.

    ``test_elsewhere`` tries every command within this process.
    """
    surroundings = {"PYTHONIOENCODING": encoding, "LABIRYNT_DATA": str(tmp_path / "dążenie"), "LABIRYNT_TOKEN": ""}
    program = [sys.executable, "-m", "bot.run", *line.split()]
    done = subprocess.run(program, env={**os.environ, **surroundings}, capture_output=True, timeout=60)
    said = done.stdout.decode(encoding, "replace")

    assert "Traceback" not in done.stderr.decode(encoding, "replace")
    assert done.returncode in (0, 1)
    assert said
    if (line, encoding) == ("roll 2K6", "cp1250"):  # plain ASCII the library takes for UTF-8 that was set up wrongly
        assert " -> " in said


@pytest.mark.postgres
async def test_a_server_is_looked_at_without_its_password(server: Server, tmp_path: Path) -> None:
    """Empty, up to date, newer, and one that is not there."""
    address = server.address(tmp_path)
    settings = Settings(_env_file=None, data=tmp_path, database=SecretStr(address))
    (first,) = database(settings)
    store = PostgresStore(address)
    await store.open()
    await store.close()
    (whole,) = database(settings)
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE schema_version SET version = 9999, oldest = 9999")
    (newer,) = database(settings)
    (away,) = database(Settings(_env_file=None, database=SecretStr(f"postgresql://a:sezam@/b?host={tmp_path}")))

    assert (first.ok, whole.ok, newer.ok, away.ok) == (True, True, False, False)
    assert "from version 0" in first.words
    assert "9999" in newer.words
    assert "sezam" not in away.words


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://ala:sezam@host/games", "postgresql://"),
        ("postgresql://ala:pass@sezam#x@host/games", "percent-encoded"),
        ("postgresql://ala:pass/sezam@host/games", "percent-encoded"),
        ("postgresql://ala:sezam/pass?x@host/games", "percent-encoded"),
        ("postgresql://ala:sezam\udcf3@host/games", "UTF-8"),
        ("postgresql://ala:sezam\u200b@host/games", "printable"),
    ],
)
def test_a_wrong_address_is_refused_without_repeating_it(address: str, why: str) -> None:
    """It may hold a password; one with a sign that stands for something else would be taken for a part of the host."""
    with pytest.raises(ValidationError) as refused:
        Settings(_env_file=None, database=SecretStr(address))

    assert why in str(refused.value)
    assert "sezam" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ala:p%40ss%2Fw@host:5432/games",
        "postgresql://ala:p#ss@one:5432,[::1]:5433/games?application_name=x@y",
        "postgres:///games?host=/run/postgresql",
        "postgresql://ala@host",
    ],
)
def test_a_good_address_is_taken(address: str) -> None:
    """With what stands in the manual."""
    assert Settings(_env_file=None, database=SecretStr(address)).database.get_secret_value() == address


@pytest.mark.parametrize(
    "line",
    [
        "backup there",
        "restore README.md",
        "move --to LABIRYNT_DATABASE",
        "prune",
        "doctor",
        "print 12345",
        "run",
        "play",
    ],
)
def test_no_command_repeats_a_wrong_address(line: str, tmp_path: Path) -> None:
    """Whatever reads the settings names the one that is wrong, and not what it says; none goes on without it."""
    done = CliRunner().invoke(
        app,
        line.split(),
        env={"LABIRYNT_DATABASE": "mysql://ala:sezam@there/games", "LABIRYNT_DATA": str(tmp_path)},
    )

    assert done.exit_code != 0
    assert "sezam" not in done.output + str(done.exception or "")
    assert "LABIRYNT_DATABASE" in done.output


def test_another_data_folder_is_named_on_the_line(tmp_path: Path) -> None:
    """As the other commands about stored games have it."""
    result = CliRunner().invoke(app, ["doctor", "--data", str(tmp_path / "elsewhere")])

    assert f"There is no data folder {tmp_path / 'elsewhere'} yet" in result.output.replace("\n", " ")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_secret_that_everybody_may_read_is_named(tmp_path: Path) -> None:
    """A file of one's own is fine, and so is what a container mounts below /run."""
    (file := tmp_path / "token").write_text("a.b.c")
    settings = Settings(_env_file=None, token_file=file)
    file.chmod(0o600)
    assert list(secrets(settings)) == []
    file.chmod(0o644)
    (finding,) = secrets(settings)

    assert not finding.ok
    assert finding.words == f"Everybody on this machine may read {file}: chmod 600 {file}"
