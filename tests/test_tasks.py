"""Where there is no make, ``python tasks.py`` does the same: installs what is missing, and starts what is asked for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tasks

ROOT = Path(__file__).parent.parent
UV = Path(tasks.program("uv"))


def run(folder: Path, *words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """``python tasks.py`` of a folder, from somewhere else."""
    line = [sys.executable, str(folder / "tasks.py"), *words]
    environment = {**os.environ, **surroundings, "PYTHONUTF8": "1"}
    return subprocess.run(line, cwd=folder.parent, env=environment, capture_output=True, text=True, check=False)


def test_it_says_what_there_is() -> None:
    """And what there is not is misuse, before anything is installed."""
    said, refused = run(ROOT, "--help"), run(ROOT, "dance")

    assert (said.returncode, refused.returncode) == (0, 2)
    assert all(f"\n  {name} " in said.stdout for name in tasks.TASKS)


def test_make_leaves_to_it_what_both_can() -> None:
    """So that they cannot come to mean two things."""
    makefile = (ROOT / "Makefile").read_text("utf-8")

    for name in tasks.TASKS:
        target = r"\$\(READY\)" if name == "ready" else name
        assert re.search(rf"^{target}:.*\n\t@?\$\(PYTHON\) tasks\.py {name}\b", makefile, re.M), name


def test_who_only_runs_it_needs_no_tools_of_development(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is chosen is handed on to the installer, also where everything is there already."""
    done: list[list[str]] = []
    monkeypatch.setattr(tasks, "do", lambda line, **_: done.append(line))
    monkeypatch.setattr(tasks, "is_older", lambda *_: False)
    monkeypatch.setattr(tasks, "LARGER", {})
    monkeypatch.setattr(tasks, "RUNNING", tasks.Part(tmp_path / "ready", (), ""))
    monkeypatch.setattr(sys, "argv", ["tasks.py", "ready", "--no-dev", "--extra", "postgres"])
    tasks.main()

    assert done == [[*tasks.PROGRAM, "--no-dev", "--extra", "postgres"]]
    assert (tmp_path / "ready").exists()


@pytest.mark.parametrize(
    ("task", "there", "installed"),
    [
        ("play", "", ["--no-dev", "--inexact"]),
        ("table", "", ["--no-dev", "--inexact"]),
        ("run", "", ["--no-dev", "--inexact", "--extra", "postgres"]),
        ("run", ".ready-to-play", ["--no-dev", "--inexact", "--extra", "postgres"]),
        ("check", ".ready-to-run", []),
        ("ready", ".ready-to-play", []),
        ("play", ".ready-to-run", None),
        ("play", ".ready", None),
        ("run", ".ready", None),
        ("test", ".ready", None),
    ],
)
def test_each_task_installs_what_it_needs(
    task: str,
    there: str,
    installed: list[str] | None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """To play and to run no tools of development; what is there already is not installed again."""
    done: list[list[str]] = []
    parts = {part: part._replace(marker=tmp_path / part.marker.name) for part in tasks.LARGER}
    if there:
        (tmp_path / there).touch()
    monkeypatch.setattr(tasks, "LARGER", {parts[part]: [parts[one] for one in of] for part, of in tasks.LARGER.items()})
    monkeypatch.setattr(tasks, "PARTS", {name: parts[part] for name, part in tasks.PARTS.items()})
    monkeypatch.setattr(tasks, "EVERYTHING", parts[tasks.EVERYTHING])
    monkeypatch.setattr(tasks, "is_older", lambda made, *_: not made.exists())
    monkeypatch.setattr(tasks, "install_installer", lambda: None)
    monkeypatch.setattr(tasks, "do", lambda line, **_: done.append(line))
    monkeypatch.setattr(tasks, "hand_over", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["tasks.py", task])
    tasks.main()

    synced = [line[len(tasks.PROGRAM) :] for line in done if line[: len(tasks.PROGRAM)] == tasks.PROGRAM]
    assert synced == ([] if installed is None else [installed])
    assert ("Installing into .venv" in capsys.readouterr().err) is (installed is not None)


def test_windows_keeps_its_programs_elsewhere() -> None:
    """In ``Scripts``, with an ending."""
    assert Path(tasks.program("labirynt", windows=True)).parts[-3:] == (".venv", "Scripts", "labirynt.exe")
    assert Path(tasks.program("labirynt", windows=False)).parts[-3:] == (".venv", "bin", "labirynt")


@pytest.mark.parametrize("windows", [True, False])
def test_a_program_is_handed_over_to(windows: bool) -> None:
    """Whether it takes this one's place or is waited for: its exit code counts."""
    line = [sys.executable, "-c", "print('here'); raise SystemExit(3)"]
    script = f"import tasks; tasks.hand_over({line!r}, windows={windows})"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.strip()) == (3, "here")


def test_what_is_older_than_what_names_it_is_made_again(tmp_path: Path) -> None:
    """Or is not there."""
    made, named = tmp_path / "made", tmp_path / "named"
    named.touch()
    assert tasks.is_older(made, named)
    made.touch()
    os.utime(named, (1, 1))
    assert not tasks.is_older(made, named)
    os.utime(made, (0, 0))
    assert tasks.is_older(made, named)


@pytest.mark.together("package")
@pytest.mark.skipif(not UV.exists(), reason="there is no uv here")
def test_a_fresh_copy_is_made_ready_and_played(tmp_path: Path) -> None:
    """Installed from the lock file; the second time nothing has to be. The installer itself is put there."""
    copy = tmp_path / "kopia łochów"
    copy.mkdir()
    for name in ("tasks.py", "uv.txt", "uv.lock", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy)
    for name in ("bot", "images", "rules"):
        (copy / name).symlink_to(ROOT / name)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", copy / ".venv"], check=True)
    shutil.copy(UV, copy / ".venv" / UV.relative_to(tasks.VENV))

    first = run(copy, "play", "--help", UV_OFFLINE="1")
    if first.returncode:  # not all of it is kept here
        first = run(copy, "play", "--help")
    marker = copy / ".venv" / tasks.PLAYING.marker.name
    ready = marker.stat().st_mtime_ns
    again = run(copy, "table", "--help", UV_OFFLINE="1")

    assert first.returncode == 0, first.stderr
    assert "Usage: labirynt play" in first.stdout
    assert "Usage: labirynt play" in again.stdout
    assert "Installing into .venv: the program, about 200 MB" in first.stderr
    assert (again.stderr, marker.stat().st_mtime_ns) == ("", ready)
    assert not list((copy / ".venv").rglob("site-packages/mypy"))


def test_a_python_without_venv_names_the_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Debian and Ubuntu leave it out; nothing is begun."""
    monkeypatch.setattr(tasks, "is_older", lambda *_: True)
    monkeypatch.setattr(tasks, "find_spec", lambda _: None)
    monkeypatch.setattr(tasks, "do", pytest.fail)

    with pytest.raises(SystemExit, match=rf"sudo apt install python3\.{sys.version_info.minor}-venv"):
        tasks.make_ready(tasks.PLAYING)

    assert "Installing into .venv" in capsys.readouterr().err
