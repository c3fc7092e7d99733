"""In a narrow view the page behaves as Discord does on a telephone."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.playground import Hands, Playground
from bot.playground.wire import JSON
from tests.playground.a_bot import ABot
from tests.playground.wires import ask, button, gallery, layout, row, section, select, words

pytestmark = pytest.mark.browser
VIEW = {"width": 390, "height": 844}
LONG = "Jak zwykle: Zbadaj fontannę – Zareth, potem Lena"
FROM_END = "(log => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight))(document.getElementById('log'))"
CHOICES = (
    section(button("a", label="⭐ Dalej", style=1), "Walczcie dalej", "-# wygrana 31 z 40 · w co trzeciej ktoś ginie"),
    section(button("b", label="Cofnij ją"), "Mira za drugi szereg, a wszyscy pozostali o krok do przodu"),
)


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Any, playground: Playground) -> AsyncIterator[Any]:
    page = await browser.new_page()
    page.set_default_timeout(10_000)
    await page.set_viewport_size(VIEW)
    await page.goto(f"{playground.address}?user=Ala&channel=lochy")
    await page.wait_for_selector("body[data-ready]")
    yield page
    await page.close()


def a_picture(width: int, height: int) -> bytes:
    """A grey PNG of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\0" + b"\x80" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


async def post(playground: Playground, body: JSON, files: tuple[int, ...] = ()) -> tuple[str, JSON]:
    """A message of the bot; the route and the JSON of it."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    status, message = await ask(playground, "POST", path, body, files)
    assert status == 200, message
    return f"{path}/{message['id']}", message


async def size(page: Any, selector: str) -> dict[str, float]:
    """Place and size of the last element that the selector finds."""
    box = await page.locator(selector).last.bounding_box()
    assert box is not None, selector
    return dict(box)


async def test_labels_are_cut(phone: Any, playground: Playground) -> None:
    """After 40 characters; whoever points at it, or widens the view, reads the rest."""
    await post(playground, {"content": "?", "components": [row(button("a", label=LONG), button("b", label="x" * 40))]})

    long, fitting = phone.locator(".message .button").nth(0), phone.locator(".message .button").nth(1)
    await long.wait_for()
    shown = await long.inner_text()
    assert (len(shown), shown[-1], LONG.startswith(shown[:-1].rstrip())) == (40, "…", True)
    assert await long.get_attribute("title") == LONG
    assert await phone.get_by_role("button", name=LONG).count() == 1
    assert (await fitting.inner_text(), await fitting.get_attribute("title")) == ("x" * 40, None)

    await phone.set_viewport_size({"width": 1000, "height": 800})
    await phone.wait_for_function("label => document.querySelector('.message .button').innerText === label", arg=LONG)
    assert await long.get_attribute("title") is None


async def test_sections(phone: Any, playground: Playground) -> None:
    """Text at the left, whole, with its facts small; the button at the right; rows of buttons wrap."""
    short = [row(*[button(f"{line}{number}", label=f"wyjście {number}") for number in range(5)]) for line in "xy"]
    await post(playground, layout(words("Runda 2."), *CHOICES, *short, row(select(placeholder="Inne"))))
    await phone.locator(".section").first.wait_for()

    for number in range(2):
        text, press = phone.locator(".section .words").nth(number), phone.locator(".section > .button").nth(number)
        left, right = await text.bounding_box(), await press.bounding_box()
        assert left["x"] + left["width"] <= right["x"]
        assert 32 <= right["height"] <= 36
        assert abs((left["y"] + left["height"] / 2) - (right["y"] + right["height"] / 2)) < 1
        assert await text.evaluate("element => element.scrollWidth <= element.clientWidth")
    small = phone.locator(".section .subtext")
    assert await small.evaluate(
        "element => getComputedStyle(element).fontSize + getComputedStyle(element).lineHeight"
    ) == ("13px17px")
    assert (await size(phone, ".row"))["height"] in (42, 50)  # the last row has the menu
    assert (await size(phone, ".row:nth-last-child(2)"))["height"] > 2 * 36
    assert await phone.evaluate("document.getElementById('log').scrollWidth") <= VIEW["width"]


async def test_a_picture_has_its_place_before_it_is_there(phone: Any, playground: Playground, bot: ABot) -> None:
    """What is below it does not jump when it comes; one that is too high is narrower, not squeezed."""
    await phone.route("**/attachments/**", lambda route: None)
    channel = bot.get_partial_messageable(int(playground.world.channel("lochy")["id"]))
    for nth, (wide, high) in enumerate([(200, 100), (400, 840), (800, 400)]):
        await channel.send(file=discord.File(io.BytesIO(a_picture(wide, high)), "map.png"))
        image = phone.locator(".message .picture img").nth(nth)
        await image.wait_for()
        shown = await image.bounding_box()
        assert shown["height"] > 99
        assert abs(shown["width"] / shown["height"] - wide / high) < 0.02
        assert shown["height"] <= 420


async def test_a_section_is_pressed(phone: Any, playground: Playground, bot: ABot) -> None:
    """Its button is one like all others."""
    await post(playground, layout(section(button("secret", label="Szeptem"), "Zapytaj")))
    await phone.get_by_role("button", name="Szeptem").click()
    await phone.get_by_text("tylko dla ciebie").wait_for()
    assert bot.pressed == ["secret"]


async def test_a_layout_hides_files_that_it_does_not_show(phone: Any, playground: Playground) -> None:
    """A message that is turned into a layout shows its picture only where a gallery names it."""
    route, _ = await post(playground, {"content": "stare"}, (3,))
    await phone.locator(".message .picture").wait_for(state="attached")

    await ask(playground, "PATCH", route, layout(words("bez obrazu"), content=None, embeds=[]))
    await phone.get_by_text("bez obrazu").wait_for()
    assert await phone.locator(".message :is(.picture, .file)").count() == 0
    await ask(playground, "PATCH", route, layout(gallery("f0.png"), words("z obrazem")))
    await phone.get_by_text("z obrazem").wait_for()
    assert await phone.locator(".message .gallery .picture").count() == 1


async def test_the_view_stands_at_the_end(phone: Any, playground: Playground, hands: Hands) -> None:
    """After a message, after an edit that makes it longer, and when a picture comes later than its message."""
    for number in range(30):
        await hands.say("Bartek", "lochy", f"wpis {number}")
    await phone.get_by_text("wpis 29", exact=True).wait_for()
    assert await phone.evaluate(FROM_END) == 0

    route, _ = await post(playground, {"content": "pytanie", "components": [row(button())]})
    await phone.get_by_text("pytanie").wait_for()
    assert await phone.evaluate(FROM_END) == 0
    await ask(playground, "PATCH", route, layout(*map(words, ["długi wynik " * 30, "koniec"]), content=None))
    await phone.get_by_text("koniec").wait_for()
    assert await phone.evaluate(FROM_END) == 0

    hold, shown = await phone.evaluate_handle("Promise.withResolvers()"), a_picture(300, 400)

    async def late(route: Any) -> None:
        await hold.evaluate("held => held.promise")
        await route.fulfill(body=shown, content_type="image/png")

    await phone.route("**/attachments/**", late)
    await post(playground, {"content": "z obrazem"}, (3,))
    await phone.get_by_text("z obrazem").wait_for()
    before = await phone.evaluate("document.getElementById('log').scrollHeight")
    await hold.evaluate("held => held.resolve()")
    await phone.wait_for_function(f"() => document.getElementById('log').scrollHeight > {before + 200}")
    await phone.wait_for_function(f"() => {FROM_END} === 0")


async def test_the_end_is_kept_when_a_message_shrinks(phone: Any, hands: Hands) -> None:
    """An old question is closed, which makes it shorter, and its successor's picture is there before the next frame."""
    for number in range(30):
        await hands.say("Bartek", "lochy", f"wpis {number}")
    await phone.get_by_text("wpis 29", exact=True).wait_for()
    await phone.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    await phone.evaluate(
        """async () => {
          const log = document.getElementById("log"), last = log.lastElementChild;
          for (const old of [...log.children].slice(-8, -1)) old.remove();
          log.scrollTop = log.scrollHeight; // its end is further up now
          await new Promise(requestAnimationFrame);
          last.style.minHeight = "600px";
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }"""
    )
    await hands.say("Bartek", "lochy", "potem")
    await phone.get_by_text("potem").wait_for()
    assert await phone.evaluate(FROM_END) == 0


async def test_whoever_scrolls_up_is_not_pulled_down(phone: Any, hands: Hands) -> None:
    """A slow finger first leaves the end by some pixels, then reads further up."""
    for number in range(40):
        await hands.say("Bartek", "lochy", f"wpis {number}")
    await phone.get_by_text("wpis 39", exact=True).wait_for()
    await phone.locator("#log").hover()
    for _ in range(10):
        await phone.mouse.wheel(0, -30)
        await phone.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
    before = await phone.evaluate("document.getElementById('log').scrollTop")
    await hands.say("Bartek", "lochy", "potem")
    await phone.get_by_role("button", name="Nowe wiadomości").wait_for()
    assert await phone.evaluate("document.getElementById('log').scrollTop") == before
    assert await phone.evaluate(FROM_END) > 200


async def test_a_receipt_stands_below_what_was_there(phone: Any, playground: Playground, hands: Hands) -> None:
    """A private answer to an old message comes last; what is said later stands below it, also after a reload."""
    await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})
    old = next(hands.newest_first("lochy", "Ala"))
    await hands.say("Bartek", "lochy", "przedtem")
    await hands.press("Ala", old, "secret")
    await hands.say("Bartek", "lochy", "potem")
    await phone.get_by_text("potem").wait_for()

    texts = "[...document.querySelectorAll('.message .markdown')].map(one => one.innerText).slice(-3)"
    assert await phone.evaluate(texts) == ["przedtem", "tylko dla ciebie", "potem"]
    await phone.reload()
    await phone.get_by_text("potem").wait_for()
    assert await phone.evaluate(texts) == ["przedtem", "tylko dla ciebie", "potem"]


@pytest.mark.parametrize("typed", ["/oglos", "/ogłoś", "/OGŁ", "/gra oglos"])
async def test_commands_are_found_without_their_marks(phone: Any, bot: ABot, typed: str) -> None:
    """A telephone's keyboard makes o of ó sooner than the other way round."""
    await phone.locator("#box").click()
    await phone.keyboard.type(typed)
    await phone.locator(".suggestion .label", has_text="/gra ogłoś").wait_for()
