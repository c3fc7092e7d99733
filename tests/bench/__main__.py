"""All benches, or some of them by name: ``python -m tests.bench presses posts``; the names are those of the files."""

from __future__ import annotations

import asyncio
import sys

from tests.bench import crowd, maps, playouts, posts, presses, replays, sleeping, starving, wholegames
from tests.bench.report import show

MODULES = (presses, posts, sleeping, replays, maps, playouts, wholegames, crowd, starving)
BENCHES = {bench.__name__.split(".")[-1]: bench for bench in MODULES}


def main(names: list[str]) -> None:
    """Run and print; a miss is printed, not hidden."""
    for name in names or BENCHES:
        print(f"\n{name}")
        show(asyncio.run(BENCHES[name].figures()))


main(sys.argv[1:])
