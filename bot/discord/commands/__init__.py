"""The slash commands and their controls, by subject. Names are English with Polish localisations.

Each module lists what makes its commands. ``HANDLERS`` maps the verb of a custom id, or ``verb:option``, to its
handler.
"""

from __future__ import annotations

from typing import Any

from discord.app_commands import CommandTree

from bot.discord.commands import (
    game,
    gm,
    gm_now,
    gm_prepare,
    gm_rulings,
    gm_screen,
    gm_skip,
    gm_tell,
    lobby,
    lookup,
    play,
    proposals,
    rematch,
    seats,
    settings,
    sheets,
    stats,
    story,
    undo,
    weeks,
    zones,
)
from bot.discord.commands import help as help_
from bot.discord.commands.registering import Handlers, Making, merged
from bot.discord.commands.service import TableService

COMMANDS: tuple[Making, ...] = (
    game.GROUP,
    gm.GROUP,
    *play.ANSWER_COMMANDS,
    *undo.COMMANDS,
    play.DICE_COMMAND,
    *sheets.SHEET_COMMANDS,
    sheets.THINGS_COMMAND,
    *story.COMMANDS,
    lookup.PRINT_COMMAND,
    play.ROLL_COMMAND,
    *weeks.COMMANDS,
    stats.COMMAND,
    help_.PRIVACY_COMMAND,
    help_.HELP_COMMAND,
    proposals.COMMAND,
    settings.HOUSE_COMMAND,
    settings.TABLE_COMMAND,
    settings.SETTINGS_COMMAND,
    lookup.LOOKUP_COMMAND,
)
"""What makes each command, in the order of the command tree."""

HANDLERS: Handlers = merged(
    lobby.LOBBY_HANDLERS,
    lobby.HOUSE_RULE_HANDLERS,
    settings.HANDLERS,
    proposals.HANDLERS,
    rematch.HANDLERS,
    undo.HANDLERS,
    seats.HANDLERS,
    help_.HANDLERS,
    sheets.SHEET_HANDLERS,
    sheets.THINGS_HANDLERS,
    stats.HANDLERS,
    story.HANDLERS,
    gm_rulings.HANDLERS,
    gm_now.HANDLERS,
    gm_prepare.HANDLERS,
    gm_screen.HANDLERS,
    gm_skip.HANDLERS,
    zones.HANDLERS,
    gm_tell.HANDLERS,
)
"""The handler of each control, by the verb of its custom id or by ``verb:option``."""


def add_commands(tree: CommandTree[Any], service: TableService) -> None:
    """Add every command to the tree; all are guild commands."""
    for make_command in COMMANDS:
        tree.add_command(make_command(service))
