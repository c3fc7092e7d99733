"""Of everything that the program is made of the licence is known, and none forbids what we do with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from images.lettering import FILES
from tests.licences import licences

ROOT = Path(__file__).parent.parent
KNOWN = re.compile(
    r"MIT|Apache|BSD|ISC|PSF|Python Software Foundation|MPL|Mozilla Public|LGPL-3|HPND|Unlicense|SIL Open Font"
)
"""Licences under which others may be handed this program, and run it for whom they like."""

ONLY_MEASURED = ("catanatron",)
"""What benches compare us with; it is never handed on."""


def test_every_licence_is_known() -> None:
    """None is missing, and none is of a kind that nobody has looked at."""
    found = [(name, licence) for name, _, licence in licences() if not KNOWN.search(licence)]

    assert [one for one in found if one[0] not in ONLY_MEASURED] == []


def test_nothing_is_left_out() -> None:
    """What the project needs directly, every typeface that is drawn with, and what the tests keep of Discord's."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {plain(re.split(r"[\[~>=<; ]", one)[0]) for one in project["dependencies"]}
    listed = {plain(name) for name, _, _ in licences()}

    assert wanted - listed == set()
    assert {plain(file) for file in FILES.values()} - listed == set()
    assert "discord-api-spec" in listed


def plain(name: str) -> str:
    """A name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
