"""A playground page on a telephone, and the hands of whoever holds it: type, press, pick, fill in, read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec

from rules.games import load
from tests.bot.a_channel import Channel, a_channel

LOG = "document.querySelector('#log')"
READS = f"words => {LOG}.innerText.includes(words)"
PATIENCE = 15_000
"""Milliseconds after which something does not come any more, even on a busy machine."""


class Guild(msgspec.Struct, frozen=True):
    """One of the two guilds of the playground: its language, three of its people, two of its channels."""

    locale: str
    name: str
    people: tuple[str, str, str]
    here: str
    there: str

    def said(self, words: str) -> str:
        """Of ``po polsku | in English`` the half that is spoken here."""
        polish, _, english = words.partition(" | ")
        return (english or polish) if self.locale == "en" else polish


PIWNICA = Guild("pl", "Piwnica u Ali", ("Ala", "Bartek", "Celina"), "lochy", "jaskinia")
CELLAR = Guild("en", "The Other Cellar", ("Erin", "Finn", "Gwen"), "the-maze", "the-pit")


class Phone:
    """The page as one of the people sees it. All words may be given as ``po polsku | in English``."""

    def __init__(self, page: Any, guild: Guild, who: str) -> None:
        self.page = page
        self.who = who
        self._guild = guild
        self._log = page.locator("#log")

    def said(self, words: str) -> str:
        """Words as they are spoken here."""
        return self._guild.said(words)

    async def looks(self) -> None:
        """Take the telephone in hand; a page in the background hardly moves."""
        await self.page.bring_to_front()

    async def types(self, command: str, *options: str) -> None:
        """Type a command with options: ``name=as typed``, or ``name: picked from the list``."""
        await self.begins(command)
        for option in options:
            await self._option(self.said(option))
        await self.page.locator(".send").click()

    async def begins(self, command: str) -> None:
        """Type a command and take it from the list."""
        words = self.said(command)
        await self.looks()
        await self.page.fill("#box", words)
        await self._suggestion(words).click()

    async def _option(self, option: str) -> None:
        name, sign, value = re.fullmatch(r"([^:=]+)(: |=)(.*)", option).groups()  # type: ignore[union-attr]  # it is so
        chip = self.page.get_by_role("button", name=f"+ {name}", exact=True)
        if await chip.count():
            await chip.click()
        label = self.page.locator("label", has_text=re.compile(rf"^{re.escape(name)}( \(|$)"))
        await self.page.locator(".option-field", has=label).locator("input").fill(value)
        if sign == ": ":
            await self._suggestion(value).click()

    def _suggestion(self, words: str) -> Any:
        exactly = self.page.locator(".suggestion:visible .label").get_by_text(words, exact=True)
        return exactly.or_(self.page.locator(".suggestion:visible .label", has_text=words)).first

    async def presses(self, label: str) -> None:
        """Press the newest button of this label, or beside these words."""
        await self.looks()
        await self._button(label).click()

    async def leaves_by(self, letter: str) -> None:
        """Press the newest button of an exit by its letter on the map; in plain content it says the direction, too."""
        await self.looks()
        await self._log.get_by_role("button", name=re.compile(rf"^{letter}( ·|$)")).last.click()

    def _button(self, label: str) -> Any:
        words = self.said(label)
        beside = self._log.locator(".section", has_text=words).get_by_role("button")
        return self._log.get_by_role("button", name=words).or_(beside).last

    async def sees(self, label: str) -> None:
        """Wait for a button of this label, or beside these words."""
        await self.looks()
        await self._button(label).wait_for()

    async def picks(self, menu: str, option: str) -> None:
        """Pick in the newest menu that says so."""
        await self.looks()
        opener = self._log.locator(".opener", has_text=self.said(menu)).last
        await opener.click()
        picker = self._log.locator(".picker", has=self.page.locator(".options:visible"))
        await picker.get_by_role("option", name=self.said(option)).first.click()
        done = picker.locator(".done:visible")
        if await done.count():
            await done.click()

    async def fills_in(self, value: str) -> None:
        """Fill in the form that is open, and send it."""
        form = self.page.locator("dialog[open]")
        await form.locator("input, textarea").first.fill(value)
        await form.locator("button[type=submit]").click()
        await form.wait_for(state="detached")

    async def reads(self, *sentences: str) -> None:
        """Wait until each of them can be read."""
        await self.looks()
        for words in map(self.said, sentences):
            try:
                await self.page.wait_for_function(READS, arg=words)
            except Exception as waited:
                raise AssertionError(f"{self.who} does not read {words!r} in:\n{await self.log()}") from waited

    async def log(self) -> str:
        """All that can be read now."""
        return str(await self._log.inner_text())

    async def opens_the_newest_file(self, page: Any) -> Any:
        """Open what stands behind the newest link to a file as a page of its own."""
        link = self._log.locator("a.file").last
        await page.set_content(await link.evaluate("link => fetch(link.href).then(answer => answer.text())"))
        return page

    async def photograph(self, file: Path) -> None:
        """The whole channel as it looks on a telephone."""
        await self.looks()
        height = await self.page.evaluate(f"{LOG}.scrollHeight")
        await self.page.set_viewport_size({"width": 400, "height": min(height + 220, 16_000)})
        await self.page.screenshot(path=file)
        await self.page.set_viewport_size({"width": 400, "height": 900})


class Table:
    """A channel with the bot, and a telephone for everybody."""

    def __init__(self, channel: Channel, guild: Guild, browser: Any) -> None:
        self.channel = channel
        self.guild = guild
        self._browser = browser

    async def phone(self, who: str, where: str = "") -> Phone:
        """Somebody's telephone, with a channel open."""
        phone = Phone(await self.new_page(), self.guild, who)
        await self.goes_to(phone, where or self.guild.here)
        return phone

    async def new_page(self) -> Any:
        """An empty page on a telephone."""
        page = await self._browser.new_page()
        page.set_default_timeout(PATIENCE)
        await page.set_viewport_size({"width": 400, "height": 900})
        return page

    async def goes_to(self, phone: Phone, where: str) -> None:
        """Open another channel."""
        await phone.page.goto(f"{self.channel.playground.address}?user={phone.who}&channel={where}")
        await phone.page.wait_for_selector("body[data-ready]")

    async def quiet(self) -> None:
        """Wait until the bot has said everything."""
        await self.channel.hands.settled()


@contextlib.asynccontextmanager
async def a_table_of_phones(
    folder: Path, browser: Any, guild: Guild, *, seeds: Callable[[], bytes] | None = None, **more: Any
) -> AsyncIterator[Table]:
    """The labyrinth's bot is up, and all people of the guild are there."""
    async with a_channel(folder, load("labirynt-smierci")) as channel:
        known = {person["user"]["global_name"] for person in channel.playground.world.people.values()}
        for name in guild.people:
            if name not in known:
                channel.playground.add_person(name, locale="en-US", guild=guild.name)
        async with channel.bot_up(seeds=seeds, **more):
            yield Table(channel, guild, browser)
