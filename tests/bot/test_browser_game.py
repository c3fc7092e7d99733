"""The main job in a real browser: from ``/game new`` to a finished fight, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel

pytestmark = pytest.mark.browser

PRESSES = 120
DICE = bytes([7]) * 32


async def test_a_newcomer_plays_from_the_lobby_to_a_finished_fight(tmp_path: Path, browser: Any) -> None:
    """Type the command, press «Quick start», then the first button, until a fight is over; the map can be enlarged."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        page = await opened(browser, channel)
        presses = await play_until(page, channel, "⭐", "Labirynt zwyciężył")

        assert presses < PRESSES
        assert await page.locator("#log img").count() > 1
        for picture in await page.locator("#log img").all():
            assert await picture.get_attribute("alt")


async def test_a_lone_newcomer_beats_the_computer_or_is_beaten(tmp_path: Path, browser: Any) -> None:
    """A table against two computer players, opened with one command, is played to its end."""
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up(lambda: DICE):
        page = await opened(browser, channel, zasady="gems=8", komputery="2")
        presses = await play_until(page, channel, "🏆")

        assert 0 < presses < PRESSES


async def opened(browser: Any, channel: Channel, **options: str) -> Any:
    """The page of a newcomer who types the command with these options, presses «Quick start», and is asked."""
    page = await browser.new_page()
    await page.goto(f"{channel.playground.address}?user=Ala&channel={HERE}")
    await page.wait_for_selector("body[data-ready]")
    await page.focus("#box")
    await page.keyboard.type("/gra nowa")
    await page.keyboard.press("Tab")
    for option, value in options.items():
        await page.get_by_role("button", name=f"+ {option}").click()
        await page.keyboard.type(value)
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Szybki start").click()
    await page.get_by_role("button", name="⭐").first.wait_for()
    return page


async def play_until(page: Any, channel: Channel, *signs: str) -> int:
    """Press the first live button of the newest prompt until one of these signs is read; how often it took."""

    def is_over() -> bool:
        return any(sign in channel.story() for sign in signs)

    for presses in range(PRESSES):
        if is_over():
            return presses
        before = question(channel)
        await page.locator("#log").get_by_role("button", name="⭐").last.click()
        await channel.hands.until(lambda before=before: is_over() or question(channel) not in ("", before))
    return PRESSES


def question(channel: Channel) -> str:
    """The first control of the open question; '' while none is asked."""
    return next((button.custom_id for one in channel.asking() for button in one.buttons), "")
