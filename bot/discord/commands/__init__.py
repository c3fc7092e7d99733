"""The slash commands and their controls, by subject. Names are English with Polish localisations.

Each module has functions that make its commands. ``HANDLERS`` maps the verb of a custom id, or ``verb:option``, to its
handler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from discord.app_commands import CommandTree

from bot.discord.commands import (
    game,
    gm,
    gm_now,
    gm_rulings,
    gm_screen,
    gm_skip,
    lobby,
    lookup,
    play,
    proposals,
    rematch,
    seats,
    settings,
    sheets,
    story,
    undo,
    weeks,
)
from bot.discord.commands import help as help_
from bot.discord.commands.registering import AnyCommand, Handler, merged
from bot.discord.commands.service import TableService

COMMANDS: tuple[Callable[[TableService], Iterable[AnyCommand]], ...] = (
    game.commands,
    gm.commands,
    play.answer_commands,
    undo.commands,
    play.dice_commands,
    sheets.sheet_commands,
    sheets.things_commands,
    story.commands,
    lookup.print_commands,
    play.roll_commands,
    weeks.commands,
    help_.privacy_commands,
    help_.help_commands,
    proposals.commands,
    settings.house_commands,
    settings.table_commands,
    settings.settings_commands,
    lookup.lookup_commands,
)
"""The command factories of each subject, in the order of the command tree."""

HANDLERS: Mapping[str, Handler] = merged(
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
    story.HANDLERS,
    gm_rulings.HANDLERS,
    gm_now.HANDLERS,
    gm_screen.HANDLERS,
    gm_skip.HANDLERS,
)
"""The handler of each control, by the verb of its custom id or by ``verb:option``."""


def add_commands(tree: CommandTree[Any], service: TableService) -> None:
    """Add every command to the tree; all are guild commands."""
    for make_commands in COMMANDS:
        for command in make_commands(service):
            tree.add_command(command)
