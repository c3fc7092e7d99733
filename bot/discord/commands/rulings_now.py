"""What a game master may rule at this moment: all of it in words, each openable; and what a refusal adds to that.

Custom ids of turning pages: the verb ``rulings``, as option the page, or ``open`` for a message of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.discord.commands.dice_rulings import AGAIN, LOOK
from bot.discord.commands.dice_rulings import VERB as REROLL
from bot.discord.commands.gm_words import asked_in_words
from bot.discord.commands.registering import Handler
from bot.discord.commands.rulings import OPENLY, Group, Ruling, groups_of, ruling
from bot.discord.commands.service import TableService
from bot.discord.prompts import words
from bot.discord.prompts.controls import CONTENT, Menu, Pick, Press, chunks, view
from bot.discord.prompts.ids import CustomId, token
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.scene import Scene
from bot.table.authority import is_master
from bot.words.clip import clip
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.requests import Action, Amount, Choose, ChooseSome, Form, Option, Request

VERB = "rulings"
OPEN = "open"
MENUS = 4
"""Menus on a page; the fifth row turns pages."""
NAMED = 5
"""So many choices at most are named; of more it is said how many there are."""
ROOM = 1700
"""Signs of the rulings on a page; the rest is for what stands above them."""
OPENED = 8
"""So many rulings of each kind are named by a refusal."""
BARE = ("not_gm", "no_game", "archived", "game_over", "not_started", "too_fast", "too_soon")
"""Refusals to which what could be ruled adds nothing."""


class Part(msgspec.Struct, frozen=True):
    """Up to 25 rulings that concern the same, which one menu holds; ``said``: all of them in words."""

    group: Group
    start: int
    actions: Sequence[Action[Any]]
    said: str


# The list --------------------------------------------------------------------------------------------------


async def show_what(service: TableService, reply: Reply) -> None:
    """The first page, for the game master alone."""
    await reply.whisper(what_panel(ruling(await service.here(reply.interaction), reply.interaction.user.id)))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Another page, as things are by now."""
    scene = ruling(await service.game(id.game), reply.interaction.user.id)
    if scene.standing.record.channel_id != reply.interaction.channel_id:
        raise Refused("stale")
    if id.option == OPEN:
        await reply.whisper(what_panel(scene))
        return
    if not id.option.isdecimal():
        raise Refused("stale")
    shown = what_panel(scene, int(id.option))
    await reply.update(shown.content, shown.view)


def what_panel(scene: Ruling, page: int = 0) -> Shown:
    """A page (from 0) of all that can be ruled now: in words, and below in menus to open it."""
    leaves = pages(scene)
    page = min(page, len(leaves) - 1)
    head = [scene.narrator.say("gm.what"), asked_in_words(scene.table)]
    menus = [_menu(scene, part) for part in leaves[page]]
    plain = scene.narrator.plain
    others = [(to, key) for to, key in ((page - 1, "back"), (page + 1, "on")) if 0 <= to < len(leaves)]
    turns = [Press(scene.id(VERB, (), str(to)), plain.say(f"button.{key}")) for to, key in others]
    dice = Press(scene.id(REROLL, (AGAIN,), LOOK), plain.say("gm.what.dice"), emoji="🎲")
    return Shown(clip("\n".join([*head, *(part.said for part in leaves[page])]), CONTENT), view([*turns, dice], menus))


def _menu(scene: Ruling, part: Part) -> Menu:
    plain = scene.narrator.plain
    picks = [
        Pick(token(one.option.id), bare_label(plain, part.group, one.option) + "…" * one.asks, bounds(plain, one.ask))
        for one in part.actions
    ]
    id = scene.id("pick", (OPENLY, part.group.step), f"@{part.start}")
    return Menu(id, words.label(plain, part.group.option), picks)


def pages(scene: Ruling) -> list[list[Part]]:
    """The groups in order, as many to a page as have room; a large one takes several menus."""
    leaves: list[list[Part]] = [[]]
    for part in _parts(scene):
        room = ROOM - sum(len(one.said) for one in leaves[-1])
        if leaves[-1] and (len(leaves[-1]) == MENUS or len(part.said) > room):
            leaves.append([])
        leaves[-1].append(part)
    return leaves


def _parts(scene: Ruling) -> Iterator[Part]:
    for group in groups_of(scene):
        for start, few in chunks(group.offers.actions):
            yield Part(group, start, few, _in_words(scene.narrator, group, few))


def _in_words(narrator: Narrator, group: Group, actions: Sequence[Action[Any]]) -> str:
    """Whom or what it concerns, and each ruling with what it can be set to."""
    said = [f"{bare_label(narrator, group, one.option)}{_bracketed(bounds(narrator, one.ask))}" for one in actions]
    return f"**{words.label(narrator, group.option)}**: {' · '.join(said)}"


def _bracketed(said: str) -> str:
    return f" [{said}]" if said else ""


def bare_label(narrator: Narrator, group: Group, option: Option) -> str:
    """A ruling without whom or what it concerns, as that stands above it."""
    return words.label(narrator, option).removeprefix(f"{words.label(narrator, group.option)}: ")


def bounds(narrator: Narrator, ask: Request[Any] | None) -> str:
    """What it can be set to: from where to where, which ones, how many; '' where nothing is to be said."""
    match ask:
        case Amount(least=least, most=most):
            return f"{least}–{most}"
        case Choose(options=options) | ChooseSome(options=options) if len(options) <= NAMED:
            return ", ".join(words.label(narrator, one) for one in options)
        case Choose(options=options) | ChooseSome(options=options):
            return narrator.say("gm.what.choices", number=len(options))
        case Form(fields=fields):
            return ", ".join(words.title(narrator, field) for field in fields)
    return ""


# Refusals --------------------------------------------------------------------------------------------------


async def with_way_out(service: TableService, reply: Reply, work: Callable[[Scene], Awaitable[None]]) -> None:
    """Do a game master's work at the table here; what is refused is told with what is asked and what could be ruled."""
    scene = await service.here(reply.interaction)
    try:
        await work(scene)
    except Refused as refusal:
        if refusal.reason in BARE or not is_master(scene.standing.record, reply.interaction.user.id):
            raise
        said = scene.narrator.say(f"refused.{refusal.reason}", **refusal.facts)
        await asyncio.sleep(0)  # others in between: both halves take long
        lines = [said, *way_out(scene, reply.interaction.user.id)]
        await reply.whisper(clip("\n".join(lines), CONTENT))


def way_out(scene: Scene, user_id: int) -> Iterator[str]:
    """What the open question is, what can be set right now, and what can be put on the table."""
    narrator = scene.narrator
    if scene.standing.waiting is not None:
        yield asked_in_words(scene)
    try:
        now = ruling(scene, user_id)
    except Refused:
        yield narrator.say("gm.now.nothing")
        return
    for key, placing in (("gm.now.set", False), ("gm.now.place", True)):
        said = list(_openable(now, placing=placing))
        yield narrator.say(key, what=Said(" · ".join(said))) if said else narrator.say(f"{key}.nothing")


def _openable(scene: Ruling, *, placing: bool) -> Iterator[str]:
    try:
        groups = groups_of(scene, placing=placing)
    except Refused:
        return
    if placing or len(groups) == 1:
        labels = [words.label(scene.narrator, one.option) for group in groups for one in group.offers.actions]
    else:
        labels = [words.label(scene.narrator, one.option) for one in groups]
    yield from labels[:OPENED]
    if len(labels) > OPENED:
        yield "…"


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
