"""Pictures, what they show in words for those who do not see them, and the pages on which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

import discord
import msgspec
import structlog
from discord import ui

from bot.executors import DRAWING

_log = structlog.get_logger(__name__)
ALT = 1024
PAGE = 3800
"""Signs of a page; Discord takes 4000."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture: file name, bytes, alt text."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an upload."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt[:ALT])


Draw = Callable[[], bytes]


def page(*parts: str | Picture, mark: int | None = None) -> tuple[ui.LayoutView, list[discord.File]]:
    """Words and pictures one below the other, each picture as wide as the channel, and the files to upload.

    ``mark``: the component id of the words, by which the page is recognised (31 bits; Discord: components/reference).
    """
    layout, files = ui.LayoutView(timeout=None), []
    for part in parts:
        if isinstance(part, Picture):
            files.append(part.file())
            layout.add_item(ui.MediaGallery(discord.MediaGalleryItem(files[-1], description=part.alt[:ALT])))
        else:
            layout.add_item(ui.TextDisplay(part, id=mark))
    return layout, files


async def drawn(name: str, draw: Draw, alt: str) -> Picture | None:
    """Draw in a thread; a picture that fails is left out, the words say it all."""
    try:
        return Picture(name, await DRAWING.do(draw), alt)
    except Exception:
        _log.exception("picture.failed", picture=name)
        return None


def there(*pictures: Picture | None) -> list[Picture]:
    """Those that could be drawn."""
    return [picture for picture in pictures if picture is not None]


async def of_dice(pips: Sequence[int], said: str) -> Picture | None:
    """Natural dice, with what they came to in words."""

    def draw() -> bytes:
        from images.dice import draw_dice

        return draw_dice(pips)

    return await drawn("dice.png", draw, said)
