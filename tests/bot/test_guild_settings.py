"""A guild's settings: for those who look after it, and only for tables that are opened afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.acts.table_settings import GuildSettings, change_guild_settings, settings_of
from bot.playground.seen import Refused as NotOffered
from bot.table.habits import Habits
from rules.kernel.errors import Refused
from tests.bot.a_channel import a_channel
from tests.bot.a_table import a_house
from tests.bot.parlour import ParlourRules, a_choice

GUILD = 1


async def test_what_was_never_settled_is_as_usual(tmp_path: Path) -> None:
    """No language of its own, no role, and the hours of any new table."""
    async with a_house(tmp_path / "house.db") as house:
        now = await settings_of(house.store, GUILD)

    assert now == GuildSettings()
    assert now.habits == Habits()
    assert not now.has_master_role([0, 5])


async def test_settings_survive_a_restart_and_are_changed_one_by_one(tmp_path: Path) -> None:
    """The role stays when the hours change."""
    async with a_house(tmp_path / "house.db") as house:
        await change_guild_settings(house.store, GUILD, gm_role=5, language="en")
        await change_guild_settings(house.store, GUILD, remind_after=12.0, deadline_after=72.0, call_after=0.0)

    async with a_house(tmp_path / "house.db") as house:
        now = await settings_of(house.store, GUILD)
        elsewhere = await settings_of(house.store, 2)

    assert now == GuildSettings("en", 5, 12.0, 72.0, 0.0)
    assert now.habits == Habits(remind_after=12.0, deadline_after=72.0, call_after=0.0)
    assert now.has_master_role([4, 5])
    assert elsewhere == GuildSettings()


async def test_two_who_change_settings_at_once_lose_neither(tmp_path: Path) -> None:
    """One admin sets the role while the other sets the language."""
    async with a_house(tmp_path / "house.db") as house:
        await asyncio.gather(
            change_guild_settings(house.store, GUILD, gm_role=5),
            change_guild_settings(house.store, GUILD, language="en"),
        )

        assert await settings_of(house.store, GUILD) == GuildSettings("en", 5)


async def test_hours_that_no_table_could_keep_are_refused(tmp_path: Path) -> None:
    """A deadline comes after its reminder, for new tables, too."""
    async with a_house(tmp_path / "house.db") as house:
        with pytest.raises(Refused, match="hours"):
            await change_guild_settings(house.store, GUILD, remind_after=24.0, deadline_after=12.0)

        assert await settings_of(house.store, GUILD) == GuildSettings()


async def test_settings_of_an_older_or_newer_bot_are_read(tmp_path: Path) -> None:
    """A setting that this version does not know harms nothing."""
    async with a_house(tmp_path / "house.db") as house:
        await house.store.put_guild(GUILD, {"gm_role": "5", "colour": "green"})

        assert await settings_of(house.store, GUILD) == GuildSettings(gm_role=5)


# In the channel --------------------------------------------------------------------------------------------


async def test_new_tables_begin_as_the_guild_likes_it(tmp_path: Path) -> None:
    """Its language and its hours; ``/game new`` may still say another language."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "settings", language="en", remind="12", deadline="48")
        english = await channel.command("Bartek", "game new")
        await channel.press("Bartek", "Leave")
        polish = await channel.command("Bartek", "game new", language="pl")

        assert "**Table:** reminder: after 12 hours; deadline for an answer: after 2 days" in english.text
        assert "**Stół:** przypomnienie: po 12 godzinach; termin odpowiedzi: po 2 dobach" in polish.text


async def test_a_new_table_speaks_as_who_opens_it(tmp_path: Path) -> None:
    """Nothing is settled: whatever Discord says of the guild, Ola's table is Polish; Erin alone is told in English."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        channel.playground.add_person("Ola", locale="pl", guild="The Other Cellar")
        opened = await channel.hands.slash("Ola", "the-pit", "game new", {})
        refused = await channel.hands.slash("Erin", "the-pit", "game new", {})

        assert "Szykuje się wyprawa" in opened.text
        assert "table already" in refused.text


async def test_only_those_who_manage_the_guild_are_offered_the_command(tmp_path: Path) -> None:
    """Discord shows it to nobody else."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        with pytest.raises(NotOffered):
            await channel.command("Bartek", "settings", language="en")


async def test_the_bot_looks_at_the_permission_itself(tmp_path: Path) -> None:
    """Somebody has opened the command to all: the settings are still not theirs to change."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        for known in channel.playground.world.commands.values():
            for command in known:
                command["default_member_permissions"] = None
        refused = await channel.command("Bartek", "settings", language="en")
        shown = await channel.command("Ala", "settings")

        assert "mogą nim zarządzać" in refused.text
        assert "Język: **jak mówi osoba, która otwiera stół**" in shown.text


async def test_everyone_is_no_role_of_game_masters(tmp_path: Path) -> None:
    """Choosing @everyone takes the role back."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        named = await channel.command("Ala", "settings", **{"gm-role": "Owner"})
        gone = await channel.command("Ala", "settings", **{"gm-role": "@everyone"})

        assert "<@&" in named.text
        assert "Rola mistrzów gry: **żadna**" in gone.text
