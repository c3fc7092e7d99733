"""What can be done with this folder, where there is no make as well: python tasks.py play

Needs nothing but Python 3.11 or newer; all else is installed into .venv from the lock file.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
READY = VENV / ".ready"
"""As old as what is installed."""
OLDEST = (3, 11)
SOME_WAIT = 1
"""Tests that wait for a page or another process, so that there is room for more than there are cores."""


def program(name: str, windows: bool = sys.platform == "win32") -> str:
    """Where a program of the environment lies."""
    return str(VENV / "Scripts" / f"{name}.exe" if windows else VENV / "bin" / name)


PYTEST = [program("pytest"), "-q", "-n", os.environ.get("WORKERS") or str((os.cpu_count() or 1) + SOME_WAIT)]
TASKS: dict[str, tuple[str, list[list[str]]]] = {
    "play": ("play in a browser page on this machine, without a Discord account", [[program("labirynt"), "play"]]),
    "table": ("the same for people at a real table", [[program("labirynt"), "play", "--table"]]),
    "run": ("run the Discord bot (needs a token in .env)", [[program("labirynt"), "run"]]),
    "test": ("all tests, about twelve minutes on two cores", [[*PYTEST, "--dist", "loadgroup"]]),
    "check": (
        "formatting, lint, strict types, import contract",
        [
            [program("ruff"), "format", "--check", "."],
            [program("ruff"), "check", "."],
            [program("mypy")],
            [program("lint-imports")],
        ],
    ),
    "ready": ("only install what the others need; for running alone: ready --no-dev [--extra postgres]", []),
}
"""What each is for, and its lines; further words are the last line's."""

PINNED = ["--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement", "uv.txt"]
INSTALLER = [
    [sys.executable, "-m", "venv", str(VENV)],
    [program("python"), "-m", "pip", "install", *PINNED],
]
PROGRAM = [program("uv"), "sync", "--quiet", "--frozen", "--active"]


def main() -> None:
    """The command line; ends as the task does."""
    parser = argparse.ArgumentParser(
        prog="tasks.py",
        description=__doc__,
        epilog="\n".join(f"  {name:7}{what}" for name, (what, _) in TASKS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("task", choices=TASKS, metavar="TASK", help="one of those below")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help="what else it is told")
    wanted = parser.parse_args()
    if sys.version_info < OLDEST:
        sys.exit(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    os.chdir(ROOT)
    make_ready(wanted.words if wanted.task == "ready" else [])
    *before, last = TASKS[wanted.task][1] or [[]]
    for line in before:
        do(line)
    if last:
        hand_over([*last, *wanted.words])


def make_ready(chosen: Sequence[str] = ()) -> None:
    """Install what is missing, or older than what names it; just this, where it was ``chosen`` by uv's options."""
    installer, locked = ROOT / "uv.txt", (ROOT / "pyproject.toml", ROOT / "uv.lock")
    if is_older(Path(program("uv")), installer):
        for line in INSTALLER:
            do(line)
        os.utime(program("uv"))
    if chosen or is_older(READY, Path(program("uv")), *locked):
        do([*PROGRAM, *chosen], VIRTUAL_ENV=str(VENV))
        READY.touch()


def is_older(made: Path, *of: Path) -> bool:
    """Whether a file is not there, or one that it is made of is newer."""
    return not made.exists() or any(one.stat().st_mtime > made.stat().st_mtime for one in of)


def do(line: list[str], **surroundings: str) -> None:
    """Run a program; what it cannot do ends this one with its exit code."""
    code = subprocess.run(line, env={**os.environ, **surroundings}, check=False).returncode
    if code:
        sys.exit(code)


def hand_over(line: list[str], windows: bool = sys.platform == "win32") -> NoReturn:
    """A program takes this one's place, with its signals; where there is no such thing it is waited for."""
    if not windows:
        os.execv(line[0], line)
    with subprocess.Popen(line) as running:
        while running.poll() is None:
            with suppress(KeyboardInterrupt):  # it has heard it as well, and says its last word
                running.wait()
    sys.exit(running.returncode)


if __name__ == "__main__":
    main()
