"""Pictures, and what they show in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final

import msgspec
import structlog

from bot.executors import DRAWING
from bot.words.narrator import Narrator
from images.kept import Kept

_log = structlog.get_logger(__name__)
PAGE = 3800
"""Signs of words beside pictures; Discord takes 4000."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture: file name, bytes, alt text."""

    name: str
    data: bytes
    alt: str


Draw = Callable[[], bytes]

KEPT: Final[Kept[bytes, bytes]] = Kept(8 * 2**20)
"""Pictures drawn lately, by the digest of all that they depend on; some 150 of them."""


async def draw_picture(
    name: str, draw: Draw, alt: str, narrator: Narrator | None = None, *shown: object
) -> Picture | None:
    """Draw in a thread; a picture that fails is left out, the words say it all.

    ``shown``: all that the picture depends on besides the narrator's words; what was drawn of the same is not drawn
    again. Without a narrator nothing is kept.
    """
    try:
        key = _digest(draw, narrator, shown) if narrator else b""
        data = KEPT.get(key) if key else None
        if data is None:
            data = await DRAWING.do(draw)
            if key:
                KEPT.put(key, data, len(data))
        return Picture(name, data, alt)
    except Exception:
        _log.exception("picture.failed", picture=name)
        return None


def _digest(draw: Draw, narrator: Narrator, shown: Sequence[object]) -> bytes:
    """The same for the same picture alone: who draws, in which language, what they are called, what is seen."""
    seen = (draw.__module__, draw.__qualname__, narrator.locale, list(narrator.names.items()), shown)
    return blake2b(msgspec.msgpack.encode(seen), digest_size=20).digest()


def without_failed(*pictures: Picture | None) -> list[Picture]:
    """Those that could be drawn."""
    return [picture for picture in pictures if picture is not None]


async def dice_picture(pips: Sequence[int], said: str) -> Picture | None:
    """Natural dice, with what they came to in words."""

    def draw() -> bytes:
        from images.dice import draw_dice

        return draw_dice(pips)

    return await draw_picture("dice.png", draw, said)
