"""``/gm now``: only a part of the game, an encounter or a trap in one line, for groups that explore at a real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from discord import app_commands
from discord.app_commands import Choice

from bot.acts import rulings as mastery
from bot.discord.commands import rulings
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import TextOption, choices, command, serve
from bot.discord.commands.ruling_previews import rule
from bot.discord.commands.rulings import OPENLY, Ruling
from bot.discord.commands.service import TableService
from bot.discord.prompts import waiting
from bot.discord.prompts import words as said_as
from bot.discord.prompts.controls import CHOICE
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.games.face import ON_TABLE
from bot.session.lobby import must_be_open
from bot.words.narrator import Said
from rules.kernel.answers import judge
from rules.kernel.corrections import offered
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action

LONGEST = 200
"""Signs of a line."""
Line = app_commands.Transform[str, TextOption(LONGEST)]
MOST_NAMED = 5
LATE = ("no_such_option", "gm_not_now")
"""Why the rules refuse what was possible when it was read."""


def now(service: TableService) -> app_commands.Command[Any, ..., None]:
    """The command that has a part of the game run now."""

    @app_commands.rename(what=localised_name("option.what"))
    @app_commands.describe(what=localised_description("option.call"))
    async def call(interaction: Interaction, what: Line = "") -> None:
        await serve(service, interaction, lambda reply: _call(service, reply, what))

    made = command("gm.now", call)
    made.autocomplete("what")(_completion(service))
    return made


async def _call(service: TableService, reply: Reply, line: str) -> None:
    scene = await service.here(reply.interaction)
    ruling, calls = callable_now(scene, reply.interaction.user.id)
    if not line.strip():
        await _show(service, reply, ruling, calls)
        return
    what, answer = scene.face.read_call(calls, line)
    judge(rulings.offers_of(ruling), [what, answer], GM)
    try:
        await rule(service, reply, ruling, what, answer, whispered=False)
    except Refused as refusal:
        if refusal.reason not in LATE:
            raise
        raise not_now(await service.here(reply.interaction)) from refusal


def callable_now(scene: Scene, user_id: int) -> tuple[Ruling, Mapping[str, Action[Any]]]:
    """The table as the game master may rule it, and what may be called for by its id.

    Refuses everybody else, a game without such calls, and a moment at which none is possible.
    """
    record = scene.standing.record
    mastery.must_master(record, user_id)
    must_be_open(record, scene.standing.waiting)
    if not scene.face.calls:
        raise Refused("no_calls")
    try:
        ruling = rulings.ruling(scene, user_id)
    except Refused as nothing:
        raise not_now(scene) from nothing
    actions = rulings.offers_of(ruling).actions
    calls = {one.option.id: one for one in actions if one.option.id in scene.face.calls}
    if not calls:
        raise not_now(scene)
    return ruling, calls


def not_now(scene: Scene) -> Refused:
    """What is asked, of whom, and what may be put on the table all the same."""
    narrator, asked = scene.narrator, scene.standing.waiting
    question = said_as.question(narrator, asked, openly=True) if asked is not None else "–"
    offers = offered(scene.rules, scene.standing.state).actions if scene.standing.rulable else ()
    can = [said_as.label(narrator, one.option) for one in offers if scene.face.group(one) == ON_TABLE]
    facts = {"asked": Said(question), "names": waiting.names(scene)}
    if can:
        return Refused("call_not_now.placing", **facts, can=narrator.join_words(can[:MOST_NAMED]))
    return Refused("call_not_now", **facts)


async def _show(service: TableService, reply: Reply, ruling: Ruling, calls: Mapping[str, Action[Any]]) -> None:
    """The forms, where nothing is typed."""
    group = next(one for one in ruling.groups if any(action.option.id in calls for action in one.offers.actions))
    actions = tuple(action for action in group.offers.actions if action.option.id in calls)
    asked = msgspec.structs.replace(group.offers, actions=actions)
    await rulings.show(service, reply, ruling, (OPENLY, group.step), asked)


def _completion(service: TableService) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            scene = await service.here(interaction)
            _, calls = callable_now(scene, interaction.user.id)
        except Refused:
            return []
        offers = scene.face.complete_call(scene.narrator.plain, calls, begun[:LONGEST])
        return choices(offer for offer in offers if len(offer[1]) <= CHOICE)

    return complete
