"""PostgreSQL beside SQLite: what an answer of the flagship game writes, from a process of its own, real syncs.

The second pair has 5 ms added to every sync of either, by a library that is loaded before the others (needs a C
compiler): a disk that others use, too, or one at the other end of a network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.bench.report import Figure
from tests.bot.store.a_server import PG_CTL, Server, a_server
from tests.short_form import sized

ROUNDS = sized(1, 1)
ALONE = sized(200, 30)
CLIENTS = sized(64, 8)
EACH = sized(20, 3)
DELAY = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
static void wait(void) { usleep(5000); }
int fsync(int fd) { int (*next)(int) = dlsym(RTLD_NEXT, "fsync"); wait(); return next(fd); }
int fdatasync(int fd) { int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync"); wait(); return next(fd); }
"""


class Run(NamedTuple):
    """Answers a second, the client's processor time for each (milliseconds), and its round trips to the server."""

    rate: float
    cpu: float
    trips: float


async def figures() -> list[Figure]:
    """Ratios of rates, and what can be counted."""
    if PG_CTL is None:
        return [Figure("PostgreSQL against SQLite", None, "x", "no PostgreSQL on this machine")]
    with TemporaryDirectory() as name:
        # A store is four hundredths of a press: these hold what grouped commits give, so that a loss is seen.
        found = _pair(Path(name), "", (0.15, 0.2))
        delay = _delay(Path(name))
        if delay is None:
            return [*found, Figure("with 5 ms a sync", None, "x", "no C compiler on this machine")]
        return [*found, *_pair(Path(name), str(delay), (0.5, 0.4))]


def _pair(folder: Path, preload: str, promised: tuple[float, float]) -> list[Figure]:
    slow = ", 5 ms a sync" if preload else ""
    with a_server("", preload) as server:
        alone = _both(folder, server, preload, 1, ALONE)
        many = _both(folder, server, preload, CLIENTS, EACH)
    found = [
        _ratio(f"PostgreSQL against SQLite, one client{slow}", *alone, promised[0]),
        _ratio(f"PostgreSQL against SQLite, {CLIENTS} clients{slow}", *many, promised[1]),
    ]
    if preload:
        return found
    return [
        *found,
        Figure("round trips for an answer, one client", alone[1].trips, "", "counted", most=6),
        Figure(f"round trips for an answer, {CLIENTS} clients", many[1].trips, "", "counted", most=1),
        Figure(f"processor time of the client, {CLIENTS} clients", many[1].cpu, "ms", "an answer", most=0.2),
    ]


def _ratio(name: str, sqlite: Run, postgres: Run, least: float) -> Figure:
    return Figure(name, postgres.rate / sqlite.rate, "x", f"{postgres.rate:.0f}/s against {sqlite.rate:.0f}/s", least)


def _both(folder: Path, server: Server, preload: str, clients: int, each: int) -> tuple[Run, Run]:
    """The medians of some rounds, in turn."""
    runs: list[tuple[Run, Run]] = []
    for nth in range(ROUNDS):
        name = f"{bool(preload)}-{clients}-{nth}"
        runs.append(
            (
                _apart("", str(folder / name), clients, each, preload),
                _apart(server.address(name), "", clients, each, preload),
            )
        )
    return _middle([run[0] for run in runs]), _middle([run[1] for run in runs])


def _middle(runs: list[Run]) -> Run:
    return Run(*(median(values) for values in zip(*runs, strict=True)))


def _apart(address: str, file: str, clients: int, each: int, preload: str) -> Run:
    line = [sys.executable, "-m", "tests.bench.stores_apart", address, file, str(clients), str(each)]
    kept = {**os.environ, "LD_PRELOAD": preload} if preload else dict(os.environ)
    done = subprocess.run(line, env=kept, capture_output=True, text=True, check=True)
    return Run(*json.loads(done.stdout.splitlines()[-1]))


def _delay(folder: Path) -> Path | None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        return None
    folder.chmod(0o755)
    source, library = folder / "delay.c", folder / "delay.so"
    source.write_text(DELAY)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    library.chmod(0o755)
    return library
