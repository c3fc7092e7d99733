"""Links to a table's messages: to what waits for somebody, and back to the question from what one reads alone."""

from __future__ import annotations

from bot.discord.commands.service import TableService
from bot.discord.live import PROMPT
from bot.discord.prompts.scene import Scene
from bot.table.records import Standing
from bot.words.narrator import Said


async def link_to(service: TableService, standing: Standing, key: str) -> str:
    """The address of the message with this key, else of the channel; of questions only the open one has a message."""
    record = standing.record
    channel = f"https://discord.com/channels/{record.guild_id}/{record.channel_id}"
    prompts = await service.sessions.store.prompts(record.id)
    old = [one for one in prompts if one.key == PROMPT and one.address != standing.address]
    here = [one.message_id for one in prompts if one.key == key and one not in old]
    return f"{channel}/{here[-1]}" if here else channel


async def way_back(service: TableService, scene: Scene) -> str:
    """The last line of an answer for one person alone, which stands below the open question; '' while none is open."""
    if scene.standing.waiting is None:
        return ""
    return scene.narrator.say("prompt.back", place=Said(await link_to(service, scene.standing, PROMPT)))
