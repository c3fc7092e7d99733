"""Whoever comes to an empty channel is told how one may begin, in their language, on a telephone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.a_page import CELLAR, PIWNICA, Guild, a_table_of_phones

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("guild", [PIWNICA, CELLAR], ids=["pl", "en"])
async def test_one_may_begin_alone_or_with_a_table(tmp_path: Path, browser: Any, guild: Guild) -> None:
    """Each choice puts its command into the line; the first is sent, and the greeting makes room for the game."""
    async with a_table_of_phones(tmp_path, browser, guild) as table:
        ala = await table.phone(guild.people[0])
        await ala.page.set_viewport_size({"width": 390, "height": 780})
        greeting = ala.page.locator(".greeting")
        await greeting.wait_for()
        await ala.page.screenshot(path=tmp_path / "greeting.png")
        heights = [(await one.bounding_box())["height"] for one in await greeting.get_by_role("button").all()]
        width = await ala.page.evaluate("document.documentElement.scrollWidth")
        await ala.presses("Zagrajcie przy jednym ekranie | Play a table on this screen")
        fields = await ala.page.locator(".option-field").count()
        await ala.presses("Zagraj w pojedynkę | Play alone")
        await ala.page.locator(".command-name").get_by_text(guild.said("/gra nowa | /game new")).wait_for()
        await ala.page.locator(".send").click()
        await ala.sees("Szybki start | Quick start")
        left = await greeting.count()

    assert len(heights) == 3
    assert min(heights) >= 44
    assert width <= 390
    assert fields == 2
    assert left == 0


async def test_one_may_look_at_a_game_in_its_third_week(tmp_path: Path, browser: Any) -> None:
    """One press: it is checked and stands there, with story and map; whoever pressed has a seat, and plays on."""
    async with a_table_of_phones(tmp_path, browser, PIWNICA) as table:
        ala = await table.phone(PIWNICA.people[0])
        await ala.page.locator(".greeting").wait_for()
        await ala.presses("Zajrzyj do gry w trzecim tygodniu | Look at a game in its third week")
        await ala.reads("Ta gra przybyła z pliku | This game came from a file")
        await ala.sees("⭐")
        await table.quiet()
        story = (await ala.log()).partition(PIWNICA.said("Ta gra przybyła | This game came"))[0]
        await ala.page.screenshot(path=tmp_path / "third-week.png")
        await ala.page.get_by_text(PIWNICA.said("Mam plik | I have the file")).wait_for(state="detached")
        bars = await ala.page.locator("#log .spoiler").count()
        said = await ala.log()
        maps = await ala.page.locator("#log img").count()
        asked = await ala.page.locator("#log button[data-custom-id]").first.get_attribute("data-custom-id")
        await ala.presses("⭐")
        await table.quiet()
        await ala.page.screenshot(path=tmp_path / "played-on.png")
        first = "document.querySelector('#log button[data-custom-id]').dataset.customId"
        await ala.page.wait_for_function(f"asked => {first} !== asked", arg=asked)  # the game goes on
        greetings = await ala.page.locator(".greeting").count()

    assert PIWNICA.said("Witaj w środku gry | Welcome to a game in progress") in story
    assert any(sign in story for sign in "⚔️✨📈☠🏅🗿")  # a great event was told; the dice stand in /story
    assert bars == 0
    assert PIWNICA.said("Mam plik | I have the file") not in said
    assert PIWNICA.said("/gra import | /game import") not in said
    assert maps > 0
    assert greetings == 0


async def test_an_example_that_cannot_be_brought_says_why(tmp_path: Path, browser: Any) -> None:
    """The line breaks: it is said, the choices stay, and the next try succeeds."""
    label = "Zajrzyj do gry w trzecim tygodniu | Look at a game in its third week"
    async with a_table_of_phones(tmp_path, browser, CELLAR) as table:
        ala = await table.phone(CELLAR.people[0])
        await ala.page.locator(".greeting").wait_for()
        await ala.page.route("**/page/example-*", lambda route: route.abort())
        await ala.presses(label)
        await ala.reads("Nie udało się | That did not work")
        await ala.page.unroute("**/page/example-*")
        await ala.presses(label)
        await ala.sees("⭐")
