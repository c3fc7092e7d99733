"""Which of the permissions that a table needs the bot lacks in a channel."""

from __future__ import annotations

from collections.abc import Iterator

from discord import Thread

from bot.discord.prompts.reply import Interaction
from rules.kernel.errors import Refused
from rules.kernel.words import Word


def missing_permissions(interaction: Interaction, *, thread: bool = False) -> tuple[Word, ...]:
    """The permissions that are missing where the person acted, by their names in the catalogues.

    ``thread``: the table will live in a thread that the bot opens there.
    """
    has = interaction.app_permissions
    wanted = ("view_channel", *_speaking(interaction, thread), "attach_files")
    return tuple(Word(f"permission.{name}") for name in wanted if not getattr(has, name))


def _speaking(interaction: Interaction, thread: bool) -> Iterator[str]:
    if thread:
        yield "create_public_threads"
    inside = isinstance(interaction.channel, Thread)
    yield "send_messages_in_threads" if thread or inside else "send_messages"
    if isinstance(interaction.channel, Thread) and interaction.channel.locked:
        yield "manage_threads"  # without it nobody can write into a locked thread


def must_have_permissions(interaction: Interaction, *, thread: bool = False) -> None:
    """Raises ``Refused("permissions")`` where the bot could not run a table."""
    if lacking := missing_permissions(interaction, thread=thread):
        raise Refused("permissions", missing=lacking)
