"""The ``/party``, ``/hero``, ``/map`` and ``/things`` commands, which show the game without asking anybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from discord import app_commands
from msgspec import Struct
from msgspec.structs import replace

from bot.acts.seating import stranger
from bot.discord.commands import answering, registering
from bot.discord.commands.ask_me import ASK_ME, ASKING, ask_me_buttons
from bot.discord.commands.finding import language_of, own_scene, way_back
from bot.discord.commands.service import TableService
from bot.discord.direct import scene_for
from bot.discord.ladder import Form
from bot.discord.prompts import story, table_words
from bot.discord.prompts.choices import NOW, THINGS, things_now
from bot.discord.prompts.components import CONTENT, CustomId, file_of, fit_lines, page, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import for_whom, panel
from bot.discord.prompts.public import MAP, Shown
from bot.discord.prompts.question_path import part_of
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.typed import find_shown
from bot.games.face import Character, Face, Picture
from bot.session.asking import standing_orders
from bot.table.authority import best_first, in_person_seats, is_master, seats_of
from bot.table.seat_names import voice_at
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, clip
from rules.kernel.answers import may_answer
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from rules.kernel.turns import ORDERS, values_of

STYLES = ("dark", "text")
"""How pictures are shown to one person: on dark paper, or as their descriptions."""


class Look(Struct, frozen=True):
    """What a person looks at: the game's face, the table's narrator, the person's view and seat."""

    face: Face
    narrator: Narrator
    view: Any
    seat: Seat | None
    back: str = ""
    """The line with the link to the open question."""

    @property
    def characters(self) -> list[Character]:
        """The characters whose sheets can be shown."""
        return self.face.characters(self.narrator, self.view)

    @property
    def maps(self) -> list[tuple[str, str]]:
        """The maps that can be shown, by id and name."""
        return self.face.maps(self.narrator, self.view)


async def _character_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    characters = (await _look_here(service, interaction)).characters
    return matching_offers([(character.name, character.id) for character in characters], begun)


async def _map_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    return matching_offers([(said, id) for id, said in (await _look_here(service, interaction)).maps], begun)


async def on_sheet_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle the button for a larger map, on any prompt of this table, however old."""

    async def work(reply: Reply) -> None:
        scene = await registering.table_of(service, reply, id)
        await _show_map(reply, await _look_at_scene(service, scene, reply.interaction), id.option)

    await registering.shared(service, reply, work, "picture")


async def _look_here(service: TableService, interaction: Interaction) -> Look:
    return await _look_at_scene(service, await service.here(interaction), interaction)


async def _look_at_scene(service: TableService, scene: Scene, interaction: Interaction) -> Look:
    if scene.state is None:
        raise Refused("not_started")
    seat = scene.record.seat_of(interaction.user.id)
    scene = scene_for(scene, language_of(interaction))
    view, back = scene.rules.view(scene.state, seat), await way_back(service.sessions, scene)
    return Look(scene.face, scene.narrator, view, seat, back)


async def _send_page(reply: Reply, parts: Sequence[str | Picture], style: str = "") -> None:
    """Send an ephemeral page; as text, and where Discord takes no files, with the descriptions of its pictures."""
    in_words = [part.alt if isinstance(part, Picture) else part for part in parts]
    parts = in_words if style == "text" else _styled(parts, style)
    await reply.page(
        Form(None, partial(page, *parts), has_files=list(parts) != in_words), Form(None, partial(page, *in_words))
    )


def _styled(parts: Sequence[str | Picture], style: str) -> list[str | Picture]:
    from images.packing import darkened

    dark = style == "dark"
    return [replace(part, data=darkened(part.data)) if dark and isinstance(part, Picture) else part for part in parts]


_with_styles = app_commands.choices(style=[registering.localised_choice(f"style.{arg}", arg) for arg in STYLES])


@_with_styles
async def _show_party(service: TableService, reply: Reply, style: registering.Picked = "") -> None:
    look = await _look_here(service, reply.interaction)
    await reply.acknowledge()
    parts = await look.face.overview(look.narrator, look.view)
    if not parts:
        raise Refused("nothing_to_show")
    await _send_page(reply, [*parts, look.back] if look.back else parts, style)


@_with_styles
async def _show_characters(
    service: TableService, reply: Reply, name: registering.ShortText = "", style: registering.Picked = ""
) -> None:
    scene = own_scene(await service.here(reply), reply)
    look = await _look_at_scene(service, scene, reply.interaction)
    gone = _seats_without_character(scene, look)
    wanted = _wanted_character_ids(look, name, gone)
    await reply.acknowledge()
    pages = await look.face.sheets(look.narrator, look.view, wanted)
    seats = [character.seat for character in look.characters if character.id in wanted]
    seats += [seat for seat in gone if seat in wanted]
    if cards := await _exit_cards(service, scene, seats):
        pages = [*pages, [clip("\n\n".join(cards), CONTENT - len(look.back) - 1)]]
    for nth, parts in enumerate(pages, 1):
        await _send_page(reply, [*parts, look.back] if look.back and nth == len(pages) else parts, style)
    if not pages:
        await _send_page(reply, [look.narrator.say("refused.no_character")])


def _seats_without_character(scene: Scene, look: Look) -> dict[Seat, list[str]]:
    """Return the seats whose character left the game for good, with its and their players' names; they have an exit
    card.
    """
    held = {character.seat for character in look.characters}
    plain = scene.plain
    absent = look.face.absent_seats(look.view)
    return {
        seat: [str(plain.term(who)), str(plain.seat(seat))] if who else [str(plain.seat(seat))]
        for seat, who in absent.items()
        if seat not in held
    }


async def _exit_cards(service: TableService, scene: Scene, seats: Sequence[Seat]) -> list[str]:
    """Return the last exit cards of those of the seats whose character has left the game."""
    face, narrator = scene.face, scene.narrator
    absent = [seat for seat in face.absent_seats(scene.view) if seat in seats]
    if not absent:
        return []
    rows = await service.sessions.chronicle(scene.game_id)
    told = [fact.event for row in rows for fact in row.told]
    return [card for seat in absent if (card := face.exit_card(narrator, told, seat))]


def _wanted_character_ids(look: Look, name: str, gone: Mapping[Seat, Sequence[str]]) -> list[str]:
    """Return the named character, else the person's own characters; without a seat, all characters.

    ``gone``: seats without a character, with the names that they may be called by.
    """
    if not look.characters and not (name and gone):
        raise Refused("nothing_to_show")
    if name:
        known = {character.id: [character.id, character.name] for character in look.characters}
        return [find_shown({**known, **{seat: [seat, *names] for seat, names in gone.items()}}, name)]
    if own := [character.id for character in look.characters if look.seat in (None, character.seat)]:
        return own
    raise Refused("no_character")


@_with_styles
async def _show_typed_map(
    service: TableService, reply: Reply, which: registering.ShortText = "", style: registering.Picked = ""
) -> None:
    await _show_map(reply, await _look_here(service, reply.interaction), which, style)


async def _show_map(reply: Reply, look: Look, which: str, style: str = "") -> None:
    if not look.maps:
        raise Refused("nothing_to_show")
    wanted = find_shown({id: [id, said] for id, said in look.maps}, which) if which else look.maps[0][0]
    await reply.acknowledge()
    parts = _styled(await look.face.map(look.narrator, look.view, wanted), style)
    if style == "text":
        await _send_page(reply, [*parts, look.back] if look.back else parts, style)
        return
    said = fit_lines((part for part in parts if isinstance(part, str)), CONTENT - len(look.back) - 1)
    await reply.whisper(f"{said}\n{look.back}".strip(), [file_of(part) for part in parts if isinstance(part, Picture)])


SHEET_HANDLERS: Mapping[str, registering.Handler] = {MAP: on_sheet_press}


LATELY = 8
"""Number of secret lines that are repeated."""
BESIDE = 1200
"""Maximum characters of the things when possible actions follow below."""


async def on_things_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle the button for one's things, on any prompt of this table, however old."""
    scene = await registering.table_of(service, reply, id)
    await _show_seat_things(service, reply, scene, id.seat, anew=id.option == NOW)


async def _show_things(service: TableService, reply: Reply) -> None:
    await _show_seat_things(service, reply, await service.here(reply))


async def _show_seat_things(
    service: TableService, reply: Reply, scene: Scene, named: Seat = "", *, anew: bool = False
) -> None:
    """Show a seat's things; ``named``: the seat chosen at a real table, ``anew``: edit the same message."""
    scene, record, user_id = own_scene(scene, reply), scene.record, reply.user_id
    if scene.state is None:
        raise Refused("not_started")
    if scene.has_secrets and not named and is_master(record, user_id) and (seats := in_person_seats(record)):
        await reply.whisper(for_whom(scene, scene.id(THINGS), seats), slot="look")
        return
    seat = named if named in seats_of(record, user_id) else _seat_to_show(scene, user_id)
    narrator = scene.narrator
    own = scene.face.mine(narrator, scene.rules.view(scene.state, seat))
    said = "\n".join(
        [
            f"{narrator.say('things.of', who=seat)}\n{own or narrator.say('things.none')}",
            *await _exit_cards(service, scene, [seat]),
            *await _lately_learnt_lines(service, scene, seat),
        ]
    )
    shown = await scene.face.mine_shown(scene.narrator, scene.rules.view(scene.state, seat))
    files = [file_of(picture) for picture in shown]
    page = await _page(service, scene, seat, said)
    if anew and reply.is_ephemeral:
        await reply.update(page.content, page.view, files)
    else:
        await reply.whisper(page, files, slot="look")


async def _page(service: TableService, scene: Scene, seat: Seat, said: str) -> Shown:
    later = things_now(replace(scene, seat=seat) if (seat in in_person_seats(scene.record)) else scene)
    if not _may_seat_act(scene, seat):
        waits = _waiting_line(scene)
        return Shown(f"{clip(said, CONTENT - len(waits))}{waits}", view([later, *ask_me_buttons(scene, seat)]))
    asked = part_of(scene.waiting, seat)
    below = panel(scene, asked, (), seat, await service.draft(scene, seat), more=[later, *ask_me_buttons(scene, seat)])
    above = clip(said, max(BESIDE, CONTENT - len(below.content) - 2))
    return Shown(clip(f"{above}\n\n{below.content}", CONTENT), below.view)


def _seat_to_show(scene: Scene, user_id: int) -> Seat:
    """Return a seat that this person plays or stands in for, preferably one that can act now.

    A game master sees any seat. A leader who may answer only for a late seat does not see its things.
    """
    now = scene.standing
    seats = seats_of(now.record, user_id)
    if is_master(now.record, user_id):
        seats = (*seats, *(each_seat.seat for each_seat in now.record.seats))
    open_ones = best_first(now.waiting, [seat for seat in seats if seat not in now.done])
    for seat in (*open_ones, *seats):
        return seat
    raise stranger(now.record)


def _may_seat_act(scene: Scene, seat: Seat) -> bool:
    now = scene.standing
    return (
        now.waiting is not None and not now.record.archived and may_answer(now.waiting, seat) and seat not in now.done
    )


def _waiting_line(scene: Scene) -> str:
    now = scene.standing
    if not now.waiting or now.record.archived:
        return ""
    return f"\n\n{scene.narrator.say('things.waits', names=table_words.names(scene))}"


async def _lately_learnt_lines(service: TableService, scene: Scene, seat: Seat) -> list[str]:
    """Return this seat's last secret lines, with the player names of that time, for one round of the table.

    In a game with secrets a stage is one player's turn. After a full round the lines were used, or show among the
    things.
    """
    now, lines = scene.standing, list[str]()
    sitters = await service.store.sitters(now.record.id)
    for row in await service.sessions.chronicle(now.record.id):
        if row.address.stage > now.address.stage - len(now.record.seats):
            lines += story.private_lines(voice_at(scene.narrator, sitters, row.at), row.told, seat, row.address)
    return [scene.narrator.say("things.learnt"), *lines[-LATELY:]] if lines else []


async def on_ask_me_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Set a standing order to ask, on any message of this table, however old."""
    scene = await registering.table_of(service, reply, id)
    rules = scene.rules
    if id.seat not in seats_of(scene.record, reply.user_id):
        raise Refused("not_your_action", who=(id.seat,))
    orders = standing_orders(rules, scene.standing, id.seat)
    if not isinstance(orders, Mapping):
        raise Refused("orders_later" if scene.standing.waiting else "game_over")
    possible = values_of(type(rules.usual_orders["brisk"]), id.option) if id.option in orders else ()
    asking = [value for value in ASKING if value in possible]
    if not asking:
        raise Refused("stale")
    now = replace(scene.id(ASK_ME), seat=id.seat, beside=scene.standing.beside.count(id.seat))
    await answering.answer(service, reply, scene, [ORDERS, {**orders, id.option: asking[0]}], now)


THINGS_HANDLERS: Mapping[str, registering.Handler] = {THINGS: on_things_press, ASK_ME: on_ask_me_press}

SHEET_COMMANDS = (
    registering.command("party", _show_party, share="picture"),
    registering.command("hero", _show_characters, share="picture", name=_character_offers),
    registering.command("map", _show_typed_map, share="picture", which=_map_offers),
)
"""The commands that show sheets and maps."""

THINGS_COMMAND = registering.command("things", _show_things, share="look")
"""The command ``/things``, which shows one's own hidden things."""
