"""The main job in a real browser: from ``/game new`` to a finished fight, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel

pytestmark = pytest.mark.browser

PRESSES = 120


async def test_a_newcomer_plays_from_the_lobby_to_a_finished_fight(tmp_path: Path, browser: Any) -> None:
    """Type the command, press «Quick start», then the first button, until a fight is over; the map can be enlarged."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        page = await browser.new_page()
        await page.goto(f"{channel.playground.address}?user=Ala&channel={HERE}")
        await page.wait_for_selector("body[data-ready]")

        await page.focus("#box")
        await page.keyboard.type("/gra nowa")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Szybki start").click()
        await page.get_by_role("button", name="Jak zwykle").first.wait_for()
        presses = await play_until(page, channel, "jest po wszystkim", "Labirynt zwyciężył")

        assert presses < PRESSES
        assert await page.locator("#log img").count() > 1
        for picture in await page.locator("#log img").all():
            assert await picture.get_attribute("alt")


async def play_until(page: Any, channel: Channel, *signs: str) -> int:
    """Press the first live button of the newest prompt until one of these signs is read; how often it took."""
    for presses in range(PRESSES):
        if any(sign in channel.story() for sign in signs):
            return presses
        before = question(channel)
        await page.locator("#log").get_by_role("button", name="Jak zwykle").last.click()
        await channel.hands.until(lambda before=before: question(channel) not in ("", before))
    return PRESSES


def question(channel: Channel) -> str:
    """The first control of the open question; '' while none is asked."""
    return next((button.custom_id for one in channel.asking() for button in one.buttons), "")
