"""Slash commands: thin, one module for each group. Names are English with Polish localisations."""

from __future__ import annotations

from typing import Any

from discord.app_commands import CommandTree

from bot.commands.answers import add_answers
from bot.commands.desk import Desk
from bot.commands.dice import add_dice
from bot.commands.game import GameCommands
from bot.commands.help import add_help
from bot.commands.lobby import Lobby
from bot.commands.lookup import lookups
from bot.commands.sheets import add_sheets


def add_commands(tree: CommandTree[Any], desk: Desk, lobby: Lobby) -> None:
    """Put every command into the tree; all of them belong into guilds."""
    tree.add_command(GameCommands(desk, lobby))
    for add in (add_answers, add_sheets, add_dice, add_help):
        for command in add(desk):
            tree.add_command(command)
    tree.add_command(lookups(desk))
