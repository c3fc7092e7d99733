"""What builds the program is pinned as firmly as what it is made of, and can be audited."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import tasks

ROOT = Path(__file__).parent.parent


def project() -> dict[str, Any]:
    """What ``pyproject.toml`` says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def yaml(file: str) -> Any:
    """What a YAML file says."""
    return YAML(typ="safe").load((ROOT / file).read_text("utf-8"))


def made(*targets: str) -> str:
    """The lines that make would run."""
    if shutil.which("make") is None:
        pytest.skip("there is no make here")
    done = subprocess.run(["make", "-B", "-n", *targets], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_installer_is_pinned_by_its_hashes() -> None:
    """One exact version, nothing but what has one of its hashes."""
    assert re.search(r"pip install .*--require-hashes --requirement uv\.txt", " ".join(tasks.INSTALLER[-1]))
    assert re.search(r"^uv==[\d.]+ \\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+$", (ROOT / "uv.txt").read_text(), re.M)


def test_the_build_tools_are_pinned() -> None:
    """hatchling and all that it needs, each at one exact version."""
    (backend,) = project()["build-system"]["requires"]
    pinned = project()["tool"]["uv"]["build-constraint-dependencies"]

    assert re.fullmatch(r"hatchling==[\d.]+", backend)
    assert backend in pinned
    assert all(re.fullmatch(r"[a-z-]+==[\d.]+", one) for one in pinned)


def test_dependencies_can_be_audited() -> None:
    """By a tool that is in the lock itself, about everything in it; and the papers say so."""
    lines = made("audit")

    assert "--all-groups" in lines
    assert "pip-audit --requirement" in lines
    assert "cannot be reached" in lines
    assert any(one["name"] == "pip-audit" for one in tomllib.loads((ROOT / "uv.lock").read_text())["package"])
    assert "make audit" in (ROOT / "docs/contributing.md").read_text("utf-8")


def test_the_workflow_runs_what_the_script_runs() -> None:
    """On every push and pull request, from the oldest supported Python on; nothing stands in the workflow alone."""
    workflow = yaml(".github/workflows/ci.yml")
    (job,) = workflow["jobs"].values()
    pythons = job["strategy"]["matrix"]["python"]

    assert {"push", "pull_request"} <= {*workflow["on"]}
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert tuple(map(int, pythons[0].split("."))) == tasks.OLDEST


@pytest.mark.parametrize("ignored", ["/bin\n/.ci\n", ""], ids=["clean", "changed"])
@pytest.mark.parametrize(
    ("made", "code", "last"),
    [
        ("true", 0, "s: leaves_nothing"),
        (
            "[ $1 != test ] || { printf 'FAILED tests/a.py::test_b - 1\\n1 failed\\n'; exit 1; }",
            1,
            "tests/a.py::test_b",
        ),
        ("touch left.pdf", 1, "s: leaves_nothing"),
    ],
)
def test_the_script_ends_with_what_was_red(tmp_path: Path, made: str, code: int, last: str, ignored: str) -> None:
    """The name of a red test, below the seconds of each step; what a step leaves in the checkout is red, too.

    The checkout is clean or has changes when the script begins.
    """
    scripts = {
        ".ci/run": (ROOT / ".ci/run").read_text("utf-8"),
        ".ci/install": "#!/bin/sh\n",
        "bin/make": f"#!/bin/bash\n{made}\n",
    }
    for name, text in scripts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / name).chmod(0o755)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".git/info/exclude").write_text(ignored, "utf-8")
    surroundings = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    done = subprocess.run([tmp_path / ".ci/run"], env=surroundings, capture_output=True, text=True, check=False)

    assert done.returncode == code, done.stderr
    assert last in done.stdout.splitlines()[-1]
    assert "s: make check" in done.stdout


def test_one_number_of_minutes_is_told() -> None:
    """Wherever it is said how long all tests take."""
    files = ("README.md", "docs/contributing.md", "Makefile", "tasks.py")
    told = [re.findall(r"(\w+) minutes on two cores", (ROOT / file).read_text("utf-8")) for file in files]

    assert told[0]
    assert {minutes for found, file in zip(told, files, strict=True) for minutes in found[:1]} == {told[0][0]}
    assert all(told)


def test_every_night_is_soaked_what_no_push_has_time_for() -> None:
    """With what the tests of a push have beside Python."""
    (job,) = yaml(".github/workflows/nightly.yml")["jobs"].values()

    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/install", "make soak"]
    assert ".ci/install" in (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert re.search(r" -m soak tests *$", made("soak"), re.MULTILINE)


def test_the_hooks_are_the_tools_of_make_check() -> None:
    """The same lines in the same order, each on the whole folder."""
    (local,) = yaml(".pre-commit-config.yaml")["repos"]
    checks = [[str(Path(tool).relative_to(ROOT)), *words] for tool, *words in tasks.TASKS["check"][1]]

    assert local["repo"] == "local"
    assert [hook["entry"].split() for hook in local["hooks"]] == checks
    assert {(hook["language"], hook["pass_filenames"]) for hook in local["hooks"]} == {("system", False)}


SYSTEMS = ("win_amd64", r"macosx_\w+_(arm64|universal2)", r"manylinux\w+_x86_64", r"manylinux\w+_aarch64")


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_has_to_be_compiled(system: str) -> None:
    """All that the program needs comes ready made for every system and every supported Python, some under two names."""
    locked = {one["name"]: one for one in tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]}
    needed, more = {"labirynt"}, ["labirynt"]
    while more:
        for one in locked[more.pop()].get("dependencies", ()):
            if one["name"] not in needed:
                needed.add(one["name"])
                more.append(one["name"])
    missing = [
        f"{name} for {python}"
        for name in needed - {"labirynt"}
        for python in ("cp311", "cp312", "cp313", "cp314")
        if not any(fits(wheel["url"], python, system) for wheel in locked[name]["wheels"])
        and not (name == "audioop-lts" and python < "cp313")  # a part of older Pythons
    ]

    assert missing == []


def fits(wheel: str, python: str, system: str) -> bool:
    """Whether a wheel is for this Python on this system; one for the stable interface is for later ones, too."""
    if wheel.endswith("-none-any.whl"):
        return True
    made = re.search(rf"-cp3(\d+)-(cp3\d+|abi3)-[\w.]*{system}[\w.]*\.whl$", wheel)
    minor = int(python.removeprefix("cp3"))
    return bool(made) and (int(made[1]) <= minor if made[2] == "abi3" else made[2] == python)
