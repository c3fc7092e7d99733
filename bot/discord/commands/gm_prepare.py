"""Calls that a game master prepares: ``/gm prepare`` keeps them for their author alone and offers them where due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from discord import ButtonStyle, app_commands
from msgspec.structs import asdict, replace

from bot.acts.rulings import must_master
from bot.acts.table_settings import lock_of
from bot.discord.commands import gm_now, registering
from bot.discord.commands.finding import own_scene
from bot.discord.commands.secret_news import is_screen_shared
from bot.discord.commands.service import TableService
from bot.discord.prompts.components import PER_ROW, CustomId, Menu, Pick, Press, chunks, fit_lines, span, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.store import Overtaken
from bot.table.records import Prepared
from bot.words.narrator import all_narrators, fold
from rules.kernel.errors import Refused
from rules.kernel.tables import is_visible

VERB, CALL, DROP = "prepared", "call", "drop"
MOST = 50
"""The most prepared calls of a server."""
Note = app_commands.Transform[str, registering.TextOption(180)]
"""Together with the name, the place and the line at most 500 characters."""


async def _prepare(
    service: TableService,
    reply: Reply,
    name: registering.Reason = "",
    what: gm_now.Line = "",
    place: registering.Reason = "",
    note: Note = "",
) -> None:
    """Keep a call, and list the person's own ones."""
    scene = own_scene(await service.here(reply), reply)
    if name or what:
        about = (reply.interaction_id, reply.guild_id, reply.user_id, service.sessions.clock(), scene.rules.name)
        must_master(scene.record, reply.user_id)
        if not (is_visible(name) and is_visible(what)):
            raise Refused("prepared_half")
        if place and not any(_fits(place, names) for names, _ in _places(scene)):
            raise Refused("prepared_place", given=place)
        try:
            await service.store.prepare(Prepared(*about, name, what, note, place), MOST)
        except Overtaken as full:
            raise Refused("prepared_full", most=MOST) from full
    await _show_list(service, reply, scene, _objection(scene, reply.user_id, what) if what else "")


def _objection(scene: Scene, user_id: int, line: str) -> str:
    """Return why a call would be refused now; '' if it would not, or if nothing can be called now."""
    try:
        ruling, calls = gm_now.callable_now(scene, user_id)
    except Refused:
        return ""
    try:
        gm_now.read_call(scene, ruling, calls, line)
    except Refused as refusal:
        explained = scene.face.explained_refusal(scene.narrator, scene.view, refusal, line)
        why = scene.narrator.say(f"refused.{explained.reason}", **explained.facts)
        return scene.narrator.say("prepared.objection", why=why)
    return ""


def _places(scene: Scene) -> list[tuple[set[str], bool]]:
    """Return the names of each place, folded, with whether everybody sees somebody there; before the game refuses."""
    if scene.state is None:
        raise Refused("not_started")
    places = [place for voice in all_narrators() for place in scene.face.places(voice, scene.view)]
    return [({fold(name) for name in names if name}, is_here) for names, is_here in places]


def _fits(place: str, names: set[str]) -> bool:
    return {fold(part.strip()) for part in place.split(",")} <= names


async def prepared_calls(service: TableService, scene: Scene, user_id: int) -> list[Prepared]:
    """Return what this person has prepared for the game of this table, due calls first."""
    kept = await service.store.prepared(scene.record.guild_id, user_id)
    here = [names for names, is_here in _places(scene) if is_here] if scene.state is not None and kept else []
    calls = [
        replace(call, is_due=any(_fits(call.place, names) for names in here))
        for call in kept
        if call.game == scene.rules.name
    ]
    return sorted(calls, key=lambda call: not call.is_due)


def call_lines(scene: Scene, calls: Sequence[Prepared]) -> list[str]:
    """Return a line for each call, with its place and its note."""
    return [scene.narrator.say("prepared.line", **asdict(call)) for call in calls]


def call_buttons(scene: Scene, calls: Sequence[Prepared]) -> list[Press]:
    """Return a button for each call that is due or has no place, as many as fit in a row."""
    return [
        Press(scene.id(VERB, (CALL, str(call.id))), call.name, ButtonStyle.success, emoji="▶️")
        for call in calls
        if call.is_due or not call.place
    ][:PER_ROW]


async def note_due(service: TableService, scene: Scene) -> None:
    """Offer the game master what is due and can be played, with the next private answer."""
    master = scene.record.gm_id
    if not master or is_screen_shared(scene, master):
        return
    place = (master, scene.record.channel_id)
    service.reports.offers.pop(place, None)  # its buttons are those of an older question
    due = [call for call in await prepared_calls(service, scene, master) if call.is_due]
    if ids := {call.id for call in due} - service.reports.offered:
        with suppress(Refused):  # then a later answer offers it
            gm_now.callable_now(scene, master)
            shown = Shown(fit_lines(call_lines(scene, due)), view(call_buttons(scene, due)))
            service.reports.offers[place] = ids, shown


async def _show_list(service: TableService, reply: Reply, scene: Scene, objection: str = "") -> None:
    calls = await prepared_calls(service, scene, reply.user_id)
    narrator = scene.narrator
    menus = [
        Menu(
            scene.id(VERB, (verb,), str(start)),
            narrator.plain.say(f"prepared.{verb}", span=span(start, few)),
            [Pick(str(call.id), call.name, call.line) for call in few],
        )
        for verb in (CALL, DROP)
        for start, few in chunks(calls)
    ]
    head = narrator.say("prepared.head" if calls else "prepared.nothing")
    await reply.show(Shown(fit_lines([head, *call_lines(scene, calls), objection]), view(menus=menus)))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Call what a person has prepared, or take it away."""
    scene = own_scene(await registering.table_of(service, reply, id), reply)
    verb, wanted = [*id.path, *values, "", ""][:2]
    async with lock_of("prepared", reply.user_id):  # a call that is pressed twice runs once
        calls = await prepared_calls(service, scene, reply.user_id)
        call = next((call for call in calls if str(call.id) == wanted), None)
        if call is None or (verb == CALL and id.address != scene.address):
            raise Refused("stale")
        if verb == CALL:
            await gm_now.call_ruling(service, reply, call.line, sure=True)
        await service.store.drop_prepared(call.id, reply.user_id)
        service.reports.offered.discard(call.id)
    if verb == DROP:
        await _show_list(service, reply, scene)


HANDLERS: Mapping[str, registering.Handler] = {VERB: on_press}
PREPARE = registering.command("gm.prepare", _prepare, what=gm_now.call_offers)
"""The command ``/gm prepare``."""
