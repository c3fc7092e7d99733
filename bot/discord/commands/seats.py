"""Seats at the table: join, leave, hand over a seat, free the seat of an absent player, change people without account.

Custom ids: ``seat`` with the path ``leave``, ``join/<seat>``, ``hand/<seat>/<friend>`` or ``people/<seat>``, and the
wanted action as option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice

from bot.acts import accountless_seats, seating
from bot.acts.seating import known_seat
from bot.discord.commands.lobby import LONGEST_NAMES, Lobby
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.registering import Handler, ShortText, choices, localised_description, localised_name, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.components import CustomId, Line, Press, modal, view
from bot.discord.prompts.open_question import Scene, is_out
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.typed import one_of
from bot.discord.sitting import awake_users
from bot.session.lobby import must_be_open
from bot.table.authority import in_person_seats, is_named_master, is_set_aside, present_seats
from bot.table.records import Accepted, SeatRecord
from bot.words.narrator import Said
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

VERB = "seat"
Command = app_commands.Command[Any, ..., None]


class Seats:
    """The commands about seats, and their buttons."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._lobby = Lobby(service)

    async def on_press(self, reply: Reply, id: CustomId, values: Sequence[str] = ()) -> None:
        """Handle a button of these commands, or a typed name."""
        scene = await self._service.pressed(id.game, reply.interaction)
        if scene.standing.record.channel_id != reply.interaction.channel_id:
            raise Refused("stale")
        if scene.standing.record.archived:
            raise Refused("archived")
        match id.path, id.option:
            case ("leave",), "leave" | "stay":
                await self._leave_or_stay(reply, scene, stay=id.option == "stay")
            case ("join", seat), "sit" | "look":
                if id.option == "sit":
                    await self._sit(reply, scene, seat)
                else:
                    await reply.update(scene.narrator.say("seats.looking"))
            case ("hand", seat, friend), "take":
                await self._take(reply, scene, seat, friend)
            case ("hand", seat, _), "withdraw":
                await self._withdraw(reply, scene, seat)
            case ("people", seat), "name" if not values:
                await self._open_name(reply, scene, id, seat)
            case ("people", seat), "name":
                await self._change_people(reply, scene, seat, name=values[0])
            case ("people", seat), "aside" | "back":
                await self._change_people(reply, scene, seat, plays=id.option == "back")
            case _:
                raise Refused("stale")

    # Sitting down --------------------------------------------------------------------------------------------

    async def join(self, reply: Reply, wanted: str = "") -> None:
        """Take a seat: a new one before the game, a free one later."""
        scene, user = await self._service.here(reply.interaction), reply.interaction.user
        if scene.standing.record.phase != "playing":
            await self._lobby.post(reply, await self._lobby.seat(reply.interaction, join=True))
            return
        seat = one_of(_names_of_seats(scene, lambda _: True), wanted) if wanted else ""
        known = await known_seat(self._service.sessions.store, scene.rules, scene.standing.record, user.id)
        if scene.rules.rivals and not known:
            await self._ask(reply, scene, seat)
        else:
            await self._sit(reply, scene, seat)

    async def _ask(self, reply: Reply, scene: Scene, wanted: Seat) -> None:
        """Ask for confirmation: among rivals a new player sees the seat's secrets, so the choice is final."""
        must_be_open(scene.standing.record, scene.standing.waiting)
        user_id, store = reply.interaction.user.id, self._service.sessions.store
        seat = await seating.place_for(store, scene.rules, scene.standing, user_id, wanted)
        shown = [
            _button(scene, ("join", seat), "sit", ButtonStyle.success),
            _button(scene, ("join", seat), "look", ButtonStyle.secondary),
        ]
        await reply.whisper(Shown(scene.narrator.say("seats.for_good", seat=seat), view(shown)))

    async def _sit(self, reply: Reply, scene: Scene, seat: Seat) -> None:
        game_id, user = scene.standing.record.id, reply.interaction.user
        accepted = await seating.join(
            self._service.sessions, game_id, user.id, user.display_name, reply.interaction.id, seat, user.name
        )
        now = self._service.scene(accepted.standing)
        async with self._service.best_effort(now.standing.record.id):
            said = now.narrator.say("seats.yours")
            await (reply.update(said) if reply.is_ephemeral else reply.whisper(said))
        await self._tell(accepted)

    async def _tell(self, accepted: Accepted) -> None:
        """Post the story; an unchanged question now names its new players."""
        await self._service.posting.deliver(accepted.standing.record.id)

    # Getting up ----------------------------------------------------------------------------------------------

    async def leave(self, reply: Reply) -> None:
        """Leave the seat: at once before the game, after a confirmation later."""
        scene = await self._service.here(reply.interaction)
        if scene.standing.record.phase != "playing":
            await self._leave_lobby(reply)
            return
        seat, record = _seat_of_user(scene, reply.interaction.user.id), scene.standing.record
        if is_out(scene, reply.interaction.user.id):
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

    async def _leave_lobby(self, reply: Reply) -> None:
        standing = await self._lobby.seat(reply.interaction, join=False)
        if standing.record.phase == "ended":
            await reply.post(Shown(self._service.scene(standing).narrator.say("lobby.empty"), view()))
            await self._lobby.close(reply, standing)
        else:
            await self._lobby.post(reply, standing)

    async def _leave_or_stay(self, reply: Reply, scene: Scene, *, stay: bool) -> None:
        if stay:
            await reply.update(scene.narrator.say("seats.stayed"))
            return
        game_id, interaction = scene.standing.record.id, reply.interaction
        accepted = await seating.leave(self._service.sessions, game_id, interaction.user.id, interaction.id)
        async with self._service.best_effort(game_id):
            left = "seats.left" if present_seats(accepted.standing.record) else "seats.left_empty"
            await reply.update(scene.narrator.say(left))
        await self._tell(accepted)

    # Handing over --------------------------------------------------------------------------------------------

    async def hand(self, reply: Reply, friend: discord.User | discord.Member, wanted: str = "") -> None:
        """Offer a friend, who alone can take it, one's own seat, or as a game master any seat at a real table."""
        scene, interaction = await self._service.here(reply.interaction), reply.interaction
        user_id, game_id = interaction.user.id, scene.standing.record.id
        seat = one_of(_names_of_seats(scene, lambda _: True), wanted) if wanted else _seat_to_hand(scene, user_id)
        if friend.bot:
            raise Refused("hand_bot")
        if friend.id == user_id:
            await self._withdraw(reply, scene, seat)
            return
        self._service.may_call_others(interaction)
        await seating.offer(self._service.sessions, game_id, user_id, friend.id, interaction.id, seat)
        key = "seats.offered_rivals" if scene.rules.rivals else "seats.offered"
        said = scene.narrator.say(key, friend=Said(friend.mention), seat=seat)
        take = _button(scene, ("hand", seat, str(friend.id)), "take", ButtonStyle.success)
        withdraw = _button(scene, ("hand", seat, str(friend.id)), "withdraw", ButtonStyle.secondary)
        ping = await awake_users(self._service.sessions, [friend.id])
        await reply.post(Shown(said, view([take, withdraw]), ping))

    async def _withdraw(self, reply: Reply, scene: Scene, seat: Seat) -> None:
        user_id, game_id = reply.interaction.user.id, scene.standing.record.id
        await seating.withdraw_offer(self._service.sessions, game_id, user_id, reply.interaction.id, seat)
        async with self._service.best_effort(game_id):
            said = scene.narrator.say("seats.withdrawn", seat=seat)
            await (reply.update(said) if reply.interaction.message else reply.post(Shown(said, view())))

    async def _take(self, reply: Reply, scene: Scene, seat: Seat, friend: str) -> None:
        interaction, game_id = reply.interaction, scene.standing.record.id
        if str(interaction.user.id) != friend:
            raise Refused("hand_not_yours")
        user = interaction.user
        accepted = await seating.hand_over(
            self._service.sessions, game_id, seat, user.id, user.display_name, interaction.id, user.name
        )
        async with self._service.best_effort(game_id):
            await reply.update(self._service.scene(accepted.standing).narrator.say("seats.handed", seat=seat))
        await self._tell(accepted)

    # People at a real table ----------------------------------------------------------------------------------

    async def hand_or_change(
        self, reply: Reply, friend: discord.User | discord.Member | None, wanted: str, name: str, plays: bool | None
    ) -> None:
        """Hand a seat over, or as a game master change who plays it at the real table; without words, list them."""
        if friend is not None:
            if name or plays is not None:
                raise Refused("hand_or_name")
            await self.hand(reply, friend, wanted)
            return
        scene = await self._service.here(reply.interaction)
        record, user_id = scene.standing.record, reply.interaction.user.id
        if not (record.habits.in_person and is_named_master(record, user_id)):
            raise Refused("hand_to_whom")
        must_be_open(record, scene.standing.waiting)
        if not (name or plays is not None):
            await reply.whisper(_people(scene), slot="panel")
            return
        seats = _names_of_seats(scene, lambda this_seat: not (this_seat.user_id or this_seat.computer))
        if not wanted:
            raise Refused("hand_whose", who=tuple(seats))
        await self._change_people(reply, scene, one_of(seats, wanted), name=name, plays=plays)

    async def _open_name(self, reply: Reply, scene: Scene, id: CustomId, seat: Seat) -> None:
        plain = scene.narrator.plain
        line = Line(plain.say("seats.name"), longest=LONGEST_NAMES, value=str(plain.seat(seat)))
        await reply.modal(modal(id, plain.say("lobby.people"), line))

    async def _change_people(
        self, reply: Reply, scene: Scene, seat: Seat, *, name: str = "", plays: bool | None = None
    ) -> None:
        sessions, game_id = self._service.sessions, scene.standing.record.id
        user_id, interaction_id = reply.interaction.user.id, reply.interaction.id
        if name and plays is not None:
            raise Refused("hand_or_name")
        if name:
            accepted = await accountless_seats.rename(sessions, game_id, user_id, interaction_id, seat, name)
        elif plays:
            accepted = await accountless_seats.bring_back(sessions, game_id, user_id, interaction_id, seat)
        else:
            accepted = await accountless_seats.set_aside(sessions, game_id, user_id, interaction_id, seat)
        async with self._service.best_effort(game_id):
            await reply.show(_people(self._service.scene(accepted.standing)))
        await self._tell(accepted)

    # Somebody is gone ----------------------------------------------------------------------------------------

    async def kick(self, reply: Reply, player: str) -> None:
        """Propose to the others to free the seat of a player who does not answer."""
        scene = await self._service.here(reply.interaction)
        self._service.seat(scene, reply.interaction)  # refuses strangers
        seat = one_of(_names_of_seats(scene, lambda this_seat: bool(this_seat.user_id)), player)
        await open_ballot(self._service, reply, seating.kick_proposal(seat))

    # As commands ---------------------------------------------------------------------------------------------

    def commands(self) -> Iterator[Command]:
        """Yield the sub-commands of ``/game`` about seats."""
        service = self._service

        @app_commands.rename(seat=localised_name("option.seat"))
        @app_commands.describe(seat=localised_description("option.seat"))
        async def join(interaction: Interaction, seat: ShortText = "") -> None:
            await serve(service, interaction, lambda reply: self.join(reply, seat), public=True)

        async def leave(interaction: Interaction) -> None:
            await serve(service, interaction, self.leave, public=True)

        options = {option: f"option.hand.{option}" for option in ("seat", "name", "tonight")}

        @app_commands.rename(
            to=localised_name("option.to"), **{option: localised_name(key) for option, key in options.items()}
        )
        @app_commands.describe(
            to=localised_description("option.to"),
            **{option: localised_description(key) for option, key in options.items()},
        )
        async def hand(
            interaction: Interaction,
            to: discord.User | None = None,
            seat: ShortText = "",
            name: ShortText = "",
            tonight: bool | None = None,
        ) -> None:
            await serve(
                service,
                interaction,
                lambda reply: self.hand_or_change(reply, to, seat, name, tonight),
                public=to is not None,
            )

        @app_commands.rename(player=localised_name("option.player"))
        @app_commands.describe(player=localised_description("option.player"))
        async def kick(interaction: Interaction, player: ShortText) -> None:
            await serve(service, interaction, lambda reply: self.kick(reply, player), public=True)

        yield self._completed(_command("join", join), "seat", _free_seat_names)
        yield _command("leave", leave)
        yield self._completed(_command("hand", hand), "seat", _seat_names_of_master)
        yield self._completed(_command("kick", kick), "player", _other_seat_names)

    def _completed(self, made: Command, option: str, offered: Callable[[Scene, int], dict[str, list[str]]]) -> Command:
        async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
            try:
                scene = await self._service.here(interaction)
            except Refused:
                return []
            names = offered(scene, interaction.user.id)
            return choices([(known[0], seat) for seat, known in names.items()], begun)

        made.autocomplete(option)(complete)
        return made


def _command(name: str, callback: Any) -> Command:
    return app_commands.Command(
        name=localised_name(f"game.{name}"), description=localised_description(f"game.{name}"), callback=callback
    )


def _button(scene: Scene, path: tuple[str, ...], option: str, style: ButtonStyle) -> Press:
    label = scene.narrator.plain.say(f"button.{VERB}.{path[0]}.{option}")
    return Press(scene.id(VERB, path, option), label, style)


def _seat_to_hand(scene: Scene, user_id: int) -> Seat:
    """Return the person's own seat; a game master without one has to name a seat of the real table."""
    record = scene.standing.record
    there = in_person_seats(record) if is_named_master(record, user_id) else ()
    if there and record.seat_of(user_id) is None:
        raise Refused("hand_whose", who=there)
    return _seat_of_user(scene, user_id)


def _seat_of_user(scene: Scene, user_id: int) -> Seat:
    seat = scene.standing.record.seat_of(user_id)
    if seat is None:
        raise seating.stranger(scene.standing.record)
    return seat


def _names_of_seats(scene: Scene, fits: Callable[[SeatRecord], bool]) -> dict[str, list[str]]:
    plain = scene.narrator.plain
    return {seat.seat: [str(plain.seat(seat.seat))] for seat in scene.standing.record.seats if fits(seat)}


def _free_seat_names(scene: Scene, user_id: int) -> dict[str, list[str]]:
    free = seating.free_seats(scene.standing.record) if scene.standing.record.phase == "playing" else ()
    return _names_of_seats(scene, lambda seat: seat.seat in free)


def _seat_names_of_master(scene: Scene, user_id: int) -> dict[str, list[str]]:
    record = scene.standing.record
    seats = in_person_seats(record) if is_named_master(record, user_id) else ()
    return _names_of_seats(scene, lambda seat: seat.seat in seats or (bool(seats) and is_set_aside(seat)))


def _people(scene: Scene) -> Shown:
    """Return who plays at the real table, with buttons for another name and for this evening."""
    record, plain = scene.standing.record, scene.narrator.plain
    buttons = []
    for seat in record.seats:
        if seat.seat in in_person_seats(record) or is_set_aside(seat):
            change = "back" if is_set_aside(seat) else "aside"
            for option in ("name", change):
                label = plain.say(f"button.{VERB}.people.{option}", who=seat.seat)
                buttons.append(Press(scene.id(VERB, ("people", seat.seat), option), label))
    return Shown(scene.narrator.say("seats.people"), view(buttons))


def _other_seat_names(scene: Scene, user_id: int) -> dict[str, list[str]]:
    there = present_seats(scene.standing.record)
    return _names_of_seats(scene, lambda seat: seat.seat in there and seat.user_id != user_id)


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a control of these commands."""
    await Seats(service).on_press(reply, id, values)


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
