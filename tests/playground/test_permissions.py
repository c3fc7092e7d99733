"""The bot may do in the stand-in what its invitation asks for."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.playground import Playground
from bot.playground.wire import BOT, PEOPLE, bits
from tests.playground.a_bot import ABot

README = Path(__file__).parents[2] / "README.md"


def test_the_role_is_that_of_the_invite_link() -> None:
    """Nothing more, or a feature that needs more would pass here and fail on Discord."""
    (asked,) = set(re.findall(r"permissions=(\d+)", README.read_text()))

    assert int(asked) == BOT
    for name in ("manage_threads", "create_private_threads", "use_external_emojis"):
        assert not (BOT | PEOPLE) & bits(name)


async def test_discord_py_reckons_the_same(playground: Playground, bot: ABot) -> None:
    """The role that the gateway tells of has these rights."""
    guild = bot.get_guild(int(playground.world.guild("Piwnica u Ali")["id"]))
    assert guild is not None

    assert guild.self_role is not None
    assert guild.self_role.permissions == discord.Permissions(BOT)
    assert guild.me.guild_permissions == discord.Permissions(BOT | PEOPLE)
