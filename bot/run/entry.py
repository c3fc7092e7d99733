"""The entry point of ``labirynt``: refuses to start where another distribution has replaced a package of this one."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

NAME = "labirynt"
PACKAGES = ("bot", "images", "rules")
MISUSE = 2


def foreign_packages() -> list[str]:
    """Return the files that Python imports instead of this distribution's packages; none for a checkout."""
    try:
        return [*_foreign_files(distribution(NAME))]
    except PackageNotFoundError:
        return []


def _foreign_files(ours: Distribution) -> Iterator[str]:
    recorded = ours.read_text("RECORD") or ""
    for package in PACKAGES:
        own = re.search(rf"^{package}/__init__\.py,sha256=([^,]+),", recorded, re.MULTILINE)
        if not own:
            continue
        found = find_spec(package)
        file = Path(found.origin) if found and found.origin else None
        if not file or file.resolve() != Path(str(ours.locate_file(f"{package}/__init__.py"))).resolve():
            yield str(file or package)
        elif base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).decode().rstrip("=") != own[1]:
            yield str(file)


def main() -> None:
    """Run the command line if its packages are this distribution's own."""
    if foreign := foreign_packages():
        ways = "Install labirynt into an environment of its own: pipx install, or uv tool install."
        print(f"Another distribution has replaced {', '.join(foreign)}. {ways}", file=sys.stderr)
        sys.exit(MISUSE)
    from bot.run.cli import main

    main()
