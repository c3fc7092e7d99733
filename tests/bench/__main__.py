"""All benches, or some of them by name: ``python -m tests.bench presses posts``; the names are those of the files.

``--short`` measures next to nothing, to see that each ends with figures; ``--json FILE`` writes them down as well.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
from pathlib import Path

import msgspec

from tests.bench.report import Figure, show
from tests.short_form import SHORT

BENCHES = (
    "presses",
    "stores",
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


def main(names: list[str], json: Path | None) -> None:
    """Run and print; a miss is printed, not hidden. A bench without figures is a fault."""
    found: dict[str, list[Figure]] = {}
    for name in names or BENCHES:
        print(f"\n{name}", flush=True)
        found[name] = asyncio.run(importlib.import_module(f"tests.bench.{name}").figures())
        show(found[name])
    if json is not None:
        rows = {name: [{**one._asdict(), "verdict": one.verdict} for one in of] for name, of in found.items()}
        json.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
    if empty := [name for name, of in found.items() if not of]:
        raise SystemExit(f"no figures: {', '.join(empty)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measured ratios against promises.")
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES], metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--short", action="store_true", help="next to nothing, to see that it runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    chosen = parser.parse_args()
    if chosen.short:
        os.environ[SHORT] = "1"
    main(chosen.names, chosen.json)
