"""``make links``: asks for every address outside that the papers lead to; ``--list`` only names them."""

from __future__ import annotations

import sys
import urllib.request
from collections.abc import Iterator

from tests.papers.pages import PAPERS, links

PATIENCE = 20


def addresses() -> list[str]:
    """Every address once."""
    return sorted({link for paper in PAPERS for link in links(paper) if link.startswith("https://")})


def faults(wanted: list[str]) -> Iterator[str]:
    """What does not answer, and how."""
    for address in wanted:
        try:
            asked = urllib.request.Request(address, headers={"User-Agent": "labirynt-links"})
            urllib.request.urlopen(asked, timeout=PATIENCE).close()
        except OSError as trouble:
            yield f"{address}: {trouble}"


if __name__ == "__main__":
    if "--list" in sys.argv:
        print("\n".join(addresses()))
    else:
        found = list(faults(addresses()))
        print("\n".join(found) or "All of them answer.")
        sys.exit(bool(found))
