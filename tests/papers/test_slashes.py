"""The slash commands that the papers name are the bot's, in the language of the paper, with the options named there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.playground.wire import CHAT_INPUT, INSIDE
from rules.games import load
from tests.bot.a_channel import HERE, a_channel
from tests.papers.pages import PAPERS, ROOT, slashes

OTHERS = {"/health", "/livez", "/readyz", "/metrics", "/data"}
"""What a browser asks the bot for, and a folder."""
OPTION = re.compile(r"([-\w]+):")


async def test_the_slash_commands_are_the_bots(tmp_path: Path) -> None:
    """As it tells Discord of them."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        commands = channel.hands.commands("Ala", HERE)
    named = [(paper, typed) for paper in PAPERS for typed in slashes(paper) if typed not in OTHERS]

    unknown = [
        (str(paper.relative_to(ROOT)), typed)
        for paper, typed in named
        if not any(is_known(typed, commands, polish) for polish in languages(paper))
    ]
    assert len(named) > 50
    assert unknown == []


def languages(paper: Path) -> tuple[bool, ...]:
    """Whether its commands are Polish: those of Polish papers; others may name them by the way."""
    return (True,) if "pl" in paper.relative_to(ROOT).parts else (False, True)


def is_known(typed: str, commands: list[Any], polish: bool) -> bool:
    """Whether there is such a command with these options; «…»: one of its sub-commands."""
    words = re.sub(r"\S+:.*", "", typed.removeprefix("/")).split()
    inner = [one for one in commands if one["type"] == CHAT_INPUT]
    for word in words:
        found = [one for one in inner if name(one, polish) == word]
        if word == "…" or (not found and inner and inner[0]["type"] not in INSIDE):
            break  # whatever is meant, or the value of an option
        if not found:
            return False
        inner = found[0].get("options") or []
    whole = words[-1] == "…" or not any(one["type"] in INSIDE for one in inner)
    return whole and {*OPTION.findall(typed)} <= {name(one, polish) for one in inner}


def name(one: Any, polish: bool) -> str:
    """As a client of this language shows it."""
    return str(one["name_localizations"]["pl"] if polish else one["name"])


def test_a_slip_in_a_paper_is_found() -> None:
    """A wrong command, sub-command, option; one that is not whole."""
    new = {"type": 1, "name": "new", "options": [{"type": 3, "name": "game"}]}
    commands = [{"type": CHAT_INPUT, "name": "game", "options": [new]}]

    assert all(is_known(typed, commands, polish=False) for typed in ("/game new", "/game new game: x", "/game …"))
    assert not any(
        is_known(typed, commands, polish=False) for typed in ("/gaem new", "/game", "/game old", "/game new gem: x")
    )
