"""``/lookup``, asked in words and in a channel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.lookup.asking import look_up
from bot.lookup.tables import Library
from bot.playground import Outcome
from bot.words.catalogues import catalogue
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book
from tests.bot.a_channel import HERE, Channel

MOST = 2000
"""Signs of a message."""
CASES = ("acc", "gen", "dat", "inst")


class OfGame(NamedTuple):
    """What ``/lookup`` knows of one game."""

    book: Book[Any]

    def say(self, table: str, name: str = "", locale: str = "pl", *, throw: bool = False) -> str:
        """What it answers; a refusal in words."""
        narrator = Narrator(locale)
        try:
            return look_up(narrator, Library(chosen=self.book), table, name, throw=throw)
        except Refused as refused:
            return str(narrator.say(f"refused.{refused.reason}", **refused.facts))

    async def ask(self, channel: Channel, **options: object) -> Outcome:
        """What Ala is shown."""
        return await channel.hands.slash("Ala", HERE, "lookup", {"game": self.book.game, **options})

    async def offered(self, channel: Channel, focused: str, **options: object) -> list[str]:
        """What she may choose while she types this option."""
        return [value for _, value in await offered(channel, focused, game=self.book.game, **options)]


async def ask(channel: Channel, table: str = "", **options: object) -> Outcome:
    """What Ala is shown of a table."""
    return await channel.hands.slash("Ala", HERE, "lookup", ({"table": table} if table else {}) | options)


async def offered(channel: Channel, focused: str, **options: object) -> list[tuple[str, str]]:
    """What Ala may choose while she types this option, as it is shown and as it is sent."""
    found = await channel.hands.complete("Ala", HERE, "lookup", options, focused=focused)
    return [(choice.name, str(choice.value)) for choice in found]


async def whole(channel: Channel, name: str, **page: int) -> str:
    """A table of any game, whole, or this page of it."""
    return (await ask(channel, name, **page)).text


async def listed(channel: Channel) -> str:
    """Which tables there are."""
    return (await channel.hands.slash("Ala", HERE, "lookup", {})).text


def without_cases(keys: Iterable[str]) -> list[str]:
    """Names that lack a Polish case (accusative, genitive, dative, instrumental), or an English word."""
    polish, english = catalogue("pl"), Narrator("en")
    return [key for key in keys if not (all(polish.pgettext(case, key) for case in CASES) and english.has_words(key))]


def rows_of(page: str) -> list[str]:
    """The lines of a page that are rows of its table."""
    if "```" in page:
        return page.split("```")[1].strip().splitlines()[1:]
    return [line for line in page.splitlines()[1:] if not line.startswith("-# ")]
