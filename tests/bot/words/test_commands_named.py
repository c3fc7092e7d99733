"""The commands that words for players name are those that Discord shows in that language."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import Locale, app_commands

from bot.discord.commands import add_commands
from bot.discord.commands.registering import CatalogueTranslator
from bot.words.catalogues import FOLDERS, LOCALES, read_po

QUOTED = re.compile(r"`(/[^`{]*)`")


async def _names(locale: str) -> dict[str, set[str]]:
    """Each command with the commands of its group, by the names that people see."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    await tree.set_translator(CatalogueTranslator())
    add_commands(tree, MagicMock())
    shown: dict[str, set[str]] = {}
    for command in tree.get_commands():
        payload = await command.get_translated_payload(tree, tree.translator)  # type: ignore[arg-type]
        shown[_shown_name(payload, locale)] = {
            _shown_name(option, locale) for option in payload.get("options", []) if option["type"] == 1
        }
    return shown


def _shown_name(payload: dict[str, Any], locale: str) -> str:
    localised = payload.get("name_localizations") or {}
    return str(localised.get(Locale.polish.value, payload["name"]) if locale == "pl" else payload["name"])


def _texts(locale: str) -> list[tuple[str, str]]:
    paths = sorted((FOLDERS[0] / locale / "LC_MESSAGES").glob("*.po"))
    return [(entry.key, form) for path in paths for entry in read_po(path, locale) for form in entry.forms]


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_command_that_words_name_is_there(locale: str) -> None:
    names = await _names(locale)
    wrong: list[tuple[str, str]] = []
    seen = 0
    for key, text in _texts(locale):
        for quoted in QUOTED.findall(text):
            seen += 1
            command, *rest = quoted.removeprefix("/").split()
            within = names.get(command)
            if within is None or (within and (not rest or rest[0] not in within)):
                wrong.append((key, quoted))

    assert seen > 50
    assert wrong == []
