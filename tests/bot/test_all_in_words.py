"""Nobody ever reads what is stored: ids, keys of the catalogues, Python's own words, unfilled gaps, or of a fault.

Everybody types every command and presses every button, in the lobby, the set-up, the play and at the end of a game.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.playground import Message, Outcome, Refused
from bot.playground.wire import JSON
from bot.words.catalogues import LOCALES
from rules.games import all_games, load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.command_leaves import leaves_of
from tests.sampled import first_of
from tests.typed_texts import HARMFUL

MASTER, STAND_IN = "Celina", "Darek"
PEOPLE = ("Ala", "Bartek", MASTER, STAND_IN)
CALLS = {"labirynt-smierci": "2 trolls", "labirynt-czarnoksieznika": "minotaur", "jaskinia": "orc"}
ROUNDS = 2
USUAL_ANSWERS = 3
STEPS = 4
MOST_CHOICES = 2
UNTRIED = (*HARMFUL, "gm take", "gm appoint", "gm resign", "gm skip", "back")
"""What takes the table, somebody or the question away before it is seen."""
WORDS = ("content", "label", "description", "placeholder", "title", "text", "name")
INTERNAL = re.compile(
    r"""
    [{}]                                          # gaps, dictionaries
    | \[' | \('                                   # lists, tuples
    | \b(?:None(?!\ of)|True|False|Traceback)\b
    | <[\w.]+\ object
    | \b[a-z_]+:[a-z][\w-]*                       # ids of options
    | \b[a-z]{2,}-[0-9]+\b | \b[cs][0-9]\b        # ids of monsters, characters and seats
    | \b[a-z]+_[a-z_]+\b
    | \b[a-z]{3,}(?:\.[a-z_]{3,})+\b              # keys
    """,
    re.VERBOSE,
)
ALLOWED = re.compile(
    r"https?://\S+|`[^`]*`|<a?:\w+:\d+>|<t:[^>]*>|<[@#/][^>]*>|\b[\w-]+\.(?:json|html|png|jpg|txt|zip)\b"
)


CASES = [(game, locale) for locale in LOCALES for game in all_games()]


@pytest.mark.parametrize(
    ("game", "locale", "share"), first_of([(*case, n) for n in (4, 1) for case in CASES], len(CASES))
)
async def test_everything_said_is_in_words(tmp_path: Path, game: str, locale: str, share: int) -> None:
    """Two play, a third is game master, a fourth stands in for the second.

    ``share``: each moment takes one command of so many, others each time.
    """
    async with a_channel(tmp_path, load(game), kind=Channel) as channel, channel.bot_up():
        with capture_logs() as lines:
            said = await _everything(channel, game, locale, share)

    assert [line for line in lines if line["log_level"] in ("error", "critical")] == []
    found = sorted({f"{hit[0]!r}: {words}" for words in said if (hit := INTERNAL.search(ALLOWED.sub("", words)))})
    assert found == []


@pytest.mark.parametrize(
    "words", ["{'c2': 'attack:gargoyle-1'}", "gold: {gold}", "setup.ready", "mage_armor", "to None", "s1", "['a']"]
)
def test_what_is_stored_is_recognised(words: str) -> None:
    """Otherwise the test above finds nothing, whatever is said."""
    assert INTERNAL.search(ALLOWED.sub("", words))


async def _everything(channel: Channel, game: str, locale: str, share: int) -> set[str]:
    trial = Trial(channel, share)
    await channel.command("Ala", "game new", game=game, language=locale)
    await channel.command("Bartek", "game join")
    await channel.command("Ala", "gm appoint", member=MASTER)
    await trial.all()
    await channel.command("Ala", "game start")
    for nth in range(ROUNDS):
        await trial.all()
        if nth == 0:
            await channel.command("Bartek", "away", until="3d", stand_in=STAND_IN)
        await channel.command(MASTER, "gm now", what=CALLS[game], sure=True)
        for person in ("Ala", STAND_IN) * USUAL_ANSWERS:
            with contextlib.suppress(Refused):
                await channel.press(person, AS_USUAL)
        await trial.all()
    await channel.command("Ala", "game end", sure=True)
    await trial.all()
    return trial.said


class Trial:
    """People who try everything; each command falls to another of them from time to time."""

    def __init__(self, channel: Channel, share: int) -> None:
        self.channel = channel
        self.share = share
        self.nth = self.moment = 0
        self.said: set[str] = set()

    async def all(self) -> None:
        """Type each command once, and press whatever is there for each person."""
        self.moment += 1
        for path, options in leaves_of_all(self.channel)[self.moment % self.share :: self.share]:
            if not path.startswith(UNTRIED):
                who = MASTER if path.startswith("gm ") else PEOPLE[self.nth % len(PEOPLE)]
                await self.type(who, path, options)
        for _ in range(STEPS // self.share):
            for person in PEOPLE:
                for message in self.channel.asking()[-1:]:
                    await self.press(person, message)
        await self.channel.hands.settled()
        calls = self.channel.playground.core.requests
        self.said.update(words for call in calls if "command" not in call.route for words in _words(call.body))
        calls.clear()

    async def type(self, who: str, path: str, options: list[JSON]) -> None:
        """Type a command with something that it offers for each option."""
        hands = self.channel.hands
        self.nth += 1
        with contextlib.suppress(Refused):
            values: dict[str, Any] = {}
            for option in options:
                if option.get("autocomplete"):
                    offers = await hands.complete(
                        who, HERE, path, {**values, option["name"]: ""}, focused=option["name"]
                    )
                    if offers:
                        values[option["name"]] = offers[self.nth % len(offers)].value
                elif option.get("required"):
                    values[option["name"]] = "2" if option["type"] == 3 else 2 if option["type"] == 4 else "Ala"
            await self.follow(who, await hands.slash(who, HERE, path, values))

    async def press(self, who: str, message: Message, depth: int = 0) -> None:
        """Press each button, and pick the first of each menu."""
        hands = self.channel.hands
        for button in message.buttons:
            with contextlib.suppress(Refused):
                await self.follow(who, await hands.press(who, message, button.custom_id), depth + 1)
        for select in message.selects:
            for option in select.options[:MOST_CHOICES]:
                with contextlib.suppress(Refused):
                    picked = await hands.select(who, message, select.custom_id, [option["value"]])
                    await self.follow(who, picked, depth + 1)

    async def follow(self, who: str, outcome: Outcome, depth: int = 0) -> None:
        """Send what is asked in a modal, and press what is in a private answer."""
        if outcome.modal is not None:
            values = {field.custom_id: field.value or "2" for field in outcome.modal.fields}
            outcome = await self.channel.hands.submit(who, outcome.modal, values)
        if outcome.kind == "ephemeral" and outcome.message is not None and depth < 2:
            await self.press(who, outcome.message, depth + 1)


def leaves_of_all(channel: Channel) -> list[tuple[str, list[JSON]]]:
    """Return all commands with their options."""
    return [leaf for command in channel.hands.commands(MASTER, HERE) for leaf in leaves_of(command, ())]


def _words(body: Any, key: str = "") -> Iterator[str]:
    if isinstance(body, dict):
        for name, value in body.items():
            yield from _words(value, name)
    elif isinstance(body, list):
        for value in body:
            yield from _words(value, key)
    elif isinstance(body, str) and key in WORDS:
        yield body
