"""Pictures as uploads, and the pages on which they stand."""

from __future__ import annotations

from io import BytesIO

import discord
from discord import ui

from bot.games.pictures import Picture

ALT = 1024
"""Signs of an attachment's description (Discord: resources/message#attachment-object)."""


def file_of(picture: Picture) -> discord.File:
    """A picture as an upload, with its words for those who do not see it."""
    return discord.File(BytesIO(picture.data), picture.name, description=picture.alt[:ALT])


def page(*parts: str | Picture, mark: int | None = None) -> tuple[ui.LayoutView, list[discord.File]]:
    """Words and pictures one below the other, each picture as wide as the channel, and the files to upload.

    ``mark``: the component id of the words, by which the page is recognised (31 bits; Discord: components/reference).
    """
    layout, files = ui.LayoutView(timeout=None), []
    for part in parts:
        if isinstance(part, Picture):
            files.append(file_of(part))
            layout.add_item(ui.MediaGallery(discord.MediaGalleryItem(files[-1], description=part.alt[:ALT])))
        else:
            layout.add_item(ui.TextDisplay(part, id=mark))
    return layout, files
