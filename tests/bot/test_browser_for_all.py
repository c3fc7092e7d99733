"""A game on a small telephone bars nobody: greeting, lobby, question with map, help, the game master's screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.barriers import a_telephone, barriers
from tests.bot.a_page import PIWNICA, Phone, Table, a_table_of_phones

pytestmark = pytest.mark.browser


async def a_small_phone(table: Table, browser: Any, who: str) -> Phone:
    """Somebody's small telephone at the table."""
    phone = Phone(await a_telephone(browser), table.guild, who)
    await table.goes_to(phone, table.guild.here)
    return phone


async def test_a_game_bars_nobody(tmp_path: Path, browser: Any) -> None:
    """From the greeting to the first move."""
    async with a_table_of_phones(tmp_path, browser, PIWNICA) as table:
        ala = await a_small_phone(table, browser, "Ala")
        found = {}

        async def sees(what: str) -> None:
            await table.quiet()
            await ala.page.screenshot(path=tmp_path / f"{what}.png")
            found[what] = await barriers(ala.page)

        await ala.page.locator(".greeting").wait_for()
        await sees("greeting")
        await ala.presses("Zagraj w pojedynkę")
        await ala.page.locator(".send").tap()
        await ala.sees("Szybki start")
        await sees("lobby")
        await ala.presses("Szybki start")
        await ala.sees("Badaj dalej")
        await sees("question")
        await ala.page.locator("#log .opener").last.tap()
        await sees("choices")
        await ala.types("/pomoc")
        await ala.page.locator(".message.ephemeral").wait_for()
        await sees("help")
        await ala.types("/drużyna")
        party = ala.page.locator(".message.ephemeral .gallery.of1 .picture img").last
        wide, room = await party.evaluate("one => [one.clientWidth, one.closest('.gallery').clientWidth]")
        await ala.types("/mg mianuj", "kto: @Ala")
        await ala.page.locator(".screen-opener").tap()
        await ala.page.locator("#screen .container").first.wait_for()
        await sees("screen")
        await ala.page.context.close()

    assert wide == room
    assert "\n".join(f"{what}: {one}" for what, all_ in found.items() for one in all_) == ""
