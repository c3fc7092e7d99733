"""What a game master sets right, by panel or typed: the game's corrections as a question to the game master.

The panels are those of any question. Their paths begin with one step more, which says whether the table is told:
``agm`` or, for the game master's eyes alone, ``agmw``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot import mastery
from bot.commands.desk import Desk
from bot.lobby import must_be_open
from bot.narrator import Said
from bot.prompts import story, words
from bot.prompts.controls import CONTENT, clip, view
from bot.prompts.ids import CustomId, Path
from bot.prompts.panel import panel
from bot.prompts.places import inside, lifted
from bot.prompts.public import Shown
from bot.prompts.reply import Reply
from bot.prompts.scene import Scene
from bot.prompts.typed import one_of
from rules.kernel.answers import Value
from rules.kernel.corrections import CORRECTION, offered
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action, Amount, Form, Formation, NextAction, Option, Request, Seat

OPENLY, WHISPERED = "agm", "agmw"
PLACING = ("lay", "monsters", "lair", "piece")
"""First words of the corrections that put a tile, monsters or a piece on the table."""


class Ruling(Scene, frozen=True):
    """A table at which the game master is asked what to set right."""

    def usual(self, request: Request[Any], seat: Seat) -> Value | None:
        """Nobody sets anything right as usual; the fields of a form begin with something where they can."""
        return {field.name: _begun(field.ask) for field in request.fields} if isinstance(request, Form) else None


def _begun(request: Request[Any]) -> Value | None:
    """A number as it is now, or the least; a marching order as it stands."""
    match request:
        case Formation(now=ranks):
            return [list(rank) for rank in ranks]
        case Amount(least=least):
            now = request.facts.get("now")
            return now if isinstance(now, int) else least
    return None


def is_ruling(id: CustomId) -> bool:
    """Whether a control stands in a game master's panel."""
    return id.path[:1] in ((OPENLY,), (WHISPERED,))


def ruling(scene: Scene, user_id: int) -> Ruling:
    """The table with the corrections as its question; refuses everybody but the game master."""
    standing = scene.standing
    mastery.must_master(standing.record, user_id)
    must_be_open(standing.record, standing.waiting)
    offers = offered(scene.rules, standing.state)
    if not offers.actions:
        raise Refused("gm_not_now")
    ways = tuple(Action(GM, Option(step[1:], ""), offers) for step in (OPENLY, WHISPERED))
    asked = NextAction(who=GM, why=CORRECTION, actions=ways)
    return Ruling(msgspec.structs.replace(standing, waiting=asked), scene.rules)


def offers_of(scene: Ruling, *, placing: bool | None = None) -> NextAction:
    """The corrections; ``placing``: only those that put something on the table, or only the others."""
    offers = inside(scene.waiting, (OPENLY,), GM)
    assert isinstance(offers, NextAction)
    chosen = [one for one in offers.actions if placing is None or is_placing(one) == placing]
    return msgspec.structs.replace(offers, actions=tuple(chosen))


def is_placing(action: Action[Any]) -> bool:
    """Whether a correction puts something on the table."""
    return action.option.id.partition(":")[0] in PLACING


def named(scene: Ruling, offers: NextAction, typed: str) -> Action[Any]:
    """The correction that the words mean; refuses when there is none, or more than one."""
    plain = scene.narrator.plain
    names = {one.option.id: [one.option.id, words.label(plain, one.option)] for one in offers.actions}
    id = one_of(names, typed.strip())
    return next(one for one in offers.actions if one.option.id == id)


# By panel --------------------------------------------------------------------------------------------------


async def show(desk: Desk, reply: Reply, scene: Ruling, path: Path, request: Request[Any]) -> None:
    """The panel for the question at this place."""
    await reply.whisper(panel(scene, request, path, GM, await desk.draft(scene, GM)))


async def answered(desk: Desk, reply: Reply, scene: Scene, path: Path, value: Value) -> None:
    """A panel was answered: ``value`` is for the question at its place."""
    assert isinstance(scene, Ruling)
    what, *answer = lifted(offers_of(scene), path[1:], value)
    await rule(desk, reply, scene, what, answer[0] if answer else None, whispered=path[0] == WHISPERED)


async def rule(desk: Desk, reply: Reply, scene: Ruling, what: str, answer: Value, *, whispered: bool) -> None:
    """Set it right; the game master sees what was done, the table is told by the story."""
    game_id, interaction = scene.standing.record.id, reply.interaction
    accepted = await mastery.set_right(
        desk.sessions, game_id, interaction.user.id, interaction.id, what, answer, whispered
    )
    done = words.described(scene.narrator, offers_of(scene), [what] if answer is None else [what, answer], GM)
    lines: list[str] = [scene.narrator.say("gm.whispered" if whispered else "gm.done", what=done)]
    lines += story.private(scene.narrator, accepted.told, GM, accepted.standing.address)
    async with desk.best_effort(game_id):
        await say(reply, Said("\n".join(lines)))
    await desk.posting.deliver(game_id)


async def say(reply: Reply, said: str) -> None:
    """Words for the game master, in the place of the panel if there is one."""
    if reply.ephemeral_message:
        await reply.update(clip(said, CONTENT), view())
    else:
        await reply.whisper(Shown(clip(said, CONTENT), view()))
