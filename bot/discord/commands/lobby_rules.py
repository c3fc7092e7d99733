"""The house rules of an open table as menus for whoever leads it; everybody sees the lobby message change.

Custom ids: ``house`` with the path ``m<lobby message>``, ``p<page>``, ``x<mark>`` and a switch; the lobby's own button
has no path. The mark is new each time, as a client keeps showing what was picked in an old menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.acts.house_rules import agree
from bot.discord.commands.lobby import Lobby
from bot.discord.commands.registering import Handler
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import CONTENT, Menu, Pick, view
from bot.discord.prompts.ids import CustomId, Path, find_token, token
from bot.discord.prompts.lobby import HOUSE
from bot.discord.prompts.panel import page_buttons
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.scene import Scene
from bot.session.lobby import must_be_free_to_agree
from bot.words import house_rules
from bot.words.clip import clip
from bot.words.narrator import Narrator, Said

PER_PAGE = 4
"""Switches on a page; the fifth row of a message is for turning pages."""


class HousePanel:
    """What the button «House rules» opens, and its menus."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._lobby = Lobby(service)

    async def on_press(self, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
        """The button of the lobby, a page to turn to, or a value for a switch."""
        scene = await self._lobby.before_the_game(reply, id)
        interaction = reply.interaction
        must_be_free_to_agree(scene.standing.record, interaction.user.id, interaction.permissions.manage_channels)
        if not id.path:
            message = interaction.message.id if interaction.message else 0
            await reply.whisper(panel(scene, message, 0, interaction.id))
        elif not values:
            await self._show(reply, scene, _number(id.path, 0), int(id.option) if id.option.isdecimal() else 0)
        else:
            await self._agree(reply, scene, id, values[0])

    async def _agree(self, reply: Reply, scene: Scene, id: CustomId, wanted: str) -> None:
        message, page = _number(id.path, 0), _number(id.path, 1)
        try:
            scene = await self._agreed(reply, scene, id, wanted)
        finally:  # also after a refusal, so that the menu says again what is in force
            async with self._service.best_effort(id.game):
                await self._show(reply, scene, message, page)
        await self._show_everybody(scene.standing.record.id, message)

    async def _agreed(self, reply: Reply, scene: Scene, id: CustomId, wanted: str) -> Scene:
        interaction, switches = reply.interaction, scene.rules.switches
        switch = find_token(switches, id.option) or id.option
        value = find_token(switches.get(switch, ()), wanted) or wanted
        may = interaction.permissions.manage_channels
        game_id, user_id = scene.standing.record.id, interaction.user.id
        sessions = self._service.sessions
        return self._service.scene(await agree(sessions, game_id, user_id, interaction.id, switch, value, may=may))

    async def _show(self, reply: Reply, scene: Scene, message: int, page: int) -> None:
        shown = panel(scene, message, page, reply.interaction.id)
        await reply.update(shown.content, shown.view)

    async def _show_everybody(self, game_id: str, message: int) -> None:
        """The lobby message from which the panel was opened, as the table stands now."""
        async with self._service.best_effort(game_id), self._service.posting.lock(game_id):
            scene = await self._service.game(game_id)
            if message and scene.standing.record.phase == "lobby":
                shown = self._lobby.message(scene.standing)
                await self._service.posting.edit(scene, message, content=shown.content, view=shown.view)


def panel(scene: Scene, message: int, page: int, mark: int) -> Shown:
    """One page of the switches, each with what it does; ``message`` is the lobby message to bring up to date."""
    narrator, switches = scene.narrator, list(scene.rules.switches)
    pages = -(-len(switches) // PER_PAGE)
    page = min(page, pages - 1)
    here = switches[page * PER_PAGE : (page + 1) * PER_PAGE]
    place = (f"m{message}", f"p{page}", f"x{mark % 10**9}")
    head = narrator.say("house_rules.panel" if pages > 1 else "house_rules.panel.one_pages", page=page + 1, pages=pages)
    text = "\n".join([head, *_lines(narrator, scene, here)])
    turns = page_buttons(narrator, scene.id(HOUSE, place[:1]), page, pages)
    return Shown(clip(text, CONTENT), view(turns, [_menu(scene, switch, place) for switch in here]))


def _lines(narrator: Narrator, scene: Scene, switches: Sequence[str]) -> Iterator[str]:
    """A line for each switch; what is not as usual stands out."""
    values = _values(scene)
    others = house_rules.different_from_usual(scene.rules.switches, values)
    for switch in switches:
        said = house_rules.rule_in_words(narrator, switch, values[switch])
        note = narrator.first_known(f"house.{switch}.note")
        marked = f"**{said}**" if switch in others else said
        yield narrator.say("house_rules.line", switch=Said(marked), note=note) if note else f"- {marked}"


def _menu(scene: Scene, switch: str, place: Path) -> Menu:
    plain, values = scene.narrator.plain, scene.rules.switches[switch]
    title, now = plain.say(f"house.{switch}"), _values(scene)[switch]
    usual = plain.say("house_rules.as_usual")
    picks = [
        Pick(token(value), house_rules.value_in_words(plain, switch, value), usual * (value == values[0]), value == now)
        for value in values
    ]
    return Menu(scene.id(HOUSE, place, token(switch)), title, [_said_first(pick, title) for pick in picks])


def _said_first(pick: Pick, title: str) -> Pick:
    """A phone shows little of a closed menu: first the value that is in force, then of which switch."""
    return msgspec.structs.replace(pick, label=f"{pick.label} – {title}") if pick.picked else pick


def _values(scene: Scene) -> dict[str, str]:
    return house_rules.in_force(scene.rules.switches, scene.standing.record.options)


def _number(path: Path, step: int) -> int:
    """The number of a step such as ``p2``; 0 where there is none."""
    digits = path[step][1:] if step < len(path) else ""
    return int(digits) if digits.isdecimal() else 0


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """One of these controls was used."""
    await HousePanel(service).on_press(reply, id, values)


HANDLERS: Mapping[str, Handler] = {HOUSE: on_press, f"lobby:{HOUSE}": on_press}
