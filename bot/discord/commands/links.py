"""Links to a table's messages: to what waits for somebody, and back to the question from what one reads alone."""

from __future__ import annotations

from bot.discord.live import PROMPT
from bot.discord.prompts.public import address_of
from bot.discord.prompts.scene import Scene
from bot.session.sessions import Sessions
from bot.table.records import Standing
from bot.words.narrator import Said


async def link_to(sessions: Sessions, standing: Standing, key: str) -> str:
    """The address of the message with this key, else of the channel; of questions only the open one has a message."""
    prompts = await sessions.store.prompts(standing.record.id)
    old = [one for one in prompts if one.key == PROMPT and one.address != standing.address]
    here = [one.message_id for one in prompts if one.key == key and one not in old]
    return address_of(standing.record, here[-1] if here else 0)


async def way_back(sessions: Sessions, scene: Scene) -> str:
    """The last line of an answer for one person alone, which stands below the open question; '' while none is open."""
    if scene.standing.waiting is None:
        return ""
    return scene.narrator.say("prompt.back", place=Said(await link_to(sessions, scene.standing, PROMPT)))


async def way_on(sessions: Sessions, scene: Scene) -> str:
    """The same below an answer that is not told yet: to the message in which, or below which, it is going to be."""
    live = [one.message_id for one in await sessions.store.prompts(scene.standing.record.id) if one.key == PROMPT]
    if scene.standing.waiting is None or not live:
        return ""
    return scene.narrator.say("prompt.back", place=Said(address_of(scene.standing.record, max(live))))
