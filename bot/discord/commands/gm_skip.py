"""``/gm skip``: what the autopilot would answer instead of the people who are asked, then going on without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from discord import ButtonStyle

from bot.acts import rulings
from bot.discord.commands import gm_rulings
from bot.discord.commands.registering import Handler, table_of
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, table_words
from bot.discord.prompts.components import CustomId, Press
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.question_path import part_of
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.words import answer_in_words
from bot.session.lobby import must_be_open
from rules.kernel import requests
from rules.kernel.errors import Refused

VERB, DO, CANCEL = "skip", "do", "cancel"


async def propose_skip(reply: Reply, scene: Scene) -> None:
    """Show for whom the autopilot would answer, and what, with buttons to do it or not."""
    rulings.must_master(scene.record, reply.user_id)
    must_be_open(scene.standing)
    plain = scene.plain
    ways = [
        Press(scene.id(VERB, option=DO), plain.say("gm.button.do"), ButtonStyle.primary),
        Press(scene.id(VERB, option=CANCEL), plain.say("gm.button.cancel")),
    ]
    await gm_rulings.say(reply, "\n".join(_preview_lines(scene)), ways)


def _preview_lines(scene: Scene) -> Iterator[str]:
    narrator, standing = scene.narrator, scene.standing
    if isinstance(standing.waiting, requests.Roll | requests.Draw):
        yield narrator.say("gm.preview", what=narrator.say("gm.skip.dice"))
        return
    yield narrator.say("gm.preview", what=narrator.say("gm.skip", names=table_words.names(scene)))
    key = "gm.skip.usual" if rulings.anybody_may_answer(standing) else "prompt.usual_of"
    for seat in rulings.seats_to_answer(standing):
        request = part_of(scene.waiting, seat)
        value = scene.usual(request, seat)
        if value is not None:
            said = answer_in_words(narrator, request, value, seat, openly=True)
            yield narrator.say(key, who=seat, what=said)


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a button of the preview; refuses it if the question has changed since."""
    scene = await table_of(service, reply, id)
    rulings.must_master(scene.record, reply.user_id)
    if id.address != scene.address:
        raise Refused("stale")
    if id.option == CANCEL:
        await reply.update(scene.narrator.say("gm.cancelled"))
        return
    await skip(service, reply, scene)


async def skip(service: TableService, reply: Reply, scene: Scene) -> None:
    """Continue the game without waiting for the seats that are asked."""
    game_id = scene.game_id
    accepted = await rulings.skip(service.sessions, game_id, reply.user_id, reply.interaction_id)
    secrets = story.private_lines(scene.narrator, accepted.told, requests.GM, accepted.standing.address)
    async with service.best_effort(game_id):
        await gm_rulings.say(reply, "\n".join([scene.narrator.say("gm.skipped"), *secrets]))
    await service.deliver(reply, game_id)


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
