"""``/help``: what there is, and how to begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.commands.desk import Desk, language_of
from bot.commands.making import command, serve
from bot.narrator import Narrator
from bot.prompts.reply import Interaction, Reply

TOLD = (
    "game",
    "answer",
    "move",
    "negotiate",
    "bribe",
    "fight",
    "attack",
    "formation",
    "party",
    "hero",
    "map",
    "roll",
    "lookup",
)


def add_help(desk: Desk) -> Iterator[app_commands.Command[Any, ..., None]]:
    """The command that explains."""

    async def help(interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            await reply.whisper(text(Narrator(language_of(interaction)), list(desk.games)))

        await serve(desk, interaction, work)

    yield command("help", help)


def text(narrator: Narrator, games: list[str]) -> str:
    """How to begin, a line for each command under the name that the reader sees, what can be done on the way."""
    names = narrator.listed([narrator.say(f"game.{game}") for game in games])
    lines = [narrator.say("help.begin", games=names), ""]
    for name in TOLD:
        shown = narrator.say(f"command.{name}.name") if narrator.locale == "pl" else name
        lines.append(f"`/{shown}` – {narrator.say(f'command.{name}.about')}")
    deeds = narrator.say("help.deeds", aside=narrator.plain.say("menu.aside"))
    return "\n".join([*lines, "", deeds, narrator.say("help.end")])
