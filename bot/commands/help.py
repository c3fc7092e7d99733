"""``/help``: what there is, and how to begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.commands.desk import Desk, language_of
from bot.commands.making import command, serve
from bot.narrator import Narrator
from bot.prompts.reply import Interaction, Reply

TOLD = ("game", "answer", "move", "negotiate", "bribe", "fight", "attack", "formation", "party", "hero", "map", "roll")


def add_help(desk: Desk) -> Iterator[app_commands.Command[Any, ..., None]]:
    """The command that explains."""

    async def help(interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            await reply.whisper(text(Narrator(language_of(interaction)), list(desk.games)))

        await serve(desk, interaction, work)

    yield command("help", help)


def text(narrator: Narrator, games: list[str]) -> str:
    """How to begin, then a line for each command under the name that the reader sees."""
    names = narrator.listed([narrator.say(f"game.{game}") for game in games])
    lines = [narrator.say("help.begin", games=names), ""]
    for name in TOLD:
        shown = narrator.say(f"command.{name}.name") if narrator.locale == "pl" else name
        lines.append(f"`/{shown}` – {narrator.say(f'command.{name}.about')}")
    return "\n".join([*lines, "", narrator.say("help.end")])
