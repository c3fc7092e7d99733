"""Typed answers: ``/answer`` to whatever is asked, and commands for the moments that have names of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, ShortText, choices, command, serve
from bot.discord.commands.service import TableService
from bot.discord.commands.status import question_in_words
from bot.discord.prompts import waiting
from bot.discord.prompts.ids import token
from bot.discord.prompts.panel import panel
from bot.discord.prompts.places import action_at, actions_known_to, answer_to_whole, with_own_actions
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import complete_answer, find_action, parse_answer, with_hints
from bot.games.face import Face
from rules.kernel.answers import Value, is_waited_for, may_answer
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Action, NextAction, Request, Roll, Seat

_ID = re.compile(r"[a-z0-9_-]+(:[A-Za-z0-9_@-]+)+")
"""How the rules write an option that has parts."""


class Part(msgspec.Struct, frozen=True):
    """The part of the open question that a command answers; ``path`` leads to it."""

    request: Request[Any]
    path: tuple[str, ...] = ()


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The commands that answer."""
    yield _typed(service, "answer", "value")
    yield _typed(service, "move", "where")
    yield _bare(service, "negotiate", "who", required=False)
    yield _bare(service, "bribe", "gold", required=True)
    yield _bare(service, "fight", "", required=False)
    yield _bare(service, "attack", "orders", required=False)
    yield _bare(service, "formation", "ranks", required=False)


def _typed(service: TableService, name: str, option: str) -> app_commands.Command[Any, ..., None]:
    """A command with one compulsory, completed value."""

    @app_commands.rename(value=localised_name(f"option.{option}"))
    @app_commands.describe(value=localised_description(f"option.{option}"))
    async def run(interaction: Interaction, value: ShortText) -> None:
        await serve(service, interaction, lambda reply: answer(service, reply, name, value))

    return _completed(service, name, run)


def _bare(service: TableService, name: str, option: str, *, required: bool) -> app_commands.Command[Any, ..., None]:
    """A command whose value may be left out, or that has none."""
    if not option:

        async def alone(interaction: Interaction) -> None:
            await serve(service, interaction, lambda reply: answer(service, reply, name, ""))

        return command(name, alone)
    if required:
        return _typed(service, name, option)

    @app_commands.rename(value=localised_name(f"option.{option}"))
    @app_commands.describe(value=localised_description(f"option.{option}"))
    async def run(interaction: Interaction, value: ShortText = "") -> None:
        await serve(service, interaction, lambda reply: answer(service, reply, name, value))

    return _completed(service, name, run)


def _completed(service: TableService, name: str, run: Any) -> app_commands.Command[Any, ..., None]:
    made = command(name, run)

    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            scene = await service.here(interaction)
            _, request = service.part(scene, interaction)
            seat = service.seat(scene, interaction)
            part = part_for(scene.face, request, name, seat)
        except Refused:
            return []
        if part is None:
            return []
        return choices(
            complete_answer(
                scene.narrator, with_own_actions(part.request, seat), begun, scene.usual(part.request, seat)
            )
        )

    made.autocomplete("value")(complete)
    return made


async def answer(service: TableService, reply: Reply, name: str, typed: str) -> None:
    """Give a typed answer, or open the panel when nothing was typed, or say what is asked instead."""
    scene = await service.here(reply.interaction)
    if scene.standing.waiting is None:
        raise Refused("not_started" if scene.standing.record.phase == "lobby" else "game_over")
    seat, request = _asked(service, reply, scene)
    part = part_for(scene.face, request, name, seat)
    if part is None:
        await reply.whisper(scene.narrator.say("answer.not_now", asked=question_in_words(scene)), slot="said")
        return
    if not (part.path or isinstance(part.request, NextAction | Roll) or may_answer(part.request, seat)):
        raise _others_turn(scene)
    if typed:
        typed = _completed_alone(scene, part.request, seat, typed) if name == "move" else typed
        value = _understood(scene, part.request, seat, typed)
        await service.answer(reply, scene, answer_to_whole(request, part.path, value))
    elif only := _only(part.request):
        await service.answer(reply, scene, [only])
    else:
        asked = request if isinstance(part.request, NextAction) else part.request
        await reply.whisper(panel(scene, asked, part.path, seat, await service.draft(scene, seat)), slot="panel")


def _asked(service: TableService, reply: Reply, scene: Scene) -> tuple[Seat, Request[Any]]:
    """The seat that the person speaks for, and what it is asked; of a question to others only who they are."""
    try:
        return service.part(scene, reply.interaction)
    except Refused as refusal:
        raise _others_turn(scene) if refusal.reason == "not_asked" else refusal from refusal


def _others_turn(scene: Scene) -> Refused:
    return Refused("others_turn", names=waiting.names(scene))


def _completed_alone(scene: Scene, request: Request[Any], seat: Seat, typed: str) -> str:
    """What completion would send, where it offers one thing alone for the typed words: a place by what lies there."""
    offered = complete_answer(scene.narrator, with_own_actions(request, seat), typed, slips=False)
    return offered[0][1] if len(offered) == 1 else typed


def _only(request: Request[Any]) -> str:
    """The one action that there is, where it needs no word more."""
    match request:
        case NextAction(actions=(Action(ask=None) as action,)):
            return action.option.id
    return ""


def _understood(scene: Scene, request: Request[Any], seat: Seat, typed: str) -> Value:
    """What the words mean; who may answer and typed what means nothing is told what does."""
    try:
        return _meant(scene, request, seat, typed)
    except Refused as refusal:
        if refusal.reason == "others_turn" or not may_answer(request, seat):
            raise
        raise with_hints(scene.narrator, with_own_actions(request, seat), refusal) from refusal


def _meant(scene: Scene, request: Request[Any], seat: Seat, typed: str) -> Value:
    """What the words mean; where they name nothing that anybody may do, a slip in them is told by what is near."""
    try:
        return _written(scene, request, seat, typed)
    except Refused as refusal:
        nothing_open = isinstance(request, NextAction) and not request.of(seat)
        if refusal.reason != "no_such_option" or nothing_open:
            raise
        try:
            return parse_answer(scene.narrator, with_own_actions(request, seat), typed, scene.usual(request, seat))
        except Refused as other:
            raise other if other.reason in ("several_fit", "did_you_mean") else refusal from refusal


def _written(scene: Scene, request: Request[Any], seat: Seat, typed: str) -> Value:
    """What the words mean among what is open to the seat; what others alone may do is refused with their names."""
    try:
        value = parse_answer(
            scene.narrator, with_own_actions(request, seat), typed, scene.usual(request, seat), slips=False
        )
    except Refused as refusal:
        if isinstance(request, NextAction) and (refusal.reason != "several_fit" or not request.of(seat)):
            _must_be_open(scene, request, seat, typed)
        raise _unnamed(refusal) from refusal
    if isinstance(request, NextAction) and not request.of(seat):
        _must_be_open(scene, request, seat, typed)
    return value


def _must_be_open(scene: Scene, request: NextAction, seat: Seat, typed: str) -> None:
    """Refuse what is meant, when others alone may do it, with their names; and what nobody can do, without any.

    Who types out of turn, and nothing that is clear, is told whom the table waits for.
    """
    try:
        meant = find_action(scene.narrator, actions_known_to(request, seat), typed)
    except Refused as refusal:
        raise (_unnamed(refusal) if request.idle or is_waited_for(request, seat) else _others_turn(scene)) from refusal
    action_at(request, token(meant), seat)


def _unnamed(refusal: Refused) -> Refused:
    """The refusal without the id that completion had put in the place of words: it says nothing to a person."""
    named = str(refusal.facts.get("option", ""))
    return Refused("gone") if refusal.reason == "no_such_option" and _ID.fullmatch(named) else refusal


def part_for(face: Face, request: Request[Any], name: str, seat: Seat) -> Part | None:
    """What a command answers now; None when it does not fit the moment."""
    if name == "answer" or request.why in face.moments.get(name, ()):
        return Part(request)
    if not isinstance(request, NextAction):
        return None
    if name == "move":
        return _some(request, [action for action in request.actions if face.is_move(action)])
    return _action(request, name, seat) or _verbs(face, request, name, seat)


def _verbs(face: Face, request: NextAction, name: str, seat: Seat) -> Part | None:
    """The actions of this seat that a command names by their first word."""
    verbs = face.verbs.get(name, ())
    return _some(request, [action for action in request.of(seat) if action.option.id.partition(":")[0] in verbs])


def _some(request: NextAction, actions: Sequence[Action[Any]]) -> Part | None:
    return Part(msgspec.structs.replace(request, actions=tuple(actions))) if actions else None


def _action(request: NextAction, name: str, seat: Seat) -> Part | None:
    """The action of a command's name: what must be known for it, or the action itself."""
    for action in request.actions:
        if action.option.id == name and action.who in (seat, PARTY):
            if action.ask is not None:
                return Part(action.ask, ("a" + token(action.option.id),))
            return _some(request, [action])
    return None
