"""Copies in a real browser: the file is taken, carried to another channel, and the game goes on there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.games import load
from tests.bot.a_channel import Channel, a_channel

pytestmark = pytest.mark.browser


async def at(page: Any, channel: Channel, who: str, where: str) -> None:
    """Look at a channel as somebody."""
    await page.goto(f"{channel.playground.address}?user={who}&channel={where}")
    await page.wait_for_selector("body[data-ready]")


async def typed(page: Any, command: str) -> None:
    """Type a command up to its options."""
    await page.focus("#box")
    await page.keyboard.type(command)
    await page.keyboard.press("Tab")


async def test_a_game_is_carried_to_another_channel(tmp_path: Path, browser: Any) -> None:
    """Downloaded where it was, uploaded where it shall be."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.hands.slash("Ala", "lochy", "game new", {})
        await channel.hands.slash("Ala", "lochy", "game start", {"quick": True})
        await channel.hands.settled()
        page = await browser.new_page()
        await at(page, channel, "Ala", "lochy")
        await typed(page, "/gra eksport")
        await page.get_by_role("button", name="+ wszystko").click()
        await page.keyboard.press("Enter")
        await page.locator(".send").click()
        await page.locator("a.file").last.wait_for()
        file = tmp_path / "copy.json"
        file.write_bytes(newest_file(channel, "Ala", "lochy"))

        await at(page, channel, "Ala", "jaskinia")
        await typed(page, "/gra import")
        await page.locator("input[type=file]").set_input_files(file)
        await page.locator(".send").click()
        await page.get_by_text("Wszystko się zgadza").first.wait_for()
        await page.locator("#log").get_by_role("button").last.wait_for()


def newest_file(channel: Channel, who: str, where: str) -> bytes:
    """The newest copy of a game; the question with its picture may stand below it."""
    attached = [one for message in channel.hands.messages(where, who) for one in message.attachments]
    copies = [one["id"] for one in attached if one["filename"].endswith(".json")]
    return channel.playground.world.store.file(copies[-1])
