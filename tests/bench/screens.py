"""What a telephone shows of each question: heights, lines, labels, and whether result and question are in sight.

Games are played in the stand-in by the usual answers while its page is open in Chromium at 390 x 844 CSS pixels, where
it has the sizes of Discord's client; every question is measured there, as a layout (Components V2) and in plain form.
``BENCH_SHOTS=FOLDER`` in the environment keeps a picture of each screen; its name tells the height of the message and
whether newest result and question were in sight. ``screens.tsv`` beside them has all measures of each.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import re
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import structlog

from bot.discord.screen_story import FOR_GREAT, RESULT
from bot.playground import Button, Message, Refused
from bot.playground.wire import COMPONENTS_V2, TEXT, walk
from bot.table.timekeeping import is_waiting_for
from rules.games import load
from tests.bench.report import Figure, at
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.conftest import CHROMIUM
from tests.short_form import DOOMED, NONE, sized, typed

STAGES = sized(40, 1)
TO_THE_END = sized(STAGES, 1000)
"""Of the flagship: in the short form its game is played to its end."""
OPTIONS = sized(NONE, DOOMED)
PRESSES_PER_STAGE = 4
"""At most, on average: some answers do not end a stage."""
FLAGSHIP = "labirynt-smierci"
TABLES = dict.fromkeys((FLAGSHIP, "labirynt-czarnoksieznika", "jaskinia"), ("Ala", "Bartek"))
SHOTS = os.environ.get("BENCH_SHOTS")
READER = "Ala"
"""The person whose telephone is measured."""
VIEW = {"width": 390, "height": 844}
ONE_SCREEN, CHOICES, PICTURE = 690, 300, 240
"""Pixels for a message, its choices and its picture."""
FORMS = ("V2", "plain")
LABEL = {"V2": 40, "plain": 34}
"""Characters of a button that a telephone shows; beside the sign of a plain one there is less room."""
USUAL = ("⭐", "Jak zwykle")
HELP = ("?", "🗺️")
"""Buttons that answer nothing."""

SYNCED = """([id, edited]) => {
  const message = document.getElementById(`m-${id}`);
  return message?.dataset.edited === edited && [...message.querySelectorAll("img")].every((image) => image.complete);
}"""
MEASURE = """id => {
  const message = document.getElementById(`m-${id}`), log = document.getElementById("log").getBoundingClientRect();
  const layout = message.querySelector(".body > .layout");
  const top = (one) => one.getBoundingClientRect().top, bottom = (one) => one.getBoundingClientRect().bottom;
  const all = (selector) => [...message.querySelectorAll(selector)];

  // The lines as they were written, each with its place and the number of lines that it takes on the screen.
  const written = (root) => {
    const lines = [];
    let boxes = [];
    const end = () => {
      if (!boxes.length) return;
      const seen = [];
      for (const box of boxes) {
        const middle = (box.top + box.bottom) / 2;
        if (!seen.some((line) => line.top <= middle && middle <= line.bottom)) seen.push(box);
      }
      const [tops, bottoms] = [boxes.map((box) => box.top), boxes.map((box) => box.bottom)];
      lines.push({ lines: seen.length, top: Math.min(...tops), bottom: Math.max(...bottoms) });
      boxes = [];
    };
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        const range = document.createRange();
        range.selectNodeContents(node);
        boxes.push(...[...range.getClientRects()].filter((box) => box.width));
      } else if (node.tagName === "BR") end();
      else {
        const block = /^(P|LI|H[3-5]|SMALL|BLOCKQUOTE|PRE|UL|OL|DIV)$/.test(node.tagName);
        if (block) end();
        node.childNodes.forEach(read);
        if (block) end();
      }
    };
    read(root);
    end();
    return lines;
  };

  const height = (parts) => (parts.length ? Math.max(...parts.map(bottom)) - Math.min(...parts.map(top)) : 0);
  const child = layout ? ".body > .layout > " : ".body > ";
  const texts = all(layout ? `${child}.markdown` : `${child}.content > .markdown`);
  return {
    layout: Boolean(layout), log: [log.top, log.bottom], height: height([message]),
    below: Math.max(0, bottom([...document.querySelectorAll("#log .message")].at(-1)) - bottom(message)),
    choices: height(all(layout ? `${child}.section, ${child}.row` : `${child}.rows > .row`)),
    picture: height(all(`${child}.gallery, ${child}.picture, ${child}.embed .picture`)),
    texts: texts.map(written),
  };
}"""


class Screen(NamedTuple):
    """One question as it was seen; heights in CSS pixels, texts in lines of the screen.

    ``below``: height of what stands below the message, as a private reply; ``above``: lines of the result that stand
    in messages above it.
    """

    form: str
    height: float
    below: float
    above: int
    in_sight: bool
    choices: float
    picture: float
    result_lines: int
    question_lines: int
    label: str
    components: int


class _Read(NamedTuple):
    """A message on the screen: what was measured, the lines of its result and question, and the new ones of these."""

    seen: Any
    result: list[Any]
    question: list[Any]
    new: list[Any]


async def figures() -> list[Figure]:
    """Each game twice, once in plain form alone; a message that calls somebody is plain in any case at first."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    if not CHROMIUM:
        return [Figure("questions on a telephone", None, "", "there is no chromium on this machine")]
    found: list[Figure] = []
    async with _chromium() as browser:
        for game in TABLES:
            stages = TO_THE_END if game == FLAGSHIP else STAGES
            screens = [
                screen
                for layouts in (True, False)
                for screen in await played(browser, game, layouts=layouts, stages=stages)
            ]
            for form in FORMS:
                found += _figures_of(f"{game}, {form}: ", form, [one for one in screens if one.form == form])
    return found


@contextlib.asynccontextmanager
async def _chromium() -> AsyncIterator[Any]:
    from playwright.async_api import async_playwright

    async with async_playwright() as api:
        browser = await api.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


async def a_phone(browser: Any, channel: Channel) -> Any:
    """The reader's page of the channel, on a telephone."""
    context = await browser.new_context(
        viewport=VIEW, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="pl-PL"
    )
    page = await context.new_page()
    await page.goto(f"{channel.playground.address}?user={READER}&channel={HERE}")
    await page.wait_for_selector("body[data-ready]")
    return page


async def played(browser: Any, game: str, *, layouts: bool, stages: int = STAGES) -> list[Screen]:
    """Play so many stages and return each question; ``layouts``: False forces the plain form."""
    rules: Any = load(game)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            a_channel(Path(folder), rules, kind=Channel) as channel,
            channel.bot_up(seeds=lambda: bytes([7]) * 32) as client,
        ):
            client.posting.live.writer.takes_layouts = layouts
            client.posting.status.between = 3600.0
            await _begin(channel, TABLES[game], OPTIONS if game == FLAGSHIP else NONE)
            page = await a_phone(browser, channel)
            screens = await _Game(channel, client, page, game).play(stages)
            await page.context.close()
    return screens


async def _begin(channel: Channel, people: tuple[str, ...], options: Mapping[str, str]) -> None:
    await channel.hands.slash(people[0], HERE, "game new", typed(options))
    for person in people[1:]:
        await channel.press(person, "Dołącz")
    await channel.press(people[0], "Szybki start")
    await channel.hands.until(channel.is_asked)


class _Game:
    """A game that is played and looked at."""

    def __init__(self, channel: Channel, client: Any, page: Any, name: str) -> None:
        self._channel, self._client, self._page, self._people = channel, client, page, TABLES[name]
        self._name, self._number = name, itertools.count()
        self._told: dict[str, list[str]] = {}

    async def play(self, stages: int) -> list[Screen]:
        """Answer until so many stages are over and as many questions were seen; an answer may play several stages."""
        screens = [await self._look()]
        first = await self._asked()
        for _ in range(PRESSES_PER_STAGE * stages):
            asked = await self._asked()
            if asked is None or first is None or (asked[0] - first[0] >= stages and len(screens) > stages):
                break
            if not await self._answer(asked):
                break
            if await self._asked() is not None:
                screens.append(await self._look())
        return screens

    async def _standing(self) -> Any:
        place = self._channel.playground.world.channel(HERE)
        return await self._client.service.sessions.standing(int(place["id"]))

    async def _asked(self) -> tuple[int, ...] | None:
        """Stage and step of the open question, and how many have answered it; None: the game is over."""
        standing = await self._standing()
        if standing is None or standing.waiting is None:
            return None
        answered = (standing.done, standing.voted, standing.beside)
        return standing.address.stage, standing.address.step, *map(len, answered)

    async def _answer(self, asked: tuple[int, ...]) -> bool:
        """Press the usual answer, else another; whether anything came of it."""
        standing = await self._standing()
        for person in self._people:
            if not is_waiting_for(standing, int(self._channel.playground.world.person(person)["user"]["id"])):
                continue
            for button in _in_order(self._question()):
                with contextlib.suppress(Refused):  # the try before has changed the message
                    await self._channel.hands.press(person, self._question(), button.custom_id)
                await self._channel.hands.settled()
                if await self._asked() != asked:
                    return True
        return False

    def _question(self) -> Message:
        """The newest message that everybody can answer by."""
        return self._channel.asking()[-1]

    async def _look(self) -> Screen:
        message = self._question()
        began = bool(self._told)
        posted = [one for one in self._channel.hands.messages(HERE, READER) if not one.ephemeral and not one.system]
        told = [one for one in posted if one.id not in self._told and one.id != message.id] if began else []
        newest = [line for one in told for text in (await self._measure(one))["texts"] for line in text]
        seen, result, question, new = await self._read(message)
        self._told.update((one.id, []) for one in posted if one.id not in self._told)
        top, bottom = seen["log"]
        in_sight = all(top <= line["top"] and line["bottom"] <= bottom for line in (*newest, *new, *question))
        form = "V2" if seen["layout"] else "plain"
        screen = Screen(
            form=form,
            height=seen["height"],
            below=seen["below"],
            above=sum(line["lines"] for line in newest),
            in_sight=in_sight,
            choices=seen["choices"],
            picture=seen["picture"],
            result_lines=sum(line["lines"] for line in result),
            question_lines=sum(line["lines"] for line in question),
            label=max((button.label for button in message.buttons), key=len, default=""),
            components=sum(1 for _ in walk(message.data["components"])),
        )
        if SHOTS:
            await self._keep(screen, Path(SHOTS))
        return screen

    async def _keep(self, screen: Screen, folder: Path) -> None:
        sight = "" if screen.in_sight else " out-of-sight"
        forms = "both" if self._client.posting.live.writer.takes_layouts else "plain alone"
        name = f"{self._name} {forms} {next(self._number):03} {screen.form} {screen.height:.0f}px{sight}.png"
        await self._page.screenshot(path=folder / name)
        with (folder / "screens.tsv").open("a") as table:
            print(name, *screen, sep="\t", file=table)

    async def _measure(self, message: Message) -> Any:
        """What ``MEASURE`` finds, once the page shows the message as it is now."""
        await self._page.wait_for_function(SYNCED, arg=[message.id, message.data["edited_timestamp"] or ""])
        await self._page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        return await self._page.evaluate(MEASURE, message.id)

    async def _read(self, message: Message) -> _Read:
        seen = await self._measure(message)
        result, question = _texts_of(message)
        lines = [line for text in seen["texts"] for line in text]
        if len(lines) != len(result) + len(question):
            raise AssertionError(f"{len(lines)} lines are seen of {result} and {question}")
        before = self._told.get(message.id, [])
        new = [line for words, line in zip(result, lines, strict=False) if words not in before]
        self._told[message.id] = result
        return _Read(seen, lines[: len(result)], lines[len(result) :], new)


def _in_order(message: Message) -> list[Button]:
    """The buttons to try: the usual answer before others, none that only explains."""
    live = [button for button in message.buttons if not button.disabled and button.custom_id]
    words = {button.custom_id: f"{button.emoji}{button.label}" for button in live}
    answers = [button for button in live if words[button.custom_id] not in HELP]
    return sorted(answers, key=lambda button: not words[button.custom_id].startswith(USUAL))


def _texts_of(message: Message) -> tuple[list[str], list[str]]:
    """The lines of the result and those of the question, as they were written.

    A layout asks in its last text, plain content in its last paragraph.
    """
    if message.data["flags"] & COMPONENTS_V2:
        texts = [part["content"] for part in message.data["components"] if part["type"] == TEXT]
    else:
        texts = message.content.rsplit("\n\n", 1)
    *told, asked = texts or [""]
    return [line for text in told for line in _lines_of(text)], _lines_of(asked)


def _lines_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if re.sub(r"[\s*_~>#-]", "", line)]


def _figures_of(name: str, form: str, screens: list[Screen]) -> list[Figure]:
    if not screens:
        return [Figure(name + "questions", None, "", "none of them had this form")]
    of = f"{len(screens)} questions"

    def share(kept: list[bool]) -> float:
        return sum(kept) / len(kept)

    def p95(values: list[float]) -> tuple[float, str]:
        return at(values, 0.95), f"{of}; median {at(values, 0.5):g}, most {max(values):g}"

    heights = [one.height for one in screens]
    longest = max((one.label for one in screens), key=len)
    figures = [
        Figure(name + f"messages of at most {ONE_SCREEN} px", share([one <= ONE_SCREEN for one in heights]), "",
               f"{of}; median {at(heights, 0.5):.0f} px, p95 {at(heights, 0.95):.0f} px, most {max(heights):.0f} px",
               least=0.95),
        Figure(name + "newest result and question in sight", share([one.in_sight for one in screens]), "", of,
               least=0.93),
    ]  # fmt: skip
    for what, unit, most, values in (
        ("height of the choices, p95", "px", CHOICES, [round(one.choices) for one in screens]),
        ("lines of the result, p95", "", RESULT + FOR_GREAT, [one.result_lines for one in screens]),
        ("lines of the question, p95", "", None, [one.question_lines for one in screens]),
        ("height of the picture, p95", "px", PICTURE, [round(one.picture) for one in screens]),
    ):
        value, detail = p95(list(map(float, values)))
        figures.append(Figure(name + what, value, unit, detail, most=most))
    figures.append(Figure(name + "longest label", len(longest), "", longest, most=LABEL[form]))
    most = max(one.components for one in screens)
    figures.append(Figure(name + "components", most, "", f"{of}; the most of one message", most=40))
    return figures
