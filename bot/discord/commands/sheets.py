"""``/party``, ``/hero``, ``/map``, and the button beside a map: look without asking anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands.links import way_back
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, Handler, ShortText, choices, command, serve, shared
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import CONTENT
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.pages import file_of, page
from bot.discord.prompts.public import MAP
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import find_shown
from bot.games.face import Character, Face
from bot.games.pictures import Picture
from bot.words.clip import clip
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat


class Look(msgspec.Struct, frozen=True):
    """What somebody looks at: the game's face, the table's voice, what they may know, the seat they sit on."""

    face: Face
    narrator: Narrator
    view: Any
    seat: Seat | None
    back: str = ""
    """The line that leads back to the open question."""

    @property
    def characters(self) -> list[Character]:
        """Whose sheets there are."""
        return self.face.characters(self.narrator, self.view)

    @property
    def maps(self) -> list[tuple[str, str]]:
        """The maps that there are, by id and name."""
        return self.face.maps(self.narrator, self.view)


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The commands that show."""

    async def party(interaction: Interaction) -> None:
        await serve(service, interaction, lambda reply: _party(service, reply), share="picture")

    @app_commands.rename(name=localised_name("option.name"))
    @app_commands.describe(name=localised_description("option.name"))
    async def hero(interaction: Interaction, name: ShortText = "") -> None:
        await serve(service, interaction, lambda reply: _hero(service, reply, name), share="picture")

    @app_commands.rename(which=localised_name("option.which"))
    @app_commands.describe(which=localised_description("option.which"))
    async def show_map(interaction: Interaction, which: ShortText = "") -> None:
        await serve(service, interaction, lambda reply: _map(service, reply, which), share="picture")

    yield command("party", party)
    yield _completed(service, command("hero", hero), "name", _named)
    yield _completed(service, command("map", show_map), "which", lambda look: look.maps)


def _completed(
    service: TableService,
    made: app_commands.Command[Any, ..., None],
    option: str,
    offered: Callable[[Look], Sequence[tuple[str, str]]],
) -> app_commands.Command[Any, ..., None]:
    """An option that is completed with what can be looked at, by id and name."""

    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            offers = offered(await _look(service, interaction))
        except Refused:
            return []
        return choices([(said, id) for id, said in offers], begun)

    made.autocomplete(option)(complete)
    return made


def _named(look: Look) -> list[tuple[str, str]]:
    return [(one.id, one.name) for one in look.characters]


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """The button of any prompt of this table, however old, that shows a larger map."""

    async def work(reply: Reply) -> None:
        scene = await service.game(id.game)
        if scene.standing.record.channel_id != reply.interaction.channel_id:
            raise Refused("stale")
        await _show_map(reply, await _seen(service, scene, reply.interaction), id.option)

    await shared(service, reply, work, "picture")


async def _look(service: TableService, interaction: Interaction) -> Look:
    return await _seen(service, await service.here(interaction), interaction)


async def _seen(service: TableService, scene: Scene, interaction: Interaction) -> Look:
    if scene.standing.state is None:
        raise Refused("not_started")
    seat = scene.standing.record.seat_of(interaction.user.id)
    view, back = scene.rules.view(scene.standing.state, seat), await way_back(service.sessions, scene)
    return Look(scene.face, scene.narrator, view, seat, back)


async def _show(reply: Reply, parts: Sequence[str | Picture]) -> None:
    """A page of words and pictures for the one who asked; discord.py calls it a follow-up, as it was acknowledged."""
    layout, files = page(*parts)
    more: dict[str, Any] = {"files": files} if files else {}
    await reply.interaction.followup.send(view=layout, ephemeral=True, **more)


async def _party(service: TableService, reply: Reply) -> None:
    look = await _look(service, reply.interaction)
    await reply.acknowledge()
    parts = await look.face.overview(look.narrator, look.view)
    if not parts:
        raise Refused("nothing_to_show")
    await _show(reply, [*parts, look.back] if look.back else parts)


async def _hero(service: TableService, reply: Reply, name: str) -> None:
    look = await _look(service, reply.interaction)
    wanted = _wanted(look, name)
    await reply.acknowledge()
    pages = await look.face.sheets(look.narrator, look.view, wanted)
    for nth, parts in enumerate(pages, 1):
        await _show(reply, [*parts, look.back] if look.back and nth == len(pages) else parts)


def _wanted(look: Look, name: str) -> list[str]:
    """Whoever bears the name; without one all characters of the person who asks, for who has no seat everybody."""
    if not look.characters:
        raise Refused("nothing_to_show")
    if name:
        return [find_shown({one.id: [one.id, one.name] for one in look.characters}, name)]
    if own := [one.id for one in look.characters if look.seat in (None, one.seat)]:
        return own
    raise Refused("no_character")


async def _map(service: TableService, reply: Reply, which: str) -> None:
    await _show_map(reply, await _look(service, reply.interaction), which)


async def _show_map(reply: Reply, look: Look, which: str) -> None:
    if not look.maps:
        raise Refused("nothing_to_show")
    wanted = find_shown({id: [id, said] for id, said in look.maps}, which) if which else look.maps[0][0]
    await reply.acknowledge()
    parts = await look.face.map(look.narrator, look.view, wanted)
    said = clip("\n".join(part for part in parts if isinstance(part, str)), CONTENT - len(look.back) - 1)
    await reply.whisper(f"{said}\n{look.back}".strip(), [file_of(part) for part in parts if isinstance(part, Picture)])


HANDLERS: Mapping[str, Handler] = {MAP: on_press}
