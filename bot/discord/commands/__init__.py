"""Slash commands: thin, one module for each group. Names are English with Polish localisations."""

from __future__ import annotations

from typing import Any

from discord.app_commands import CommandTree

from bot.discord.commands.answers import add_answers
from bot.discord.commands.desk import Desk
from bot.discord.commands.dice import add_dice
from bot.discord.commands.game import GameCommands
from bot.discord.commands.gm import MasterCommands
from bot.discord.commands.help import add_help
from bot.discord.commands.house_rules import add_house
from bot.discord.commands.lobby import Lobby
from bot.discord.commands.lookup import lookup
from bot.discord.commands.privacy import add_privacy
from bot.discord.commands.real_dice import add_real_dice
from bot.discord.commands.settings import add_settings
from bot.discord.commands.sheets import add_sheets
from bot.discord.commands.story import add_story
from bot.discord.commands.table import add_table
from bot.discord.commands.things import add_things
from bot.discord.commands.undo import add_undo
from bot.discord.commands.votes import add_votes
from bot.discord.commands.weeks import add_weeks


def add_commands(tree: CommandTree[Any], desk: Desk, lobby: Lobby) -> None:
    """Put every command into the tree; all of them belong into guilds."""
    tree.add_command(GameCommands(desk, lobby))
    tree.add_command(MasterCommands(desk))
    at_the_table = (
        add_answers,
        add_undo,
        add_real_dice,
        add_sheets,
        add_things,
        add_story,
        add_dice,
        add_weeks,
        add_privacy,
        add_help,
    )
    for add in at_the_table:
        for command in add(desk):
            tree.add_command(command)
    for command in (*add_votes(desk), *add_house(desk, lobby), *add_table(desk, lobby), *add_settings(desk)):
        tree.add_command(command)
    tree.add_command(lookup(desk))
