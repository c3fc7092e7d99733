"""Whoever reads further up in a channel is not pulled down but told of news; whoever pressed there is shown them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.a_page import PIWNICA, Phone, a_table_of_phones

pytestmark = pytest.mark.browser

USUAL = "⭐"
FAR = 100
"""Pixels from the end at which somebody surely reads something else."""
LOG = "const log = document.getElementById('log'), left = log.scrollHeight - log.scrollTop - log.clientHeight;"
END = f"(far) => {{ {LOG} return left < far; }}"
UP = f"(far) => {{ {LOG} return left > far; }}"
TOP = "() => document.getElementById('log').scrollTop === 0"


async def test_news_are_told_further_up_and_shown_to_whoever_pressed(tmp_path: Path, browser: Any) -> None:
    """Ala presses above her private notes, and sees what comes of it; Bartek, who reads further up, gets a button."""
    async with a_table_of_phones(tmp_path, browser, PIWNICA) as table:
        ala, bartek = await table.phone("Ala"), await table.phone("Bartek")
        for phone in (ala, bartek):
            await phone.page.set_viewport_size({"width": 390, "height": 700})
        await ala.types("/gra nowa")
        await ala.sees("Szybki start")
        await bartek.presses("Dołącz")
        await table.quiet()
        await ala.presses("Szybki start")
        await ala.sees(USUAL)
        for _ in range(3):
            await ala.types("/drużyna")
            await table.quiet()
        await scroll_up(bartek)
        await table.channel.hands.say("Celina", PIWNICA.here, "idziemy")  # what comes of an answer goes below her words

        question = ala.page.locator("#log .message", has_text=USUAL).last
        button = question.get_by_role("button", name=USUAL).last
        await button.scroll_into_view_if_needed()
        await ala.page.wait_for_function(UP, arg=FAR)
        await button.click()

        await ala.page.wait_for_function(END, arg=5)
        newer = bartek.page.get_by_role("button", name="Nowe wiadomości")
        await bartek.looks()
        await newer.wait_for()
        await bartek.page.screenshot(path=tmp_path / "newer.png")
        assert await bartek.page.evaluate(UP, FAR)
        await newer.click()
        await bartek.page.wait_for_function(END, arg=5)
        assert not await newer.is_visible()


async def scroll_up(phone: Phone) -> None:
    """To the beginning, as with a finger."""
    await phone.looks()
    await phone.page.locator("#log").hover()
    await phone.page.mouse.wheel(0, -20_000)
    await phone.page.wait_for_function(TOP)


async def test_private_answers_leave_the_question_on_the_screen(tmp_path: Path, browser: Any) -> None:
    """What was asked before is small, the newest answer scrolls in itself; a press on an earlier one unfolds it."""
    async with a_table_of_phones(tmp_path, browser, PIWNICA) as table:
        await table.channel.opened("Ala")
        ala = await table.phone("Ala")
        await ala.page.set_viewport_size({"width": 1280, "height": 900})
        answers = ala.page.locator("#log .ephemeral")
        for number, command in enumerate(("/gra stan", "/pomoc", "/drużyna")):
            await ala.types(command)
            await answers.nth(number).wait_for()
            await table.quiet()
        asked = ala.page.locator("#log .message:not(.ephemeral) button[data-custom-id]").last
        box, log = await asked.bounding_box(), await ala.page.locator("#log").bounding_box()
        heights = [(await answers.nth(n).bounding_box())["height"] for n in range(3)]
        await ala.page.screenshot(path=tmp_path / "private.png")
        await answers.nth(1).click()
        unfolded = (await answers.nth(1).bounding_box())["height"]

    assert log["y"] <= box["y"], heights
    assert max(heights) < 0.45 * 900
    assert unfolded > heights[1]
