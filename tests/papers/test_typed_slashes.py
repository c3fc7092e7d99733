"""A slash command typed into the page as one line, as documents and help write it, is the filled form's command."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.playground.typed_commands import Resolver, command_data, find_command
from bot.playground.wire import INSIDE, JSON
from bot.words.catalogues import entries_of
from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.papers.pages import PAPERS, ROOT, slashes
from tests.papers.test_slashes import OTHERS, is_known, languages

pytestmark = pytest.mark.browser

PLAYGROUND = ROOT / "bot/playground"
PEOPLE = {True: "Ala", False: "Kate"}
"""Who speaks Polish, and who does not."""
BOOLEAN, USER = 5, 6
IN_WORDS = re.compile(r"`(/\w[^`]*)`")
NOT_TO_BE_TYPED = re.compile(r"[{…\[]")
"""Placeholders and what is left out."""


class Form:
    """The page of somebody whose commands are not sent on, but kept."""

    def __init__(self, page: Any, channel: Channel, who: str) -> None:
        self.page, self.channel, self.who = page, channel, who
        self.sent: list[JSON] = []
        self.line = ""

    async def keep(self, route: Any) -> None:
        """Answer a command of the page in place of the bot."""
        self.sent.append(json.loads(route.request.post_data))
        await route.fulfill(json={"kind": "nothing", "text": "", "interaction_id": "0"})

    async def types(self, line: str) -> None:
        """Type one line and press Enter."""
        self.line = line
        await self.leaves()
        await self.page.fill("#box", line)
        await self.page.keyboard.press("Enter")

    async def leaves(self) -> None:
        """Leave the command that an earlier line has opened."""
        leave = self.page.locator(".line.command > button.plain")
        if await leave.count():
            await leave.click()

    async def fills_in(self, words: str, values: dict[str, str]) -> None:
        """Open a command and fill in its options by hand, of lists by choosing from them."""
        self.line = f"the form of {self.line}"
        await self.leaves()
        await self.page.fill("#box", f"/{words}")
        await self.page.locator(".suggestion:visible .label").get_by_text(f"/{words}", exact=True).click()
        for name, value in values.items():
            chip = self.page.get_by_role("button", name=f"+ {name}", exact=True)
            if await chip.count():
                await chip.click()
            label = self.page.locator("label", has_text=re.compile(rf"^{re.escape(name)}( \(|$)"))
            field = self.page.locator(".option-field", has=label).locator("input")
            option = next(one for one in self.options(words) if self.name(one) == name)
            if option["type"] == BOOLEAN and self.who == PEOPLE[False]:
                value = {"yes": "true", "no": "false"}.get(value, value)
            await field.fill(value)
            if option["type"] in (BOOLEAN, USER) or option.get("choices"):
                await self.page.locator(".suggestion:visible .label", has_text=value).first.click()
        await self.page.locator(".send").click()

    def name(self, thing: JSON) -> str:
        """How the page shows a command or an option."""
        return str(thing["name_localizations"]["pl"] if self.who == PEOPLE[True] else thing["name"])

    def options(self, words: str) -> list[JSON]:
        """The options of a command that the page shows by these words."""
        inner = [one for one in self.channel.hands.commands(self.who, HERE) if one["type"] == 1]
        for word in words.split():
            inner = next(one for one in inner if self.name(one) == word).get("options") or []
        return inner

    def split(self, line: str) -> tuple[str, dict[str, str]]:
        """The words of the command in a line, and its values by option, as somebody would read them."""
        inner, words = [one for one in self.channel.hands.commands(self.who, HERE) if one["type"] == 1], []
        rest = line.removeprefix("/").split()
        while rest and (found := next((one for one in inner if self.name(one) == rest[0]), None)):
            if words and found["type"] not in INSIDE:
                break
            words.append(rest.pop(0))
            inner = found.get("options") or []
        parts = re.split(rf"\b({'|'.join(self.name(one) for one in inner)}):", " ".join(rest)) if inner else [""]
        values = {name: value.strip() for name, value in zip(parts[1::2], parts[2::2], strict=True)}
        return " ".join(words), values or ({self.name(inner[0]): parts[0]} if parts[0] else {})

    def data(self) -> JSON:
        """What the bot would have got for the newest command."""
        sent = self.sent[-1]
        command, chain = find_command(self.channel.hands.commands(self.who, HERE), sent["command"])
        place = self.channel.playground.world.channel(HERE)
        return command_data(command, chain, sent["options"], Resolver(self.channel.playground.world, place))

    async def sends(self, count: int) -> JSON:
        """Wait until so many commands have been sent; what the bot would have got for the newest."""
        try:
            await self.channel.hands.until(lambda: len(self.sent) >= count, 15)
        except TimeoutError:
            raise AssertionError(f"{self.line} is not sent; the page says {await self.said()!r}") from None
        return self.data()

    async def said(self) -> str:
        """The newest refusal, or what is asked for."""
        notices = self.page.locator("#log .notice")
        return str(await notices.last.inner_text() if await notices.count() else await self.page.inner_text("#said"))

    async def refuses(self, line: str) -> str:
        """Type a line that is not sent; what the page says."""
        before = len(self.sent)
        await self.page.evaluate("document.querySelectorAll('#log .notice').forEach(one => one.remove())")
        await self.types(line)
        await self.page.locator("#log .notice").wait_for()
        assert len(self.sent) == before
        return await self.said()


@asynccontextmanager
async def a_form(folder: Path, browser: Any, polish: bool) -> AsyncIterator[Form]:
    """A table at one screen, with friends in the channel; the page of somebody of this language."""
    async with a_channel(folder, load("labirynt-smierci")) as channel, channel.bot_up():
        for person, locale in (("Kate", "en-US"), ("Kasia", "pl"), ("friend", "en-US")):
            channel.playground.add_person(person, locale=locale)
        seats = "Ania, Fredek, Tomek" if polish else "Anna, Fred, Tom"
        await channel.hands.slash("Ala", HERE, "game new", {"table": True, "players": seats})
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.settled()
        form = Form(await browser.new_page(), channel, PEOPLE[polish])
        form.page.set_default_timeout(5_000)
        await form.page.route("**/api/slash", form.keep)
        await form.page.goto(f"{channel.playground.address}?user={form.who}&channel={HERE}")
        await form.page.wait_for_selector("body[data-ready]")
        yield form


def lines(form: Form, polish: bool) -> list[str]:
    """Every command in one language of the documents and of the bot's own texts, once."""
    found = [typed for paper in PAPERS if polish in languages(paper) for typed in slashes(paper)]
    told = [text for entry in entries_of("pl" if polish else "en") for text in entry.forms]
    found += [line for text in told for line in IN_WORDS.findall(text)]
    commands = form.channel.hands.commands(form.who, HERE)
    return [
        line
        for line in dict.fromkeys(found)
        if line not in OTHERS and not NOT_TO_BE_TYPED.search(line) and is_known(line, commands, polish)
    ]


@pytest.mark.parametrize("polish", [True, False], ids=["pl", "en"])
async def test_what_documents_and_help_write_can_be_typed(tmp_path: Path, browser: Any, polish: bool) -> None:
    """One line and Enter give the interaction of the filled form; without values the command stands open."""
    async with a_form(tmp_path, browser, polish) as form:
        typed = lines(form, polish)
        with_values = 0
        for line in typed:
            words, values = form.split(line)
            if values and all(values.values()):
                await form.types(line)
                by_line = await form.sends(2 * with_values + 1)
                await form.fills_in(words, values)
                with_values += 1
                assert by_line == await form.sends(2 * with_values), line
            else:
                await form.types(line)
                await form.page.locator(".command-name").get_by_text(f"/{words}", exact=True).wait_for()
                shown = await form.page.locator(".option-field label").all_inner_texts()
                assert {*values} <= {name.split("(")[0].strip() for name in shown}, line

    assert len(typed) > 60
    assert with_values >= 10


async def test_options_are_named_in_both_languages_at_once(tmp_path: Path, browser: Any) -> None:
    """Commands, options and choices of the other language; what may be left out of a name: case and marks."""
    async with a_form(tmp_path, browser, polish=True) as form:
        await form.types("/drukuj co: karty do wycięcia papier: A4 puste: tak")
        wanted = await form.sends(1)
        for place, line in enumerate((
            "/print what: cards to cut out paper: A4 blank: yes",
            "/drukuj what: cards to cut papier: a4 blank: true",
            "/Print puste:TAK CO:KARTY DO WYCIECIA paper:A4",
            "/drukuj karty do wycięcia papier: A4 puste: tak",
        ), start=2):  # fmt: skip
            await form.types(line)
            assert await form.sends(place) == wanted, line


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("/mg opowiedz treść: Szept: idź w lewo", {"text": "Szept: idź w lewo"}),
        ("/mg opowiedz Szept: idź w lewo", {"text": "Szept: idź w lewo"}),
        ("/mg popraw co: Ania wartość: „co: 3” powód: tak", {"what": "Ania", "value": "„co: 3”", "reason": "tak"}),
        ("/mg popraw Lena: naucz czaru Sen na-pewno: tak", {"what": "Lena: naucz czaru Sen", "sure": True}),
        ('/mg popraw co: "powód: x" wartość: 3', {"what": '"powód: x"', "value": "3"}),
        ("/gra oddaj miejsce: Ania imię: imię: Hania", {"seat": "Ania", "name": "imię: Hania"}),
        ("/gra oddaj miejsce: Ania dziś-gra: nie", {"seat": "Ania", "tonight": False}),
        ("/sprawdź tabela: czary strona: 2", {"table": "czary", "page": 2}),
    ],
)
async def test_a_value_goes_on_to_the_next_name(tmp_path: Path, browser: Any, line: str, options: JSON) -> None:
    """Colons of no option, quotes and a name that stood there already belong to the value."""
    async with a_form(tmp_path, browser, polish=True) as form:
        await form.types(line)
        data = await form.sends(1)

    leaf = data["options"][0] if data["options"][0]["type"] in INSIDE else data
    assert {one["name"]: one["value"] for one in leaf["options"]} == options


def test_what_the_playground_refuses_has_polish_words() -> None:
    """Each template of a refusal, with the same places for values."""
    words = json.loads((PLAYGROUND / "page/words-pl.json").read_text("utf-8"))
    calls = [
        node
        for path in PLAYGROUND.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Refused", "Unknown")
    ]
    templates = {
        part.value
        for call in calls
        for part in (ast.walk(call.args[0]) if isinstance(call.args[0], ast.IfExp) else call.args[:1])
        if isinstance(part, ast.Constant)
    }

    assert len(templates) > 25
    places = re.compile(r"\{\w+\}")
    assert {one for one in templates if {*places.findall(one)} != {*places.findall(words.get(one, "?{none}"))}} == set()


async def test_a_refusal_of_the_playground_is_said_in_polish(tmp_path: Path, browser: Any) -> None:
    """A page number below the first, which only the playground checks."""
    async with a_form(tmp_path, browser, polish=True) as form:
        await form.page.unroute("**/api/slash")
        below = await form.refuses("/sprawdź troll strona: -1")

    assert "page: co najmniej 1." in below


async def test_what_does_not_fit_is_said_in_the_language_of_the_page(tmp_path: Path, browser: Any) -> None:
    """An unknown option, choice, person, number; an option that is missing gets the cursor."""
    async with a_form(tmp_path, browser, polish=True) as form:
        unknown = await form.refuses("/gra oddaj miejce: Ania")
        within = await form.refuses("/drukuj co: karty gre: lś")
        slip = await form.refuses("/mg popraw warto: 3 na-pewno: tak")
        none = await form.refuses("/wracam wszedzie: może")
        choice = await form.refuses("/drukuj co: obrus")
        person = await form.refuses("/gra oddaj komu: @Nikt")
        number = await form.refuses("/sprawdź troll strona: dwa")
        await form.types("/nieobecność wszędzie: tak")
        await form.page.wait_for_function("document.querySelector('#said').textContent")
        missing = await form.page.inner_text("#said")
        focused = await form.page.evaluate(
            "document.querySelector(`label[for=${document.activeElement.id}]`).innerText"
        )

    assert "Ta komenda nie ma opcji „miejce”. Są tu: komu, miejsce, imię, dziś-gra." in unknown
    assert "„gre”" in within
    assert "„warto”" in slip
    assert "wszędzie: tak albo nie." in none
    assert "co: nie ma tu „obrus”. Do wyboru: karty postaci, tabele, mapa, karty do wycięcia." in choice
    assert "komu: nie ma tu „@Nikt”. Do wyboru:" in person
    assert "strona: „dwa” to nie liczba." in number
    assert missing == "Uzupełnij: do"
    assert focused.startswith("do")


async def test_the_page_is_told_of_own_tables_in_its_language(tmp_path: Path, browser: Any) -> None:
    """Each fault on a line of its own."""
    async with a_form(tmp_path, browser, polish=True) as form:
        form.channel.playground.core.feed.publish("tables", {"pl": "Tabele zostają:\nwiersz 3", "en": "They stay."})
        notice = form.page.locator("#log .notice")
        await notice.wait_for()
        told = await notice.inner_text()

    assert told.startswith("Tabele zostają:\nwiersz 3")
