"""What other systems have not, or have otherwise: no Unix sockets, no SIGHUP, consoles with few signs, line ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("LABIRYNT")}
    line = [sys.executable, "-c", AS_ON_WINDOWS, *words]
    with subprocess.Popen(line, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            APage(running.stdout.readline().split()[-1]).plays()
            assert not list(tmp_path.rglob("*.sock"))
        finally:
            running.kill()
