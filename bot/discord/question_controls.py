"""The controls of questions: a press, a pick or a sent form becomes an answer, a draft or a panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from discord import ButtonStyle
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.commands import gm_rulings, play
from bot.discord.commands.answering import answer_or_ask_owners
from bot.discord.commands.finding import own_scene, way_back
from bot.discord.commands.registering import Handlers, table_of
from bot.discord.commands.service import TableService
from bot.discord.prompts import components, words
from bot.discord.prompts.choices import ALL, FALL
from bot.discord.prompts.guests import GUESTS, guest_choices
from bot.discord.prompts.layout import MORE
from bot.discord.prompts.open_question import Scene, draft_address, draft_key, form_steps, form_values
from bot.discord.prompts.panel import (
    Draft,
    drafted_ranks,
    for_whom,
    move_to_rank,
    page_of,
    panel,
    takes_line,
    to_choose_from,
)
from bot.discord.prompts.public import SECOND, Shown, explanation, proposal_token
from bot.discord.prompts.question_path import action_at, answer_to_whole, field_at, only_kind, question_at
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.typed import is_form_line, parse_answer, with_hints
from bot.discord.sitting import Sitting
from bot.table.authority import seats_of
from bot.table.consent import PREPARE
from bot.words.narrator import clip
from rules.kernel import requests
from rules.kernel.answers import Value, judge
from rules.kernel.errors import Refused

LONGEST_SHEET = 1000
"""Maximum characters of a form that is typed in one line."""
SURE = "sure"
"""The verb of the button that confirms an action which cannot be a slip."""
LINE = "line"
"""The aspect of a draft that keeps a refused line, so that its modal opens with it."""


class Touch(Struct, frozen=True):
    """The use of a control: who used it, where, and what is asked there."""

    service: TableService
    reply: Reply
    id: components.CustomId
    scene: Scene
    seat: requests.Seat
    part: requests.Request
    """This seat's part of the question."""
    request: requests.Request
    """The question at the control's path within ``part``."""
    values: tuple[str, ...] = ()

    @property
    def path(self) -> components.Path:
        """The path of the control within ``part``."""
        return self.id.path

    async def draft(self) -> Draft:
        """Return what the seat has picked but not sent."""
        return await self.service.draft(self.scene, self.seat)


Verb = Callable[[Touch], Awaitable[None]]


async def on_press(service: TableService, reply: Reply, id: components.CustomId, values: Sequence[str]) -> None:
    """Handle a control; refuses an outdated one."""
    if id.verb == components.WHY:
        await _explain(service, reply, id)
        return
    if id.verb == GUESTS:
        await _show_guests(service, reply, id)
        return
    try:
        await VERBS[id.verb](await _touch(service, reply, id, tuple(values)))
    except Refused as refusal:
        if refusal.reason == "no_such_option" and id.verb != "enter":  # a press: there is no typed text to quote
            raise Refused("stale") from refusal
        if refusal.reason == "not_asked":
            raise play.others_turn_refusal(await table_of(service, reply, id)) from refusal
        raise


async def _explain(service: TableService, reply: Reply, id: components.CustomId) -> None:
    scene = own_scene(await table_of(service, reply, id), reply)
    if not scene.standing.waiting:
        raise Refused("stale")
    back = await way_back(service.sessions, scene)
    await reply.whisper(f"{clip(explanation(scene), components.CONTENT - len(back) - 1)}\n{back}", slot="look")


async def _show_guests(service: TableService, reply: Reply, id: components.CustomId) -> None:
    """Show who is outside, to whoever answers for them."""
    scene = own_scene(await service.pressed(id.game, reply), reply)
    _must_be_asked(service, scene, id, reply)
    buttons = guest_choices(scene, seats_of(scene.record, reply.user_id))
    said = scene.narrator.say("guests.who" if buttons else "guests.nobody")
    await reply.whisper(Shown(said, components.view(buttons)), slot="panel")


async def _touch(service: TableService, reply: Reply, id: components.CustomId, values: tuple[str, ...]) -> Touch:
    scene = await service.pressed(id.game, reply)
    if gm_rulings.is_ruling(id):
        return _ruling(service, reply, id, values, scene)
    _must_be_asked(service, scene, id, reply)
    blind = id.verb == "usual" and not id.path
    seat, part = service.part(scene, reply.interaction, _wanted_action_id(scene, id, values), id.seat, blind=blind)
    return Touch(service, reply, id, scene, seat, part, question_at(part, id.path, seat), values)


def _ruling(
    service: TableService, reply: Reply, id: components.CustomId, values: tuple[str, ...], scene: Scene
) -> Touch:
    """Return the use of a game master's control; it is valid only for the question at which its
    panel was opened.
    """
    asked = gm_rulings.ruling(scene, reply.user_id)
    if id.address != asked.address or asked.record.channel_id != reply.channel_id:
        raise Refused("stale")
    return Touch(
        service, reply, id, asked, requests.GM, asked.waiting, question_at(asked.waiting, id.path, requests.GM), values
    )


def _must_be_asked(service: TableService, scene: Scene, id: components.CustomId, reply: Reply) -> None:
    """Refuse an old control; a control of an action stays valid while the action is open."""
    standing = scene.standing
    service.seat(scene, reply.interaction)
    if standing.record.archived:
        raise Refused("archived")
    if not standing.waiting:
        raise Refused("game_over" if standing.record.phase == "ended" else "stale")
    same_stage = (id.address.epoch, id.address.stage) == (standing.address.epoch, standing.address.stage)
    is_open = id.address == standing.address or (same_stage and isinstance(standing.waiting, requests.NextAction))
    if not is_open or standing.record.channel_id != reply.channel_id:
        raise Refused("stale")


# What a control can do -----------------------------------------------------------------------------------


async def give_usual(touch: Touch) -> None:
    """Give the usual answer to the question or a part; an outdated panel of one's own first shows the new one."""
    if not touch.path and touch.reply.is_ephemeral and _is_outdated_panel(touch):
        await _redraw(touch)
        return
    if not touch.path and touch.id.option == ALL:
        await play.answer_for_all(touch.service, touch.reply, touch.scene, touch.id)
        return
    if not touch.path:
        await answer_or_ask_owners(touch.service, touch.reply, touch.scene, None, touch.id, usual=True)
        return
    value = touch.scene.usual(touch.request, touch.seat)
    if value is None:
        raise Refused("no_usual")
    await _settle(touch, value)


async def second(touch: Touch) -> None:
    """Vote for somebody's proposal, if it still has a vote."""
    values = [vote.value for vote in touch.scene.standing.votes if proposal_token(vote.value) == touch.id.option]
    if not values:
        raise Refused("stale")
    await _settle(touch, values[0])


async def pick(touch: Touch) -> None:
    """Pick one option, by button or select."""
    wanted = touch.values[0] if touch.values else touch.id.option
    if wanted == MORE:
        await _open_beside(touch)
        return
    match touch.request:
        case requests.NextAction() if wanted == PREPARE:
            await _prepare(touch, touch.request)
        case requests.NextAction() if wanted[:1] == "@":
            own = seats_of(touch.scene.record, touch.reply.user_id) if touch.reply.is_public else ()
            some = only_kind(touch.request, touch.scene.plain, wanted, own or [touch.seat])
            await _open_beside(touch, some)
        case requests.NextAction():
            await _act(touch, touch.request, wanted)
        case requests.Choose(options=options) | requests.Draw(offered=options):
            await _settle(touch, _find_option(options, wanted))
        case requests.Amount() if wanted.isdecimal():
            await _settle(touch, int(wanted))
        case requests.Roll() if wanted.isdecimal():
            await _settle(touch, [int(wanted)])
        case _:
            raise Refused("stale")


async def let_fall(touch: Touch) -> None:
    """Let the bot roll the dice."""
    await play.let_fall(touch.service, touch.reply, touch.scene, touch.id)


async def _act(touch: Touch, request: requests.NextAction, wanted: str) -> None:
    action = action_at(request, wanted, touch.seat)
    if not action.ask:
        await _settle_if_sure(touch, action.option)
        return
    deeper = touch.id.to("open", step="a" + components.token(action.option.id))
    inner = replace(touch, id=deeper, request=action.ask)
    await (_open_beside(inner) if touch.values else open_panel(inner))


async def _settle_if_sure(touch: Touch, option: requests.Option) -> None:
    """Take an action; one with the words ``sure.LABEL`` asks first whether it is meant."""
    narrator = own_scene(touch.scene, touch.reply).narrator
    asked = narrator.first_known(f"sure.{option.label}", **option.facts)
    if not asked or touch.id.verb == SURE:
        await _settle(touch, [option.id])
        return
    yes = components.Press(
        touch.id.to(SURE, components.token(option.id)), narrator.plain.say("button.sure"), ButtonStyle.danger
    )
    if touch.values:
        await _show_menu_anew(touch)
    await touch.reply.whisper(Shown(asked, components.view([yes])), slot="panel")


async def _open_beside(touch: Touch, some: requests.NextAction | None = None) -> None:
    """Open a panel after a pick in a menu; ``some``: with these actions, which may be of several of one's seats."""
    await _show_menu_anew(touch)
    if some:
        touch = replace(touch, request=some, seat=touch.id.seat or requests.PARTY)
    await _show_panel(touch)


async def _prepare(touch: Touch, asked: requests.NextAction) -> None:
    """Show the preparations that are picked in a menu, below a button that takes them."""
    if not touch.values:
        await _settle(touch, [PREPARE])
        return
    await _show_menu_anew(touch)
    narrator = own_scene(touch.scene, touch.reply).narrator
    values = touch.scene.preparations(asked, touch.seat)
    if not values:
        raise Refused("nothing_to_prepare")
    lines = [f"- {words.answer_in_words(narrator, asked, value, touch.seat)}" for value in values]
    yes = components.Press(touch.id.to("pick", PREPARE), narrator.plain.say("button.prepare"), ButtonStyle.primary)
    said = "\n".join([narrator.say("prepare.list"), *lines])
    await touch.reply.whisper(Shown(clip(said, components.CONTENT), components.view([yes])), slot="panel")


async def _show_menu_anew(touch: Touch) -> None:
    """Redraw a question's menu, because a client sends no pick twice."""
    reply, scene = touch.reply, touch.scene
    if reply.is_public and touch.id.address == scene.address:
        again = replace(scene, mark=f".{reply.interaction.id % 10**9}")
        async with touch.service.posting.lock(touch.id.game):
            await touch.service.posting.show(again, Sitting(touch.seat, reply))


async def pick_several(touch: Touch) -> None:
    """Pick several options of a select."""
    if not isinstance(touch.request, requests.ChooseSome):
        raise Refused("stale")
    picked = [_find_option(touch.request.options, value) for value in touch.values]
    if touch.id.option:
        await _some_of_many(touch, touch.request, picked)
    else:
        await _settle(touch, picked)


async def _some_of_many(touch: Touch, request: requests.ChooseSome, picked: list[str]) -> None:
    """Store the picks of one of a field's menus; the others stay, and the sum is checked when the
    answer is sent.
    """
    parent = _parent_form(touch)
    start = touch.id.option.removeprefix("@")
    if not isinstance(parent.request, requests.Form) or not start.isdecimal():
        raise Refused("stale")
    here = request.options[int(start) : int(start) + components.PER_SELECT]
    draft = await touch.draft()
    values = form_values(touch.scene, parent.request, parent.path, touch.seat, draft)
    kept = values[field_at(parent.request, touch.path[-1]).name] or ()
    others = [item for item in kept if item not in {option.id for option in here}]
    await _keep(touch, "", [*others, *picked])
    await _redraw(parent)


async def open_panel(touch: Touch) -> None:
    """Show the question to this person alone, as a modal or a panel."""
    whom = () if touch.reply.is_ephemeral else to_choose_from(touch.scene, touch.reply.user_id)
    if whom and not touch.path:
        await touch.reply.whisper(for_whom(own_scene(touch.scene, touch.reply), touch.id, whom), slot="panel")
        return
    if isinstance(touch.request, requests.Amount | requests.Text | requests.Roll):
        await open_modal(touch)
        return
    await _show_panel(touch)


async def open_modal(touch: Touch) -> None:
    """Open the modal with one text field."""
    plain, request = touch.scene.plain, touch.request
    if isinstance(request, requests.Form):
        value, hint, longest = (await touch.draft()).get(draft_key(touch.path, LINE), ""), "form", LONGEST_SHEET
    else:
        usual = touch.scene.usual(request, touch.seat)
        value, hint, longest = "" if usual is None else usual, type(request).__name__.lower(), _longest_text(touch)
    line = components.Line(plain.say(f"hint.{hint}", **words.facts_of(request)), longest=longest, value=str(value))
    await touch.reply.modal(components.modal(touch.id.to("enter"), words.form_title(plain, request), line))


async def enter(touch: Touch) -> None:
    """Handle a sent modal with one text field; a whole sheet may stand in any field of its form."""
    typed = touch.values[0] if touch.values else ""
    form = touch if isinstance(touch.request, requests.Form) else _form_around(touch)
    if form and (form is touch or is_form_line(touch.scene.narrator, form.request, typed)):
        await _enter_line(form, typed)
        return
    await _settle(
        touch,
        parse_answer(touch.scene.narrator, touch.request, typed, touch.scene.usual(touch.request, touch.seat)),
    )


async def _enter_line(touch: Touch, typed: str) -> None:
    """Fill in a form from one line; if it cannot be sent, the panel says why and the modal keeps the line."""
    scene, form, path = touch.scene, touch.request, touch.path
    assert isinstance(form, requests.Form)
    before = form_values(scene, form, path, touch.seat, await touch.service.draft(scene, touch.seat))
    values: Any = {}
    try:
        values = parse_answer(scene.narrator, form, typed, before)
        judge(form, values, touch.seat)
    except Refused as refusal:
        await _keep(touch, LINE, typed)
        for field, step in zip(form.fields, form_steps(form), strict=True):
            if values.get(field.name) not in (None, before.get(field.name)):
                await _keep(replace(touch, id=touch.id.to(touch.id.verb, step=step)), "", values[field.name])
        draft, amiss = await touch.service.draft(scene, touch.seat), with_hints(scene.narrator, form, refusal)
        await touch.reply.show(panel(own_scene(scene, touch.reply), form, path, touch.seat, draft, amiss=amiss))
        return
    await _settle(touch, values)


async def turn_page(touch: Touch) -> None:
    """Show another page of a form."""
    await _show_panel(touch, int(touch.id.option) if touch.id.option.isdecimal() else 0)


async def pick_member(touch: Touch) -> None:
    """Pick the member of a marching order to place next."""
    request = _require_formation(touch)
    who = components.find_token([member.id for member in request.members], touch.values[0]) if touch.values else None
    if who is None:
        raise Refused("stale")
    await _keep(touch, "who", who)
    await _redraw(touch)


async def place_member(touch: Touch) -> None:
    """Move the picked member to a rank."""
    request = _require_formation(touch)
    draft = await touch.draft()
    who = draft.get(draft_key(touch.path, "who"))
    if who is None or not touch.id.option.isdecimal():
        raise Refused("formation_who")
    ranks = move_to_rank(drafted_ranks(request, touch.path, draft), str(who), int(touch.id.option))
    await _keep(touch, "ranks", ranks)
    await _redraw(touch)


async def send_draft(touch: Touch) -> None:
    """Send the drafted answer."""
    draft = await touch.draft()
    match touch.request:
        case requests.Form():
            await _settle(touch, form_values(touch.scene, touch.request, touch.path, touch.seat, draft))
        case requests.Formation():
            await _settle(touch, drafted_ranks(touch.request, touch.path, draft))
        case _:
            raise Refused("stale")


# Storing a value: as a draft, a ruling or an answer ------------------------------------------------------


async def _settle(touch: Touch, value: Value) -> None:
    path = touch.path
    if path and path[-1][:1] == "f":
        judge(touch.request, value, touch.seat)
        await _keep(touch, "", value)
        await _redraw(_parent_form(touch))
        return
    if touch.seat == requests.GM:
        await gm_rulings.take_answer(touch.service, touch.reply, touch.scene, path, value)
        return
    whole = answer_to_whole(touch.part, path, value)
    await answer_or_ask_owners(touch.service, touch.reply, touch.scene, whole, touch.id)


async def _keep(touch: Touch, aspect: str, value: Value) -> None:
    standing, seat = touch.scene.standing, touch.seat
    key, at = draft_key(touch.path, aspect), draft_address(standing, seat)
    await touch.service.sessions.put_draft(standing.record.id, at, seat, key, value)


async def _redraw(touch: Touch) -> None:
    """Show the panel again, a form at the page of the field that the control names."""
    form, step = touch.request, touch.id.option
    await _show_panel(touch, page_of(form, step) if isinstance(form, requests.Form) and step else 0)


async def _show_panel(touch: Touch, page: int = 0) -> None:
    scene = own_scene(touch.scene, touch.reply)
    await touch.reply.show(panel(scene, touch.request, touch.path, touch.seat, await touch.draft(), page))


VERBS: Mapping[str, Verb] = {
    "usual": give_usual,
    "pick": pick,
    SECOND: second,
    SURE: pick,
    FALL: let_fall,
    "some": pick_several,
    "open": open_panel,
    "type": open_modal,
    "enter": enter,
    "page": turn_page,
    "who": pick_member,
    "place": place_member,
    "send": send_draft,
}


def _wanted_action_id(scene: Scene, id: components.CustomId, values: tuple[str, ...]) -> str:
    if not isinstance(scene.waiting, requests.NextAction):
        return ""
    sign = id.path[0][1:] if id.path else values[0] if values else id.option
    return components.find_token([action.option.id for action in scene.waiting.actions], sign) or ""


def _is_outdated_panel(touch: Touch) -> bool:
    standing = touch.scene.standing
    return (touch.id.address, touch.id.beside) != (standing.address, standing.beside.count(touch.seat))


def _parent_form(touch: Touch) -> Touch:
    """Return the form around a field; its option names the field, so that the same page is shown again."""
    path, step = touch.path[:-1], touch.path[-1]
    form = question_at(touch.part, path, touch.seat)
    id = replace(touch.id, verb="open", path=path, option=step)
    return replace(touch, id=id, request=form)


def _form_around(touch: Touch) -> Touch | None:
    """Return the form whose field a control belongs to, if people may type the form in one line; else None."""
    if not (touch.path and touch.path[-1][:1] == "f" and isinstance(touch.request, requests.Text)):
        return None
    parent = _parent_form(touch)
    return parent if isinstance(parent.request, requests.Form) and takes_line(parent.request) else None


def _find_option(options: Any, wanted: str) -> str:
    found = components.find_token([option.id for option in options], wanted)
    if found is None:
        raise Refused("no_such_option", option=wanted)
    return found


def _require_formation(touch: Touch) -> requests.Formation:
    if not isinstance(touch.request, requests.Formation):
        raise Refused("stale")
    return touch.request


def _longest_text(touch: Touch) -> int:
    """Return the room of the text field; where a form may be typed in one line, each field has room for the line, so
    that the client cuts nothing.
    """
    if _form_around(touch):
        return LONGEST_SHEET
    return touch.request.longest if isinstance(touch.request, requests.Text) else 100


HANDLERS: Handlers = dict.fromkeys([*VERBS, components.WHY, GUESTS], on_press)
