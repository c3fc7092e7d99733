"""SimCord, a Discord that nobody here wrote, hosts the unmodified bot: it refuses none of the bot's calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.errors import BackendError

from bot.discord.messages import parts_of
from bot.discord.prompts.components import CustomId, read
from bot.run.start import bot
from bot.settings import Settings
from bot.table.records import Address
from rules.games import all_games, load

PRESSES = 20
ASKED = re.compile(r"<@(\d+)>")


class Table:
    """Three people in a channel of SimCord, and every call of the bot that it refused."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.guild = env.create_guild("Piwnica u Ali", preferred_locale="pl")
        self.channel = self.guild.create_text_channel("lochy")
        self.people = {name: self.guild.add_member(env.create_user(name)) for name in ("Ala", "Bartek", "Celina")}
        self._presses: Counter[int] = Counter()
        self._here: Counter[tuple[Address, int]] = Counter()

    async def says(self, who: str, command: str, **options: Any) -> None:
        """Type a command."""
        answered = await self.people[who].slash(self.channel, command, **options)
        assert answered.acknowledged, command
        await self.env.settle()

    async def open(self, game: str) -> None:
        """A game from its lobby to the first question; Bartek then leaves, and Ala sits in for him."""
        await self.says("Ala", "game new", game=game)
        for one in ("Bartek", "Celina"):
            await self.says(one, "game join")
        await self.says("Ala", "game start", quick=True)
        await self.says("Bartek", "away", until="3 dni", stand_in=self.people["Ala"])

    async def press_as_usual(self) -> None:
        """Of those who are asked whoever has pressed least presses «as usual»; a stand-in has two voices."""
        prompt, control = self.prompt()
        said = [prompt.content, *(getattr(part, "content", "") for part in parts_of(prompt.components))]
        asked = {int(user) for user in ASKED.findall("\n".join(said))}
        waiting = [one for one in self.people.values() if one.id in asked or not asked]  # nobody named: any one may
        who = min(waiting, key=lambda one: (self._here[control.address, one.id], self._presses[one.id]))
        self._here[control.address, who.id] += 1
        self._presses[who.id] += 1
        assert self._here[control.address, who.id] <= 2, prompt.content
        pressed = await who.click(prompt, custom_id=str(control))
        assert pressed.acknowledged
        await self.env.settle()

    def prompt(self) -> tuple[discord.Message, CustomId]:
        """The one live question of the channel."""
        (found,) = self.prompts()
        return found

    def prompts(self) -> list[tuple[discord.Message, CustomId]]:
        """Messages that can be answered as usual."""
        history = self.channel.history()
        return [(one, control) for one in history for control in _controls(one) if control.verb == "usual"]


def _controls(message: discord.Message) -> Iterator[CustomId]:
    for part in parts_of(message.components):
        if (control := read(getattr(part, "custom_id", None) or "")) is not None:
            yield control


@pytest.fixture
def nothing_refused(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """SimCord refuses no call, whoever catches what it raises."""
    found: list[str] = []
    told = simcord.http.client._raise_for

    def tell(error: BackendError) -> None:
        found.append(f"{error.status} {error.to_json()}")
        told(error)

    monkeypatch.setattr(simcord.http.client, "_raise_for", tell)
    yield
    assert found == []


@pytest.mark.usefixtures("nothing_refused")
@pytest.mark.parametrize("game", all_games())
async def test_a_game_with_a_stand_in(tmp_path: Path, game: str) -> None:
    """From the lobby through twenty presses: each is acknowledged, each is followed by one question."""
    settings = Settings(_env_file=None, data=tmp_path, guild_ready_timeout=0.05)
    async with bot(settings, {game: load(game)}) as client, simcord.run(client) as env:
        client.posting.status.between = 0.0  # SimCord waits out every pause
        table = Table(env)
        await table.open(game)

        for _ in range(PRESSES):
            await table.press_as_usual()

        assert len(table.prompts()) == 1
