"""Commands have legal names and words in both languages, and ``/help`` names those that there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.discord.commands.help import command_as_typed, other_topics, text, topics
from bot.discord.prompts.components import CONTENT
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from tests.bot.a_channel import HERE, a_channel
from tests.bot.parlour import ParlourRules, a_choice

READABLE = 1500
"""Signs that somebody reads to the end."""
LEGAL = re.compile(r"[-_\w]{1,32}")


def each(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Commands, their sub-commands and their options."""
    return [one for command in commands for one in (command, *each(command.get("options", [])))]


async def test_every_command_has_a_legal_polish_name(tmp_path: Path) -> None:
    """Lower case letters, no blanks, 32 characters; a description of at most 100."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        commands = each(channel.hands.commands("Ala", HERE))

    for one in commands:
        polish = one["name_localizations"]["pl"]
        assert LEGAL.fullmatch(polish)
        assert polish == polish.lower()
        assert 1 <= len(one["description_localizations"]["pl"]) <= 100


SUBCOMMAND = 1


def leaves(command: dict[str, Any]) -> list[str]:
    """What a person can type of a command: itself, or each of its sub-commands."""
    inner = [option["name"] for option in command.get("options", []) if option["type"] == SUBCOMMAND]
    return [f"{command['name']}.{name}" for name in inner] or [command["name"]]


async def test_help_tells_of_every_command(tmp_path: Path) -> None:
    """No command is forgotten in ``/help``, and none is promised that does not exist."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        names = [name for command in channel.hands.commands("Ala", HERE) for name in leaves(command)]
    told = {key for keys in topics().values() for key in keys}

    assert {name for name in names if name not in told and name.partition(".")[0] not in told} == {"help"}
    assert {key for key in told if not any(name == key or name.startswith(f"{key}.") for name in names)} == set()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("topic", topics())
def test_help_fits_into_one_message(locale: str, topic: str) -> None:
    """Each topic names its commands as its reader types them, and the other topics; what is a game's own, its topic."""
    said = text(Narrator(locale), ["labirynt-smierci"], topic)

    assert len(said) <= CONTENT
    assert said.count("`/") >= len(topics()[topic])
    assert all(Narrator(locale).say(f"help.topic.{other}") in said for other in other_topics(topic))
    assert {*topics()} - {topic, *other_topics(topic)} <= ({"beside"} if topic != "cave" else set())


@pytest.mark.parametrize("locale", LOCALES)
def test_help_tells_what_can_be_done_on_the_way(locale: str) -> None:
    """Under the very name that the menu has."""
    assert str(Narrator(locale).say("menu.more")) in text(Narrator(locale), ["labirynt-smierci"], "death")


@pytest.mark.parametrize("locale", LOCALES)
def test_help_tells_the_games_apart(locale: str) -> None:
    """Who begins reads which games there are; what only one of them has stands in its topic alone."""
    narrator = Narrator(locale)
    helps = {topic: text(narrator, list(all_games()), topic) for topic in topics()}
    only = [command_as_typed(narrator, key) for key in ("negotiate", "bribe", "formation")]

    assert all(f"- {narrator.say(f'help.game.{game}')}" in helps["play"] for game in all_games())
    assert [topic for topic, said in helps.items() if any(f"`/{name}`" in said for name in only)] == ["death"]
    assert all("(Labirynt Śmierci)" in narrator.say(f"command.{key}.about") for key in ("negotiate", "formation"))
    assert "🎒" in helps["sorcerer"]
    assert narrator.say("menu.more") not in helps["sorcerer"]
    assert max(map(len, helps.values())) < READABLE


async def test_commands_are_sent_only_when_they_have_changed(tmp_path: Path) -> None:
    """The second start finds the tree as it was sent, and sends nothing."""
    async with a_channel(tmp_path, ParlourRules(a_choice), sync="changed") as channel:
        async with channel.bot_up():
            pass
        async with channel.bot_up():
            pass

        assert sum(method == "PUT" for method, _ in channel.posts()) == 1


@pytest.mark.parametrize("begun", ["smierci", "Labirynt S", "labrynt smirci"])
async def test_a_game_is_found_as_it_is_typed_on_a_phone(tmp_path: Path, begun: str) -> None:
    """Without Polish letters, and with a slip."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        offered = await channel.hands.complete("Ala", HERE, "game new", {"game": begun}, focused="game")

    assert [choice.value for choice in offered] == ["labirynt-smierci"]


NAMED = [("Jaskinia", "## Jaskinia"), ("labirynt smierci", "## Labirynt Śmierci"), ("Sorcerer", "Czarnoksiężnika")]


@pytest.mark.parametrize(("typed", "opened"), NAMED)
async def test_a_game_may_be_typed_in_either_language(tmp_path: Path, typed: str, opened: str) -> None:
    """Without completion, too."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel:
        channel.games |= {name: load(name) for name in all_games()}
        async with channel.bot_up():
            lobby = await channel.command("Ala", "game new", game=typed)

    assert opened in lobby.text


async def test_what_is_no_game_is_refused_with_those_that_are(tmp_path: Path) -> None:
    """Nor does a slip open a table."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up() as bot:
        refused = [await channel.command("Ala", "game new", game=typed) for typed in ("szachy", "labirnt")]

        assert [one.text for one in refused] == ["Nie znam takiej gry. Są: Labirynt Śmierci."] * 2
        assert bot.service.sessions.live() == []


async def test_without_a_game_the_last_one_of_the_channel_is_played_again(tmp_path: Path) -> None:
    """As the words at a game's end promise; where nothing was played it is the first game. House rules are its own."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel:
        channel.games |= {name: load(name) for name in all_games()}
        async with channel.bot_up():
            first = await channel.command("Ala", "game new")
            await channel.command("Ala", "game end", sure=True)
            other = await channel.command("Ala", "game new", game="jaskinia")
            await channel.command("Ala", "game end", sure=True)
            offered = await channel.hands.complete("Ala", HERE, "game new", {"options": "trials"}, focused="options")
            again = await channel.command("Ala", "game new")

    assert "## Labirynt Śmierci" in first.text
    assert "## Jaskinia" in other.text
    assert again.text == other.text
    assert all("trials" in choice.value for choice in offered)
    assert offered


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("language", ["pl", "en"])
async def test_the_lobby_says_what_the_game_is_about(tmp_path: Path, game: str, language: str) -> None:
    """Its goal in one line, right below its name."""
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        lobby = await channel.command("Ala", "game new", language=language)

    (goal,) = [line for line in lobby.text.splitlines() if line.startswith("🎯")]
    assert len(goal) > len("🎯 ")
    assert "{" not in goal


async def test_house_rules_are_completed_and_checked(tmp_path: Path) -> None:
    """The switches of the game are offered; one that does not exist opens no table."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        offered = await channel.hands.complete("Ala", HERE, "game new", {"options": "heroes=2 adv"}, focused="options")
        refused = await channel.command("Ala", "game new", options="dragons=7")
        opened = await channel.command("Ala", "game new", options="heroes=2 apprentices=1")

    assert "heroes=2 adventures=8" in [choice.value for choice in offered]
    assert refused.kind == "ephemeral"
    assert "dragons" in refused.text
    assert "bohaterów w drużynie: 2, uczniów w drużynie: 1" in opened.text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_help_says_what_stays_with_the_table(locale: str) -> None:
    """Beside the main board: eleven things that people keep."""
    said = Narrator(locale).say("help.beside.end")

    assert said.count("·") == 10
