"""Typed texts are bounded before they are read, and read in a time that grows with their words alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands

from bot.discord.commands import add_commands
from bot.discord.commands.registering import LONGEST_TEXT, TextOption
from bot.discord.prompts.typed import complete_answer, parse_answer
from bot.discord.router import LONGEST_INPUT, Router
from bot.playground.typed_commands import find_command
from bot.words.matching import find_matches
from bot.words.narrator import Narrator, fold_name
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Action, Amount, Choose, Field, Form, NextAction, Option
from tests.bot.a_channel import HERE, a_table
from tests.bot.toy_game import ToyRules

DISCORD_LIMIT = 6000
LONGEST_DECLARED = 1000
"""A game master's note."""
EN = Narrator("en")


def _text_options() -> list[tuple[str, app_commands.Parameter]]:
    """Every option into which people type, by its command."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    add_commands(tree, MagicMock())
    return [
        (f"{command.qualified_name} {option.name}", option)
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string and not option.choices
    ]


def test_every_text_option_tells_discord_its_length() -> None:
    unbounded = [name for name, option in _text_options() if not 0 < (option.max_value or 0) <= LONGEST_DECLARED]

    assert unbounded == []


async def test_a_longer_text_is_refused_even_if_discord_lets_it_through() -> None:
    option = TextOption(5)

    assert await option.transform(MagicMock(), "trzy4") == "trzy4"
    with pytest.raises(Refused, match="text_too_long"):
        await option.transform(MagicMock(), "trzy45")


async def test_the_refusal_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that keeps to no limits is answered, and the table is untouched."""
    async with a_table(tmp_path, ToyRules()) as channel:
        answer, _ = find_command(channel.hands.commands("Ala", HERE), "answer")
        monkeypatch.setitem(answer["options"][0], "max_length", DISCORD_LIMIT)
        before = channel.story()

        refused = await channel.answer("Ala", "kop " * 1000)

        assert refused.text == f"To za długie: najwyżej {LONGEST_TEXT} znaków."
        assert channel.story() == before


async def test_a_long_text_is_not_completed(tmp_path: Path) -> None:
    async with a_table(tmp_path, ToyRules()) as channel:
        offers = await channel.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")
        none = await channel.hands.complete("Ala", HERE, "answer", {"value": "k" * DISCORD_LIMIT}, focused="value")

    assert offers
    assert none == []


async def test_a_long_field_of_a_form_is_refused() -> None:
    data = {"custom_id": "v1:answer:g:1:0:0::x", "components": [{"component": {"value": "x" * (LONGEST_INPUT + 1)}}]}
    interaction: Any = SimpleNamespace(data=data, user=SimpleNamespace(id=1))

    with pytest.raises(Refused, match="text_too_long"):
        await Router(MagicMock())._route(MagicMock(), interaction)


# Work ------------------------------------------------------------------------------------------------------------


def _count_calls(work: Callable[[], object]) -> int:
    """How many functions are called: a measure of work that no busy machine changes."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    except Refused:
        pass
    finally:
        sys.setprofile(None)
    return calls


def _options(*names: str) -> tuple[Option, ...]:
    return tuple(Option(f"{name}:{n}", f"{name} {n} trol") for name in names for n in range(20))


AMOUNT = Amount(who=PARTY, why="gold", least=0, most=9)
ACTIONS = NextAction(
    who=PARTY, why="next", actions=tuple(Action(PARTY, option, AMOUNT) for option in _options("trol", "kop", "idz"))
)
WHICH = Choose(who=PARTY, why="which", options=_options("trol"))
FORM = Form(who=PARTY, why="orders", fields=tuple(Field(f"f{n}", WHICH) for n in range(8)))
TEXTS = ["trol ", "trol 1 ", "trox ", "a ", "trol; ", "trol, ", "f1: trol; ", "f1 trol, ", "/ ", "1d6 ", "ż", "trol:"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("request_", [ACTIONS, FORM], ids=["actions", "form"])
@pytest.mark.parametrize("read", [parse_answer, complete_answer])
def test_the_work_grows_with_the_words_and_not_with_their_square(
    read: Callable[..., object], request_: Any, text: str
) -> None:
    """Four times the text is at most some six times the work; the square would be sixteen."""
    read_once, short, long = read, (text * 100)[:100], (text * 400)[:400]
    _count_calls(lambda: read_once(EN, request_, long))  # whatever is kept ready is ready

    work = _count_calls(lambda: read_once(EN, request_, short))

    assert _count_calls(lambda: read_once(EN, request_, long)) < 6 * work + 10_000


def test_typed_words_are_not_kept() -> None:
    names = {"a": ["ruby"], "b": ["copper"]}
    find_matches(names, "rub")
    before = fold_name.cache_info().currsize

    for n in range(50):
        find_matches(names, f"ruby and more {n}")

    assert fold_name.cache_info().currsize == before
