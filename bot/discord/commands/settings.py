"""``/settings``: what a guild settles for its new tables, and the role that masters games; for its administrators."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.acts.guild_settings import GuildSettings, change, settings_of
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, command, serve
from bot.discord.commands.service import TableService, language_of
from bot.discord.commands.table import picks
from bot.discord.prompts.reply import Interaction, Reply
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.words import Word

AS_SPOKEN = "auto"
"""The language of whoever opens a table."""


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command for a guild's settings."""

    @app_commands.rename(
        language=localised_name("option.language"),
        gm_role=localised_name("option.gm-role"),
        remind=localised_name("option.remind"),
        deadline=localised_name("option.deadline"),
    )
    @app_commands.describe(
        language=localised_description("option.new-language"),
        gm_role=localised_description("option.gm-role"),
        remind=localised_description("option.remind"),
        deadline=localised_description("option.deadline"),
    )
    @app_commands.choices(language=_languages(), remind=picks("remind_after"), deadline=picks("deadline_after"))
    async def settings(
        interaction: Interaction,
        language: Choice[str] | None = None,
        gm_role: discord.Role | None = None,
        remind: Choice[str] | None = None,
        deadline: Choice[str] | None = None,
    ) -> None:
        changes: dict[str, str | float] = {}
        if language is not None:
            changes["language"] = "" if language.value == AS_SPOKEN else language.value
        if gm_role is not None:
            changes["gm_role"] = 0 if gm_role.is_default() else gm_role.id
        hours = {"remind_after": remind, "deadline_after": deadline}
        changes |= {name: float(one.value) for name, one in hours.items() if one is not None}
        await serve(service, interaction, lambda reply: _settings(service, reply, changes))

    made = command("settings", settings)
    made.default_permissions = discord.Permissions(manage_guild=True)
    yield made


def _languages() -> list[Choice[str]]:
    said = str(Narrator("en", marked=False).say("settings.language.auto"))
    own = locale_str(said, key="settings.language.auto")
    return [Choice(name="polski", value="pl"), Choice(name="English", value="en"), Choice(name=own, value=AS_SPOKEN)]


async def _settings(service: TableService, reply: Reply, changes: dict[str, str | float]) -> None:
    interaction, store = reply.interaction, service.sessions.store
    if not interaction.permissions.manage_guild:  # Discord sees to it, unless somebody has widened the permission there
        raise Refused("not_guild_admin")
    guild_id = interaction.guild_id or 0
    now = await change(store, guild_id, **changes) if changes else await settings_of(store, guild_id)
    await reply.whisper(settings_in_words(Narrator(now.language or language_of(interaction)), now))


def settings_in_words(narrator: Narrator, now: GuildSettings) -> Said:
    """A guild's settings."""
    return narrator.say(
        "settings.now",
        language=narrator.say(f"settings.language.{now.language or AS_SPOKEN}"),
        role=Said(f"<@&{now.gm_role}>") if now.gm_role else narrator.say("settings.no_role"),
        remind=Word(f"habit.hours.{now.remind_after:g}"),
        deadline=Word(f"habit.hours.{now.deadline_after:g}"),
    )
