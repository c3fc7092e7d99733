"""Receives all presses, picks and sent forms and routes them by custom id, also after a restart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from discord import InteractionType

from bot.discord import commands, question_controls
from bot.discord.commands.registering import Handlers, merged, must_be_short
from bot.discord.commands.service import TableService
from bot.discord.prompts.components import read
from bot.discord.prompts.reply import Interaction, Reply
from rules.kernel.errors import Refused

HANDLERS: Handlers = merged(question_controls.HANDLERS, commands.HANDLERS)
"""The handler of each control, by the verb of its custom id or by ``verb:option``."""

LONGEST_INPUT = 4000
"""Characters of a text input in a modal, Discord's own limit; each form declares a smaller one."""


class Router:
    """Routes interactions to the handlers of their custom ids."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a component or modal; ignore other interactions."""
        if interaction.type not in (InteractionType.component, InteractionType.modal_submit):
            return
        reply = Reply(interaction)
        await self._service.reports.kindly(interaction, self._route(reply, interaction), reply)

    async def _route(self, reply: Reply, interaction: Interaction) -> None:
        """Call the handler; raises ``Refused("stale")`` if there is none (any more)."""
        data: Mapping[str, Any] = interaction.data or {}
        id = read(str(data.get("custom_id", "")))
        values = tuple(_entered_values(data))
        if not id:
            raise Refused("stale")
        for value in values:
            must_be_short(value, LONGEST_INPUT)
        # A digest stands for the press, so that what was typed into a form is not kept.
        self._service.limits.take(
            "press",
            interaction.user.id,
            of=blake2b(f"{id} {' '.join(values)}".encode(errors="replace"), digest_size=16).hexdigest(),
        )
        handler = HANDLERS.get(f"{id.verb}:{id.option}") or HANDLERS.get(id.verb)
        if not handler:
            raise Refused("stale")
        await handler(self._service, reply, id, values)


def _entered_values(data: Mapping[str, Any]) -> Iterator[str]:
    yield from data.get("values") or ()
    for component in data.get("components") or ():
        inner: Mapping[str, Any] = component.get("component") or next(iter(component.get("components") or ()), {})
        if "value" in inner:
            yield str(inner["value"])
