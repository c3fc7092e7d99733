"""All benches, or some of them by name: ``python -m tests.bench presses posts``; the names are those of the files.

``--short`` measures next to nothing, to see that each ends with figures; ``--json FILE`` writes them down as well;
``--beside COMMIT`` measures another commit of this repository in the same run, and fails where today's costs more.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec

from tests.bench.report import Figure, cal, dearer, show
from tests.short_form import SHORT

BENCHES = (
    "presses",
    "stores",
    "drivers",
    "wholepress",
    "posts",
    "pace",
    "screens",
    "memory",
    "room",
    "sleeping",
    "replays",
    "maps",
    "playouts",
    "wholegames",
    "answers",
    "crowd",
    "starving",
    "opening",
    "fleet",
)


def main(names: list[str], json: Path | None, beside: str) -> None:
    """Run and print; a miss is printed, not hidden. A bench without figures is a fault, one that got dear an alarm."""
    found: dict[str, list[Figure]] = {}
    alarms: list[str] = []
    with _checkout(beside) if beside else nullcontext() as folder:
        for name in names or BENCHES:
            print(f"\n{name} · 1 cal = {cal():.2f} ms", flush=True)
            found[name] = asyncio.run(importlib.import_module(f"tests.bench.{name}").figures())
            show(found[name])
            if folder is not None:
                alarms += dearer(found[name], _figures_there(folder, name), beside)
    if json is not None:
        rows = {name: [{**one._asdict(), "verdict": one.verdict} for one in of] for name, of in found.items()}
        json.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
    if empty := [name for name, of in found.items() if not of]:
        raise SystemExit(f"no figures: {', '.join(empty)}")
    if alarms:
        raise SystemExit("\n".join(["dearer:", *alarms]))


@contextmanager
def _checkout(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder for the time being."""
    with tempfile.TemporaryDirectory() as name:
        packed = subprocess.run(["git", "archive", commit], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", name], check=True, input=packed)
        yield Path(name)


def _figures_there(folder: Path, name: str) -> list[dict[str, Any]]:
    file = folder / "figures.json"
    command = [sys.executable, "-m", "tests.bench", name, "--json", str(file)]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [*msgspec.json.decode(file.read_bytes())[name]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measured ratios against promises.")
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES], metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--short", action="store_true", help="next to nothing, to see that it runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument("--beside", default="", metavar="COMMIT", help="measure this commit in the same run, too")
    chosen = parser.parse_args()
    if chosen.short:
        os.environ[SHORT] = "1"
    main(chosen.names, chosen.json, chosen.beside)
