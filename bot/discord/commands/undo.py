"""The ``/undo`` and ``/redo`` commands: preview a change, then make it or propose it to the table.

Custom ids have the verb ``undo``. A button of a preview has the path ``n<lost rows>`` and the option ``take<steps>`` or
``ask<steps>``; the option ``again`` proposes a redo. The menu of undo points has no path and no option.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from discord import ButtonStyle

from bot.acts import undo as undoing
from bot.acts import undo_points
from bot.acts.undo_points import Point
from bot.discord.commands import registering, undo_words
from bot.discord.commands.finding import language_of, own_scene
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.service import TableService
from bot.discord.direct import scene_for
from bot.discord.prompts.components import CustomId, Menu, Pick, Press, fit_lines, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.sitting import Sitting
from bot.executors import PAST
from bot.session.lobby import must_be_undoable
from bot.table.authority import is_master
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused

VERB = "undo"
STAGE, FIGHT = "stage", "fight"
AGAIN = "again"
_CHOSEN = re.compile(r"(take|ask)([1-9][0-9]{0,3})")


async def _step_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    scene = await _allowed_scene(service, interaction)
    labels = await _point_labels(service, scene, interaction.user.id)
    offers = [(str(scene.plain.say("undo.stage")), STAGE)] if labels else []
    offers[:0] = [(said, str(steps)) for steps, said in labels[:1]]
    offers += [(said, str(steps)) for steps, said in labels[1:]]
    return matching_offers(offers, begun)


async def _allowed_scene(service: TableService, interaction: Interaction) -> Scene:
    scene = scene_for(await service.here(interaction), language_of(interaction))
    _require_member(service, scene, interaction)
    return scene


def _require_member(service: TableService, scene: Scene, interaction: Interaction) -> None:
    standing = scene.standing
    must_be_undoable(scene.rules, standing)
    if not is_master(standing.record, interaction.user.id):
        service.seat(scene, interaction)


def _reader_of(scene: Scene, user_id: int) -> undo_words.Reader:
    return undo_words.Reader(user_id, is_master(scene.record, user_id))


async def _point_labels(service: TableService, scene: Scene, user_id: int) -> list[tuple[int, str]]:
    """Return the undo points with their labels; stages are replayed in a worker, because that takes long."""
    standing = scene.standing
    found = await undo_points.points_known_to(service.store, scene.rules, standing, user_id)
    sitters = await service.store.sitters(standing.record.id)
    reader, plain = _reader_of(scene, user_id), scene.plain
    labels = [(point.steps, await PAST.do(undo_words.label, scene, plain, point, reader, sitters)) for point in found]
    before = await PAST.do(undo_words.steps_before_fight, scene, found)
    return [(steps, plain.say("undo.before_fight", point=said) if steps == before else said) for steps, said in labels]


# Preview ---------------------------------------------------------------------------------------------------


async def _show_undo(service: TableService, reply: Reply, what: registering.ShortText = "") -> None:
    scene = await _allowed_scene(service, reply.interaction)
    if what.strip():
        await _preview_undo(service, reply, scene, await _find_undo_point(service, scene, reply.user_id, what))
        return
    labels = await _point_labels(service, scene, reply.user_id)
    if not labels:
        store, record = service.store, scene.record
        raise await undo_points.no_more_points(store, scene.rules, record, reply.user_id)
    plain = scene.plain
    menu = Menu(scene.id(VERB), plain.say("undo.menu"), [Pick(str(steps), said) for steps, said in labels])
    await reply.whisper(Shown(scene.narrator.say("undo.where"), view(menus=[menu])))


async def _find_undo_point(service: TableService, scene: Scene, user_id: int, typed: str) -> Point:
    words, store = typed.strip().casefold(), service.store
    if words.isdecimal() and len(words) < 5:
        return await undo_points.point(store, scene.rules, scene.standing, user_id, int(words))
    if words in (STAGE, *(Narrator(locale).say("undo.stage.word") for locale in ("pl", "en"))):
        return await undo_points.point_before_stage(store, scene.rules, scene.standing, user_id)
    if words in (FIGHT, *(Narrator(locale).say("undo.fight.word") for locale in ("pl", "en"))):
        found = await undo_points.points_known_to(store, scene.rules, scene.standing, user_id)
        if steps := await PAST.do(undo_words.steps_before_fight, scene, found):
            return await undo_points.point(store, scene.rules, scene.standing, user_id, steps)
        raise Refused("undo_no_fight")
    raise Refused("undo_what", given=typed[:40])


async def _preview_undo(service: TableService, reply: Reply, scene: Scene, to: Point) -> None:
    record, narrator = scene.record, scene.narrator
    user_id = reply.user_id
    why = await undoing.why_undo(service.store, scene.rules, scene.standing, user_id, to)
    reader = _reader_of(scene, user_id)
    sitters = await service.store.sitters(record.id)
    lines = await PAST.do(undo_words.undo_lines, scene, to, sitters, reader)
    if why:
        lines.append(narrator.say(f"undo.asks.{why}"))
    shown = Shown(fit_lines(lines), view([_confirm_button(scene, to, may=not why)]))
    await reply.show(shown)


def _confirm_button(scene: Scene, to: Point, *, may: bool) -> Press:
    verb, style = ("take", ButtonStyle.danger) if may else ("ask", ButtonStyle.primary)
    id = scene.id(VERB, (f"n{len(to.lost)}",), f"{verb}{to.steps}")
    return Press(id, scene.plain.say(f"undo.{verb}"), style)


# Undo and redo ---------------------------------------------------------------------------------------------


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a picked undo point or a button of its preview; refuses a preview older than the last answer."""
    scene = own_scene(await registering.table_of(service, reply, id), reply)
    _require_member(service, scene, reply.interaction)
    if scene.address != id.address:
        raise Refused("undo_moved")
    if values:
        await _preview_undo(service, reply, scene, await _find_undo_point(service, scene, reply.user_id, values[0]))
        return
    if id.option == AGAIN:
        await open_ballot(service, reply, undoing.redo_proposal(id.address))
        return
    chosen = _CHOSEN.fullmatch(id.option)
    if not chosen or not id.path:
        raise Refused("stale")
    steps, lost = int(chosen[2]), id.path[0][1:]
    await (_take_back if chosen[1] == "take" else _ask_for_undo)(
        service, reply, scene, steps, int(lost) if lost.isdecimal() else 0
    )


async def _take_back(service: TableService, reply: Reply, scene: Scene, steps: int, lost: int) -> None:
    game_id = scene.game_id
    accepted = await undoing.undo(service.sessions, game_id, reply.user_id, reply.interaction_id, steps, lost)
    async with service.best_effort(game_id):
        await reply.update(scene.narrator.say("undo.done"))
    await service.deliver(reply, game_id, Sitting(accepted.seat, reply))


async def _ask_for_undo(service: TableService, reply: Reply, scene: Scene, steps: int, lost: int) -> None:
    standing = scene.standing
    user_id = reply.user_id
    to = await undo_points.point(service.store, scene.rules, standing, user_id, steps)
    if len(to.lost) != lost:
        raise Refused("undo_moved")
    await open_ballot(service, reply, undoing.undo_proposal(to, standing.address))


async def _redo_or_preview(service: TableService, reply: Reply) -> None:
    scene = own_scene(await service.here(reply), reply)
    game_id = scene.game_id
    try:
        await undoing.redo(service.sessions, game_id, reply.user_id, reply.interaction_id)
    except Refused as refusal:
        if refusal.reason not in undoing.REDO_REFUSED.values():
            raise
        await _preview_return(service, reply, scene, "rivals" if refusal.reason == "rivals_consent" else "chance")
        return
    async with service.best_effort(game_id):
        await reply.whisper(scene.narrator.say("redo.done"))
    await service.deliver(reply, game_id)


async def _preview_return(service: TableService, reply: Reply, scene: Scene, why: undoing.Why) -> None:
    at, narrator = scene.address, scene.narrator
    back = await undoing.find_return(service.store, scene.game_id, at)
    sitters = await service.store.sitters(scene.game_id)
    lines = [*await PAST.do(undo_words.return_lines, scene, back, sitters), narrator.say(f"redo.asks.{why}")]
    button = Press(scene.id(VERB, (), AGAIN), narrator.plain.say("undo.ask"), ButtonStyle.primary)
    await reply.whisper(Shown(fit_lines(lines), view([button])))


HANDLERS: Mapping[str, registering.Handler] = {VERB: on_press}

COMMANDS = (
    registering.command("undo", _show_undo, share="look", what=_step_offers),
    registering.command("redo", _redo_or_preview),
)
"""The commands ``/undo`` and ``/redo``."""
