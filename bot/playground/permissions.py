"""Rights in a channel, as Discord computes them (docs: topics/permissions)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.playground.wire import JSON

BITS = {
    "create_instant_invite": 0,
    "administrator": 3,
    "manage_channels": 4,
    "manage_guild": 5,
    "add_reactions": 6,
    "view_channel": 10,
    "send_messages": 11,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "use_application_commands": 31,
    "manage_threads": 34,
    "create_public_threads": 35,
    "create_private_threads": 36,
    "send_messages_in_threads": 38,
    "pin_messages": 51,
}
EVERYTHING = (1 << 53) - 1


def bits(*names: str) -> int:
    """Several permissions as one number, as Discord writes them (docs: topics/permissions)."""
    return sum(1 << BITS[name] for name in names)


PEOPLE = bits(
    "create_instant_invite", "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files",
    "read_message_history", "use_application_commands", "create_public_threads", "send_messages_in_threads",
)  # fmt: skip

# What the invite link of README.md asks for, and nothing more.
BOT = bits(
    "view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files",
    "read_message_history", "create_public_threads", "pin_messages",
)  # fmt: skip


def in_channel(base: int, member_id: str, overwrites: Iterable[JSON]) -> int:
    """The guild-wide rights less what the channel takes from this one member."""
    if base & bits("administrator"):
        return EVERYTHING
    for overwrite in overwrites:
        if overwrite["id"] == member_id:
            base = (base & ~int(overwrite["deny"])) | int(overwrite["allow"])
    if not base & bits("view_channel"):
        return 0
    return base


def may(rights: int, *names: str) -> bool:
    """Whether these rights include every one of the named permissions."""
    wanted = bits(*names)
    return rights & wanted == wanted
