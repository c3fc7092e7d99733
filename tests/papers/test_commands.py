"""What the papers tell one to type is understood by the program as it is."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import tasks
from bot.run.cli import app
from tests.papers.pages import PAPERS, ROOT, blocks, commands

TYPED = sorted({command for paper in PAPERS for command in commands(paper)})
OURS = [words for program, words in TYPED if program == "labirynt"]
TARGETS = {words.split()[0] for program, words in TYPED if program == "make" and words}
WITHOUT_MAKE = {words.split()[0] for program, words in TYPED if program == "python tasks.py" and words}
CHEAP = re.compile(r"(roll|lookup|table|tables init|print (jaskinia|lc))( |$)")
"""Begins what takes no game, no bot and no time."""


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_make_has_the_target(target: str) -> None:
    """As ``make TARGET`` in a paper."""
    assert target.startswith(".venv") or re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text(), re.M)


def test_what_is_done_without_make_is_there() -> None:
    """As ``python tasks.py TASK`` in a paper."""
    assert {"play", "test"} <= WITHOUT_MAKE <= set(tasks.TASKS)


@pytest.mark.parametrize("words", OURS)
def test_the_program_understands(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is there, and so are all its options; what is cheap is run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    args = shlex.split(words.replace("…", ""))

    if CHEAP.match(words):
        done = CliRunner().invoke(app, args)
        assert done.exit_code == 0, done.output
    else:
        assert_there_is(args)


def assert_there_is(args: list[str]) -> None:
    """The command's help names every option."""
    group = typer.main.get_command(app)
    if args and not args[0].startswith("-"):
        command = group.get_command(None, args[0])  # type: ignore[attr-defined]  # it is a group
        assert command is not None, args
        known = {name for one in command.params for name in one.opts}
        assert {arg for arg in args if arg.startswith("--")} - {"--help"} <= known


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_shell_lines_are_whole(paper: Path) -> None:
    """Blocks that begin with a program of ours or a shell's are read by bash."""
    for block in blocks(paper):
        lines = [
            line for line in block.splitlines() if re.match(r"(sudo|make|cp|docker|\.venv/|systemctl|pip) ?", line)
        ]
        for line in lines:
            done = subprocess.run(["bash", "-n"], input=line, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (line, done.stderr)
