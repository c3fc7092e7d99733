"""A command is made of a function: its parameters are the options, which it gets as people have given them."""

from __future__ import annotations

from collections.abc import Awaitable
from types import SimpleNamespace
from unittest.mock import AsyncMock, MagicMock

import pytest
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands.registering import Picked, ShortText, command
from bot.discord.commands.service import TableService
from bot.discord.prompts.reply import Interaction, Reply
from rules.kernel.errors import Refused

given: list[tuple[object, ...]] = []


@app_commands.choices(language=[Choice(name="polski", value="pl")])
async def _note(
    service: TableService, reply: Reply, game: ShortText, language: Picked = "", public: bool = False
) -> None:
    given.append((game, language, public))
    await reply.acknowledge()


async def _refuse(service: TableService, interaction: Interaction, begun: str) -> list[tuple[str, str]]:
    raise Refused("no_game")


async def _offer(service: TableService, interaction: Interaction, begun: str) -> list[tuple[str, str]]:
    return [(begun.upper() * 60, begun), ("too long to be sent back", begun * 60), ("", begun)]


async def _await_work(interaction: Interaction, work: Awaitable[None], reply: Reply) -> None:
    await work
    reply.close()


@pytest.fixture
def service() -> MagicMock:
    """A service that only does the work."""
    given.clear()
    service = MagicMock()
    service.reports.kindly = _await_work
    return service


@pytest.mark.parametrize("public", [False, True])
async def test_the_work_gets_the_values_and_an_option_may_make_it_public(service: MagicMock, public: bool) -> None:
    made = command("print", _note, public="public")(service)
    assert isinstance(made, app_commands.Command)
    interaction = MagicMock()
    interaction.response.is_done.return_value = False
    interaction.response.defer = AsyncMock()

    await made.callback(interaction, game="cave", language=Choice(name="polski", value="pl"), public=public)  # type: ignore[call-arg]

    assert given == [("cave", "pl", public)]
    assert interaction.response.defer.await_args.kwargs["ephemeral"] is not public
    assert [(option.name, option.required) for option in made.parameters] == [
        ("game", True),
        ("language", False),
        ("public", False),
    ]


@pytest.mark.parametrize(("offers", "sent"), [(_refuse, []), (_offer, [("AB" * 49 + "A…", "ab")])])
async def test_what_is_refused_or_cannot_be_sent_is_not_offered(
    service: MagicMock, offers: AsyncMock, sent: list[tuple[str, str]]
) -> None:
    made = command("print", _note, game=offers)(service)
    assert isinstance(made, app_commands.Command)
    interaction = MagicMock()
    interaction.response.is_done.return_value = False
    interaction.response.autocomplete = AsyncMock()

    await made._invoke_autocomplete(interaction, "game", SimpleNamespace(game="ab"))  # type: ignore[arg-type]

    choices = interaction.response.autocomplete.await_args.args[0]
    assert [(choice.name, choice.value) for choice in choices] == sent
