"""The map of the README is what the program draws today."""

from __future__ import annotations

import asyncio
import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from tests.papers.plan import draw_plan

PLAN = Path(__file__).parents[2] / "docs/map.png"
AGAIN = (
    "the example or the maps changed: LABIRYNT_FILM=write .venv/bin/pytest tests/papers/test_plan.py, then look at it"
)
MEAN = 3.0
"""Tolerated mean difference of grey, 0–255: type is rendered a little differently by other builds."""


def is_shown(png: bytes) -> bool:
    """Whether the map of the README shows the same."""
    with Image.open(BytesIO(png)) as drawn, Image.open(PLAN) as shown:
        if drawn.size != shown.size:
            return False
        apart = ImageStat.Stat(ImageChops.difference(drawn.convert("L"), shown.convert("L")))
    return apart.mean[0] < MEAN


def write() -> None:
    """Write the map anew, if today's differs."""
    png = asyncio.run(draw_plan("en"))
    if not is_shown(png):
        PLAN.write_bytes(png)


def test_the_map_is_of_today() -> None:
    """``LABIRYNT_FILM=write`` keeps a new one."""
    png = asyncio.run(draw_plan("en"))
    if os.environ.get("LABIRYNT_FILM") == "write":
        PLAN.write_bytes(png)

    assert is_shown(png), AGAIN
