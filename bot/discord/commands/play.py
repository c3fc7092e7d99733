"""Typed answers (``/answer``, ``/move`` …), ``/roll`` outside the game, and ``/dice`` to enter real dice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import zip_longest

import msgspec
from discord import File
from msgspec import Struct
from msgspec.structs import replace

from bot.acts import rulings
from bot.discord.commands import registering
from bot.discord.commands.answering import answer_or_ask_owners
from bot.discord.commands.finding import language_of, own_scene
from bot.discord.commands.gm_prepare import note_due
from bot.discord.commands.service import TableService
from bot.discord.commands.status import question_in_words
from bot.discord.farewell import SEEDS_SHOWN, codes_in_words, unchecked_in_words
from bot.discord.prompts import table_words
from bot.discord.prompts.choices import REST
from bot.discord.prompts.components import CustomId, file_of, token
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import for_whom, panel, to_choose_from
from bot.discord.prompts.public import Shown
from bot.discord.prompts.question_path import (
    action_at,
    actions_known_to,
    answer_to_whole,
    with_own_actions,
    without_secret_actions,
)
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.story import dice
from bot.discord.prompts.typed import complete_answer, find_action, is_form_line, parse_answer, pips, with_hints
from bot.discord.prompts.words import purpose
from bot.discord.sitting import Sitting
from bot.executors import DRAWING, WHOLE
from bot.games.face import Face, dice_picture
from bot.lookup.asking import throw_typed
from bot.session.history import is_roll, pages_up_to
from bot.table.authority import seats_of
from bot.table.seat_names import appearance
from bot.words.matching import Offer
from bot.words.narrator import Narrator, Said, fold
from rules.kernel.answers import Value, is_waited_for, may_answer
from rules.kernel.chance import commitment
from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.events import DiceRolled, Told
from rules.kernel.proof import Proof, Verdict, check
from rules.kernel.requests import CHANCE, PARTY, Action, NextAction, Request, Roll, Seat

LONG_LINE = 60
"""The number of typed characters from which a refusal quotes them, because nobody likes to type them again."""


async def _roll_typed_dice(service: TableService, reply: Reply, code: registering.ShortText) -> None:
    rolled = throw_typed(code)
    narrator = await service.voice(reply.interaction)
    fell = DiceRolled("", rolled.code, rolled.pips, int(rolled), CHANCE)
    name = narrator.term(await service.person(reply.interaction))
    if DRAWING.is_busy:
        await reply.acknowledge()
    picture = await dice_picture(parse(rolled.code).shown(rolled.pips), dice(narrator.plain, fell).replace("*", ""))
    files = [file_of(picture)] if picture else []
    await reply.post(Shown(f"🎲 **{name}** · {dice(narrator, fell)}"), files)


PROOF = ("proof", "dowod", "dowód")
FAULTS_SHOWN = 3
LONGEST_FAULT = 120  # characters, so that the whole verdict fits into one message


async def _enter_dice_or_show_proof(service: TableService, reply: Reply, what: registering.ShortText) -> None:
    if what.strip().casefold() in PROOF:
        await registering.shared(service, reply, lambda reply: _show_proof(service, reply), "copy")
    else:
        await _enter_typed_dice(service, reply, what)


async def _proof_offer(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    narrator = Narrator(language_of(interaction), marked=False)
    return [] if begun.strip()[:1].isdecimal() else [(str(narrator.say("proof.offer")), PROOF[0])]


async def _enter_typed_dice(service: TableService, reply: Reply, shown: str) -> None:
    """Enter all the typed dice, or none of them."""
    scene = await service.here(reply)
    waiting = scene.standing.waiting
    thrown = pips(shown, waiting.code if isinstance(waiting, Roll) else "")
    if not thrown:
        raise Refused("number_expected", given=shown[:40])
    game_id = scene.game_id
    accepted, asked = await rulings.type_dice(service.sessions, game_id, reply.user_id, reply.interaction_id, thrown)
    async with service.best_effort(game_id):
        said = "\n".join(lines_on_thrown_dice(scene.narrator, thrown, accepted.told, asked))
        await reply.whisper(said, slot="said")
    seat = accepted.standing.record.seat_of(reply.user_id) or ""
    await service.deliver(reply, game_id, Sitting(seat))
    await note_due(service, service.scene(accepted.standing))


def lines_on_thrown_dice(
    narrator: Narrator, thrown: Sequence[int], told: Sequence[Told], asked: Sequence[Roll]
) -> Iterator[str]:
    """Yield what was noted and, of a row of numbers, whose roll each was used for."""
    yield narrator.say("dice.typed", pips=tuple(thrown))
    rolled = [fact.event for fact in told if isinstance(fact.event, DiceRolled) and fact.event.by != CHANCE]
    if len(rolled) > 1:
        for event, roll in zip_longest(rolled, asked):
            yield f"- {purpose(narrator, roll) if roll else ''} {dice(narrator, event)}"


async def let_fall(service: TableService, reply: Reply, scene: Scene, id: CustomId) -> None:
    """Let the bot roll the dice that were to be rolled by hand."""
    game_id = scene.game_id
    rest = id.option == REST
    await rulings.let_fall(service.sessions, game_id, reply.user_id, reply.interaction_id, id.address, rest=rest)
    said, seat = scene.narrator.say("dice.fallen"), scene.record.seat_of(reply.user_id) or ""
    if not reply.is_public:
        async with service.best_effort(game_id):
            await reply.update(said)
    await service.deliver(reply, game_id, Sitting(seat, reply, said))


async def answer_for_all(service: TableService, reply: Reply, scene: Scene, id: CustomId) -> None:
    """Give the usual answers of all people at a real table."""
    game_id = scene.game_id
    await rulings.usual_for_all(service.sessions, game_id, reply.user_id, reply.interaction_id, id.address)
    await service.deliver(reply, game_id, Sitting("", reply))


# The proof -------------------------------------------------------------------------------------------------


async def _show_proof(service: TableService, reply: Reply) -> None:
    scene = own_scene(await service.past(reply), reply)
    record = scene.record
    if not record.commitment:
        raise Refused("not_started")
    if record.phase != "ended":
        await reply.whisper(await _fairness_so_far(service, scene))
        return
    await reply.acknowledge()
    proof = await service.sessions.proof(record.id)
    verdict = await WHOLE.do(check, proof)
    file = File(BytesIO(msgspec.json.encode(proof)), f"labirynt-{record.id}.json")
    await reply.whisper("\n".join(verdict_in_words(scene.narrator, proof, verdict)), [file])


async def _fairness_so_far(service: TableService, scene: Scene) -> str:
    standing, store = scene.standing, service.store
    pages = await pages_up_to(store, standing.record.id, standing.address)
    rolls = [row for page in pages for row in page.answers if is_roll(row)]
    own = sum(row.answer.seat == CHANCE for row in rolls)
    seal = codes_in_words([commitment(seed) for seed in await store.seeds(standing.record.id)])
    return scene.narrator.say("proof.so_far", seal=seal, fair=own, human=len(rolls) - own)


def verdict_in_words(narrator: Narrator, proof: Proof, verdict: Verdict) -> Iterator[str]:
    """Yield the result of ``labirynt verify`` for a file; of many seeds only the first and last are named."""
    shown = proof.seals
    if len(shown) > SEEDS_SHOWN:
        shown = (shown[0], *shown[1 - SEEDS_SHOWN :])
    for seal in shown:
        yield narrator.say("proof.seed", seal=Said(seal.commitment), seed=Said(seal.seed))
    if verdict.seeds > 1:
        yield narrator.say("proof.seeds", number=verdict.seeds)
    key = "proof.faulty" if verdict.faults else "proof.right"
    yield narrator.say(key, fair=verdict.fair, human=verdict.human, faults=len(verdict.faults))
    if verdict.corrections:
        yield narrator.say("proof.corrections", number=verdict.corrections)
    yield from unchecked_in_words(narrator, verdict.unchecked)
    yield from (f"- {fault[:LONGEST_FAULT]}" for fault in verdict.faults[:FAULTS_SHOWN])
    yield narrator.say("proof.compare", stages=verdict.stages)


SHARED = re.compile(r", | i | and ")
"""What stands between the names of people who share a seat."""
_ID = re.compile(r"[a-z0-9_-]+(:[A-Za-z0-9_@-]+)+")
"""Matches an option id that has several parts."""


class Part(Struct, frozen=True):
    """The part of the open question that a command answers; ``path`` leads to it."""

    request: Request
    path: tuple[str, ...] = ()


def _answer_command(name: str) -> registering.Making:
    async def require_value(service: TableService, reply: Reply, value: registering.ShortText) -> None:
        await answer(service, reply, name, value)

    async def take_value(service: TableService, reply: Reply, value: registering.ShortText = "") -> None:
        await answer(service, reply, name, value)

    async def take_none(service: TableService, reply: Reply) -> None:
        await answer(service, reply, name, "")

    async def offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
        scene = await service.here(interaction)
        _, request = service.part(scene, interaction)
        seat = service.seat(scene, interaction)
        if scene.has_secrets and to_choose_from(scene, interaction.user.id):  # others see this screen, too
            request = without_secret_actions(request)
        part = part_for(scene.face, request, name, seat)
        if not part:
            return []
        request = with_own_actions(part.request, seat)
        return complete_answer(scene.narrator, request, begun, scene.usual(part.request, seat))

    if name == "fight":
        return registering.command(name, take_none)
    work = require_value if name in ("answer", "move", "bribe") else take_value
    return registering.command(name, work, value=offers)


async def answer(service: TableService, reply: Reply, name: str, typed: str) -> None:
    """Submit a typed answer; open the panel if nothing was typed, or tell the person what is asked instead."""
    scene = await service.here(reply)
    if not scene.standing.waiting:
        raise Refused("not_started" if scene.record.phase == "lobby" else "game_over")
    named, typed = _seat_of_line(scene, reply.user_id, typed) if name == "answer" else ("", typed)
    seat, request = _asked_seat_and_question(service, reply, scene, named)
    part = part_for(scene.face, request, name, seat)
    if not part:
        own = own_scene(scene, reply)
        await reply.whisper(own.narrator.say("answer.not_now", asked=question_in_words(own)), slot="said")
        return
    if not (part.path or isinstance(part.request, NextAction | Roll) or may_answer(part.request, seat)):
        raise others_turn_refusal(scene)
    if typed:
        typed = _only_completion(scene, part.request, seat, typed) if name == "move" else typed
        id = replace(scene, seat=named).id("enter") if named else None
        try:
            value = _parse_with_hints(scene, part.request, seat, typed)
            await answer_or_ask_owners(service, reply, scene, answer_to_whole(request, part.path, value), id)
        except Refused as refusal:
            if len(typed) < LONG_LINE or ";" not in typed:  # a form in one line
                raise
            why = scene.narrator.say(f"refused.{refusal.reason}", **refusal.facts)
            raise Refused("long_line", why=why, line=Said(typed.replace("`", "'"))) from refusal
    elif only := _only_action_id(part.request):
        await answer_or_ask_owners(service, reply, scene, [only])
    elif whom := to_choose_from(scene, reply.user_id):
        await reply.whisper(for_whom(own_scene(scene, reply), scene.id("open"), whom), slot="panel")
    else:
        asked = request if isinstance(part.request, NextAction) else part.request
        draft = await service.draft(scene, seat)
        await reply.whisper(panel(own_scene(scene, reply), asked, part.path, seat, draft), slot="panel")


def _seat_of_line(scene: Scene, user_id: int, typed: str) -> tuple[Seat, str]:
    """Return for whom a person who answers for several typed a line, and the line; '' if the game is to choose.

    The line may begin with the player's name, ``Lolek: tak`` or ``Lolek: Name: Gotfryd; …``; it must if several may
    send such a form.
    """
    waiting, narrator = scene.waiting, scene.narrator
    mine = seats_of(scene.record, user_id)
    if len(mine) < 2:
        return "", typed
    name, colon, rest = typed.partition(":")
    for seat in mine:
        shown = str(narrator.plain.seat(seat))
        if colon and appearance(name) in map(appearance, (shown, *SHARED.split(shown))):
            return seat, rest.strip()
    if not isinstance(waiting, NextAction):
        return "", typed
    askers = [seat for seat in mine if any(is_form_line(narrator, action.ask, typed) for action in waiting.of(seat))]
    if len(askers) > 1:
        raise Refused("whose_form", who=tuple(askers), first=askers[0], line=typed[:60])
    return next(iter(askers), ""), typed


def _asked_seat_and_question(
    service: TableService, reply: Reply, scene: Scene, named: Seat = ""
) -> tuple[Seat, Request]:
    """Return the person's seat and its question; a question to others is refused with their names."""
    try:
        return service.part(scene, reply.interaction, named=named)
    except Refused as refusal:
        raise others_turn_refusal(scene) if refusal.reason == "not_asked" else refusal from refusal


def others_turn_refusal(scene: Scene) -> Refused:
    """Return the refusal of an answer from somebody who is not asked, with the names of those who are."""
    return Refused("others_turn", names=table_words.names(scene))


def _only_completion(scene: Scene, request: Request, seat: Seat, typed: str) -> str:
    """Return the value that autocomplete would send if exactly one offer matches, else the typed text."""
    offered = complete_answer(scene.narrator, with_own_actions(request, seat), typed, slips=False)
    return offered[0][1] if len(offered) == 1 else typed


def _only_action_id(request: Request) -> str:
    match request:
        case NextAction(actions=(Action(ask=None) as action,)):
            return action.option.id
    return ""


def _parse_with_hints(scene: Scene, request: Request, seat: Seat, typed: str) -> Value:
    """Parse an answer, ``as usual`` too; a refusal to a seat that may answer also says what can be typed."""
    usual = scene.usual(request, seat) if fold(typed) == fold(scene.narrator.say("house_rules.as_usual")) else None
    if usual is not None:
        return usual
    try:
        return _parse_with_near_matches(scene, request, seat, typed)
    except Refused as refusal:
        if refusal.reason == "others_turn" or not may_answer(request, seat):
            raise
        raise with_hints(scene.narrator, with_own_actions(request, seat), refusal) from refusal


def _parse_with_near_matches(scene: Scene, request: Request, seat: Seat, typed: str) -> Value:
    """Parse an answer; a typing error is refused with near matches."""
    try:
        return _parse_open_answer(scene, request, seat, typed)
    except Refused as refusal:
        nothing_open = isinstance(request, NextAction) and not request.of(seat)
        if refusal.reason != "no_such_option" or nothing_open:
            raise
        try:
            return parse_answer(scene.narrator, with_own_actions(request, seat), typed, scene.usual(request, seat))
        except Refused as other:
            raise other if other.reason in ("several_fit", "did_you_mean") else refusal from refusal


def _parse_open_answer(scene: Scene, request: Request, seat: Seat, typed: str) -> Value:
    """Parse an answer among the seat's own actions; the actions of others are refused with their names."""
    try:
        value = parse_answer(
            scene.narrator, with_own_actions(request, seat), typed, scene.usual(request, seat), slips=False
        )
    except Refused as refusal:
        if isinstance(request, NextAction) and (refusal.reason != "several_fit" or not request.of(seat)):
            _require_open_action(scene, request, seat, typed)
        raise _refusal_without_id(refusal) from refusal
    if isinstance(request, NextAction) and not request.of(seat):
        _require_open_action(scene, request, seat, typed)
    return value


def _require_open_action(scene: Scene, request: NextAction, seat: Seat, typed: str) -> None:
    """Refuse a typed action that only others may take, naming them, or that nobody can take.

    Unclear text from a seat that is not asked is refused with the names of the asked seats.
    """
    try:
        meant = find_action(scene.narrator, actions_known_to(request, seat), typed)
    except Refused as refusal:
        raise (
            _refusal_without_id(refusal) if request.idle or is_waited_for(request, seat) else others_turn_refusal(scene)
        ) from refusal
    action_at(request, token(meant), seat)


def _refusal_without_id(refusal: Refused) -> Refused:
    """Replace a refusal that would show an option id from autocomplete."""
    named = str(refusal.facts.get("option", ""))
    return Refused("gone") if refusal.reason == "no_such_option" and _ID.fullmatch(named) else refusal


def part_for(face: Face, request: Request, name: str, seat: Seat) -> Part | None:
    """Return the part of the question that a command answers now, or None if it does not fit."""
    if name == "answer" or request.why in face.moments.get(name, ()):
        return Part(request)
    if not isinstance(request, NextAction):
        return None
    if name == "move":
        return _part_of_actions(request, [action for action in request.actions if face.is_move(action)])
    return _part_of_action(request, name, seat) or _actions_of_verb(face, request, name, seat)


def _actions_of_verb(face: Face, request: NextAction, name: str, seat: Seat) -> Part | None:
    verbs = face.verbs.get(name, ())
    return _part_of_actions(
        request, [action for action in request.of(seat) if action.option.id.partition(":")[0] in verbs]
    )


def _part_of_actions(request: NextAction, actions: Sequence[Action]) -> Part | None:
    return Part(replace(request, actions=tuple(actions))) if actions else None


def _part_of_action(request: NextAction, name: str, seat: Seat) -> Part | None:
    for action in request.actions:
        if action.option.id == name and action.who in (seat, PARTY):
            if action.ask:
                return Part(action.ask, ("a" + token(action.option.id),))
            return _part_of_actions(request, [action])
    return None


ROLL_COMMAND = registering.command("roll", _roll_typed_dice, public=True, share="look")
"""The command ``/roll``."""

DICE_COMMAND = registering.command("dice", _enter_dice_or_show_proof, what=_proof_offer)
"""The command ``/dice`` for dice rolled by hand."""

ANSWER_COMMANDS = tuple(map(_answer_command, ("answer", "move", "negotiate", "bribe", "fight", "attack", "formation")))
"""The commands that answer the open question."""
