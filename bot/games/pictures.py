"""Pictures, and what they show in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import structlog

from bot.executors import DRAWING

_log = structlog.get_logger(__name__)
PAGE = 3800
"""Signs of words beside pictures; Discord takes 4000."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture: file name, bytes, alt text."""

    name: str
    data: bytes
    alt: str


Draw = Callable[[], bytes]


async def draw_picture(name: str, draw: Draw, alt: str) -> Picture | None:
    """Draw in a thread; a picture that fails is left out, the words say it all."""
    try:
        return Picture(name, await DRAWING.do(draw), alt)
    except Exception:
        _log.exception("picture.failed", picture=name)
        return None


def without_failed(*pictures: Picture | None) -> list[Picture]:
    """Those that could be drawn."""
    return [picture for picture in pictures if picture is not None]


async def dice_picture(pips: Sequence[int], said: str) -> Picture | None:
    """Natural dice, with what they came to in words."""

    def draw() -> bytes:
        from images.dice import draw_dice

        return draw_dice(pips)

    return await draw_picture("dice.png", draw, said)
