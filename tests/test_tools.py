"""What builds the program is pinned as firmly as what it is made of, and can be audited."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tasks

ROOT = Path(__file__).parent.parent


def project() -> dict[str, Any]:
    """What ``pyproject.toml`` says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


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
