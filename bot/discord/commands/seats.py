"""Seats at the table: join, leave, hand over a seat, free the seat of an absent player, change people without account.

Custom ids: ``seat`` with the path ``leave``, ``join/<seat>``, ``hand/<seat>/<friend>`` or ``people/<seat>``, and the
wanted action as option.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord import ButtonStyle

from bot.acts import accountless_seats, seating
from bot.acts.seating import known_seat
from bot.discord.commands import lobby
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.registering import Completion, Handlers, ShortText, command, open_table_of
from bot.discord.commands.service import TableService
from bot.discord.commands.zones import ask_zone
from bot.discord.direct import say
from bot.discord.prompts.components import CustomId, Line, Press, modal, view
from bot.discord.prompts.open_question import Scene, is_out
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.typed import one_of
from bot.session.lobby import must_be_open
from bot.table.authority import in_person_seats, is_named_master, is_set_aside, present_seats
from bot.table.records import Accepted, SeatRecord
from bot.words.matching import Offer, matching_offers
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

VERB = "seat"


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str] = ()) -> None:
    """Handle a button of these commands, or a typed name."""
    scene = await open_table_of(service, reply, id)
    match id.path, id.option:
        case ("leave",), "leave" | "stay":
            await _leave_or_stay(service, reply, scene, stay=id.option == "stay")
        case ("join", seat), "sit" | "look":
            if id.option == "sit":
                await _sit(service, reply, scene, seat)
            else:
                await reply.update(scene.narrator.say("seats.looking"))
        case ("hand", seat, friend), "take":
            await _take(service, reply, scene, seat, friend)
        case ("hand", seat, _), "withdraw":
            await _withdraw(service, reply, scene, seat)
        case ("people", seat), "name" if not values:
            await _open_name(service, reply, scene, id, seat)
        case ("people", seat), "name":
            await _change_people(service, reply, scene, seat, name=values[0])
        case ("people", seat), "aside" | "back":
            await _change_people(service, reply, scene, seat, plays=id.option == "back")
        case _:
            raise Refused("stale")


# Sitting down --------------------------------------------------------------------------------------------


async def _join(service: TableService, reply: Reply, seat: ShortText = "") -> None:
    """Take a seat: a new one before the game, a free one later."""
    scene, user = await service.here(reply), reply.interaction.user
    if scene.record.phase != "playing":
        await lobby.post(service, reply, await lobby.seat(service, reply.interaction, join=True))
        await ask_zone(service, reply)
        return
    seat = one_of(names_of_seats(scene, lambda _: True), seat) if seat else ""
    known = await known_seat(service.store, scene.rules, scene.record, user.id)
    sit = _ask if scene.rules.rivals and not known else _sit
    try:
        await sit(service, reply, scene, seat)
    except Refused as refusal:
        if refusal.reason != "seats_fixed" or not is_named_master(scene.record, user.id):
            raise
        people = _people(scene)  # to let somebody who comes late share a seat
        await reply.whisper(Shown(f"{scene.narrator.say('refused.seats_fixed')}\n{people.content}", people.view))


async def _ask(service: TableService, reply: Reply, scene: Scene, wanted: Seat) -> None:
    """Ask for confirmation: among rivals a new player sees the seat's secrets, so the choice is final."""
    must_be_open(scene.standing)
    user_id, store = reply.user_id, service.store
    seat = await seating.place_for(store, scene.rules, scene.standing, user_id, wanted)
    shown = [
        _button(scene, ("join", seat), "sit", ButtonStyle.success),
        _button(scene, ("join", seat), "look", ButtonStyle.secondary),
    ]
    await reply.whisper(Shown(scene.narrator.say("seats.for_good", seat=seat), view(shown)))


async def _sit(service: TableService, reply: Reply, scene: Scene, seat: Seat) -> None:
    game_id, user = scene.game_id, reply.interaction.user
    accepted = await seating.join(
        service.sessions, game_id, user.id, user.display_name, reply.interaction_id, seat, user.name
    )
    now = service.scene(accepted.standing)
    async with service.best_effort(now.standing.record.id):
        said = now.narrator.say("seats.yours")
        await (reply.update(said) if reply.is_ephemeral else reply.whisper(said))
    await _tell(service, accepted)
    await ask_zone(service, reply)


async def _tell(service: TableService, accepted: Accepted) -> None:
    """Post the story; an unchanged question now names its new players."""
    await service.posting.deliver(accepted.standing.record.id)


# Getting up ----------------------------------------------------------------------------------------------


async def _leave(service: TableService, reply: Reply) -> None:
    """Leave the seat: at once before the game, after a confirmation later."""
    scene = await service.here(reply)
    if scene.record.phase != "playing":
        await _leave_lobby(service, reply)
        return
    seat, record = _seat_of_user(scene, reply.user_id), scene.record
    if is_out(scene, reply.user_id):
        sure = "seats.sure_out"
    elif not seating.autopilot_takes(record, seat):
        sure = "seats.sure_table"
    else:
        sure = "seats.sure" if set(present_seats(record)) - {seat} else "seats.sure_last"
    shown = [
        _button(scene, ("leave",), "leave", ButtonStyle.danger),
        _button(scene, ("leave",), "stay", ButtonStyle.secondary),
    ]
    await reply.whisper(Shown(scene.narrator.say(sure), view(shown)))


async def _leave_lobby(service: TableService, reply: Reply) -> None:
    standing = await lobby.seat(service, reply.interaction, join=False)
    if standing.record.phase == "ended":
        await reply.post(Shown(service.scene(standing).narrator.say("lobby.empty")))
        await lobby.close(service, reply, standing)
    else:
        await lobby.post(service, reply, standing)


async def _leave_or_stay(service: TableService, reply: Reply, scene: Scene, *, stay: bool) -> None:
    if stay:
        await reply.update(scene.narrator.say("seats.stayed"))
        return
    game_id = scene.game_id
    accepted = await seating.leave(service.sessions, game_id, reply.user_id, reply.interaction_id)
    async with service.best_effort(game_id):
        left = "seats.left" if present_seats(accepted.standing.record) else "seats.left_empty"
        await reply.update(scene.narrator.say(left))
    await _tell(service, accepted)


# Handing over --------------------------------------------------------------------------------------------


async def _hand(service: TableService, reply: Reply, friend: discord.User, wanted: str = "") -> None:
    """Offer a friend, who alone can take it, one's own seat, or as a game master any seat at a real table."""
    scene = await service.here(reply)
    user_id, game_id = reply.user_id, scene.game_id
    seat = one_of(names_of_seats(scene, lambda _: True), wanted) if wanted else _seat_to_hand(scene, user_id)
    if friend.bot:
        raise Refused("hand_bot")
    if friend.id == user_id:
        await _withdraw(service, reply, scene, seat)
        return
    service.may_call_others(reply.interaction)
    await seating.offer(service.sessions, game_id, user_id, friend.id, reply.interaction_id, seat)
    key = "seats.offered_rivals" if scene.rules.rivals else "seats.offered"
    words = say(key, seat=seat)
    take = _button(scene, ("hand", seat, str(friend.id)), "take", ButtonStyle.success)
    withdraw = _button(scene, ("hand", seat, str(friend.id)), "withdraw", ButtonStyle.secondary)
    ping = await service.posting.direct.call(scene, [friend.id], words)
    await reply.post(Shown(words(scene, friend.id), view([take, withdraw]), ping))


async def _withdraw(service: TableService, reply: Reply, scene: Scene, seat: Seat) -> None:
    user_id, game_id = reply.user_id, scene.game_id
    await seating.withdraw_offer(service.sessions, game_id, user_id, reply.interaction_id, seat)
    async with service.best_effort(game_id):
        said = scene.narrator.say("seats.withdrawn", seat=seat)
        await (reply.update(said) if reply.interaction.message else reply.post(Shown(said)))


async def _take(service: TableService, reply: Reply, scene: Scene, seat: Seat, friend: str) -> None:
    game_id = scene.game_id
    if str(reply.user_id) != friend:
        raise Refused("hand_not_yours")
    user = reply.interaction.user
    accepted = await seating.hand_over(
        service.sessions, game_id, seat, user.id, user.display_name, reply.interaction_id, user.name
    )
    async with service.best_effort(game_id):
        await reply.update(service.scene(accepted.standing).narrator.say("seats.handed", seat=seat))
    await _tell(service, accepted)


# People at a real table ----------------------------------------------------------------------------------


async def _hand_or_change(
    service: TableService,
    reply: Reply,
    to: discord.User | None = None,
    seat: ShortText = "",
    name: ShortText = "",
    tonight: bool | None = None,
) -> None:
    """Hand a seat over, or as a game master change who plays it at the real table; without words, list them."""
    if to:
        if name or tonight is not None:
            raise Refused("hand_or_name")
        await _hand(service, reply, to, seat)
        return
    scene = await service.here(reply)
    record, user_id = scene.record, reply.user_id
    if not (record.habits.in_person and is_named_master(record, user_id)):
        raise Refused("hand_to_whom")
    must_be_open(scene.standing)
    if not (name or tonight is not None):
        await reply.whisper(_people(scene), slot="panel")
        return
    seats = names_of_seats(scene, lambda this_seat: not (this_seat.user_id or this_seat.computer))
    if not seat:
        raise Refused("hand_whose", who=tuple(seats))
    await _change_people(service, reply, scene, one_of(seats, seat), name=name, plays=tonight)


async def _open_name(service: TableService, reply: Reply, scene: Scene, id: CustomId, seat: Seat) -> None:
    plain = scene.plain
    line = Line(plain.say("seats.name"), longest=lobby.LONGEST_NAMES, value=str(plain.seat(seat)))
    await reply.modal(modal(id, plain.say("lobby.people"), line))


async def _change_people(
    service: TableService, reply: Reply, scene: Scene, seat: Seat, *, name: str = "", plays: bool | None = None
) -> None:
    sessions, game_id = service.sessions, scene.game_id
    user_id, interaction_id = reply.user_id, reply.interaction_id
    if name and plays is not None:
        raise Refused("hand_or_name")
    if name:
        accepted = await accountless_seats.rename(sessions, game_id, user_id, interaction_id, seat, name)
    elif plays:
        accepted = await accountless_seats.bring_back(sessions, game_id, user_id, interaction_id, seat)
    else:
        accepted = await accountless_seats.set_aside(sessions, game_id, user_id, interaction_id, seat)
    async with service.best_effort(game_id):
        await reply.show(_people(service.scene(accepted.standing)))
    await _tell(service, accepted)


# Somebody is gone ----------------------------------------------------------------------------------------


async def _kick(service: TableService, reply: Reply, player: ShortText) -> None:
    """Propose to the others to free the seat of a player who does not answer."""
    scene = await service.here(reply)
    service.seat(scene, reply.interaction)  # refuses strangers
    seat = one_of(names_of_seats(scene, lambda this_seat: bool(this_seat.user_id)), player)
    await open_ballot(service, reply, seating.kick_proposal(seat))


# As commands -------------------------------------------------------------------------------------------------


def _offers(offered: Callable[[Scene, int], dict[str, list[str]]]) -> Completion:
    async def offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
        names = offered(await service.here(interaction), interaction.user.id)
        return matching_offers([(known[0], seat) for seat, known in names.items()], begun)

    return offers


def _button(scene: Scene, path: tuple[str, ...], option: str, style: ButtonStyle) -> Press:
    label = scene.plain.say(f"button.{VERB}.{path[0]}.{option}")
    return Press(scene.id(VERB, path, option), label, style)


def _seat_to_hand(scene: Scene, user_id: int) -> Seat:
    """Return the person's own seat; a game master without one has to name a seat of the real table."""
    record = scene.record
    there = in_person_seats(record) if is_named_master(record, user_id) else ()
    if there and record.seat_of(user_id) is None:
        raise Refused("hand_whose", who=there)
    return _seat_of_user(scene, user_id)


def _seat_of_user(scene: Scene, user_id: int) -> Seat:
    seat = scene.record.seat_of(user_id)
    if seat is None:
        raise seating.stranger(scene.record)
    return seat


def names_of_seats(scene: Scene, fits: Callable[[SeatRecord], bool]) -> dict[str, list[str]]:
    """Return the names of the seats that fit, by seat."""
    plain = scene.plain
    return {seat.seat: [str(plain.seat(seat.seat))] for seat in scene.record.seats if fits(seat)}


def _free_seat_names(scene: Scene, user_id: int) -> dict[str, list[str]]:
    free = seating.free_seats(scene.record) if scene.record.phase == "playing" else ()
    return names_of_seats(scene, lambda seat: seat.seat in free)


def _seat_names_of_master(scene: Scene, user_id: int) -> dict[str, list[str]]:
    record = scene.record
    seats = in_person_seats(record) if is_named_master(record, user_id) else ()
    return names_of_seats(scene, lambda seat: seat.seat in seats or (bool(seats) and is_set_aside(seat)))


def _people(scene: Scene) -> Shown:
    """Return who plays at the real table, with buttons for another name and for this evening."""
    record, plain = scene.record, scene.plain
    buttons = []
    for seat in record.seats:
        if seat.seat in in_person_seats(record) or is_set_aside(seat):
            change = "back" if is_set_aside(seat) else "aside"
            for option in ("name", change):
                label = plain.say(f"button.{VERB}.people.{option}", who=seat.seat)
                buttons.append(Press(scene.id(VERB, ("people", seat.seat), option), label))
    return Shown(scene.narrator.say("seats.people"), view(buttons))


def _other_seat_names(scene: Scene, user_id: int) -> dict[str, list[str]]:
    there = present_seats(scene.record)
    return names_of_seats(scene, lambda seat: seat.seat in there and seat.user_id != user_id)


HANDLERS: Handlers = {VERB: on_press}
every_seat = _offers(lambda scene, user_id: names_of_seats(scene, lambda _: True))
"""Completes the name of a player."""

COMMANDS = (
    command("game.join", _join, public=True, seat=_offers(_free_seat_names)),
    command("game.leave", _leave, public=True),
    command("game.hand", _hand_or_change, public="to", seat=_offers(_seat_names_of_master)),
    command("game.kick", _kick, public=True, player=_offers(_other_seat_names)),
)
"""The sub-commands of ``/game`` about seats."""
