"""Nobody is barred from the page: on a small telephone, by day and by night, by eye, by ear and by keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.playground import Hands, Playground
from tests.barriers import a_telephone, barriers, unreadable
from tests.playground.a_bot import ABot, picture, room
from tests.playground.wires import ask, button, layout, row, section, select, words

pytestmark = pytest.mark.browser

SAID = """# Nagłówek
Zwykłe **słowa**, `kod`, ||tajemnica||, [łącze](https://example.org), <@{who}>, <t:1700000000:R>
> cytat
-# drobnym drukiem"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Any, playground: Playground) -> AsyncIterator[Any]:
    """Ala's telephone, where nothing has been said yet."""
    page = await a_telephone(browser)
    await page.goto(f"{playground.address}?user=Ala&channel=lochy")
    await page.wait_for_selector("body[data-ready]")
    yield page
    await page.context.close()


async def sees(page: Any, folder: Path) -> None:
    """Nothing that can be seen now bars anybody."""
    await page.screenshot(path=folder / "seen.png")
    assert "\n".join(await barriers(page)) == ""


async def test_an_empty_channel(page: Any, bot: ABot, tmp_path: Path) -> None:
    """The first thing that anybody sees."""
    await sees(page, tmp_path)


async def test_the_list_of_channels(page: Any, bot: ABot, hands: Hands, playground: Playground, tmp_path: Path) -> None:
    """With a thread, a mention, something unread."""
    await hands.slash("Ala", "lochy", "gra kronika")
    await hands.slash("Bartek", "jaskinia", "gra ogłoś", {"who": "Ala", "words": "chodź"})
    await page.get_by_role("button", name="Lista kanałów").tap()
    await page.locator("#side .threads").wait_for()
    await page.locator("#side .badge").wait_for()
    await sees(page, tmp_path)


async def test_a_story_with_buttons(page: Any, hands: Hands, playground: Playground, tmp_path: Path) -> None:
    """Message, picture, embed, buttons, a menu that is open, a secret, what did not work, what a bot says by itself."""
    who = playground.world.person("Ala")["user"]["id"]
    said = await hands.say("Bartek", "lochy", SAID.format(who=who))
    await hands.menu("Ala", "lochy", "Przypnij", said)
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "wschód"})
    await page.get_by_role("button", name="Secret").tap()
    await page.locator(".message.ephemeral").last.wait_for()
    await sees(page, tmp_path)
    await page.locator(".opener").first.tap()
    await sees(page, tmp_path)


async def test_a_layout_and_a_picture(page: Any, bot: ABot, playground: Playground, tmp_path: Path) -> None:
    """In its place, and as large as it is."""
    await bot.get_partial_messageable(int(playground.world.channel("lochy")["id"])).send(view=room(), file=picture())
    await page.get_by_role("heading", name="Komnata").wait_for()
    await sees(page, tmp_path)
    await page.get_by_role("button", name="Powiększ").tap()
    await page.get_by_role("dialog").wait_for()
    await sees(page, tmp_path)


async def test_choices_with_their_odds(page: Any, playground: Playground, tmp_path: Path) -> None:
    """A text with a button beside it, buttons that wrap, a menu: small to the eye, large enough for a finger."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    short = row(*[button(f"b{number}", label=label) for number, label in enumerate("ABCDE")])
    choice = section(button("a", label="⭐ Dalej", style=1), "Walczcie dalej", "-# wygrana 31 z 40")
    await ask(playground, "POST", path, layout(words("**Runda 3?**"), choice, short, row(select(placeholder="Inne"))))
    await page.locator(".section .button").wait_for()
    await sees(page, tmp_path)


@pytest.mark.parametrize("opener", ["Roll", "Hero"])
async def test_a_form(page: Any, hands: Hands, opener: str, tmp_path: Path) -> None:
    """Fields of every kind."""
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})
    await page.get_by_role("button", name=opener).tap()
    await page.get_by_role("dialog").wait_for()
    await sees(page, tmp_path)


async def test_a_command(page: Any, bot: ABot, tmp_path: Path) -> None:
    """The list of commands, then the fields of one."""
    await page.locator("#box").tap()
    await page.keyboard.type("/")
    await page.locator(".suggestion").first.wait_for()
    await sees(page, tmp_path)
    await page.keyboard.type("ru")
    await page.locator(".suggestion", has_text="ruch").first.tap()
    await page.locator(".option-field").first.wait_for()
    await sees(page, tmp_path)


@pytest.mark.parametrize("opener", ["Prawa bota", "Dodaj osobę", "Dodaj kanał: Piwnica"])
async def test_the_pages_own_forms(page: Any, bot: ABot, opener: str, tmp_path: Path) -> None:
    """What the bot may, who else is there, where else one may be."""
    if not opener.startswith("Prawa"):
        await page.get_by_role("button", name="Lista kanałów").tap()
    await page.get_by_role("button", name=opener).tap()
    await page.get_by_role("dialog").wait_for()
    await sees(page, tmp_path)


async def test_a_menu_of_a_message(page: Any, hands: Hands, tmp_path: Path) -> None:
    """No mouse is needed to find it."""
    await hands.say("Bartek", "lochy", "ważne")
    await page.get_by_role("button", name="Komendy wiadomości").tap()
    await page.get_by_role("dialog").wait_for()
    await sees(page, tmp_path)


async def test_nobody_is_there(page: Any, tmp_path: Path) -> None:
    """The page says that the bot is away."""
    await page.get_by_text("Bota tu nie ma").wait_for()
    await sees(page, tmp_path)


async def test_on_a_wide_screen(browser: Any, playground: Playground, hands: Hands) -> None:
    """With a mouse: channels and story side by side, then a form."""
    page = await browser.new_page()
    await page.set_viewport_size({"width": 1100, "height": 760})
    await page.goto(f"{playground.address}?user=Ala&channel=lochy")
    await page.wait_for_selector("body[data-ready]")
    await hands.slash("Ala", "lochy", "gra kronika")
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "wschód"})
    await page.get_by_role("button", name="Hero").wait_for()
    story = await unreadable(page)
    await page.get_by_role("button", name="Hero").click()
    await page.get_by_role("dialog").wait_for()

    assert "\n".join([*story, *(await unreadable(page))]) == ""


async def test_nothing_moves_where_nothing_may(page: Any, hands: Hands) -> None:
    """Whoever gets sick of it has asked their system for stillness."""
    await hands.slash("Ala", "lochy", "gra komnata")
    await page.get_by_role("button", name="Lista kanałów").tap()

    assert await page.evaluate("document.getAnimations().length") == 0


async def test_keys_go_where_the_eye_goes(page: Any, hands: Hands) -> None:
    """From the top to the bottom: past the channels by the first key, the story, its buttons, the line below."""
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})
    await page.get_by_role("button", name="Roll").wait_for()
    await page.set_viewport_size({"width": 1100, "height": 740})
    await page.evaluate("document.activeElement.blur()")
    order = []
    while not order or order[-1] != "composer":
        await page.keyboard.press("Tab")
        order.append(
            await page.evaluate("document.activeElement.closest('[id=skip], [id=side], [id=head], [id=log], form')?.id")
        )
    stations = [here for here, before in zip(order, [None, *order], strict=False) if here != before]

    assert stations == ["skip", "side", "head", "log", "composer"]
    assert await page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count() == 0


async def test_the_list_of_channels_by_keys(page: Any, bot: ABot) -> None:
    """Whoever opens it is in it; whoever leaves it is where they were; the first key leads past it."""
    focused = "document.activeElement.className"
    await page.get_by_role("button", name="Lista kanałów").press("Enter")
    inside = await page.evaluate(focused)
    await page.keyboard.press("Escape")
    outside = await page.evaluate(focused)
    await page.locator("#skip").press("Enter")

    assert "channel here" in inside
    assert "menu" in outside
    assert await page.evaluate("document.activeElement.id") == "box"
