"""What other systems have not, or have otherwise: no Unix sockets, no SIGHUP, consoles with few signs, line ends."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bot.run import cli
from tests.bot.a_bare_page import APage

ROOT = Path(__file__).parents[2]
AS_ON_WINDOWS = """
import signal, socket
pair, unix = socket.socketpair, socket.AF_UNIX
socket.socketpair = lambda *_: pair(unix)  # for the event loop; Windows makes its own out of TCP
del socket.AF_UNIX, signal.SIGHUP
from bot.run.cli import main
main()
"""


def test_it_is_played_where_there_are_no_unix_sockets(tmp_path: Path) -> None:
    """The bot reaches the stand-in by TCP; nothing is left of a socket in the folder."""
    words = ("play", "--no-open", "--port", "0", "--data", str(tmp_path / "gry"))
    console = {"PYTHONIOENCODING": "cp1252"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LABIRYNT")}
    line = [sys.executable, "-c", AS_ON_WINDOWS, *words]
    with subprocess.Popen(line, cwd=ROOT, env={**kept, **console}, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            APage(running.stdout.readline().split()[-1]).plays()
            assert not list(tmp_path.rglob("*.sock"))
        finally:
            running.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without a word")
def test_play_ends_on_sigterm_as_on_ctrl_c(tmp_path: Path) -> None:
    """Containers and service managers stop a process with SIGTERM."""
    line = [sys.executable, "-m", "bot.run", "play", "--no-open", "--port", "0", "--data", str(tmp_path / "gry")]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert "playground is open" in running.stdout.readline()
        running.terminate()
        said, _ = running.communicate()

    assert running.returncode == 0
    assert "Everything is kept" in said


LINES = [
    "--help",
    "play --help",
    "run --help",
    "doctor --json",
    "doctor --data nowhere",
    "backup backup --data nowhere --lang pl",
    "restore tests/README.md --data nowhere --lang pl",
    "prune --data nowhere --lang pl",
    "move --to LABIRYNT_DATABASE --data nowhere --lang pl",
    "verify tests/saves/jaskinia-1.json",
    "inspect tests/saves/jaskinia-1.json",
    "replay tests/saves/jaskinia-1.json",
    "simulate --games 1 --stages 3 --jobs 1",
    "simulate --games 1 --stages 3 --jobs 1 --questions",
    "simulate --game dragon",
    "words --games 0 --key note --lang pl",
    "words --games 0 --key note --lang pl --json",
    "scenario tests/scenarios/jaskinia/ahead.toml",
    "pictures --help",
    "print jaskinia --paper papyrus --lang pl",
    "roll 2K6 --lang pl",
    "roll 2d6x --lang pl",
    "shell --lang pl",
    "games --data nowhere --lang pl",
    "lookup --lang pl",
    "lookup negotiation --lang pl",
    "lookup negotiation --total 7 --lang pl",
    "lookup monster --name żółw --level 2 --lang pl",
    "tables --help",
]
TYPED = "troll 2\nłapówka 9 60\n2K6+1\n?\n\U0001f3b2\n".encode()
"""In UTF-8, whatever the console takes it for."""


def test_every_command_is_tried() -> None:
    """A new one finds its way here."""
    group = cli.typer.main.get_command(cli.app)

    assert {line.split()[0] for line in LINES if line[0] != "-"} == set(group.list_commands(None))  # type: ignore[attr-defined,arg-type]  # it is a group


@pytest.mark.parametrize("encoding", ["cp1250", "cp1252", "ascii"])
@pytest.mark.parametrize("line", LINES)
def test_every_command_speaks_on_any_console(
    line: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Polish Windows, a western one, none at all: what a console has no sign for is written otherwise."""
    out, err = BytesIO(), BytesIO()
    monkeypatch.setattr(sys, "argv", ["labirynt", *line.replace("nowhere", str(tmp_path / "nigdzie")).split()])
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(TYPED), encoding))
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(out, encoding))
    monkeypatch.setattr(sys, "stderr", TextIOWrapper(err, encoding, errors="backslashreplace"))
    for name in [name for name in os.environ if name.startswith("LABIRYNT")]:
        monkeypatch.delenv(name)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # Plain ASCII the library takes for UTF-8 that was set up wrongly.
    said = (out.getvalue() + err.getvalue()).decode("utf-8" if encoding == "ascii" else encoding)

    assert ended.value.code in (0, 1, 2, None)
    assert said.strip()
    assert "Traceback" not in said
    assert "codec" not in said
    assert "\\u" not in said
