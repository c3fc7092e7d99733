"""The page in a real browser: a person plays with mouse and keyboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.playground import Hands, Playground
from tests.playground.a_bot import ABot, board, picture, room

pytestmark = pytest.mark.browser


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Any, playground: Playground, bot: ABot) -> AsyncIterator[Any]:
    """Ala's page at #lochy; an error in its console fails the test."""
    page = await browser.new_page()
    await page.set_viewport_size({"width": 1100, "height": 760})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    refused = "Failed to load resource: the server responded with a status of 400 (Bad Request)"
    await visit(page, playground)
    yield page
    assert [complaint for complaint in complaints if complaint != refused] == []


async def visit(page: Any, playground: Playground, user: str = "Ala", channel: str = "lochy") -> None:
    await page.goto(f"{playground.address}?user={user}&channel={channel}")
    await page.wait_for_selector("body[data-ready]")


async def test_a_turn_by_keyboard_alone(page: Any) -> None:
    """Command, option with completion, form, and its secret answer, without a mouse."""
    keys = page.keyboard
    await page.focus("#box")
    await keys.type("/ru")
    await page.wait_for_selector(".suggestion")
    await keys.press("Enter")
    await keys.type("w")
    await page.wait_for_selector(".suggestion .label:text-is('wschód')")
    await keys.press("Enter")
    await keys.press("Enter")
    roll = page.get_by_role("button", name="Roll", exact=True)
    await roll.focus()
    await keys.press("Enter")
    await page.wait_for_selector("dialog[open]")
    await keys.type("5")
    await keys.press("Tab")
    await keys.press("Space")
    await keys.press("Enter")
    answer = page.locator(".message.ephemeral")
    await answer.wait_for()
    assert "rzut=5 tryb=hand" in await answer.inner_text()
    assert "Tylko Ty to widzisz" in await answer.inner_text()
    await answer.get_by_role("button", name="Ukryj").click()
    await answer.wait_for(state="detached")


async def test_a_form_of_all_kinds(page: Any, hands: Hands) -> None:
    """Every field can be reached by its label; a refused form stays open and says why."""
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})
    await page.get_by_role("button", name="Hero").click()
    form = page.get_by_role("dialog", name="Nowy bohater")
    await form.get_by_label("Dzieje").fill("Dawno")
    for thing in ("lina", "lampa", "chleb"):
        await form.get_by_label(thing).check()
    await form.get_by_role("button", name="Wyślij").click()
    await form.get_by_role("alert").wait_for()
    await form.get_by_label("lampa").uncheck()
    await form.get_by_role("button", name="Towarzysz").click()
    await form.get_by_role("option", name="@Celina").click()
    await form.get_by_role("button", name="Wyślij").click()
    await form.wait_for(state="detached")
    await page.get_by_text("Dawno ['Celina'] ['chleb', 'lina'] True").wait_for()


async def test_a_file_in_a_form(page: Any, hands: Hands) -> None:
    """A picked file is uploaded with the form."""
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})
    await page.get_by_role("button", name="Roll").click()
    await page.get_by_label("Wynik").fill("4")
    await page.get_by_label("bot", exact=True).check()
    await page.get_by_label("Zdjęcie").set_input_files({"name": "k6.png", "mimeType": "image/png", "buffer": b"12345"})
    await page.get_by_role("button", name="Wyślij").last.click()
    await page.get_by_text("rzut=4 tryb=bot pliki=[5]").wait_for()


async def test_a_select_of_several(page: Any, hands: Hands) -> None:
    """Arrows and space choose, Enter ends; the deferred answer shows up."""
    await hands.slash("Bartek", "lochy", "gra ruch", {"way": "x"})
    await page.locator(".opener").click()
    for key in ("Space", "ArrowDown", "Space", "Enter"):
        await page.keyboard.press(key)
    await page.get_by_text("wybrano miecz, tarcza").wait_for()


async def test_a_layout_lives(page: Any, bot: ABot, playground: Playground) -> None:
    """A press edits the layout in place and keeps the focus; the picture opens and closes by key."""
    channel = bot.get_partial_messageable(int(playground.world.channel("lochy")["id"]))
    await channel.send(view=room(), file=picture())
    await page.get_by_role("button", name="Południe").press("Enter")
    await page.get_by_role("heading", name="drzwi s").wait_for()
    assert await page.evaluate("document.activeElement.dataset.customId") == "door:s"
    await page.get_by_role("button", name="Powiększ: mapa komnaty").press("Enter")
    await page.get_by_role("dialog", name="mapa komnaty").wait_for()
    await page.keyboard.press("Escape")
    await page.get_by_role("dialog").wait_for(state="detached")


async def test_hostile_words_stay_words(page: Any, hands: Hands, playground: Playground) -> None:
    """Names and messages are text: no element, no handler, no strange link comes of them."""
    evil = '<img src=x onerror="document.title=1"><b>x</b> [klik](javascript:alert(1)) javascript:alert(1) **ok**'
    playground.add_person("<i>Zły</i>", guild="Piwnica u Ali")
    await hands.say("<i>Zły</i>", "lochy", evil)
    message = page.locator(".message").last
    await message.locator("strong", has_text="ok").wait_for()
    assert await message.locator("img, b:not(.origin b), i, a").count() == 0
    assert "<i>Zły</i>" in await message.inner_text()


async def test_markdown_as_discord_writes_it(page: Any, hands: Hands) -> None:
    """Each mark becomes its element."""
    ala = hands.world.person("Ala")["user"]["id"]
    lochy = hands.world.channel("lochy")["id"]
    text = (
        f"# Tytuł\n-# drobne\n> cytat\n- raz\n- dwa\n1. trzy\n**g** *k* _k_ __p__ ~~s~~ `kod` ||tajne|| <@{ala}> "
        f"<#{lochy}> <t:0:R> https://example.org/a_b_c \\*nie\\* snake_case_name\n```py\nx = 1\n```"
    )
    await hands.say("Bartek", "lochy", text)
    body = page.locator(".message .markdown").last
    await body.locator("pre code", has_text="x = 1").wait_for()
    wanted = {"h3": 1, "small": 1, "blockquote": 1, "ul li": 2, "ol li": 1, "strong": 1, "em": 2, "u": 1, "s": 1,
              "p code": 1, ".spoiler": 1, ".mention.me": 1, "a[data-channel]": 1, "time": 1,
              "a[href='https://example.org/a_b_c']": 1}  # fmt: skip
    assert {mark: await body.locator(mark).count() for mark in wanted} == wanted
    assert "*nie* snake_case_name" in await body.inner_text()
    assert await page.locator(".message.pinged").count() == 1


async def test_silence_and_unread_marks(page: Any, hands: Hands, playground: Playground) -> None:
    """A failed command says so; another channel is marked, with the number of pings."""
    playground.patience.acknowledge = 0.05
    await page.fill("#box", "/gra milcz")
    await page.keyboard.press("Enter")
    await page.locator(".send").click()
    await page.get_by_text("Aplikacja nie odpowiedziała").wait_for()
    await hands.say("Bartek", "jaskinia", f"<@{hands.world.person('Ala')['user']['id']}> chodź")
    await page.locator(".channel.unread .badge", has_text="1").wait_for()
    await page.get_by_role("button", name="# jaskinia").click()
    await page.get_by_text("chodź").wait_for()
    assert await page.locator(".channel.unread").count() == 0


async def test_another_person_sees_other_things(page: Any, hands: Hands) -> None:
    """Who am I: Erin reads English and lives in another guild; Ala's secret is gone with her."""
    command = (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).message
    await hands.press("Ala", command or "", "secret")
    await page.locator(".message.ephemeral").wait_for()
    await page.select_option("#who", label="Bartek")
    await page.locator(".message.ephemeral").wait_for(state="detached")
    await page.select_option("#who", label="Erin")
    await page.get_by_text("The Other Cellar").first.wait_for()
    assert await page.get_by_role("button", name="# lochy").count() == 0
    assert "type / for a command" in (await page.get_attribute("#box", "placeholder") or "")


async def test_on_a_telephone(browser: Any, playground: Playground, bot: ABot) -> None:
    """At 400 pixels nothing hangs over the edge, and the channel list slides in."""
    page = await browser.new_page()
    await page.set_viewport_size({"width": 400, "height": 700})
    channel = bot.get_partial_messageable(int(playground.world.channel("lochy")["id"]))
    await channel.send("x" * 300, view=board())
    await channel.send(view=room("długie " * 40), file=picture())
    await visit(page, playground)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 400
    assert await page.evaluate("document.getElementById('log').scrollWidth") <= 400
    await page.locator(".menu").click()
    await page.get_by_role("button", name="# jaskinia").click()
    await page.get_by_role("heading", name="jaskinia").wait_for()


async def test_the_page_finds_its_way_back(page: Any, playground: Playground, hands: Hands) -> None:
    """A broken line is announced, mended, and what was missed is shown."""
    for viewer in list(playground.core.feed.viewers):
        viewer.news.put_nowait({"event": "closing", "data": {}})
    await hands.until(lambda: not playground.core.feed.viewers)
    await hands.say("Bartek", "lochy", "przegapione")
    await page.get_by_text("przegapione").wait_for()


async def test_names_for_the_blind(page: Any, hands: Hands) -> None:
    """Everything that can be operated has a name; the log is a log."""
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})
    await page.locator(".message").wait_for()
    nameless = await page.evaluate(
        "[...document.querySelectorAll('button, input, select, a')].filter(e => !(e.ariaLabel || e.textContent.trim()"
        " || e.labels?.length)).map(e => e.outerHTML)"
    )
    assert nameless == []
    assert await page.get_by_role("log").count() == 1


async def test_menus_of_messages_and_people(page: Any, hands: Hands) -> None:
    """The dots beside a message and an author's name open the bot's menu commands."""
    await hands.say("Bartek", "lochy", "ważne")
    await page.locator(".message .tools").focus()
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Przypnij").click()
    await page.get_by_text("przypinam ważne").wait_for()
    await page.get_by_role("button", name="Bartek", exact=True).click()
    await page.get_by_role("button", name="Kto to?").click()
    await page.get_by_text("to Bartek").wait_for()


async def test_what_discord_says_by_itself(page: Any, hands: Hands, playground: Playground, bot: ABot) -> None:
    """A pin and a new thread are small lines, which lead to what they tell of."""
    said = await hands.say("Ala", "lochy", "ważne")
    await hands.menu("Ala", "lochy", "Przypnij", said)
    await hands.slash("Ala", "lochy", "gra kronika")

    pin, thread = page.locator("article.system").nth(0), page.locator("article.system").nth(1)
    await thread.wait_for()
    assert "Mistrz Labiryntu przypina wiadomość" in await pin.inner_text()
    assert "Mistrz Labiryntu otwiera wątek: kronika" in await thread.inner_text()
    assert await pin.get_by_role("link").get_attribute("href") == f"#m-{said.id}"
    await thread.get_by_role("button", name="kronika").click()
    await page.wait_for_function("() => document.title.startsWith('#kronika')")


async def test_a_long_story_is_opened_from_its_end(page: Any, hands: Hands, playground: Playground) -> None:
    """The newest sixty at first; the rest when asked for."""
    for number in range(70):
        await hands.say("Bartek", "jaskinia", f"wpis {number}")
    await visit(page, playground, channel="jaskinia")
    assert await page.locator(".message").count() == 60
    await page.get_by_role("button", name="Pokaż wcześniejsze wiadomości").click()
    await page.get_by_text("wpis 0", exact=True).wait_for()
    assert await page.locator(".message").count() == 70


async def test_the_address_may_wish_for_a_command(page: Any, playground: Playground) -> None:
    """It stands there with its options, and has only to be filled in; what there is not changes nothing."""
    await page.goto(f"{playground.address}?user=Ala&channel=lochy&command=gra+ruch&steps=2&way=")
    await page.wait_for_selector("body[data-ready]")
    there = {await field.inner_text(): await field.locator("input").input_value() for field in await fields(page)}
    focused = await page.evaluate("document.activeElement.closest('.option-field').innerText")
    await page.goto(f"{playground.address}?user=Ala&channel=lochy&command=smok")
    await page.wait_for_selector("#box")

    assert sorted(there.values()) == ["", "2"]
    assert there[focused] == ""


async def fields(page: Any) -> list[Any]:
    """The options of the command that is being typed."""
    return list(await page.locator(".option-field").all())


async def test_a_command_is_typed_straight_through(page: Any) -> None:
    """What follows its name is the first of its options; a whole line is sent as it stands."""
    await page.fill("#box", "/gra ruch zachód")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Roll", exact=True).wait_for()
    assert await page.locator(".command-name").count() == 0


async def test_nothing_is_missed_while_the_page_is_drawn(browser: Any, playground: Playground, hands: Hands) -> None:
    """What is said after the story so far was fetched, and before the page is there, is on it."""
    page = await browser.new_page()
    fetched = False

    async def then_somebody_speaks(route: Any) -> None:
        nonlocal fetched
        answer = await route.fetch()
        if not fetched:
            fetched = True
            await hands.say("Bartek", "lochy", "w samą porę")
        await route.fulfill(response=answer)

    await page.route("**/api/messages*", then_somebody_speaks)
    await visit(page, playground)
    await page.get_by_text("w samą porę").wait_for()

    assert await page.locator(".message").count() == 1
