"""``/things`` and the button under a prompt: what a seat alone knows of its own, and what it alone can do now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.acts.seating import stranger
from bot.discord.commands.registering import AnyCommand, Handler, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, waiting
from bot.discord.prompts.choices import NOW, THINGS, things_now
from bot.discord.prompts.controls import CONTENT, view
from bot.discord.prompts.for_whom import for_whom
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.pages import file_of
from bot.discord.prompts.panel import panel
from bot.discord.prompts.places import part_of
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.table.authority import best_first, in_person_seats, is_master, seats_of
from bot.table.sitters import voice_at
from bot.words.clip import clip
from rules.kernel.answers import may_answer
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

LATELY = 8
"""So many lines of what was told in secret are told once more."""
BESIDE = 1200
"""Signs of the things, where what can be done stands below them."""


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command that shows one's own hidden things."""

    async def things(interaction: Interaction) -> None:
        await serve(service, interaction, lambda reply: _show(service, reply), share="look")

    yield command("things", things)


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """The button of any prompt of this table, however old."""
    scene = await service.game(id.game)
    if scene.standing.record.channel_id != reply.interaction.channel_id:
        raise Refused("stale")
    await _tell(service, reply, scene, id.seat, anew=id.option == NOW)


async def _show(service: TableService, reply: Reply) -> None:
    await _tell(service, reply, await service.here(reply.interaction))


async def _tell(service: TableService, reply: Reply, scene: Scene, named: Seat = "", *, anew: bool = False) -> None:
    """``named``: the seat to whose player the screen of a real table has been turned; ``anew``: in the same message."""
    record, user_id = scene.standing.record, reply.interaction.user.id
    if scene.standing.state is None:
        raise Refused("not_started")
    if scene.has_secrets and not named and is_master(record, user_id) and (seats := in_person_seats(record)):
        await reply.whisper(for_whom(scene, scene.id(THINGS), seats), slot="look")
        return
    seat = named if named in seats_of(record, user_id) else _whose(scene, user_id)
    said = "\n".join([_of_ones_own(scene, seat), *await _learnt(service, scene, seat)])
    shown = await scene.face.mine_shown(scene.narrator, scene.rules.view(scene.standing.state, seat))
    files = [file_of(picture) for picture in shown]
    page = await _page(service, scene, seat, said)
    if anew and reply.is_ephemeral:
        await reply.update(page.content, page.view, files)
    else:
        await reply.whisper(page, files, slot="look")


async def _page(service: TableService, scene: Scene, seat: Seat, said: str) -> Shown:
    """The things, below them what this seat can do now, and the button that shows both as they are later."""
    later = things_now(msgspec.structs.replace(scene, seat=seat) if _is_in_person(scene, seat) else scene)
    if not _may_act(scene, seat):
        waits = _waits(scene)
        return Shown(f"{clip(said, CONTENT - len(waits))}{waits}", view([later]))
    asked = part_of(scene.waiting, seat)
    below = panel(scene, asked, (), seat, await service.draft(scene, seat), more=[later])
    above = clip(said, max(BESIDE, CONTENT - len(below.content) - 2))
    return Shown(clip(f"{above}\n\n{below.content}", CONTENT), below.view)


def _is_in_person(scene: Scene, seat: Seat) -> bool:
    return seat in in_person_seats(scene.standing.record)


def _whose(scene: Scene, user_id: int) -> Seat:
    """A seat of this person's, or one they stand in for; of several one that can act now. A game master sees any.

    Not one for which a leader may answer only because it is late: its things stay its own.
    """
    now = scene.standing
    seats = seats_of(now.record, user_id)
    if is_master(now.record, user_id):
        seats = (*seats, *(one.seat for one in now.record.seats))
    open_ones = best_first(now.waiting, [seat for seat in seats if seat not in now.done])
    for seat in (*open_ones, *seats):
        return seat
    raise stranger(now.record)


def _may_act(scene: Scene, seat: Seat) -> bool:
    now = scene.standing
    return (
        now.waiting is not None and not now.record.archived and may_answer(now.waiting, seat) and seat not in now.done
    )


def _waits(scene: Scene) -> str:
    """Whom the table waits for; '' when nothing is asked."""
    now = scene.standing
    if now.waiting is None or now.record.archived:
        return ""
    return f"\n\n{scene.narrator.say('things.waits', names=waiting.names(scene))}"


def _of_ones_own(scene: Scene, seat: Seat) -> str:
    """The game's words for the hidden things of a seat."""
    narrator = scene.narrator
    own = scene.face.mine(narrator, scene.rules.view(scene.standing.state, seat))
    return f"{narrator.say('things.of', who=seat)}\n{own or narrator.say('things.none')}"


async def _learnt(service: TableService, scene: Scene, seat: Seat) -> list[str]:
    """The last of what this seat alone was told, by the names of its time, once round the table and no longer.

    A stage is somebody's turn at a table with secrets: as many as there are seats ago it was the same one's, and what
    was told then has been used since, or stands among the things.
    """
    now, lines = scene.standing, list[str]()
    sitters = await service.sessions.store.sitters(now.record.id)
    for row in await service.sessions.chronicle(now.record.id):
        if row.address.stage > now.address.stage - len(now.record.seats):
            lines += story.private_lines(voice_at(scene.narrator, sitters, row.at), row.told, seat, row.address)
    return [scene.narrator.say("things.learnt"), *lines[-LATELY:]] if lines else []


HANDLERS: Mapping[str, Handler] = {THINGS: on_press}
