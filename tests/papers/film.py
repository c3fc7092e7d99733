"""The film of the README, on which a game begins and monsters come, and a picture of a telephone for each game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from rules.games import load
from tests.bot.a_channel import a_channel
from tests.bot.a_page import Guild, Phone, Table, a_table_of_phones

LOCALES = {"en": "en-US", "pl": "pl"}
SIZE = {"width": 400, "height": 640}
COLOURS = 64
READ, PRESSED = 2200, 700
"""Milliseconds for which a picture stands: one to be read, one that only shows the thumb."""
THUMB = 17
AS_USUAL = "⭐"
PRESSES = 7

Shot = tuple[Image.Image, int]


def dice() -> bytes:
    """The same party, the same walls and monsters in every film."""
    return b"film".ljust(32)


async def write_film(file: Path, folder: Path, browser: Any, guild: Guild) -> None:
    """Play, and write what was seen as an animated GIF; ``folder`` is for the bot that plays."""
    shots = [shot async for shot in filmed(folder, browser, guild)]
    pictures = [shot.quantize(COLOURS, dither=Image.Dither.NONE) for shot, _ in shots]
    lengths = [milliseconds for _, milliseconds in shots]
    pictures[0].save(file, save_all=True, append_images=pictures[1:], duration=lengths, loop=0, optimize=True)


async def filmed(folder: Path, browser: Any, guild: Guild) -> AsyncIterator[Shot]:
    """What a player sees from ``/game new`` on, with the thumb at each button before it is pressed."""
    async with a_table_of_phones(folder, browser, guild, seeds=dice) as table:
        phone = await table.phone(guild.people[0])
        await phone.page.set_viewport_size(SIZE)
        await phone.types("/gra nowa | /game new")
        await phone.sees("Szybki start | Quick start")
        for label in ("Szybki start | Quick start", *(AS_USUAL for _ in range(PRESSES))):
            yield await shot(phone), READ
            at = await place(phone, label)
            yield under_the_thumb(await shot(phone), at), PRESSED
            await phone.presses(label)
            await table.quiet()
            await phone.sees(AS_USUAL)
        yield await shot(phone), 2 * READ


SCREEN = {"width": 390, "height": 844}
STEPS = {"labirynt-smierci": 7, "labirynt-czarnoksieznika": 4, "jaskinia": 5}
"""So many presses as usual lead to what the picture of each game shows."""


async def write_screen(file: Path, folder: Path, browser: Any, guild: Guild, game: str) -> None:
    """Play this game of two for some presses, and write what the first one sees."""
    async with a_channel(folder, load(game)) as channel:
        for name in guild.people:
            channel.playground.add_person(name, locale=LOCALES[guild.locale], guild=guild.name)
        async with channel.bot_up(seeds=dice):
            table = Table(channel, guild, browser)
            phone, other = [await table.phone(who) for who in guild.people[:2]]
            await phone.page.set_viewport_size(SCREEN)
            await phone.types("/gra nowa | /game new")
            await other.presses("Dołącz | Join")
            await phone.presses("Szybki start | Quick start")
            await table.quiet()
            for _ in range(STEPS[game]):
                await _goes_on(table, phone, guild.people[1])
                await table.quiet()
            (await shot(phone)).quantize(2 * COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


async def _goes_on(table: Table, phone: Phone, other: str) -> None:
    """The other person presses as usual, where it is their turn; else the one with the telephone."""
    done = await table.channel.hands.press_label(other, table.guild.here, AS_USUAL)
    if done.kind == "ephemeral":
        await phone.presses(AS_USUAL)


async def shot(phone: Phone) -> Image.Image:
    """The screen now, when all pictures on it have come."""
    await phone.page.wait_for_function("() => [...document.images].every(one => one.complete)")
    return Image.open(BytesIO(await phone.page.screenshot())).convert("RGB")


IN_SIGHT = "one => { one.scrollIntoView({block: 'nearest'}); return one.getBoundingClientRect().toJSON(); }"
"""Scrolls to an element and measures it in one step: an edit may replace it meanwhile."""


async def place(phone: Phone, label: str) -> tuple[float, float]:
    """The middle of the newest button of this label."""
    button = phone.page.locator("#log").get_by_role("button", name=phone.said(label)).last
    box = await button.evaluate(IN_SIGHT)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def under_the_thumb(screen: Image.Image, at: tuple[float, float]) -> Image.Image:
    """The screen with a ring where it is touched."""
    x, y = at
    ring = (x - THUMB, y - THUMB, x + THUMB, y + THUMB)
    ImageDraw.Draw(screen).ellipse(ring, outline="#f2b632", width=5)
    return screen
