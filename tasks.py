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
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
READY = VENV / ".ready"
"""As old as what is installed, the tools of development too."""
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
    "test": ("all tests, about nine minutes on two cores", [[*PYTEST, "-rsfE", "--dist", "worksteal"]]),
    "check": (
        "formatting, lint, strict types, import contract",
        [
            [program("ruff"), "format", "--check", "."],
            [program("ruff"), "check", "."],
            [program("mypy")],
            [program("lint-imports")],
        ],
    ),
    "ready": ("only install, tools of development too; for running alone: ready --no-dev [--extra postgres]", []),
}
"""What each is for, and its lines; further words are the last line's."""


class Part(NamedTuple):
    """A part of the locked packages: the marker that is as old as what is installed, uv's options, about how much."""

    marker: Path
    options: tuple[str, ...]
    said: str


PLAYING = Part(VENV / ".ready-to-play", ("--no-dev", "--inexact"), "the program, about 200 MB")
RUNNING = Part(VENV / ".ready-to-run", ("--no-dev", "--inexact", "--extra", "postgres"), "the program, about 220 MB")
EVERYTHING = Part(READY, (), "the program and the tools of development, about 550 MB")
PARTS = {"play": PLAYING, "table": PLAYING, "run": RUNNING}
"""Tasks that need less than everything. ``--inexact``: what is installed beside it stays."""
LARGER = {PLAYING: (RUNNING, EVERYTHING), RUNNING: (EVERYTHING,), EVERYTHING: ()}
"""The parts in which each part is contained."""

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
    if wanted.task == "ready" and wanted.words:
        install_chosen(wanted.words)
    else:
        make_ready(PARTS.get(wanted.task, EVERYTHING))
    *before, last = TASKS[wanted.task][1] or [[]]
    for line in before:
        do(line)
    if last:
        hand_over([*last, *wanted.words])


def make_ready(part: Part) -> None:
    """Install this part if it is missing, or older than what names it, unless a larger part is there."""
    if any(is_ready(there) for there in (part, *LARGER[part])):
        return
    tell(f"Installing into .venv: {part.said}. This takes a minute or two.")
    install_installer()
    tell("2 of 2: the packages")
    do([*PROGRAM, *part.options], VIRTUAL_ENV=str(VENV))
    part.marker.touch()
    tell("Installed; starting. The first start takes some seconds more.")


def tell(said: str) -> None:
    """Say at once how far it is."""
    print(said, file=sys.stderr, flush=True)


def install_chosen(options: Sequence[str]) -> None:
    """Install just what uv's options choose; whatever else was there is gone."""
    tell("Installing into .venv. The first time takes a minute or two.")
    install_installer()
    tell("2 of 2: the packages")
    do([*PROGRAM, *options], VIRTUAL_ENV=str(VENV))
    for part in LARGER:
        part.marker.unlink(missing_ok=True)
    (RUNNING if "postgres" in options else PLAYING).marker.touch()


def is_ready(part: Part) -> bool:
    """Whether this part is installed as the lock file says."""
    sources = (Path(program("uv")), ROOT / "uv.txt", ROOT / "pyproject.toml", ROOT / "uv.lock")
    return not is_older(part.marker, *(source for source in sources if source.exists()))


def install_installer() -> None:
    """Make the environment, and put uv into it, unless the one of ``uv.txt`` is there."""
    if is_older(Path(program("uv")), ROOT / "uv.txt"):
        if not (find_spec("venv") and find_spec("ensurepip")):
            package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
            sys.exit(f"This Python has no module venv. On Debian and Ubuntu type: sudo apt install {package}")
        tell("1 of 2: an environment and the installer uv")
        for line in INSTALLER:
            do(line)
        os.utime(program("uv"))


def is_older(made: Path, *sources: Path) -> bool:
    """Whether a file is not there, or one that it is made of is newer."""
    return not made.exists() or any(source.stat().st_mtime > made.stat().st_mtime for source in sources)


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
