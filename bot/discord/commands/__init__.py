"""Slash commands and the controls they show, one module for each group. Names are English with Polish localisations.

A module says what it has by two names: ``commands(service)``, for the command tree, and ``HANDLERS``, by the verb of a
custom id, or by ``verb:option``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord.app_commands import CommandTree

from bot.discord.commands import (
    answers,
    ballots,
    dice,
    dice_rulings,
    game,
    gm,
    help,  # noqa: A004  # the command's own name
    house_rules,
    lobby,
    lobby_rules,
    lookup,
    printing,
    privacy,
    real_dice,
    ruling_previews,
    rulings_now,
    screen,
    seats,
    settings,
    sheets,
    story,
    table,
    things,
    undo,
    votes,
    weeks,
)
from bot.discord.commands.registering import Handler, merged
from bot.discord.commands.service import TableService

COMMANDS = (
    game,
    gm,
    answers,
    undo,
    real_dice,
    sheets,
    things,
    story,
    printing,
    dice,
    weeks,
    privacy,
    help,  # the command's own name
    votes,
    house_rules,
    table,
    settings,
    lookup,
)
"""The modules with slash commands, in the order in which they are put into the tree."""

HANDLERS: Mapping[str, Handler] = merged(
    lobby.HANDLERS,
    lobby_rules.HANDLERS,
    table.HANDLERS,
    ballots.HANDLERS,
    undo.HANDLERS,
    seats.HANDLERS,
    privacy.HANDLERS,
    sheets.HANDLERS,
    things.HANDLERS,
    story.HANDLERS,
    ruling_previews.HANDLERS,
    rulings_now.HANDLERS,
    screen.HANDLERS,
    dice_rulings.HANDLERS,
)
"""What serves a control, by the verb of its custom id, or by ``verb:option``."""


def add_commands(tree: CommandTree[Any], service: TableService) -> None:
    """Put every command into the tree; all of them belong into guilds."""
    for module in COMMANDS:
        for one in module.commands(service):
            tree.add_command(one)
