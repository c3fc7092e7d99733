"""A ruling before it is done: before → after, what the table would hear and be asked, and three buttons.

Custom ids: the verb ``rule``, the path of the correction, and as option ``do``, ``whisper`` or ``cancel`` with the
number of rulings that stood there when it was looked at: whoever presses twice rules once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.acts import rulings as mastery
from bot.acts.ruling_previews import Preview, preview
from bot.discord.commands.registering import Handler
from bot.discord.commands.rulings import (
    CHOSEN,
    OPENLY,
    WHISPERED,
    Ruling,
    find_correction,
    offers_of,
    place_of,
    ruling,
    say,
    show,
    show_all,
    ways_on,
)
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, words
from bot.discord.prompts.controls import CONTENT, view
from bot.discord.prompts.ids import CustomId, Path, token
from bot.discord.prompts.places import answer_to_whole
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.scene import Scene, draft_address, draft_key
from bot.discord.prompts.typed import parse_answer
from bot.discord.sitting import Sitting
from bot.words.clip import clip
from bot.words.narrator import Said
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import GM

VERB = "rule"
LINES = 6
"""So many lines of what would be told are shown."""


class Typed(msgspec.Struct, frozen=True):
    """A ruling as it was typed; ``sure``: it is done without a preview."""

    what: str
    value: str
    whispered: bool
    sure: bool
    placing: bool


async def take_typed(service: TableService, reply: Reply, table: Scene, typed: Typed) -> None:
    """Show what would come of a typed ruling, or the panel for what is missing of it."""
    scene = ruling(table, reply.interaction.user.id)
    way = WHISPERED if typed.whispered else OPENLY
    if not typed.what:
        await show_all(service, reply, scene, way, placing=typed.placing)
        return
    action, value = find_correction(scene, offers_of(scene, placing=typed.placing), typed.what, typed.value)
    path, what = place_of(scene, way, action), action.option.id
    if action.ask is not None and not value:
        await show(service, reply, scene, path, action.ask)
        return
    answer = action.ask and parse_answer(scene.narrator, action.ask, value, scene.usual(action.ask, GM))
    if typed.sure:
        await rule(service, reply, scene, what, answer, whispered=typed.whispered)
    else:
        await propose(service, reply, scene, path, what, answer)


async def propose(
    service: TableService, reply: Reply, scene: Ruling, path: Path, what: str, answer: Value = None
) -> None:
    """Show what would come of it, in the place of the panel if there is one."""
    standing = scene.standing
    seen = await preview(service.sessions, standing.record.id, reply.interaction.user.id, what, answer)
    at = draft_address(standing, GM)
    await service.sessions.put_draft(standing.record.id, at, GM, draft_key(path, VERB), [what, answer])
    await reply.show(_shown(scene, path, seen, [what] if answer is None else [what, answer]))


def _shown(scene: Ruling, path: Path, seen: Preview, value: Sequence[Value]) -> Shown:
    changed = words.answer_in_words(scene.narrator, offers_of(scene), list(value), GM)
    lines = [scene.narrator.say("gm.preview", what=changed), *_consequences(scene, seen)]
    whispered = path[0] == WHISPERED
    ways = ways_on(scene.id(VERB, path), scene.narrator, seen.since, whispered=whispered, may=seen.may_whisper)
    return Shown(clip("\n".join(lines), CONTENT), view(ways))


def _consequences(scene: Ruling, seen: Preview) -> Iterator[str]:
    narrator, at = scene.narrator, scene.standing.address
    told = story.lines(narrator, seen.told, at)
    if told:
        yield narrator.say("gm.preview.told", said=Said(" ".join(told[:LINES])))
    if secrets := story.private_lines(narrator, seen.told, GM, at):
        yield narrator.say("gm.preview.secret", said=Said(" ".join(secrets[:LINES])))
    if not seen.may_whisper and seen.asked is not None:
        yield narrator.say("gm.preview.asked", question=Said(words.question(narrator, seen.asked)))


async def take_answer(service: TableService, reply: Reply, scene: Scene, path: Path, value: Value) -> None:
    """A panel was answered: ``value`` is for the question at its place."""
    assert isinstance(scene, Ruling)
    what, *answer = answer_to_whole(offers_of(scene), path[2:], value)
    at = path if len(path) > 2 else (*path, "a" + token(what))
    await propose(service, reply, scene, at, what, answer[0] if answer else None)


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """A button of the preview; it is good for the question and the rulings at which it was shown."""
    scene = ruling(await service.game(id.game), reply.interaction.user.id)
    chosen = CHOSEN.fullmatch(id.option)
    if chosen is None or id.address != scene.standing.address:
        raise Refused("stale")
    if scene.standing.record.channel_id != reply.interaction.channel_id:
        raise Refused("stale")
    if chosen[1] == "cancel":
        await reply.update(scene.narrator.say("gm.cancelled"), view())
        return
    drafted = (await service.draft(scene, GM)).get(draft_key(id.path, VERB))
    if drafted is None:
        raise Refused("stale")
    what, answer = drafted
    await rule(service, reply, scene, what, answer, whispered=chosen[1] == "whisper", since=int(chosen[2]))


async def rule(
    service: TableService,
    reply: Reply,
    scene: Ruling,
    what: str,
    answer: Value,
    *,
    whispered: bool,
    since: int | None = None,
) -> None:
    """Set it right; the game master sees what was done, the table is told by the story."""
    game_id, interaction = scene.standing.record.id, reply.interaction
    accepted = await mastery.set_right(
        service.sessions, game_id, interaction.user.id, interaction.id, what, answer, whispered, since
    )
    done = words.answer_in_words(scene.narrator, offers_of(scene), [what] if answer is None else [what, answer], GM)
    lines: list[str] = [scene.narrator.say("gm.whispered" if whispered else "gm.done", what=done)]
    lines += story.private_lines(scene.narrator, accepted.told, GM, accepted.standing.address)
    async with service.best_effort(game_id):
        await say(reply, Said("\n".join(lines)))
    await service.posting.deliver(game_id, Sitting(aside=True) if whispered else None)


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
