"""The lobby: the players, the house rules, and the start of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from discord.abc import Messageable
from msgspec.structs import replace

from bot.acts.accountless_seats import LONGEST_NAME, invite, seat_people, send_away
from bot.acts.table_settings import agree, choose_game
from bot.discord.channels import must_have_permissions
from bot.discord.commands.finding import own_scene
from bot.discord.commands.registering import Handlers, open_table_of
from bot.discord.commands.service import TableService
from bot.discord.commands.zones import ask_zone
from bot.discord.direct import say
from bot.discord.prompts.components import CONTENT, CustomId, Line, Menu, Pick, find_token, modal, token, view
from bot.discord.prompts.lobby import HOUSE, LENGTH, begun_text, lobby, settings
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import page_buttons
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.sitting import Sitting
from bot.session.lobby import LOBBY, PLACE, is_free_to_agree, leader_name
from bot.table.records import Standing
from bot.words import house_rules
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.errors import Refused
from rules.kernel.turns import PACE

LONGEST_NAMES = 10 * LONGEST_NAME
"""Maximum characters of all names typed at once."""


async def post(
    service: TableService, reply: Reply, standing: Standing, said: str = "", ping: Sequence[int] = ()
) -> None:
    """Post the lobby as a new message, and remove the buttons of the older one.

    ``said``: text above it until it changes; it pings the people in ``ping``.
    """
    shown = lobby(service.scene(standing), service.games)
    if said:
        shown = replace(shown, content=f"{said}\n\n{shown.content}", ping=ping)
    message_id = await reply.post(shown)
    async with service.best_effort(standing.record.id):
        await _note_newest(service, standing, message_id)


async def post_in(service: TableService, place: Messageable, standing: Standing) -> None:
    """Post the lobby in a thread of its own."""
    shown = lobby(service.scene(standing), service.games)
    await _note_newest(service, standing, (await place.send(shown.content, view=shown.view)).id)


async def _note_newest(service: TableService, standing: Standing, message_id: int) -> None:
    async with service.posting.lock(standing.record.id):
        older = await _strip(service, standing, message_id)
        await service.store.forget_prompts(standing.record.id, older)
        await service.sessions.note_prompt(standing.record.id, PLACE, LOBBY, message_id)


async def _strip(service: TableService, standing: Standing, but: int) -> list[int]:
    """Remove the buttons of all known lobby messages except one; return their ids."""
    known = await service.store.prompts(standing.record.id)
    older = [prompt.message_id for prompt in known if prompt.key == LOBBY and prompt.message_id != but]
    for message_id in older:
        await service.posting.edit(service.scene(standing), message_id, view=None)
    return older


async def redraw(service: TableService, game_id: str) -> None:
    """Update the lobby message after a change made elsewhere."""
    async with service.best_effort(game_id), service.posting.lock(game_id):
        scene = await service.game(game_id)
        if scene.record.phase == "lobby":
            shown = lobby(scene, service.games)
            for prompt in await service.store.prompts(game_id):
                if prompt.key == LOBBY:
                    await service.posting.edit(scene, prompt.message_id, content=shown.content, view=shown.view)


async def close(service: TableService, reply: Reply, standing: Standing) -> None:
    """Remove the buttons of all lobby messages; the pressed one has lost them already."""
    pressed = reply.interaction.message.id if reply.interaction.message else 0
    async with service.best_effort(standing.record.id), service.posting.lock(standing.record.id):
        older = await _strip(service, standing, pressed)
        await service.store.forget_prompts(standing.record.id, [*older, pressed])


async def on_lobby_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str] = ()) -> None:
    """Handle a button of the lobby, or typed names."""
    scene, may = await _before_the_game(service, reply, id), reply.interaction.permissions.manage_channels
    by = (service.sessions, id.game, reply.user_id, reply.interaction_id)
    match id.option:
        case "people" if not values:
            plain, record = scene.plain, scene.record
            names = ", ".join(seat.name for seat in record.seats if not (seat.user_id or seat.computer))
            line = Line(plain.say("lobby.people.names"), longest=LONGEST_NAMES, value=names)
            await reply.modal(modal(id, plain.say("lobby.people"), line))
        case "people":
            await _refresh(service, reply, await seat_people(*by, values[0]))
        case "join" | "leave":
            await _refresh(service, reply, await seat(service, reply.interaction, join=id.option == "join"))
            if id.option == "join":
                await ask_zone(service, reply)
        case "settings":
            await reply.whisper(settings(scene), slot="panel")
        case "start" | "quick":
            await start(service, reply, quick=id.option == "quick")
        case "game":
            chosen = await choose_game(*by, "".join(values), may=may)
            await _refresh(service, reply, chosen)
            gone = {name: value for name, value in scene.record.options.items() if name not in chosen.record.options}
            if rules := house_rules.differences_in_words(scene.narrator, scene.rules, gone):
                await reply.whisper(scene.narrator.say("lobby.dropped", rules=rules), slot="said")
        case "send_away":
            await _refresh(service, reply, await send_away(*by, may=may))
        case "careful" | "easy" as kind:
            await _refresh(service, reply, await invite(*by, kind, may=may))
        case _:
            raise Refused("stale")


async def _before_the_game(service: TableService, reply: Reply, id: CustomId) -> Scene:
    """Return the table of a lobby control; refuses in another channel and after the start of the game."""
    scene = own_scene(await open_table_of(service, reply, id), reply)
    if scene.record.phase != "lobby":
        raise Refused("already_started" if scene.record.phase == "playing" else "game_over")
    return scene


async def seat(service: TableService, interaction: Interaction, *, join: bool) -> Standing:
    """Join or leave the table."""
    channel, user = interaction.channel_id or 0, interaction.user
    if join:
        standing = await service.sessions.join(channel, user.id, user.display_name, interaction.id, user.name)
        _tell_opener(service, service.scene(standing), user.id)
        return standing
    return await service.sessions.leave(channel, user.id, interaction.id)


def _tell_opener(service: TableService, scene: Scene, user_id: int) -> None:
    """Call in the background who opened the table, because somebody has joined, or because it is full now."""
    record = scene.record
    if user_id == record.leader_id:
        return
    words = say(
        "lobby.full" if len(record.seats) == scene.rules.seats[1] else "lobby.joined", seat=record.seat_of(user_id)
    )
    with suppress(Refused):  # who comes and goes calls nobody again
        service.limits.take("joined", user_id, of=record.id)
        nonce = f"{record.id}j{user_id % 10**9}"
        service.in_flight.begin(service.posting.call(scene, words, record.leader_id, nonce))


async def _refresh(service: TableService, reply: Reply, standing: Standing) -> None:
    """Update the pressed lobby message, or after a press in one person's message the lobby."""
    if reply.is_ephemeral:
        await reply.acknowledge()
        await redraw(service, standing.record.id)
    elif standing.record.phase == "ended":
        await reply.update(service.scene(standing).narrator.say("lobby.empty"))
        await close(service, reply, standing)
    else:
        shown = lobby(service.scene(standing), service.games)
        await reply.update(shown.content, shown.view)


async def start(service: TableService, reply: Reply, *, quick: bool) -> None:
    """Start the game and deliver the story and the first question; refuses if the bot could not post them."""
    must_have_permissions(reply.interaction)
    accepted = await service.sessions.start(reply.channel_id, reply.user_id, reply.interaction_id, quick=quick)
    said = begun_text(service.scene(accepted.standing))
    async with service.best_effort(accepted.standing.record.id):
        await (reply.update(said) if reply.interaction.message else reply.post(Shown(said)))
    await close(service, reply, accepted.standing)
    await service.deliver(reply, accepted.standing.record.id, Sitting(accepted.seat))


LOBBY_HANDLERS: Handlers = {"lobby": on_lobby_press}


PER_PAGE = 4
"""Switches on a page; the fifth row of the message is for paging."""


async def on_house_rule_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle the lobby's button, a page button, or a new value of a switch."""
    scene = await _before_the_game(service, reply, id)
    if not id.path:
        await _show_panel(reply, scene, f"o{id.option}" if id.option in (PACE, LENGTH) else "p0")
    elif not values:
        await _show_panel(reply, scene, f"p{id.option}")
    else:
        await _agree_and_show(service, reply, scene, id, values[0])


async def _agree_and_show(service: TableService, reply: Reply, scene: Scene, id: CustomId, wanted: str) -> None:
    switches, may = scene.rules.switches, reply.interaction.permissions.manage_channels
    switch = find_token(switches, id.option) or id.option
    value = find_token(switches.get(switch, ()), wanted) or wanted
    interaction_id = reply.interaction_id
    try:
        agreed = agree(service.sessions, id.game, reply.user_id, interaction_id, switch, value, may=may)
        scene = own_scene(service.scene(await agreed), reply)
    finally:  # also after a refusal, so that the menu says again what is in force
        async with service.best_effort(id.game):
            await _show_panel(reply, scene, id.path[1] if len(id.path) > 1 else "p0")
    await redraw(service, id.game)


async def _show_panel(reply: Reply, scene: Scene, step: str) -> None:
    may = reply.interaction.permissions.manage_channels
    free = is_free_to_agree(scene.record, reply.user_id, may)
    await reply.show(panel(scene, step, reply.interaction_id, free=free))


def panel(scene: Scene, shown: str, mark: int, *, free: bool = True) -> Shown:
    """Return a panel of switches with explanations.

    ``shown``: ``p2`` is the third page; ``opace`` and ``olength`` show only the switch with its own button. ``free``:
    the reader may change the switches.
    """
    narrator, switches = scene.narrator, list(scene.rules.switches)
    pages = -(-len(switches) // PER_PAGE)
    page, head = min(int(shown[1:]) if shown[1:].isdecimal() else 0, pages - 1), "house_rules.panel"
    here = switches[page * PER_PAGE : (page + 1) * PER_PAGE]
    if shown == f"o{PACE}":
        here, pages, head = [PACE], 1, "house_rules.pace"
    elif shown == f"o{LENGTH}" and scene.rules.length:
        here, pages, head = [scene.rules.length.switch], 1, "house_rules.length"
    place = ("m", shown, f"x{mark % 10**9}")
    title = narrator.say(
        f"{head}.one_pages" if head == "house_rules.panel" and pages == 1 else head, page=page + 1, pages=pages
    )
    how = narrator.say("house_rules.change" if free else "house_rules.read", who=leader_name(scene.record))
    text = "\n".join([f"{title} {how}", *_switch_lines(narrator, scene, here)])
    turns = page_buttons(narrator, scene.id(HOUSE, place[:1]), page, pages)
    return Shown(
        clip(text, CONTENT),
        view(turns, [switch_menu(scene, switch, scene.id(HOUSE, place, token(switch))) for switch in here if free]),
    )


def _switch_lines(narrator: Narrator, scene: Scene, switches: Sequence[str]) -> Iterator[str]:
    values = in_force(scene)
    others = house_rules.different_from_usual(scene.rules, values)
    for switch in switches:
        said = house_rules.rule_in_words(narrator, switch, values[switch])
        note = narrator.first_known(f"house.{switch}.note")
        marked = f"**{said}**" if switch in others else said
        yield narrator.say("house_rules.line", switch=Said(marked), note=note) if note else f"- {marked}"
        if switch == PACE and len(switches) == 1:
            yield narrator.say("house_rules.book")
            yield from house_rules.meaning_of_book(narrator, scene.rules)


def switch_menu(scene: Scene, switch: str, id: CustomId) -> Menu:
    """Return the menu with the values of a switch."""
    plain, values = scene.plain, scene.rules.switches[switch]
    title, now = plain.say(f"house.{switch}"), in_force(scene)[switch]
    usual = house_rules.usual_values(scene.rules, scene.record.options)[switch]
    picks = [
        Pick(
            token(value),
            house_rules.value_in_words(plain, switch, value),
            " · ".join(
                filter(None, (plain.say("house_rules.as_usual") * (value == usual), _lasts(scene, switch, value)))
            ),
            value == now,
        )
        for value in values
    ]
    # A phone shows little of a closed menu: the value comes before the name of the switch.
    return Menu(
        id,
        title,
        [replace(pick, label=f"{pick.label} – {title}") if pick.picked else pick for pick in picks],
    )


def _lasts(scene: Scene, switch: str, value: str) -> str:
    """Return the length of the game with this value; '' for switches other than the length."""
    record, length = scene.record, scene.rules.length
    if not length or switch != length.switch:
        return ""
    return house_rules.length_in_words(scene.plain, scene.rules, record.options, len(record.seats), value)


def in_force(scene: Scene) -> dict[str, str]:
    """Return every switch with its value at this table."""
    return house_rules.in_force(scene.rules, scene.record.options)


HOUSE_RULE_HANDLERS: Handlers = {
    HOUSE: on_house_rule_press,
    **{f"lobby:{button}": on_house_rule_press for button in (HOUSE, PACE, LENGTH)},
}
