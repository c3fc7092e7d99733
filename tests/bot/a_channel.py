"""A playground with the bot in it, for the tests of the face: people type and press, the bot posts."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

from bot.discord.client import Labirynt
from bot.discord.commands.ask_me import ASK_ME
from bot.discord.farewell import REMATCH
from bot.playground import Message, Outcome
from bot.playground.rest_interactions import GLOBAL
from bot.playground.wire import JSON
from bot.run.start import bot
from bot.settings import Settings
from rules.kernel.game import Rules
from tests.bot.a_table import same_seeds
from tests.bot.store.a_server import kept_at
from tests.discord_limits.strict_playground import Limits, StrictPlayground
from tests.soak.adversary.file import File

HERE = "lochy"
AS_USUAL = "⭐"
UNSAID = "⭐ Jak zwykle"
"""The button of the usual answer where it may not say what that is."""
_sent: list[JSON] = []
"""The commands as they were sent in this process: to translate and to check them takes half of a bot's start."""


class Channel:
    """The channel #lochy, where people speak Polish."""

    def __init__(self, playground: StrictPlayground, settings: Settings, rules: Rules[Any]) -> None:
        self.playground = playground
        self.hands = playground.hands
        self.settings = settings
        self.games = {rules.name: rules}
        self.file = File(settings.sqlite_file)

    @contextlib.asynccontextmanager
    async def bot_up(
        self, seeds: Callable[[], bytes] | None = None, clock: Callable[[], float] = time.time
    ) -> AsyncIterator[Labirynt]:
        """One life of the bot."""
        async with bot(
            self.settings, self.games, self.playground.connector(), seeds=seeds or same_seeds(), clock=clock
        ) as client:
            client.service.limits.clock = itertools.count(step=3600.0).__next__  # nobody here is in a hurry
            client.posting.status.between = 0.0
            life = asyncio.create_task(client.start(self.playground.token))
            await self.playground.ready()
            await client.wait_until_ready()
            with self.playground.guest(client):
                yield client
            await client.close()
            await asyncio.gather(life, return_exceptions=True)

    async def opened(self, *people: str) -> None:
        """A game that has begun, with these people."""
        await self.command(people[0], "game new")
        for one in people[1:]:
            await self.press(one, "Dołącz")
        await self.press(people[0], "Zaczynamy")
        await self.hands.until(self.is_asked)

    def is_asked(self) -> bool:
        """Whether the newest message is a live prompt."""
        return _asks(next(one for one in self.hands.newest_first(HERE, "Ala") if not offers_to_ask(one)))

    def is_playing(self) -> bool:
        """Whether the newest game here has begun and not ended, as the bot has stored it."""
        return self.file.newest_in(self.playground.world.channel(HERE)["id"])[1] == "playing"

    def asking(self) -> list[Message]:
        """The messages that everybody can answer by."""
        there = self.hands.messages(HERE, "Ala")
        return [one for one in there if not one.ephemeral and _asks(one)]

    async def press(self, who: str, label: str) -> Outcome:
        """Press the newest live button of this label, and wait until the bot has said everything."""
        outcome = await self.hands.press_label(who, HERE, label)
        await self.hands.settled()
        return outcome

    async def talk(self, who: str = "Ala") -> None:
        """Somebody writes below the question, so that what is said next needs a message of its own."""
        await self.hands.say(who, HERE, "hm")

    async def answer(self, who: str, value: str) -> Outcome:
        """Type ``/answer``."""
        return await self.command(who, "answer", value=value)

    async def command(self, who: str, name: str, **options: Any) -> Outcome:
        """Type a command, and wait until the bot has said everything."""
        outcome = await self.hands.slash(who, HERE, name, options)
        await self.hands.settled()
        return await self.hands.follow(outcome) if outcome.kind == "thinking" else outcome

    async def submit(self, who: str, outcome: Outcome, value: str) -> Outcome:
        """Send a modal with one field."""
        assert outcome.modal is not None, outcome.text
        sent = await self.hands.submit(who, outcome.modal, {"answer": value})
        await self.hands.settled()
        return sent

    async def pick(self, who: str, message: Message | None, nth: int, *labels: str) -> Outcome:
        """Pick choices of the nth select of a message by their labels."""
        assert message is not None
        select = message.selects[nth]
        values = [option["value"] for option in select.options if option["label"] in labels]
        sent = await self.hands.select(who, message, select.custom_id, values)
        await self.hands.settled()
        return sent

    def texts(self, who: str = "Ala") -> list[str]:
        """What this person reads in the channel, oldest first."""
        return [message.text for message in self.hands.messages(HERE, who)]

    def story(self) -> str:
        """All that everybody can read."""
        return "\n".join(message.text for message in self.hands.messages(HERE, "Ala") if not message.ephemeral)

    def posts(self) -> list[tuple[str, str]]:
        """Method and route of all calls so far."""
        return [(call.method, call.route) for call in self.playground.requests]


def offers_to_ask(message: Message) -> bool:
    """Whether this private message says what brisk pace decided, with the button to be asked from now on."""
    return message.ephemeral and any(f":{ASK_ME}:" in button.custom_id for button in message.buttons)


def _asks(message: Message) -> bool:
    """Whether a message can be answered; the last words of a game offer no more than another."""
    return bool(message.selects) or any(REMATCH not in button.custom_id for button in message.buttons)


C = TypeVar("C", bound=Channel)


@contextlib.asynccontextmanager
async def a_channel(
    folder: Path, rules: Rules[Any], limits: Limits | None = None, kind: type[C] = Channel, **settings: Any
) -> AsyncIterator[C]:
    """A playground without the bot; calls are not rationed, unless limits are given.

    The first bot sends its commands, all others find them there, unless ``sync`` says how it shall be.
    """
    playground = StrictPlayground(folder / "world", port=0, limits=limits)
    await playground.start()
    kept = kept_at(folder / "data" / "labirynt.sqlite3")
    chosen: dict[str, Any] = {"data": folder / "data", "database": kept, "guild_ready_timeout": 0.05, **settings}
    if "sync" not in chosen:
        chosen["sync"] = "never" if _sent else "always"
        playground.world.keep_commands(GLOBAL, list(_sent))
    try:
        yield kind(playground, Settings(_env_file=None, **chosen), rules)
    finally:
        _sent[:] = _sent or playground.world.commands.get(GLOBAL, [])
        await playground.stop()


def a_clock_that_runs() -> Callable[[], float]:
    """A clock that is a second on whenever somebody looks, so that no two questions are asked at the same time."""
    began, looks = time.time(), itertools.count()
    return lambda: began + next(looks)


@contextlib.asynccontextmanager
async def a_table(
    folder: Path, rules: Rules[Any], *people: str, clock: Callable[[], float] = time.time
) -> AsyncIterator[Channel]:
    """A channel with the bot up and a game that has begun."""
    async with a_channel(folder, rules) as channel, channel.bot_up(clock=clock):
        await channel.opened(*(people or ("Ala",)))
        yield channel
