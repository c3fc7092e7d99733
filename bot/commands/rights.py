"""Which of the permissions that a table needs the bot lacks in a channel."""

from __future__ import annotations

from discord import Thread

from bot.prompts.reply import Interaction
from rules.kernel.words import Word


def missing(interaction: Interaction) -> tuple[Word, ...]:
    """The permissions that are missing where the person acted, by their names in the catalogues."""
    speak = "send_messages_in_threads" if isinstance(interaction.channel, Thread) else "send_messages"
    has = interaction.app_permissions
    return tuple(
        Word(f"permission.{name}") for name in ("view_channel", speak, "attach_files") if not getattr(has, name)
    )
