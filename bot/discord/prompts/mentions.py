"""Whom a message pings: the one place where a list of people becomes Discord's ``allowed_mentions``."""

from __future__ import annotations

from collections.abc import Iterable

import discord


def pinging(users: Iterable[int] = ()) -> discord.AllowedMentions:
    """These people and nobody else, each once: Discord refuses a list that names somebody twice.

    Discord: resources/message#allowed-mentions-object.
    """
    named = [discord.Object(user) for user in dict.fromkeys(users)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=named)
