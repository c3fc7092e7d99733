"""The commands that words for players name are those that Discord shows in that language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import Locale, app_commands
from discord.app_commands import locale_str

from bot.discord.commands import add_commands
from bot.discord.commands.registering import CatalogueTranslator
from bot.words.catalogues import FOLDERS, LOCALES, read_po

QUOTED = re.compile(r"`(/[^`{]*)`")


async def _tree() -> app_commands.CommandTree[discord.Client]:
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    await tree.set_translator(CatalogueTranslator())
    add_commands(tree, MagicMock())
    return tree


def _keys(tree: app_commands.CommandTree[discord.Client], name: str) -> Iterator[str]:
    """The keys of the words of a command and of its options."""
    command = tree.get_command(name.split()[0])
    for step in name.split()[1:]:
        assert isinstance(command, app_commands.Group)
        command = command.get_command(step)
    assert isinstance(command, app_commands.Command | app_commands.Group)
    options = [] if isinstance(command, app_commands.Group) else command.parameters
    for described in (command, *options):
        for words in (_locale_string(described, "name"), _locale_string(described, "description")):
            yield words.extras["key"]


def _locale_string(described: Any, kind: str) -> locale_str:
    words = getattr(described, f"_locale_{kind}", None) or getattr(described, f"locale_{kind}", None)
    assert isinstance(words, locale_str)
    return words


async def _names(locale: str) -> dict[str, set[str]]:
    """Each command with the commands of its group, by the names that people see."""
    tree = await _tree()
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


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("gm now", "command.gm.now.option.what.about"),  # its own
        ("gm set", "command.gm.option.what.about"),  # its group's
        ("gm set", "command.option.what.name"),  # of all options of this name
        ("undo", "command.option.what.about"),
        ("table", "command.table.option.dice.name"),
        ("gm roll", "command.option.dice.name"),
    ],
)
async def test_an_option_has_the_words_that_are_nearest_to_its_command(command: str, option: str) -> None:
    assert option in set(_keys(await _tree(), command))


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_words_of_commands_are_those_that_commands_have(locale: str) -> None:
    tree = await _tree()
    used = {key for command in tree.walk_commands() for key in _keys(tree, command.qualified_name)}

    assert used == {key for key, _ in _texts(locale) if key.startswith("command.")}
