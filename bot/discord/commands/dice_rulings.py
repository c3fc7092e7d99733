"""``/gm roll``: the last dice thrown anew, or showing what a game master says, after a look at what goes with them.

Custom ids: the verb ``reroll``, as path what the dice shall show (``3-5``) or ``again``, as option ``look``, or ``do``,
``whisper`` or ``cancel`` with the number of rows that are lost: after something else has happened it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.acts import rulings as mastery
from bot.acts.undo_points import dice_of
from bot.discord.commands import undo_words
from bot.discord.commands.registering import Handler
from bot.discord.commands.rulings import CHOSEN, say, ways_on
from bot.discord.commands.service import TableService
from bot.discord.prompts import story
from bot.discord.prompts.controls import CONTENT, view
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import pips
from bot.session.lobby import must_be_open
from bot.words.clip import clip
from bot.words.narrator import Said
from rules.kernel.errors import Refused
from rules.kernel.requests import GM

VERB, AGAIN, LOOK = "reroll", "again", "look"
_SHOWN = re.compile(r"[1-6](-[1-6]){0,19}")


async def take_typed_roll(
    service: TableService, reply: Reply, scene: Scene, dice: str, *, whispered: bool, sure: bool
) -> None:
    """Show what would come of it; dice that are to be thrown by hand just show it, as nothing is lost."""
    shown = _pips(dice)
    to = await mastery.preview_roll(service.sessions.store, scene.standing, reply.interaction.user.id, shown)
    _pips(dice, to.code if to is not None else getattr(scene.standing.waiting, "code", ""))
    if to is None or sure:
        await _throw(service, reply, scene, shown, to, whispered=whispered)
    else:
        await _propose(service, reply, scene, shown, to, whispered=whispered)


def _pips(typed_dice: str, asked: str = "") -> list[int] | None:
    """What the dice are to show; None: they are thrown anew. Refuses what are no dice, or other dice than ``asked``."""
    try:
        return pips(typed_dice, asked) or None
    except Refused as refusal:
        if refusal.reason != "number_expected":
            raise
        raise Refused("pips_expected", given=typed_dice[:40]) from refusal


async def _propose(
    service: TableService,
    reply: Reply,
    scene: Scene,
    shown: Sequence[int] | None,
    to: mastery.Thrown,
    *,
    whispered: bool = False,
) -> None:
    """Which dice fall anew or show what, and what is taken back with them."""
    if shown is not None:
        mastery.judge_pips(to, shown)
    lost = await _lost(service, scene, to)
    narrator = scene.narrator
    dice = Said(story.dice(narrator, dice_of(to.fell)))
    key, pips = ("gm.roll.again", ()) if shown is None else ("gm.roll.say", tuple(shown))
    lines = [narrator.say("gm.preview", what=narrator.say(key, dice=dice, pips=pips)), *lost]
    lines.append(narrator.say("gm.roll.asked"))
    path = (AGAIN if shown is None else "-".join(str(pip) for pip in shown),)
    await say(reply, "\n".join(lines), ways_on(scene.id(VERB, path), scene.narrator, len(to.lost), whispered=whispered))


async def _lost(service: TableService, scene: Scene, to: mastery.Thrown) -> list[str]:
    """What is taken back with the last dice, in words."""
    sitters = await service.sessions.store.sitters(scene.standing.record.id)
    lines = list(undo_words.lost_lines(scene, to.lost, to.fell.stage, sitters))
    return [scene.narrator.say("gm.lost"), *lines] if lines else []


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """A button of the preview, or the one that shows it."""
    scene, user_id = await service.game(id.game), reply.interaction.user.id
    mastery.must_master(scene.standing.record, user_id)
    must_be_open(scene.standing.record, scene.standing.waiting)
    shown = _shown(id)
    chosen = CHOSEN.fullmatch(id.option)
    if scene.standing.record.channel_id != reply.interaction.channel_id or (id.option != LOOK and chosen is None):
        raise Refused("stale")
    if chosen is not None and chosen[1] == "cancel":
        await reply.update(scene.narrator.say("gm.cancelled"), view())
        return
    to = await mastery.preview_roll(service.sessions.store, scene.standing, user_id, shown)
    if to is None:
        raise Refused("stale")
    if chosen is None:
        await _propose(service, reply, scene, shown, to)
        return
    if id.address != scene.standing.address or len(to.lost) != int(chosen[2]):
        raise Refused("stale")
    await _throw(service, reply, scene, shown, to, whispered=chosen[1] == "whisper")


def _shown(id: CustomId) -> list[int] | None:
    said = "".join(id.path)
    if said == AGAIN:
        return None
    if not _SHOWN.fullmatch(said):
        raise Refused("stale")
    return [int(pip) for pip in said.split("-")]


async def _throw(
    service: TableService,
    reply: Reply,
    scene: Scene,
    shown: Sequence[int] | None,
    to: mastery.Thrown | None,
    *,
    whispered: bool,
) -> None:
    """Do it, say so to the game master, tell the table."""
    game_id, interaction = scene.standing.record.id, reply.interaction
    lost = await _lost(service, scene, to) if to is not None else []
    accepted = await mastery.roll(service.sessions, game_id, interaction.user.id, interaction.id, shown, whispered)
    secrets = story.private_lines(scene.narrator, accepted.told, GM, accepted.standing.address)
    said = scene.narrator.say("gm.forced" if shown else "gm.rolled")
    async with service.best_effort(game_id):
        await say(reply, clip("\n".join([said, *lost, *secrets]), CONTENT))
    await service.posting.deliver(game_id)


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
