"""What was told, line by line: as the store has it, and as it stands in the channel, whichever messages tell it.

One message may tell many stories, and be changed for each; what an undo took back is struck out there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from bot.discord.prompts.components import CONTENT
from bot.discord.prompts.story import told_lines
from bot.discord.screen_story import says_no_more
from bot.discord.sitting import LEFT_OUT
from bot.playground.wire import COMPONENTS_V2, TEXT, walk
from bot.playground.world import Posted
from bot.table.events import GameBrought, Reminded, Stories
from bot.table.records import Address
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.events import Event, Told

STORY = "SELECT epoch, stage, step, told, message_id, lead FROM outbox WHERE game = ? AND posted = 1 ORDER BY id"

Ask = Callable[..., list[tuple[Any, ...]]]
"""What a query finds in the bot's database."""
Row = tuple[int, list[str]]
"""The message that tells a story, or the end of it, and the story's lines."""


def stories(ask: Ask, game: str) -> Iterator[Row]:
    """Each story of a game that was told in the channel, without the dice that ``/story`` keeps.

    A first line that says no more than the answer above it is not told.
    """
    ((name, locale),) = ask("SELECT game, locale FROM games WHERE id = ?", game)
    narrator = Narrator(locale, dict(ask("SELECT seat, name FROM seats WHERE game = ?", game)))
    decode = _stories(name).decode
    rows = [(Address(*at), decode(told), message or 0, lead) for *at, told, message, lead in ask(STORY, game)]
    for at, told, message, lead in since_brought(rows):
        if not told or not all(_is(Reminded, one) for one in told):
            lines = told_lines(narrator, told, at)
            replaced = bool(lead and lines and lines[0].words and says_no_more(lines[0].words, lead))
            yield message, _split(line.words or line.dice for line in lines[replaced:])


@cache
def _stories(name: str) -> Stories:
    return Stories(load(name).events)


def since_brought(rows: Sequence[tuple[Address, tuple[Told, ...], int, str]]) -> Sequence[Any]:
    """What was told here: a copy brings along what was told elsewhere."""
    brought = [nth for nth, row in enumerate(rows) if any(_is(GameBrought, one) for one in row[1])]
    return rows[brought[-1] :] if brought else rows


def _is(kind: type[Event], told: Told) -> bool:
    return isinstance(told.event, kind)


def lines_of(posted: Posted) -> list[str]:
    """What a message says, in words or as a page."""
    words = [part["content"] for _, part in walk(posted.data["components"]) if part["type"] == TEXT]
    return _split(words if posted.data["flags"] & COMPONENTS_V2 else [posted.data["content"]])


def _split(said: Iterable[str]) -> list[str]:
    plain = (text.replace("**", "") for text in said)  # what was great is bold
    found = (line.strip().removeprefix("~~").removesuffix("~~").strip() for text in plain for line in text.split("\n"))
    return [line for line in found if line]


def is_cut(posted: Posted) -> bool:
    """Whether a message does not show all that it told: it asks, the oldest is left out, or it was said plainly."""
    content = posted.data["content"]
    asks = any("custom_id" in part for _, part in walk(posted.data["components"]))
    left_out = lines_of(posted)[:1] == [LEFT_OUT.strip()]
    return asks or left_out or (len(content) == CONTENT and content.endswith("…"))
