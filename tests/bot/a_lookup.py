"""A game's sub-command of ``/lookup``, asked in words and in a channel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.discord.commands.lookup_game import look_into
from bot.playground import Outcome
from bot.words.narrator import Narrator, catalogue
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book
from tests.bot.a_channel import HERE, Channel

MOST = 2000
"""Signs of a message."""
CASES = ("acc", "gen", "dat", "inst")


class SubCommand(NamedTuple):
    """What ``/lookup`` followed by this word knows: all tables of one game."""

    word: str
    book: Book[Any]
    tables: Any

    def say(self, table: str, entry: str = "", locale: str = "pl", *, throw: bool = False) -> str:
        """What it answers; a refusal in words."""
        narrator = Narrator(locale)
        try:
            return look_into(narrator, self.book, self.tables, table, entry, throw=throw)
        except Refused as refused:
            return str(narrator.say(f"refused.{refused.reason}", **refused.facts))

    async def ask(self, channel: Channel, **options: object) -> Outcome:
        """What Ala is shown."""
        return await channel.hands.slash("Ala", HERE, f"lookup {self.word}", options)

    async def offered(self, channel: Channel, focused: str, **options: object) -> list[str]:
        """What she may choose while she types this option."""
        found = await channel.hands.complete("Ala", HERE, f"lookup {self.word}", options, focused=focused)
        return [str(choice.value) for choice in found]


async def whole(channel: Channel, name: str, **page: int) -> str:
    """A table of any game, whole, or this page of it."""
    return (await channel.hands.slash("Ala", HERE, "lookup table", {"name": name, **page})).text


async def listed(channel: Channel) -> str:
    """Which tables there are."""
    return (await channel.hands.slash("Ala", HERE, "lookup table", {})).text


def without_cases(keys: Iterable[str]) -> list[str]:
    """Names that lack a Polish case (accusative, genitive, dative, instrumental), or an English word."""
    polish, english = catalogue("pl"), Narrator("en")
    return [key for key in keys if not (all(polish.pgettext(case, key) for case in CASES) and english.knows(key))]
